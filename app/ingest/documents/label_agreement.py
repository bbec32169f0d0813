"""Second-stage features of speaker labels: agreement of each candidate with the other likely labels of the document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.ingest.documents.label_candidates import Candidate, Line, words_of
from app.ingest.documents.label_features import FEATURES, STYLES, Column, opening_lines

# The names are those of the fitted weights in `label_weights`.
AGREEMENT_FEATURES = (*FEATURES, *"own_odds style_mean style_taken rival kin all_taken form_mean".split())
_LIKELY_FROM = 0.5


def agreement_of(
    lines: Sequence[Line], candidates: Sequence[Candidate], features: NDArray[np.float64], probabilities: Column
) -> NDArray[np.float64]:
    """Return the features with the agreement columns that `AGREEMENT_FEATURES` names appended, one row a candidate.

    `probabilities` are those of the first stage (n,).
    """
    style = np.array([STYLES.index(candidate.style) for candidate in candidates])
    position_rows = {
        position: row for row, position in enumerate(dict.fromkeys((candidate.line, candidate.start) for candidate in candidates))
    }
    position = np.array([position_rows[candidate.line, candidate.start] for candidate in candidates])
    opening, likely = max(1, opening_lines(lines)), (probabilities >= _LIKELY_FROM).astype(float)
    peer_counts = np.bincount(style)[style] - 1
    of_style = np.bincount(style, probabilities)[style] - probabilities
    form = _forms(lines, candidates, features)
    same_form_counts, of_form = np.bincount(form)[form] - 1, np.bincount(form, probabilities)[form] - probabilities
    likely_places = np.bincount(position, likely) > 0
    # Bounded, so that a certain candidate has finite odds.
    odds = np.log(np.maximum(probabilities, 1e-9) / np.maximum(1 - probabilities, 1e-9))
    return np.column_stack(
        [
            features,
            np.clip(odds, -8.0, 8.0) / 4,
            np.where(peer_counts > 0, of_style / np.maximum(1, peer_counts), 0.0),
            np.minimum(1.0, (np.bincount(style, likely)[style] - likely) / opening),
            _rival_probability(position, probabilities),
            _shared_name_probability(candidates, probabilities),
            np.minimum(1.0, (likely_places.sum() - likely_places[position]) / opening),
            np.where(same_form_counts > 0, of_form / np.maximum(1, same_form_counts), 0.0),
        ]
    )


def _forms(lines: Sequence[Line], candidates: Sequence[Candidate], features: NDArray[np.float64]) -> NDArray[np.intp]:
    """Number the layouts of candidates (n,): same style, punctuation, words after the label or not, bold or not."""
    none_behind = features[:, FEATURES.index("none_behind")]
    signs = (_signs(lines[candidate.line].text, candidate) for candidate in candidates)
    forms = [
        (candidate.style, sign, bool(none), candidate.emphasised)
        for candidate, sign, none in zip(candidates, signs, none_behind, strict=True)
    ]
    numbers = {form: number for number, form in enumerate(dict.fromkeys(forms))}
    return np.array([numbers[form] for form in forms])


def _signs(text: str, candidate: Candidate) -> str:
    return "".join(sign for sign in text[max(candidate.start, candidate.end - 4) : candidate.end] if not (sign.isalnum() or sign.isspace()))


def _rival_probability(position: NDArray[np.intp], probabilities: Column) -> Column:
    """Return the highest probability of other candidates at the same position (n,), 0 if there are none."""
    # Candidates sorted by position, the likeliest first, so that the second of each position is the rival of the first.
    order = np.lexsort((-probabilities, position))
    first = np.flatnonzero(np.diff(position[order], prepend=-1))
    has_second = np.diff(first, append=len(order)) > 1
    highest, second = probabilities[order[first]], np.zeros(len(first))
    second[has_second] = probabilities[order[first[has_second] + 1]]
    return np.where(probabilities == highest[position], second[position], highest[position]) * has_second[position]


def _shared_name_probability(candidates: Sequence[Candidate], probabilities: Column) -> Column:
    """Return, for each candidate (n,), the highest mean probability of candidates that share one of its words, 0 if none do."""
    speakers = {(candidate.speaker.name, candidate.speaker.detail) for candidate in candidates}
    words_by_speaker = {speaker: _identifying_words(" ".join(speaker)) for speaker in speakers}
    # Sums over words are computed once, so that time grows with the text and not with pairs of candidates.
    numbers = {word: number for number, word in enumerate({word for words in words_by_speaker.values() for word in words})}
    numbers_by_speaker = {speaker: [numbers[word] for word in words] for speaker, words in words_by_speaker.items()}
    shared = [numbers_by_speaker[candidate.speaker.name, candidate.speaker.detail] for candidate in candidates]
    owner = np.repeat(np.arange(len(candidates)), list(map(len, shared)))
    word = np.array([number for words in shared for number in words], dtype=np.intp)
    relative_counts = np.bincount(word)[word] - 1
    mean = (np.bincount(word, probabilities[owner])[word] - probabilities[owner]) / np.maximum(1, relative_counts)
    highest = np.zeros(len(candidates))
    np.maximum.at(highest, owner, np.where(relative_counts > 0, mean, 0.0))
    return highest


def _identifying_words(text: str) -> set[str]:
    """Return the words by which two labels may name the same person: those of the name, and of a name after an office."""
    return {word.casefold() for word in words_of(text) if len(word) > 2 and not word.islower()}
