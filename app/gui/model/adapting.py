"""Texts of the window about adapting the encoder: expected time, results, advice."""

from __future__ import annotations

from app.domain.adapting import Adapted, AdaptEstimate, Comparison, Interval
from app.translation import decimal, mark, number, tr, trn

EXPLAINED = mark(
    "Claims are made up for every fact-check of the library: reworded, shortened, as people say or post them. The encoder, which finds "
    "fact-checks by meaning, learns to find the right one for each, and what the comparison in full says of those near to it. Nothing "
    "leaves this computer, and your decisions are only used to measure the result."
)
LIMITS = mark(
    "It changes how fact-checks are found by meaning, and nothing else: the search for words, the comparison in full, stance and "
    "check-worthiness stay as they are. Posts and evidence have to be made searchable by meaning anew once it is in use. You see before "
    "and after, and decide."
)


def told_estimate(expected: AdaptEstimate) -> str:
    """Return in words how much there is to learn, and about how long it takes."""
    claims = trn("{count} made-up claim to learn", "{count} made-up claims to learn", expected.claims)
    return tr("{claims}; about {time} on a computer with nothing else to do.", claims=claims, time=duration(expected.seconds))


def duration(seconds: float) -> str:
    """Minutes, or seconds where they are few."""
    if seconds < 90:
        return trn("{count} second", "{count} seconds", max(1, round(seconds)))
    return trn("{count} minute", "{count} minutes", round(seconds / 60))


def heading(result: Adapted) -> str:
    """Return the result in one line."""
    return tr("The adapted encoder is better") if result.better else tr("The adapted encoder is not surely better")


def advice(result: Adapted) -> str:
    """Return what to do with the result."""
    if result.better:
        return tr("If you use it, the library's index is built anew. You can go back at any time.")
    return tr("It was not kept, and nothing was changed. More fact-checks, or longer ones, give it more to learn from.")


def rows(result: Adapted) -> list[tuple[str, str, str, str]]:
    """A table: measured on what, before, after, difference with its interval."""
    table_rows = [(tr("Measured on"), tr("Before"), tr("After"), tr("Difference (95% interval)"))]
    table_rows += _rows(tr("made-up claims of fact-checks that it did not learn from"), result.held_back)
    if result.decisions is not None:
        table_rows += _rows(tr("matches that you confirmed"), result.decisions)
    return table_rows


def cost(result: Adapted) -> str:
    """Return the time that it took and what it had to do without."""
    took = tr(
        "{claims} learnt in {time}, with {memory} MB of memory at most.",
        claims=trn("{count} claim", "{count} claims", result.claims),
        time=duration(result.training_seconds),
        memory=number(round(result.megabytes)),
    )
    if not result.untaught:
        return took
    return f"{took} {tr('It learnt without the comparison in full, which could not be loaded: {reason}', reason=result.untaught)}"


def _rows(name: str, comparison: Comparison) -> list[tuple[str, str, str, str]]:
    searches = trn("{count} search", "{count} searches", comparison.queries)
    return [
        (f"{name} ({searches}): MAP@5", _figure(comparison.map_before), _figure(comparison.map_after), _moved(comparison.map_difference)),
        (f"{name}: MRR", _figure(comparison.mrr_before), _figure(comparison.mrr_after), _moved(comparison.mrr_difference)),
    ]


def _figure(value: float) -> str:
    return decimal(value, 3)


def _moved(moved: Interval) -> str:
    return tr("{mean} ({low} to {high})", mean=_signed(moved.mean), low=_signed(moved.low), high=_signed(moved.high))


def _signed(value: float) -> str:
    return ("+" if value >= 0 else "−") + decimal(abs(value), 3)
