"""Order handlers in the language model's process; threads and streams are the caller's."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import llama_cpp
import numpy as np
from llama_cpp.llama_grammar import json_schema_to_gbnf

from app.inference.llm.messages import (
    Choose,
    Complete,
    Count,
    Load,
    Loaded,
    Measure,
    Measured,
    Numbers,
    Order,
    Rank,
    Reply,
    Said,
    Wrong,
)
from app.inference.llm.native import AbortedError, FormError, MemoryShortError, NativeModel, NotLoadedError
from app.inference.llm.wording import Wording
from app.ports.arrays import FloatMatrix

# Tokens read, and a sixteenth of them said, to find out how fast this machine is.
_PROBE = 192
# More threads must be this much faster to be kept.
_PAYS = 1.05


class AlikeError(Exception):
    """Raised when a choice has no first token of its own."""


class _NoRoomError(Exception):
    """Raised when the prompt does not fit."""


_CODES: Mapping[type[Exception], str] = {
    AbortedError: "cancelled",
    _NoRoomError: "context",
    NotLoadedError: "load",
    MemoryShortError: "memory",
    FormError: "form",
    AlikeError: "alike",
}


@dataclass(slots=True)
class _Open:
    model: NativeModel
    wording: Wording
    ranks: bool


class Serving:
    """Answers orders with the model loaded last. `stopped` returns True if the current order was cancelled."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._stopped = stopped
        self._open: _Open | None = None

    def answer(self, order: Order) -> Reply:
        """Return the reply to an order; failures are replies, too."""
        number = order.number
        try:
            return self._answer(order)
        except tuple(_CODES) as error:
            return Wrong(number=number, code=_CODES[type(error)], detail=str(error))
        except Exception as error:  # the process stays of use for the next order
            return Wrong(number=number, code="other", detail=f"{type(error).__name__}: {error}")

    def _answer(self, order: Order) -> Reply:
        if isinstance(order, Load):
            return self._load(order)
        open_model = self._open
        if open_model is None:
            raise NotLoadedError("no model is loaded")
        match order:
            case Measure():
                return _measure(order, open_model)
            case Count():
                counts = [float(len(open_model.model.tokens(text, special=False))) for text in order.texts]
                return Numbers(number=order.number, values=tuple(counts))
            case Complete():
                return self._complete(order, open_model)
            case Choose():
                open_model.model.read(_fitting(open_model, order.messages))
                values = choice_logits(open_model.model.logits(), [_beginnings(open_model.model, choice) for choice in order.choices])
                return Numbers(number=order.number, values=tuple(values))
            case Rank():
                room = open_model.model.context
                pairs = [open_model.wording.pair(order.query, document, room) for document in order.documents]
                return Numbers(number=order.number, values=tuple(open_model.model.score(pair) for pair in pairs))
        raise NotImplementedError(type(order).__name__)

    def _load(self, order: Load) -> Loaded:
        if self._open is not None:
            self._open.model.close()
            self._open = None
        model = NativeModel(
            order.path,
            context=order.context,
            threads=order.said_threads,
            gpu_layers=order.gpu_layers,
            ranks=order.ranks,
            stopped=self._stopped,
        )
        model.use_threads(generating=order.said_threads, reading=order.read_threads)
        self._open = _Open(model, Wording(model, order.templates), order.ranks)
        return Loaded(number=order.number, context=model.context, device=model.device, version=llama_cpp.__version__)

    def _complete(self, order: Complete, open_model: _Open) -> Said:
        grammar = order.grammar
        if order.json_schema:
            grammar = _grammar_of(order.json_schema)
        prompt = _fitting(open_model, order.messages)
        model = open_model.model
        model.read(prompt)
        max_tokens = min(order.max_tokens, model.context - len(prompt))
        answer, count = b"", 0
        for token in model.say(max_tokens=max_tokens, grammar=grammar, temperature=order.temperature, seed=order.seed):
            count += 1
            answer += model.piece(token)
            end = _first_stop(answer, order.stop)
            if end is not None:
                return Said(number=order.number, text=_text(answer[:end]), tokens=count, prompt_tokens=len(prompt), cut=False)
        return Said(number=order.number, text=_text(answer), tokens=count, prompt_tokens=len(prompt), cut=count >= max_tokens)


