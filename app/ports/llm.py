"""Port of a large language model, which is optional: nothing may depend on its existence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.domain.progress import CancelToken
from app.ports.arrays import FloatMatrix
from app.ports.models import ModelIdentity


class Speaker(StrEnum):
    """Role of a message's author; the values are those of chat templates."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    speaker: Speaker
    text: str


def asked(text: str, *, system: str = "") -> tuple[Message, ...]:
    """Return a conversation of the user's question, after the instructions in `system`, if any."""
    question = Message(Speaker.USER, text)
    return (Message(Speaker.SYSTEM, system), question) if system else (question,)


class Ending(StrEnum):
    """Reasons why a completion ended."""

    STOP = "stop"  # the model was done, or said one of the words to stop at
    LENGTH = "length"  # `max_tokens` were said, or the model's context is full


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """Answer of a model: `tokens` generated after `prompt_tokens` read, in `seconds` of wall-clock time."""

    text: str
    tokens: int
    prompt_tokens: int
    seconds: float
    reason: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputForm:
    """Constraint on the output: a GBNF `grammar` with `root` as its start, or a JSON schema; at most one of them.

    A completion that ended with LENGTH may be only the beginning of a conforming text.
    """

    grammar: str = ""
    json_schema: Mapping[str, object] | None = None


FREE = OutputForm()


@dataclass(frozen=True, slots=True)
class Pace:
    """Tokens per second measured on this machine: reading a prompt (`read`) and generating (`said`, 0 for a reranker)."""

    read: float
    said: float

    def seconds(self, *, prompt_tokens: int, answer_tokens: int) -> float:
        """Return the estimated seconds; a part with unknown speed counts as 0."""
        return sum(tokens / speed for tokens, speed in ((prompt_tokens, self.read), (answer_tokens, self.said)) if speed > 0)


class LanguageModel(Protocol):
    """A large language model on this machine. Calls are processed one at a time; each result depends only on the arguments.

    All raise ModelError: `llm-stopped` (its process ended: a crash or too little memory; the next call restarts it), `llm-failed`
    (cannot be loaded), `llm-missing` (llama-cpp-python is not installed), `llm-context` (the prompt does not fit), `llm-form` (an
    invalid grammar), `llm-ability` (not supported by this kind of model); and Cancelled, within a second.
    """

    @property
    def identity(self) -> ModelIdentity:
        """Identity, known without loading the model."""
        ...

    @property
    def ranks(self) -> bool:
        """True for a reranker (`rank` and `count`), False for a generating model (all but `rank`)."""
        ...

    @property
    def context(self) -> int:
        """Maximum number of tokens of prompt and answer together, as configured here."""
        ...

    @property
    def pace(self) -> Pace | None:
        """Measured speed; None before the first run on this machine."""
        ...

    def count(self, texts: Sequence[str], *, cancel: CancelToken) -> list[int]:
        """Return the number of tokens of each text, without those of a chat template."""
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
        """Generate an answer. At temperature 0 the most probable token is taken each time; `stop` texts are not part of the answer."""
        ...

    def choice_logits(self, messages: Sequence[Message], choices: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Return (len(choices),) float32: the log-probability that the answer begins with each choice.

        A choice is a word such as “Yes”; it is counted as written, in lower case, and after a space. Choices must begin
        differently.
        """
        ...

    def rank(self, query: str, documents: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Return relevance scores (len(documents),), float32, each a function of query and document only; long texts are truncated."""
        ...
