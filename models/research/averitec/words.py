"""Tokens of a text as in NLTK's word_tokenize: sentences, then the rules of the Penn Treebank's tokeniser (MacIntyre 1995).

NLTK finds sentences with a model that we may not ship, so `sentencex` does it here. Only the full stops between sentences depend on
that. The README gives the effect on METEOR.
"""

from __future__ import annotations

import re
from functools import lru_cache

import sentencex

_RULES = tuple(
    (re.compile(pattern, flags), by)
    for pattern, by, flags in (
        # Quotes that open: `` from here on.
        (r"[«“‘„]|`+", r" \g<0> ", 0),
        (r"^\"", "``", 0),
        ("``", " `` ", 0),
        (r"([ (\[{<])(?:\"|'')", r"\1 `` ", 0),
        (r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", "' ", re.IGNORECASE),
        # The full stop at the end, closing brackets and quotes after it; a colon or comma, unless a digit follows; signs.
        (r"([^.])\.([\])}>\"'»”’ ]*+)\s*$", r"\1 . \2 ", 0),
        (r"([:,])(\D)", r" \1 \2", 0),
        (r"[:,]$", r" \g<0> ", 0),
        (r"\.{2,}|[;@#$%&]|[\u2012-\u2015]", r" \g<0> ", 0),
        (r"([^.])\.([\])}>\"']*)\s*$", r"\1 .\2 ", 0),
        (r"[?!]", r" \g<0> ", 0),
        (r"([^'])' ", r"\1 ' ", 0),
        (r"[*]|[\]\[(){}<>]|--", r" \g<0> ", 0),
        # Quotes that close, and what an apostrophe cuts off.
        (r"^|$", " ", 0),
        (r"[»”’]", r" \g<0> ", 0),
        (r"''|\"", " '' ", 0),
        (r"\s+", " ", 0),
        (r"([^' ])('[sSmMdD]|') ", r"\1 \2 ", 0),
        (r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 ", 0),
        # Two words written as one.
        (
            r"\b(can)(not)\b|\b(d)('ye)\b|\b(gim|lem)(me)\b|\b(gon)(na)\b|\b(got)(ta)\b|\b(more)('n)\b|\b(wan)(na)(?=\s)",
            None,
            re.IGNORECASE,
        ),
        (r" ('t)(is|was)\b", r" \1 \2 ", re.IGNORECASE),
    )
)


@lru_cache(maxsize=50_000)
def words(text: str) -> tuple[str, ...]:
    """Return the words and signs of a text, in lower case."""
    sentences = (text[part["start_index"] : part["end_index"]] for part in sentencex.get_sentence_boundaries("en", text))
    return tuple(word.lower() for sentence in sentences for word in words_of_sentence(sentence))


def words_of_sentence(text: str) -> list[str]:
    """Return the words and signs of one sentence, in their own case."""
    for pattern, by in _RULES:
        text = pattern.sub(_apart if by is None else by, text)
    return text.split()


def _apart(match: re.Match[str]) -> str:
    return f" {' '.join(part for part in match.groups() if part)} "
