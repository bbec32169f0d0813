"""What people decided about each sentence of a report: whose decision counts, where the sentence stands, and which side it is on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence
from app.domain.review import UNMARKED, Decision, Mark, Target
from app.domain.reviewed import Reviewed
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict


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
    TRUE = "true"
    BETWEEN = "between"
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
        return tuple(said for said in (self.said, *(each.said for each in self.matches)) if said)

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
    def decision(self) -> Decision | None:
        """The sentence's own decision, else the strongest one about its matches."""
        if self.said and self.said.mark.decision:
            return self.said.mark.decision
        made = {each.decision for each in self.matches}
        if self.lost:
            made.add(Decision.CONFIRMED)
        order = (Decision.CONFIRMED, Decision.PARTIAL, Decision.DEFERRED, Decision.REJECTED)
        return next((decision for decision in order if decision in made), None)

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
        """The own verdict's side, else that of what was confirmed, else the machine's; None where there is nothing to count."""
        if self.own_verdict is not None:
            return side_of(self.own_verdict)
        if self.decision is Decision.REJECTED:
            return None
        sure = [each.match for each in self.matches if each.decision is Decision.CONFIRMED]
        if sure:
            return _confirmed_side(sure)
        if self.decision is not None and self.decision.holds:
            return Side.UNSETTLED
        if self.entry.outcome is Outcome.NONE:
            return None
        return {SentenceVerdict.FALSE: Side.FALSE, SentenceVerdict.TRUE: Side.TRUE}.get(self.entry.verdict, Side.UNSETTLED)

    @property
    def best(self) -> Match | None:
        """The match that speaks for the sentence: a confirmed one, else the one that the verdict rests on, else the
        first that nobody rejected; None without a fact-check."""
        if self.decision is Decision.REJECTED or (self.entry.outcome is Outcome.NONE and not self.marks):
            return None
        left = [each for each in self.matches if each.decision is not Decision.REJECTED]
        held = [each for each in left if each.decision is not None and each.decision.holds]
        deciding = [each for each in left if self.entry.rests_on(each.match)]
        return next((each.match for each in (*held, *deciding, *left)), None)


def side_of(verdict: Verdict) -> Side:
    """The side of a verdict: unrated settles nothing, all others that are neither true nor false lie between."""
    if verdict.settles_false:
        return Side.FALSE
    if verdict.settles_true:
        return Side.TRUE
    return Side.UNSETTLED if verdict is Verdict.UNRATED else Side.BETWEEN


def _confirmed_side(matches: list[Match]) -> Side:
    """What was confirmed settles the sentence where sentence and claim say the same; where they contradict, nothing is settled."""
    same = [match for match in matches if match.stance is not Stance.DISAGREE and not match.opposed]
    sides = {side_of(match.factcheck.verdict) for match in same}
    return sides.pop() if len(sides) == 1 else Side.BETWEEN if sides else Side.UNSETTLED


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
