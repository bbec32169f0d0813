"""Decide which answers may settle a claim, and for which side.

An answer that a person gave is read with its question and may always decide. A found passage may be about another person, place or
time, and the models do not detect that reliably. So a passage that does not mention what the claim mentions decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from app.domain.verification import EvidenceAnswer
from app.verify.claim_types import QUOTE, claim_types
from app.verify.figures import Comparison, compare, meets_no_figure
from app.verify.names import names_in
from app.verify.premises import answers_nothing, premise
from app.verify.sentences import sentences_of
from app.verify.times import months, years
from app.verify.words import common, content_stems

Place = tuple[int, int]
"""(question, answer)."""
Triple = tuple[float, float, float]
"""(support, refute, neutral)."""
Side = float
"""How strongly an answer speaks for the claim (above 0) or against it (below 0), in [-1, 1]; 0 where it decides nothing."""
WEAK = 0.1
"""A found passage that is less probably an answer than this decides nothing."""
_FEWEST = 4
"""Words of a found answer that can say something without its question."""
_LEAST = 0.15
"""Chosen with AVeriTeC's claims before the tested ones (models/veracity/CARD.md), by how often a verdict is right that it lets through."""
_SURE, _SURE_SENTENCE = 0.6, 0.5
_TELLING = 0.5
"""Of the claim's content words, how many a sentence has that is read by itself."""
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"“[^“”]{20,}”|\"[^\"]{20,}\"|„[^„“”]{20,}[“”]|«[^«»]{20,}»")
_PREFIX = 4
"""Letters that two forms of one name share ("Norway", "Norwegian")."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The models' stance of a text towards the claim, and towards the denied claim."""

    text: str
    stance: Triple
    denial: Triple

    @property
    def side(self) -> Side:
        """Return how far the text leans towards the claim and away from its denial, or the reverse. 0 if it leans towards both,
        away from both, or hardly at all: then the models have read the topic, not the statement."""
        stance_lean, denial_lean = self.stance[0] - self.stance[1], self.denial[0] - self.denial[1]
        half = (stance_lean - denial_lean) / 2
        return half if stance_lean * denial_lean < 0 and abs(half) >= _LEAST else 0.0


def parts_read(claim: str, question: str, answer: EvidenceAnswer) -> list[str]:
    """The texts of an answer that are held against the claim: the whole of it, then of a found passage what it says itself, without what it
    quotes, and the sentences that have most of the claim's words; [] where it says nothing or may not decide."""
    if answers_nothing(answer) or not may_decide(claim, answer):
        return []
    full_text = premise(question, answer)
    if not answer.passage:
        return [full_text]
    own_statement = full_text if QUOTE in claim_types(claim) else without_quotations(full_text)
    if not content_stems(own_statement):
        return []
    claim_stems, sentences = content_stems(claim), sentences_of(own_statement)
    return [
        full_text,
        own_statement,
        *(sentence for sentence in sentences if len(sentences) > 1 and common(claim_stems, content_stems(sentence)) >= _TELLING),
    ]


def side_of(claim: str, answer: EvidenceAnswer, readings: Sequence[Reading]) -> Side:
    """The side that the models see in the readings of an answer, the whole of it first, and that its figures allow; figures that can be
    compared count before the models."""
    if not readings:
        return 0.0
    whole_reading = readings[0]
    comparison = compare(claim, whole_reading.text, around=f"{answer.source} {answer.title}")
    if comparison is Comparison.OTHER:
        return -max(whole_reading.stance[1], _SURE)
    if comparison is Comparison.SAME:
        return max(whole_reading.stance[0], _SURE) if whole_reading.side >= 0 else 0.0
    own_reading = readings[1] if len(readings) > 1 else whole_reading
    side = _together(_agreed(whole_reading.side, own_reading.side), [reading.side for reading in readings[2:]])
    return 0.0 if side > 0 and answer.passage and meets_no_figure(claim, whole_reading.text) else side


def _agreed(whole_side: Side, own_side: Side) -> Side:
    """The side of the whole where what the source says itself has the same: what it quotes is somebody's word, and not its own."""
    return whole_side if whole_side * own_side > 0 else 0.0


def _together(whole_side: Side, sentences: Sequence[Side]) -> Side:
    """The side of the whole, or where that has none, of its one surest sentence; 0 where a sure sentence says the opposite."""
    sure_sides = [side for side in sentences if abs(side) >= _SURE_SENTENCE]
    all_sides = [side for side in (whole_side, *sure_sides) if side]
    if not all_sides or min(all_sides) < 0 < max(all_sides):
        return 0.0
    return max(all_sides, key=abs)


def without_quotations(text: str) -> str:
    """A text without the longer parts in quotation marks; a few words in them are a name or an expression."""
    return " ".join(_QUOTED.sub(" ", text).split())


def may_decide(claim: str, answer: EvidenceAnswer) -> bool:
    """Return True if an answer is sure and full enough, and about the claim's names and time."""
    if not answer.passage:
        return True
    if answer.score < WEAK or len(_WORD.findall(answer.text)) < _FEWEST:
        return False
    around = " ".join((answer.text, answer.passage_text, answer.source, answer.title))
    return _names(claim, around, answer.source_url) and _times(claim, around, answer)


def _in_address(url: str) -> str:
    """The words in a page's address, which often name what the page is about."""
    return re.sub(r"[\W_]+", " ", unquote(url))


def _names(claim: str, around: str, url: str) -> bool:
    """Return True if text and page mention at least half of the claim's names, each by one of its words, in any form, or by its
    initials. A text whose page mentions nobody is a short answer that omits its subject: the search alone vouches for it."""
    words = frozenset(_WORD.findall(f"{around} {_in_address(url)}".casefold()))
    beginnings = {word[:_PREFIX] for word in words if len(word) >= _PREFIX}
    is_named = [_named(name.text, words, beginnings) for name in names_in(claim)]
    return 2 * sum(is_named) >= len(is_named) or not names_in(around)


def _named(name: str, words: frozenset[str], beginnings: set[str]) -> bool:
    parts = [part for part in _WORD.findall(name.casefold()) if content_stems(part)]
    initials = "".join(part[0] for part in parts)
    return not parts or initials in words or any(part in words or part[:_PREFIX] in beginnings for part in parts)


def _times(claim: str, around: str, answer: EvidenceAnswer) -> bool:
    """Return True if a year of the claim is mentioned or is that of the publication, and no other month is. A claim without times
    fits any."""
    claimed, claim_months, context_months = years(claim), months(claim), months(around)
    published = {str(answer.published.year)} if answer.published else set()
    in_year = not claimed or bool(claimed & (years(around) | published))
    return in_year and (not claim_months or not context_months or bool(claim_months & context_months))
