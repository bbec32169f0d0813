"""The figures of a claim compared with those of an answer: the same, another one, or not comparable.

"41 cellars were flooded" is confirmed by "Forty-one cellars were pumped out", and "120 calls" contradicted by "The brigade answered 63
calls". Two figures are compared only where they count the same thing at the same time and the answer's sentence speaks of what the claim
speaks of; everything else is left to the models.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from app.ask.lexicon import core, lexicon
from app.domain.quantities import quantities
from app.domain.wordlists import FUNCTION_WORDS
from app.verify.names import names_in
from app.verify.sentences import sentences_of
from app.verify.times import mentions, months, same_time, speaks_of, years
from app.verify.words import common, content_stems, stem


class Comparison(Enum):
    """The result of comparing an answer's figures with the claim's."""

    SAME = "same"
    OTHER = "other"
    OPEN = "open"


class Bound(Enum):
    """How exact a figure is meant to be."""

    EXACT = "exact"
    ABOUT = "about"
    MORE = "more"
    LESS = "less"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with the stems of what it counts ("%" and currency signs among them), how exactly it is meant, and where it stands."""

    value: Decimal
    counted: frozenset[str]
    bound: Bound
    start: int
    end: int


_BOUNDS = {
    Bound.MORE: ("more than", "over", "at least", "above", "exceeding", "no fewer than", "no less than"),
    Bound.LESS: ("less than", "fewer than", "under", "below", "at most", "up to", "no more than"),
    Bound.ABOUT: (
        "about",
        "around",
        "almost",
        "nearly",
        "roughly",
        "approximately",
        "some",
        "close to",
        "circa",
        "just over",
        "just under",
    ),
}
_BEFORE = re.compile(
    rf"\b({'|'.join(sorted((words for every in _BOUNDS.values() for words in every), key=len, reverse=True))})\s+(?:[$€£¥₹]\s?)?$",
    re.IGNORECASE,
)
_BOUND_OF = {words: bound for bound, every in _BOUNDS.items() for words in every}
_SIGN = re.compile(r"[$€£¥₹]\s?$")
_PERCENT = re.compile(r"\s?%|[\s-](?:percent|per cent)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_DATE = re.compile(
    r"(?:st|nd|rd|th)?\s+(?:of\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_MONTH_BEFORE = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+$", re.IGNORECASE
)
_NEXT = re.compile(r"[\s-]+([^\W\d_][\w'’-]*)")
_COUNTED = 3
"""Words behind a figure that may say what it counts."""
_OPEN = frozenset(
    """not no never nobody none nothing neither nor without cannot if whether unless would should could may might must will shall
    earlier previous previously ago before""".split()
)
"""Words with which a sentence states no plain fact of the time that it names."""
_CLOSE, _FAR = Decimal("0.1"), Decimal("0.15")
"""Relative difference up to which "about 2 million" is met, and from which another figure contradicts."""
_SENTENCE_SHARE, _PASSAGE_SHARE = 0.3, 0.5
"""Of the claim's other content words, how many the sentence with the figure and the whole answer must have."""


def figures(text: str) -> tuple[Figure, ...]:
    """The figures of a text but years and days, in order."""
    return tuple(_figures(text))


def _figures(text: str) -> Iterator[Figure]:
    for quantity in quantities(text):
        before, after = text[: quantity.start], text[quantity.end :]
        number_text = text[quantity.start : quantity.end]
        if _YEAR.fullmatch(number_text) or _DATE.match(after) or _MONTH_BEFORE.search(before):
            continue
        sign, percent, bound = _SIGN.search(before), _PERCENT.match(after), _BEFORE.search(before)
        counted_stems = {"%"} if percent else {sign[0].strip()} if sign else set(_counted(after))
        bound_kind = _BOUND_OF[" ".join(bound[1].lower().split())] if bound else Bound.EXACT
        yield Figure(quantity.value, frozenset(counted_stems), bound_kind, quantity.start, quantity.end)


def _counted(after: str) -> Iterator[str]:
    """The stems of the nouns that follow a figure, up to a small word or a mark."""
    at, vocabulary = 0, lexicon()
    for _ in range(_COUNTED):
        match = _NEXT.match(after, at)
        if match is None:
            return
        word = core(match[1])
        if word == "of" and at == 0:  # "12 of the cases" counts cases
            at = match.end()
            continue
        if word in FUNCTION_WORDS:
            return
        if not (vocabulary.has("adjectives", word) or vocabulary.has("adverbs", word) or vocabulary.has("superlatives", word)):
            yield stem(word)
        at = match.end()


