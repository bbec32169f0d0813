"""Review status of each sentence of a report: the decision that counts, differing reviewers, and the side for counting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.conclusion import Conclusion, conclude
from app.domain.match import Match
from app.domain.ranked import RankedSentence
from app.domain.review import UNMARKED, Decision, Mark, Target
from app.domain.reviewed import Reviewed
from app.domain.verdict import Verdict


class ReviewStatus(StrEnum):
    """Status of a sentence after review. A flag, a deferral, or a note without a decision leaves it open."""

    OWN = "own verdict"
    CONFIRMED = "confirmed"
    PARTIAL = "confirmed in part"
    OPEN = "open"
    REJECTED = "rejected"
    UNREVIEWED = "not reviewed"


class Side(StrEnum):
    """Outcome of a sentence, for counting."""

    FALSE = "false"
    MOSTLY_FALSE = "mostly-false"
    BETWEEN = "between"
    MOSTLY_TRUE = "mostly-true"
    TRUE = "true"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class ReviewerMark:
    """One reviewer's mark."""

    reviewer: str
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMatch:
    """Match with the mark that counts, and those of reviewers who decided differently."""

    match: Match
    opinion: ReviewerMark | None = None
    dissents: tuple[ReviewerMark, ...] = ()

    @property
    def decision(self) -> Decision | None:
        """The decision that counts."""
        return self.opinion.mark.decision if self.opinion else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Ranked sentence with its review; `lost` are ids of confirmed fact-checks that this ranking no longer found."""

    entry: RankedSentence
    opinion: ReviewerMark | None
    dissents: tuple[ReviewerMark, ...]
    matches: tuple[JudgedMatch, ...]
    lost: tuple[str, ...] = ()

    @property
    def own_verdict(self) -> Verdict | None:
        """The reviewer's own verdict."""
        return self.opinion.mark.verdict if self.opinion else None

    @property
    def marks(self) -> tuple[ReviewerMark, ...]:
        """Return the marks that count, of the sentence and of its matches."""
        return tuple(opinion for opinion in (self.opinion, *(judged.opinion for judged in self.matches)) if opinion)

    @property
    def flagged(self) -> bool:
        """Return True if the sentence or one of its matches is flagged."""
        return any(opinion.mark.flagged for opinion in self.marks)

    @property
    def tags(self) -> tuple[str, ...]:
        """Return all tags in order, without duplicates."""
        return tuple(dict.fromkeys(tag for opinion in self.marks for tag in opinion.mark.tags))

    @property
    def notes(self) -> tuple[ReviewerMark, ...]:
        """The marks that have a note."""
        return tuple(opinion for opinion in self.marks if opinion.mark.note)

    @property
    def conclusion(self) -> Conclusion:
        """Return the conclusion about the sentence, worded as in the window."""
        decisions = {judged.match.factcheck.id: judged.decision for judged in self.matches if judged.decision is not None}
        decisions.update(dict.fromkeys(self.lost, Decision.CONFIRMED))
        return conclude(self.entry, self.opinion.mark if self.opinion else UNMARKED, decisions)

    @property
    def decision(self) -> Decision | None:
        """Return the decision on the sentence."""
        return self.conclusion.decision

    @property
    def status(self) -> ReviewStatus:
        """Return the review status of the sentence."""
        decision = self.decision
        if self.flagged or (decision is Decision.DEFERRED and self.own_verdict is None):
            return ReviewStatus.OPEN
        if self.own_verdict is not None:
            return ReviewStatus.OWN
        if decision is None:
            return ReviewStatus.OPEN if self.marks else ReviewStatus.UNREVIEWED
        return {Decision.CONFIRMED: ReviewStatus.CONFIRMED, Decision.PARTIAL: ReviewStatus.PARTIAL}.get(decision, ReviewStatus.REJECTED)

    @property
    def side(self) -> Side | None:
        """Return the side of the rating that the sentence is shown with; None if there is nothing to count."""
        conclusion = self.conclusion
        if conclusion.own is not None:
            return side_of(conclusion.own)
        if conclusion.rejected or (conclusion.source is None and not (conclusion.decision and conclusion.decision.holds)):
            return None
        return Side.UNSETTLED if conclusion.rating is None or conclusion.decision is Decision.PARTIAL else side_of(conclusion.rating)

    @property
    def best(self) -> Match | None:
        """Return the match that represents the sentence; None without a fact-check that fits."""
        conclusion = self.conclusion
        if conclusion.rejected:
            return None
        open_matches = (judged.match for judged in self.matches if judged.decision is not Decision.REJECTED)
        return conclusion.source or (next(open_matches, None) if self.marks else None)


