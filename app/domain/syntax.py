"""Dependency syntax of a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Word:
    """A word from character `start` to before `end`. `part` is its universal part of speech, `relation` its dependency on word
    number `head` (its own number for a root), `entity` the kind of its named entity ("" for none), `begins` is True for an
    entity's first word."""

    text: str
    start: int
    end: int
    part: str
    relation: str
    head: int
    entity: str = ""
    begins: bool = False

    @property
    def lower(self) -> str:
        """Return the word in lower case, with straight apostrophes."""
        return self.text.lower().replace("’", "'")


@dataclass(frozen=True, slots=True)
class Entity:
    """A name, an amount or a time, verbatim; `kind` as in OntoNotes ("PERSON", "GPE", "MONEY" …)."""

    kind: str
    text: str
    first: int
    last: int


@dataclass(frozen=True)
class Syntax:
    """Words of a text in order; each word's head defines the trees."""

    text: str
    words: tuple[Word, ...]

    @cached_property
    def _dependents(self) -> Sequence[Sequence[int]]:
        dependents: list[list[int]] = [[] for _ in self.words]
        for number, word in enumerate(self.words):
            if word.head != number:
                dependents[word.head].append(number)
        return dependents

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """Return the words without a head."""
        return tuple(number for number, word in enumerate(self.words) if word.head == number)

    def dependents(self, number: int, *relations: str) -> list[int]:
        """Return the direct dependents of a word in order, only those with one of `relations` if any are given."""
        return [other for other in self._dependents[number] if not relations or self.words[other].relation in relations]

    def above(self, number: int) -> Iterator[int]:
        """Yield the word and its ancestors up to a root."""
        visited: set[int] = set()
        while number not in visited:
            yield number
            visited.add(number)
            number = self.words[number].head

    def below(self, number: int, *, without: Sequence[str] = ()) -> list[int]:
        """Return the word and all its descendants in order, without the subtrees attached by a relation in `without`."""
        subtree, pending = {number}, [number]
        while pending:
            for other in self._dependents[pending.pop()]:
                if other not in subtree and self.words[other].relation not in without:
                    subtree.add(other)
                    pending.append(other)
        return sorted(subtree)

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """Return names, amounts and times in order."""
        entities: list[Entity] = []
        first = -1
        for number, word in enumerate([*self.words, Word("", 0, 0, "", "", 0)]):
            goes_on = first >= 0 and word.entity == self.words[first].entity and not word.begins
            if first >= 0 and not goes_on:
                span = self.text[self.words[first].start : self.words[number - 1].end]
                entities.append(Entity(self.words[first].entity, span, first, number - 1))
                first = -1
            if word.entity and first < 0:
                first = number
        return tuple(entities)
