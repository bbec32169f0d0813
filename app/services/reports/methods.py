"""How a report came about: the run, the library, the models, the thresholds, who decided what, and what the numbers mean."""

from __future__ import annotations

from collections import Counter

from app.domain.review import Act, Decision, Mark
from app.domain.reviewed import Reviewed
from app.services.reports.wording import DECISION_WORDS, run_lines

Line = tuple[str, str]

READING = (
    "“Verifiable” is the probability that the library settles the sentence, calibrated on debates that were checked by hand: of sentences "
    "shown with 80%, about 80 in 100 were settled by the fact-check found. It does not say how likely a sentence is to be true.",
    "“Same” and “opposite” are the probabilities that the checked claim says what the sentence says, or contradicts it. Where a sentence "
    "contradicts a claim rated false, that alone does not make it true.",
    "Verdicts come from the publishers named beside them; their own words stand first, our shared scale in brackets behind. A program can "
    "mistake one claim for another: what is called “not reviewed” here nobody has looked at.",
    "A sentence without a fact-check is not thereby true, false or unimportant: the library has nothing on it.",
)


def method_lines(reviewed: Reviewed) -> list[Line]:
    """How the result was made and by whom: label and value."""
    return run_lines(reviewed.ranked.run) + people_lines(reviewed)


def people_lines(reviewed: Reviewed) -> list[Line]:
    """One line a reviewer: what was decided how often, and between when and when; none where nobody has reviewed."""
    if not reviewed.reviewers:
        return [("Reviewed by", "nobody: everything here is the program's finding")]
    lines = [(f"Reviewed by {who or 'somebody'}", _work(reviewed, who)) for who in reviewed.reviewers]
    if len(lines) > 1:
        lines.append(("Where reviewers differ", f"the decision of {reviewed.reviewers[0]} counts; the others' are named beside it"))
    return lines


def _work(reviewed: Reviewed, who: str) -> str:
    counts = mark_counts(tuple(mark for _, mark in reviewed.marks[who]))
    told = ", ".join(f"{name}: {number}" for name, number in counts.items() if number)
    times = sorted(act.at for act in reviewed.acts if act.who == who)
    when = f"; from {shown_time(times[0])} to {shown_time(times[-1])}" if times else ""
    return f"{told or 'nothing that holds'}{when}"


def mark_counts(marks: tuple[Mark, ...]) -> dict[str, int]:
    """How many marks have which decision, and how many an own verdict, a flag, a note."""
    decided = Counter(mark.decision for mark in marks)
    counts = {DECISION_WORDS[decision]: decided[decision] for decision in Decision}
    counts["own verdicts"] = sum(mark.verdict is not None for mark in marks)
    counts["flagged"] = sum(mark.flagged for mark in marks)
    counts["noted"] = sum(bool(mark.note) for mark in marks)
    return counts


def shown_time(at: str) -> str:
    """A time in UTC for the eye, to the minute."""
    return f"{at[:16].replace('T', ' ')} UTC" if len(at) >= 16 else at


def act_row(act: Act) -> dict[str, object]:
    """An act as a plain row with all that it changed, for files."""
    changes = [
        {"sentence": one.target.sentence, "factcheck": one.target.factcheck or None, "before": _mark(one.before), "after": _mark(one.after)}
        for one in act.changes
    ]
    return {"at": act.at, "who": act.who, "what": act.label, "edit": act.splice is not None, "changes": changes}


def review_row(reviewed: Reviewed) -> dict[str, object]:
    """The review for the run's record: who leads, what each did, and every act."""
    people = []
    for who in reviewed.reviewers:
        counts = mark_counts(tuple(mark for _, mark in reviewed.marks[who]))
        people.append({"who": who, **{name.replace(" ", "_"): number for name, number in counts.items()}})
    return {"lead": reviewed.lead or None, "reviewers": people, "acts": [act_row(act) for act in reviewed.acts]}


def _mark(mark: Mark) -> dict[str, object]:
    return {
        "decision": mark.decision.value if mark.decision else None,
        "flagged": mark.flagged,
        "note": mark.note,
        "tags": list(mark.tags),
        "own_verdict": mark.verdict.value if mark.verdict else None,
    }
