"""The report of one verification as one HTML page: no script, no outside resource, every text escaped."""

from __future__ import annotations

from html import escape

from app.services.reports.html import page
from app.services.reports.methods import Line
from app.services.reports.verified_content import ShownAnswer, ShownQuestion, VerifiedReport
from app.translation import tr


def verified_page(content: VerifiedReport) -> str:
    """The report as one page in UTF-8."""
    newsroom = f'<header><span dir="auto">{escape(content.newsroom)}</span></header>' if content.newsroom else ""
    verdict = "".join(f'<p class="soft" dir="auto">{escape(line)}</p>' for line in content.verdict)
    opinions = "".join(f'<p dir="auto">{escape(line)}</p>' for line in content.opinions)
    main = (
        f'<h1 dir="auto">{escape(content.title)}</h1>'
        f'<p class="verdict {content.side.value}">{escape(content.head)}</p>{verdict}'
        + _part(tr("Justification"), f'<p class="note" dir="auto">{escape(content.justification)}</p>' if content.justification else "")
        + _part(tr("The claim"), _lines(content.claim))
        + _part(tr("Questions and answers"), "".join(map(_question, content.questions)) or f"<p>{escape(tr('No question was asked.'))}</p>")
        + _part(tr("Second check"), opinions)
        + _part(tr("How to read this"), f'<ul class="soft">{"".join(f"<li>{escape(line)}</li>" for line in content.reading)}</ul>')
        + _part(tr("How this was made"), _lines(content.methods))
    )
    return page(content.title, f"{newsroom}<main>{main}</main>")


def _part(heading: str, body: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{body}</section>" if body else ""


def _lines(lines: tuple[Line, ...]) -> str:
    rows = "".join(f'<tr><th scope="row">{escape(label)}</th><td dir="auto">{escape(value)}</td></tr>' for label, value in lines)
    return f'<table class="methods"><tbody>{rows}</tbody></table>' if rows else ""


def _question(question: ShownQuestion) -> str:
    answers = "".join(map(_answer, question.answers)) or f'<p class="soft">{escape(tr("Not answered yet."))}</p>'
    return (
        f'<article><div class="head"><span class="rank">{question.number}</span><h3 dir="auto">{escape(question.text)}</h3>'
        f'<span class="soft" dir="auto">{escape(question.origin)}</span></div>{answers}</article>'
    )


def _answer(answer: ShownAnswer) -> str:
    link = f'<p><a href="{escape(answer.url)}" rel="noreferrer noopener">{escape(answer.url)}</a></p>' if answer.url else ""
    passage = f'<p class="soft note" dir="auto">{escape(answer.passage)}</p>' if answer.passage else ""
    said = f'<p class="soft" dir="auto">{escape(answer.said)}</p>' if answer.said else ""
    return (
        f'<div class="match{" decided" if answer.decides else ""}"><p class="who">[{answer.number}]</p>'
        f'<p dir="auto">{escape(answer.text)}</p><p class="soft"><bdi>{escape(answer.source)}</bdi></p>{said}{passage}{link}</div>'
    )
