"""Output of a language model that was verified against its sources. Rejected output is reported separately and never shown as a
result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from app.domain.ranked import RunRecord
from app.translation import mark, tr


class DropReason(StrEnum):
    """Reasons for dropping a part of a language model's output."""

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
        """Return the reason for display after the dropped text."""
        return tr(_WHY_WORDS[self])


_WHY_WORDS = {
    DropReason.UNREADABLE: mark("the answer could not be read"),
    DropReason.STRAY: mark("it has a name or number that stands in none of the texts"),
    DropReason.FOREIGN: mark("hardly any of it stands in the texts"),
    DropReason.NO_QUOTE: mark("what it quotes does not stand there word for word"),
    DropReason.NO_REFERENCE: mark("it refers to nothing that was given"),
    DropReason.OPPOSED: mark("it says the opposite"),
    DropReason.LOST: mark("it left out a name or number"),
    DropReason.REPEATED: mark("it repeats what is there already"),
    DropReason.SHAPE: mark("it is not what was asked for"),
}


@dataclass(frozen=True, slots=True)
class Dropped:
    """A rejected part of a language model's output; `detail` says more about the fault, "" where `why` is enough."""

    text: str
    why: DropReason
    detail: str = ""

    @property
    def words(self) -> str:
        """Return the reason for display."""
        return f"{self.why.words} ({self.detail})" if self.detail else self.why.words


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUsage:
    """Usage of a language model: generated `tokens`, `prompt_tokens` read, number of `calls`, `seconds`, and the `dropped` parts of
    its output."""

    calls: int = 0
    tokens: int = 0
    prompt_tokens: int = 0
    seconds: float = 0.0
    dropped: tuple[Dropped, ...] = ()

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            seconds=self.seconds + other.seconds,
            dropped=self.dropped + other.dropped,
        )

    def without(self, *dropped: Dropped) -> TokenUsage:
        """Return this usage with further dropped parts."""
        return replace(self, dropped=(*self.dropped, *dropped))


NO_USAGE = TokenUsage()


class Use(StrEnum):
    """Tasks that a language model is used for."""

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
    """Provenance of a language model's part in a result: model key, task, seed, temperature and usage."""

    model: str
    use: Use
    temperature: float = 0.0
    seed: int = 0
    spent: TokenUsage = NO_USAGE

    def added_to(self, run: RunRecord) -> RunRecord:
        """Return the run record with this record; an earlier record of the same task is replaced."""
        name = f"assist_{self.use.value}"
        usage = self.spent
        summary = f"{usage.calls} asked, {usage.prompt_tokens} tokens read, {usage.tokens} said, {len(usage.dropped)} dropped"
        entries = ((name, summary), ("assist_temperature", f"{self.temperature:g}"), ("assist_seed", str(self.seed)))
        replaced = {key for key, _ in entries}
        return replace(
            run,
            models=(*(pair for pair in run.models if pair[0] != "language_model"), ("language_model", self.model)),
            parameters=(*(pair for pair in run.parameters if pair[0] not in replaced), *entries),
            seconds=(*(pair for pair in run.seconds if pair[0] != name), (name, round(usage.seconds, 3))),
        )


@dataclass(frozen=True, slots=True)
class Addition:
    """A word that a claim took from the context of its sentence, and the text that contains it."""

    word: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandAlone:
    """A decontextualised claim, and the sources of the words that its sentence lacks."""

    text: str
    additions: tuple[Addition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingLine:
    """One line of explanation why a fact-check settles a sentence. `quote` is verbatim in `source`: "sentence" or "fact-check"."""

    text: str
    quote: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Translated:
    """A machine translation with its original; `source` and `target` are BCP-47 codes, `source` is "" when unknown."""

    original: str
    text: str
    source: str
    target: str
