"""Fillers of the frames: entries of `lists.toml`, numbers, and invented people, places, companies and teams.

Names are composed of syllables, so a network cannot memorise them. `share` reserves a sixth of all words for the held-back frames.
"""

from __future__ import annotations

import random
import re
import tomllib
import zlib
from collections.abc import Callable
from pathlib import Path

from models.examples.minimal.numbers import NUMBERS, Forms

_LISTS: dict[str, dict[str, list[str]]] = tomllib.loads((Path(__file__).resolve().parent / "lists.toml").read_text(encoding="utf-8"))
HELD_BACK = 6
_FEW = 24
"""Lists with fewer words are not divided."""
_STARTS = (
    "Bar Bel Cal Cor Dal Dor El Fal Gar Hal Har Kel Kir Lan Lor Mal Mar Mel Nor Ost Pel Ral Ros Sal Sel Tal Tor Ul Val Ver Wes Yar Zel"
).split()
_MIDDLES = "a e i o u an en in or ar is el ".split(" ")
_PLACE_ENDS = "ton ford bury ville mouth field haven dale stad grad burg port wick ham ia ova land".split()
_NAME_ENDS = "son ski man ez ini er berg ov ley well ard ic ato eira wood kar".split()
_FIRMS = ("Foods", "Motors", "Bank", "Systems", "Energy", "Airways", "Pharma", "Steel", "Insurance", "Media", "Mining", "Textiles")
_TEAMS = ("United", "Rovers", "City", "Tigers", "Wanderers", "Bears", "Athletic", "Rangers")


def share(word: str) -> int:
    """Return the sixth of the vocabulary that a word belongs to. The last sixth is held back."""
    return zlib.crc32(word.encode()) % HELD_BACK


def entries(kind: str, *, held_back: bool) -> list[str]:
    """Return the words of a list for training or for the held-back frames; a short list is used whole."""
    words = _LISTS[kind]["words"]
    if len(words) < _FEW:
        return words
    return [word for word in words if (share(word) == HELD_BACK - 1) == held_back]


def _invented(ends: list[str], chooser: random.Random) -> str:
    return chooser.choice(_STARTS) + chooser.choice(_MIDDLES) + chooser.choice(ends)


def person(chooser: random.Random, held_back: bool) -> Forms:
    """Return a first or an official name with a family name, and the pronouns."""
    woman = chooser.random() < 0.5
    first = chooser.choice(entries("first_woman" if woman else "first_man", held_back=held_back))
    before = first if chooser.random() < 0.7 else chooser.choice(entries("office", held_back=held_back))
    he, his, him = ("she", "her", "her") if woman else ("he", "his", "him")
    return {"": f"{before} {_invented(_NAME_ENDS, chooser)}", "he": he, "his": his, "him": him, "himself": f"{him}self"}


def place(chooser: random.Random, held_back: bool) -> Forms:
    """Return a real or an invented place."""
    if chooser.random() < 0.4:
        return {"": chooser.choice(entries("place_real", held_back=held_back))}
    return {"": _invented(_PLACE_ENDS, chooser)}


def company(chooser: random.Random, _: bool) -> Forms:
    """Return an invented company."""
    return {"": f"{_invented(_NAME_ENDS, chooser)} {chooser.choice(_FIRMS)}"}


def team(chooser: random.Random, _: bool) -> Forms:
    """Return an invented club."""
    return {"": f"{_invented(_PLACE_ENDS, chooser)} {chooser.choice(_TEAMS)}"}


_MADE: dict[str, Callable[[random.Random, bool], Forms]] = {"person": person, "place": place, "company": company, "team": team}


def draw(kind: str, chooser: random.Random, *, held_back: bool = False) -> Forms:
    """Return the forms of one word, name or number of this kind. Raises KeyError for an unknown kind."""
    if kind in _MADE:
        return _MADE[kind](chooser, held_back)
    if kind in NUMBERS:
        return NUMBERS[kind](chooser)
    entry = chooser.choice(entries(kind, held_back=held_back))
    forms = _LISTS[kind].get("forms", [""])
    forms_of_entry = dict(zip(forms, entry.split("/"), strict=True)) if len(forms) > 1 else {"": entry}
    return {"": next(iter(forms_of_entry.values())), "bare": re.sub(r"^(the|a|an) ", "", entry)} | forms_of_entry
