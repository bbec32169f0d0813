"""The words of Verify: labels, stances, days before or after the claim, where an answer comes from, who asked a question."""

from __future__ import annotations

from datetime import date

from app.domain.direction import isolated
from app.domain.evidence import EvidenceImportReport, EvidenceStatistics
from app.domain.second_check import disputed
from app.domain.stance import Stance, StanceProbabilities
from app.domain.stored_verification import VerificationSummary
from app.domain.verification import (
    NO_ANSWER,
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    QuestionOrigin,
    SecondOpinion,
    Veracity,
    Verification,
)
from app.gui.model.colours import Tone
from app.gui.model.labels import day, host, one_line, shortened
from app.gui.model.verdicts import Badge, in_band
from app.translation import mark, number, tr, trn

VERACITIES = {
    Veracity.SUPPORTED: Badge(Veracity.SUPPORTED.value, "check", Tone.GREEN),
    Veracity.REFUTED: Badge(Veracity.REFUTED.value, "cross", Tone.VERMILLION),
    Veracity.NOT_ENOUGH: Badge(Veracity.NOT_ENOUGH.value, "question", Tone.BLUE),
    Veracity.CONFLICTING: Badge(Veracity.CONFLICTING.value, "disputed", Tone.ORANGE),
}
UNDECIDED = Badge(mark("No verdict yet"), "dash", Tone.GREY)
_STANCES = {
    Stance.AGREE: (Badge(mark("Supports the claim"), "agrees", Tone.BLUE)),
    Stance.DISAGREE: (Badge(mark("Refutes the claim"), "opposite", Tone.ORANGE)),
    Stance.UNRELATED: (Badge(mark("Decides nothing"), "dash", Tone.GREY)),
}
_CONTEXT = Badge(mark("Context only: it explains, and decides nothing"), "note", Tone.GREY)
_UNJUDGED = Badge(mark("Not judged yet"), "clock", Tone.GREY)
_ORIGINS = {
    QuestionOrigin.USER: mark("Your own question"),
    QuestionOrigin.TEMPLATE: mark("Suggested for this type of claim"),
    QuestionOrigin.PAST_CLAIM: mark("Suggested after a question about a past claim"),
    QuestionOrigin.LANGUAGE_MODEL: mark("Suggested by the language model"),
    QuestionOrigin.FILE: mark("From a file"),
}
WARNINGS = {
    "satire": Badge(mark("The source is on your list: satire"), "satire", Tone.PURPLE),
    "misinformation": Badge(mark("The source is on your list: misinformation"), "warning", Tone.VERMILLION),
}
NO_DAY = Badge(mark("No date: not used for a claim until you give it one"), "warning", Tone.ORANGE)
_LONGEST = 60
_MORE_THAN_NOT = 0.5


def veracity_badge(label: Veracity | None) -> Badge:
    """A label of a claim; what is shown before there is one."""
    return UNDECIDED if label is None else VERACITIES[label]


def answer_words(answer: EvidenceAnswer) -> str:
    """An answer's text; that there is none is said in the reader's language."""
    return tr(answer.text) if answer.text == NO_ANSWER else answer.text


def stance_badge(answer: EvidenceAnswer, *, judged: bool = True) -> Badge:
    """Return the stance of an answer as a badge; an empty answer has no stance even once it is judged."""
    if answer.context_only:
        return _CONTEXT
    if answer.kind is AnswerType.UNANSWERABLE or answer.text == NO_ANSWER or (answer.stance is None and judged):
        return _STANCES[Stance.UNRELATED]
    return _UNJUDGED if answer.stance is None else _STANCES[_sure_stance(answer.stance)]


def _sure_stance(stance: StanceProbabilities) -> Stance:
    """The stance that is more probable than not; that of an answer which decides nothing where none is."""
    return stance.label if max(stance.support, stance.refute, stance.neutral) >= _MORE_THAN_NOT else Stance.UNRELATED


