"""What the report of one verification says, in one structure that the web page and the Word document are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.domain.second_check import second_agreement
from app.domain.verification import ClaimForm, EvidenceAnswer, EvidenceQuestion, SecondOpinion, Veracity, Verification, Verified
from app.services.reports.clean import clean, is_web_link
from app.services.reports.methods import Line
from app.services.reports.run_words import run_lines
from app.services.reports.standing import Side
from app.services.reports.wording import STANCE_WORDS
from app.translation import mark, number, tr, trn

_SIDES = {Veracity.SUPPORTED: Side.TRUE, Veracity.REFUTED: Side.FALSE, Veracity.CONFLICTING: Side.BETWEEN}
_READING = (
    mark("The verdict rests on the answers below alone; what is not among them was not looked at."),
    mark("The program’s verdict is a guess from the stance of each answer; where a person has given a verdict, that one stands."),
    mark("Evidence that appeared on or after the day of the claim is left out, and so is evidence without a date unless that was allowed."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAnswer:
    """One answer; `number` is what the justification refers to, `said` what was made of it, `passage` what stands around it."""

    number: str
    text: str
    source: str
    url: str
    said: str
    passage: str
    decides: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownQuestion:
    """One question with where it comes from and its answers."""

    number: int
    text: str
    origin: str
    answers: tuple[ShownAnswer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedReport:
    """The whole report, in the language of its reader."""

    title: str
    newsroom: str
    head: str
    side: Side
    verdict: tuple[str, ...]
    justification: str
    claim: tuple[Line, ...]
    questions: tuple[ShownQuestion, ...]
    opinions: tuple[str, ...]
    reading: tuple[str, ...]
    methods: tuple[Line, ...]
    made: str


def verified_report(verified: Verified, *, newsroom: str = "") -> VerifiedReport:
    """The report of one verification; the human's verdict stands first and the machine's beside it."""
    verification = verified.verification
    label = verification.label
    return VerifiedReport(
        title=" ".join(clean(verification.claim.text).split()) or tr("Claim"),
        newsroom=clean(newsroom).strip(),
        head=_head(verification),
        side=_SIDES.get(label, Side.UNSETTLED) if label else Side.UNSETTLED,
        verdict=tuple(_verdict(verification)),
        justification=clean(verification.justification),
        claim=tuple(_claim(verification.claim)),
        questions=tuple(_question(verification, place) for place in range(len(verification.questions))),
        opinions=tuple(_opinions(verification)),
        reading=tuple(map(tr, _READING)),
        methods=tuple(_methods(verified)),
        made=verified.run.created,
    )


def answer_number(questions: Sequence[EvidenceQuestion], question: int, answer: int) -> str:
    """How an answer is referred to: its question's number, with the answer's own behind it where the question has several."""
    return f"{question + 1}.{answer + 1}" if len(questions[question].answers) > 1 else str(question + 1)


def _head(verification: Verification) -> str:
    label = verification.label
    if label is None:
        return tr("No verdict yet")
    return f"{tr(label.value)} ({tr('own verdict') if verification.own_label else tr('not reviewed')})"


def _verdict(verification: Verification) -> list[str]:
    judged, lines = verification.judgement, []
    if verification.own_note:
        lines.append(clean(verification.own_note))
    if judged is not None:
        if judged.share is not None:
            lines.append(tr("The program: {verdict} ({share}).", verdict=tr(judged.label.value), share=f"{judged.share:.0%}"))
        else:
            lines.append(tr("The program: {verdict}.", verdict=tr(judged.label.value)))
        if judged.undecided is not None:
            lines.append(tr(judged.undecided.value))
        if judged.by_rule is not judged.label:
            lines.append(tr("By the rule from the answers’ sides alone: {verdict}.", verdict=tr(judged.by_rule.value)))
    if judged is not None and judged.deciding:
        numbers = ", ".join(f"[{answer_number(verification.questions, *place)}]" for place in judged.deciding)
        lines.append(tr("It rests on the answers {numbers}.", numbers=numbers))
    return lines


def _claim(claim: ClaimForm) -> list[Line]:
    told = (
        (tr("Said by"), claim.speaker),
        (tr("Made on"), claim.made.isoformat() if claim.made else claim.made_as_given),
        (tr("Appeared in"), claim.reporting_source),
        (tr("Location"), claim.location),
        (tr("Kind of claim"), ", ".join(map(tr, claim.types))),
        (tr("Checked by"), ", ".join(map(tr, claim.strategies))),
        (tr("As it was said"), claim.original),
        (tr("Said before it"), " ".join(claim.context)),
        (tr("Address"), claim.original_url),
        (tr("Kept copy"), claim.cached_original_url),
    )
    return [(label, clean(value)) for label, value in told if value.strip()]


def _question(verification: Verification, place: int) -> ShownQuestion:
    question, judged = verification.questions[place], verification.judgement
    deciding = frozenset(judged.deciding) if judged else frozenset[tuple[int, int]]()
    origin = tr("asked after the claim “{claim}”", claim=question.like) if question.like else tr(question.origin.value)
    answers = tuple(
        _answer(answer, answer_number(verification.questions, place, number), verification.claim.made, (place, number) in deciding)
        for number, answer in enumerate(question.answers)
    )
    return ShownQuestion(number=place + 1, text=clean(question.text), origin=clean(origin), answers=answers)


def _answer(answer: EvidenceAnswer, name: str, made: date | None, decides: bool) -> ShownAnswer:
    text = f"{answer.text}. {answer.explanation}" if answer.explanation else answer.text
    facts = (answer.source, answer.source_medium, tr(answer.kind.value), _day(answer, made))
    url = answer.source_url if is_web_link(answer.source_url) else ""
    around = answer.passage_text if answer.passage_text.strip() != answer.text.strip() else ""
    return ShownAnswer(
        number=name,
        text=clean(text),
        source=clean(" · ".join(fact for fact in facts if fact)),
        url=clean(url),
        said=clean(" ".join(_said(answer, decides))),
        passage=clean(around),
        decides=decides,
    )


def _day(answer: EvidenceAnswer, made: date | None) -> str:
    """When its source appeared, and how long before the claim."""
    if answer.published is None:
        return tr("no date") if answer.source_url or answer.source else ""
    day = answer.published.isoformat()
    if made is None:
        return day
    before = (made - answer.published).days
    if before < 1:
        return tr("{day}, not before the claim", day=day)
    return trn("{day}, {count} day before the claim", "{day}, {count} days before the claim", before, day=day)


def _said(answer: EvidenceAnswer, decides: bool) -> list[str]:
    told = []
    if answer.stance is not None and answer.stance.judged:
        side = answer.stance
        share = f"{max(side.support, side.refute, side.neutral):.0%}"
        told.append(tr("Of the claim it {stance} ({share}).", stance=tr(STANCE_WORDS[side.label]), share=share))
    told += [tr("The verdict rests on it.")] if decides else []
    told += [tr("For context only: it decides nothing.")] if answer.context_only else []
    told += [tr("The list of sources warns of it: {warning}.", warning=answer.warning)] if answer.warning else []
    return told


def _opinions(verification: Verification) -> list[str]:
    lines = [_opinion(one) for one in verification.opinions]
    last = max((one.round for one in verification.opinions), default=0)
    if last and second_agreement([verification], round_number=last).disputed:
        lines.append(tr("The verdicts differ."))
    return lines


def _opinion(one: SecondOpinion) -> str:
    told = tr("{who}, round {round}: {verdict}", who=one.reviewer or tr("Somebody"), round=number(one.round), verdict=tr(one.label.value))
    return clean(f"{told}. {one.note}" if one.note else told)


def _methods(verified: Verified) -> list[Line]:
    """How it was made: the run's record, of evidence where it tells of fact-checks otherwise."""
    searched = trn("{count} passage could be searched", "{count} passages could be searched", verified.searched)
    held = trn("{count} left out: too late or undated", "{count} left out: too late or undated", verified.held_back)
    told = [(label, value) for label, value in run_lines(verified.run) if label != tr("Fact-checks")]
    lines = [*told[:2], (tr("Evidence"), f"{searched}; {held}"), *told[2:]]
    return [(clean(label), clean(value)) for label, value in [*lines, *((tr("Remark"), one) for one in verified.remarks)]]
