"""A document crosses the pipe to the worker once, whatever is requested; a worker that lost it is sent it again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from app.domain.document import Document
from app.domain.options import MatchOptions
from app.domain.ranked import RankedDocument
from app.domain.reviewed import Reviewed
from app.worker import protocol
from app.worker.documents import DocumentCache
from app.worker.protocol import Finished, Partial
from app.worker.transfer import content_hash, encode_value
from tests.fakes import pipe_tap
from tests.fakes import worker_handlers as fakes
from tests.integration.test_worker_process import COMMAND, Listener, failed, fakes_importable, nothing_left

__all__ = ["fakes_importable", "nothing_left"]
STEPS = MatchOptions(top=2)
MARK = b"In year 1917 "
"""One sentence's words: twice in a document on the wire, in its text and in its sentence."""


class Tapped(Listener):
    """A client whose pipe is recorded."""

    def __init__(self, folder: Path) -> None:
        super().__init__((sys.executable, pipe_tap.__file__, str(folder), *COMMAND))
        self._folder = folder

    def passed(self, direction: str) -> bytes:
        return (self._folder / direction).read_bytes()


@pytest.fixture
def tapped(tmp_path: Path) -> Iterator[Tapped]:
    tapped_worker = Tapped(tmp_path)
    yield tapped_worker
    tapped_worker.worker.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.worker.close()


def read_document(listener: Listener, title: str) -> Document:
    event = listener.ask(protocol.ReadDocument(title=title))
    assert isinstance(event, Finished)
    assert isinstance(event.result, Document)
    return event.result


def rank(listener: Listener, document: Document) -> RankedDocument:
    job = listener.worker.submit(protocol.RankDocument(library="l", document=document, options=STEPS))
    event = listener.until_end(job, within=90)
    assert isinstance(event, Finished), event
    assert isinstance(event.result, RankedDocument)
    return event.result


def test_a_ranking_of_5000_sentences_sends_its_document_once_and_each_row_when_it_changes(tapped: Tapped) -> None:
    document = read_document(tapped, "document 5000 in steps")
    reading = len(tapped.passed("answers"))
    ranked = rank(tapped, document)
    partials = [event.result for event in tapped.seen if isinstance(event, Partial)]
    assert len(partials) == 17
    assert tapped.passed("requests").count(MARK) == 0
    assert tapped.passed("answers").count(MARK) == 2
    assert len(tapped.passed("requests")) < 2_000
    full_size = sum(map(len, encode_value(ranked, job=1, digest_of=lambda _: "known")))
    assert len(tapped.passed("answers")) - reading < 1.4 * full_size
    assert [entry.rank for entry in ranked.sentences] == list(range(1, 5001))
    assert [entry.sentence.index for entry in ranked.sentences] == list(range(5000))[::-1]
    assert all(entry.sentence is document.sentences[entry.sentence.index] for entry in ranked.sentences)
    assert [sum(bool(entry.matches) for entry in partial.sentences) for partial in partials] == list(range(0, 5000, 300))


def test_a_document_made_in_the_window_is_sent_with_the_first_request_that_needs_it(tapped: Tapped) -> None:
    document = replace(fakes.document(50), title="Edited by hand")
    ranked = rank(tapped, document)
    assert rank(tapped, document) == ranked
    written = tapped.ask(protocol.WriteReport(reviewed=Reviewed(ranked=ranked), path="r.html"))
    assert isinstance(written, Finished) and written.result.path == "r.html:50:50"
    assert tapped.passed("requests").count(MARK) == 2
    assert tapped.passed("answers").count(MARK) == 0


def test_a_restarted_worker_is_sent_the_document_again(listener: Listener) -> None:
    document = read_document(listener, "document 400")
    ranked = rank(listener, document)
    assert listener.worker.pid is not None
    psutil.Process(listener.worker.pid).kill()
    listener.until_gone()
    assert rank(listener, document) == ranked


def test_a_crash_in_the_midst_of_other_work_costs_no_document(listener: Listener) -> None:
    document = read_document(listener, "document 400")
    assert failed(listener.ask(protocol.ReadDocument(title="crash"))).code == "worker-crashed"
    assert rank(listener, document).document == document


def test_a_document_that_the_worker_has_dropped_is_sent_again_once(listener: Listener) -> None:
    document = fakes.document(30)
    assert isinstance(listener.ask(protocol.ReadDocument()), Finished)
    assert listener.worker._child is not None
    listener.worker._child._known.add(content_hash(document))  # as the client thinks when the worker has dropped it
    assert rank(listener, document).document == document


def test_a_cancelled_job_sends_no_document_again(tapped: Tapped) -> None:
    document = replace(fakes.document(30), title="Edited by hand")
    assert isinstance(tapped.ask(protocol.ReadDocument()), Finished)
    assert tapped.worker._child is not None
    tapped.worker._child._known.add(content_hash(document))  # as the client thinks when the worker has dropped it
    job = tapped.worker.submit(protocol.RankDocument(library="l", document=document, options=STEPS))
    tapped.worker.cancel(job)
    assert failed(tapped.until_end(job)).code == "cancelled"
    assert tapped.passed("requests").count(MARK) == 0
    assert rank(tapped, document).document == document


def test_the_worker_drops_the_least_recently_used_document_and_keeps_the_newest() -> None:
    documents = {name: Document(title=name, text="x" * 40, sentences=()) for name in "abc"}
    cache = DocumentCache(limit=100)
    for name in "ab":
        cache.add(name, documents[name])
    assert cache.get("a") is documents["a"]
    cache.add("c", documents["c"])
    assert [cache.get(name) is documents[name] for name in "abc"] == [True, False, True]
    large = Document(title="large", text="x" * 1000, sentences=())
    cache.add("large", large)
    assert cache.get("large") is large
    assert cache.get("c") is None
