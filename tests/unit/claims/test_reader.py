"""Speech act and differences of a sentence and a checked claim, read from their syntax with a fake parser."""

from __future__ import annotations

import pytest

from app.claims.reader import SyntaxClaimReader
from app.domain.progress import CancelToken
from app.domain.speech import ClaimPair, ClaimReading, SlotKind, SpeechAct
from app.errors import Cancelled
from tests.fakes.syntax import FakeParser, parsed

RISING = "Crime is rising."
READER = SyntaxClaimReader(FakeParser())


def read(sentence: str, claim: str) -> ClaimReading:
    return READER.read([ClaimPair(sentence, claim)], cancel=CancelToken())[0]


@pytest.mark.parametrize(
    ("sentence", "claim", "act"),
    [
        ("Crime is rising.", RISING, SpeechAct.ASSERT),
        ("Everybody knows that crime is rising.", RISING, SpeechAct.ASSERT),
        ("I think crime is rising in this country.", RISING, SpeechAct.ASSERT),
        ("The fact is that crime is rising.", RISING, SpeechAct.ASSERT),
        ("Studies show that masks work.", "Masks work.", SpeechAct.ASSERT),
        ("It is sad that the harbour has closed.", "The harbour has closed.", SpeechAct.ASSERT),
        ("Look, folks, unemployment is at its lowest since 1969.", "Unemployment is at its lowest level since 1969.", SpeechAct.ASSERT),
        ("No fewer than three million people voted.", "At least three million people voted.", SpeechAct.ASSERT),
        ("It is not true that our taxes are the highest in the world.", "Our taxes are the highest in the world.", SpeechAct.DENY),
        ("It is a lie that the singer died from the vaccine.", "The singer died from the vaccine.", SpeechAct.DENY),
        ("I don't believe that crime is rising.", RISING, SpeechAct.DENY),
        ("Crime isn't rising.", RISING, SpeechAct.DENY),
        ("Nobody was killed in the attack.", "Four people were killed in the attack.", SpeechAct.DENY),
        ("The claim that crime is rising is false.", RISING, SpeechAct.DENY),
        ("My opponent claims that the mayor was born in Kenya.", "The mayor was born in Kenya.", SpeechAct.QUOTE),
        ("According to the radio, crime is rising.", RISING, SpeechAct.QUOTE),
        ('"Crime is rising," she said.', RISING, SpeechAct.QUOTE),
        ("Did crime rise last year?", "Crime rose last year.", SpeechAct.ASK),
        ("We will cut taxes for the middle class.", "Taxes were cut for the middle class.", SpeechAct.PROMISE),
        ("If crime is rising, we need more police.", RISING, SpeechAct.PROMISE),
        ("It is possible that the harbour has closed.", "The harbour has closed.", SpeechAct.PROMISE),
        ("The harbour might close.", "The harbour has closed.", SpeechAct.PROMISE),
    ],
)
def test_speech_acts_towards_the_claim(sentence: str, claim: str, act: SpeechAct) -> None:
    assert read(sentence, claim).act is act
    if sentence.endswith("."):
        assert read(sentence[:-1], claim).act is act


@pytest.mark.parametrize(
    "sentence",
    ["They say crime is rising, but that is simply not true.", "The paper falsely reported that the machines deleted two million votes."],
)
def test_statements_of_others_are_not_the_speakers(sentence: str) -> None:
    claim = RISING if "crime" in sentence else "The machines deleted two million votes."
    assert read(sentence, claim).act in (SpeechAct.QUOTE, SpeechAct.DENY)


def test_a_reported_statement_is_asserted_by_its_reporter() -> None:
    sentence = "The minister said that women should stay at home."
    assert read(sentence, sentence).act is SpeechAct.ASSERT
    assert read(sentence, "Women should stay at home.").act is SpeechAct.QUOTE


@pytest.mark.parametrize(
    ("sentence", "claim", "kind", "quoted"),
    [
        ("Canada has banned plastic straws.", "France has banned plastic straws.", SlotKind.WHERE, "Canada"),
        ("75,000 jobs were lost.", "One million jobs were lost.", SlotKind.HOW_MUCH, "75,000"),
        ("More people died in 2019 than in 2020.", "More people died in 2017 than in 2018.", SlotKind.WHEN, "2019, 2020"),
        ("Julia Mather signed the contract.", "Jamie Mather signed the contract.", SlotKind.WHO, "Julia Mather"),
        ("Somalia took Kenya to court.", "Kenya took Somalia to court.", SlotKind.WHO, "Somalia → Kenya"),
        (
            "We have one of the highest tax rates in the world.",
            "We have the highest tax rate in the world.",
            SlotKind.COMPARED,
            "one of the highest",
        ),
    ],
)
def test_differences_between_sentence_and_claim(sentence: str, claim: str, kind: SlotKind, quoted: str) -> None:
    (difference,) = read(sentence, claim).differs
    assert (difference.kind, difference.said) == (kind, quoted)


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Crime is rising.", "Crime is rising."),
        ("We created more than 300,000 jobs because we cut taxes.", "The state added 310,000 jobs."),
        ("No fewer than three million people voted.", "At least three million people voted."),
        ("Indian soldiers attacked Chinese troops.", "Chinese soldiers were attacked by Indian troops."),
        ("Look, folks, unemployment is at its lowest since 1969.", "Unemployment is at its lowest level since 1969."),
    ],
)
def test_paraphrases_have_no_differences(sentence: str, claim: str) -> None:
    assert read(sentence, claim).differs == () == read(claim, sentence).differs


@pytest.mark.parametrize(
    ("sentence", "act"),
    [
        ("Crime is rising.", SpeechAct.ASSERT),
        ("Did crime rise last year?", SpeechAct.ASK),
        ("Open the harbour now.", SpeechAct.PROMISE),
        ("We want to open the harbour.", SpeechAct.PROMISE),
        ('"Crime is rising," she said.', SpeechAct.QUOTE),
        ("It is a lie that the singer died from the vaccine.", SpeechAct.DENY),
    ],
)
def test_speech_acts_of_the_sentence(sentence: str, act: SpeechAct) -> None:
    assert READER.acts([sentence], cancel=CancelToken()) == [act]


def test_a_cancel_ends_the_reading() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        READER.read([ClaimPair(RISING, RISING)], cancel=cancel)


def test_entities_are_whole_phrases() -> None:
    assert [(entity.kind, entity.text) for entity in parsed("We created more than 300,000 jobs because we cut taxes.").entities] == [
        ("CARDINAL", "more than 300,000")
    ]
