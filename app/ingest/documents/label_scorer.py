"""Which candidates are speaker labels: a logistic regression over what the whole document says of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.label_agreement import agreement_of
from app.ingest.documents.label_candidates import Candidate, Head, Line, Style, candidates_of, head_of, inside_candidates
from app.ingest.documents.label_features import ENDS_SENTENCE, GROUPS, STYLES, Column, features_of
from app.ingest.documents.label_weights import ALONE_WEIGHTS, TOGETHER_WEIGHTS
from app.ingest.documents.labels import find_questions, is_called, is_speaker
from app.ingest.documents.stage import is_sound

THRESHOLD, _LONE_THRESHOLD = 0.35, 0.25
"""Chances from which a candidate is a label; names on lines of their own are only taken where one comes back, and then from less."""
_SHARE_OF_TWO, _SHARE_OF_MORE, _NEARLY_ALL = 0.5, 0.4, 0.9
"""Shares of the paragraphs that must begin with a label where no name comes back, for two labels and for more."""
_TWO = 2
_WRAPPED = 50
"""Characters from which a line may be one that is wrapped, and goes on in the next."""
_SHARE_IN_BRACKETS = 0.25
"""Share of the lines of captions that must begin with a name in brackets: fewer are sounds."""
_SPOKEN = 3
"""Words that must follow a lone speaker who is known by what they are called."""
_IN_BRACKETS = (Style.SQUARE, Style.ROUND)


def gathered(lines: Sequence[Line], *, captions: bool = False, cancel: CancelToken) -> list[Candidate]:
    """Every candidate of a document, in order; stage directions in brackets are none, nor is a short sentence in `captions`."""
    found = list[Candidate]()
    for number, line in enumerate(cancellable(lines, cancel)):
        if not line.text.strip():
            continue
        begin = [
            one
            for one in candidates_of(number, line)
            if not (one.style in _IN_BRACKETS and is_sound(one.head.name)) and not (captions and one.style is Style.POINT)
        ]
        first = max((one.end for one in begin if one.style is Style.COLON), default=0)
        found.extend(begin)
        found.extend(one for one in inside_candidates(number, line.text) if one.start >= first - 1)
    return found


def chances(lines: Sequence[Line], candidates: Sequence[Candidate], cancel: CancelToken) -> list[float]:
    """For each candidate the probability that it is a label: first each by itself, then again with what the others are likely to be."""
    if not candidates:
        return []
    features = features_of(lines, candidates, cancel)
    cancel.check()
    first = _probabilities(ALONE_WEIGHTS, features, candidates)
    cancel.check()
    together = _probabilities(TOGETHER_WEIGHTS, agreement_of(lines, candidates, features, first), candidates)
    return [float(chance) for chance in together]


def _probabilities(weights: Mapping[str, Sequence[float]], features: NDArray[np.float64], candidates: Sequence[Candidate]) -> Column:
    by_style = np.array([weights[GROUPS[style]] for style in STYLES])
    odds = np.einsum("ij,ij->i", features, by_style[[STYLES.index(one.style) for one in candidates]])
    probabilities: Column = 1 / (1 + np.exp(-np.clip(odds, -30.0, 30.0)))
    return probabilities


def labels_of(
    lines: Sequence[Line], *, named: frozenset[str] = frozenset(), captions: bool = False, cancel: CancelToken
) -> dict[int, list[Candidate]]:
    """The labels of each line that has any, by its number: at most one where it begins, then those within it.

    Those who are `named` by the source speak wherever a line begins with their name; `Q` and `A` where both are there, or `Q` beside names.
    In `captions`, whose lines are short, one label may be the only one.
    """
    best, inside = dict[int, tuple[float, Candidate]](), defaultdict[int, list[Candidate]](list)
    for chance, one in _likely(lines, named, captions=captions, cancel=cancel):
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
    _with_clocks_as_words(best)
    if len(best) + sum(map(len, inside.values())) == 1:
        best = {number: (chance, one) for number, (chance, one) in best.items() if chance == 1.0 or _speaks_alone(one, lines)}
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


def _with_clocks_as_words(best: dict[int, tuple[float, Candidate]]) -> None:
    """Give the clock times right behind labels back to the words where most labels have no time: "BERG: 10:45 it was."."""
    clocked = [number for number, (_, one) in best.items() if one.clock]
    if clocked and sum(one.time is not None for _, one in best.values()) * 2 <= len(best):
        for number in clocked:
            chance, one = best[number]
            best[number] = (chance, replace(one, end=one.clock, time=None, clock=0))


def _likely(lines: Sequence[Line], named: frozenset[str], *, captions: bool, cancel: CancelToken) -> list[tuple[float, Candidate]]:
    """The candidates that are more likely labels than not, with their chances; one alone needs to say more for itself."""
    candidates = gathered(lines, captions=captions, cancel=cancel)

    def shown(one: Candidate) -> bool:
        return _speaks_in_captions(one, lines[one.line]) if captions else _is_all(one, lines)

    scored = [
        (1.0 if (one.head.name in named and not one.start) or shown(one) else chance, one)
        for chance, one in zip(chances(lines, candidates, cancel), candidates, strict=True)
    ]
    if captions:
        bracketed = float(_brackets_name(candidates, lines))
        scored = [(bracketed if one.style in _IN_BRACKETS and is_speaker(one.head.name) else chance, one) for chance, one in scored]
    likely = [(chance, one) for chance, one in scored if chance >= (_LONE_THRESHOLD if _shows_itself(one) else THRESHOLD)]
    certain = [(chance, one) for chance, one in likely if chance == 1.0 or _speaks_alone(one, lines)]
    counts = Counter(one.head.name for _, one in likely)
    if not any(count > 1 for count in counts.values()):
        opening = sum((line.opens or captions) and bool(line.text.strip()) for line in lines)
        lone = sum(not lines[one.line].text[one.end :].strip() for _, one in likely)  # the words are the paragraph below
        share = len(likely) / max(1, opening - lone)
        shouted = {one.head.name.isupper() for one in candidates if _heads_a_part(one)}
        likely = [(chance, one) for chance, one in likely if _may_come_once(one, lines) and one.head.name.isupper() not in shouted]
        if share < _NEARLY_ALL:
            likely = [(chance, one) for chance, one in likely if not _heads_a_title(one, lines)]
        least = _SHARE_OF_MORE if len(likely) > _TWO else _SHARE_OF_TWO
        return likely if len(likely) >= _TWO and share >= least else certain
    return likely if len(likely) >= _TWO else certain


def _brackets_name(candidates: Sequence[Candidate], lines: Sequence[Line]) -> bool:
    """Return True if brackets in captions hold names, of which one comes back, on a good part of the lines; fewer are sounds."""
    names = Counter(one.head.name for one in candidates if one.style in _IN_BRACKETS)
    share = names.total() / max(1, sum(bool(line.text.strip()) for line in lines))
    return names.total() > len(names) > 1 and share >= _SHARE_IN_BRACKETS


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
    return not _is_said(one, lines)


def _is_said(one: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if what stands behind a label may be a sentence: it ends as one, goes on in the next line, or stands below."""
    text = lines[one.line].text
    behind = text[one.end :].strip()
    below = lines[one.line + 1] if one.line + 1 < len(lines) else Line("")
    goes_on = below.text.strip() and not below.opens and (len(text) >= _WRAPPED or below.text.lstrip()[0].islower())
    return not behind or bool(goes_on) or bool(ENDS_SENTENCE.search(behind[-8:]))


