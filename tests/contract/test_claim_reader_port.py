"""Contract of ClaimReader: the shipped parser, and a fake that knows a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.bootstrap import Session
from app.claims.reader import SyntaxClaimReader
from app.domain.progress import CancelToken
from app.domain.speech import ClaimPair, SlotKind, SpeechAct
from app.errors import Cancelled
from app.ports import ClaimReader
from tests.fakes.syntax import FakeParser

RISING = "Crime is rising."


@pytest.fixture(scope="module", params=["shipped", "fake"])
def reader(request: pytest.FixtureRequest) -> Iterator[ClaimReader]:
    if request.param == "fake":
        yield SyntaxClaimReader(FakeParser())
        return
    session = Session(device="cpu", threads=1)
    shipped = session.models.claim_reader()
    assert shipped is not None
    yield shipped
    session.close()


PAIRS = [
    ("Crime is rising.", RISING, SpeechAct.ASSERT),
    ("Everybody knows that crime is rising.", RISING, SpeechAct.ASSERT),
    ("Crime isn't rising.", RISING, SpeechAct.DENY),
    ("I don't believe that crime is rising.", RISING, SpeechAct.DENY),
    ("The claim that crime is rising is false.", RISING, SpeechAct.DENY),
    ("According to the radio, crime is rising.", RISING, SpeechAct.QUOTE),
    ("Did crime rise last year?", "Crime rose last year.", SpeechAct.ASK),
    ("The harbour might close.", "The harbour has closed.", SpeechAct.PROMISE),
]


@pytest.mark.parametrize(("sentence", "claim", "act"), PAIRS)
def test_it_gives_the_speech_act(reader: ClaimReader, sentence: str, claim: str, act: SpeechAct) -> None:
    assert reader.read([ClaimPair(sentence, claim)], cancel=CancelToken())[0].act is act


def test_each_reading_depends_on_its_pair_only(reader: ClaimReader) -> None:
    pairs = [ClaimPair(sentence, claim) for sentence, claim, _ in PAIRS]
    together = reader.read(pairs, cancel=CancelToken())
    assert together == [reader.read([pair], cancel=CancelToken())[0] for pair in pairs]
    assert reader.read(pairs[::-1], cancel=CancelToken()) == together[::-1]


def test_differences_name_both_sides(reader: ClaimReader) -> None:
    (reading,) = reader.read([ClaimPair("Canada has banned plastic straws.", "France has banned plastic straws.")], cancel=CancelToken())
    assert [(difference.kind, difference.said, difference.checked) for difference in reading.differs] == [
        (SlotKind.WHERE, "Canada", "France")
    ]


def test_a_sentence_does_not_differ_from_itself(reader: ClaimReader) -> None:
    pairs = [ClaimPair(sentence, sentence) for sentence, _, _ in PAIRS]
    assert all(reading.differs == () for reading in reader.read(pairs, cancel=CancelToken()))


def test_no_pairs_give_no_readings(reader: ClaimReader) -> None:
    assert reader.read([], cancel=CancelToken()) == [] and reader.acts([], cancel=CancelToken()) == []


def test_acts_are_of_whole_sentences(reader: ClaimReader) -> None:
    sentences = [RISING, "Did crime rise last year?", "We want to open the harbour."]
    assert reader.acts(sentences, cancel=CancelToken()) == [SpeechAct.ASSERT, SpeechAct.ASK, SpeechAct.PROMISE]


def test_it_is_named_and_can_be_stopped(reader: ClaimReader) -> None:
    assert reader.key
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        reader.read([ClaimPair(RISING, RISING)], cancel=cancel)
