"""Rows of the command line's output: plain dictionaries with the documented keys."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from app.domain.match import Match
from app.domain.ranked import RankedSentence, RunRecord
from app.services.reports.review_status import Finding, JudgedMatch, ReviewerMark
from app.services.reports.wording import head_words
from app.translation import in_english


def match_row(match: Match) -> dict[str, Any]:
    """Return one match as documented for the command line. `llm_rank` is present only if a language model ordered the matches,
    `follows` only if the match is listed after those that were asked for."""
    item = match.factcheck
    row = {
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
        "stance": match.stance.value if match.stance_probabilities.judged else None,
        "stance_probabilities": asdict(match.stance_probabilities) if match.stance_probabilities.judged else None,
        "probability": None if match.probability is None else round(match.probability, 6),
        "excerpt": match.excerpt,
        "reasons": list(match.reasons),
        "differences": [asdict(difference) for difference in match.differences],
        "differs": [asdict(difference) for difference in match.differs],
        "found_with": match.found_with.value,
    }
    row |= {"llm_rank": match.llm_rank} if match.llm_rank else {}
    return row | ({"follows": True} if match.follows else {})


def sentence_row(entry: RankedSentence) -> dict[str, Any]:
    """Return one ranked sentence as documented for the command line; `time` is in seconds."""
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
        "verdict_reason": entry.verdict_reason.value,
        "verdict_source": entry.verdict_source or None,
        "verdict_against": entry.verdict_against or None,
        "speech_act": entry.speech_act.value if entry.speech_act else None,
        "verdict_probability": round(entry.verdict_probability, 6),
        "outcome": entry.outcome.value,
        "checkworthiness": round(entry.checkworthiness, 6),
        "reasons": list(entry.reasons),
        "matches": [match_row(match) for match in entry.matches],
    }


@in_english()
def reviewed_row(finding: Finding) -> dict[str, Any]:
    """Return a ranked sentence with its review; `notes`, `tags` and `flagged` include those of its matches."""
    opinion = finding.opinion or next((marked.opinion for marked in finding.matches if marked.opinion), None)
    return {
        **sentence_row(finding.entry),
        "matches": [_judged_row(judged) for judged in finding.matches],
        "result": head_words(finding),
        "standing": finding.status.value,
        "decision": finding.decision.value if finding.decision else None,
        "own_verdict": finding.own_verdict.value if finding.own_verdict else None,
        "note": "\n".join(marked.mark.note for marked in finding.notes),
        "tags": list(finding.tags),
        "flagged": finding.flagged,
        "reviewer": opinion.reviewer if opinion else None,
        "other_reviewers": _others(finding),
    }


def _judged_row(judged: JudgedMatch) -> dict[str, Any]:
    return {
        **match_row(judged.match),
        "decision": judged.decision.value if judged.decision else None,
        "reviewer": judged.opinion.reviewer if judged.opinion else None,
    }


def _others(finding: Finding) -> list[dict[str, Any]]:
    """Return the marks of reviewers who disagree with the one whose decision counts; `factcheck` is None for the sentence itself."""
    pairs: list[tuple[str | None, ReviewerMark]] = [(None, opinion) for opinion in finding.dissents]
    pairs += [(judged.match.factcheck.id, opinion) for judged in finding.matches for opinion in judged.dissents]
    return [
        {
            "reviewer": opinion.reviewer,
            "factcheck": name,
            "decision": opinion.mark.decision.value if opinion.mark.decision else None,
            "own_verdict": opinion.mark.verdict.value if opinion.mark.verdict else None,
        }
        for name, opinion in pairs
    ]


def run_row(run: RunRecord) -> dict[str, Any]:
    """The run's record, for `FILE.run.json`."""
    row = asdict(run)
    row["as_of"] = run.as_of.isoformat() if run.as_of else None
    for pairs in ("models", "parameters", "seconds"):
        row[pairs] = dict(getattr(run, pairs))
    return row
