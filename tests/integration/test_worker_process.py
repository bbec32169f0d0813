"""The real worker process with fake handlers: results, cancel, crashes, another Python, no orphans."""

from __future__ import annotations

import os
import queue
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.domain.adapting import AdaptOptions
from app.domain.ask import AskOptions
from app.domain.assisted import Use
from app.domain.options import ImportOptions, MatchOptions, PostImportOptions, Query
from app.domain.reviewed import Reviewed
from app.framing import FrameWriter, read_frames
from app.worker import launch, protocol
from app.worker.client import WorkerProcess
from app.worker.protocol import Event, Failed, Finished, Partial, Progressed
from app.worker.transfer import Assembler, Received, encode_value
from tests.fakes import lying_worker, narrative_handlers, post_handlers
from tests.fakes import worker_handlers as fakes
from tests.fakes.verifications import finished
from tests.patience import AT_ONCE

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, launch.__file__, "--handlers", "tests.fakes.worker_handlers:handlers")


class Listener:
    """A client with its events, and methods that wait for the end of a job."""

    def __init__(self, command: tuple[str, ...] = COMMAND, **options: object) -> None:
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.seen: list[Event] = []
        self.worker = WorkerProcess(command, self.events.put, **options)  # type: ignore[arg-type]

    def until_end(self, job: int, *, within: float = 20.0) -> Finished | Failed:
        """Collect events until the job has ended."""
        until = time.monotonic() + within
        while True:
            for event in self.seen:
                if isinstance(event, Finished | Failed) and event.job == job:
                    return event
            self.seen.append(self.events.get(timeout=max(0.01, until - time.monotonic())))

    def ask(self, request: protocol.AnyRequest) -> Finished | Failed:
        """Submit and wait."""
        return self.until_end(self.worker.submit(request))

    def until_gone(self, *, within: float = 20.0) -> None:
        """Wait until the client has noticed that its worker ended."""
        until = time.monotonic() + within
        while self.worker.pid is not None and time.monotonic() < until:
            time.sleep(0.01)

    def until(self, kind: type[Event], job: int) -> None:
        """Wait for an event of this kind."""
        while not any(isinstance(event, kind) and getattr(event, "job", job) == job for event in self.seen):
            self.seen.append(self.events.get(timeout=20))


