"""Russian words of Mueller's English-Russian dictionary, as Debian packages it (`mueller7-dict`, GPL-2+), in the dictd format.

Facts for training, as FreeDict's are (`freedict`); none of the dictionary's text is shipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import regex

_SENSE = re.compile(r"(?:^|\s)(?:\d+[.)>]|[а-е]\))(?=\s)")
_REMARK = re.compile(r"\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]|(?<!\w)_\w[^\s]*")
_EXAMPLE = re.compile(r"[A-Za-z=].*", re.DOTALL)
_WORDS = regex.compile(r"[\p{Cyrillic}\p{M} -]+")
_MOST_SENSES = 5


def senses(articles: Iterable[tuple[str, list[str]]]) -> Iterator[tuple[str, str, str, int]]:
    """“ru”, word, English headword and twice the sense's place, as `freedict` ranks them; `articles` are headwords and lines."""
    for head, lines in articles:
        for place, sense in enumerate(_senses(" ".join(lines))[:_MOST_SENSES]):
            yield from (("ru", phrase, head, 2 * place) for phrase in sense)


def _senses(text: str) -> list[list[str]]:
    """The translations that stand before a sense's first example."""
    parts = (_EXAMPLE.sub("", _REMARK.sub(" ", part)) for part in _SENSE.split(text))
    found = ([" ".join(phrase.split()) for phrase in re.split(r"[,;!?]", part)] for part in parts)
    return [said for phrases in found if (said := [phrase for phrase in phrases if _WORDS.fullmatch(phrase)])]