def compare(claim: str, answer: str, *, around: str = "") -> Comparison:
    """Compare the answer's figures with the claim's, if the claim states one figure as a plain fact. `around`, the page's title and
    publisher, may supply names and times."""
    claimed = figures(claim)
    if len(claimed) != 1 or not claimed[0].counted or _states_otherwise(claim):
        return Comparison.OPEN
    claimed_figure = claimed[0]
    answered = figures(answer)
    is_satisfied = any(satisfies(figure, claimed_figure) for figure in answered)
    name_stems = frozenset[str]().union(*(content_stems(name.text) for name in names_in(claim)))
    telling = content_stems(claim) - claimed_figure.counted - name_stems
    context = f"{answer} {around}"
    if not name_stems <= content_stems(context) or common(telling, content_stems(context)) < _PASSAGE_SHARE:
        return Comparison.OPEN
    has_several = len({figure.value for figure in answered if figure.counted & claimed_figure.counted}) > 1
    rival_figures: list[Figure] = []
    for sentence in sentences_of(answer):
        same_unit = [figure for figure in figures(sentence) if figure.counted & claimed_figure.counted]
        stems = content_stems(sentence)
        is_near = bool(telling) and common(telling, stems) >= _SENTENCE_SHARE
        if not same_unit or _states_otherwise(sentence) or (has_several and not is_near):
            continue
        if speaks_of(claim, sentence, context) and any(
            satisfies(figure, claimed_figure) and _timed(claim, sentence, figure) for figure in same_unit
        ):
            return Comparison.SAME
        if is_near and (name_stems <= stems or not has_several) and same_time(claim, sentence):
            rival_figures += same_unit
    return (
        Comparison.OTHER
        if len(rival_figures) == 1 and not is_satisfied and contradicts(rival_figures[0], claimed_figure)
        else Comparison.OPEN
    )


def _timed(claim: str, sentence: str, figure: Figure) -> bool:
    """Return True if a figure belongs to the claim's years and months. If its sentence mentions several, the nearest ones decide,
    up to the neighbouring figures: "84,000 in 2019 and 31,000 in 2020" does not confirm 84,000 in 2020."""
    all_figures = figures(sentence)
    begin = max((figure_or_time.end for figure_or_time in all_figures if figure_or_time.end <= figure.start), default=0)
    end = min((figure_or_time.start for figure_or_time in all_figures if figure_or_time.start >= figure.end), default=len(sentence))
    adjacent = [*mentions(sentence[begin : figure.start])[-1:], *mentions(sentence[figure.end : end])[:1]]
    return all(
        _of(times_of(claim), times_of(sentence), [times_of(figure_or_time) for figure_or_time in adjacent]) for times_of in (years, months)
    )


def _of(expected: frozenset[str], mentioned: frozenset[str], adjacent: Sequence[frozenset[str]]) -> bool:
    """Return True if all times near a figure are expected ones, in a sentence that mentions others too."""
    nearest = [times for times in adjacent if times]
    return not expected or mentioned <= expected or (bool(nearest) and all(times <= expected for times in nearest))


def meets_no_figure(claim: str, answer: str) -> bool:
    """Return True if the claim has figures and the answer meets none of them. Then the answer cannot confirm the claim."""
    claimed, answered = figures(claim), figures(answer)
    return bool(claimed) and not all(any(satisfies(figure, expected) for figure in answered) for expected in claimed)


def satisfies(answered: Figure, expected: Figure) -> bool:
    """Return True if a claim with the figure `expected` is right when the answer says `answered`."""
    if expected.bound is Bound.MORE:
        return answered.value > expected.value or (answered.value == expected.value and answered.bound is not Bound.LESS)
    if expected.bound is Bound.LESS:
        return answered.value < expected.value or (answered.value == expected.value and answered.bound is not Bound.MORE)
    if answered.value == expected.value:
        return True
    is_close = abs(answered.value - expected.value) <= _CLOSE * abs(expected.value)
    return is_close and (expected.bound is Bound.ABOUT or answered.bound is Bound.ABOUT or _rounded(answered.value, expected.value))


def contradicts(answered: Figure, expected: Figure) -> bool:
    """Return True if a claim with the figure `expected` is wrong when the answer says `answered`: only for a plain figure that is
    clearly different."""
    if answered.bound is not Bound.EXACT or satisfies(answered, expected):
        return False
    return abs(answered.value - expected.value) > _FAR * max(abs(expected.value), abs(answered.value))


def _rounded(exact: Decimal, rounded: Decimal) -> bool:
    """Return True if `rounded` is `exact` rounded to the digits that `rounded` is written with."""
    digits = len(rounded.normalize().as_tuple().digits)
    return Decimal(f"{exact:.{digits - 1}e}") == rounded and digits > 1


def _states_otherwise(text: str) -> bool:
    words: Sequence[str] = [word.casefold() for word in re.findall(r"[\w'’]+", text) if word != "May"]  # the month, not the verb
    return any(word in _OPEN or word.endswith(("n't", "n’t")) for word in words)
