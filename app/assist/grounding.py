"""Checks an answer against its sources on the surface: names, numbers, content words, quotations.

A name or number that the sources lack is the surest sign of an invention (Maynez et al. 2020, “On Faithfulness and Factuality in
Abstractive Summarization”, section 4). A text that passes may still be wrong, and is therefore shown next to its sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from app.domain.quantities import quantities
from app.domain.wordlists import FUNCTION_WORDS
from app.ranking.text import numbers, words

_STEM = 5
"""Letters that words of one root share, roughly, in languages that write roots first."""
_ENDING = 2
"""Letters by which forms of one name may differ (“Brazil”, “Brazil's”)."""
_NAME = regex.compile(r"(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}]*")
_OPENS = regex.compile(r"(?:^|[.!?…]|[\"“”„«»‘’'(\[])\s*$")
_SAME = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "‑": "-", "‹": "<"})
_EDGES = " \"'.,;:!?…()[]“”„«»‘’"


@dataclass(frozen=True, slots=True)
class SourceTerms:
    """The vocabulary of source texts: `named` their words, `stems` the beginnings of these, `figures` their numbers in digits."""

    named: frozenset[str]
    stems: frozenset[str]
    figures: frozenset[str]


def source_terms(texts: Sequence[str]) -> SourceTerms:
    """Return the vocabulary of these texts together."""
    all_words = frozenset(word for text in texts for word in words(text))
    return SourceTerms(all_words, frozenset(map(_stem, all_words)), frozenset().union(*map(figures, texts)))


def figures(text: str) -> frozenset[str]:
    """Return the numbers of a text in plain digits: quantities in any notation, and digits within words."""
    amounts = quantities(text)
    ends = [0, *(amount.end for amount in amounts)]
    text_between = [text[end:start] for end, start in zip(ends, [*(amount.start for amount in amounts), len(text)], strict=True)]
    return frozenset(f"{amount.value.normalize():f}" for amount in amounts).union(*map(numbers, text_between))


def unsupported_terms(text: str, source: SourceTerms) -> tuple[str, ...]:
    """Return names and numbers of the text that the source lacks, as written.

    Names are capitalised words. At the beginning of a sentence a capitalised word counts only if the source lacks it in any form
    and it is all capitals or followed by another name.
    """
    unknown = sorted(figures(text) - source.figures)
    names = list(_NAME.finditer(text))
    for index, match in enumerate(names):
        word = match[0]
        if _is_named(word.casefold(), source.named) or word.casefold() in FUNCTION_WORDS:
            continue
        joined = index + 1 < len(names) and text[match.end() : names[index + 1].start()] == " "
        if not _OPENS.search(text[: match.start()]) or joined or (len(word) > 1 and word.isupper()):
            unknown.append(word)
    return tuple(dict.fromkeys(unknown))


def _is_named(name: str, named: frozenset[str]) -> bool:
    """Return True if the name is among `named`, perhaps with another ending."""
    if name in named:
        return True
    return any(abs(len(name) - len(other)) <= _ENDING and _begins(name, other) for other in named if len(other) > _ENDING)


def _begins(word: str, other: str) -> bool:
    return len(word) > _ENDING and (word.startswith(other) or other.startswith(word))


def share(text: str, source: SourceTerms) -> float:
    """Return the share, in [0, 1], of the text's content words that the source has in any form; 1 for a text without content words."""
    content = content_words(text)
    return sum(_stem(word) in source.stems for word in content) / len(content) if content else 1.0


def content_words(text: str) -> list[str]:
    """Return the distinct words of a text without function words, casefolded, in order."""
    return list(dict.fromkeys(word for word in words(text) if word not in FUNCTION_WORDS))


def holds(word: str, source: SourceTerms) -> bool:
    """Return True if the source has this word in any form."""
    return _stem(word.casefold()) in source.stems


def _stem(word: str) -> str:
    return word[:_STEM] if len(word) > _STEM else word.removesuffix("s")


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Return the span of a quotation in a text, `text[start:end]`; None where it is not contained word for word.

    Kinds of quotation marks and dashes, case, line breaks, and punctuation at the quotation's edges are ignored.
    """
    needle = _folded(quote.strip(_EDGES))[0].strip()
    folded, offsets = _folded(text)
    at = folded.find(needle) if needle else -1
    while at >= 0:
        end = at + len(needle)
        if _whole(folded, at, end):
            return offsets[at], offsets[end - 1] + 1
        at = folded.find(needle, at + 1)
    return None


def _folded(text: str) -> tuple[str, list[int]]:
    """Return the text normalised for comparison, and the offset in the text of each of its characters."""
    letters: list[str] = []
    offsets: list[int] = []
    for offset, char in enumerate(text):
        folded = " " if char.isspace() else char.casefold().translate(_SAME)
        if folded == " " and letters and letters[-1] == " ":
            continue
        letters.extend(folded)
        offsets.extend([offset] * len(folded))
    return "".join(letters), offsets


def _whole(text: str, start: int, end: int) -> bool:
    """Return True if the span cuts no word. Scripts without spaces between words have none to cut."""
    before, after = text[start - 1 : start + 1], text[end - 1 : end + 1]
    return not any(len(pair) > 1 and pair.isalnum() and pair.isascii() for pair in (before if start else "", after))


def is_substantial(quote: str, *, least: int = 3) -> bool:
    """Return True if a quotation is long enough to be evidence: `least` words, or as much of a script without spaces."""
    quote_words = words(quote)
    return len(quote_words) >= least or any(len(word) >= 2 * least and not word.isascii() for word in quote_words)
