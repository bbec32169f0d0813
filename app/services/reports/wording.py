"""Words that all reports share: verdicts, stances, times, and how the result was made."""

from __future__ import annotations

from app.domain.document import Sentence
from app.domain.match import Match
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict

SHOWN = 40

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


def shown_matches(entry: RankedSentence) -> tuple[Match, ...]:
    """The matches worth a reader's time, at most three: the best, and others that say the same or the opposite."""
    telling = [match for match in entry.matches[1:] if match.stance is not Stance.UNRELATED]
    return (*entry.matches[:1], *telling[:2])


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


def worth_showing(ranked: RankedDocument) -> tuple[RankedSentence, ...]:
    """The sentences of a report for reading: at most the first 40 of those for which the library had something."""
    found = [entry for entry in ranked.sentences if entry.outcome is not Outcome.NONE]
    return tuple(found[:SHOWN])


def method_lines(ranked: RankedDocument) -> list[tuple[str, str]]:
    """How the result was made: label and value."""
    return run_lines(ranked.run)


def run_lines(run: RunRecord) -> list[tuple[str, str]]:
    """The same from the record alone."""
    lines = [
        ("Made", f"{run.created} by {run.program}"),
        ("Library", f"generation {run.generation}, {run.factchecks} fact-checks, {run.searched} searched ({run.index_kind} index)"),
    ]
    if run.as_of:
        lines.append(("As of", f"only fact-checks published before {run.as_of.isoformat()}"))
    lines.extend((f"Model: {role}", key) for role, key in run.models)
    lines.extend((f"Setting: {name}", value) for name, value in run.parameters)
    return lines
