"""Which candidates are speaker labels: a logistic regression over what the whole document says of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.ingest.documents.label_agreement import agreement_of
from app.ingest.documents.label_candidates import Candidate, Head, Line, Style, candidates_of, head_of, inside_candidates
from app.ingest.documents.label_features import ENDS_SENTENCE, GROUPS, STYLES, Column, features_of
from app.ingest.documents.label_weights import ALONE_WEIGHTS, TOGETHER_WEIGHTS
from app.ingest.documents.labels import find_questions, is_speaker
from app.ingest.documents.stage import is_sound

THRESHOLD, _LONE_THRESHOLD = 0.35, 0.25
"""Chances from which a candidate is a label; names on lines of their own are only taken where one comes back, and then from less."""
_SHARE_OF_TWO, _SHARE_OF_MORE, _NEARLY_ALL = 0.5, 0.4, 0.9
"""Shares of the paragraphs that must begin with a label where no name comes back, for two labels and for more."""
_TWO = 2
_IN_BRACKETS = (Style.SQUARE, Style.ROUND)


def gathered(lines: Sequence[Line]) -> list[Candidate]:
    """Every candidate of a document, in order; stage directions in brackets are none."""
    found = list[Candidate]()
    for number, line in enumerate(lines):
        if not line.text.strip():
            continue
        begin = [one for one in candidates_of(number, line) if one.style not in _IN_BRACKETS or not is_sound(one.head.name)]
        first = max((one.end for one in begin if one.style is Style.COLON), default=0)
        found.extend(begin)
        found.extend(one for one in inside_candidates(number, line.text) if one.start >= first - 1)
    return found


def chances(lines: Sequence[Line], candidates: Sequence[Candidate]) -> list[float]:
    """For each candidate the probability that it is a label: first each by itself, then again with what the others are likely to be."""
    if not candidates:
        return []
    features = features_of(lines, candidates)
    first = _probabilities(ALONE_WEIGHTS, features, candidates)
    together = _probabilities(TOGETHER_WEIGHTS, agreement_of(lines, candidates, features, first), candidates)
    return [float(chance) for chance in together]


def _probabilities(weights: Mapping[str, Sequence[float]], features: NDArray[np.float64], candidates: Sequence[Candidate]) -> Column:
    by_style = np.array([weights[GROUPS[style]] for style in STYLES])
    odds = np.einsum("ij,ij->i", features, by_style[[STYLES.index(one.style) for one in candidates]])
    probabilities: Column = 1 / (1 + np.exp(-np.clip(odds, -30.0, 30.0)))
    return probabilities


def labels_of(lines: Sequence[Line], *, named: frozenset[str] = frozenset()) -> dict[int, list[Candidate]]:
    """The labels of each line that has any, by its number: at most one where it begins, then those within it.

    Those who are `named` by the source speak wherever a line begins with their name; `Q` and `A` where both are there, or `Q` beside names.
    """
    best, inside = dict[int, tuple[float, Candidate]](), defaultdict[int, list[Candidate]](list)
    for chance, one in _likely(lines, named):
        if one.start and _within(one, lines[one.line].text):
            inside[one.line].append(one)
        elif one.line not in best or chance > best[one.line][0]:
            best[one.line] = (chance, one)
    for number in _said_in_cells(lines):
        best.pop(number, None)
        inside.pop(number, None)
    for number, line in enumerate(lines):
        if line.speaks and (head := head_of(line.text)):
            best[number] = (1.0, Candidate(number, 0, len(line.text), Style.ALONE, head))
    for number, label in enumerate(find_questions([line.text for line in lines], named=bool(best))):
        if label:
            best[number] = (1.0, Candidate(number, 0, label.end, Style.POINT, Head(label.name)))
    _without_words(best, lines)
    if len(best) + sum(map(len, inside.values())) == 1:
        best = {number: (chance, one) for number, (chance, one) in best.items() if chance == 1.0 or _speaks_alone(one)}
    return {
        number: [
            *((best[number][1],) if number in best else ()),
            *(one for one in inside[number] if number not in best or one.start >= best[number][1].end),
        ]
        for number in sorted({*best, *inside})
    }


def _said_in_cells(lines: Sequence[Line]) -> Iterator[int]:
    """The lines right behind a table's cells with names: what stands before a colon there is said, not who says it."""
    named = False
    for number, line in enumerate(lines):
        if line.text.strip():
            if named and not line.speaks:
                yield number
            named = line.speaks


