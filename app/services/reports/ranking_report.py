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
from app.services.reports.review_status import Finding, JudgedMatch, Side
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
    """Return the report of the selected sentences; `remarks` name what had to be left out of its letterhead."""
    selection = choose(reviewed, choice)
    ranked = reviewed.ranked
    logo, logo_problem = load_logo(reviewed.logo)
    figures = tuple(map(blocks.Figure, charts(selection.all))) if choice.charts else ()
    return blocks.Report(
        title=clean(ranked.document.title) or tr("Report"),
        newsroom=clean(reviewed.newsroom),
        footer=clean(reviewed.footer),
        logo=logo,
        lead=blocks.soft(*_intro(selection, choice)),
        sections=(
            *((blocks.Section(tr("At a glance"), figures),) if figures else ()),
            *_sections(selection, bool(reviewed.reviewers)),
            blocks.reading_section(tr("What the numbers mean"), READING),
            blocks.methods_section(method_lines(reviewed)),
        ),
        made=ranked.run.created,
        remarks=(logo_problem,) if logo_problem else (),
    )


def _intro(selection: Chosen, choice: ReportChoice) -> tuple[str, ...]:
    listed_count = len(selection.listed)
    if not listed_count:
        empty = {Included.REVIEWED: NOTHING_REVIEWED, Included.SHOWN: NOTHING_SHOWN}.get(choice.included, NOTHING)
        lines = [tr(empty)]
    else:
        of_all = trn(
            "{listed} of {count} sentence is listed.",
            "{listed} of {count} sentences are listed.",
            selection.total,
            listed=number(listed_count),
        )
        lines = [f"{tr('Sentences that published fact-checks can settle come first.')} {of_all}"]
    if selection.decided or selection.open or selection.rejected:
        lines.append(_counts(selection))
    if selection.rejected:
        lines.append(tr("Rejected sentences and fact-checks are left out here; they are in the tables (CSV, XLSX, JSON Lines)."))
    if selection.more:
        lines.append(
            trn(
                "{count} further sentence with a fact-check, ranked below these, is left out for length.",
                "{count} further sentences with a fact-check, ranked below these, are left out for length.",
                selection.more,
            )
        )
    return tuple(lines)


def _counts(selection: Chosen) -> str:
    """Return the numbers of sentences by review status, as one line."""
    decided_text = trn("{count} decided", "{count} decided", len(selection.decided))
    left_open = trn("{count} open", "{count} open", len(selection.open))
    rejected = trn("{count} looked at and rejected", "{count} looked at and rejected", selection.rejected)
    open_count = len(selection.machine) + selection.more
    unseen = trn("{count} more that nobody has reviewed.", "{count} more that nobody has reviewed.", open_count)
    return f"{decided_text}, {left_open}, {rejected}; {unseen}"


def _sections(selection: Chosen, has_reviews: bool) -> tuple[blocks.Section, ...]:
    machine = tr("Nobody has looked at these yet: they are the program’s findings, with the verdicts of the publishers named.")
    unseen = tr("Not reviewed") if has_reviews else tr("What the library has, not reviewed")
    left_open = tr("Deferred, flagged, or noted without a decision.")
    parts = (
        (tr("Decided"), "", selection.decided),
        (trc("sentences not decided yet", "Open"), left_open, selection.open),
        (unseen, machine, selection.machine),
    )
    return tuple(blocks.Section(heading, (*blocks.soft(remark), *map(_entry, findings))) for heading, remark, findings in parts if findings)


def _entry(finding: Finding) -> blocks.Entry:
    sentence = finding.entry.sentence
    origin = " · ".join(part for part in (sentence.speaker, place_words(sentence)) if part)
    verifiable = tr("{share} verifiable", share=percent(finding.entry.probability))
    return blocks.Entry(
        heading=clean(head_words(finding)),
        number=finding.entry.rank,
        side=finding.side or Side.UNSETTLED,
        facts=" · ".join((outcome_words(finding.entry), verifiable, origin)),
        blocks=(
            blocks.Quotation(sentence.text),
            *_decisions(finding),
            *(_evidence(judged, finding.entry) for judged in shown_matches(finding)),
        ),
    )


def _decisions(finding: Finding) -> tuple[blocks.Block, ...]:
    """Return the reviewers' decisions on the sentence itself, with notes and tags."""
    label = sentence_label(finding)
    tags = ", ".join(finding.tags)
    lost = tr("Confirmed earlier, but no longer among the matches of this ranking: {names}.", names=", ".join(finding.lost))
    return (
        *((blocks.Paragraph(label, blocks.Style.LABEL),) if label else ()),
        *(blocks.Paragraph(f"{opinion.reviewer or tr('Somebody')}: {opinion.mark.note}", blocks.Style.NOTE) for opinion in finding.notes),
        *((blocks.Tags(tags),) if tags else ()),
        *blocks.soft(lost if finding.lost else ""),
    )


def _evidence(judged: JudgedMatch, entry: RankedSentence) -> blocks.Evidence:
    match, item = judged.match, judged.match.factcheck
    likelihood = likelihood_line(match)
    reason_text = (
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
        remarks=blocks.soft(" ".join(part for part in reason_text if part), match.excerpt),
        url=item.url if is_web_link(item.url) else "",
        decided=judged.opinion is not None,
    )
