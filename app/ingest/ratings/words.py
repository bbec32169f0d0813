"""Tokenisation of ratings: words with case, accents and letter variants folded, and the punctuation before each."""

from __future__ import annotations

import html
import unicodedata
from dataclasses import dataclass

import regex

# Characters of a rating that are read; the longest one in the research data has about 1,000.
MAX_CHARACTERS = 4000

_LETTER_VARIANTS = str.maketrans(
    {"æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "_": " ", "ـ": ""}
)
_COMBINING_MARKS = regex.compile(r"[\u0300-\u036f\u064b-\u0655\u0670\u093c\u09bc\u200b-\u200f\u2060\ufeff]")
_CONTRACTED_NOT = regex.compile(r"n't\b")
_PREFIX_HYPHEN = regex.compile(r"\b(in|un|mis|non|dis)[-‐‑](?=[a-z]{4})")
_TOKEN = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]|[\p{L}\p{M}\p{N}--[\p{Han}\p{Hiragana}\p{Katakana}]]+", regex.V1)
_BREAK = regex.compile(r"[.!?:;,،؛؟।。!,、|/()\[\]\n–—…\"“”«»]|(?<=\s)[-‐](?=\s)|[-‐](?=\s)")
_SENTENCE_END = regex.compile(r"[.!?؟।。!?\n](?!\d)")


@dataclass(frozen=True, slots=True)
class Word:
    """One word in folded form, with its capitals and the punctuation before it."""

    text: str
    capitals: bool
    breaks: bool
    ends_sentence: bool


def fold(text: str) -> str:
    """Fold a text: NFKD, case folded, without Latin, Greek, Cyrillic and Arabic marks, with letters such as ø and ß spelled out,
    recomposed.

    Vowel signs of Indian scripts stay: there they are letters, not accents.
    """
    expanded = unicodedata.normalize("NFKD", text).casefold().translate(_LETTER_VARIANTS)
    return unicodedata.normalize("NFC", _COMBINING_MARKS.sub("", expanded))


def words(text: str) -> list[Word]:
    """Split a rating into words. `n't` counts as the word "not"; "un-true" is one word; Chinese and Japanese are split into
    characters."""
    prepared = _prepare(text)
    tokens: list[Word] = []
    end = 0
    for match in _TOKEN.finditer(prepared):
        gap = prepared[end : match.start()]
        folded = _without_article(fold(match.group()))
        if folded:
            raw = match.group()
            tokens.append(
                Word(
                    text=folded,
                    # Shorter words in capitals may be abbreviations.
                    capitals=len(raw) > 3 and raw.isupper() and raw != raw.lower(),
                    breaks=bool(_BREAK.search(gap)),
                    ends_sentence=bool(_SENTENCE_END.search(gap)),
                )
            )
        end = match.end()
    return tokens


def phrase_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a table's phrase or of an entire rating; punctuation is dropped."""
    return tuple(word.text for word in words(text))


def sentences(tokens: list[Word]) -> list[list[Word]]:
    """Split the words at sentence ends; no sentence is empty."""
    groups: list[list[Word]] = []
    for word in tokens:
        if not groups or word.ends_sentence:
            groups.append([])
        groups[-1].append(word)
    return groups


def slug(folded: tuple[str, ...]) -> str:
    """Join words to the tail of a rule id: "pants-on-fire"."""
    return "-".join(folded)


def _prepare(text: str) -> str:
    prepared = unicodedata.normalize("NFC", html.unescape(text[:MAX_CHARACTERS])).replace("’", "'").replace("_", " ")
    # "can't" and "CAN'T" become "cannot", which is a word of its own.
    prepared = prepared.replace("N'T", "n't").replace("an't", "annot")
    prepared = _CONTRACTED_NOT.sub(" not", prepared)
    return _PREFIX_HYPHEN.sub(lambda match: match.group(1), _lower_prefixes(prepared))


def _lower_prefixes(text: str) -> str:
    return regex.sub(r"\b(In|Un|Mis|Non|Dis)(?=[-‐‑][a-z]{4})", lambda match: match.group().lower(), text)


def _without_article(word: str) -> str:
    """Remove Arabic's article and accusative ending, which are written as part of the word."""
    without_article = word[2:] if word.startswith("ال") and len(word) > 4 else word
    return without_article[:-1] if without_article.endswith("ا") and len(without_article) > 4 else without_article
