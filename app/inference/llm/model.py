"""Language model adapter: a GGUF file in a separate process, loaded on the first call."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference.llm.benchmark_store import BenchmarkRun, BenchmarkStore
from app.inference.llm.faults import ended_early, not_done, not_loaded, wrong_kind
from app.inference.llm.gguf_file import GgufModel
from app.inference.llm.messages import Choose, Complete, Count, Load, Loaded, Measure, Measured, Numbers, Order, Rank, Reply, Said, Wrong
from app.inference.llm.process import LanguageModelProcess, ProcessEndedError
from app.inference.llm.starting import Attempt, attempts, default_context, thread_counts
from app.inference.running.memory import free_memory
from app.ports import FREE, Completion, Ending, FloatMatrix, Message, ModelIdentity, OutputForm, Pace

_LISTEN_EVERY = 0.05
Answered = TypeVar("Answered", bound=Reply)


class LocalLanguageModel:
    """A `LanguageModel`. `device` is "auto", "cpu", "cuda" or "mps"; `threads` is a maximum. Thread-safe."""

    def __init__(
        self,
        file: GgufModel,
        *,
        fingerprint: str,
        process: LanguageModelProcess,
        findings: BenchmarkStore,
        device: str = "auto",
        threads: int,
        log: Path,
    ) -> None:
        self._file = file
        self._fingerprint = fingerprint
        self._process = process
        self._findings = findings
        self._device = device
        self._threads = threads
        self._log = log
        self._run = findings.run(fingerprint, device=device, threads=threads)
        self._loaded_in: int | None = None
        self._lock = threading.Lock()

    @property
    def identity(self) -> ModelIdentity:
        device = self._run.device if self._run else "cpu"
        return ModelIdentity(
            name=self._file.name, artefact=self._fingerprint, backend=f"llama-{device}", precision=self._file.mixture or "mixed"
        )

    @property
    def file(self) -> GgufModel:
        """Metadata of the file."""
        return self._file

    @property
    def ranks(self) -> bool:
        return self._file.ranks

    @property
    def context(self) -> int:
        return self._run.context if self._run else default_context(self._file, free=free_memory())

    @property
    def pace(self) -> Pace | None:
        return Pace(self._run.read, self._run.said) if self._run else None

    @property
    def pid(self) -> int | None:
        """Process id while it runs, else None."""
        return self._process.pid

    def load(self, *, cancel: CancelToken) -> BenchmarkRun:
        """Load the model now, measure it if there is no measurement, and return the configuration."""
        with self._turn(cancel):
            return self._ready(cancel)

    def count(self, texts: Sequence[str], *, cancel: CancelToken) -> list[int]:
        return [int(value) for value in self._ask(Numbers, Count(number=0, texts=tuple(texts)), cancel).values]

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
        self._must(ranks=False)
        order = Complete(
            number=0,
            messages=_pairs(messages),
            max_tokens=max_tokens,
            grammar=form.grammar,
            json_schema=json.dumps(form.json_schema) if form.json_schema is not None else "",
            temperature=temperature,
            seed=seed,
            stop=tuple(stop),
        )
        started = time.perf_counter()
        answer = self._ask(Said, order, cancel)
        return Completion(
            text=answer.text,
            tokens=answer.tokens,
            prompt_tokens=answer.prompt_tokens,
            seconds=time.perf_counter() - started,
            reason=Ending.LENGTH if answer.cut else Ending.STOP,
        )

    def choice_logits(self, messages: Sequence[Message], choices: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        self._must(ranks=False)
        numbers = self._ask(Numbers, Choose(number=0, messages=_pairs(messages), choices=tuple(choices)), cancel)
        return np.asarray(numbers.values, np.float32)

    def rank(self, query: str, documents: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        self._must(ranks=True)
        numbers = self._ask(Numbers, Rank(number=0, query=query, documents=tuple(documents)), cancel)
        return np.asarray(numbers.values, np.float32)

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _must(self, *, ranks: bool) -> None:
        if self._file.ranks is not ranks:
            raise wrong_kind(self._file)

    @contextmanager
    def _turn(self, cancel: CancelToken) -> Iterator[None]:
        """Hold the lock for one call; waiting calls can be cancelled."""
        # In short waits, so that a waiting call can be cancelled.
        while not self._lock.acquire(timeout=_LISTEN_EVERY):
            cancel.check()
        try:
            yield
        finally:
            self._lock.release()

    def _ask(self, kind: type[Answered], order: Order, cancel: CancelToken) -> Answered:
        with self._turn(cancel):
            self._ready(cancel)
            reply = self._send(order, cancel)
        if isinstance(reply, kind):
            return reply
        raise not_done(self._file, reply, context=self.context)

    def _send(self, order: Order, cancel: CancelToken) -> Reply:
        numbered = msgspec.structs.replace(order, number=self._process.next_number())
        try:
            return self._process.ask(numbered, cancel=cancel)
        except ProcessEndedError as error:
            raise ended_early(error, log=self._log) from error
        except OSError as error:
            raise not_loaded(self._file, error.strerror or type(error).__name__) from error

    def _ready(self, cancel: CancelToken) -> BenchmarkRun:
        """Make sure that the process runs with the model loaded; return its configuration."""
        if self._run is not None and self._loaded_in is not None and self._loaded_in == self._process.pid:
            return self._run
        run = self._again(self._run, cancel) if self._run is not None else None
        run = run or self._first(cancel)
        self._run, self._loaded_in = run, self._process.pid
        return run

    def _again(self, run: BenchmarkRun, cancel: CancelToken) -> BenchmarkRun | None:
        """Load with the earlier configuration; None if that no longer works."""
        try:
            reply = self._load(Attempt(run.gpu_layers, run.context), (run.read_threads, run.said_threads), cancel)
        except ModelError as error:
            if error.code != "llm-stopped":
                raise
            reply = None
        # On another device or with another context, the measured speeds do not hold.
        if isinstance(reply, Loaded) and (reply.context, reply.device) == (run.context, run.device):
            return run
        self._findings.forget_run(self._fingerprint, device=self._device, threads=self._threads)
        return None

    def _first(self, cancel: CancelToken) -> BenchmarkRun:
        """Load with the best configuration that works on this machine, and measure it."""
        last: ModelError | None = None
        for attempt in attempts(self._file, gpu=self._device != "cpu", free=free_memory()):
            try:
                reply = self._load(attempt, (self._threads, self._threads), cancel)
                if isinstance(reply, Loaded):
                    return self._measured(attempt, reply, cancel)
            except ModelError as error:
                if error.code != "llm-stopped":
                    raise
                last = error
                continue
            last = not_done(self._file, reply, context=attempt.context, words=self._process.log_tail())
            if isinstance(reply, Wrong) and reply.code == "load" and attempt.gpu_layers == 0:
                break
        raise last or not_loaded(self._file, "")

    def _load(self, attempt: Attempt, threads: tuple[int, int], cancel: CancelToken) -> Reply:
        order = Load(
            number=0,
            path=str(self._file.path),
            context=attempt.context,
            read_threads=threads[0],
            said_threads=threads[1],
            gpu_layers=attempt.gpu_layers,
            ranks=self._file.ranks,
            templates=dict(self._file.templates),
        )
        return self._send(order, cancel)

    def _measured(self, attempt: Attempt, loaded: Loaded, cancel: CancelToken) -> BenchmarkRun:
        measured = self._send(Measure(number=0, threads=thread_counts(self._threads)), cancel)
        if not isinstance(measured, Measured):
            raise not_done(self._file, measured, context=loaded.context)
        run = BenchmarkRun(
            context=loaded.context,
            gpu_layers=attempt.gpu_layers,
            device=loaded.device,
            read_threads=measured.read_threads,
            said_threads=measured.said_threads,
            read=round(measured.read, 2),
            said=round(measured.said, 2),
        )
        self._findings.keep_run(self._fingerprint, run, device=self._device, threads=self._threads)
        return run


def _pairs(messages: Sequence[Message]) -> tuple[tuple[str, str], ...]:
    return tuple((message.speaker.value, message.text) for message in messages)