def _without_words(best: dict[int, tuple[float, Candidate]], lines: Sequence[Line]) -> None:
    """Take out the lines that would be names and nothing else right above another label: headings, and lists of those who are there."""
    below = True
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if not line.text.strip():
            continue
        if number in best and below and not line.text[best[number][1].end :].strip():
            del best[number]
        below = number in best


def _likely(lines: Sequence[Line], named: frozenset[str]) -> list[tuple[float, Candidate]]:
    """The candidates that are more likely labels than not, with their chances; one alone needs to say more for itself."""
    candidates = gathered(lines)
    scored = [
        (1.0 if one.head.name in named and not one.start else chance, one)
        for chance, one in zip(chances(lines, candidates), candidates, strict=True)
    ]
    likely = [(chance, one) for chance, one in scored if chance >= (_LONE_THRESHOLD if _shows_itself(one) else THRESHOLD)]
    certain = [(chance, one) for chance, one in likely if chance == 1.0 or _speaks_alone(one)]
    counts = Counter(one.head.name for _, one in likely)
    if not any(count > 1 for count in counts.values()):
        share = len(likely) / max(1, sum(line.opens and bool(line.text.strip()) for line in lines))
        shouted = {one.head.name.isupper() for one in candidates if _heads_a_part(one)}
        likely = [(chance, one) for chance, one in likely if _may_come_once(one, lines) and one.head.name.isupper() not in shouted]
        if share < _NEARLY_ALL:
            likely = [(chance, one) for chance, one in likely if not _heads_a_title(one, lines)]
        least = _SHARE_OF_MORE if len(likely) > _TWO else _SHARE_OF_TWO
        return likely if len(likely) >= _TWO and share >= least else certain
    return likely if len(likely) >= _TWO else certain


def _heads_a_part(one: Candidate) -> bool:
    """Return True if a candidate is a heading such as "Summary:", beside which others that are written so are headings, too."""
    return one.style is Style.COLON and not one.start and one.head.words == 1 and not one.head.detail and not is_speaker(one.head.name)


def _may_come_once(one: Candidate, lines: Sequence[Line]) -> bool:
    """Whether a candidate may be a label in a text where no name comes back: lone lines are headings, and a word with a point, but for one
    with a dash, is the place at the beginning of a report."""
    if one.style is Style.ALONE:
        return bool(one.head.detail) or one.time is not None
    return (
        one.style is not Style.POINT
        or one.head.words > 1
        or bool(one.head.detail)
        or not lines[one.line].text[: one.end].rstrip().endswith(".")
    )


def _heads_a_title(one: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if what stands behind a colon is no sentence and goes on in no other line: "Ham: Pond opened after repairs"."""
    if one.style is not Style.COLON or one.time is not None or one.head.name.isupper():
        return False
    behind = lines[one.line].text[one.end :].strip()
    last = one.line + 1 >= len(lines) or not lines[one.line + 1].text.strip() or lines[one.line + 1].opens
    return bool(behind) and last and not ENDS_SENTENCE.search(behind[-8:])


def _shows_itself(one: Candidate) -> bool:
    """Return True if a label is set so that little else is: on a line of its own, or in capitals before a colon."""
    return one.style is Style.ALONE or (one.style is Style.COLON and one.head.name.isupper())


def _speaks_alone(one: Candidate) -> bool:
    """Whether a label may be the only one of a document: it tells a time, or is a name of several words in capitals before a colon."""
    return (one.time is not None and one.style is not Style.TAB) or (
        one.style is Style.COLON and one.head.name.isupper() and one.head.words > 1
    )


def _within(one: Candidate, text: str) -> bool:
    return bool(text[: one.start].strip())