def stance_words(answer: EvidenceAnswer, *, judged: bool = True) -> str:
    """The same in words, and how surely."""
    badge, stance = stance_badge(answer, judged=judged), answer.stance
    if stance is None or not stance.judged or badge not in _STANCES.values() or answer.text == NO_ANSWER:
        return badge.word
    sure_stance = _sure_stance(stance)
    share = {Stance.AGREE: stance.support, Stance.DISAGREE: stance.refute, Stance.UNRELATED: stance.neutral}[sure_stance]
    return in_band(badge.word, share) if share >= _MORE_THAN_NOT else badge.word


def judgement_words(judgement: Judgement) -> str:
    """The machine's verdict, and how surely; without that where the combiner's label does not stand."""
    word = veracity_badge(judgement.label).word
    return word if judgement.share is None else in_band(word, judgement.share)


def warning_badge(answer: EvidenceAnswer) -> Badge | None:
    """Return the user's warning about the source of an answer."""
    return warned(answer.warning)


def warned(kind: str) -> Badge | None:
    """Return the badge of a kind of warning; None for a source that is not listed."""
    if not kind:
        return None
    return WARNINGS.get(kind.casefold()) or Badge(tr("The source is on your list: {kind}", kind=one_line(kind)), "warning", Tone.VERMILLION)


def when_badge(answer: EvidenceAnswer, claim: ClaimForm) -> Badge | None:
    """Return the publication date of an answer's source relative to the claim; None for an answer without a source."""
    if answer.text == NO_ANSWER and not (answer.source_url or answer.source):
        return None
    return day_badge(answer.published, claim.made)


def day_badge(published: date | None, claim_date: date | None) -> Badge:
    """A day seen from the claim's: before it, or too late to have been known."""
    if published is None:
        return Badge(tr("No date: it cannot be told whether this was there before the claim"), "warning", Tone.ORANGE)
    if claim_date is None:
        return Badge(tr("Published on {day}; the claim has no date", day=day(published)), "clock", Tone.GREY)
    days = (claim_date - published).days
    if days > 0:
        return Badge(trn("Published {count} day before the claim", "Published {count} days before the claim", days), "clock", Tone.GREY)
    if days == 0:
        return Badge(tr("Too late: published on the day of the claim"), "warning", Tone.VERMILLION)
    words = trn("Too late: published {count} day after the claim", "Too late: published {count} days after the claim", -days)
    return Badge(words, "warning", Tone.VERMILLION)


def source_words(answer: EvidenceAnswer) -> str:
    """Source, site, medium and day of an answer in a line."""
    site = host(answer.source_url)
    source_name = isolated(one_line(answer.source)), site if site != answer.source else ""
    parts = (*source_name, one_line(answer.source_medium), day(answer.published))
    return " · ".join(part for part in parts if part)


def origin_words(question: EvidenceQuestion) -> str:
    """Return who asked the question and, for a question like an earlier claim's, that claim."""
    origin = tr(_ORIGINS[question.origin])
    return tr("{origin}: “{claim}”", origin=origin, claim=shortened(question.like)) if question.like else origin


def summary_words(claim: ClaimForm) -> str:
    """Return who made a claim, when and where."""
    return " · ".join(part for part in (isolated(one_line(claim.speaker)), day(claim.made), claim.reporting_source, claim.location) if part)


def reference(question_index: int, answer_index: int, question: EvidenceQuestion) -> str:
    """Return the number by which a justification refers to an answer: [2], or [2.1] where its question has several."""
    return f"[{question_index + 1}]" if len(question.answers) == 1 else f"[{question_index + 1}.{answer_index + 1}]"


def answer_name(question_index: int, answer_index: int, question: EvidenceQuestion) -> str:
    """An answer by its reference and first words, for a button that leads to it."""
    first_words = shortened(answer_words(question.answers[answer_index]), _LONGEST)
    return f"{reference(question_index, answer_index, question)} {first_words}"


