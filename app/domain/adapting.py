"""Options, cost estimate and outcome of adapting the encoder to a library."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptOptions:
    """Options of a training: at most `limit` fact-checks (0: all), each learnt `epochs` times with another claim every time.
    `resume` continues an interrupted training."""

    epochs: int = 1
    limit: int = 0
    seed: int = 0
    resume: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptEstimate:
    """Expected size of a training: fact-checks in the library, generated claims to learn, seconds, and an interrupted training to
    resume."""

    factchecks: int
    claims: int
    seconds: float
    resumable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A difference of means with its 95% interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Retrieval quality of two encoders on the same `queries` among `gallery` fact-checks, by cosine only."""

    queries: int
    gallery: int
    map_before: float
    map_after: float
    map_difference: Interval
    mrr_before: float
    mrr_after: float
    mrr_difference: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapted:
    """Outcome of a training.

    `better` is the acceptance test: better on generated claims of held-out fact-checks, and not worse on the pairs that the user
    confirmed (`decisions`, None with too few of them). `folder` is the new encoder, "" when it was discarded. `started_from` is the
    encoder that training began with and `before` the user's folder of that encoder ("" for the bundled one). `teacher` is the model
    that taught it ("" for none); `untaught` is the reason why the teacher could not be loaded.
    """

    folder: str
    better: bool
    held_back: Comparison
    decisions: Comparison | None
    started_from: str
    before: str
    factchecks: int
    claims: int
    guarded: int
    seconds: float
    training_seconds: float
    megabytes: float
    seed: int
    epochs: int
    teacher: str = ""
    untaught: str = ""
