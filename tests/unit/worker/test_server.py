"""The worker's server in this process, over real pipes: lanes, cancel, errors, throttled progress."""

from __future__ import annotations

import logging
import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from app.domain.options import MatchOptions
from app.domain.progress import ProgressUpdate
from app.domain.ranked import RankedDocument
from app.domain.reviewed import Reviewed
from app.errors import Cancelled
from app.framing import FrameWriter, read_frames
from app.paths import models_dir, program_root
from app.settings import default_settings
from app.worker import launch, launching, protocol
from app.worker.context import INTERVAL, JobContext
from app.worker.handlers import real_handlers
from app.worker.launching import WorkerOptions, environment, options_of, own_command, worker_commands
from app.worker.routing import Handler
from app.worker.server import serve
from app.worker.transfer import Assembler, Received, encode_message, encode_value
from tests.fakes import worker_handlers as fakes


class Served:
    """A server on threads of this process."""

    def __init__(self, handlers: Mapping[type[protocol.AnyRequest], Handler]) -> None:
        request_out, request_in = os.pipe()
        answer_out, answer_in = os.pipe()
        self.ended = threading.Event()
        self._source = os.fdopen(request_out, "rb")
        self._sink = os.fdopen(answer_in, "wb")
        self._requests = os.fdopen(request_in, "wb")
        self._answers = os.fdopen(answer_out, "rb")
        self._thread = threading.Thread(target=self._serve, args=(handlers,))
        self._thread.start()
        self._writer = FrameWriter(self._requests)
        self._messages = self._read()

    def _serve(self, handlers: Mapping[type[protocol.AnyRequest], Handler]) -> None:
        serve(handlers, source=self._source, sink=self._sink, on_end=self.ended.set)

    def _read(self) -> Iterator[Any]:
        assembler = Assembler()
        for frame in read_frames(self._answers):
            if (message := assembler.feed(frame)) is not None:
                yield message

    def ask(self, request: protocol.AnyRequest, job: int) -> None:
        for frame in encode_value(request, job=job):
            self._writer.write(frame)

    def raw(self, frame: bytes) -> None:
        self._writer.write(frame)

    def next(self) -> Any:
        return next(self._messages)

    def close(self) -> None:
        self._requests.close()
        self._thread.join(timeout=5)
        for thread in threading.enumerate():
            if thread.name in ("worker-requests", "worker-lookup", "worker-files"):
                thread.join(timeout=5)
        for stream in (self._source, self._sink, self._answers):
            stream.close()


@pytest.fixture
def served() -> Iterator[Served]:
    server = Served(fakes.handlers())  # type: ignore[arg-type]
    assert isinstance(server.next(), protocol.Hello)
    yield server
    server.close()
    assert server.ended.is_set()


def test_a_job_is_answered_under_its_number(served: Served) -> None:
    served.ask(protocol.SearchLibrary(library="l", text="salt"), job=41)
    answer = served.next()
    assert isinstance(answer, Received)
    assert (answer.job, answer.value.items[0].claim, answer.partial) == (41, "salt", False)


def test_a_request_that_cannot_be_read_fails_by_its_number_and_the_next_one_works(served: Served) -> None:
    served.raw(b'{"type":"Opening","job":5,"kind":"Burglary","value":{}}')
    failed = served.next()
    assert (failed.job, failed.code) == (5, "worker-protocol")
    served.ask(protocol.ReadDocument(), job=6)
    assert served.next().job == 6


def test_cancelling_an_unknown_job_is_ignored(served: Served) -> None:
    served.raw(encode_message(protocol.Cancel(job=99)))
    served.ask(protocol.ReadDocument(), job=1)
    assert served.next().job == 1


def test_warnings_of_the_program_reach_the_client_and_end_with_the_server() -> None:
    def warn(request: protocol.AnyRequest, context: JobContext) -> protocol.Written:
        logging.getLogger("app.store").warning("the index is %s", "old")
        return protocol.Written(path="")

    before = list(logging.getLogger("app").handlers)
    served = Served({protocol.WriteReport: warn})
    served.next()
    served.ask(protocol.WriteReport(reviewed=Reviewed(ranked=fakes.ranked(fakes.document(1))), path="x"), job=1)
    assert served.next() == protocol.Log(level="warning", message="the index is old")
    served.close()
    assert logging.getLogger("app").handlers == before


def context_with_clock() -> tuple[JobContext, list[ProgressUpdate], Callable[[float], None]]:
    updates: list[ProgressUpdate] = []
    rankings: list[RankedDocument] = []
    now = [100.0]

    def advance(seconds: float) -> None:
        now[0] += seconds

    return JobContext(tell=updates.append, show=rankings.append, clock=lambda: now[0]), updates, advance


