"""The 19 measures of a (sentence, fact-check) pair (Shaar et al. 2022, section 5), in a fixed order of columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

ENCODERS = ("encoder", "second")
"""Ours, and another one; in the paper SBERT and SimCSE."""

BODY_SENTENCES = 4

BM25 = ("bm25_claim", "bm25_title", "bm25_body")
NLI = ("nli_support", "nli_refute", "nli_neutral")
BERTSCORE = ("bertscore",)


def text_columns(encoder: str) -> tuple[str, str]:
    """Return the cosines of an encoder with claim and title."""
    return f"{encoder}_claim", f"{encoder}_title"


def body_columns(encoder: str) -> tuple[str, ...]:
    """Return the cosines of an encoder with the four best sentences of the body, best first."""
    return tuple(f"{encoder}_body_{rank}" for rank in range(1, BODY_SENTENCES + 1))


CHEAP = (*BM25, *(name for encoder in ENCODERS for name in text_columns(encoder)))
"""Measures that are computed over all fact-checks."""

MEASURES = (*BM25, *NLI, *BERTSCORE, *(name for encoder in ENCODERS for name in (*text_columns(encoder), *body_columns(encoder))))
COLUMN = {name: number for number, name in enumerate(MEASURES)}

GROUPS = {
    "BM25": BM25,
    "NLI": NLI,
    "BERTScore": BERTSCORE,
    **{name: (*text_columns(name), *body_columns(name)) for name in ENCODERS},
    "claim": tuple(name for name in MEASURES if name.endswith("_claim")) + NLI + BERTSCORE,
    "title": tuple(name for name in MEASURES if name.endswith("_title")),
    "body": tuple(name for name in MEASURES if "_body" in name),
}
"""Groups that the ablation (the paper's Table 6) leaves out: a kind of measure, or all measures against one text."""

TITLES = {
    "bm25_claim": "BM25, claim",
    "bm25_title": "BM25, title",
    "bm25_body": "BM25, body",
    "nli_support": "NLI, entailment",
    "nli_refute": "NLI, contradiction",
    "nli_neutral": "NLI, neutral",
    "bertscore": "BERTScore F1, claim",
    **{f"{name}_{text}": f"{name}, {text}" for name in ENCODERS for text in ("claim", "title")},
    **{f"{name}_body_{number}": f"{name}, body sentence {number}" for name in ENCODERS for number in range(1, BODY_SENTENCES + 1)},
}


def columns(names: Sequence[str]) -> NDArray[np.intp]:
    """Return the column numbers of these measures."""
    return np.array([COLUMN[name] for name in names], np.intp)
