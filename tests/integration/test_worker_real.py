"""The worker process with the real handlers and models: from an import to a report, as the window does it."""

from __future__ import annotations

import json
import queue
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from app.domain.document import Document
from app.domain.importing import ImportReport, LibraryStatistics
from app.domain.options import ImportOptions, MatchOptions, Query
from app.domain.ranked import Outcome, RankedDocument
from app.domain.reviewed import Reviewed
from app.worker import protocol
from app.worker.client import WorkerProcess
from app.worker.protocol import Event, Failed, Finished

CLAIMS = (
    "The town of Ostrel has more lighthouses than inhabitants.",
    "Drinking beetroot juice turns the iris of the eye red.",
    "The Varda dam produced half of the country's electricity in 1987.",
)
SAID = (
    "Good evening to all of you. They say that beetroot juice makes your eyes turn red. "
    "I met a baker on the way here. The Varda dam gave us half of our electricity in 1987. Thank you."
)
Ask = Callable[[protocol.AnyRequest], Event]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("worker-home")


@pytest.fixture
def ask(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    monkeypatch.setenv("PRIORCHECK_HOME", str(home))
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    worker = WorkerProcess(None, events.put)

    def ask(request: protocol.AnyRequest) -> Event:
        job = worker.submit(request)
        while not isinstance(event := events.get(timeout=60), Finished | Failed):
            pass
        assert event.job == job
        return event

    yield ask
    worker.close()


def result_of(event: Event) -> object:
    assert isinstance(event, Finished), event
    return event.result


def test_the_main_job_through_the_worker(ask: Ask, home: Path, tmp_path: Path) -> None:
    library, source, talk = str(home / "library"), tmp_path / "checks.jsonl", tmp_path / "talk.txt"
    rows = [
        {"id": f"c{number}", "claim": claim, "title": claim, "body": f"{claim} We looked. It is not so.", "rating": "False",
         "publisher": "Test desk", "published": "2019-05-04", "url": "https://example.org/"}
        for number, claim in enumerate(CLAIMS)
    ]  # fmt: skip
    source.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    talk.write_text(SAID, encoding="utf-8")

    empty = result_of(ask(protocol.WarmUp(library=library)))
    assert isinstance(empty, protocol.Ready)
    assert empty.factchecks == 0
    report = result_of(ask(protocol.ImportFactChecks(library=library, paths=(str(source),), options=ImportOptions())))
    assert isinstance(report, ImportReport)
    assert report.counts.added == 3
    warm = result_of(ask(protocol.WarmUp(library=library)))
    assert isinstance(warm, protocol.Ready)
    assert (warm.factchecks, warm.generation) == (3, report.generation)
    statistics = result_of(ask(protocol.DescribeLibrary(library=library)))
    assert isinstance(statistics, LibraryStatistics)
    assert statistics.factchecks == 3

    document = result_of(ask(protocol.ReadDocument(path=str(talk))))
    assert isinstance(document, Document)
    assert len(document.sentences) == 5
    ranked = result_of(ask(protocol.RankDocument(library=library, document=document, options=MatchOptions(top=2))))
    assert isinstance(ranked, RankedDocument)
    assert {entry.matches[0].factcheck.id for entry in ranked.sentences[:2]} == {"c1", "c2"}
    assert ranked.document == document
    assert ranked.final

    matched = result_of(ask(protocol.MatchQueries(library=library, queries=(Query(qid="q", text=CLAIMS[0]),), options=MatchOptions(top=1))))
    assert isinstance(matched, protocol.MatchResult)
    assert matched.results[0].matches[0].factcheck.id == "c0"
    assert matched.results[0].outcome is not Outcome.NONE
    passages = result_of(ask(protocol.FindPassages(library=library, sentence=SAID, factcheck="c1", limit=1)))
    assert isinstance(passages, protocol.Passages)
    assert passages.factcheck.body[passages.passages[0].start : passages.passages[0].end] == passages.passages[0].text
    search = result_of(ask(protocol.SearchLibrary(library=library, text="beetroot")))
    assert isinstance(search, protocol.FactCheckHits)
    assert [item.id for item in search.items] == ["c1"]
    written = result_of(ask(protocol.WriteReport(reviewed=Reviewed(ranked=ranked), path=str(tmp_path / "r.html"))))
    assert isinstance(written, protocol.Written)
    assert "Varda" in Path(written.path).read_text(encoding="utf-8")


def test_faults_of_the_world_keep_their_codes_across_the_process(ask: Ask, tmp_path: Path) -> None:
    missing = ask(protocol.ReadDocument(path=str(tmp_path / "gone.txt")))
    assert isinstance(missing, Failed)
    assert missing.exit_code == 2
    assert missing.hint
    nowhere = ask(protocol.SearchLibrary(library=str(tmp_path / "none")))
    assert isinstance(nowhere, Failed)
    assert nowhere.code == "library-not-found"


@pytest.mark.skipif(sys.platform == "darwin", reason="its system does not tell what a process has loaded")
def test_the_worker_greets_and_reads_before_anything_heavy_is_loaded(ask: Ask) -> None:
    assert isinstance(ask(protocol.ReadDocument(text="Salt is blue.", title="note")), Finished)
    loaded = {part for child in psutil.Process().children() for memory_map in child.memory_maps() for part in Path(memory_map.path).parts}
    assert "msgspec" in loaded and not loaded & {"openvino", "torch", "sklearn", "pymupdf", "PySide6"}