def _fitting(open_model: _Open, messages: Sequence[tuple[str, str]]) -> list[int]:
    prompt = open_model.wording.prompt(messages)
    if len(prompt) >= open_model.model.context:
        raise _NoRoomError
    return prompt


def _grammar_of(schema: str) -> str:
    try:
        return str(json_schema_to_gbnf(schema))
    except Exception as error:  # the library raises whatever its converter meets
        raise FormError(f"the JSON schema cannot be read ({error})") from error


def _text(content: bytes) -> str:
    """Decode generated bytes; an incomplete character at the end is dropped."""
    # A token may be a part of a character.
    return content.decode("utf-8", "ignore")


def _first_stop(answer: bytes, stop: Sequence[str]) -> int | None:
    offsets = [offset for word in stop if word and (offset := answer.find(word.encode("utf-8", "replace"))) >= 0]
    return min(offsets, default=None)


def _beginnings(model: NativeModel, choice: str) -> set[int]:
    """Return the possible first tokens of an answer with this choice."""
    spellings = {choice, choice.lower(), f" {choice}", f" {choice.lower()}"}
    return {tokens[0] for spelling in spellings if (tokens := model.tokens(spelling, special=False))}


def choice_logits(logits: FloatMatrix, beginnings: Sequence[set[int]]) -> list[float]:
    """Return the log-probability of each choice from the logits of all tokens and the choices' possible first tokens.

    Tokens shared by several choices are ignored. Raises AlikeError if a choice has no first token of its own.
    """
    values = logits.astype(np.float64)
    values -= values.max()
    values -= math.log(float(np.exp(values).sum()))
    choice_values = []
    for choice, tokens in enumerate(beginnings):
        # A token with which several choices begin says nothing about which one is meant.
        unique_tokens = tokens.difference(*(other for index, other in enumerate(beginnings) if index != choice))
        if not unique_tokens:
            raise AlikeError("two choices begin alike")
        choice_values.append(math.log(max(float(np.exp(values[sorted(unique_tokens)]).sum()), 1e-300)))
    return choice_values


def _measure(order: Measure, open_model: _Open) -> Measured:
    """Time each number of threads for prompts and for generation; the first run is a warm-up and is not counted."""
    model = open_model.model
    tokens = _some_tokens(model, min(_PROBE, model.context - _PROBE // 8))
    timed: list[tuple[int, float, float]] = []
    for threads in (order.threads[0], *order.threads):
        model.use_threads(generating=threads, reading=threads)
        timed.append((threads, _speed_of_reading(open_model, tokens), 0.0 if open_model.ranks else _speed_of_saying(model)))
    reading = _fastest([(threads, speed) for threads, speed, _ in timed[1:]])
    generating = _fastest([(threads, speed) for threads, _, speed in timed[1:]])
    model.use_threads(generating=generating[0], reading=reading[0])
    return Measured(number=order.number, read_threads=reading[0], said_threads=generating[0], read=reading[1], said=generating[1])


def _some_tokens(model: NativeModel, count: int) -> list[int]:
    sample = model.tokens("The council said that it had spent more on schools than ever before. ", special=False) or [0]
    return (sample * (count // len(sample) + 1))[: max(1, count)]


def _speed_of_reading(open_model: _Open, tokens: Sequence[int]) -> float:
    started = time.perf_counter()
    if open_model.ranks:
        open_model.model.score(tokens)
    else:
        open_model.model.read(tokens)
    return len(tokens) / max(time.perf_counter() - started, 1e-6)


def _speed_of_saying(model: NativeModel) -> float:
    """Measure generation after the last prompt, in tokens per second. The model may stop early; then the generated tokens are
    timed, and 0 is returned for none."""
    started = time.perf_counter()
    count = sum(1 for _ in model.say(max_tokens=_PROBE // 16, grammar='root ::= ([a-z] | " ")+', temperature=0.0, seed=0))
    return count / max(time.perf_counter() - started, 1e-6)


def _fastest(timed: Sequence[tuple[int, float]]) -> tuple[int, float]:
    """Return the smallest number of threads that is not clearly slower than a larger one."""
    best = timed[0]
    for threads, speed in timed[1:]:
        if speed > best[1] * _PAYS:
            best = (threads, speed)
    return best