@pytest.fixture(autouse=True)
def fakes_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Check that a test leaves no thread and no process behind."""
    before = set(threading.enumerate())
    yield
    remaining = set(threading.enumerate()) - before
    assert not remaining
    assert not psutil.Process().children()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.worker.close()


def failed(event: Event) -> Failed:
    assert isinstance(event, Failed)
    return event


def test_every_request_is_answered_by_its_result(listener: Listener) -> None:
    document = fakes.document(3)
    claim = finished()
    ranked = fakes.ranked(document)
    match = ranked.sentences[0].matches[0]
    requests: list[protocol.AnyRequest] = [
        protocol.WarmUp(library="l"),
        protocol.ReadDocument(title="document 2"),
        protocol.RankDocument(library="l", document=document, options=MatchOptions(top=2)),
        protocol.MatchQueries(library="l", queries=(Query(qid="q", text="t"),), options=MatchOptions()),
        protocol.FindPassages(library="l", sentence="s", factcheck="f"),
        protocol.ImportFactChecks(library="l", paths=("a", "b"), options=ImportOptions()),
        protocol.SearchLibrary(library="l", text="salt"),
        protocol.DescribeLibrary(library="l"),
        protocol.WriteReport(reviewed=Reviewed(ranked=fakes.ranked(document)), path="r.html"),
        protocol.ReadFactChecks(library="l", ids=("a",)),
        protocol.AddFactCheck(library="l", values={"claim": "c"}),
        protocol.EditFactCheck(library="l", factcheck="a", values={"claim": "c"}),
        protocol.DeleteFactChecks(library="l", ids=("a",)),
        protocol.RestoreFactChecks(library="l", factchecks=()),
        protocol.ListPublishers(library="l"),
        protocol.FindDuplicates(library="l"),
        protocol.ListRatings(library="l"),
        protocol.SetRatingRule(library="l", rating="False", verdict="FALSE"),
        protocol.ApplyRatings(library="l"),
        protocol.WriteClaims(ranked=fakes.ranked(document), path="c.csv"),
        protocol.CopyClaims(ranked=fakes.ranked(document)),
        protocol.RenderPage(path="a.pdf", page=1, scale=1.0),
        protocol.FindBoxes(path="a.pdf", text="a", spans=((0, 1),)),
        protocol.UseModel(role="encoder", folder="f"),
        protocol.AskQuestion(library="l", question="What is it?", options=AskOptions()),
        protocol.ImportPosts(library="l", paths=("a",), options=PostImportOptions()),
        protocol.EncodePosts(library="l"),
        protocol.DescribePosts(library="l"),
        protocol.SearchPosts(library="l"),
        protocol.KeepAskEdits(library="l", question="What is it?", edits=()),
        protocol.WriteAnswers(answered=post_handlers.answered("What is it?"), path="a.html"),
        protocol.WriteStancePairs(library="l", path="a.jsonl"),
        protocol.SuggestQuestions(library="l", claim=claim.claim),
        protocol.AnswerQuestions(library="l", claim=claim.claim, questions=claim.questions),
        protocol.JudgeVerification(library="l", verification=claim),
        protocol.JustifyVerification(verification=claim),
        protocol.WriteVerifications(verifications=(claim,) * 60, path="a.json"),
        protocol.ReadVerifications(path="a.json"),
        protocol.PublishVerification(library="l", verification=claim, publisher="p"),
        protocol.ImportEvidence(library="l", paths=("a",)),
        protocol.EncodeEvidence(library="l"),
        protocol.DescribeEvidence(library="l"),
        protocol.SearchEvidence(library="l"),
        protocol.DateEvidence(library="l", document="d", published="2020-01-01"),
        protocol.DeleteEvidence(library="l", ids=("d",)),
        protocol.ListSources(library="l"),
        protocol.ImportSources(library="l", path="a.csv"),
        protocol.RebuildLibrary(library="l"),
        protocol.FindNarratives(library="l"),
        protocol.ReadNarratives(library="l"),
        protocol.ActOnNarratives(library="l", act=narrative_handlers.ACT),
        protocol.UndoNarratives(library="l"),
        protocol.RedoNarratives(library="l"),
        protocol.ComputeSeries(library="l"),
        protocol.WriteNarratives(library="l", path="a.json"),
        protocol.FindEarlier(library="l", ids=("a", "b")),
        protocol.EstimateAdapting(library="l", options=AdaptOptions()),
        protocol.AdaptLibrary(library="l", options=AdaptOptions(epochs=2, limit=300)),
        protocol.UseAdapted(library="l", folder="f"),
        protocol.DiscardAdapted(folder="f"),
        protocol.SetLanguage(library="l", ids=("a",), language="pt"),
        protocol.RerankMatches(entries=ranked.sentences, run=ranked.run),
        protocol.NoteMatch(sentence="s", match=match, target="es"),
        protocol.SuggestForClaim(library="l", verification=claim, use=Use.QUESTIONS),
        protocol.SuggestTitle(library="l", narrative="n"),
        protocol.ListUserData(),
    ]
    jobs = [listener.worker.submit(request) for request in requests]
    for job, request in zip(jobs, requests, strict=True):
        event = listener.until_end(job)
        assert isinstance(event, Finished), event
        assert isinstance(event.result, request.result)
    assert {type(request) for request in requests} == set(protocol.REQUESTS.values())


@pytest.mark.parametrize("arguments", [(), ("partial",)])
def test_an_answer_of_another_type_fails_the_job_and_is_not_delivered(arguments: tuple[str, ...]) -> None:
    listener = Listener((sys.executable, lying_worker.__file__, *arguments))
    try:
        for title in ("first", "second"):
            refused = failed(listener.ask(protocol.ReadDocument(title=title)))
            assert (refused.code, refused.hint) == ("worker-protocol", "Try again.")
        assert not [event for event in listener.seen if isinstance(event, Partial | Finished)]
    finally:
        listener.worker.close()


def test_a_ranking_arrives_unchanged_after_its_partial_result_and_progress(listener: Listener) -> None:
    document = fakes.document(130)
    event = listener.ask(protocol.RankDocument(library="l", document=document, options=MatchOptions(top=3)))
    assert isinstance(event, Finished)
    assert event.result == fakes.ranked(document, top=3, version=2)
    partial = next(event for event in listener.seen if isinstance(event, Partial))
    assert partial.result == fakes.ranked(document, top=1, version=1, final=False)
    updates = [event for event in listener.seen if isinstance(event, Progressed)]
    assert updates[-1].done == updates[-1].total == 200
    assert len(updates) < 20


def test_prints_and_native_output_do_not_reach_the_protocol(listener: Listener) -> None:
    assert isinstance(listener.ask(protocol.ReadDocument(title="chatter", text="x")), Finished)
    assert isinstance(listener.ask(protocol.ReadDocument(title="calm")), Finished)


def test_errors_keep_their_code_and_faults_are_internal(listener: Listener, own_home: Path) -> None:
    refused = failed(listener.ask(protocol.ReadDocument(title="refuse")))
    assert (refused.code, refused.message, refused.exit_code) == ("empty-document", "The document is empty.", 2)
    assert failed(listener.ask(protocol.ReadDocument(title="fault"))).code == "internal"
    assert "ZeroDivisionError" in (own_home / "cache" / "worker.log").read_text()
    assert failed(listener.ask(protocol.ReadDocument(title="wrong"))).code == "internal"
    assert failed(listener.ask(protocol.ReadDocument(title="memory"))).code == "memory"


def test_cancel_ends_a_job_that_listens_without_ending_the_worker(listener: Listener) -> None:
    listener.worker.submit(protocol.ReadDocument(title="wait"))
    listener.until(Progressed, 1)
    pid = listener.worker.pid
    listener.worker.cancel(1)
    assert failed(listener.until_end(1)).code == "cancelled"
    assert listener.worker.pid == pid  # it would have been killed after most of a second


def test_cancel_takes_effect_at_once_even_in_native_code(listener: Listener) -> None:
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    listener.worker.submit(protocol.MatchQueries(library="l", queries=(Query(qid="q", text="native"),), options=MatchOptions()))
    time.sleep(0.2)
    listener.worker.submit(protocol.SearchLibrary(library="l", text="salt"))
    started = time.monotonic()
    listener.worker.cancel(2)
    assert failed(listener.until_end(2)).code == "cancelled"
    assert time.monotonic() - started < AT_ONCE
    assert isinstance(listener.until_end(3), Finished), "the killed worker's other jobs are asked again"


def test_a_waiting_job_is_cancelled_without_disturbing_the_running_one(listener: Listener) -> None:
    running = protocol.MatchQueries(library="l", queries=(Query(qid="q", text="sleep 1.2"),), options=MatchOptions())
    listener.worker.submit(running)
    listener.worker.submit(protocol.RankDocument(library="l", document=fakes.document(1), options=MatchOptions()))
    listener.worker.cancel(2)
    assert failed(listener.until_end(2)).code == "cancelled"
    assert not any(isinstance(event, Finished) for event in listener.seen)
    assert isinstance(listener.until_end(1), Finished)


def test_lookups_are_answered_while_an_analysis_runs(listener: Listener) -> None:
    running = protocol.MatchQueries(library="l", queries=(Query(qid="q", text="sleep 1"),), options=MatchOptions())
    listener.worker.submit(running)
    assert isinstance(listener.ask(protocol.SearchLibrary(library="l")), Finished)
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    assert not any(isinstance(event, Finished) and event.job == 1 for event in listener.seen)
    assert isinstance(listener.until_end(1), Finished)


def test_a_crash_fails_every_running_job_and_the_next_request_starts_afresh(listener: Listener) -> None:
    listener.worker.submit(protocol.MatchQueries(library="l", queries=(Query(qid="q", text="wait"),), options=MatchOptions()))
    listener.until(Progressed, 1)
    crashed = failed(listener.ask(protocol.ReadDocument(title="crash")))
    assert crashed.code == "worker-crashed"
    assert "signal 9" in crashed.message
    assert failed(listener.until_end(1)).code == "worker-crashed"
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)


def test_a_configured_python_that_cannot_start_is_reported_once_and_replaced(tmp_path: Path) -> None:
    listener = Listener((str(tmp_path / "no-python"), "launch.py"), fallback=COMMAND)
    listener.worker.submit(protocol.ReadDocument())
    listener.worker.submit(protocol.ReadDocument())
    event = failed(listener.until_end(1))
    assert event.code == "worker-python"
    assert "no-python" in event.message
    assert isinstance(listener.until_end(2), Finished)
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    listener.worker.close()


def test_a_configured_python_without_packages_names_them(tmp_path: Path) -> None:
    command = (sys.executable, "-S", "-I", launch.__file__)
    listener = Listener(command, fallback=COMMAND)
    event = failed(listener.ask(protocol.ReadDocument()))
    assert event.code == "worker-python"
    assert "it lacks msgspec" in event.message
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    listener.worker.close()


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("import time; time.sleep(60)", "did not answer"),
        ("print('Python was not found; press any key to continue')", "not an answer"),
        ("import os\nwhile data := os.read(0, 9999): os.write(1, data)", "no worker of this program"),
        ("raise SystemExit('the licence has run out')", "the licence has run out"),
    ],
)
def test_a_program_that_is_no_worker_is_reported(program: str, message: str) -> None:
    listener = Listener((sys.executable, "-c", program), start_patience=0.6)
    event = failed(listener.ask(protocol.ReadDocument()))
    assert event.code == "worker-start"
    assert message in event.message
    listener.worker.close()


def test_a_new_configuration_waits_for_running_jobs(listener: Listener) -> None:
    listener.worker.submit(protocol.ReadDocument(title="sleep 0.3"))
    listener.worker.configure((*COMMAND, "--device", "cpu"))
    first = listener.until_end(1)
    second = listener.ask(protocol.ReadDocument())
    assert isinstance(first, Finished)
    assert isinstance(second, Finished)
    assert first.result.source != second.result.source, "another process answers now"


@pytest.mark.parametrize("work", ["", "wait", "native"])
def test_close_ends_everything_at_once(work: str) -> None:
    listener = Listener()
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    pid = listener.worker.pid
    assert pid is not None
    if work:
        listener.worker.submit(protocol.ReadDocument(title=work))
        time.sleep(0.2)
    started = time.monotonic()
    listener.worker.close()
    assert time.monotonic() - started < AT_ONCE
    assert not psutil.pid_exists(pid)
    if work:
        assert failed(listener.until_end(2)).code == "cancelled"


def test_every_job_ends_exactly_once_whatever_happens(listener: Listener) -> None:
    chance = random.Random(7)
    titles = ["", "", "refuse", "fault", "wait", "sleep 0.05", "document 700", "native", "crash"]
    for job in range(1, 61):
        title = chance.choice(titles if job % 6 == 0 else titles[:7])
        if chance.random() < 0.5:
            listener.worker.submit(protocol.ReadDocument(title=title))
        else:
            query = Query(qid="q", text=title)
            listener.worker.submit(protocol.MatchQueries(library="l", queries=(query,), options=MatchOptions()))
        if title in ("wait", "native") or chance.random() < 0.3:
            listener.worker.cancel(chance.randint(max(1, job - 3), job))
            listener.worker.cancel(job)
        time.sleep(chance.random() * 0.03)
    for job in range(1, 61):
        listener.until_end(job, within=30)
    time.sleep(0.2)
    while not listener.events.empty():
        listener.seen.append(listener.events.get())
    ends = [event.job for event in listener.seen if isinstance(event, Finished | Failed)]
    assert sorted(ends) == list(range(1, 61))


def test_the_window_is_shown_before_the_worker_starts(listener: Listener) -> None:
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    assert psutil.Process(listener.worker.pid).nice() > psutil.Process().nice()


def test_a_log_that_cannot_be_written_does_not_stop_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    listener = Listener(log=tmp_path / "file" / "worker.log")
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    listener.worker.close()


def test_a_killed_window_leaves_no_worker(tmp_path: Path) -> None:
    program = f"""
