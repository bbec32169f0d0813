"""A language model with behaviour and without weights: it speaks by a function, counts words as tokens, and keeps the port's promises."""

from __future__ import annotations

import hashlib
import json
import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.domain.progress import CancelToken
from app.errors import ModelError
from app.ports import FREE, Completion, Ending, FloatMatrix, Message, ModelIdentity, OutputForm, Pace, Speaker

_PIECE = re.compile(r"\s*\S+|\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a fake is asked. `dice` are seeded by the messages and, above temperature 0, by the seed: the same question, the same fall."""

    messages: tuple[Message, ...]
    form: OutputForm
    dice: random.Random

    @property
    def prompt(self) -> str:
        """All messages' texts, one after the other."""
        return "\n".join(message.text for message in self.messages)

    @property
    def question(self) -> str:
        """What the user said last."""
        return next(message.text for message in reversed(self.messages) if message.speaker is Speaker.USER)


Answer = Callable[[Asked], str]


def _says_nothing(asked: Asked) -> str:
    return ""


def _likes_all_alike(asked: Asked, choice: str) -> float:
    return 0.1


@dataclass
class FakeLanguageModel:
    """Says what `answer` says. `likes` gives the probability that an answer begins with a choice; `relevance` is what `rank` gives.

    An answer to a JSON schema that is no JSON fails the test, unless `sloppy`: a real model under a grammar cannot give one. `failing`
    holds the codes of the errors of the next calls, "" for a call that works. `calls` are the prompts so far.
    """

    answer: Answer = field(default=_says_nothing)
    likes: Callable[[Asked, str], float] = field(default=_likes_all_alike)
    relevance: Callable[[str, str], float] | None = None
    context: int = 4096
    sloppy: bool = False
    failing: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    @property
    def identity(self) -> ModelIdentity:
        return ModelIdentity(name="fake", artefact="f" * 64, backend="llama-cpu", precision="words")

    @property
    def ranks(self) -> bool:
        return self.relevance is not None

    @property
    def pace(self) -> Pace | None:
        return Pace(read=1000.0, said=100.0)

    def count(self, texts: Sequence[str], *, cancel: CancelToken) -> list[int]:
        cancel.check()
        return [len(_PIECE.findall(text)) for text in texts]

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
        read = self._begin(messages, speaks=True, cancel=cancel)
        said = self.answer(_asked(messages, form, seed if temperature > 0 else 0))
        if form.json_schema is not None and not self.sloppy:
            json.loads(said)
        ends = [place for word in stop if (place := said.find(word)) >= 0]
        pieces = _PIECE.findall(said[: min(ends)] if ends else said)
        room = min(max_tokens, self.context - read)
        ending = Ending.LENGTH if len(pieces) > room else Ending.STOP
        text = "".join(pieces[:room])
        return Completion(text=text, tokens=len(pieces[:room]), prompt_tokens=read, seconds=0.001 * (read + len(pieces)), reason=ending)

    def choice_logits(self, messages: Sequence[Message], choices: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        self._begin(messages, speaks=True, cancel=cancel)
        question = _asked(messages, FREE, 0)
        return np.asarray([math.log(self.likes(question, choice)) for choice in choices], np.float32)

    def rank(self, query: str, documents: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        self._begin((Message(Speaker.USER, query),), speaks=False, cancel=cancel)
        relevance = self.relevance
        assert relevance is not None
        return np.asarray([relevance(query, document) for document in documents], np.float32)

    def _begin(self, messages: Sequence[Message], *, speaks: bool, cancel: CancelToken) -> int:
        """Fail where a real one fails; how many tokens were read."""
        cancel.check()
        self.calls.append("\n".join(message.text for message in messages))
        if self.failing and (code := self.failing.pop(0)):
            raise ModelError(code, "The language model stopped.", hint="Try again.")
        if self.ranks is speaks:
            raise ModelError("llm-ability", "The language model is not made for this.")
        read = sum(self.count([message.text for message in messages], cancel=cancel))
        if read >= self.context:
            raise ModelError("llm-context", "The question is too long for the language model.")
        return read


def _asked(messages: Sequence[Message], form: OutputForm, seed: int) -> Asked:
    said = "\n".join(f"{message.speaker}: {message.text}" for message in messages)
    digest = hashlib.sha256(f"{seed}\n{said}".encode("utf-8", "replace")).digest()
    return Asked(messages=tuple(messages), form=form, dice=random.Random(int.from_bytes(digest[:8])))


def scripted(answers: Mapping[str, str], *, otherwise: str = "") -> Answer:
    """Says the answer whose key stands in the prompt."""

    def answer(asked: Asked) -> str:
        return next((said for key, said in answers.items() if key in asked.prompt), otherwise)

    return answer


_LISTED = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_CHATTER = ("Sure! Here is the order you asked for:\n", "Order: ", "\n\n   \n", "I would say, of the 3 best ones, that ")


@dataclass(frozen=True, slots=True, kw_only=True)
class ErringRanker:
    """Puts numbered texts in order by `relevance` (of the text) and makes mistakes, each with its own known rate.

    `swapped`: the chance that two neighbours of the right order change places, tried from the tail to the head. `missing`, `twice` and
    `invented`: the chance that a place is left out, named again, or followed by a number that is not there. `chatter`: the chance of
    prose before the answer.
    """

    relevance: Callable[[str], float]
    swapped: float = 0.0
    missing: float = 0.0
    twice: float = 0.0
    invented: float = 0.0
    chatter: float = 0.0

    def __call__(self, asked: Asked) -> str:
        listed = [(int(number), text) for number, text in _LISTED.findall(asked.question)]
        right = sorted(listed, key=lambda pair: (-self.relevance(pair[1]), pair[0]))
        order = [number for number, _ in right]
        dice = asked.dice
        for place in range(len(order) - 1, 0, -1):
            if dice.random() < self.swapped:
                order[place - 1], order[place] = order[place], order[place - 1]
        said: list[int] = []
        for number in order:
            if dice.random() < self.missing:
                continue
            said.append(number)
            if dice.random() < self.twice:
                said.append(dice.choice(order))
            if dice.random() < self.invented:
                said.append(len(order) + dice.randrange(1, 50))
        before = dice.choice(_CHATTER) if dice.random() < self.chatter else ""
        return before + " > ".join(f"[{number}]" for number in said)
