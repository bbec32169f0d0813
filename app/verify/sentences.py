"""A text cut where its sentences end: abbreviations ("Feb. 28", "No. 7", "Boulder, Colo.") end none."""

from __future__ import annotations

import sentencex

LANGUAGE = "en"


def sentences_of(text: str, language: str = LANGUAGE) -> list[str]:
    """The sentences of a text in order, each on one line; [] for a text of white space."""
    return [" ".join(part.split()) for part in _parts(text, language) if part.strip()]


def _parts(text: str, language: str) -> list[str]:
    return [
        text[boundary["start_index"] : boundary["end_index"]] for boundary in sentencex.get_sentence_boundaries(language or LANGUAGE, text)
    ]
