"""Answers to a question as a file: for reading, as tables with one row a post, and in the form of `ask --questions`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.domain.match import Match
from app.domain.published_rating import rating_words
from app.services.reports.asked import asked_row
from app.services.reports.claims import table_html
from app.services.reports.clean import clean, is_web_link
from app.services.reports.delimited import table_csv
from app.services.reports.html import page
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
    rows = tuple(_answer_cells(place, answer) for place, answer in enumerate(answered.answers, start=1))
    return Table(title=tr("Answers"), columns=_said(_OF_ANSWER), rows=rows)


def post_table(answered: Answered) -> Table:
    """One row for each post on either side of each answer."""
    rows = tuple(
        (place, answer.name, *_post_cells(side, one, share))
        for place, answer in enumerate(answered.answers, start=1)
        for side, opinions, share in ((_SUPPORTS, answer.supporting, 0), (_REFUTES, answer.refuting, 1))
        for one in opinions
    )
    return Table(title=tr("Posts"), columns=_said(_OF_POST), rows=rows)


def _answer_cells(place: int, answer: Answer) -> tuple[Cell, ...]:
    known = [match.factcheck for match in answer.debunks]
    checked = "; ".join(f"{rating_words(check)}: {check.claim} ({check.publisher})" for check in known)
    forms = "; ".join(f"{form} ({count})" for form, count in answer.forms)
    return (place, answer.name, answer.claim, answer.contested, len(answer.supporting), len(answer.refuting), forms, checked)


def _post_cells(side: str, one: Opinion, share: int) -> tuple[Cell, ...]:
    post = one.post
    return (
        tr(side),
        post.text,
        post.author,
        post.platform,
        post.published.date() if post.published else None,
        post.language,
        len(one.same_as) + 1,
        post.engagement,
        None if one.corrected else one.stance[share],
        tr("yes") if one.corrected else "",
        post.url,
        post.id,
    )


def _said(columns: Iterable[Column]) -> tuple[Column, ...]:
    return tuple(replace(column, title=tr(column.title)) for column in columns)


def _html(answered: Answered) -> bytes:
    facts = [trn("{count} post read", "{count} posts read", len(answered.retrieved))] if answered.retrieved else []
    facts += [trn("{count} answer", "{count} answers", len(answered.answers))] if answered.kind is QuestionType.ENTITY else []
    facts += [tr(_HOLDINGS[answered.holding])] if answered.holding else []
    told = f'<p class="soft">{escape(" · ".join(facts))}</p>' if facts else ""
    sections = "".join(map(_section, answered.answers)) or f"<p>{escape(tr('Nothing was found.'))}</p>"
    methods = method_table(_methods(answered))
    body = f'<h1 dir="auto">{escape(clean(answered.question))}</h1>{told}{sections}<h2>{escape(methods.title)}</h2>{table_html(methods)}'
    return page(clean(answered.question), body).encode("utf-8", "replace")


def _methods(answered: Answered) -> list[tuple[str, str]]:
    """How it was made: the run's record, of posts where it tells of fact-checks otherwise."""
    counted = tr("{posts} to search, {encoded} of them by meaning", posts=number(answered.searched), encoded=number(answered.encoded))
    told = [(label, value) for label, value in run_lines(answered.run) if label != tr("Fact-checks")]
    return [*told[:2], (tr("Posts"), counted), *told[2:]]


def _section(answer: Answer) -> str:
    forms = ", ".join(f"{form} ({number(count)})" for form, count in answer.forms) if len(answer.forms) > 1 else ""
    also = f'<p class="soft" dir="auto">{escape(clean(tr("Also written: {forms}", forms=forms)))}</p>' if forms else ""
    share = tr("Contested: {share}", share=f"{answer.contested:.0%}")
    return (
        f'<section><h2 dir="auto">{escape(clean(answer.name))}</h2><p dir="auto">{escape(clean(answer.claim))}</p>'
        f'<p class="soft">{escape(share)}</p>{also}{"".join(_debunk(match) for match in answer.debunks)}'
        f"{_side(tr(_SUPPORTS), answer.supporting)}{_side(tr(_REFUTES), answer.refuting)}</section>"
    )


def _debunk(match: Match) -> str:
    check = match.factcheck
    told = tr("Already checked by {publisher}: {verdict}", publisher=check.publisher or "?", verdict=rating_words(check))
    link = f' <a href="{escape(check.url)}" rel="noreferrer noopener">{escape(check.url)}</a>' if is_web_link(check.url) else ""
    who = f'<p class="who" dir="auto">{escape(clean(told))}</p>'
    return f'<div class="match decided">{who}<p dir="auto">{escape(clean(check.claim))}{link}</p></div>'


def _side(title: str, opinions: Sequence[Opinion]) -> str:
    items = "".join(map(_post, opinions)) or f'<p class="soft">{escape(tr("No post that was read."))}</p>'
    return f"<h3>{escape(title)} ({number(len(opinions))})</h3>{items}"


def _post(one: Opinion) -> str:
    post = one.post
    facts = [post.author, post.platform, post.published.date().isoformat() if post.published else "", post.language]
    facts += [f"×{number(len(one.same_as) + 1)}"] if one.same_as else []
    facts += [tr("corrected by hand")] if one.corrected else []
    link = f' · <a href="{escape(post.url)}" rel="noreferrer noopener">{escape(post.url)}</a>' if is_web_link(post.url) else ""
    told = escape(clean(" · ".join(fact for fact in facts if fact)))
    text = f'<blockquote class="note" dir="auto">{escape(clean(post.text))}</blockquote>'
    return f'<article>{text}<p class="soft"><bdi>{told}</bdi>{link}</p></article>'


@in_english()
def _xlsx(answered: Answered) -> bytes:
    return xlsx_bytes([answer_table(answered), post_table(answered), method_table(_methods(answered))])


@in_english()
def _csv(answered: Answered) -> bytes:
    return table_csv(post_table(answered))


def _json(answered: Answered) -> bytes:
    return lines_bytes([{"qid": "1"} | asked_row(answered)])


ANSWER_FORMATS: dict[str, Callable[[Answered], bytes]] = {"jsonl": _json, "csv": _csv, "xlsx": _xlsx, "html": _html}
