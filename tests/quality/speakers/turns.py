"""Turns for the layouts: of real debates, by their speaker columns, and invented ones in many languages."""

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
    """A speaker; every label contains the `surname`."""

    first: str
    surname: str
    title: str = "Mr."
    party: str = "Lab"
    town: str = "Ohio"

    @property
    def full(self) -> str:
        """Return first name and surname."""
        return f"{self.first} {self.surname}".strip()


@dataclass(frozen=True)
class Turn:
    """Consecutive sentences of one speaker."""

    person: Person
    sentences: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return the sentences as one paragraph."""
        return " ".join(self.sentences)


def debates(folder: Path) -> Iterator[tuple[str, list[Turn]]]:
    """Yield the name and the turns of every debate in a folder of tables: line, speaker, sentence, flag."""
    for path in sorted(folder.glob("*.tsv")):
        with path.open(encoding="utf-8") as lines:
            rows = [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if len(row) >= 3]
        spoken = [(row[1].strip(), " ".join(row[2].split())) for row in rows if row[1].strip() and row[1] != "SYSTEM" and row[2].strip()]
        rng, people = random.Random(path.stem), dict[str, Person]()
        for name, _ in spoken:
            people.setdefault(name, _person(name, rng))
        yield (
            path.stem,
            [Turn(people[name], tuple(spoken_text for _, spoken_text in rows)) for name, rows in groupby(spoken, key=lambda row: row[0])],
        )


def _person(name: str, rng: random.Random) -> Person:
    words = name.replace(",", " ").split()
    if any(word.upper().strip(":") in ROLES for word in words[-1:]):
        return Person("", name.capitalize(), "", "", "")
    surname = "-".join(part.capitalize() for part in words[-1].split("-"))
    return Person(
        rng.choice(FIRST_NAMES),
        surname,
        rng.choice(TITLES),
        rng.choice(PARTIES),
        rng.choice(PLACES),
    )


def made_up(sentences: Sequence[str], names: Sequence[str], turns: int, rng: random.Random) -> list[Turn]:
    """Return turns of random length in which people with these names (surname last) speak, never twice in a row."""
    people = [
        Person(name.rpartition(" ")[0].strip(), name.rpartition(" ")[2], rng.choice(TITLES), rng.choice(PARTIES), rng.choice(PLACES))
        for name in names
    ]
    turns_so_far, last = list[Turn](), None
    for _ in range(turns):
        last = rng.choice([person for person in people if person is not last])
        turns_so_far.append(Turn(last, tuple(rng.sample(list(sentences), rng.choice([1, 1, 2, 3])))))
    return turns_so_far
