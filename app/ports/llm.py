"""What the services need from a large language model, which is optional: nothing may depend on there being one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.domain.progress import CancelToken
from app.ports.arrays import FloatMatrix
from app.ports.models import ModelIdentity


class Speaker(StrEnum):
    """Who says a message; the values are those of chat templates."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    speaker: Speaker
    text: str


def asked(text: str, *, system: str = "") -> tuple[Message, ...]:
    """A question of the user's, after the instructions where there are any."""
    question = Message(Speaker.USER, text)
    return (Message(Speaker.SYSTEM, system), question) if system else (question,)


class Ending(StrEnum):
    """Why a completion ends where it ends."""

    STOP = "stop"  # the model was done, or said one of the words to stop at
    LENGTH = "length"  # `max_tokens` were said, or the model's context is full


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a model said. `tokens` were said, after `prompt_tokens` read, in `seconds` of wall-clock time all together."""

    text: str
    tokens: int
    prompt_tokens: int
    seconds: float
    reason: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputForm:
    """What the model is let say, by a grammar: GBNF, with `root` as its start, or a JSON schema. At most one is given.

    A grammar holds for what is said, whole or cut off: a completion that ended with LENGTH may be the beginning of such a text.
    """

    grammar: str = ""
    json_schema: Mapping[str, object] | None = None


FREE = OutputForm()


@dataclass(frozen=True, slots=True)
class Pace:
    """Tokens a second, as measured on this machine: of a prompt that is read, and of an answer that is said (0 for a model that ranks)."""

    read: float
    said: float

    def seconds(self, *, prompt_tokens: int, answer_tokens: int) -> float:
        """How long so much takes; 0 where a speed is not known."""
        return sum(tokens / speed for tokens, speed in ((prompt_tokens, self.read), (answer_tokens, self.said)) if speed > 0)


class LanguageModel(Protocol):
    """A large language model on this machine. Calls come one at a time; each is a function of its arguments alone.

    All raise ModelError: `llm-stopped` (its process ended: a crash or not enough memory; the next call starts it anew), `llm-failed`
    (cannot be loaded), `llm-missing` (llama-cpp-python is not installed), `llm-context` (the prompt does not fit), `llm-form` (a grammar
    that cannot be read), `llm-ability` (not what this model is made for); and Cancelled, within a second.
    """

    @property
    def identity(self) -> ModelIdentity:
        """Known without the model being loaded."""
        ...

    @property
    def ranks(self) -> bool:
        """True for a model that scores documents (`rank` and `count`), false for one that speaks (all but `rank`)."""
        ...

    @property
    def context(self) -> int:
        """How many tokens prompt and answer may have together, as it is run here."""
        ...

    @property
    def pace(self) -> Pace | None:
        """How fast it is; None before it ran on this machine for the first time."""
        ...

    def count(self, texts: Sequence[str], *, cancel: CancelToken) -> list[int]:
        """How many tokens each text has, without what a chat template puts around it."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        cancel: CancelToken,
        form: OutputForm = FREE,
        temperature: float = 0.0,
        seed: int = 0,
        stop: Sequence[str] = (),
    ) -> Completion:
        """What the model says next. At temperature 0 the likeliest token is taken each time; `stop` texts are left out of the answer."""
        ...

    def choice_logits(self, messages: Sequence[Message], choices: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """(len(choices),) float32: the natural logarithm of the probability that the answer begins with this choice.

        A choice is a word such as “Yes”; it is counted as written, in lower case, and after a space. Choices must begin differently.
        """
        ...

    def rank(self, query: str, documents: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """(len(documents),) float32, higher is more relevant, each a function of query and document alone; too long ones are cut."""
        ...
