"""What the likely labels of a document say for each candidate: how many are set like it, and whether they name the same people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.ingest.documents.label_candidates import Candidate, Line, words_of
from app.ingest.documents.label_features import FEATURES, STYLES, Column, opening_lines

AGREEMENT = (*FEATURES, *"own_odds style_mean style_taken rival kin all_taken form_mean".split())
_LIKELY = 0.5


def agreement_of(
    lines: Sequence[Line], candidates: Sequence[Candidate], features: NDArray[np.float64], chances: Column
) -> NDArray[np.float64]:
    """The features, each row with what the `chances` of the other candidates say for this one; `AGREEMENT` names the columns."""
    style = np.array([STYLES.index(one.style) for one in candidates])
    places = {place: row for row, place in enumerate(dict.fromkeys((one.line, one.start) for one in candidates))}
    place = np.array([places[one.line, one.start] for one in candidates])
    opening, likely = max(1, opening_lines(lines)), (chances >= _LIKELY).astype(float)
    others = np.bincount(style)[style] - 1
    of_style = np.bincount(style, chances)[style] - chances
    form = _forms(lines, candidates, features)
    alike, of_form = np.bincount(form)[form] - 1, np.bincount(form, chances)[form] - chances
    likely_places = np.bincount(place, likely) > 0
    odds = np.log(np.maximum(chances, 1e-9) / np.maximum(1 - chances, 1e-9))
    return np.column_stack(
        [
            features,
            np.clip(odds, -8.0, 8.0) / 4,
            np.where(others > 0, of_style / np.maximum(1, others), 0.0),
            np.minimum(1.0, (np.bincount(style, likely)[style] - likely) / opening),
            _rivals(place, chances),
            _kin(candidates, chances),
            np.minimum(1.0, (likely_places.sum() - likely_places[place]) / opening),
            np.where(alike > 0, of_form / np.maximum(1, alike), 0.0),
        ]
    )


def _forms(lines: Sequence[Line], candidates: Sequence[Candidate], features: NDArray[np.float64]) -> NDArray[np.intp]:
    """A number for the way in which each candidate is set: its style and signs, with words behind it or not, in bold or not."""
    none_behind = features[:, FEATURES.index("none_behind")]
    signs = (_signs(lines[one.line].text, one) for one in candidates)
    forms = [(one.style, sign, bool(none), one.marked) for one, sign, none in zip(candidates, signs, none_behind, strict=True)]
    numbers = {form: number for number, form in enumerate(dict.fromkeys(forms))}
    return np.array([numbers[form] for form in forms])


def _signs(text: str, one: Candidate) -> str:
    return "".join(sign for sign in text[max(one.start, one.end - 4) : one.end] if not (sign.isalnum() or sign.isspace()))


def _rivals(place: NDArray[np.intp], chances: Column) -> Column:
    """The highest chance of the other candidates at the same place, 0 where there are none."""
    order = np.lexsort((-chances, place))
    first = np.flatnonzero(np.diff(place[order], prepend=-1))
    has_second = np.diff(first, append=len(order)) > 1
    highest, second = chances[order[first]], np.zeros(len(first))
    second[has_second] = chances[order[first[has_second] + 1]]
    return np.where(chances == highest[place], second[place], highest[place]) * has_second[place]


def _kin(candidates: Sequence[Candidate], chances: Column) -> Column:
    """The highest mean chance of the others that share a word with a candidate, 0 where none do."""
    heads = {(one.head.name, one.head.detail) for one in candidates}
    words_by_head = {head: _kin_words(" ".join(head)) for head in heads}
    numbers = {word: number for number, word in enumerate({word for words in words_by_head.values() for word in words})}
    numbers_by_head = {head: [numbers[word] for word in words] for head, words in words_by_head.items()}
    shared = [numbers_by_head[one.head.name, one.head.detail] for one in candidates]
    owner = np.repeat(np.arange(len(candidates)), list(map(len, shared)))
    word = np.array([number for words in shared for number in words], dtype=np.intp)
    relatives = np.bincount(word)[word] - 1
    mean = (np.bincount(word, chances[owner])[word] - chances[owner]) / np.maximum(1, relatives)
    highest = np.zeros(len(candidates))
    np.maximum.at(highest, owner, np.where(relatives > 0, mean, 0.0))
    return highest


def _kin_words(text: str) -> set[str]:
    """The words by which others may mean the same person: those of the name, and of a name behind an office."""
    return {word.casefold() for word in words_of(text) if len(word) > 2 and not word.islower()}
