"""How a report came about: the run, the library, the models, the thresholds, who decided what, and what the numbers mean."""

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
        "Ratings are the publishers’ own, in their words; where our shared scale has another word, it stands in brackets behind. A program "
        "can mistake one claim for another: what is called “not reviewed” here nobody has looked at."
    ),
    mark("A sentence without a fact-check is not thereby true, false or unimportant: the library has nothing on it."),
)


def method_lines(reviewed: Reviewed) -> list[Line]:
    """How the result was made and by whom: label and value."""
    return run_lines(reviewed.ranked.run) + people_lines(reviewed)


def people_lines(reviewed: Reviewed) -> list[Line]:
    """One line a reviewer: what was decided how often, and between when and when; none where nobody has reviewed."""
    if not reviewed.reviewers:
        return [(tr("Reviewed by"), tr("nobody: everything here is the program's finding"))]
    lines = [(_by(who), _work(reviewed, who)) for who in reviewed.reviewers]
    if len(lines) > 1:
        counted = tr("the decision of {who} counts; the others' are named beside it", who=reviewed.reviewers[0])
        lines.append((tr("Where reviewers differ"), counted))
    return lines


def _by(who: str) -> str:
    return tr("Reviewed by {who}", who=who) if who else tr("Reviewed by somebody")


def _work(reviewed: Reviewed, who: str) -> str:
    counts = mark_counts(tuple(each for _, each in reviewed.marks[who]))
    told = ", ".join(f"{tr(name)}: {number(times)}" for name, times in counts.items() if times)
    times = sorted(act.at for act in reviewed.acts if act.who == who)
    when = tr("from {first} to {last}", first=shown_time(times[0]), last=shown_time(times[-1])) if times else ""
    return "; ".join(part for part in (told or tr("nothing that holds"), when) if part)


def mark_counts(marks: tuple[Mark, ...]) -> dict[str, int]:
    """How many marks have which decision, and how many an own verdict, a flag, a note; the names are not translated yet."""
    decided = Counter(each.decision for each in marks)
    counts = {DECISION_WORDS[decision]: decided[decision] for decision in Decision}
    counts[mark("own verdicts")] = sum(each.verdict is not None for each in marks)
    counts[mark("flagged")] = sum(each.flagged for each in marks)
    counts[mark("noted")] = sum(bool(each.note) for each in marks)
    return counts


def shown_time(at: str) -> str:
    """A time in UTC for the eye, to the minute."""
    return f"{at[:16].replace('T', ' ')} UTC" if len(at) >= 16 else at


def act_row(act: ReviewOperation) -> dict[str, object]:
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
        counts = mark_counts(tuple(each for _, each in reviewed.marks[who]))
        people.append({"who": who, **{name.replace(" ", "_"): times for name, times in counts.items()}})
    return {"lead": reviewed.lead or None, "reviewers": people, "acts": [act_row(act) for act in reviewed.acts]}


def _mark(made: Mark) -> dict[str, object]:
    return {
        "decision": made.decision.value if made.decision else None,
        "flagged": made.flagged,
        "note": made.note,
        "tags": list(made.tags),
        "own_verdict": made.verdict.value if made.verdict else None,
    }
