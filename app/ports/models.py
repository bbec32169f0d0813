"""What the services need from models."""

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
    """What made a number: model name, hash of its files, backend ("onnx-cpu", "torch-cuda", …) and precision.

    `reading` names the versions of the code that prepared the texts; "" for the first ones, so that what was computed before there were
    versions is still found.

    Two identities that differ in any field never share a cache entry, nor do vectors of both stand in one index. An index that
    one device made may be searched with vectors of another (`same_model`): they agree to a cosine of 0.999.
    """

    name: str
    artefact: str
    backend: str
    precision: str
    reading: str = ""

    @property
    def model(self) -> str:
        """The model and how its texts are prepared, on whatever device and in whatever precision."""
        return f"{self.name}:{self.artefact[:16]}" + (f"~{self.reading}" if self.reading else "")

    def key(self) -> str:
        """One string for cache keys and manifests."""
        return f"{self.model}:{self.backend}:{self.precision}"

    def same_model(self, key: str) -> bool:
        """Whether this key names the same model, on whatever device and in whatever precision."""
        return key.rsplit(":", 2)[0] == self.model


class TextEncoder(Protocol):
    """Texts to unit vectors; a vector is a function of its text alone, never of the batch around it."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Rows of shape (len(texts), dimension), float32, L2-normalised; an empty text gives a unit vector too."""
        ...


@runtime_checkable
class Successor(Protocol):
    """An encoder that took another's place and gives some texts the very vectors that the other gave them."""

    def keeps(self, maker: ModelIdentity, text: str) -> bool:
        """Whether this text's vector is the one that this maker gave it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PairInput:
    """What a pair scorer may see of a sentence and a fact-check."""

    sentence: str
    claim: str
    context: tuple[str, ...] = ()
    speaker: str = ""
    title: str = ""
    claimant: str = ""
    published: date | None = None


class PairScorer(Protocol):
    """Does this fact-check settle this sentence? A calibrated probability for each pair."""

    @property
    def identity(self) -> ModelIdentity: ...

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities of shape (len(pairs),), float32, each a function of its pair alone."""
        ...


class StanceScorer(Protocol):
    """Stance of premises (published texts) towards hypotheses (what is judged)."""

    @property
    def identity(self) -> ModelIdentity: ...

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities of shape (n, 3), float32, rows sum to 1; columns support, refute, neutral."""
        ...


class SyntaxReader(Protocol):
    """The syntax of English sentences."""

    @property
    def identity(self) -> ModelIdentity: ...

    def parse(self, texts: Sequence[str], *, cancel: CancelToken) -> list[Syntax]:
        """The syntax of each text, a function of that text alone; of a long one only of its beginning. Raises Cancelled."""
        ...


class ClaimReader(Protocol):
    """Reads the speech act of a sentence towards a checked claim, and the differences of the two. A verdict needs both."""

    @property
    def key(self) -> str:
        """Names the version of the rules, and the model beneath them."""
        ...

    def acts(self, sentences: Sequence[str], *, cancel: CancelToken) -> list[SpeechAct]:
        """The speech act of each sentence as a whole. Raises Cancelled."""
        ...

    def read(self, pairs: Sequence[ClaimPair], *, cancel: CancelToken) -> list[ClaimReading]:
        """The speech act and the differences of each pair, a function of this pair alone. Raises Cancelled."""
        ...


class CheckworthinessScorer(Protocol):
    """Is this sentence a factual claim of public interest, worth a check?"""

    @property
    def identity(self) -> ModelIdentity: ...

    def score(self, texts: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities of shape (len(texts),), float32, each a function of its text alone; check-worthy from 0.5.

        A text without a letter or digit says nothing and has 0.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """An answer that stands in a text: `text[start:end]`, and the calibrated probability in [0, 1] that it answers the question."""

    start: int
    end: int
    probability: float


class Reader(Protocol):
    """Finds the answer to a question in a text, word for word."""

    @property
    def identity(self) -> ModelIdentity: ...

    def read(self, question: str, texts: Sequence[str], *, cancel: CancelToken) -> list[Span | None]:
        """The likeliest answer in each text, a function of question and text alone; None where a text cannot be read at all."""
        ...
