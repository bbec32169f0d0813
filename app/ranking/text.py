"""Surface traits of a sentence that tell how likely it is to state something checkable."""

from __future__ import annotations

import regex

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_NUMBER = regex.compile(r"\p{N}+(?:[.,]\p{N}+)*")
_OPINION = regex.compile(
    r"\b(?:i (?:think|believe|hope|guess|feel|love|want)|in my (?:view|opinion)|let me|we (?:should|must|will|need)|thank|please)\b",
    regex.IGNORECASE,
)


def words(text: str) -> list[str]:
    """The words of a text, casefolded; keeps combining marks, so that Hindi and Arabic words stay whole."""
    return [word.casefold() for word in _WORD.findall(text)]


def numbers(text: str) -> set[str]:
    """The numbers in a text with separators removed ("32,000" and "32000" are the same number)."""
    return {found.replace(",", "").rstrip(".") for found in _NUMBER.findall(text)}


def is_question(text: str) -> bool:
    """True when the sentence ends as a question in Latin, Arabic, or full-width punctuation."""
    return text.rstrip("\"'”’)» ").endswith(("?", "؟", "？"))


def sounds_like_opinion(text: str) -> bool:
    """True for English openings that announce a wish, a plan or thanks rather than a statement of fact."""
    return _OPINION.search(text) is not None
