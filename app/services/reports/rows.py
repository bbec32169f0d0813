"""Rows of the command line's output: plain dictionaries with the documented keys."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from app.domain.match import Match
from app.domain.ranked import RankedSentence, RunRecord


def match_row(match: Match) -> dict[str, Any]:
    """One match as documented in the command-line contract."""
    item = match.factcheck
    return {
        "id": item.id,
        "same_as": list(match.same_as),
        "claim": item.claim,
        "title": item.title,
        "url": item.url,
        "publisher": item.publisher,
        "rating": item.rating,
        "verdict": item.verdict.value,
        "published": item.published.isoformat() if item.published else None,
        "claimed": item.claimed.isoformat() if item.claimed else None,
        "claimant": item.claimant,
        "language": item.language,
        "note": item.note,
        "score": round(match.score, 6),
        "parts": {name: value for name, value in asdict(match.parts).items() if value is not None},
        "stance": match.stance.value,
        "stance_probabilities": asdict(match.stance_probabilities),
        "excerpt": match.excerpt,
        "reasons": list(match.reasons),
        "differences": [asdict(one) for one in match.differences],
        "found_with": match.found_with.value,
    }


def sentence_row(entry: RankedSentence) -> dict[str, Any]:
    """One ranked sentence as documented in the command-line contract; `time` is in seconds."""
    sentence = entry.sentence
    return {
        "rank": entry.rank,
        "index": sentence.index,
        "line": sentence.line,
        "speaker": sentence.speaker,
        "start": sentence.start,
        "end": sentence.end,
        "page": sentence.page,
        "time": sentence.time,
        "text": sentence.text,
        "score": round(entry.score, 6),
        "probability": round(entry.probability, 6),
        "sentence_verdict": entry.verdict.value,
        "verdict_probability": round(entry.verdict_probability, 6),
        "outcome": entry.outcome.value,
        "checkworthiness": round(entry.checkworthiness, 6),
        "reasons": list(entry.reasons),
        "matches": [match_row(match) for match in entry.matches],
    }


def run_row(run: RunRecord) -> dict[str, Any]:
    """The run's record, for `FILE.run.json`."""
    row = asdict(run)
    row["as_of"] = run.as_of.isoformat() if run.as_of else None
    for pairs in ("models", "parameters", "seconds"):
        row[pairs] = dict(getattr(run, pairs))
    return row
