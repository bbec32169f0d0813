"""Query variants of a claim: people wrap claims in attributions, links and other claims, and get numbers wrong.

A variant only adds candidates; every candidate is then compared with the claim as written. Signs (links, handles, emoji, quotation
marks, sentence ends, digits) are read in any language; attributions and names in English. Everything depends on the text only.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from app.domain.match import QueryForm, QueryVariant
from app.domain.wordlists import COUNTS, FUNCTION_WORDS, SCALES
from app.retrieval.text_cleaning import unwrapped

MOST = 5
"""Variants of one claim at most."""
_READ = 4_000
"""Characters of a post that are looked at."""
_LONG = 24
"""Words from which a post is looked up in parts too."""
_PARTS = 3
_FEWEST, _FEWEST_NAMES = 3, 2
_ALIKE = 0.85

_WORD = regex.compile(r"\p{Nd}+(?:[.,]\p{Nd}+)+|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?")
_QUOTED = regex.compile(r"“([^“”]{10,600})”|\"([^\"]{10,600})\"|«([^«»]{10,600})»|„([^„“”]{10,600})[“”]|「([^「」]{5,600})」")
_SENTENCE_END = regex.compile(r"(?<=[\p{L}\p{M}\p{N}\s]{2}[.!?…。！？؟।]+[\"”’)]?)\s+|\n+|\s+[–—|•]\s+|;\s+")
_CLAUSE = regex.compile(r",\s+(?=(?:and|but|so|because|while|which|who)\s)", regex.IGNORECASE)
_NUMBER = regex.compile(r"[$€£¥₹]?\s?\p{Nd}+(?:[.,:/]\p{Nd}+)*(?:\s?(?:%|per ?cent\b|st\b|nd\b|rd\b|th\b))?", regex.IGNORECASE)
_COUNTING = "|".join(sorted({*COUNTS, *SCALES, "hundred", "hundreds", "thousands", "millions", "billions"} - {"m", "k", "bn"}))
_COUNT_WORD = regex.compile(rf"\b(?:{_COUNTING})\b", regex.IGNORECASE)


def query_variants(text: str) -> tuple[QueryVariant, ...]:
    """Return at most five variants, each different enough from the text and from those before it; none for a short and plain claim."""
    seen_contents = [_content(text)]
    variants: list[QueryVariant] = []
    for variant in _proposed(text[:_READ]):
        content = _content(variant.text)
        fewest = _FEWEST_NAMES if variant.form is QueryForm.NAMES else _FEWEST
        if len(content) >= fewest and all(_likeness(content, other) < _ALIKE for other in seen_contents):
            seen_contents.append(content)
            variants.append(variant)
        if len(variants) == MOST:
            break
    return tuple(variants)


def _proposed(text: str) -> Iterator[QueryVariant]:
    plain = unwrapped(text)
    yield QueryVariant(QueryForm.PLAIN, plain)
    quoted = max(("".join(filter(None, groups)) for groups in _QUOTED.findall(text)), key=len, default="")
    yield QueryVariant(QueryForm.QUOTED, unwrapped(quoted))
    for part in _parts(plain):
        yield QueryVariant(QueryForm.PART, part)
    yield QueryVariant(QueryForm.NAMES, _names_and_numbers(plain))
    if _NUMBER.search(plain):
        yield QueryVariant(QueryForm.NO_NUMBERS, " ".join(_COUNT_WORD.sub(" ", _NUMBER.sub(" ", plain)).split()))


def _parts(plain: str) -> list[str]:
    """Return the parts of a long post with the most names, numbers and content words, in their order: sentences, or the clauses of
    a single sentence."""
    if len(_WORD.findall(plain)) < _LONG:
        return []
    parts = [part for part in _SENTENCE_END.split(plain) if part and part.strip()]
    if len(parts) == 1:
        parts = [part for part in _CLAUSE.split(plain) if part]
    by_weight = sorted(range(len(parts)), key=lambda index: (-_weight(parts[index]), index))[:_PARTS]
    return [unwrapped(parts[index]) for index in sorted(by_weight)] if len(parts) > 1 else []


def _weight(part: str) -> float:
    """Return how much of a part can be searched for: content words up to a sentence's worth, names and numbers twice."""
    return min(len(_content(part)), 16) + len(_telling(part))


def _names_and_numbers(plain: str) -> str:
    return " ".join(_telling(plain))


def _telling(text: str) -> list[str]:
    """Return capitalised words that are no function words, and numbers with their scale, in order; none where all words are
    capitalised."""
    matches = list(_WORD.finditer(text))
    if sum(match.group()[0].isupper() for match in matches) * 2 > len(matches):
        return []
    names: dict[str, None] = {}
    for index, match in enumerate(matches):
        word = match.group()
        scaled = index > 0 and word.casefold() in SCALES and matches[index - 1].group()[0].isdecimal()
        is_name = word[0].isupper() and (index == 0 or not _opens(text, match.start(), word) or _is_capital(matches, index + 1))
        if scaled or word[0].isdecimal() or is_name:
            names.setdefault(word)
    return [name for name in names if name.casefold() not in FUNCTION_WORDS]


def _is_capital(matches: list[regex.Match[str]], index: int) -> bool:
    return index < len(matches) and matches[index].group()[0].isupper()


def _opens(text: str, start: int, word: str) -> bool:
    """Return True if the word may be capitalised only because it begins a sentence."""
    before = text[:start].rstrip(" “\"'‘(")
    return (not before or before[-1] in ".!?…:") and not (len(word) > 1 and word.isupper())


def _content(text: str) -> frozenset[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(word for word in words if word not in FUNCTION_WORDS)


def _likeness(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / (len(first | second) or 1)
