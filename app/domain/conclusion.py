"""What is said of a sentence in the end: by its reviewer where one has decided, else by the program. Window and reports ask here."""

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
    """`reason` says how the sentence stands to the fact-check of `source`, `against` is one that says the opposite.

    `own` is the reviewer's verdict, `decision` what the reviewer decided (None: nothing yet, so that all is the program's finding).
    `compared` is False where the sentence has not been compared with the library in full; `worthy` says that it states a fact worth
    checking.
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
        """Whether a reviewer has settled the sentence: what is put off is not settled."""
        return self.own is not None or self.decision not in (None, Decision.DEFERRED)

    @property
    def rejected(self) -> bool:
        """Whether a reviewer found that no fact-check fits."""
        return self.own is None and self.decision is Decision.REJECTED

    @property
    def rating(self) -> Verdict | None:
        """The verdict that the sentence is counted under, on our scale: the reviewer's own, else the source's; None where the sentence is
        shown without a rating."""
        if self.own is not None:
            return self.own
        rated = self.source is not None and not self.rejected and self.reason in RATED
        return self.source.factcheck.verdict if rated and self.source is not None else None


def conclude(entry: RankedSentence, mark: Mark = UNMARKED, decisions: Decisions = NO_DECISIONS) -> Conclusion:
    """What is said of a sentence, from its ranking, the reviewer's mark on it, and the decisions about its matches."""
    decision = decision_on(mark.decision, decisions, [names_of(match) for match in to_decide(entry, decisions)])
    found = _of_decision(entry, decisions, decision) or _of_program(entry, decisions)
    return Conclusion(
        reason=found[0],
        source=found[1],
        against=found[2],
        own=mark.verdict,
        decision=decision,
        compared=entry.compared,
        worthy=entry.checkworthiness > _WORTHY,
    )


def decision_on(own: Decision | None, decisions: Decisions, shown: Collection[Collection[str]]) -> Decision | None:
    """The decision about a sentence: that of a confirmed match, also of one that is not shown; else its own; else rejected where every
    match shown is. `shown` has the ids of each match and of what is grouped with it."""
    made = set(decisions.values())
    held = next((each for each in (Decision.CONFIRMED, Decision.PARTIAL) if each in made), None)
    if held is not None or own is not None:
        return held or own
    return Decision.REJECTED if shown and all(_decided(names, decisions) is Decision.REJECTED for names in shown) else None


def names_of(match: Match) -> tuple[str, ...]:
    """The ids under which a match may have been decided on."""
    return (match.factcheck.id, *match.same_as)


def relation(match: Match) -> VerdictReason:
    """How a sentence stands to one fact-check, taken for itself and as surely about its claim."""
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
    """The matches that a reviewer has to look at: those that are more than merely near; all where none is."""
    near = neighbours(entry, decisions)
    return tuple(match for match in entry.matches if match.factcheck.id not in near) or entry.matches


def neighbours(entry: RankedSentence, decisions: Decisions = NO_DECISIONS) -> frozenset[str]:
    """The ids of fact-checks that are merely the nearest ones, and not about what the sentence says. Never those that the conclusion rests
    on, or that were confirmed."""
    resting = (entry.verdict_source, entry.verdict_against)
    return frozenset(
        match.factcheck.id
        for match in entry.matches
        if _far(entry, match) and match.factcheck.id not in resting and not _holds(_decided(names_of(match), decisions))
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
    """The words for the reviewer's decision; None where the program's conclusion stands."""
    if not _holds(decision):
        return None
    held = [match for match in entry.matches if _decided(names_of(match), decisions) is decision]
    if not held:
        return (VerdictReason.NONE, None, None) if decisions else None
    reason = _confirmed_relation(held[0])
    other = next((match for match in held if _opposite(match, held[0])), None)
    return (VerdictReason.DISAGREEMENT, held[0], other) if other is not None else (reason, held[0], None)


def _confirmed_relation(match: Match) -> VerdictReason:
    """How a sentence stands to a fact-check that a person found to be about it: with its rating, unless the sentence does something else
    with the claim than to assert it."""
    reason = VerdictReason.DENIES if match.opposed else relation(match)
    kept = (VerdictReason.DENIES, VerdictReason.QUOTES, VerdictReason.ASKS, VerdictReason.PROMISES)
    return reason if reason in kept else VerdictReason.SETTLED


def _opposite(match: Match, other: Match) -> bool:
    """Whether both are rated, one to be true and one to be false, and the sentence says the same as both."""
    ratings = match.factcheck.verdict, other.factcheck.verdict
    settled = not any(rating.ambiguous for rating in ratings) and ratings[0].settles_true != ratings[1].settles_true
    return settled and all(_confirmed_relation(each) is VerdictReason.SETTLED for each in (match, other))


def _of_program(entry: RankedSentence, decisions: Decisions) -> Found:
    """The program's finding, as far as it does not rest on what was rejected."""
    if entry.outcome is Outcome.NONE or not entry.compared:
        return VerdictReason.NONE, None, None
    left = [match for match in entry.matches if _decided(names_of(match), decisions) is not Decision.REJECTED]
    by_id = {match.factcheck.id: match for match in left}
    reason, source = _reason(entry)
    against = by_id.get(entry.verdict_against)
    broken = source not in by_id or (reason is VerdictReason.DISAGREEMENT and against is None)
    if len(left) < len(entry.matches) and broken:
        rest = next((match for match in to_decide(entry) if match in left), None)
        return (VerdictReason.UNCERTAIN if rest else VerdictReason.NONE), rest, None
    return reason, by_id.get(source) or next(iter(left), None), against


def _reason(entry: RankedSentence) -> tuple[VerdictReason, str]:
    """Reason and source; worked out from the matches for rankings of versions that kept none."""
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
