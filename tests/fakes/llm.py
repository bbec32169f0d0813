"""A language model with behaviour and without weights: it answers by a function, counts words as tokens, and fulfils the port's
contract."""

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
    """The prompt given to a fake. `dice` is a generator seeded by the messages and, above temperature 0, by the seed, so that equal
    prompts give equal draws."""

    messages: tuple[Message, ...]
    form: OutputForm
    dice: random.Random

    @property
    def prompt(self) -> str:
        """Return the texts of all messages, concatenated."""
        return "\n".join(message.text for message in self.messages)

    @property
    def question(self) -> str:
        """Return the last message of the user."""
        return next(message.text for message in reversed(self.messages) if message.speaker is Speaker.USER)


Answer = Callable[[Asked], str]


def _says_nothing(prompt: Asked) -> str:
    return ""


def _likes_all_alike(prompt: Asked, choice: str) -> float:
    return 0.1


@dataclass
class FakeLanguageModel:
    """Says what `answer` returns. `likes` gives the probability that an answer begins with a choice; `relevance` is the result of
    `rank`. An answer to a JSON schema that is no JSON fails the test, unless `sloppy`: a real model under a grammar cannot give
    one. `failing` holds the error codes of the next calls, "" for a call that works. `calls` are the prompts so far."""

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
        answer = self.answer(_asked(messages, form, seed if temperature > 0 else 0))
        if form.json_schema is not None and not self.sloppy:
            json.loads(answer)
        ends = [position for word in stop if (position := answer.find(word)) >= 0]
        pieces = _PIECE.findall(answer[: min(ends)] if ends else answer)
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
        """Fail where a real one fails; return the number of tokens read."""
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
    transcript = "\n".join(f"{message.speaker}: {message.text}" for message in messages)
    digest = hashlib.sha256(f"{seed}\n{transcript}".encode("utf-8", "replace")).digest()
    return Asked(messages=tuple(messages), form=form, dice=random.Random(int.from_bytes(digest[:8])))


def scripted(answers: Mapping[str, str], *, otherwise: str = "") -> Answer:
    """Return an answer function: the answer whose key is in the prompt."""

    def answer(prompt: Asked) -> str:
        return next((reply for key, reply in answers.items() if key in prompt.prompt), otherwise)

    return answer


_LISTED = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_CHATTER = ("Sure! Here is the order you asked for:\n", "Order: ", "\n\n   \n", "I would say, of the 3 best ones, that ")


@dataclass(frozen=True, slots=True, kw_only=True)
class ErringRanker:
    """Orders numbered texts by `relevance` (of the text) and makes mistakes, each with a known rate.
    `swapped`: the probability that two neighbours of the right order change places, from the tail to the head. `missing`, `twice`
    and `invented`: the probability that a number is left out, repeated, or followed by an invalid one. `chatter`: the probability
    of prose before the answer.
    """

    relevance: Callable[[str], float]
    swapped: float = 0.0
    missing: float = 0.0
    twice: float = 0.0
    invented: float = 0.0
    chatter: float = 0.0

    def __call__(self, prompt: Asked) -> str:
        listed = [(int(number), text) for number, text in _LISTED.findall(prompt.question)]
        right = sorted(listed, key=lambda pair: (-self.relevance(pair[1]), pair[0]))
        order = [number for number, _ in right]
        rng = prompt.dice
        for index in range(len(order) - 1, 0, -1):
            if rng.random() < self.swapped:
                order[index - 1], order[index] = order[index], order[index - 1]
        numbers: list[int] = []
        for number in order:
            if rng.random() < self.missing:
                continue
            numbers.append(number)
            if rng.random() < self.twice:
                numbers.append(rng.choice(order))
            if rng.random() < self.invented:
                numbers.append(len(order) + rng.randrange(1, 50))
        before = rng.choice(_CHATTER) if rng.random() < self.chatter else ""
        return before + " > ".join(f"[{number}]" for number in numbers)