import sys, time
from app.worker.client import WorkerProcess
from app.worker.protocol import MatchQueries
from app.domain.options import MatchOptions, Query
worker = WorkerProcess({COMMAND!r}, lambda event: (print(worker.pid), sys.stdout.flush()))
worker.submit(MatchQueries(library="l", queries=(Query(qid="q", text="wait"),), options=MatchOptions()))
time.sleep(60)
"""
    window = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT)
    assert window.stdout
    worker = psutil.Process(int(window.stdout.readline()))
    window.kill()
    window.wait()
    window.stdout.close()
    assert not psutil.wait_procs([worker], timeout=2)[1]


def test_the_worker_ends_with_its_client() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin
    assert process.stdout
    frames = read_frames(process.stdout)  # type: ignore[arg-type]
    assembler = Assembler()
    assert isinstance(assembler.feed(next(frames)), protocol.Hello)
    writer = FrameWriter(process.stdin)  # type: ignore[arg-type]
    for frame in encode_value(protocol.ReadDocument(title="wait"), job=1):
        writer.write(frame)
    assert isinstance(assembler.feed(next(frames)), Progressed)
    process.stdin.close()
    assert process.wait(timeout=2) == 0
    process.stdout.close()


def test_python_dash_m_starts_the_worker() -> None:
    command = (sys.executable, "-m", "app.worker", *COMMAND[2:])
    request = b"".join(len(frame).to_bytes(4, "big") + frame for frame in encode_value(protocol.DescribeLibrary(library="l"), job=7))
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT)
    assert process.stdin
    assert process.stdout
    process.stdin.write(request)
    process.stdin.flush()
    frames = read_frames(process.stdout)  # type: ignore[arg-type]
    assert isinstance(Assembler().feed(next(frames)), protocol.Hello)
    answer = Assembler().feed(next(frames))
    assert isinstance(answer, Received)
    assert answer.job == 7
    process.stdin.close()
    assert process.wait(timeout=5) == 0
    process.stdout.close()


def test_the_working_folder_cannot_slip_modules_into_the_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('slipped in')")
    (tmp_path / "app.py").write_text("raise SystemExit('slipped in')")
    monkeypatch.chdir(tmp_path)
    listener = Listener()
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    listener.worker.close()
