"""Tokenisation, stop words and stemming by language; `language_rules` has what is special to each. Korean is cut into pairs of syllables
(Lee and Ahn, SIGIR 1996)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import local

import regex
import Stemmer

from app.domain.function_words import ENGLISH, function_words, listed
from app.store.analysis import folding, words
from app.store.analysis.language_rules import CUT, LANGUAGE_RULES, OTHER, SAME, Fold, same

ENGLISH_NAME = ""
"""Name of the rules for English and for texts of unknown language, whose terms have no prefix."""
_HANGUL = regex.compile(r"(\p{Hangul}+)")
_KANA_LENGTH = "ー"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Analyser of one language. `name` is the prefix of its terms. `before` is applied to the text, `fold` to each word, `after` to
    each stem. `stemmer` is the name in Snowball; without one, words are truncated to `longest` letters if that is given. `stop`
    holds function words as `fold` and `after` leave them."""

    name: str
    stemmer: str = ""
    longest: int = 0
    before: Fold = same
    fold: Fold = same
    after: Fold = same
    stop: frozenset[str] = frozenset()

    def tokens(self, text: str) -> list[str]:
        """Return the raw tokens of a text in order, stop words included."""
        return [piece for word in self.words(text) for piece in self.pieces(word)]

    def words(self, text: str) -> list[str]:
        """Return the runs of letters, marks and digits."""
        return words.split_words(text) if self.name == ENGLISH_NAME else words.split_words(folding.plain_numbers(self.before(text)))

    def pieces(self, word: str) -> Iterable[str]:
        """Return a word; in a script without spaces, its overlapping pairs of letters."""
        if word.isascii():
            return (word,)
        if self.name == "ko":
            return _syllable_pairs(word)
        if self.name == "ja" and words.unspaced(word):
            return words.pairs(word.replace(_KANA_LENGTH, ""))
        return words.pairs(word) if words.unspaced(word) else (word,)

    def term(self, token: str) -> str | None:
        """Return the index term of a raw token; None for a stop word."""
        if self.name == ENGLISH_NAME:
            return None if token in ENGLISH else words.number(token) or str(_stem("english", token))
        if (number := words.number(token)) is not None:
            return f"{self.name} {number}"
        folded = self.fold(token)
        form = self.after(folded)
        if not form or form in self.stop:
            return None
        return f"{self.name} {self.after(self._stemmed(folded)) or form}"

    def _stemmed(self, word: str) -> str:
        if self.stemmer:
            return _stem(self.stemmer, word)
        return word[: self.longest] if self.longest and not word[0].isdecimal() else word


def _syllable_pairs(word: str) -> Iterable[str]:
    for part in _HANGUL.split(word):
        if len(part) > 1 and _HANGUL.match(part):
            yield from words.overlapping(part)
        elif part:
            yield from words.pairs(part) if words.unspaced(part) else (part,)


class _ThreadStemmers(local):
    """Stemmers of one thread; Snowball's objects have no lock."""

    def __init__(self) -> None:
        self.stem: dict[str, Callable[[str], str]] = {}


_STEMMERS = _ThreadStemmers()


def _stem(name: str, word: str) -> str:
    stemmer = _STEMMERS.stem.get(name)
    if stemmer is None:
        stemmer = _STEMMERS.stem[name] = Stemmer.Stemmer(name, 0).stemWord
    return stemmer(word)


def _build_rules(name: str) -> Rules:
    language_rules = LANGUAGE_RULES[name]
    listed_words = Rules(name=name, before=language_rules.before).words(" ".join(function_words(name)))
    stop = frozenset(language_rules.after(language_rules.fold(word)) for word in listed_words)
    return Rules(
        name=name,
        stemmer=language_rules.stemmer,
        longest=CUT if language_rules.shortened else 0,
        before=language_rules.before,
        fold=language_rules.fold,
        after=language_rules.after,
        # In other scripts, words in Latin letters are names and quotations, most of them English.
        stop=stop if language_rules.latin else stop | ENGLISH,
    )


@cache
def _cached_rules(name: str) -> Rules:
    return Rules(name=ENGLISH_NAME) if name == ENGLISH_NAME else _build_rules(name)


@lru_cache(maxsize=1024)
def rules_for(language: str) -> Rules:
    """Return the rules of a language by its BCP-47 code: English for "", and only folding for a language without rules."""
    primary = language.replace("_", "-").partition("-")[0].strip().lower()
    if primary in ("", "en", "eng"):
        return _cached_rules(ENGLISH_NAME)
    name = SAME.get(primary, primary)
    return _cached_rules(name if name in LANGUAGE_RULES else OTHER)


def rules_named(name: str) -> Rules:
    """Return the rules with a name that is in `NAMES` or English's."""
    return _cached_rules(name)


@cache
def _all_stops() -> dict[str, frozenset[str]]:
    lists = {code: {word for text in function_words(code) for word in words.split_words(text)} for code in listed()}
    return {ENGLISH_NAME: ENGLISH} | {code: frozenset(stops) for code, stops in lists.items()}


def likely_function_words(text: str) -> frozenset[str]:
    """Return the function words of the language that has most of them in this text; nothing where no language has two, or two have
    as many.

    A function word of the query's language is then not searched for in other languages, where it may have a meaning ("los" is no
    city's name in Spanish).
    """
    tokens = set(words.split_words(unicodedata.normalize("NFC", text)))
    counts = sorted(((len(tokens & stops), code) for code, stops in _all_stops().items()), reverse=True)
    (highest, code), (second, _) = counts[:2]
    return _all_stops()[code] if highest > 1 and highest > second else frozenset()