def side_of(verdict: Verdict) -> Side:
    """Return the side of a verdict: unrated settles nothing; all others that are neither true nor false lie between."""
    return _SIDES.get(verdict, Side.BETWEEN)


_SIDES = {
    Verdict.FALSE: Side.FALSE,
    Verdict.MOSTLY_FALSE: Side.MOSTLY_FALSE,
    Verdict.MOSTLY_TRUE: Side.MOSTLY_TRUE,
    Verdict.TRUE: Side.TRUE,
    Verdict.UNRATED: Side.UNSETTLED,
}


def findings(reviewed: Reviewed) -> tuple[Finding, ...]:
    """Return every sentence in rank order with its review."""
    marks = {reviewer: dict(reviewed.marks[reviewer]) for reviewer in reviewed.reviewers}
    by_sentence = _factchecks_by_sentence(marks)
    return tuple(_finding(entry, reviewed.key(entry.sentence.index), marks, by_sentence) for entry in reviewed.ranked.sentences)


Kept = Mapping[str, Mapping[Target, Mark]]


def _factchecks_by_sentence(marks: Kept) -> dict[str, list[str]]:
    factchecks: dict[str, list[str]] = {}
    for reviewer_marks in marks.values():
        for target in reviewer_marks:
            if target.factcheck and target.factcheck not in factchecks.setdefault(target.sentence, []):
                factchecks[target.sentence].append(target.factcheck)
    return factchecks


def _finding(entry: RankedSentence, key: str, marks: Kept, by_sentence: Mapping[str, list[str]]) -> Finding:
    opinion, differing = _said(marks, (Target(key),))
    marked = by_sentence.get(key, [])
    judged, matched_ids = [], set()
    for match in entry.matches:
        names = [name for name in (match.factcheck.id, *match.same_as) if name in marked]
        matched_ids.update(names)
        match_opinion, match_differing = _said(marks, tuple(Target(key, name) for name in names))
        judged.append(JudgedMatch(match=match, opinion=match_opinion, dissents=match_differing))
    unmatched = [(name, _said(marks, (Target(key, name),))[0]) for name in marked if name not in matched_ids]
    lost = tuple(name for name, mark in unmatched if mark and mark.mark.decision and mark.mark.decision.holds)
    return Finding(entry=entry, opinion=opinion, dissents=differing, matches=tuple(judged), lost=lost)


def _said(marks: Kept, targets: tuple[Target, ...]) -> tuple[ReviewerMark | None, tuple[ReviewerMark, ...]]:
    """Return the mark of the first reviewer who has one, and those of later reviewers who decided differently."""
    opinions = [
        ReviewerMark(reviewer, reviewer_marks[target])
        for reviewer, reviewer_marks in marks.items()
        for target in targets
        if reviewer_marks.get(target, UNMARKED) != UNMARKED
    ]
    if not opinions:
        return None, ()
    first, *later = opinions
    return first, tuple(opinion for opinion in later if opinion.reviewer != first.reviewer and _judgement(opinion) != _judgement(first))


def _judgement(opinion: ReviewerMark) -> tuple[object, object]:
    return opinion.mark.decision, opinion.mark.verdict
