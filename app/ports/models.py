"""Ports of the models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from app.domain.progress import CancelToken, Progress
from app.domain.speech import ClaimPair, ClaimReading, SpeechAct
from app.domain.syntax import Syntax
from app.ports.arrays import FloatMatrix


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """Provenance of computed numbers: model name, hash of its files, backend ("openvino-cpu", "torch-cuda", …) and precision.

    `reading` has the versions of the code that prepared the texts; "" for the first versions, so that results from before
    versioning are still found. Identities that differ in any field never share a cache entry or an index. An index made on one
    device may be searched with vectors of another (`same_model`): they agree to a cosine of 0.999.
    """

    name: str
    artefact: str
    backend: str
    precision: str
    reading: str = ""

    @property
    def model(self) -> str:
        """Model and text preparation, regardless of device and precision."""
        return f"{self.name}:{self.artefact[:16]}" + (f"~{self.reading}" if self.reading else "")

    def key(self) -> str:
        """Return a string for cache keys and manifests."""
        return f"{self.model}:{self.backend}:{self.precision}"

    def same_model(self, key: str) -> bool:
        """Return True if the key names the same model, on any device and in any precision."""
        return key.rsplit(":", 2)[0] == self.model


class TextEncoder(Protocol):
    """Turns texts into unit vectors; a vector depends only on its text, never on the batch."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return rows of shape (len(texts), dimension), float32, L2-normalised; an empty text has a unit vector, too."""
        ...


@runtime_checkable
class Successor(Protocol):
    """An encoder that replaced another one and gives some texts identical vectors."""

    def keeps(self, maker: ModelIdentity, text: str) -> bool:
        """Return True if this text's vector is the same as by the former encoder `maker`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PairInput:
    """Input of a pair scorer: the fields of a sentence and a fact-check that it may use."""

    sentence: str
    claim: str
    context: tuple[str, ...] = ()
    speaker: str = ""
    title: str = ""
    claimant: str = ""
    published: date | None = None


class PairScorer(Protocol):
    """Returns the calibrated probability that a fact-check settles a sentence."""

    @property
    def identity(self) -> ModelIdentity: ...

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities of shape (len(pairs),), float32, each a function of its pair only."""
        ...


class StanceScorer(Protocol):
    """Returns the stance of premises (published texts) towards hypotheses (the statements in question)."""

    @property
    def identity(self) -> ModelIdentity: ...

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities of shape (n, 3), float32, rows sum to 1; columns support, refute, neutral."""
        ...


class SyntaxReader(Protocol):
    """Parser of English sentences."""

    @property
    def identity(self) -> ModelIdentity: ...

    def parse(self, texts: Sequence[str], *, cancel: CancelToken) -> list[Syntax]:
        """Return the syntax of each text, a function of that text only; long texts are parsed only at their beginning. Raises
        Cancelled."""
        ...


class ClaimReader(Protocol):
    """Determines the speech act of a sentence towards a checked claim, and their differences. A verdict needs both."""

    @property
    def key(self) -> str:
        """Version of the rules and of the underlying model."""
        ...

    def acts(self, sentences: Sequence[str], *, cancel: CancelToken) -> list[SpeechAct]:
        """Return the speech act of each sentence as a whole. Raises Cancelled."""
        ...

    def read(self, pairs: Sequence[ClaimPair], *, cancel: CancelToken) -> list[ClaimReading]:
        """Return speech act and differences of each pair, a function of this pair only. Raises Cancelled."""
        ...


class CheckworthinessScorer(Protocol):
    """Returns the probability that a sentence is a factual claim of public interest."""

    @property
    def identity(self) -> ModelIdentity: ...

    def score(self, texts: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities of shape (len(texts),), float32, each a function of its text only; check-worthy from 0.5. A text
        without a letter or digit has 0."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """An extracted answer `text[start:end]`, and the calibrated probability in [0, 1] that it answers the question."""

    start: int
    end: int
    probability: float


class Reader(Protocol):
    """Extracts the answer to a question from a text, verbatim."""

    @property
    def identity(self) -> ModelIdentity: ...

    def read(self, question: str, texts: Sequence[str], *, cancel: CancelToken) -> list[Span | None]:
        """Return the most probable answer in each text, a function of question and text only; None for an unreadable text."""
        ...
