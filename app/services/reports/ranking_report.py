"""The report of a ranked and reviewed document as blocks."""

from __future__ import annotations

from app.domain.likelihood import likelihood_line
from app.domain.ranked import RankedSentence
from app.domain.reviewed import WHOLE, Included, ReportChoice, Reviewed
from app.services.reports import blocks
from app.services.reports.charts import charts
from app.services.reports.choosing import Chosen, choose
from app.services.reports.clean import clean, is_web_link
from app.services.reports.logo import load_logo
from app.services.reports.methods import READING, method_lines
from app.services.reports.standing import Finding, JudgedMatch, Side
from app.services.reports.wording import (
    difference_words,
    head_words,
    match_label,
    order_words,
    outcome_words,
    place_words,
    rating_line,
    reason_words,
    sentence_label,
    shown_matches,
    source_of_verdict_words,
    source_words,
    stance_words,
)
from app.translation import mark, number, percent, tr, trc, trn

NOTHING = mark("No fact-check in the library is near any sentence of this document.")
NOTHING_REVIEWED = mark("Nobody has reviewed a sentence of this document yet.")
NOTHING_SHOWN = mark("The filter shows no sentence of this document.")


def ranking_report(reviewed: Reviewed, choice: ReportChoice = WHOLE) -> blocks.Report:
    """The report of what was chosen; `remarks` say what had to be left out of its letterhead."""
    chosen = choose(reviewed, choice)
    ranked = reviewed.ranked
    logo, trouble = load_logo(reviewed.logo)
    figures = tuple(map(blocks.Figure, charts(chosen.all))) if choice.charts else ()
    return blocks.Report(
        title=clean(ranked.document.title) or tr("Report"),
        newsroom=clean(reviewed.newsroom),
        footer=clean(reviewed.footer),
        logo=logo,
        lead=blocks.soft(*_intro(chosen, choice)),
        sections=(
            *((blocks.Section(tr("At a glance"), figures),) if figures else ()),
            *_sections(chosen, bool(reviewed.reviewers)),
            blocks.reading_section(tr("What the numbers mean"), READING),
            blocks.methods_section(method_lines(reviewed)),
        ),
        made=ranked.run.created,
        remarks=(trouble,) if trouble else (),
    )


def _intro(chosen: Chosen, choice: ReportChoice) -> tuple[str, ...]:
    listed = len(chosen.listed)
    if not listed:
        empty = {Included.REVIEWED: NOTHING_REVIEWED, Included.SHOWN: NOTHING_SHOWN}.get(choice.included, NOTHING)
        lines = [tr(empty)]
    else:
        of_all = trn(
            "{listed} of {count} sentence is listed.", "{listed} of {count} sentences are listed.", chosen.total, listed=number(listed)
        )
        lines = [f"{tr('Sentences that published fact-checks can settle come first.')} {of_all}"]
    if chosen.done or chosen.open or chosen.rejected:
        lines.append(_counts(chosen))
    if chosen.rejected:
        lines.append(tr("Rejected sentences and fact-checks are left out here; they are in the tables (CSV, XLSX, JSON Lines)."))
    if chosen.more:
        lines.append(
            trn(
                "{count} further sentence with a fact-check, ranked below these, is left out for length.",
                "{count} further sentences with a fact-check, ranked below these, are left out for length.",
                chosen.more,
            )
        )
    return tuple(lines)


def _counts(chosen: Chosen) -> str:
    """How many sentences are in which state."""
    decided = trn("{count} decided", "{count} decided", len(chosen.done))
    left_open = trn("{count} open", "{count} open", len(chosen.open))
    rejected = trn("{count} looked at and rejected", "{count} looked at and rejected", chosen.rejected)
    more = len(chosen.machine) + chosen.more
    unseen = trn("{count} more that nobody has reviewed.", "{count} more that nobody has reviewed.", more)
    return f"{decided}, {left_open}, {rejected}; {unseen}"


def _sections(chosen: Chosen, anybody: bool) -> tuple[blocks.Section, ...]:
    machine = tr("Nobody has looked at these yet: they are the program’s findings, with the verdicts of the publishers named.")
    unseen = tr("Not reviewed") if anybody else tr("What the library has, not reviewed")
    left_open = tr("Deferred, flagged, or noted without a decision.")
    parts = (
        (tr("Decided"), "", chosen.done),
        (trc("sentences not decided yet", "Open"), left_open, chosen.open),
        (unseen, machine, chosen.machine),
    )
    return tuple(blocks.Section(heading, (*blocks.soft(remark), *map(_entry, findings))) for heading, remark, findings in parts if findings)


def _entry(finding: Finding) -> blocks.Entry:
    sentence = finding.entry.sentence
    where = " · ".join(part for part in (sentence.speaker, place_words(sentence)) if part)
    verifiable = tr("{share} verifiable", share=percent(finding.entry.probability))
    return blocks.Entry(
        heading=clean(head_words(finding)),
        number=finding.entry.rank,
        side=finding.side or Side.UNSETTLED,
        facts=" · ".join((outcome_words(finding.entry), verifiable, where)),
        blocks=(
            blocks.Quotation(sentence.text),
            *_decisions(finding),
            *(_evidence(each, finding.entry) for each in shown_matches(finding)),
        ),
    )


def _decisions(finding: Finding) -> tuple[blocks.Block, ...]:
    """Who decided what about the sentence itself, with notes and tags."""
    label = sentence_label(finding)
    tags = ", ".join(finding.tags)
    lost = tr("Confirmed earlier, but no longer among the matches of this ranking: {names}.", names=", ".join(finding.lost))
    return (
        *((blocks.Paragraph(label, blocks.Style.LABEL),) if label else ()),
        *(blocks.Paragraph(f"{said.who or tr('Somebody')}: {said.mark.note}", blocks.Style.NOTE) for said in finding.notes),
        *((blocks.Tags(tags),) if tags else ()),
        *blocks.soft(lost if finding.lost else ""),
    )


def _evidence(judged: JudgedMatch, entry: RankedSentence) -> blocks.Evidence:
    match, item = judged.match, judged.match.factcheck
    likelihood = likelihood_line(match)
    why = (
        source_of_verdict_words(match, entry),
        f"{likelihood}." if likelihood else "",
        stance_words(match),
        reason_words(match),
        difference_words(match),
        order_words(match, entry),
    )
    return blocks.Evidence(
        label=match_label(judged),
        text=item.claim,
        rating=rating_line(match),
        source=source_words(match),
        remarks=blocks.soft(" ".join(part for part in why if part), match.excerpt),
        url=item.url if is_web_link(item.url) else "",
        decided=judged.said is not None,
    )
