"""The report of one verification as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from app.domain.second_check import second_agreement
from app.domain.verification import ClaimForm, EvidenceAnswer, EvidenceQuestion, SecondOpinion, Veracity, Verification, Verified
from app.services.reports import blocks
from app.services.reports.clean import clean, is_web_link
from app.services.reports.review_status import Side
from app.services.reports.run_words import run_lines
from app.services.reports.wording import STANCE_WORDS
from app.translation import mark, number, tr, trn

_SIDES = {Veracity.SUPPORTED: Side.TRUE, Veracity.REFUTED: Side.FALSE, Veracity.CONFLICTING: Side.BETWEEN}
_READING = (
    mark("The verdict rests on the answers below alone; what is not among them was not looked at."),
    mark("The program’s verdict is a guess from the stance of each answer; where a person has given a verdict, that one stands."),
    mark("Evidence that appeared on or after the day of the claim is left out, and so is evidence without a date unless that was allowed."),
)


def verification_report(verified: Verified, *, newsroom: str = "") -> blocks.Report:
    """Return the report of one verification, with the human's verdict first and the machine's next to it."""
    verification = verified.verification
    return blocks.Report(
        title=" ".join(clean(verification.claim.text).split()) or tr("Claim"),
        newsroom=clean(newsroom).strip(),
        lead=(_head(verification), *blocks.soft(*_verdict(verification))),
        sections=tuple(_sections(verified)),
        made=verified.run.created,
    )


def _sections(verified: Verified) -> Iterator[blocks.Section]:
    verification = verified.verification
    if verification.justification:
        yield blocks.Section(tr("Justification"), (blocks.Paragraph(verification.justification, blocks.Style.NOTE),))
    if claim := _claim(verification.claim):
        yield blocks.Section(tr("The claim"), (blocks.Pairs(claim),))
    questions = tuple(_question(verification, index) for index in range(len(verification.questions)))
    yield blocks.Section(tr("Questions and answers"), questions or (blocks.Paragraph(tr("No question was asked.")),))
    if opinions := _opinions(verification):
        yield blocks.Section(tr("Second check"), tuple(map(blocks.Paragraph, opinions)))
    yield blocks.reading_section(tr("How to read this"), _READING)
    yield blocks.methods_section(_methods(verified))


def answer_number(questions: Sequence[EvidenceQuestion], question: int, answer: int) -> str:
    """Return the reference of an answer: its question's number, followed by the answer's own if the question has several."""
    return f"{question + 1}.{answer + 1}" if len(questions[question].answers) > 1 else str(question + 1)


def _head(verification: Verification) -> blocks.Paragraph:
    label = verification.label
    if label is None:
        return blocks.Paragraph(tr("No verdict yet"), side=Side.UNSETTLED)
    verdict_origin = tr("own verdict") if verification.own_label else tr("not reviewed")
    return blocks.Paragraph(f"{tr(label.value)} ({verdict_origin})", side=_SIDES.get(label, Side.UNSETTLED))


def _verdict(verification: Verification) -> list[str]:
    judged, lines = verification.judgement, []
    if verification.own_note:
        lines.append(verification.own_note)
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
        numbers = ", ".join(f"[{answer_number(verification.questions, *index)}]" for index in judged.deciding)
        lines.append(tr("It rests on the answers {numbers}.", numbers=numbers))
    return lines


def _claim(claim: ClaimForm) -> tuple[blocks.Line, ...]:
    lines = (
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
    return tuple((label, value) for label, value in lines if value.strip())


def _question(verification: Verification, index: int) -> blocks.Entry:
    question, judged = verification.questions[index], verification.judgement
    deciding = frozenset(judged.deciding) if judged else frozenset[tuple[int, int]]()
    origin = tr("asked after the claim “{claim}”", claim=question.like) if question.like else tr(question.origin.value)
    answers = tuple(
        _answer(answer, answer_number(verification.questions, index, number), verification.claim.made, (index, number) in deciding)
        for number, answer in enumerate(question.answers)
    )
    return blocks.Entry(heading=question.text, number=index + 1, facts=origin, blocks=answers or blocks.soft(tr("Not answered yet.")))


def _answer(answer: EvidenceAnswer, name: str, claimed: date | None, decides: bool) -> blocks.Evidence:
    facts = (answer.source, answer.source_medium, tr(answer.kind.value), _day(answer, claimed))
    around = answer.passage_text if answer.passage_text.strip() != answer.text.strip() else ""
    return blocks.Evidence(
        label=f"[{name}]",
        text=f"{answer.text}. {answer.explanation}" if answer.explanation else answer.text,
        source=" · ".join(fact for fact in facts if fact),
        remarks=(*blocks.soft(" ".join(_said(answer, decides))), *((blocks.Paragraph(around, blocks.Style.PASSAGE),) if around else ())),
        url=answer.source_url if is_web_link(answer.source_url) else "",
        decided=decides,
    )


def _day(answer: EvidenceAnswer, claimed: date | None) -> str:
    """Return the date of the source, and how long it was before the claim."""
    if answer.published is None:
        return tr("no date") if answer.source_url or answer.source else ""
    day = answer.published.isoformat()
    if claimed is None:
        return day
    before = (claimed - answer.published).days
    if before < 1:
        return tr("{day}, not before the claim", day=day)
    return trn("{day}, {count} day before the claim", "{day}, {count} days before the claim", before, day=day)


def _said(answer: EvidenceAnswer, decides: bool) -> list[str]:
    sentences = []
    if answer.stance is not None and answer.stance.judged:
        side = answer.stance
        share = f"{max(side.support, side.refute, side.neutral):.0%}"
        sentences.append(tr("Of the claim it {stance} ({share}).", stance=tr(STANCE_WORDS[side.label]), share=share))
    sentences += [tr("The verdict rests on it.")] if decides else []
    sentences += [tr("For context only: it decides nothing.")] if answer.context_only else []
    sentences += [tr("The list of sources warns of it: {warning}.", warning=answer.warning)] if answer.warning else []
    return sentences


def _opinions(verification: Verification) -> list[str]:
    lines = [_opinion(opinion) for opinion in verification.opinions]
    last = max((opinion.round for opinion in verification.opinions), default=0)
    if last and second_agreement([verification], round_number=last).disputed:
        lines.append(tr("The verdicts differ."))
    return lines


def _opinion(opinion: SecondOpinion) -> str:
    text = tr(
        "{who}, round {round}: {verdict}",
        who=opinion.reviewer or tr("Somebody"),
        round=number(opinion.round),
        verdict=tr(opinion.label.value),
    )
    return f"{text}. {opinion.note}" if opinion.note else text


def _methods(verified: Verified) -> list[blocks.Line]:
    """Return the run's record as label and value pairs, counting evidence instead of fact-checks."""
    searched = trn("{count} passage could be searched", "{count} passages could be searched", verified.searched)
    held_back = trn("{count} left out: too late or undated", "{count} left out: too late or undated", verified.held_back)
    lines_of_run = [(label, value) for label, value in run_lines(verified.run) if label != tr("Fact-checks")]
    lines = [*lines_of_run[:2], (tr("Evidence"), f"{searched}; {held_back}"), *lines_of_run[2:]]
    return [*lines, *((tr("Remark"), remark) for remark in verified.remarks)]
