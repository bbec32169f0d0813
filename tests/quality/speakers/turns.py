"""Turns to be laid out: those of real debates, by their own speaker columns, and made-up ones in many languages."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

FIRST_NAMES = "Anna Tom Maria José Lena Karl Eva Ivan Ruth Omar Nina Paul Sara Luis Vera Hugo Olga Marc Irene Felix".split()
TITLES = ("Mr.", "Ms.", "Mrs.", "Senator", "Dr.", "Mr", "Deputy")
PARTIES = ("Lab", "Con", "SPD", "D", "R-TX", "PSOE", "LREM", "CPC", "D66")
PLACES = ("Ohio", "Town", "North Ham", "Ham and Eggs", "Upper Village")
ROLES = frozenset("QUESTION MODERATOR AUDIENCE MEMBER MAN WOMAN CROWD UNKNOWN PARTICIPANT UNIDENTIFIED MALE FEMALE PRESS PRESIDENT".split())


@dataclass(frozen=True)
class Person:
    """Somebody who speaks; `surname` is what every label of theirs holds."""

    first: str
    surname: str
    title: str = "Mr."
    party: str = "Lab"
    place: str = "Ohio"

    @property
    def full(self) -> str:
        """First name and surname."""
        return f"{self.first} {self.surname}".strip()


@dataclass(frozen=True)
class Turn:
    """What one person says without a break, sentence by sentence."""

    person: Person
    sentences: tuple[str, ...]

    @property
    def words(self) -> str:
        """The sentences as one paragraph."""
        return " ".join(self.sentences)


def debates(folder: Path) -> Iterator[tuple[str, list[Turn]]]:
    """The name and the turns of every debate in a folder of tables: line, speaker, sentence, flag."""
    for path in sorted(folder.glob("*.tsv")):
        with path.open(encoding="utf-8") as lines:
            rows = [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if len(row) >= 3]
        spoken = [(row[1].strip(), " ".join(row[2].split())) for row in rows if row[1].strip() and row[1] != "SYSTEM" and row[2].strip()]
        dice, people = random.Random(path.stem), dict[str, Person]()
        for name, _ in spoken:
            people.setdefault(name, _person(name, dice))
        yield path.stem, [Turn(people[name], tuple(said for _, said in rows)) for name, rows in groupby(spoken, key=lambda row: row[0])]


def _person(name: str, dice: random.Random) -> Person:
    words = name.replace(",", " ").split()
    if any(word.upper().strip(":") in ROLES for word in words[-1:]):
        return Person("", name.capitalize(), "", "", "")
    surname = "-".join(part.capitalize() for part in words[-1].split("-"))
    return Person(
        dice.choice(FIRST_NAMES),
        surname,
        dice.choice(TITLES),
        dice.choice(PARTIES),
        dice.choice(PLACES),
    )


def made_up(sentences: Sequence[str], names: Sequence[str], turns: int, dice: random.Random) -> list[Turn]:
    """Turns of random length in which people with these names (surname last) speak, never twice in a row."""
    people = [
        Person(name.rpartition(" ")[0].strip(), name.rpartition(" ")[2], dice.choice(TITLES), dice.choice(PARTIES), dice.choice(PLACES))
        for name in names
    ]
    made, last = list[Turn](), None
    for _ in range(turns):
        last = dice.choice([person for person in people if person is not last])
        made.append(Turn(last, tuple(dice.sample(list(sentences), dice.choice([1, 1, 2, 3])))))
    return made
