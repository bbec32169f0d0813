"""Blind review: what a trainee must not see before deciding is taken out of the row, so that no pane can show it by mistake."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from app.domain.match import Match, ScoreParts
from app.domain.ranked import Outcome, RankedSentence
from app.domain.stance import NEUTRAL, Stance
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason
from app.gui.model.sentence_row import SentenceRow


def hidden_row(row: SentenceRow) -> SentenceRow:
    """The row without rank, finding and verifiability; its matches without rating, stance, reasons and order."""
    ranked = _hidden(row.ranked) if row.ranked else None
    return replace(row, ranked=ranked, finding=None, conclusion=None, steps=0, hidden=True, elsewhere=())


def _hidden(ranked: RankedSentence) -> RankedSentence:
    matches = sorted((_without_answer(match) for match in ranked.matches), key=_shuffled)
    return replace(
        ranked,
        rank=0,
        score=0.0,
        probability=0.0,
        verdict=SentenceVerdict.UNKNOWN,
        verdict_probability=0.0,
        verdict_source="",
        verdict_against="",
        verdict_reason=VerdictReason.NONE,
        speech_act=None,
        compared=True,
        checkworthiness=0.5,
        outcome=Outcome.AMBIGUOUS,
        reasons=(),
        matches=tuple(matches),
    )


def _without_answer(match: Match) -> Match:
    """Titles and excerpts go too: "No, the bridge did not…" is a rating."""
    check = replace(match.factcheck, title="", body="", rating="", verdict=Verdict.UNRATED, rating_rule="", url="")
    return replace(
        match,
        factcheck=check,
        score=0.0,
        parts=ScoreParts(),
        stance=Stance.UNRELATED,
        stance_probabilities=NEUTRAL,
        same_as=(),
        excerpt="",
        reasons=(),
        differences=(),
        reading=None,
        probability=None,
        follows=False,
    )


def _shuffled(match: Match) -> str:
    """An order that is always the same and tells nothing."""
    return hashlib.blake2b(match.factcheck.id.encode("utf-8", "replace"), digest_size=8).hexdigest()
