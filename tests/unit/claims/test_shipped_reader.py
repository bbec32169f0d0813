"""The shipped parser on kinds of sentences that were once judged wrongly, with and without full stop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.bootstrap import Session
from app.domain.progress import CancelToken
from app.domain.speech import ClaimPair, ClaimReading, SlotKind, SpeechAct
from app.ports import ClaimReader


@pytest.fixture(scope="module")
def reader() -> Iterator[ClaimReader]:
    session = Session(device="cpu", threads=1)
    shipped = session.models.claim_reader()
    assert shipped is not None
    yield shipped
    session.close()


def read(reader: ClaimReader, sentence: str, claim: str) -> ClaimReading:
    with_stop, without = reader.read([ClaimPair(sentence, claim), ClaimPair(sentence.removesuffix("."), claim)], cancel=CancelToken())
    assert with_stop.act is without.act and [difference.kind for difference in with_stop.differs] == [
        difference.kind for difference in without.differs
    ]
    return with_stop


@pytest.mark.parametrize(
    ("sentence", "claim", "act"),
    [
        ("Ferry fares have doubled, right?", "Ferry fares have doubled.", SpeechAct.ASSERT),
        ("The mayor closed nine libraries, OK?", "The mayor closed nine libraries.", SpeechAct.ASSERT),
        ("Have ferry fares doubled?", "Ferry fares have doubled.", SpeechAct.ASK),
        ("He told people to watch the tape.", "He was not telling people to watch the tape.", SpeechAct.DENY),
        ("We have to build the bridge.", "We have built the bridge.", SpeechAct.PROMISE),
        ("The bridge was supposed to open in May.", "The bridge opened in May.", SpeechAct.PROMISE),
        ("Our plan is to cut ferry fares.", "Ferry fares were cut.", SpeechAct.PROMISE),
        ("Our goal is to plant ten million trees.", "Ten million trees were planted.", SpeechAct.PROMISE),
        ("If you believe the tabloids, the harbour has been sold.", "The harbour has been sold.", SpeechAct.QUOTE),
        ("We will make our harbours stronger than ever.", "Our harbours are stronger than ever.", SpeechAct.PROMISE),
        ("The nurses had to wait for four hours.", "The nurses waited for four hours.", SpeechAct.ASSERT),
        ("If we go by his website, nine bridges have been built.", "Nine bridges have been built.", SpeechAct.QUOTE),
    ],
)
def test_speech_acts(reader: ClaimReader, sentence: str, claim: str, act: SpeechAct) -> None:
    assert read(reader, sentence, claim).act is act


@pytest.mark.parametrize(
    ("sentence", "claim", "kind"),
    [
        ("Beer sales fell by a half.", "Wine sales fell by a half.", SlotKind.WHAT),
        ("Prison costs have doubled.", "School costs have doubled.", SlotKind.WHAT),
        ("The reform raises the retirement age from 62 to 67.", "The reform raises the retirement age from 62 to 64.", SlotKind.HOW_MUCH),
        ("They charge 270 percent and now 295 percent.", "They charge 270 percent.", SlotKind.HOW_MUCH),
        ("Nurses over 30 travel free.", "Nurses under 30 travel free.", SlotKind.HOW_MUCH),
        ("The forest grew between 1990 and 2005.", "The forest grew between 2005 and 2020.", SlotKind.WHEN),
        ("More than two in three Australians own their home.", "Thirty-one per cent of Australians own their home.", SlotKind.HOW_MUCH),
        ("One in ten nurses left.", "Four out of ten nurses left.", SlotKind.HOW_MUCH),
        ("There was no fraud at all.", "Anna Vale said that there was no fraud.", SlotKind.SAYING),
        ("Kenyan soldiers attacked Somali police.", "Somali soldiers attacked Kenyan police.", SlotKind.WHO),
        ("The bank bailed out the State in Ireland.", "The Irish state bailed out the banks.", SlotKind.WHO),
        ("The suburbs are growing faster than the city.", "The city is growing faster than its suburbs.", SlotKind.WHO),
        ("Women wait longer than men for an operation.", "Men wait longer than women for surgery.", SlotKind.WHO),
        ("Obama and Trump met in Geneva in May.", "Obama and Putin met in Geneva in May.", SlotKind.WHO),
        ("NATO is obsolete.", "Fox News is obsolete.", SlotKind.WHO),
        ("The U.S. has a trade deficit with Mexico.", "Canada has a trade deficit with Mexico.", SlotKind.WHERE),
        ("Crime in Chicago is worse than in New York.", "Crime in Houston is worse than in New York.", SlotKind.WHERE),
        ("All nurses got a pay rise.", "Some nurses got a pay rise.", SlotKind.HOW_MUCH),
        ("Every school in Leeds has a nurse.", "Most schools in Leeds have a nurse.", SlotKind.HOW_MUCH),
    ],
)
def test_differences_between_sentence_and_claim(reader: ClaimReader, sentence: str, claim: str, kind: SlotKind) -> None:
    assert kind in [difference.kind for difference in read(reader, sentence, claim).differs]


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Canada charges us a tariff of 275 percent.", "Canada charges a tariff of 270 percent."),
        ("Two out of three nurses left.", "Sixty-seven per cent of nurses left."),
        ("One in four nurses left.", "25 percent of nurses left."),
        ("The US exports more gas than Qatar.", "The United States of America exports more gas than Qatar."),
        ("The UK left the EU in 2020.", "Britain left the European Union in 2020."),
        ("#AnnaVale never paid taxes.", "Anna Vale never paid taxes."),
        ("The KKK marched in 1924.", "The Ku Klux Klan marched in 1924."),
        ("Walter Anderson was fined.", "Jacob Walter Anderson was fined."),
        ("Joe Berg and Tom Berg met in Oslo.", "Tom Berg met Joe Berg in Oslo."),
        ("Every nurse got a pay rise.", "All nurses got a pay rise."),
        ("BBC reporters met the president.", "The British Broadcasting Corporation met the president."),
        ("Anna Vale said that there was no fraud.", "Anna Vale said that there was no fraud."),
        ("There was no fraud.", "Says there was no fraud."),
        ("Nearly 300,000 people left.", "298,400 people left."),
        ("Sales of beer fell by a half.", "Beer sales fell by a half."),
        ("Somali police were attacked by Kenyan soldiers.", "Kenyan soldiers attacked Somali police."),
    ],
)
def test_paraphrases_have_no_differences(reader: ClaimReader, sentence: str, claim: str) -> None:
    assert read(reader, sentence, claim).differs == ()
