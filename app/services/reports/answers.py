"""Writers for the answers to a question: readable reports, tables with one row per post, and the JSON Lines of `ask --questions`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.domain.match import Match
from app.domain.published_rating import rating_words
from app.services.reports import blocks
from app.services.reports.asked import asked_row
from app.services.reports.clean import clean, is_web_link
from app.services.reports.delimited import table_csv
from app.services.reports.html import html_bytes
from app.services.reports.json_text import pretty
from app.services.reports.rows import run_row
from app.services.reports.run_words import run_lines
from app.services.reports.tables import Cell, Column, Kind, Table, method_table
from app.services.reports.write import format_of, lines_bytes, write_bytes
from app.services.reports.xlsx import xlsx_bytes
from app.translation import in_english, mark, number, tr, trn

_SUPPORTS, _REFUTES = mark("Supporting"), mark("Refuting")
_HOLDINGS = {Holding.YES: mark("YES"), Holding.NO: mark("NO"), Holding.NOT_SURE: mark("NOT SURE")}
_OF_ANSWER = (
    Column(mark("No."), 6, Kind.NUMBER),
    Column(mark("Answer"), 28),
    Column(mark("Claim"), 60),
    Column(mark("Contested"), 12, Kind.SHARE),
    Column(mark("Supporting"), 12, Kind.NUMBER),
    Column(mark("Refuting"), 12, Kind.NUMBER),
    Column(mark("Wordings"), 40),
    Column(mark("Already checked"), 60),
)
_OF_POST = (
    Column(mark("No."), 6, Kind.NUMBER),
    Column(mark("Answer"), 28),
    Column(mark("Side"), 12),
    Column(mark("Post"), 80),
    Column(mark("Author"), 20),
    Column(mark("Platform"), 12),
    Column(mark("Published"), 12, Kind.DATE),
    Column(mark("Language"), 10),
    Column(mark("Copies"), 8, Kind.NUMBER),
    Column(mark("Engagement"), 12, Kind.NUMBER),
    Column(mark("Probability of the side"), 12, Kind.SHARE),
    Column(mark("Corrected by hand"), 12),
    Column(mark("Link"), 36, Kind.LINK),
    Column(mark("Post id"), 20),
)


def write_answers(answered: Answered, path: Path, *, record: bool = True) -> None:
    """Write answers in the format of the path's suffix (ANSWER_FORMATS), with `record` the run's record beside them.

    Raises InputError when the suffix is none of these or the file cannot be written.
    """
    write_bytes(path, ANSWER_FORMATS[format_of(path, ANSWER_FORMATS)](answered))
    if record:
        write_bytes(path.with_name(path.name + ".run.json"), pretty(run_row(answered.run)))


def answer_table(answered: Answered) -> Table:
    """One row an answer, in the order in which they are shown."""
    rows = tuple(_answer_cells(number, answer) for number, answer in enumerate(answered.answers, start=1))
    return Table(title=tr("Answers"), columns=_said(_OF_ANSWER), rows=rows)


def post_table(answered: Answered) -> Table:
    """One row for each post on either side of each answer."""
    rows = tuple(
        (number, answer.name, *_post_cells(side, opinion, share))
        for number, answer in enumerate(answered.answers, start=1)
        for side, opinions, share in ((_SUPPORTS, answer.supporting, 0), (_REFUTES, answer.refuting, 1))
        for opinion in opinions
    )
    return Table(title=tr("Posts"), columns=_said(_OF_POST), rows=rows)


def _answer_cells(number: int, answer: Answer) -> tuple[Cell, ...]:
    factchecks = [match.factcheck for match in answer.debunks]
    checked = "; ".join(f"{rating_words(check)}: {check.claim} ({check.publisher})" for check in factchecks)
    forms = "; ".join(f"{form} ({count})" for form, count in answer.forms)
    return (number, answer.name, answer.claim, answer.contested, len(answer.supporting), len(answer.refuting), forms, checked)


def _post_cells(side: str, opinion: Opinion, share: int) -> tuple[Cell, ...]:
    post = opinion.post
    return (
        tr(side),
        post.text,
        post.author,
        post.platform,
        post.published.date() if post.published else None,
        post.language,
        len(opinion.same_as) + 1,
        post.engagement,
        None if opinion.corrected else opinion.stance[share],
        tr("yes") if opinion.corrected else "",
        post.url,
        post.id,
    )


def _said(columns: Iterable[Column]) -> tuple[Column, ...]:
    return tuple(replace(column, title=tr(column.title)) for column in columns)


def answers_report(answered: Answered) -> blocks.Report:
    """One section an answer, with the fact-checks on it and the posts of both sides."""
    facts = [trn("{count} post read", "{count} posts read", len(answered.retrieved))] if answered.retrieved else []
    facts += [trn("{count} answer", "{count} answers", len(answered.answers))] if answered.kind is QuestionType.ENTITY else []
    facts += [tr(_HOLDINGS[answered.holding])] if answered.holding else []
    empty_note = () if answered.answers else (blocks.Paragraph(tr("Nothing was found.")),)
    return blocks.Report(
        title=clean(answered.question),
        made=answered.run.created,
        lead=(*blocks.soft(" · ".join(facts)), *empty_note),
        sections=(*map(_section, answered.answers), blocks.methods_section(_methods(answered))),
    )


def _methods(answered: Answered) -> list[tuple[str, str]]:
    """Return the run's record as label and value pairs, counting posts instead of fact-checks."""
    counts_text = tr("{posts} to search, {encoded} of them by meaning", posts=number(answered.searched), encoded=number(answered.encoded))
    lines = [(label, value) for label, value in run_lines(answered.run) if label != tr("Fact-checks")]
    return [*lines[:2], (tr("Posts"), counts_text), *lines[2:]]


