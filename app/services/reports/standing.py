"""What people decided about each sentence of a report: whose decision counts, where the sentence stands, and which side it is on."""

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


class Standing(StrEnum):
    """Where a sentence stands after review. A flag, a deferral, or a note without any decision leaves it open."""

    OWN = "own verdict"
    CONFIRMED = "confirmed"
    PARTIAL = "confirmed in part"
    OPEN = "open"
    REJECTED = "rejected"
    UNREVIEWED = "not reviewed"


class Side(StrEnum):
    """What is known of a sentence in the end, for counting."""

    FALSE = "false"
    MOSTLY_FALSE = "mostly-false"
    BETWEEN = "between"
    MOSTLY_TRUE = "mostly-true"
    TRUE = "true"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Said:
    """One reviewer's mark."""

    who: str
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMatch:
    """A match, the mark that counts, and those of reviewers who decided otherwise."""

    match: Match
    said: Said | None = None
    others: tuple[Said, ...] = ()

    @property
    def decision(self) -> Decision | None:
        """The decision that counts."""
        return self.said.mark.decision if self.said else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A ranked sentence with all that was decided about it; `lost` are ids of confirmed fact-checks that this ranking no longer found."""

    entry: RankedSentence
    said: Said | None
    others: tuple[Said, ...]
    matches: tuple[JudgedMatch, ...]
    lost: tuple[str, ...] = ()

    @property
    def own_verdict(self) -> Verdict | None:
        """The reviewer's own verdict."""
        return self.said.mark.verdict if self.said else None

    @property
    def marks(self) -> tuple[Said, ...]:
        """The marks that count, of the sentence and of its matches."""
        return tuple(said for said in (self.said, *(judged.said for judged in self.matches)) if said)

    @property
    def flagged(self) -> bool:
        """Whether the sentence or one of its matches is flagged."""
        return any(said.mark.flagged for said in self.marks)

    @property
    def tags(self) -> tuple[str, ...]:
        """All tags, in their order, none twice."""
        return tuple(dict.fromkeys(tag for said in self.marks for tag in said.mark.tags))

    @property
    def notes(self) -> tuple[Said, ...]:
        """The marks that have a note."""
        return tuple(said for said in self.marks if said.mark.note)

    @property
    def conclusion(self) -> Conclusion:
        """What is said of the sentence, as the window says it."""
        decisions = {judged.match.factcheck.id: judged.decision for judged in self.matches if judged.decision is not None}
        decisions.update(dict.fromkeys(self.lost, Decision.CONFIRMED))
        return conclude(self.entry, self.said.mark if self.said else UNMARKED, decisions)

    @property
    def decision(self) -> Decision | None:
        """What was decided about the sentence."""
        return self.conclusion.decision

    @property
    def standing(self) -> Standing:
        """Where the sentence stands."""
        decision = self.decision
        if self.flagged or (decision is Decision.DEFERRED and self.own_verdict is None):
            return Standing.OPEN
        if self.own_verdict is not None:
            return Standing.OWN
        if decision is None:
            return Standing.OPEN if self.marks else Standing.UNREVIEWED
        return {Decision.CONFIRMED: Standing.CONFIRMED, Decision.PARTIAL: Standing.PARTIAL}.get(decision, Standing.REJECTED)

    @property
    def side(self) -> Side | None:
        """For counting, the side of the rating that the sentence is shown with; None where there is nothing to count."""
        conclusion = self.conclusion
        if conclusion.own is not None:
            return side_of(conclusion.own)
        if conclusion.rejected or (conclusion.source is None and not (conclusion.decision and conclusion.decision.holds)):
            return None
        return Side.UNSETTLED if conclusion.rating is None or conclusion.decision is Decision.PARTIAL else side_of(conclusion.rating)

    @property
    def best(self) -> Match | None:
        """The match that speaks for the sentence; None without a fact-check, or where none fits."""
        conclusion = self.conclusion
        if conclusion.rejected:
            return None
        open_matches = (judged.match for judged in self.matches if judged.decision is not Decision.REJECTED)
        return conclusion.source or (next(open_matches, None) if self.marks else None)


def side_of(verdict: Verdict) -> Side:
    """The side of a verdict: unrated settles nothing, all others that are neither true nor false lie between."""
    return _SIDES.get(verdict, Side.BETWEEN)


_SIDES = {
    Verdict.FALSE: Side.FALSE,
    Verdict.MOSTLY_FALSE: Side.MOSTLY_FALSE,
    Verdict.MOSTLY_TRUE: Side.MOSTLY_TRUE,
    Verdict.TRUE: Side.TRUE,
    Verdict.UNRATED: Side.UNSETTLED,
}


def findings(reviewed: Reviewed) -> tuple[Finding, ...]:
    """Every sentence in rank order with what was decided about it."""
    marks = {who: dict(reviewed.marks[who]) for who in reviewed.reviewers}
    by_sentence = _factchecks_by_sentence(marks)
    return tuple(_finding(entry, reviewed.key(entry.sentence.index), marks, by_sentence) for entry in reviewed.ranked.sentences)


Kept = Mapping[str, Mapping[Target, Mark]]


def _factchecks_by_sentence(marks: Kept) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for own in marks.values():
        for target in own:
            if target.factcheck and target.factcheck not in found.setdefault(target.sentence, []):
                found[target.sentence].append(target.factcheck)
    return found


def _finding(entry: RankedSentence, key: str, marks: Kept, by_sentence: Mapping[str, list[str]]) -> Finding:
    said, others = _said(marks, (Target(key),))
    marked = by_sentence.get(key, [])
    judged, seen = [], set()
    for match in entry.matches:
        names = [name for name in (match.factcheck.id, *match.same_as) if name in marked]
        seen.update(names)
        own, differing = _said(marks, tuple(Target(key, name) for name in names))
        judged.append(JudgedMatch(match=match, said=own, others=differing))
    gone = [(name, _said(marks, (Target(key, name),))[0]) for name in marked if name not in seen]
    lost = tuple(name for name, mark in gone if mark and mark.mark.decision and mark.mark.decision.holds)
    return Finding(entry=entry, said=said, others=others, matches=tuple(judged), lost=lost)


def _said(marks: Kept, targets: tuple[Target, ...]) -> tuple[Said | None, tuple[Said, ...]]:
    """The mark of the first reviewer who has one, and those of the others that decide otherwise."""
    all_said = [Said(who, own[target]) for who, own in marks.items() for target in targets if own.get(target, UNMARKED) != UNMARKED]
    if not all_said:
        return None, ()
    first, *rest = all_said
    return first, tuple(each for each in rest if each.who != first.who and _judgement(each) != _judgement(first))


def _judgement(said: Said) -> tuple[object, object]:
    return said.mark.decision, said.mark.verdict
