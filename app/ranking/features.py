"""Computes the features of the preliminary ranking from the cheap measures of all candidates.

Fact-checks with an ambiguous verdict are skipped, as in Shaar et al. 2022 (section 5: maxima over the retrieved fact-checks,
half-true ones left out): they cannot settle a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from app.domain.log_odds import MARGIN, log_odds_array
from app.ports import Field, FloatMatrix, Mask
from app.ranking.text import is_question, numbers, sounds_like_opinion, words

LEARNT_AMONG = 19_250
"""So many fact-checks has the library that the rankers learnt with."""

FEATURES = (
    "dense_claim",
    "dense_title",
    "dense_margin",
    "bm25_claim",
    "bm25_title",
    "bm25_body",
    "prefilter",
    "prefilter_margin",
    "length",
    "has_number",
    "question",
    "opinion",
    "checkworthiness",
)


def comparable_lexical(scores: Mapping[Field, FloatMatrix], bodies: Mask, *, factchecks: int) -> dict[str, FloatMatrix]:
    """Rescale BM25 scores (q, n) by field to a library of 19,250 fact-checks with a body, on which the rankers were trained. The
    result is named as in ScoreParts.

    BM25's weight of a word that occurs in one of N texts, ln(1 + (N - 0.5) / 1.5) (Robertson and Zaragoza 2009, equation 3.3, in
    Lucene's form), grows with N: without rescaling, the best match in a small library would look like none. Where `bodies` (q, n)
    is False, the fact-check has no body and its claim's score is used instead; the two have the same mean.
    """
    # Without rescaling, the best match in a small library would look like none.
    rarest, learnt = (float(np.log1p((max(count, 1) - 0.5) / 1.5)) for count in (factchecks, LEARNT_AMONG))
    scaled = {field: field_scores * np.float32(learnt / rarest) for field, field_scores in scores.items()}
    # Many feeds have no bodies. The claim's score stands in for them: the two have the same mean.
    scaled[Field.BODY] = np.where(bodies, scaled[Field.BODY], scaled[Field.CLAIM])
    return {f"bm25_{field.value}": field_scores for field, field_scores in scaled.items()}


def _maximum(measure: FloatMatrix, usable: Mask) -> FloatMatrix:
    best: FloatMatrix = np.where(usable, measure, 0.0).max(axis=1, initial=0.0).astype(np.float32)
    return best


def _margin(measure: FloatMatrix, usable: Mask) -> FloatMatrix:
    """Return the distance of the best usable candidate to the fifth best. A match stands out from other fact-checks on its topic."""
    ordered = -np.sort(-np.where(usable, measure, 0.0), axis=1)
    fifth = ordered[:, min(4, ordered.shape[1] - 1)]
    margin: FloatMatrix = (ordered[:, 0] - fifth).astype(np.float32)
    return margin


def shifted_log_odds(probability: FloatMatrix) -> FloatMatrix:
    """Probabilities on the log-odds scale, shifted so that the lowest is 0; float32 of the same shape."""
    shifted: FloatMatrix = (log_odds_array(probability) - np.log(MARGIN / (1 - MARGIN))).astype(np.float32)
    return shifted


def sentence_form(texts: Sequence[str]) -> dict[str, FloatMatrix]:
    """Return features of the sentences themselves, each (q,): length as log(1 + words), number, question, opinion."""
    return {
        "length": np.log1p([len(words(text)) for text in texts]).astype(np.float32),
        "has_number": np.array([bool(numbers(text)) for text in texts], dtype=np.float32),
        "question": np.array([is_question(text) for text in texts], dtype=np.float32),
        "opinion": np.array([sounds_like_opinion(text) for text in texts], dtype=np.float32),
    }


def sentence_features(
    measures: Mapping[str, FloatMatrix], usable: Mask, texts: Sequence[str], checkworthiness: Sequence[float]
) -> FloatMatrix:
    """Return features of shape (q, len(FEATURES)), float32.

    `measures` are (q, n) with names as in ScoreParts, `usable` (q, n) marks real candidates with an unambiguous verdict,
    `checkworthiness` (q,) are probabilities. BM25 enters as log(1 + score), since its scale grows with the sentence's length; the
    prefilter's probabilities enter as log-odds, since most are far below 1 (one pair in a thousand is a match).
    """
    # Log-odds, since most of these probabilities are far below 1: one pair in a thousand is a match.
    prefilter = shifted_log_odds(measures["prefilter"])
    columns = {name: _maximum(measures[name], usable) for name in ("dense_claim", "dense_title")}
    columns["prefilter"] = _maximum(prefilter, usable)
    # The scale of BM25 grows with the sentence's length.
    columns |= {name: np.log1p(_maximum(measures[name], usable)) for name in ("bm25_claim", "bm25_title", "bm25_body")}
    columns["dense_margin"] = _margin(measures["dense_claim"], usable)
    columns["prefilter_margin"] = _margin(prefilter, usable)
    columns |= sentence_form(texts)
    columns["checkworthiness"] = np.array(checkworthiness, dtype=np.float32)
    return np.stack([columns[name].astype(np.float32) for name in FEATURES], axis=1)
