"""Stance pairs that turn on one word: what WordNet calls its antonym goes against it, a synonym agrees, another word leaves it open.

Reads WordNet's own files (the Debian package wordnet-base has them; Princeton University's licence allows it). Sentences are plain
ones about a thing or a person, so that nothing but the word decides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT, StancePair

_POINTER = "!"
_LEAST_USED = 4
"""How often both words must stand in WordNet's tagged texts in that sense."""
_THINGS = (
    "the law,the bridge,the report,the new rule,this medicine,the budget,the river,her answer,our school,the old town,the market,the city,"
    "the vaccine,their plan,the economy,the hospital,the water,the weather,the border,the price,the debt,the crowd,the coal mine"
).split(",")
_PERSONS = (
    "the senator,the minister,my neighbour,Ms Okoro,Mr Lindqvist,the governor,the company,the council,a judge,the union,President Arden"
).split(",")
_OBJECTS = "the tax,the offer,the fee,the treaty,the wall,the plan,the station,the fund,the claim,the child,the workers,the rent".split(",")
_WHEN = ("", "", " last year", " in March", " again", " in 2019", " this week")


@dataclass(frozen=True, slots=True)
class Sense:
    """A word in one sense, with its synonyms and antonyms, all single words in common use."""

    word: str
    kind: str
    synonyms: tuple[str, ...]
    antonyms: tuple[str, ...]


def senses(folder: Path) -> list[Sense]:
    """Every word with an antonym, of adjectives and verbs."""
    used = _counts(folder / "cntlist.rev")
    found = []
    for kind, name in (("a", "adj"), ("v", "verb")):
        rows = dict(_synsets(folder / f"data.{name}"))
        for words, pointers in rows.values():
            for place, word in enumerate(words, start=1):
                targets = [rows[to][0][at - 1] for to, at, own in pointers if own == place and to in rows and at]
                common = [one for one in targets if used.get((one, kind), 0) >= _LEAST_USED and one.isalpha()]
                if common and word.isalpha() and used.get((word, kind), 0) >= _LEAST_USED:
                    same = tuple(one for one in words if one != word and one.isalpha() and used.get((one, kind), 0) >= _LEAST_USED)
                    found.append(Sense(word, kind, same, tuple(common)))
    return sorted(found, key=lambda one: (one.kind, one.word, one.antonyms))


def antonym_pairs(folder: Path, count: int, *, seed: int) -> list[StancePair]:
    """So many pairs; where a word has synonyms, of each label about as many."""
    known, chooser = senses(folder), random.Random(seed)
    found: list[StancePair] = []
    while len(found) < count:
        sense = chooser.choice(known)
        other = chooser.choice([one for one in (chooser.choice(known) for _ in range(8)) if one.kind == sense.kind] or [sense])
        said = _sentence(sense.kind, chooser)
        word, against = sense.word, chooser.choice(sense.antonyms)
        wordings = [(word, True, against, True, REFUTE), (word, True, word, False, REFUTE), (word, True, other.word, True, NEUTRAL),
                    (word, True, other.word, False, NEUTRAL), (against, True, word, True, REFUTE)]  # fmt: skip
        wordings += [(word, True, same, True, SUPPORT) for same in sense.synonyms[:2]] * 2
        wordings += [(word, True, same, False, REFUTE) for same in sense.synonyms[:1]]
        wordings += [(word, True, against, False, SUPPORT), (against, False, against, False, SUPPORT)] if sense.kind == "a" else []
        wanted = chooser.choice((SUPPORT, REFUTE, NEUTRAL))
        first, plain, second, other_plain, label = chooser.choice([one for one in wordings if one[4] == wanted] or wordings)
        if label == NEUTRAL and other.word in {word, *sense.synonyms, *sense.antonyms}:
            continue
        found.append(StancePair(said(first, plain), said(second, other_plain), label, "made-antonyms"))
    return found


def _sentence(kind: str, chooser: random.Random) -> Callable[[str, bool], str]:
    """Words to a sentence, affirmed or denied; the same surroundings for both sides of a pair."""
    when = chooser.choice(_WHEN)
    if kind == "a":
        thing, was = chooser.choice(_THINGS + _PERSONS), chooser.choice(("is", "was"))
        return lambda word, plain: _written(f"{thing} {was} {'' if plain else 'not '}{word}{when}")
    person, thing = chooser.choice(_PERSONS), chooser.choice(_OBJECTS)
    will, wont = chooser.choice((("will", "will not"), ("wants to", "does not want to"), ("did", "did not"), ("may", "may not")))
    return lambda word, plain: _written(f"{person} {will if plain else wont} {word} {thing}{when}")


def _written(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


Synset = tuple[list[str], list[tuple[str, int, int]]]


def _synsets(path: Path) -> Iterator[tuple[str, Synset]]:
    """Offset, words, and antonym pointers as (offset, place of the word there, place here); wndb(5WN) says how a line is built."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        parts = line.split(" | ")[0].split()
        number = int(parts[3], 16)
        words = [parts[4 + 2 * place].partition("(")[0].lower() for place in range(number)]
        start = 4 + 2 * number
        pointers = [parts[start + 1 + 4 * place : start + 5 + 4 * place] for place in range(int(parts[start]))]
        yield parts[0], (words, [(to, int(ends[2:], 16), int(ends[:2], 16)) for sign, to, _, ends in pointers if sign == _POINTER])


def _counts(path: Path) -> dict[tuple[str, str], int]:
    """How often a word was tagged, by its kind: lines of cntlist.rev are “sense key, sense number, count”."""
    found: dict[tuple[str, str], int] = {}
    for line in path.read_text(encoding="latin-1").splitlines():
        key, _, count = line.split()
        word, rest = key.split("%")
        kind = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}[rest[0]]
        found[word, kind] = found.get((word, kind), 0) + int(count)
    return found
