"""Russian words of Mueller's English-Russian dictionary in Debian's package (`mueller7-dict`, GPL-2+), in the dictd format.

They are facts for training, like FreeDict's (`freedict`); no text of the dictionary is shipped.
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
    """Yield “ru”, word, English headword, and twice the sense's index, the rank in `freedict`. `articles` are headwords with their
    lines."""
    for head, lines in articles:
        for rank, sense in enumerate(_senses(" ".join(lines))[:_MOST_SENSES]):
            yield from (("ru", phrase, head, 2 * rank) for phrase in sense)


def _senses(text: str) -> list[list[str]]:
    """Return the translations before a sense's first example."""
    parts = (_EXAMPLE.sub("", _REMARK.sub(" ", part)) for part in _SENSE.split(text))
    phrase_lists = ([" ".join(phrase.split()) for phrase in re.split(r"[,;!?]", part)] for part in parts)
    return [usable for phrases in phrase_lists if (usable := [phrase for phrase in phrases if _WORDS.fullmatch(phrase)])]