def _shows_itself(one: Candidate) -> bool:
    """Return True if a label is set so that little else is: on a line of its own, or in capitals before a colon."""
    return one.style is Style.ALONE or (one.style is Style.COLON and one.head.name.isupper())


def _speaks_alone(one: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if a label may be the only one of a document: it tells a time, or is several words in capitals before a colon."""
    if one.time is not None:
        return one.style is not Style.TAB and _is_said(one, lines)
    return one.style is Style.COLON and one.head.name.isupper() and one.head.words > 1


def _is_all(one: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if a name in capitals before a colon and a sentence are the whole document: "VALE: It is naive."."""
    behind = lines[one.line].text[one.end :].split()
    alone = sum(bool(line.text.strip()) for line in lines) == 1 and len(behind) >= _SPOKEN and bool(ENDS_SENTENCE.search(behind[-1]))
    return alone and one.style is Style.COLON and one.head.name.isupper() and is_speaker(one.head.name)


def _speaks_in_captions(one: Candidate, line: Line) -> bool:
    """Return True if a label is one wherever it stands in captions: in capitals behind a change of speakers or before words in small
    letters, or with what its speaker is called ("Sprecherin", "Mme Le Pen") before some words."""
    behind, name = line.text[one.end :], one.head.name
    if one.style is not Style.COLON or not is_speaker(name):
        return False
    shouted = name.isupper() and len(name) > _TWO and (line.changed or any(map(str.islower, behind)))
    return shouted or (is_called(name) and len(behind.split()) >= _SPOKEN)


def _within(one: Candidate, text: str) -> bool:
    return bool(text[: one.start].strip())
