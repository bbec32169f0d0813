"""Transfer of values: lossless, in small frames, with interleaved jobs."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.assisted import Addition, Dropped, DropReason, SettlingLine, StandAlone, Translated, Use
from app.domain.document import Document, Sentence
from app.domain.importing import ChangeCounts, ImportReport, RefusedRow
from app.domain.options import MatchOptions, Query
from app.domain.pages import Box, PageBoxes
from app.domain.reviewed import Included, ReportChoice, Reviewed
from app.errors import Cancelled, InputError, WorkerError
from app.framing import LIMIT, FrameWriter, read_frames
from app.worker import protocol
from app.worker.transfer import Assembler, Received, encode_message, encode_value, job_of
from tests.fakes import worker_handlers as fakes
from tests.fakes.assist_handlers import RECORD
from tests.fakes.narrative_handlers import ACT, EARLIER, story_map
from tests.fakes.reviewed import reviewed_debate
from tests.fakes.verifications import finished


def received(frames: Iterable[bytes]) -> list[Received]:
    assembler = Assembler()
    return [message for frame in frames if isinstance(message := assembler.feed(frame), Received)]


def answers_of_the_language_model() -> list[Any]:
    match = fakes.ranked(fakes.document(1)).sentences[0].matches[0]
    claim = StandAlone(text="The salt is blue.", additions=(Addition("salt", "About salt."),))
    record = replace(RECORD, spent=RECORD.spent.without(Dropped("No.", DropReason.STRAY, "Ostrava")))
    return [
        protocol.NoteMatch(sentence="s", match=match, target="es"),
        protocol.MatchNoted(translated=Translated(original="a", text="b", source="en", target="es"), record=record),
        protocol.MatchNoted(lines=(SettlingLine(text="a", quote="b", source="fact-check"),), record=record),
        protocol.SuggestForClaim(library="l", verification=finished(), use=Use.JUSTIFICATION),
        protocol.ClaimSuggested(claim=claim, justification="It is [1].", record=record),
        protocol.TitleSuggested(title="Salt", record=record),
    ]


def values() -> list[Any]:
    document = fakes.document(1001)
    refused = tuple(RefusedRow(source="a.csv", row=str(number), reason="It has no claim.") for number in range(900))
    return [
        document,
        replace(document, sentences=()),
        fakes.ranked(document, top=1),
        protocol.MatchResult(queries=(Query(qid="1", text="a"),), results=fakes.ranked(fakes.document(51), top=0).sentences),
        ImportReport(counts=ChangeCounts(added=3), refused=refused),
        protocol.RankDocument(library="l", document=document, options=MatchOptions(top=3)),
        protocol.WriteReport(reviewed=Reviewed(ranked=fakes.ranked(document, top=0)), path="x.docx"),
        protocol.WriteReport(reviewed=reviewed_debate(), path="x.pdf", choice=ReportChoice(included=Included.SHOWN, indexes=(2,))),
        protocol.CopyClaims(ranked=fakes.ranked(document, top=0)),
        protocol.ClaimTable(text="a\tb", html="<table></table>"),
        protocol.WriteClaims(ranked=fakes.ranked(document, top=0), path="x.csv"),
        protocol.SearchLibrary(library="l", text="t"),
        protocol.FactCheckHits(items=(), total=0, passages={}, same_as={"a": ("b",)}),
        story_map(1001),
        replace(story_map(0), found=False),
        protocol.NarrativesChanged(changed=story_map(60).narratives, act=ACT, undo="a"),
        protocol.EarlierFound(earlier={"a": EARLIER}),
        *answers_of_the_language_model(),
        protocol.FindBoxes(path="a.pdf", text="One. Two.", spans=((0, 4), (5, 9))),
        PageBoxes(sizes=((595.0, 842.0),), boxes=((Box(1, 72.0, 80.5, 144.0, 92.25),), ())),
        protocol.PagePicture(page=3, width=2, height=1, pixels=bytes(range(256))),
    ]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_a_value_comes_out_as_it_went_in(value: object) -> None:
    frames = list(encode_value(value, job=1, partial=True))
    assert received(frames) == [Received(1, value, True)]


def test_no_frame_of_a_large_ranking_is_large() -> None:
    document = fakes.document(2000)
    frames = list(encode_value(fakes.ranked(document), job=1))
    assert len(frames) > 50
    assert max(map(len, frames)) < 300_000


def test_every_request_and_result_can_be_transferred() -> None:
    assert set(protocol.REQUESTS.values()) == set(protocol.Request.__subclasses__())


def test_jobs_may_alternate_frame_by_frame() -> None:
    first, second = fakes.document(900), fakes.document(1300)
    first_frames, second_frames = list(encode_value(first, job=1)), list(encode_value(second, job=2))
    mixed = [frame for pair in zip(first_frames, second_frames, strict=False) for frame in pair] + second_frames[len(first_frames) :]
    assert [(message.job, message.value) for message in received(mixed)] == [(1, first), (2, second)]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=20), max_size=30), st.integers(1, 9))
def test_any_text_travels_with_its_offsets(texts: list[str], job: int) -> None:
    full_text, sentences = "", []
    for index, text in enumerate(texts):
        sentences.append(Sentence(index=index, text=text, start=len(full_text), end=len(full_text) + len(text)))
        full_text += text
    document = Document(title="t", text=full_text, sentences=tuple(sentences))
    assert received(encode_value(document, job=job)) == [Received(job, document, False)]


def test_a_lone_surrogate_becomes_a_question_mark_and_moves_nothing() -> None:
    text = "bad \ud83d text"
    document = Document(title="t", text=text, sentences=(Sentence(index=0, text=text, start=0, end=len(text)),))
    [message] = received(encode_value(document, job=1))
    assert message.value.text == message.value.sentences[0].text == "bad ? text"


@pytest.mark.parametrize("event", [
    protocol.Hello(version="1", python="3.11"),
    protocol.Progressed(job=1, activity="Reading", done=2**40, total=2**41),
    protocol.failure(3, InputError("code", "What happened.", hint="What to do.")),
    protocol.Log(level="warning", message="Mind the gap"),
])  # fmt: skip
def test_short_events_are_one_frame(event: Any) -> None:
    assert Assembler().feed(encode_message(event)) == event


def test_a_failure_carries_every_part_of_the_error() -> None:
    event = protocol.failure(5, Cancelled())
    assert (event.job, event.code, event.message, event.exit_code) == (5, "cancelled", "Cancelled.", 2)


def test_frames_of_a_failed_job_are_discarded() -> None:
    frames = list(encode_value(fakes.document(500), job=1))
    assembler = Assembler()
    assembler.feed(frames[0])
    assembler.feed(encode_message(protocol.failure(1, Cancelled())))
    with pytest.raises(WorkerError, match="a chunk without a beginning"):
        assembler.feed(frames[1])


@pytest.mark.parametrize("frame", [
    b"", b"{}", b"not json", b"[" * 5000, b'{"type":"Opening","job":1,"kind":"Burglary","value":{}}',
    b'{"type":"Opening","job":1,"kind":"Document","value":{"title":3}}',
    b'{"type":"Sentences","job":1,"stream":7,"items":[]}',
])  # fmt: skip
def test_values_outside_the_protocol_are_refused(frame: bytes) -> None:
    with pytest.raises(WorkerError) as refused:
        Assembler().feed(frame)
    assert refused.value.code == "worker-protocol"


def test_the_job_of_an_unreadable_frame_is_found_if_named() -> None:
    assert job_of(msgspec.json.encode({"type": "Opening", "job": 12, "kind": "?"})) == 12
    assert job_of(b"{}") == job_of(b"nonsense") == 0


@given(st.lists(st.binary(max_size=40), max_size=6))
def test_frames_come_out_as_they_went_in(payloads: list[bytes]) -> None:
    stream = io.BytesIO()
    writer = FrameWriter(stream)
    for payload in payloads:
        writer.write(payload)
    assert list(read_frames(io.BytesIO(stream.getvalue()))) == payloads


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"\x00\x00", "in the middle"), (b"\x00\x00\x00\x05abc", "in the middle"), (b"Warning: no GPU", "not an answer")],
)
def test_broken_streams_are_errors(data: bytes, words: str) -> None:
    with pytest.raises(WorkerError, match=words):
        list(read_frames(io.BytesIO(data)))


def test_text_is_never_read_as_a_frame_length() -> None:
    assert int.from_bytes(b"    ", "big") > LIMIT
