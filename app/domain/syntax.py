"""The syntax of a sentence: its words, what each is, and which word it depends on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Word:
    """A word at the characters from `start` to before `end`.

    `part` is its universal part of speech, `relation` how it depends on the word number `head` (its own number for a root), `entity` the
    kind of name, amount or time that it belongs to ("" for none), `begins` whether it is that one's first word.
    """

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
        """The word in lower case, with straight apostrophes."""
        return self.text.lower().replace("’", "'")


@dataclass(frozen=True, slots=True)
class Entity:
    """A name, an amount or a time, as it stands in the text; `kind` as in OntoNotes ("PERSON", "GPE", "MONEY" …)."""

    kind: str
    text: str
    first: int
    last: int


@dataclass(frozen=True)
class Syntax:
    """The words of a text in order; trees are read from each word's head."""

    text: str
    words: tuple[Word, ...]

    @cached_property
    def _dependents(self) -> Sequence[Sequence[int]]:
        found: list[list[int]] = [[] for _ in self.words]
        for number, word in enumerate(self.words):
            if word.head != number:
                found[word.head].append(number)
        return found

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The words that depend on none."""
        return tuple(number for number, word in enumerate(self.words) if word.head == number)

    def dependents(self, number: int, *relations: str) -> list[int]:
        """The words that depend on this one, in order; of these relations where any are named."""
        return [other for other in self._dependents[number] if not relations or self.words[other].relation in relations]

    def above(self, number: int) -> Iterator[int]:
        """The word, the one that it depends on, and so on up to a root."""
        seen: set[int] = set()
        while number not in seen:
            yield number
            seen.add(number)
            number = self.words[number].head

    def below(self, number: int, *, without: Sequence[str] = ()) -> list[int]:
        """The word and all that depend on it, in order; what depends on it by a relation in `without` is left out with all below."""
        found, waiting = {number}, [number]
        while waiting:
            for other in self._dependents[waiting.pop()]:
                if other not in found and self.words[other].relation not in without:
                    found.add(other)
                    waiting.append(other)
        return sorted(found)

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """Names, amounts and times in order."""
        found: list[Entity] = []
        first = -1
        for number, word in enumerate([*self.words, Word("", 0, 0, "", "", 0)]):
            goes_on = first >= 0 and word.entity == self.words[first].entity and not word.begins
            if first >= 0 and not goes_on:
                span = self.text[self.words[first].start : self.words[number - 1].end]
                found.append(Entity(self.words[first].entity, span, first, number - 1))
                first = -1
            if word.entity and first < 0:
                first = number
        return tuple(found)
