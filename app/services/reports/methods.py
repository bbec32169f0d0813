"""Methods section of a report: run, library, models, thresholds, reviewers, and the meaning of the numbers."""

from __future__ import annotations

from collections import Counter

from app.domain.review import Decision, Mark, ReviewOperation
from app.domain.reviewed import Reviewed
from app.services.reports.blocks import Line
from app.services.reports.run_words import run_lines
from app.services.reports.wording import DECISION_WORDS
from app.translation import mark, number, tr

READING = (
    mark(
        "“Verifiable” is the probability that the library settles the sentence, calibrated on debates that were checked by hand: of "
        "sentences shown with 80%, about 80 in 100 were settled by the fact-check found. It does not say how likely a sentence is to be "
        "true."
    ),
    mark(
        "The percentage beside a fact-check is the chance that it is about the same claim. “Same” and “opposite” in the tables are the "
        "probabilities that the checked claim says what the sentence says, or contradicts it. Where a sentence contradicts a claim rated "
        "false, that alone does not make it true."
    ),
    mark(
        "Ratings are the publishers’ own, in their words; the sign before them says on which side they are counted: ✗ false, (✗) mostly "
        "false, ± between, (✓) mostly true, ✓ true. A program can mistake one claim for another: what is called “not reviewed” here "
        "nobody has looked at."
    ),
    mark("A sentence without a fact-check is not thereby true, false or unimportant: the library has nothing on it."),
)


def method_lines(reviewed: Reviewed) -> list[Line]:
    """Return label and value pairs about how, and by whom, the result was made."""
    return run_lines(reviewed.ranked.run) + people_lines(reviewed)


def people_lines(reviewed: Reviewed) -> list[Line]:
    """Return one line per reviewer with the counts of decisions and the period of the review; "nobody" if there was no review."""
    if not reviewed.reviewers:
        return [(tr("Reviewed by"), tr("nobody: everything here is the program's finding"))]
    lines = [(_by(reviewer), _work(reviewed, reviewer)) for reviewer in reviewed.reviewers]
    if len(lines) > 1:
        deciding_text = tr("the decision of {who} counts; the others' are named beside it", who=reviewed.reviewers[0])
        lines.append((tr("Where reviewers differ"), deciding_text))
    return lines


def _by(reviewer: str) -> str:
    return tr("Reviewed by {who}", who=reviewer) if reviewer else tr("Reviewed by somebody")


def _work(reviewed: Reviewed, reviewer: str) -> str:
    counts = mark_counts(tuple(review_mark for _, review_mark in reviewed.marks[reviewer]))
    decisions = ", ".join(f"{tr(name)}: {number(times)}" for name, times in counts.items() if times)
    times = sorted(act.at for act in reviewed.acts if act.who == reviewer)
    period = tr("from {first} to {last}", first=shown_time(times[0]), last=shown_time(times[-1])) if times else ""
    return "; ".join(part for part in (decisions or tr("nothing that holds"), period) if part)


def mark_counts(marks: tuple[Mark, ...]) -> dict[str, int]:
    """Count the marks by decision, and those with an own verdict, a flag or a note; the names are not translated yet."""
    decision_counts = Counter(review_mark.decision for review_mark in marks)
    counts = {DECISION_WORDS[decision]: decision_counts[decision] for decision in Decision}
    counts[mark("own verdicts")] = sum(review_mark.verdict is not None for review_mark in marks)
    counts[mark("flagged")] = sum(review_mark.flagged for review_mark in marks)
    counts[mark("noted")] = sum(bool(review_mark.note) for review_mark in marks)
    return counts


def shown_time(at: str) -> str:
    """Format a time in UTC for display, to the minute."""
    return f"{at[:16].replace('T', ' ')} UTC" if len(at) >= 16 else at


def act_row(act: ReviewOperation) -> dict[str, object]:
    """Return a review operation with all its changes as a plain row for files."""
    changes = [
        {
            "sentence": change.target.sentence,
            "factcheck": change.target.factcheck or None,
            "before": _mark(change.before),
            "after": _mark(change.after),
        }
        for change in act.changes
    ]
    return {"at": act.at, "who": act.who, "what": act.label, "edit": act.splice is not None, "changes": changes}


def review_row(reviewed: Reviewed) -> dict[str, object]:
    """Return the review for the run's record: the leading reviewer, counts per reviewer, and every operation."""
    people = []
    for reviewer in reviewed.reviewers:
        counts = mark_counts(tuple(review_mark for _, review_mark in reviewed.marks[reviewer]))
        people.append({"who": reviewer, **{name.replace(" ", "_"): times for name, times in counts.items()}})
    return {"lead": reviewed.lead or None, "reviewers": people, "acts": [act_row(act) for act in reviewed.acts]}


def _mark(review_mark: Mark) -> dict[str, object]:
    return {
        "decision": review_mark.decision.value if review_mark.decision else None,
        "flagged": review_mark.flagged,
        "note": review_mark.note,
        "tags": list(review_mark.tags),
        "own_verdict": review_mark.verdict.value if review_mark.verdict else None,
    }
