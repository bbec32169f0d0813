"""What every ClaimReader does: with the shipped parser, and with one that knows a few sentences."""

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
    found = session.models.claim_reader()
    assert found is not None
    yield found
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
def test_it_says_what_the_speaker_does_with_the_claim(reader: ClaimReader, sentence: str, claim: str, act: SpeechAct) -> None:
    assert reader.read([ClaimPair(sentence, claim)], cancel=CancelToken())[0].act is act


def test_each_answer_is_of_its_own_pair_alone(reader: ClaimReader) -> None:
    pairs = [ClaimPair(sentence, claim) for sentence, claim, _ in PAIRS]
    together = reader.read(pairs, cancel=CancelToken())
    assert together == [reader.read([pair], cancel=CancelToken())[0] for pair in pairs]
    assert reader.read(pairs[::-1], cancel=CancelToken()) == together[::-1]


def test_what_differs_names_both_sides(reader: ClaimReader) -> None:
    (found,) = reader.read([ClaimPair("Canada has banned plastic straws.", "France has banned plastic straws.")], cancel=CancelToken())
    assert [(one.kind, one.said, one.checked) for one in found.differs] == [(SlotKind.WHERE, "Canada", "France")]


def test_a_sentence_does_not_differ_from_itself(reader: ClaimReader) -> None:
    pairs = [ClaimPair(sentence, sentence) for sentence, _, _ in PAIRS]
    assert all(one.differs == () for one in reader.read(pairs, cancel=CancelToken()))


def test_nothing_asked_is_nothing_said(reader: ClaimReader) -> None:
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