def spoken_answer(answer: EvidenceAnswer, claim: ClaimForm, *, judged: bool = True) -> str:
    """An answer in words, for screen readers."""
    date_badge, warning = when_badge(answer, claim), warning_badge(answer)
    badge_words = (badge.word for badge in (date_badge, warning) if badge is not None)
    parts = (one_line(answer_words(answer)), stance_words(answer, judged=judged), source_words(answer), *badge_words)
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def opinion_words(opinion: SecondOpinion, label: Veracity | None) -> str:
    """One opinion of the second check, and whether it differs from the verdict."""
    opinion_text = tr(
        "Round {round}: {who} says {label}", round=number(opinion.round), who=one_line(opinion.reviewer), label=tr(opinion.label.value)
    )
    if label is None:
        return opinion_text
    same = tr("as the verdict does") if label is opinion.label else tr("unlike the verdict ({label})", label=tr(label.value))
    return f"{opinion_text}, {same}"


def opinion_line(opinion: SecondOpinion, label: Veracity | None) -> str:
    """The same with its note."""
    opinion_text = opinion_words(opinion, label)
    return f"{opinion_text} – {one_line(opinion.note)}" if opinion.note.strip() else opinion_text


def agreement_words(verification: Verification) -> str:
    """Return the outcome of the last round of the second check."""
    if not verification.opinions:
        return tr("Nobody has looked at it a second time yet.")
    if disputed(verification, max(opinion.round for opinion in verification.opinions)):
        return tr("The second check differs. Look at the answers again, change what is missing, and ask for another round.")
    return tr("The second check agrees.")


def meaning_words(passages: int, encoded: int | None) -> str:
    """Return how many passages can be found, and how; `encoded` is None while unknown."""
    if encoded is None:
        return trn("{count} passage", "{count} passages", passages)
    if encoded >= passages:
        return trn("{count} passage; it can be found by meaning.", "{count} passages; all can be found by meaning.", passages)
    return tr(
        "{encoded} of {passages} passages can be found by meaning; all by their words.", encoded=number(encoded), passages=number(passages)
    )


def import_words(report: EvidenceImportReport) -> str:
    """The counts of an import of evidence in one line."""
    counts = report.counts
    parts = [
        trn("{count} added", "{count} added", counts.added),
        trn("{count} changed", "{count} changed", counts.changed),
        trn("{count} unchanged", "{count} unchanged", counts.unchanged),
        trn("{count} refused", "{count} refused", len(report.refused)),
        trn("{count} passage", "{count} passages", report.passages),
    ]
    if counts.grouped:
        parts.append(trn("{count} the same as another", "{count} the same as others", counts.grouped))
    return ", ".join(parts) + "."


def undated_words(count: int) -> str:
    """Return how many documents have no date, and the consequence."""
    if not count:
        return ""
    return trn(
        "{count} document has no date and is not used until it has one.",
        "{count} documents have no date and are not used until they have one.",
        count,
    )


def evidence_words(statistics: EvidenceStatistics) -> str:
    """Return the amount of evidence in the library, in one line."""
    parts = [
        trn("{count} document", "{count} documents", statistics.documents),
        trn("{count} passage", "{count} passages", statistics.passages),
    ]
    if statistics.oldest:
        parts.append(tr("published {first} to {last}", first=statistics.oldest, last=statistics.newest))
    parts.append(trn("{count} source", "{count} sources", len(statistics.sources)) if statistics.sources else "")
    return " · ".join(part for part in parts if part)


def summary_line(summary: VerificationSummary) -> str:
    """Label, whose it is, and day of a verification in a list."""
    word = veracity_badge(summary.label).word
    parts = (word, tr("your own") if summary.own else "", tr("published") if summary.published else "", summary.created[:10])
    return " · ".join(part for part in parts if part)
