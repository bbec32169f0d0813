"""A self-contained HTML report: no script, no outside resource, every text escaped."""

from __future__ import annotations

from html import escape

from app.domain.match import Match
from app.domain.ranked import RankedDocument, RankedSentence
from app.domain.verdict import SentenceVerdict
from app.services.reports.wording import (
    difference_words,
    method_lines,
    outcome_words,
    place_words,
    reason_words,
    shown_matches,
    source_words,
    stance_words,
    verdict_words,
    worth_showing,
)

_STYLE = """
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d8dee4;--ground:#fff;--false:#a33c00;--true:#00664b;--open:#57606a}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#a0a8b0;--line:#3a4149;--ground:#16191d;--false:#ffa36b;--true:#5fd3ae;--open:#a0a8b0}}
body{margin:0 auto;max-width:52rem;padding:2rem 1rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0 0 .25rem}.soft{color:var(--soft);font-size:.875rem}
article{border-top:1px solid var(--line);padding:1rem 0}
.head{display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap;font-variant-numeric:tabular-nums}
.rank{color:var(--soft);min-width:2ch;text-align:right}.verdict{font-weight:600}
.verdict.false{color:var(--false)}.verdict.true{color:var(--true)}.verdict.unknown{color:var(--open)}
blockquote{margin:.5rem 0;font-size:1.0625rem}
.match{border-inline-start:3px solid var(--line);padding-inline-start:.75rem;margin:.75rem 0}.match p{margin:.25rem 0}
table{border-collapse:collapse;font-size:.8125rem;overflow-wrap:anywhere}td{padding:.125rem .75rem .125rem 0;vertical-align:top}
.wide{overflow-x:auto}.wide table{min-width:96rem}.wide th{text-align:start;vertical-align:bottom}
.wide th,.wide td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line)}
"""


def html_page(ranked: RankedDocument) -> str:
    """The report as one HTML page in UTF-8."""
    title = escape(ranked.document.title)
    shown = worth_showing(ranked)
    rest = len(ranked.sentences) - len(shown)
    body = "".join(_article(entry) for entry in shown) or "<p>No fact-check in the library is near any sentence of this document.</p>"
    methods = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in method_lines(ranked))
    return page(
        ranked.document.title,
        f'<h1 dir="auto">{title}</h1><p class="soft">Sentences that published fact-checks can settle come first. '
        f"{len(shown)} of {len(ranked.sentences)} sentences are listed.</p>{body}"
        f'<p class="soft">{rest} further sentences: no fact-check near them, or ranked below these.</p>'
        f"<h2>How this was made</h2><table>{methods}</table>",
    )


def page(title: str, body: str) -> str:
    """A whole page around a body that is HTML already; the title is escaped here."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_STYLE}</style></head><body>{body}</body></html>\n'
    )


def _article(entry: RankedSentence) -> str:
    sentence = entry.sentence
    where = " · ".join(part for part in (sentence.speaker, place_words(sentence)) if part)
    kind = SentenceVerdict(entry.verdict).value
    matches = "".join(_match(match) for match in shown_matches(entry))
    return (
        f'<article><div class="head"><span class="rank">{entry.rank}</span>'
        f'<span class="verdict {kind}">{escape(verdict_words(entry))}</span>'
        f'<span class="soft">{escape(outcome_words(entry))} · {entry.probability:.0%} verifiable · {escape(where)}</span></div>'
        f'<blockquote dir="auto">{escape(sentence.text)}</blockquote>{matches}</article>'
    )


def _match(match: Match) -> str:
    item = match.factcheck
    link = f'<p><a href="{escape(item.url)}" rel="noreferrer">{escape(item.url)}</a></p>' if is_web_link(item.url) else ""
    excerpt = f'<p class="soft" dir="auto">{escape(match.excerpt)}</p>' if match.excerpt else ""
    return (
        f'<div class="match"><p dir="auto">{escape(item.claim)}</p>'
        f"<p><strong>{escape(item.rating or 'no rating')}</strong> <span class='soft'>({escape(item.verdict.value)}) · "
        f"{escape(source_words(match))}</span></p>"
        f'<p class="soft">{escape(_why(match))}</p>{excerpt}{link}</div>'
    )


def _why(match: Match) -> str:
    return " ".join(part for part in (stance_words(match), reason_words(match), difference_words(match)) if part)


def is_web_link(url: str) -> bool:
    """Whether an address may become a link: nothing but the web's own kinds."""
    return url.startswith(("https://", "http://"))