def _section(answer: Answer) -> blocks.Section:
    forms = ", ".join(f"{form} ({number(count)})" for form, count in answer.forms) if len(answer.forms) > 1 else ""
    parts = (
        blocks.Paragraph(answer.claim),
        *blocks.soft(tr("Contested: {share}", share=f"{answer.contested:.0%}"), tr("Also written: {forms}", forms=forms) if forms else ""),
        *map(_debunk, answer.debunks),
        *_side(tr(_SUPPORTS), answer.supporting),
        *_side(tr(_REFUTES), answer.refuting),
    )
    return blocks.Section(answer.name, parts)


def _debunk(match: Match) -> blocks.Evidence:
    check = match.factcheck
    label = tr("Already checked by {publisher}: {verdict}", publisher=check.publisher or "?", verdict=rating_words(check))
    return blocks.Evidence(label=label, text=check.claim, url=check.url if is_web_link(check.url) else "", decided=True)


def _side(title: str, opinions: Sequence[Opinion]) -> tuple[blocks.Block, ...]:
    posts = tuple(map(_post, opinions)) or blocks.soft(tr("No post that was read."))
    return (blocks.Heading(f"{title} ({number(len(opinions))})"), *posts)


def _post(opinion: Opinion) -> blocks.Entry:
    post = opinion.post
    facts = [post.author, post.platform, post.published.date().isoformat() if post.published else "", post.language]
    facts += [f"×{number(len(opinion.same_as) + 1)}"] if opinion.same_as else []
    facts += [tr("corrected by hand")] if opinion.corrected else []
    source = blocks.Paragraph(" · ".join(fact for fact in facts if fact), blocks.Style.SOFT, url=post.url if is_web_link(post.url) else "")
    return blocks.Entry(blocks=(blocks.Quotation(post.text, as_written=True), source))


def _html(answered: Answered) -> bytes:
    return html_bytes(answers_report(answered))


@in_english()
def _xlsx(answered: Answered) -> bytes:
    return xlsx_bytes([answer_table(answered), post_table(answered), method_table(_methods(answered))])


@in_english()
def _csv(answered: Answered) -> bytes:
    return table_csv(post_table(answered))


def _json(answered: Answered) -> bytes:
    return lines_bytes([{"qid": "1"} | asked_row(answered)])


ANSWER_FORMATS: dict[str, Callable[[Answered], bytes]] = {"jsonl": _json, "csv": _csv, "xlsx": _xlsx, "html": _html}
