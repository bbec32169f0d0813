"""The story sheet as HTML to paste into a newsroom's system: semantic elements alone, without style, script or head."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.domain.control_characters import without_controls
from app.domain.reviewed import ReportChoice, Reviewed
from app.services.reports.masthead import masthead_lines, report_title
from app.services.reports.story_sheet import StoryItem, by_speaker, story_items
from app.translation import language, tr


def story_html(reviewed: Reviewed, choice: ReportChoice) -> str:
    """Return one `article` element. Its items have the anchors `claim-1`, `claim-2`, … that the ClaimReviews point to.

    Raises InputError as `story_items` does.
    """
    items = story_items(reviewed, choice)
    quoted_language = reviewed.ranked.document.main_language
    head = "".join(f"<p>{escape(line)}</p>\n" for line in masthead_lines(reviewed, choice))
    newsroom = f"<p>{escape(reviewed.newsroom.strip())}</p>\n" if reviewed.newsroom.strip() else ""
    sections = "".join(_section(speaker, numbered, quoted_language) for speaker, numbered in by_speaker(items))
    title = escape(report_title(reviewed, choice))
    return without_controls(
        f'<article lang="{language()}">\n<header>\n<h2 dir="auto">{title}</h2>\n{newsroom}{head}</header>\n{sections}</article>\n'
    )


def _section(speaker: str, numbered: Sequence[tuple[int, StoryItem]], quoted_language: str) -> str:
    items = "".join(_item(number, item, quoted_language) for number, item in numbered)
    return f'<section>\n<h3 dir="auto">{escape(speaker)}</h3>\n{items}</section>\n'


def _item(number: int, item: StoryItem, quoted_language: str) -> str:
    sentence = item.sentence
    spoken_in = sentence.language or quoted_language
    code = f' lang="{escape(spoken_in)}"' if spoken_in else ""
    link = f' <a href="{escape(item.url)}">{escape(_link_words(item))}</a>' if item.url else ""
    quotation = f'<blockquote><p dir="auto"{code}>{escape(" ".join(sentence.text.split()))}</p></blockquote>'
    return (
        f'<section id="claim-{number}">\n<p>{_position(item)}</p>\n{quotation}\n'
        f"<p><strong><bdi>{escape(item.verdict)}</bdi></strong></p>\n<p>{escape(item.why)}{link}</p>\n</section>\n"
    )


def _position(item: StoryItem) -> str:
    seconds, words = item.sentence.time, escape(item.position)
    return words if seconds is None else f'<time datetime="PT{int(seconds)}S">{words}</time>'


def _link_words(item: StoryItem) -> str:
    publisher = item.source.factcheck.publisher if item.source is not None else ""
    return tr("The fact-check by {publisher}", publisher=publisher) if publisher else tr("The fact-check")