def test_progress_is_sent_at_most_twenty_times_a_second() -> None:
    context, updates, advance = context_with_clock()
    for count in range(1, 1001):
        context.progress(ProgressUpdate("Encoding", count, 1000))
        advance(0.001)
    assert len(updates) <= 1 / INTERVAL + 2
    assert updates[0].done == 1
    assert updates[-1].done == 1000


def test_a_new_activity_is_reported_at_once() -> None:
    context, updates, _ = context_with_clock()
    context.progress(ProgressUpdate("Encoding", 1, 9))
    context.progress(ProgressUpdate("Searching", 1, 9))
    assert [update.activity for update in updates] == ["Encoding", "Searching"]


def test_no_partial_result_is_shown_after_cancelling() -> None:
    context, _, _ = context_with_clock()
    context.cancel.cancel()
    with pytest.raises(Cancelled):
        context.partial(fakes.ranked(fakes.document(1)))


def test_the_real_handlers_answer_every_request_without_loading_anything_heavy() -> None:
    assert set(real_handlers()) == set(protocol.REQUESTS.values())


def test_pages_are_drawn_while_a_ranking_runs(tmp_path: Path) -> None:
    ranking, go_on = threading.Event(), threading.Event()

    def rank(request: protocol.RankDocument, context: JobContext) -> RankedDocument:
        ranking.set()
        assert go_on.wait(10)
        return fakes.ranked(request.document)

    pdf_file = pymupdf.open()
    pdf_file.new_page(width=100, height=50).insert_text((10, 20), "Taxes fell.")
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_file.tobytes())
    server = Served({**real_handlers(), protocol.RankDocument: rank})
    assert isinstance(server.next(), protocol.Hello)
    server.ask(protocol.RankDocument(library="", document=fakes.document(1), options=MatchOptions()), job=1)
    assert ranking.wait(10)
    server.ask(protocol.RenderPage(path=str(path), page=1, scale=2.0), job=2)
    server.ask(protocol.FindBoxes(path=str(path), text="Taxes fell.", spans=((0, 5),)), job=3)
    picture, boxes = server.next(), server.next()
    assert (picture.job, picture.value.width, picture.value.height) == (2, 200, 100) and len(
        zlib.decompress(picture.value.pixels)
    ) == 80_000
    assert boxes.job == 3 and boxes.value.sizes == ((100, 50),) and boxes.value.boxes[0][0].left == pytest.approx(10, abs=0.5)
    path.unlink()
    server.ask(protocol.RenderPage(path=str(path), page=1, scale=2.0), job=4)
    gone = server.next()
    assert (gone.job, gone.code) == (4, "document-not-found")
    go_on.set()
    assert server.next().job == 1
    server.close()


def test_the_own_python_starts_the_worker_by_its_launcher() -> None:
    command = own_command(WorkerOptions(device="cpu", threads=3, language="es"))
    running = ("--device", "cpu", "--threads", "3", "--models", str(models_dir()), "--language", "es")
    assert command == (sys.executable, launch.__file__, *running)


def test_the_settings_choose_python_device_and_threads() -> None:
    settings = default_settings().with_value("device", "cpu").with_value("threads", 2)
    assert options_of(settings) == WorkerOptions(python="", device="cpu", threads=2)


def test_another_python_is_tried_first_and_the_own_one_is_the_fallback() -> None:
    command, fallback = worker_commands(WorkerOptions(python="/opt/cuda/bin/python"))
    assert command[:2] == ("/opt/cuda/bin/python", launch.__file__)
    assert fallback == own_command(WorkerOptions(python="/opt/cuda/bin/python"))


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command(WorkerOptions())[:2] == (sys.executable, "--worker")
    command, _ = worker_commands(WorkerOptions(python="python3"))
    assert Path(command[1]) == program_root() / "app" / "worker" / "launch.py"
    assert program_root().name == "source" and models_dir().parent == program_root()
    assert launching.own_command(WorkerOptions(python="python3"))[0] == sys.executable


def test_another_python_gets_the_systems_libraries_back_from_a_frozen_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/priorcheck")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/usr/local/cuda/lib")
    assert environment(("python3",))["LD_LIBRARY_PATH"] == "/opt/priorcheck"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert environment((sys.executable, "--worker"))["LD_LIBRARY_PATH"] == "/opt/priorcheck"
    assert environment(("python3",))["LD_LIBRARY_PATH"] == "/usr/local/cuda/lib"
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG")
    assert "LD_LIBRARY_PATH" not in environment(("python3",))


@pytest.mark.parametrize("name", launch.NEEDED)
def test_the_launcher_requires_the_packages_that_the_program_uses(name: str) -> None:
    project = (Path(__file__).resolve().parents[3] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'"{name.replace("_", "-")}' in project or f'"{name}' in project
