"""Words that all reports share: verdicts, stances, times, and how the result was made."""

from __future__ import annotations

from pathlib import Path

from app.domain.document import Sentence
from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence, RunRecord
from app.domain.review import Decision
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict
from app.services.reports.standing import Finding, JudgedMatch, Said, Side, Standing

STANCE_WORDS = {
    Stance.AGREE: "says the same",
    Stance.DISAGREE: "says the opposite",
    Stance.UNRELATED: "says neither the same nor the opposite",
}
_VERDICT = {SentenceVerdict.TRUE: "✓ True", SentenceVerdict.FALSE: "✗ False", SentenceVerdict.UNKNOWN: "? Unsettled"}
_OUTCOME = {
    Outcome.MATCH: "fact-check found",
    Outcome.AMBIGUOUS: "one is near, perhaps not the same claim",
    Outcome.NONE: "nobody in the library has checked this",
}


def verdict_words(entry: RankedSentence) -> str:
    """Icon and word; a verdict is never shown without the outcome beside it."""
    return _VERDICT[entry.verdict]


def outcome_words(entry: RankedSentence) -> str:
    """What the library had for the sentence."""
    return _OUTCOME[entry.outcome]


def clock(seconds: float | None) -> str:
    """H:MM:SS, or MM:SS below an hour; "" when there is no time."""
    if seconds is None:
        return ""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60:02d}:{rest % 60:02d}"


def place_words(sentence: Sentence) -> str:
    """Where the sentence stands: time, page or line, whichever it has."""
    if sentence.time is not None:
        return clock(sentence.time)
    if sentence.page is not None:
        return f"page {sentence.page}"
    return f"line {sentence.line}" if sentence.line is not None else f"sentence {sentence.index + 1}"


def shown_matches(finding: Finding) -> tuple[JudgedMatch, ...]:
    """The matches worth a reader's time: all that were decided on and not rejected, else the best, and others that say the same or the
    opposite; at most three that nobody looked at."""
    if finding.entry.outcome is Outcome.NONE:
        return tuple(each for each in finding.matches if each.said and each.decision is not Decision.REJECTED)
    left = [each for each in finding.matches if each.decision is not Decision.REJECTED]
    held = [each for each in left if each.said]
    rest = [each for each in left if not each.said]
    telling = [each for each in rest[0 if held else 1 :] if each.match.stance is not Stance.UNRELATED]
    return (*held, *(() if held else rest[:1]), *telling[:2])


def stance_words(match: Match) -> str:
    """The stance as a sentence with its probabilities."""
    odds = match.stance_probabilities
    if not odds.judged:
        return "Whether the checked claim says the same was not judged."
    return f"The checked claim {STANCE_WORDS[match.stance]} (same {odds.support:.0%}, opposite {odds.refute:.0%})."


def reason_words(match: Match) -> str:
    """The reasons as one sentence."""
    text = "; ".join(match.reasons)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def difference_words(match: Match) -> str:
    """What sentence and claim say differently, as one line."""
    return f"Differs: {'; '.join(one.words for one in match.differences)}." if match.differences else ""


def source_words(match: Match) -> str:
    """Publisher, date, and the note that goes with the fact-check."""
    item = match.factcheck
    parts = [item.publisher or "unknown publisher", item.published.isoformat() if item.published else "no date", item.note]
    return " · ".join(part for part in parts if part)


SIDE_MARKS = {Side.FALSE: "✗", Side.TRUE: "✓", Side.BETWEEN: "±", Side.UNSETTLED: "?"}
SIDE_WORDS = {Side.FALSE: "False", Side.TRUE: "True", Side.BETWEEN: "In between", Side.UNSETTLED: "Unsettled"}
VERDICT_WORDS = {verdict: verdict.value.replace("_", " ").capitalize() for verdict in Verdict}
DECISION_WORDS = {
    Decision.CONFIRMED: "confirmed",
    Decision.PARTIAL: "confirmed in part",
    Decision.REJECTED: "rejected",
    Decision.DEFERRED: "deferred",
}
NOT_REVIEWED = "not reviewed"


def percent(share: float) -> str:
    """A probability as a whole percentage that never claims certainty."""
    if share < 0.005:
        return "<1%"
    return ">99%" if share > 0.995 else f"{share:.0%}"


def head_words(finding: Finding) -> str:
    """What is said of the sentence first: the own verdict, what was confirmed, or the machine's guess, called so."""
    standing, side = finding.standing, finding.side
    mark = f"{SIDE_MARKS[side]} " if side else ""
    if finding.own_verdict is not None:
        return f"{mark}{VERDICT_WORDS[finding.own_verdict]} (own verdict)"
    if finding.decision is not None and finding.decision.holds and side:
        return f"{mark}{SIDE_WORDS[side]} ({DECISION_WORDS[finding.decision]})"
    if standing is Standing.UNREVIEWED:
        return f"{verdict_words(finding.entry)} ({NOT_REVIEWED})"
    return f"{verdict_words(finding.entry)} (not decided)"


def said_words(said: Said) -> str:
    """Who decided what: “Mara: confirmed, flagged”."""
    mark = said.mark
    parts = [DECISION_WORDS[mark.decision] if mark.decision else "", "flagged" if mark.flagged else ""]
    parts.append(f"own verdict {VERDICT_WORDS[mark.verdict].lower()}" if mark.verdict else "")
    told = ", ".join(part for part in parts if part)
    return f"{said.who or 'Somebody'}: {told or 'noted'}"


def match_label(judged: JudgedMatch) -> str:
    """Who decided what about a match, and who sees it otherwise; that nobody did, where nobody did."""
    if judged.said is None:
        return NOT_REVIEWED.capitalize()
    return "; ".join(said_words(each) for each in (judged.said, *judged.others))


def sentence_label(finding: Finding) -> str:
    """Who decided what about the sentence itself; "" where nobody did."""
    return "; ".join(said_words(each) for each in (*((finding.said,) if finding.said else ()), *finding.others))


_THRESHOLDS = {
    "match_probability": "A fact-check counts as found from a probability of",
    "near_probability": "A fact-check is shown as near from a probability of",
    "near_verifiability": "The best one is shown as near where verifiability reaches",
    "agree_probability": "“Says the same” gives a verdict from a probability of",
    "silence_below": "No verdict is given where it is right with less than",
    "top": "Fact-checks kept for each sentence",
    "candidates": "Candidates looked at for each sentence",
    "include_publishers": "Only these publishers",
    "exclude_publishers": "Not these publishers",
}


def run_lines(run: RunRecord) -> list[tuple[str, str]]:
    """How a result was made, from its record alone: label and value."""
    lines = [
        ("Made", f"{run.created} by {run.program}"),
        ("Library", f"{Path(run.library).name + ', ' if run.library else ''}generation {run.generation or 'unknown'}"),
        ("Fact-checks", f"{run.factchecks:,} in the library, {run.searched:,} searched ({run.index_kind or 'unknown'} index)"),
    ]
    if run.as_of:
        lines.append(("As of", f"only fact-checks published before {run.as_of.isoformat()}"))
    lines.extend((f"Model: {role}", key) for role, key in run.models)
    lines.extend((_THRESHOLDS.get(name, f"Setting: {name}"), value) for name, value in run.parameters)
    if run.seconds:
        stages = dict(run.seconds)
        total = stages.pop("all", max(stages.values(), default=0.0))
        told = ", ".join(f"{name} after {value:.1f} s" for name, value in stages.items())
        lines.append(("Time taken", f"{total:.1f} s" + (f" ({told})" if told else "")))
    return lines
