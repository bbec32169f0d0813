"""What a language model wrote and what held against its sources; what did not hold is told apart, never shown as a result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from app.domain.ranked import RunRecord
from app.translation import mark, tr


class Why(StrEnum):
    """Why something that a model said was dropped."""

    UNREADABLE = "unreadable"
    STRAY = "stray"
    FOREIGN = "foreign"
    NO_QUOTE = "no-quote"
    NO_REFERENCE = "no-reference"
    OPPOSED = "opposed"
    LOST = "lost"
    REPEATED = "repeated"
    SHAPE = "shape"

    @property
    def words(self) -> str:
        """For the eye, after what was dropped."""
        return tr(_WHY_WORDS[self])


_WHY_WORDS = {
    Why.UNREADABLE: mark("the answer could not be read"),
    Why.STRAY: mark("it has a name or number that stands in none of the texts"),
    Why.FOREIGN: mark("hardly any of it stands in the texts"),
    Why.NO_QUOTE: mark("what it quotes does not stand there word for word"),
    Why.NO_REFERENCE: mark("it refers to nothing that was given"),
    Why.OPPOSED: mark("it says the opposite"),
    Why.LOST: mark("it left out a name or number"),
    Why.REPEATED: mark("it repeats what is there already"),
    Why.SHAPE: mark("it is not what was asked for"),
}


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that a model said and that nobody is shown as its result; `detail` is what was wrong, "" where `why` says it all."""

    text: str
    why: Why
    detail: str = ""

    @property
    def words(self) -> str:
        """The reason, for the eye."""
        return f"{self.why.words} ({self.detail})" if self.detail else self.why.words


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What answers took: `tokens` were said after `prompt_tokens` were read, in `calls` questions that took `seconds`; `dropped` is what
    was said and did not hold."""

    calls: int = 0
    tokens: int = 0
    prompt_tokens: int = 0
    seconds: float = 0.0
    dropped: tuple[Dropped, ...] = ()

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            seconds=self.seconds + other.seconds,
            dropped=self.dropped + other.dropped,
        )

    def without(self, *dropped: Dropped) -> Spent:
        """The same with more that was dropped."""
        return replace(self, dropped=(*self.dropped, *dropped))


NOTHING_SPENT = Spent()


class Use(StrEnum):
    """What a language model is asked to write."""

    CLAIM = "claim"
    QUESTIONS = "questions"
    JUSTIFICATION = "justification"
    WORDINGS = "wordings"
    ANSWERS = "answers"
    TITLE = "title"
    TRANSLATION = "translation"
    SETTLING = "settling"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistRecord:
    """How a model's part of a result came about: its key, what it was asked for, seed and temperature, and what it took."""

    model: str
    use: Use
    temperature: float = 0.0
    seed: int = 0
    spent: Spent = NOTHING_SPENT

    def added_to(self, run: RunRecord) -> RunRecord:
        """The run's record with this; what it said of an earlier answer to the same use is replaced."""
        name = f"assist_{self.use.value}"
        spent = self.spent
        told = f"{spent.calls} asked, {spent.prompt_tokens} tokens read, {spent.tokens} said, {len(spent.dropped)} dropped"
        ours = ((name, told), ("assist_temperature", f"{self.temperature:g}"), ("assist_seed", str(self.seed)))
        taken = {key for key, _ in ours}
        return replace(
            run,
            models=(*(pair for pair in run.models if pair[0] != "language_model"), ("language_model", self.model)),
            parameters=(*(pair for pair in run.parameters if pair[0] not in taken), *ours),
            seconds=(*(pair for pair in run.seconds if pair[0] != name), (name, round(spent.seconds, 3))),
        )


@dataclass(frozen=True, slots=True)
class Addition:
    """A word that a claim got from what stands around its sentence, and the text that it stands in."""

    word: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandAlone:
    """A claim that stands alone, and where the words come from that its sentence lacks."""

    text: str
    additions: tuple[Addition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingLine:
    """One line on why a fact-check settles a sentence. `quote` stands word for word in `source`: "sentence" or "fact-check"."""

    text: str
    quote: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Translated:
    """A machine translation beside its original; `source` and `target` are BCP-47 codes, `source` "" where it is not known."""

    original: str
    text: str
    source: str
    target: str
