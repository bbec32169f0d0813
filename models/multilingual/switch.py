"""English sentences with their words put into another language, one by one: texts about anything, in words that are known.

The words come from the word lists and names of `collect`, and from the parallel sentences themselves: a foreign word belongs to an
English one if they keep company (Dice's coefficient over sentences). Word order and endings stay wrong; a student that adds up
what it sees of the words does not mind.
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
    """For each language what an English word or phrase (stemmed) is called there; what is listed goes before what was found."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for pair in listed:
        phrase = key(pair.english)
        if phrase and phrase.count(" ") < _LONGEST_PHRASE and pair.text not in found[pair.language][phrase]:
            found[pair.language][phrase].append(pair.text)
    sentences: dict[str, list[Pair]] = defaultdict(list)
    for pair in parallel:
        sentences[pair.language].append(pair)
    for language in sorted(sentences):
        for word, foreign in _company(sentences[language], spaced=language not in _UNSPACED).items():
            if word not in found[language]:
                found[language][word].append(foreign)
    return {language: {word: tuple(names[:_MOST_NAMES]) for word, names in words.items()} for language, words in found.items()}


def key(english: str) -> str:
    """A phrase by its stems."""
    return " ".join(_stem(token.casefold()) for token in _TOKEN.findall(english) if token[0].isalnum())


def _company(pairs: list[Pair], *, spaced: bool) -> dict[str, str]:
    """English stem to the foreign word (where nothing stands between words, the letter pair) that it is most often with."""
    together: Counter[tuple[str, str]] = Counter()
    english_count: Counter[str] = Counter()
    foreign_count: Counter[str] = Counter()
    for pair in pairs:
        english = {_stem(token) for token in regex.findall(r"\p{L}{3,}", pair.english.casefold())} - FUNCTION_WORDS
        words = regex.findall(r"[\p{L}\p{M}]+", pair.text.casefold())
        foreign = set(words) if spaced else {f"{one}{two}" for word in words for one, two in pairwise(word)}
        english_count.update(english)
        foreign_count.update(foreign)
        together.update((one, other) for one in english for other in foreign)
    best: dict[str, tuple[float, str]] = {}
    for (one, other), count in together.items():
        dice = 2 * count / (english_count[one] + foreign_count[other])
        if count >= _LEAST_TOGETHER and dice >= _LEAST_DICE:
            best[one] = max(best.get(one, (0.0, "")), (dice, other))
    return {word: foreign for word, (_, foreign) in best.items()}


class Switcher:
    """Puts sentences into one language after the other's words; the same seed makes the same texts."""

    def __init__(self, words: Mapping[str, Dictionary], *, seed: int) -> None:
        self._words = words
        self._chooser = random.Random(seed)

    def switched(self, english: str, language: str) -> str:
        """The sentence in that language's words, as far as they are known; English function words mostly go."""
        words, chooser = self._words[language], self._chooser
        tokens = _TOKEN.findall(english)
        stems = [_stem(token.casefold()) for token in tokens]
        out: list[str] = []
        place = 0
        while place < len(tokens):
            length, names = _longest(words, stems, place)
            if names and chooser.random() < _SWITCHED:
                out.append(chooser.choice(names))
                place += length
                continue
            if tokens[place].casefold() not in FUNCTION_WORDS or chooser.random() > _DROPPED:
                out.append(tokens[place])
            place += 1
        return _written(out, spaced=language not in _UNSPACED)


def _written(words: list[str], *, spaced: bool) -> str:
    """Words that stay in Latin letters keep their spaces where the others need none."""
    if spaced:
        return " ".join(words)
    text = ""
    for word in words:
        gap = " " if text and text[-1].isascii() and word[0].isascii() else ""
        text += gap + word
    return text


def _longest(words: Dictionary, stems: list[str], place: int) -> tuple[int, tuple[str, ...]]:
    for length in range(min(_LONGEST_PHRASE, len(stems) - place), 0, -1):
        names = words.get(" ".join(stems[place : place + length]))
        if names:
            return length, names
    return 0, ()
