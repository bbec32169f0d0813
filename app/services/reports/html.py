"""A self-contained HTML report: no script, no outside resource, every text escaped; light and dark, and fit to be printed."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from app.domain.control_characters import without_controls
from app.services.reports.charts import Chart, drawn, svg
from app.services.reports.content import Check, Item, Report, Section
from app.services.reports.page_style import STYLE
from app.translation import language, tr


def html_page(content: Report) -> str:
    """The report as one HTML page in UTF-8."""
    title = escape(content.title)
    intro = "".join(f'<p class="soft">{escape(line)}</p>' for line in content.intro)
    pictures = "".join(_chart(chart, f"c{number}") for number, chart in enumerate(content.charts, start=1))
    glance = escape(tr("At a glance"))
    shown = f"<h2>{glance}</h2>{pictures}" if pictures else ""
    sections = "".join(_section(section) for section in content.sections)
    footer = f'<footer class="soft">{escape(content.footer)}</footer>' if content.footer else ""
    main = f'<main><h1 dir="auto">{title}</h1>{intro}{shown}{sections}{_methods(content)}</main>'
    return page(content.title, f"{_dress(content)}{main}{footer}")


def page(title: str, body: str) -> str:
    """A whole page around a body that is HTML already; the title is escaped here.

    The policy lets a browser use the page's own style and its embedded pictures, and nothing else, whatever the body holds.
    """
    return without_controls(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">'
        f"<style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def _hash(inline: str) -> str:
    """An inline element's content as a source of a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode('ascii')}'"


_POLICY = f"default-src 'none'; style-src {_hash(STYLE)}; img-src data:; base-uri 'none'; form-action 'none'"


def _dress(content: Report) -> str:
    if not content.newsroom and content.logo is None:
        return ""
    logo = ""
    if content.logo is not None:
        data = base64.b64encode(content.logo.png).decode("ascii")
        logo = f'<img alt="{escape(content.newsroom or tr("Logo"))}" src="data:image/png;base64,{data}">'
    return f'<header><span dir="auto">{escape(content.newsroom)}</span>{logo}</header>'


def _chart(chart: Chart, name: str) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in chart.head)
    rows = "".join("<tr>" + "".join(f'<td dir="auto">{escape(cell)}</td>' for cell in row) + "</tr>" for row in chart.table())
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    numbers = escape(tr("The numbers as a table"))
    return (
        f'<figure><figcaption>{escape(chart.title)}</figcaption>{svg(drawn(chart), name=name)}<p class="soft">{escape(chart.summary)}</p>'
        f"<details><summary>{numbers}</summary>{table}</details></figure>"
    )


def _section(section: Section) -> str:
    remark = f'<p class="soft">{escape(section.remark)}</p>' if section.remark else ""
    return f"<section><h2>{escape(section.heading)}</h2>{remark}{''.join(map(_article, section.items))}</section>"


def _article(item: Item) -> str:
    side = item.side.value if item.side else "unsettled"
    return (
        f'<article><div class="head"><span class="rank">{item.rank}</span><h3 class="verdict {side}" dir="auto">{escape(item.head)}</h3>'
        f'<span class="soft">{escape(item.facts)}</span></div><blockquote dir="auto">{escape(item.text)}</blockquote>'
        f"{_decided(item)}{''.join(map(_match, item.checks))}</article>"
    )


def _decided(item: Item) -> str:
    lines = [f'<p class="who" dir="auto">{escape(item.label)}</p>' if item.label else ""]
    lines += [f'<p class="note" dir="auto">{escape(note)}</p>' for note in item.notes]
    lines.append(f'<p><span class="tag" dir="auto">{escape(item.tags)}</span></p>' if item.tags else "")
    lines.append(f'<p class="soft">{escape(item.lost)}</p>' if item.lost else "")
    return "".join(lines)


def _match(check: Check) -> str:
    link = f'<p><a href="{escape(check.url)}" rel="noreferrer noopener">{escape(check.url)}</a></p>' if check.url else ""
    excerpt = f'<p class="soft" dir="auto">{escape(check.excerpt)}</p>' if check.excerpt else ""
    return (
        f'<div class="match{" decided" if check.decided else ""}"><p class="who" dir="auto">{escape(check.label)}</p>'
        f'<p dir="auto">{escape(check.claim)}</p><p><strong><bdi>{escape(check.rating)}</bdi></strong> '
        f'<span class="soft">· <bdi>{escape(check.source)}</bdi></span></p>'
        f'<p class="soft">{escape(check.why)}</p>{excerpt}{link}</div>'
    )


def _methods(content: Report) -> str:
    reading = "".join(f"<li>{escape(line)}</li>" for line in content.reading)
    rows = "".join(f'<tr><th scope="row">{escape(name)}</th><td dir="auto">{escape(value)}</td></tr>' for name, value in content.methods)
    meaning, made = escape(tr("What the numbers mean")), escape(tr("How this was made"))
    return (
        f'<section><h2>{meaning}</h2><ul class="soft">{reading}</ul></section>'
        f'<section><h2>{made}</h2><table class="methods"><tbody>{rows}</tbody></table></section>'
    )
