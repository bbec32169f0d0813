"""English sentences with single words replaced by another language's: texts about any topic, in known words.

The words come from the word lists and names of `collect`, and from the parallel sentences: a foreign word belongs to an English one
if they often occur together (Dice's coefficient over sentences). Word order and endings are wrong, which does not matter to a
student that sums over words.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise

import regex
import Stemmer

from models.multilingual.pairs import Pair

_TOKEN = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*|\p{N}[\p{N}.,]*|[^\s\p{L}\p{N}]")
_UNSPACED = frozenset({"zh", "ja", "th"})
_LONGEST_PHRASE = 3
_MOST_NAMES = 3
_LEAST_TOGETHER, _LEAST_DICE = 4, 0.35
_SWITCHED, _DROPPED = 0.85, 0.7
FUNCTION_WORDS = frozenset(
    "a an the of to in on at by for with from and or as is are was were be been being has have had do does did it its that this these "
    "those there their his her he she they we you i not will would can could may might should than then so if "
    "but".split()
)
_stem = Stemmer.Stemmer("english").stemWord

Dictionary = Mapping[str, tuple[str, ...]]


def dictionaries(listed: Iterable[Pair], parallel: Iterable[Pair]) -> dict[str, Dictionary]:
    """Return by language the translations of an English word or phrase (stemmed). Listed ones come before mined ones."""
    phrases: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for pair in listed:
        phrase = key(pair.english)
        if phrase and phrase.count(" ") < _LONGEST_PHRASE and pair.text not in phrases[pair.language][phrase]:
            phrases[pair.language][phrase].append(pair.text)
    sentences: dict[str, list[Pair]] = defaultdict(list)
    for pair in parallel:
        sentences[pair.language].append(pair)
    for language in sorted(sentences):
        for word, foreign in _company(sentences[language], spaced=language not in _UNSPACED).items():
            if word not in phrases[language]:
                phrases[language][word].append(foreign)
    return {language: {word: tuple(names[:_MOST_NAMES]) for word, names in words.items()} for language, words in phrases.items()}


def key(english: str) -> str:
    """Return the lookup key of a phrase: its stems."""
    return " ".join(_stem(token.casefold()) for token in _TOKEN.findall(english) if token[0].isalnum())


def _company(pairs: list[Pair], *, spaced: bool) -> dict[str, str]:
    """Return for each English stem the foreign word that most often occurs with it. In scripts without spaces it is a pair of
    characters."""
    together: Counter[tuple[str, str]] = Counter()
    english_count: Counter[str] = Counter()
    foreign_count: Counter[str] = Counter()
    for pair in pairs:
        english = {_stem(token) for token in regex.findall(r"\p{L}{3,}", pair.english.casefold())} - FUNCTION_WORDS
        words = regex.findall(r"[\p{L}\p{M}]+", pair.text.casefold())
        foreign = set(words) if spaced else {f"{left_word}{right_word}" for word in words for left_word, right_word in pairwise(word)}
        english_count.update(english)
        foreign_count.update(foreign)
        together.update((left_word, other) for left_word in english for other in foreign)
    best: dict[str, tuple[float, str]] = {}
    for (left_word, other), count in together.items():
        dice = 2 * count / (english_count[left_word] + foreign_count[other])
        if count >= _LEAST_TOGETHER and dice >= _LEAST_DICE:
            best[left_word] = max(best.get(left_word, (0.0, "")), (dice, other))
    return {word: foreign for word, (_, foreign) in best.items()}


class Switcher:
    """Replaces words of sentences by those of other languages in turn. The same seed gives the same texts."""

    def __init__(self, words: Mapping[str, Dictionary], *, seed: int) -> None:
        self._words = words
        self._chooser = random.Random(seed)

    def switched(self, english: str, language: str) -> str:
        """Return the sentence with its known words translated. English function words are mostly dropped."""
        words, chooser = self._words[language], self._chooser
        tokens = _TOKEN.findall(english)
        stems = [_stem(token.casefold()) for token in tokens]
        out: list[str] = []
        index = 0
        while index < len(tokens):
            length, names = _longest(words, stems, index)
            if names and chooser.random() < _SWITCHED:
                out.append(chooser.choice(names))
                index += length
                continue
            if tokens[index].casefold() not in FUNCTION_WORDS or chooser.random() > _DROPPED:
                out.append(tokens[index])
            index += 1
        return _written(out, spaced=language not in _UNSPACED)


def _written(words: list[str], *, spaced: bool) -> str:
    """Join the words. In scripts without spaces, words in Latin letters still have spaces around them."""
    if spaced:
        return " ".join(words)
    text = ""
    for word in words:
        gap = " " if text and text[-1].isascii() and word[0].isascii() else ""
        text += gap + word
    return text


def _longest(words: Dictionary, stems: list[str], index: int) -> tuple[int, tuple[str, ...]]:
    for length in range(min(_LONGEST_PHRASE, len(stems) - index), 0, -1):
        names = words.get(" ".join(stems[index : index + length]))
        if names:
            return length, names
    return 0, ()
