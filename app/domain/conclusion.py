"""Final conclusion on a sentence: the reviewer's decision where there is one, else the program's. Used by window and reports."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from app.domain.likelihood import PERHAPS
from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence
from app.domain.review import UNMARKED, Decision, Mark
from app.domain.speech import SpeechAct
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason

Decisions = Mapping[str, Decision]
"""What was decided about matches, by the id of their fact-check or of one grouped with it."""
NO_DECISIONS: Decisions = {}
RATED = frozenset({VerdictReason.SETTLED, VerdictReason.UNDECIDED})
"""The reasons with which a sentence is shown with its fact-check's rating."""
_ACTS = {
    SpeechAct.DENY: VerdictReason.DENIES,
    SpeechAct.QUOTE: VerdictReason.QUOTES,
    SpeechAct.ASK: VerdictReason.ASKS,
    SpeechAct.PROMISE: VerdictReason.PROMISES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """Conclusion on a sentence.

    `reason` relates the sentence to the fact-check `source`; `against` is a fact-check with the opposite result. `own` is the
    reviewer's verdict, `decision` the reviewer's decision (None before one; everything is then the program's finding). `compared`
    is False until the sentence has been fully compared with the library; `worthy`: it states a fact worth checking.
    """

    reason: VerdictReason = VerdictReason.NONE
    source: Match | None = None
    against: Match | None = None
    own: Verdict | None = None
    decision: Decision | None = None
    compared: bool = True
    worthy: bool = False

    @property
    def decided(self) -> bool:
        """Return True if a reviewer has settled the sentence; deferring does not settle it."""
        return self.own is not None or self.decision not in (None, Decision.DEFERRED)

    @property
    def rejected(self) -> bool:
        """Return True if a reviewer found that no fact-check fits."""
        return self.own is None and self.decision is Decision.REJECTED

    @property
    def rating(self) -> Verdict | None:
        """Return the verdict, on the program's scale, under which the sentence is counted: the reviewer's, else that of the source.
        None for a sentence that is shown without a rating."""
        if self.own is not None:
            return self.own
        rated = self.source is not None and not self.rejected and self.reason in RATED
        return self.source.factcheck.verdict if rated and self.source is not None else None


def conclude(entry: RankedSentence, mark: Mark = UNMARKED, decisions: Decisions = NO_DECISIONS) -> Conclusion:
    """Return the conclusion on a sentence from its ranking, the reviewer's mark on it, and the decisions about its matches."""
    decision = decision_on(mark.decision, decisions, [names_of(match) for match in to_decide(entry, decisions)])
    finding = _of_decision(entry, decisions, decision) or _of_program(entry, decisions)
    return Conclusion(
        reason=finding[0],
        source=finding[1],
        against=finding[2],
        own=mark.verdict,
        decision=decision,
        compared=entry.compared,
        worthy=entry.checkworthiness > _WORTHY,
    )


def decision_on(sentence_decision: Decision | None, decisions: Decisions, shown_ids: Collection[Collection[str]]) -> Decision | None:
    """Return the decision about a sentence: that of a confirmed match, even of a hidden one; else the sentence's own; else rejected
    if every displayed match is rejected. `shown_ids` has the ids of each displayed match and its duplicates."""
    match_decisions = set(decisions.values())
    confirmation = next((decision for decision in (Decision.CONFIRMED, Decision.PARTIAL) if decision in match_decisions), None)
    if confirmation is not None or sentence_decision is not None:
        return confirmation or sentence_decision
    return Decision.REJECTED if shown_ids and all(_decided(names, decisions) is Decision.REJECTED for names in shown_ids) else None


def names_of(match: Match) -> tuple[str, ...]:
    """Return the ids under which a match may have been decided: its own and those of its duplicates."""
    return (match.factcheck.id, *match.same_as)


def relation(match: Match) -> VerdictReason:
    """Return the relation of a sentence to one fact-check, assuming that the fact-check is about its claim."""
    act = _ACTS.get(match.reading.act) if match.reading is not None else None
    if act is not None:
        return act
    if match.differs:
        return VerdictReason.SIMILAR
    if not match.stance_probabilities.judged:
        return VerdictReason.NOT_JUDGED
    if match.stance is Stance.AGREE:
        return VerdictReason.UNDECIDED if match.factcheck.verdict.ambiguous else VerdictReason.SETTLED
    return VerdictReason.DENIES if match.stance is Stance.DISAGREE else VerdictReason.UNCERTAIN


def to_decide(entry: RankedSentence, decisions: Decisions = NO_DECISIONS) -> tuple[Match, ...]:
    """Return the matches that a reviewer has to look at: those that are not merely neighbours, or all if every match is one."""
    neighbour_ids = neighbours(entry, decisions)
    return tuple(match for match in entry.matches if match.factcheck.id not in neighbour_ids) or entry.matches


def neighbours(entry: RankedSentence, decisions: Decisions = NO_DECISIONS) -> frozenset[str]:
    """Return the ids of matches that are only nearest neighbours and not about the sentence's claim. Matches that were confirmed or
    that the conclusion is based on never count as such."""
    basis_ids = (entry.verdict_source, entry.verdict_against)
    return frozenset(
        match.factcheck.id
        for match in entry.matches
        if _far(entry, match) and match.factcheck.id not in basis_ids and not _holds(_decided(names_of(match), decisions))
    )


_WORTHY = 0.5


def _far(entry: RankedSentence, match: Match) -> bool:
    return entry.outcome is Outcome.NONE or (match.probability is not None and match.probability < PERHAPS)


def _decided(names: Collection[str], decisions: Decisions) -> Decision | None:
    return next((decisions[name] for name in names if name in decisions), None)


def _holds(decision: Decision | None) -> bool:
    return decision is not None and decision.holds


Found = tuple[VerdictReason, Match | None, Match | None]


def _of_decision(entry: RankedSentence, decisions: Decisions, decision: Decision | None) -> Found | None:
    """Return the finding by the reviewer's decision; None where the program's conclusion applies."""
    if not _holds(decision):
        return None
    decided_matches = [match for match in entry.matches if _decided(names_of(match), decisions) is decision]
    if not decided_matches:
        return (VerdictReason.NONE, None, None) if decisions else None
    reason = _confirmed_relation(decided_matches[0])
    other = next((match for match in decided_matches if _opposite(match, decided_matches[0])), None)
    return (VerdictReason.DISAGREEMENT, decided_matches[0], other) if other is not None else (reason, decided_matches[0], None)


def _confirmed_relation(match: Match) -> VerdictReason:
    """Return the relation to a fact-check that a person confirmed: settled by its rating, unless the sentence does not assert the
    claim."""
    reason = VerdictReason.DENIES if match.opposed else relation(match)
    non_assertions = (VerdictReason.DENIES, VerdictReason.QUOTES, VerdictReason.ASKS, VerdictReason.PROMISES)
    return reason if reason in non_assertions else VerdictReason.SETTLED


def _opposite(match: Match, other: Match) -> bool:
    """Return True if one fact-check is rated true and the other false, and the sentence agrees with both."""
    ratings = match.factcheck.verdict, other.factcheck.verdict
    are_settled = not any(rating.ambiguous for rating in ratings) and ratings[0].settles_true != ratings[1].settles_true
    return are_settled and all(_confirmed_relation(rated) is VerdictReason.SETTLED for rated in (match, other))


def _of_program(entry: RankedSentence, decisions: Decisions) -> Found:
    """Return the program's finding without the matches that were rejected."""
    if entry.outcome is Outcome.NONE or not entry.compared:
        return VerdictReason.NONE, None, None
    remaining = [match for match in entry.matches if _decided(names_of(match), decisions) is not Decision.REJECTED]
    by_id = {match.factcheck.id: match for match in remaining}
    reason, source = _reason(entry)
    against = by_id.get(entry.verdict_against)
    broken = source not in by_id or (reason is VerdictReason.DISAGREEMENT and against is None)
    if len(remaining) < len(entry.matches) and broken:
        best_remaining = next((match for match in to_decide(entry) if match in remaining), None)
        return (VerdictReason.UNCERTAIN if best_remaining else VerdictReason.NONE), best_remaining, None
    return reason, by_id.get(source) or next(iter(remaining), None), against


def _reason(entry: RankedSentence) -> tuple[VerdictReason, str]:
    """Return reason and source; derived from the matches for rankings of earlier versions, which stored neither."""
    reason, source = entry.verdict_reason, entry.verdict_source
    if reason is VerdictReason.NONE and entry.matches:
        source = source or entry.matches[0].factcheck.id
        reason = _earlier_reason(entry, next((match for match in entry.matches if match.factcheck.id == source), entry.matches[0]))
    if reason is VerdictReason.UNDECIDED and entry.outcome is not Outcome.MATCH:
        reason = VerdictReason.UNCERTAIN
    return reason, source


def _earlier_reason(entry: RankedSentence, match: Match) -> VerdictReason:
    if entry.verdict is not SentenceVerdict.UNKNOWN:
        return VerdictReason.SETTLED
    reason = relation(match)
    return VerdictReason.UNCERTAIN if reason is VerdictReason.SETTLED else reason
