"""The clause of a question after its question word and opening verb."""

from __future__ import annotations

from dataclasses import dataclass

from app.ask.lexicon import core
from app.ask.question_parse import ParsedQuestion


@dataclass(frozen=True, slots=True)
class Clause:
    """A question's clause: what is asked for, the answer (with the noun it counts), the words behind the opening verb, that verb."""

    question: ParsedQuestion
    answer: str
    words: tuple[str, ...]
    verb: str

    @property
    def cores(self) -> tuple[str, ...]:
        """The words as they stand in the lists."""
        return tuple(core(word) for word in self.words)
