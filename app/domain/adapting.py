"""What adapting the encoder to a library is asked for, what it will cost, and what came out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptOptions:
    """`limit` is how many fact-checks are learnt from at most (0: all), `epochs` how often each, every time with another claim;
    `resume` goes on with a training that was cut off."""

    epochs: int = 1
    limit: int = 0
    seed: int = 0
    resume: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptEstimate:
    """What adapting would be: fact-checks in the library, made-up claims to learn, seconds, a training cut off that could be resumed."""

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
    """How well two encoders find the fact-check of the same `queries` among `gallery` fact-checks, by cosine alone."""

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
    """What came out. `better` says whether it passed: better on made-up claims of fact-checks that it did not learn from, and not worse
    on what the user has confirmed (`decisions`, None where too little is confirmed). `folder` is the new encoder, "" where it was not
    kept; `started_from` the encoder that it began as, and `before` the user's own folder of that one ("" for the bundled).
    `teacher` is the model that taught it ("" for none), `untaught` why that could not be loaded.
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
