"""Text features of the multilingual student: words, letter groups of their Latin spelling, consonants, Han letters, numbers.

Each feature is identified by the CRC-32 of its spelling; features outside the training table are ignored. Latin transliteration
(anyascii) and consonant skeletons bring a name in Cyrillic, Arabic, Greek, Devanagari, Thai or kana close to its English form.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import regex
from anyascii import anyascii

Feature = tuple[int, float]
"""CRC-32 of the feature's spelling, and its weight in the sum over the text."""


class Weights(NamedTuple):
    """Weights of a whole word, a pair of adjacent words and a letter group. For Han and kana three letters count as a word, one as
    a group."""

    word: float
    pair: float
    group: float


LEARNT, READ = Weights(1.0, 1.0, 1.0), Weights(0.5, 0.5, 1.5)
"""While it learns, and when it reads: words and pairs of words are learnt by heart where they are rare, their parts are not."""

FEATURES = "student-features-2"
"""Names these rules; a model that was trained over others does not fit."""
MOST_WORDS = 512
# No text is read further: sentences, claims and passages are shorter.
_MOST_CHARACTERS = 4000
_LONGEST_WORD = 40
_GROUPS = (3, 4, 5)
_UNSPACED_GROUPS = (2, 3, 4, 5)
_PIECES = regex.compile(
    r"(?P<number>\p{Nd}+(?:[.,'’٫٬]\p{Nd}+)*)"
    r"|(?P<han>[\p{Han}々]+)"
    r"|(?P<hiragana>\p{Hiragana}+)"
    r"|(?P<unspaced>(?:[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}])+)"
    r"|(?P<word>(?:(?![\p{Han}\p{Hiragana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}])[\p{L}\p{M}ー])+)"
)
_SEPARATORS = regex.compile(r"[.,'’٫٬]")
_GROUPED = regex.compile(r"\d{1,3}(?:[.,'’٫٬]\d{3})+")
_SPACED_THOUSANDS = regex.compile(r"(?<=\p{Nd})[\u00a0\u2009\u202f](?=\p{Nd}{3})")
_UNWRITTEN = regex.compile(r"[\u064b-\u0652\u0670\u0640\u200c\u200d\u00ad]")
_ARABIC = str.maketrans("أإآٱىةؤئکی", "ااااييوءكي")
_KINDS_OF_CONSONANT = str.maketrans(
    {"c": "k", "q": "k", "x": "ks", "g": "k", "z": "s", "j": "s", "v": "f", "p": "f", "b": "f", "d": "t", "w": "", "h": "", "y": ""}
    | dict.fromkeys("aeiou", "")
)
_SPELLINGS = (
    ("ph", "f"),
    ("tsch", "s"),
    ("tch", "s"),
    ("sch", "s"),
    ("ch", "s"),
    ("sh", "s"),
    ("zh", "s"),
    ("kh", "k"),
    ("th", "t"),
)


def features(text: str, weights: Weights = READ) -> list[Feature]:
    """Return all features of the text in reading order; empty for a text without a letter or digit."""
    collected: list[Feature] = []
    before = ""
    for kind, piece in _pieces(text):
        collected.extend(_of_piece(kind, piece, weights))
        if kind == "word":
            if before:
                collected.append((_code("b", f"{before} {piece}"), weights.pair))
            before = piece
        else:
            before = ""
    return collected


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    joined = _SPACED_THOUSANDS.sub("", text[:_MOST_CHARACTERS].encode("utf-8", "replace").decode())
    plain = unicodedata.normalize("NFKC", joined).casefold()
    plain = _UNWRITTEN.sub("", unicodedata.normalize("NFC", plain)).translate(_ARABIC)
    for count, piece in enumerate(_PIECES.finditer(plain)):
        if count >= MOST_WORDS:
            return
        yield piece.lastgroup or "", piece.group()


@lru_cache(maxsize=50_000)
def _of_piece(kind: str, piece: str, weights: Weights) -> tuple[Feature, ...]:
    if kind == "number":
        return tuple(_number(piece))
    if kind == "word":
        return tuple(_word(piece[:_LONGEST_WORD], weights))
    if kind == "unspaced":
        return tuple((_code("u", group), 0.5) for group in _groups(piece, _UNSPACED_GROUPS))
    sizes, weight = ((1, 2, 3), 1.0) if kind == "han" else ((1, 2, 3, 4), 0.5)
    shares = (weights.group, 1.0, weights.word, weights.word)
    return tuple((_code("h", group), weight * shares[len(group) - 1]) for group in _groups(piece, sizes))


def _number(piece: str) -> Iterator[Feature]:
    """Yield the number without thousands separators, and a feature for any number."""
    digits = "".join(str(unicodedata.digit(sign)) if sign.isdigit() else sign for sign in piece)
    plain = _SEPARATORS.sub("", digits) if _GROUPED.fullmatch(digits) else _SEPARATORS.sub(".", digits)
    yield _code("n", plain), 2.0
    yield _code("d", str(len(plain))), 0.5


def _word(word: str, weights: Weights) -> Iterator[Feature]:
    latin = "".join(letter for letter in anyascii(word).casefold() if letter.isalnum())
    if latin != word:
        yield _code("w", word), weights.word
    if not latin:
        return
    yield _code("r", latin), weights.word if latin != word else 2 * weights.word
    groups = list(_groups(f"<{latin}>", _GROUPS))
    yield from ((_code("g", group), weights.group * len(groups) ** -0.5) for group in groups)
    bones = consonants(latin)
    if len(bones) > 1:
        yield _code("s", bones), 0.7
        if len(bones) > 3:
            yield _code("p", bones[:3]), 0.5


def consonants(latin: str) -> str:
    """Return the word's consonants by class, without doubling: similar for all spellings of a name (“newton”, “nyuton”: “ntn”)."""
    for spelling, replacement in _SPELLINGS:
        latin = latin.replace(spelling, replacement)
    return regex.sub(r"(.)\1+", r"\1", latin.translate(_KINDS_OF_CONSONANT))


def _groups(letters: str, sizes: tuple[int, ...]) -> Iterator[str]:
    for size in sizes:
        for start in range(len(letters) - size + 1):
            yield letters[start : start + size]


def _code(kind: str, spelling: str) -> int:
    return crc32(f"{kind}:{spelling}".encode("utf-8", "replace"))
