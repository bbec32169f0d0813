"""Surface traits of a sentence that show how likely it is to state something checkable."""

from __future__ import annotations

import re

import regex

_WESTERN_WORD = re.compile(r"[^\W_]+")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_NUMBER = regex.compile(r"\p{N}+(?:[.,]\p{N}+)*")
_OPINION = regex.compile(
    r"\b(?:i (?:think|believe|hope|guess|feel|love|want)|in my (?:view|opinion)|let me|we (?:should|must|will|need)|thank|please)\b",
    regex.IGNORECASE,
)


def words(text: str) -> list[str]:
    """Return the words of a text, casefolded. Combining marks are kept, so that Hindi and Arabic words stay whole."""
    folded = text.casefold()  # every letter stays one, or some, so that words begin and end where they did
    # In Windows' western alphabet, which has no combining marks, the standard library finds the same words faster.
    try:
        folded.encode("cp1252")
    except UnicodeEncodeError:
        matched_words: list[str] = _WORD.findall(folded)
        return matched_words
    return _WESTERN_WORD.findall(folded)


def numbers(text: str) -> set[str]:
    """Return the numbers in a text with separators removed ("32,000" and "32000" are the same number)."""
    return {numeral.replace(",", "").rstrip(".") for numeral in _NUMBER.findall(text)}


def is_question(text: str) -> bool:
    """Return True if the sentence ends as a question in Latin, Arabic, or full-width punctuation."""
    return text.rstrip("\"'”’)» ").endswith(("?", "؟", "？"))


def sounds_like_opinion(text: str) -> bool:
    """Return True for English openings that announce a wish, a plan or thanks rather than a statement of fact."""
    return _OPINION.search(text) is not None
