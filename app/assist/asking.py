"""Asks a language model one question: shortens the texts to fit, parses the answer as a JSON object, counts the usage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.assist.prompt_delimiters import TASK, Block, fenced
from app.assist.reading import read_object
from app.domain.assisted import NO_USAGE, Dropped, DropReason, TokenUsage
from app.domain.progress import CancelToken
from app.ports import LanguageModel, OutputForm, asked

Found = TypeVar("Found")
_AROUND = 96
"""Tokens that a chat template and the tags may take beside what is counted."""
_LEAST = 24
"""Tokens that each text may have in any case; where even these do not fit, the model says so."""
_CLOSE = 0.95
"""Of the tokens that a text may have, how many its cut is aimed at: words differ in length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistOptions:
    """Sampling options; at temperature 0 the seed changes nothing."""

    temperature: float = 0.0
    seed: int = 0


USUAL = AssistOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assisted(Generic[Found]):
    """The checked value of an answer, and the usage of the model."""

    value: Found
    usage: TokenUsage = NO_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to the model: our instructions, the texts of others, a JSON schema for the answer, and its maximum length."""

    words: str
    blocks: tuple[Block, ...]
    schema: Mapping[str, object]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks one model with fixed options; `cancel` stops it within a second."""

    model: LanguageModel
    cancel: CancelToken
    options: AssistOptions = USUAL

    def ask(self, question: Question) -> tuple[Mapping[str, Any], TokenUsage]:
        """Return the answer's JSON object and the usage. An answer without an object gives {} and counts as dropped.

        Raises ModelError and Cancelled as the model does.
        """
        self.cancel.check()
        max_tokens = max(_LEAST, min(question.max_tokens, self.model.context // 2))
        blocks = self._fitting(question, max_tokens)
        completion = self.model.complete(
            asked(f"{fenced(blocks)}\n\n{question.words}", system=TASK),
            max_tokens=max_tokens,
            form=OutputForm(json_schema=question.schema),
            temperature=self.options.temperature,
            seed=self.options.seed,
            cancel=self.cancel,
        )
        self.cancel.check()
        reply = read_object(completion.text)
        usage = TokenUsage(calls=1, tokens=completion.tokens, prompt_tokens=completion.prompt_tokens, seconds=completion.seconds)
        return reply, usage if reply else usage.without(Dropped(" ".join(completion.text.split())[:200], DropReason.UNREADABLE))

    def _fitting(self, question: Question, max_tokens: int) -> list[Block]:
        """Return the texts, the longest ones cut until all fit."""
        counts = self.model.count([TASK, question.words, *(block.text for block in question.blocks)], cancel=self.cancel)
        room = self.model.context - max_tokens - _AROUND - sum(counts[:2])
        limit = _limit(counts[2:], room)
        return [Block(block.name, _cut(block.text, count, limit)) for block, count in zip(question.blocks, counts[2:], strict=True)]


def _limit(counts: Sequence[int], room: int) -> int:
    """Return the largest limit per text with which all texts together fit into `room` tokens."""
    remaining = sorted(counts)
    while remaining and sum(remaining) > room:
        share = room // len(remaining)
        if remaining[0] > share:
            return max(_LEAST, share)
        room -= remaining.pop(0)
    return max(counts, default=0)


def _cut(text: str, count: int, limit: int) -> str:
    """Return the beginning of a text of `count` tokens that fits the limit."""
    if count <= limit or not text.strip():
        return text
    text = text.strip()
    return text[: max(1, int(len(text) * _CLOSE * limit / count))].rsplit(maxsplit=1)[0] + " …"


def object_form(**properties: Mapping[str, object]) -> Mapping[str, object]:
    """Return a JSON schema of an object with exactly these properties, all of them required."""
    return {"type": "object", "properties": dict(properties), "required": list(properties), "additionalProperties": False}


TEXT: Mapping[str, object] = {"type": "string"}
NUMBER: Mapping[str, object] = {"type": "integer"}


def list_form(items: Mapping[str, object], *, max_items: int) -> Mapping[str, object]:
    """Return a JSON schema of a list of at most `max_items`."""
    return {"type": "array", "items": items, "maxItems": max_items}
