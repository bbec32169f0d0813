"""The report of a ranked and reviewed document as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.domain.likelihood import likelihood_line
from app.domain.published_rating import attributed_rating
from app.domain.ranked import RankedSentence
from app.domain.reviewed import WHOLE, Included, ReportChoice, ReportOrder, Reviewed
from app.services.reports import blocks
from app.services.reports.charts import charts
from app.services.reports.choosing import Chosen, choose
from app.services.reports.clean import clean, is_web_link
from app.services.reports.dates import day_words
from app.services.reports.logo import load_logo
from app.services.reports.masthead import masthead_lines, report_title
from app.services.reports.methods import READING, method_lines
from app.services.reports.review_status import Finding, JudgedMatch, Side
from app.services.reports.wording import (
    difference_words,
    head_words,
    match_label,
    order_words,
    outcome_words,
    place_words,
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
    logo, logo_problem = load_logo(reviewed.logo)
    figures = tuple(map(blocks.Figure, charts(selection.all))) if choice.charts else ()
    return blocks.Report(
        title=report_title(reviewed, choice),
        newsroom=clean(reviewed.newsroom),
        footer=clean(reviewed.footer),
        logo=logo,
        lead=(*map(blocks.Paragraph, masthead_lines(reviewed, choice)), *blocks.soft(*_intro(selection, choice))),
        sections=(
            *((blocks.Section(tr("At a glance"), figures),) if figures else ()),
            *_sections(selection, choice.order, bool(reviewed.reviewers)),
            blocks.reading_section(tr("What the numbers mean"), READING),
            blocks.methods_section(method_lines(reviewed)),
        ),
        made=reviewed.ranked.run.created,
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


def _sections(selection: Chosen, order: ReportOrder, has_reviews: bool) -> Iterator[blocks.Section]:
    """Yield the sections of the listed sentences, which are numbered through in the order shown."""
    parts = _by_speaker(selection) if order is ReportOrder.SPEAKER else _by_finding(selection, has_reviews)
    count = 0
    for heading, remark, findings in parts:
        if findings:
            entries = tuple(_entry(finding, count + position) for position, finding in enumerate(findings, start=1))
            yield blocks.Section(heading, (*blocks.soft(remark), *entries))
            count += len(findings)


_Part = tuple[str, str, Sequence[Finding]]
"""Heading and remark of a section, and its sentences."""


def _by_finding(selection: Chosen, has_reviews: bool) -> Iterable[_Part]:
    machine = tr("Nobody has looked at these yet: they are the program’s findings, with the verdicts of the publishers named.")
    unseen = tr("Not reviewed") if has_reviews else tr("What the library has, not reviewed")
    left_open = tr("Deferred, flagged, or noted without a decision.")
    return (
        (tr("Decided"), "", selection.decided),
        (trc("sentences not decided yet", "Open"), left_open, selection.open),
        (unseen, machine, selection.machine),
    )


def _by_speaker(selection: Chosen) -> Iterable[_Part]:
    """Return one section for each speaker in the order of their first sentence, with the sentences in the order of the text."""
    by_speaker: dict[str, list[Finding]] = {}
    for finding in sorted(selection.listed, key=lambda listed: listed.entry.sentence.index):
        by_speaker.setdefault(clean(finding.entry.sentence.speaker), []).append(finding)
    return tuple((speaker or tr("No speaker named"), "", findings) for speaker, findings in by_speaker.items())


def _entry(finding: Finding, number_shown: int) -> blocks.Entry:
    sentence = finding.entry.sentence
    return blocks.Entry(
        heading=clean(head_words(finding)),
        number=number_shown,
        side=finding.side or Side.UNSETTLED,
        facts=" · ".join(_facts(finding)),
        blocks=(
            blocks.Quotation(sentence.text),
            *_decisions(finding),
            *(_evidence(judged, finding.entry) for judged in shown_matches(finding)),
        ),
    )


def _facts(finding: Finding) -> tuple[str, ...]:
    """Return speaker and position, after what the program found where nobody has decided."""
    sentence = finding.entry.sentence
    origin = tuple(part for part in (sentence.speaker, place_words(sentence)) if part)
    if finding.conclusion.decided:
        return origin
    return (outcome_words(finding.entry), tr("{share} verifiable", share=percent(finding.entry.probability)), *origin)


def _decisions(finding: Finding) -> tuple[blocks.Block, ...]:
    """Return the reviewers' decisions on the sentence itself, with notes and tags."""
    label = "" if _only_noted(finding) else sentence_label(finding)
    tags = ", ".join(finding.tags)
    lost = trn(
        "{count} fact-check that was confirmed earlier is no longer among the matches of this ranking.",
        "{count} fact-checks that were confirmed earlier are no longer among the matches of this ranking.",
        len(finding.lost),
    )
    return (
        *((blocks.Paragraph(label, blocks.Style.LABEL),) if label else ()),
        *(blocks.Paragraph(f"{opinion.reviewer or tr('Somebody')}: {opinion.mark.note}", blocks.Style.NOTE) for opinion in finding.notes),
        *((blocks.Tags(tags),) if tags else ()),
        *blocks.soft(lost if finding.lost else ""),
    )


def _only_noted(finding: Finding) -> bool:
    """Return True if the reviewer left nothing on the sentence but a note or tags, which are printed anyway."""
    if finding.opinion is None or finding.dissents:
        return False
    remark = finding.opinion.mark
    return remark.decision is None and remark.verdict is None and not remark.flagged and bool(remark.note or remark.tags)


def _evidence(judged: JudgedMatch, entry: RankedSentence) -> blocks.Evidence:
    match, item = judged.match, judged.match.factcheck
    return blocks.Evidence(
        label=match_label(judged),
        text=item.claim,
        rating=attributed_rating(item),
        source=source_words(match, day_words),
        remarks=blocks.soft(" ".join(_remarks(judged, entry)), match.excerpt),
        url=item.url if is_web_link(item.url) else "",
        decided=judged.opinion is not None,
    )


def _remarks(judged: JudgedMatch, entry: RankedSentence) -> tuple[str, ...]:
    """Return what differs between the two texts, after the program's reasons where nobody has decided about the match."""
    match = judged.match
    difference = difference_words(match)
    if judged.decision is not None and judged.decision.holds:
        return (difference,) if difference else ()
    likelihood = likelihood_line(match)
    sentences = (
        source_of_verdict_words(match, entry),
        f"{likelihood}." if likelihood else "",
        stance_words(match),
        reason_words(match),
        difference,
        order_words(match, entry),
    )
    return tuple(sentence for sentence in sentences if sentence)
