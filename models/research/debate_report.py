"""The report of `evaluate debates` as plain values for JSON, with the paper's numbers and every definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.research.debate_gold import SystemScore
from models.research.debate_run import DebateReport
from models.research.intervals import Interval
from models.research.paper.bodies import EVERY
from models.research.paper.measuring import Reach
from models.research.paper.published import BEST, INNER
from models.research.paper.retrieval import RETRIEVED
from models.research.scores import Score

_DIGITS = 6

DEFINITIONS = {
    "map": "Mean over debates of the average precision of verifiable sentences (Shaar et al. 2022, section 6).",
    "map_0_r": "The same, where a sentence counts as found only if one of its first r fact-checks verifies it; precision at every "
    "verifiable sentence's place.",
    "map_05_r": "The same, where a sentence that is not verified by its first r fact-checks counts half.",
    "map_h_r": "As map_0_r, and precision counts 0 at the places of sentences that are not verified.",
    "without_repeated": "Lines labelled as repeating an earlier sentence, and not linked by themselves, are left out.",
    "all": "All fact-checks may be matched and all gold pairs count, as in the paper.",
    "before": "Only fact-checks published before the debate may be matched, and only gold pairs with such a fact-check count.",
    "over_debates": "95% interval, debates resampled.",
    "over_sentences": "95% interval, sentences resampled within each debate.",
    "sentence_verdicts": "Of all verdicts spoken over whole debates, by a rule from the other debates: how many are right by the gold, the "
    "opposite, or on sentences that have no gold verdict (these count as not right). nearest_factcheck: the trivial baseline, the verdict "
    "of the nearest fact-check on as many sentences.",
    "inner": "Mean average precision of the fact-checks of one sentence, pairs with stance agree or disagree relevant (Table 3): over the "
    "fact-checks that annotators looked at, and over the library.",
}


def candidate_note(reach: Reach) -> str:
    """Describe which pairs each measure covers."""
    bodies = min(reach.bodies, RETRIEVED)
    bodies_note = (
        "" if reach.read >= EVERY else f", and of each body only with the {reach.read} sentences that share most words with what was said"
    )
    return (
        f"BERTScore was computed only for the union of the best {reach.depth} fact-checks by each BM25 and each cosine with claim or "
        f"title, NLI for the union of the best {min(reach.nli, reach.depth)}, cosines with body sentences for the best {bodies} by BM25 on "
        f"the body{bodies_note}. Any other pair counts as not found by that measure, and as 0 in RankSVM. The inner measures over "
        "annotated candidates have all measures of all these; no ranking sees what was computed only for them."
    )


def report_row(report: DebateReport) -> dict[str, Any]:
    """Return the whole report as JSON values, with measures rounded to six decimal places."""
    row: dict[str, Any] = {
        "task": "debates",
        "debates": list(report.debates),
        "verifiable_sentences": dict(report.positives),
        "definitions": DEFINITIONS,
        "systems": [_system_row(system) for system in report.systems],
        "published": {name: list(values) for name, values in BEST.items()},
        "notes": list(report.notes),
    }
    if report.inner:
        row["candidates"] = candidate_note(report.reach)
        row["inner"] = [
            {
                "measure": measure.name,
                "annotated": _rounded(measure.annotated),
                "library": None if measure.library is None else _rounded(measure.library),
                "library_is_exact": measure.exact,
                "published": INNER.get(measure.name),
            }
            for measure in report.inner
        ]
    return row


def _system_row(system: SystemScore) -> dict[str, Any]:
    return {
        "system": system.name,
        "family": system.family,
        "protocol": system.protocol.value,
        **_score_row(system.score),
        "without_repeated": _score_row(system.without_repeated),
        "detail": dict(system.detail),
    }


def _score_row(score: Score) -> dict[str, Any]:
    return {
        "measures": _rounded_all(score.values),
        "map_interval": {"over_debates": _ends(score.over_debates), "over_sentences": _ends(score.over_sentences)},
        "each_debate": {name: _rounded_all(values) for name, values in score.by_debate.items()},
    }


def _rounded_all(values: Mapping[str, float]) -> dict[str, float]:
    return {name: _rounded(value) for name, value in values.items()}


def _ends(interval: Interval) -> list[float]:
    return [_rounded(interval.low), _rounded(interval.high)]


def _rounded(value: float) -> float:
    return round(value, _DIGITS)
