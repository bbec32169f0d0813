"""Words that all reports share: verdicts, stances, places, and who decided what."""

from __future__ import annotations

from app.domain.document import Sentence
from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence
from app.domain.review import Decision
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict
from app.services.reports.standing import Finding, JudgedMatch, Said, Side, Standing
from app.translation import mark, number, tr

STANCE_WORDS = {
    Stance.AGREE: mark("says the same"),
    Stance.DISAGREE: mark("says the opposite"),
    Stance.UNRELATED: mark("says neither the same nor the opposite"),
}
_STANCES = {
    Stance.AGREE: mark("The checked claim says the same (same {same}, opposite {opposite})."),
    Stance.DISAGREE: mark("The checked claim says the opposite (same {same}, opposite {opposite})."),
    Stance.UNRELATED: mark("The checked claim says neither the same nor the opposite (same {same}, opposite {opposite})."),
}
_VERDICT = {SentenceVerdict.TRUE: mark("✓ True"), SentenceVerdict.FALSE: mark("✗ False"), SentenceVerdict.UNKNOWN: mark("? Unsettled")}
RESTS_ON_THIS = mark("The program’s verdict rests on this fact-check.")
_OUTCOME = {
    Outcome.MATCH: mark("fact-check found"),
    Outcome.AMBIGUOUS: mark("one is near, perhaps not the same claim"),
    Outcome.NONE: mark("nobody in the library has checked this"),
}


def verdict_words(entry: RankedSentence) -> str:
    """Icon and word; a verdict is never shown without the outcome beside it."""
    return tr(_VERDICT[entry.verdict])


def outcome_words(entry: RankedSentence) -> str:
    """What the library had for the sentence."""
    return tr(_OUTCOME[entry.outcome])


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
        return tr("page {number}", number=sentence.page)
    if sentence.line is not None:
        return tr("line {number}", number=sentence.line)
    return tr("sentence {number}", number=sentence.index + 1)


def shown_matches(finding: Finding) -> tuple[JudgedMatch, ...]:
    """The matches worth a reader's time: all that were decided on and not rejected, else the best, and others that say the same or the
    opposite; at most three that nobody looked at, and the one that the program's verdict rests on."""
    shown = _worth_showing(finding)
    source = [each for each in finding.matches if finding.entry.rests_on(each.match)]
    return (*shown, *(each for each in source if each not in shown and each.decision is not Decision.REJECTED))


def _worth_showing(finding: Finding) -> tuple[JudgedMatch, ...]:
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
        return tr("Whether the checked claim says the same was not judged.")
    return tr(_STANCES[match.stance], same=f"{odds.support:.0%}", opposite=f"{odds.refute:.0%}")


def source_of_verdict_words(match: Match, entry: RankedSentence) -> str:
    """That the program's verdict rests on this match, where it does."""
    return tr(RESTS_ON_THIS) if entry.rests_on(match) else ""


def reason_words(match: Match) -> str:
    """The reasons as one sentence."""
    text = "; ".join(match.reasons)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def difference_words(match: Match) -> str:
    """What sentence and claim say differently, as one line."""
    return tr("Differs: {what}.", what="; ".join(one.words for one in match.differences)) if match.differences else ""


def order_words(match: Match, entry: RankedSentence) -> str:
    """Both places of a match among its sentence's, where a language model gave them another order."""
    if not match.llm_rank or match not in entry.matches:
        return ""
    own = entry.matches.index(match) + 1
    return tr("Place {own} here, place {other} with the language model", own=number(own), other=number(match.llm_rank)) + "."


def source_words(match: Match) -> str:
    """Publisher, date, and the note that goes with the fact-check."""
    item = match.factcheck
    parts = [item.publisher or tr("unknown publisher"), item.published.isoformat() if item.published else tr("no date"), item.note]
    return " · ".join(part for part in parts if part)


SIDE_MARKS = {Side.FALSE: "✗", Side.TRUE: "✓", Side.BETWEEN: "±", Side.UNSETTLED: "?"}
SIDE_WORDS = {Side.FALSE: mark("False"), Side.TRUE: mark("True"), Side.BETWEEN: mark("In between"), Side.UNSETTLED: mark("Unsettled")}
VERDICT_WORDS = {
    Verdict.TRUE: mark("True"),
    Verdict.MOSTLY_TRUE: mark("Mostly true"),
    Verdict.MIXED: mark("Mixed"),
    Verdict.MOSTLY_FALSE: mark("Mostly false"),
    Verdict.FALSE: mark("False"),
    Verdict.MISLEADING: mark("Misleading"),
    Verdict.UNPROVEN: mark("Unproven"),
    Verdict.OUTDATED: mark("Outdated"),
    Verdict.SATIRE: mark("Satire"),
    Verdict.DISPUTED: mark("Disputed"),
    Verdict.UNRATED: mark("Unrated"),
}
DECISION_WORDS = {
    Decision.CONFIRMED: mark("confirmed"),
    Decision.PARTIAL: mark("confirmed in part"),
    Decision.REJECTED: mark("rejected"),
    Decision.DEFERRED: mark("deferred"),
}


def percent(share: float) -> str:
    """A probability as a whole percentage that never claims certainty."""
    if share < 0.005:
        return "<1%"
    return ">99%" if share > 0.995 else f"{share:.0%}"


def head_words(finding: Finding) -> str:
    """What is said of the sentence first: the own verdict, what was confirmed, or the machine's guess, called so."""
    standing, side = finding.standing, finding.side
    sign = f"{SIDE_MARKS[side]} " if side else ""
    if finding.own_verdict is not None:
        return f"{sign}{tr(VERDICT_WORDS[finding.own_verdict])} ({tr('own verdict')})"
    if finding.decision is not None and finding.decision.holds and side:
        return f"{sign}{tr(SIDE_WORDS[side])} ({tr(DECISION_WORDS[finding.decision])})"
    if standing is Standing.UNREVIEWED:
        return f"{verdict_words(finding.entry)} ({tr('not reviewed')})"
    return f"{verdict_words(finding.entry)} ({tr('not decided')})"


def said_words(said: Said) -> str:
    """Who decided what: “Mara: confirmed, flagged”."""
    made = said.mark
    parts = [tr(DECISION_WORDS[made.decision]) if made.decision else "", tr("flagged") if made.flagged else ""]
    parts.append(tr("own verdict {verdict}", verdict=made.verdict.words) if made.verdict else "")
    told = ", ".join(part for part in parts if part)
    return f"{said.who or tr('Somebody')}: {told or tr('noted')}"


def match_label(judged: JudgedMatch) -> str:
    """Who decided what about a match, and who sees it otherwise; that nobody did, where nobody did."""
    if judged.said is None:
        return tr("Not reviewed")
    return "; ".join(said_words(each) for each in (judged.said, *judged.others))


def sentence_label(finding: Finding) -> str:
    """Who decided what about the sentence itself; "" where nobody did."""
    return "; ".join(said_words(each) for each in (*((finding.said,) if finding.said else ()), *finding.others))
