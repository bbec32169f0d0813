"""The cascade: cheap measures for all, full comparison where it can change the order, independent of the order of work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.domain.ranked import Outcome, RankedDocument
from app.domain.verdict import Verdict
from app.ports import FloatMatrix, PairInput
from app.ranking import Ranker
from app.services.engine import Engine
from app.services.matching.comparison import COMPARED, FIRST
from app.services.ranking import rank_document
from tests.fakes.engine import OverlapPairScorer, fake_engine

FACTCHECKS = [
    FactCheck(id=f"lake-{number}", claim=f"The lake holds {number} hundred fish.", verdict=Verdict.FALSE, publisher="Lake Desk")
    for number in range(2, 12)
] + [FactCheck(id="bridge", claim="The bridge cost nine million crowns.", verdict=Verdict.TRUE, publisher="Bridge Desk")]


class WatchedPairScorer(OverlapPairScorer):
    """Pair scorer that records the pairs it gets."""

    def __init__(self) -> None:
        self.asked: list[PairInput] = []

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        self.asked.extend(pairs)
        return super().score(pairs, cancel=cancel)


def _gated(engine: Engine, *, compare_from: float, more_from: float) -> tuple[Engine, WatchedPairScorer]:
    watched = WatchedPairScorer()
    file = msgspec.structs.replace(engine.preliminary_ranker.file, compare_from=compare_from, more_from=more_from)
    return replace(engine, pair_scorer=watched, preliminary_ranker=Ranker(file=file, key="gated")), watched


def _document(*texts: str) -> Document:
    sentences, at = [], 0
    for index, text in enumerate(texts):
        sentences.append(Sentence(index=index, text=text, start=at, end=at + len(text), speaker="ANNA"))
        at += len(text) + 1
    return Document(title="Talk", text=" ".join(texts), sentences=tuple(sentences), language="en")


def _rank(engine: Engine, *texts: str) -> RankedDocument:
    return rank_document(_document(*texts), engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken())


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = fake_engine(tmp_path / "library", FACTCHECKS)
    yield engine
    engine.library.close()


TEXTS = ("Good evening to you all.", "The lake holds 4 hundred fish.", "The bridge cost nine million crowns.")


def test_only_promising_sentences_are_compared_in_full(engine: Engine) -> None:
    gated, watched = _gated(engine, compare_from=11.0, more_from=0.0)
    ranked = _rank(gated, *TEXTS)
    assert {pair.sentence for pair in watched.asked} == set(TEXTS[1:])
    last = ranked.sentences[-1]
    assert (last.sentence.text, last.outcome) == (TEXTS[0], Outcome.NONE)
    assert all(match.parts.pair is None for match in last.matches)
    assert all(match.stance_probabilities.judged is False for match in last.matches)


def test_more_candidates_are_compared_only_where_the_first_are_near(engine: Engine) -> None:
    gated, watched = _gated(engine, compare_from=-1e9, more_from=0.9)
    _rank(gated, *TEXTS)
    compared = {text: [pair.claim for pair in watched.asked if pair.sentence == text] for text in TEXTS}
    assert len(compared[TEXTS[0]]) == FIRST
    assert len(compared[TEXTS[1]]) == COMPARED
    assert all(len(set(claims)) == len(claims) for claims in compared.values())


def test_the_pair_scorer_sees_the_sentences_before_and_the_speaker(engine: Engine) -> None:
    gated, watched = _gated(engine, compare_from=-1e9, more_from=1.0)
    _rank(gated, *TEXTS)
    last = next(pair for pair in watched.asked if pair.sentence == TEXTS[2])
    assert (last.context, last.speaker) == ((TEXTS[1], TEXTS[0]), "ANNA")


def test_a_sentences_matches_do_not_depend_on_other_sentences(engine: Engine) -> None:
    open_gate, _ = _gated(engine, compare_from=-1e9, more_from=0.3)
    closed, _ = _gated(engine, compare_from=11.0, more_from=0.3)
    of = {text: next(entry for entry in _rank(open_gate, *TEXTS).sentences if entry.sentence.text == text) for text in TEXTS}
    again = {entry.sentence.text: entry for entry in _rank(closed, *TEXTS).sentences}
    for text in TEXTS[1:]:
        assert replace(again[text], rank=0) == replace(of[text], rank=0)
