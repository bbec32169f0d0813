"""What stands behind a question word and the verb that opens its clause."""

from __future__ import annotations

from dataclasses import dataclass

from app.ask.asked import Asked
from app.ask.lexicon import core


@dataclass(frozen=True, slots=True)
class Clause:
    """A question's clause: what is asked for, the answer (with the noun it counts), the words behind the opening verb, that verb."""

    asked: Asked
    answer: str
    words: tuple[str, ...]
    verb: str

    @property
    def cores(self) -> tuple[str, ...]:
        """The words as they stand in the lists."""
        return tuple(core(word) for word in self.words)
