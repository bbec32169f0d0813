"""Catalogue of multilingual models for “models download”: purpose, size and licence.

Sizes are approximate and of the downloaded files. No revision is pinned: "main" is resolved at download, and the commit is recorded
with the files' hashes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A model of the hub with a short name. `role` is its role in “models use”; `size` is in MB; `languages` is a description."""

    name: str
    repository: str
    role: str
    size: int
    licence: str
    languages: str
    about: str


OFFERED = (
    Offered(
        name="multilingual-e5-small",
        repository="intfloat/multilingual-e5-small",
        role="encoder",
        size=490,
        licence="MIT",
        languages="about 100",
        about="finds fact-checks across languages; the smallest that does so well",
    ),
    Offered(
        name="multilingual-e5-base",
        repository="intfloat/multilingual-e5-base",
        role="encoder",
        size=1130,
        licence="MIT",
        languages="about 100",
        about="the same, larger and slower",
    ),
    Offered(
        name="labse",
        repository="sentence-transformers/LaBSE",
        role="encoder",
        size=1890,
        licence="Apache-2.0",
        languages="109",
        about="for translations of the same sentence; strong in rare languages",
    ),
    Offered(
        name="multilingual-minilm",
        repository="sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
        role="encoder",
        size=490,
        licence="Apache-2.0",
        languages="more than 50",
        about="for sentences that say the same in other words; fast",
    ),
    Offered(
        name="mmarco-minilm",
        repository="cross-encoder/mmarco-mMiniLMv2-L12-H384-v1",
        role="pair_scorer",
        size=490,
        licence="Apache-2.0",
        languages="14",
        about="reads claim and fact-check together, across languages",
    ),
    Offered(
        name="mdeberta-xnli",
        repository="MoritzLaurer/mDeBERTa-v3-base-mnli-xnli",
        role="stance",
        size=580,
        licence="MIT",
        languages="15 of XNLI, and others less surely",
        about="judges agreement across languages",
    ),
)
"""Encoders first, in the order in which they are worth trying."""


def offered(name: str) -> Offered | None:
    """Return the model with this name, ignoring case; None if unknown."""
    return next((model for model in OFFERED if model.name == name.casefold()), None)
