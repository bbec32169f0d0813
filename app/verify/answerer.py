"""Score how surely a passage answers a question about a claim: features of the three texts, and the model over them.

Trained on claim, question and answer as AVeriTeC's evidence reranker is (section 5.2): right answers against those of wrong claims,
wrong questions and wrong answers. The day of a passage is no feature: the cutoff is applied before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.ask.question import question_type
from app.domain.ask import QuestionType
from app.domain.log_odds import log_odds_array
from app.domain.wordlists import FUNCTION_WORDS
from app.ports import FloatMatrix
from app.verify.linear_model import LinearModel, load_linear
from app.verify.premises import polarity

CLASSES = ("answers",)
FEATURES = (
    "cosine_question",
    "cosine_claim",
    "words",
    "beside",
    "relevance",
    "led_question",
    "led_claim",
    "answers",
    "words_question",
    "words_claim",
    "names_claim",
    "figures_claim",
    "length",
    "figure_wanted",
    "date_wanted",
    "yes_or_no",
)
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"(?<!^)(?<![.!?] )\b[A-ZÀ-Þ][\w’-]+")
_FIGURE = re.compile(r"\d[\d,.]*\d|\d")
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b", re.IGNORECASE
)
_COUNTING = re.compile(
    r"^\W*(?:how (?:many|much|often|long|old|big|large)|what (?:percentage|number|share|proportion|is the (?:population|rate|number)))",
    re.IGNORECASE,
)
_TIME = re.compile(r"^\W*(?:when|what (?:date|year|day)|on what|in what year)", re.IGNORECASE)
_MARGIN = 1e-4


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Measures of n passages, each array (n,): cosines with question and claim, BM25 of the claim as a share of the best, the best
    such passage of the same document, the pair scorer's probability, cosines with the projected question and claim
    (`query_projection`), and the answer scorer's probability for the claim (NaN if it cannot read one of the two)."""

    cosine_question: NDArray[np.float64]
    cosine_claim: NDArray[np.float64]
    words: NDArray[np.float64]
    document_scores: NDArray[np.float64]
    relevance: NDArray[np.float64]
    projected_question: NDArray[np.float64]
    projected_claim: NDArray[np.float64]
    answers: NDArray[np.float64]


def answer_features(claim: str, question: str, passages: Sequence[str], measured: Measured) -> FloatMatrix:
    """Rows of `FEATURES` (n, 16), float32; NaN where the answer scorer says nothing."""
    question_stems, claimed = _content(question), _content(claim)
    names, figures = set(_NAME.findall(claim)), figures_of(claim)
    counting, time = _COUNTING.match(question) is not None, _TIME.match(question) is not None
    yes_no = 1.0 if question_type(question) is QuestionType.YES_NO else -1.0
    rows = np.empty((len(passages), len(FEATURES)), np.float32)
    rows[:, 0], rows[:, 1] = measured.cosine_question, measured.cosine_claim
    rows[:, 2], rows[:, 3], rows[:, 4] = measured.words, measured.document_scores, log_odds_array(measured.relevance, margin=_MARGIN)
    rows[:, 5], rows[:, 6] = measured.projected_question, measured.projected_claim
    rows[:, 7] = log_odds_array(measured.answers, margin=_MARGIN)
    for row, text in enumerate(passages):
        words = _content(text)
        rows[row, 8:] = (
            _share(question_stems, words),
            _share(claimed, words),
            _share(names, set(text.split()) | set(_NAME.findall(text))),
            _share(figures, figures_of(text)),
            np.log1p(len(text.split())),
            float(counting) * (1.0 if _FIGURE.search(text) else -1.0),
            float(time) * (1.0 if _DATE.search(text) else -1.0),
            yes_no * abs(polarity(text)),
        )
    return rows


def figures_of(text: str) -> set[str]:
    """The figures in a text, as they are written."""
    return {figure.replace(",", "") for figure in _FIGURE.findall(text)}


def _content(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(text.casefold()) if word not in FUNCTION_WORDS}


def _stem(word: str) -> str:
    """A word without the ending of plural, past or -ing."""
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _share(expected: set[str], answer_words: set[str]) -> float:
    return len(expected & answer_words) / len(expected) if expected else 0.0


@dataclass(frozen=True, slots=True)
class Answerer:
    """The trained model over `FEATURES`."""

    model: LinearModel

    @property
    def key(self) -> str:
        """Name and hash."""
        return self.model.key

    def score(self, claim: str, question: str, passages: Sequence[str], measured: Measured) -> NDArray[np.float64]:
        """Probabilities (n,) that each passage answers the question about the claim, a function of its texts and measures alone."""
        if not passages:
            return np.zeros(0)
        rows = answer_features(claim, question, passages, measured)
        means = np.array(self.model.file.mean, np.float32)
        return np.asarray(self.model.probabilities(np.where(np.isnan(rows), means, rows))[:, 0])


def load_answerer(path: Path) -> Answerer:
    """Read the model's file. Raises ModelError as `load_linear` does."""
    return Answerer(load_linear(path, features=FEATURES, classes=CLASSES))
