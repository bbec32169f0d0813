"""Metadata of a web page: meta elements, JSON-LD, links, and the comments of programs that save pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from typing import TYPE_CHECKING

from app.ingest.documents.archive import local
from app.ingest.documents.page_dates import printed_days
from app.ingest.factchecks.linkeddata import all_nodes, is_type, name_of, text_of
from app.ingest.factchecks.pages import script_value
from app.ingest.facts import Facts
from app.ingest.publication import CandidateDay, DateReliability, candidate_days
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.text import one_line
from app.ingest.rows.values import language_code

if TYPE_CHECKING:
    from lxml.etree import _Element

# Names of meta elements whose date is the publication date.
_PUBLISHED = frozenset(
    "article:published_time og:published_time og:article:published_time article:published datepublished date_published publishdate "
    "publish-date publish_date publication_date publicationdate pubdate citation_publication_date citation_online_date citation_date "
    "dc.date.issued dcterms.issued dc.issued dcterms.date.issued sailthru.date parsely-pub-date cxenseparse:recs:publishtime "
    "originalpublicationdate article.published".split()
)
# Less specific names, whose dates count as `DateReliability.LOOSE`.
_LESS_SPECIFIC = frozenset("date dc.date dcterms.date dc.date.created dcterms.created article:created".split())
_AUTHORS = ("author", "article:author", "citation_author", "parsely-author", "sailthru.author", "byl", "dc.creator", "dcterms.creator")
_SITES = ("og:site_name", "application-name", "citation_publisher", "dc.publisher")
# Types of JSON-LD nodes in order of preference.
_ARTICLES = (
    "NewsArticle Article ReportageNewsArticle AnalysisNewsArticle BlogPosting SocialMediaPosting ScholarlyArticle MedicalScholarlyArticle "
    "Report TechArticle LiveBlogPosting OpinionNewsArticle BackgroundNewsArticle "
    "DiscussionForumPosting QAPage Dataset VideoObject ClaimReview WebPage"
).split()
_GROWING_TYPES = ("LiveBlogPosting", "DiscussionForumPosting", "QAPage")
# Pages that grow after their first day, and the properties with their last day: content added then was not there before.
_LAST_DAY_KEYS = ("coverageEndTime", "dateModified")
# Browsers write this comment into a saved page.
_SAVED_FROM = re.compile(r"saved from url=\(\d{4}\)(https?://[^\s<>]+)", re.IGNORECASE)
_SINGLE_FILE = re.compile(
    r"Page saved with SingleFile.{0,200}?url:\s*(https?://\S+)\s+saved date:\s*(?:\w{3}\s+)?(\w{3} \d{1,2} \d{4})", re.DOTALL
)
_HEAD_LENGTH = 20_000


def metadata_of(root: _Element, text: str) -> Facts:
    """Return title, source, author, address, language and dates that the page gives."""
    metas = _metas(root)
    node = _article(root)
    saved_from, saved = _saved_page_comment(text[:_HEAD_LENGTH])
    return Facts(
        title=_title(root, metas),
        source=one_line(_name(node, "publisher") or next((metas[name] for name in _SITES if metas.get(name)), "")),
        author=_author(root, metas, node),
        url=next(filter(_is_address, (_link(root, "canonical"), metas.get("og:url", ""), saved_from)), ""),
        language=language_code(_attribute_of(root, "html", "lang")) or "",
        dates=(*_dates(root, metas, node), *printed_days(root, window_title(root)), *saved),
    )


def _is_address(url: str) -> bool:
    return url.startswith(("http://", "https://"))


def _metas(root: _Element) -> dict[str, str]:
    """Return the first value of each meta element by its lower-case name."""
    values: dict[str, str] = {}
    for element in root.iter("meta"):
        for key in ("property", "name", "itemprop"):
            if name := (element.get(key) or "").strip().lower():
                values.setdefault(name, (element.get("content") or "").strip())
    return values


def _link(root: _Element, relation: str) -> str:
    links = (element for element in root.iter("link") if relation in (element.get("rel") or "").lower().split())
    return next((address for element in links if (address := (element.get("href") or "").strip())), "")


def _attribute_of(root: _Element, name: str, attribute: str) -> str:
    match = next((element for element in root.iter() if local(element) == name), None)
    return (match.get(attribute) or "") if match is not None else ""


def _article(root: _Element) -> Record:
    """Return the article in the page's JSON-LD; empty if there is none."""
    best: tuple[int, Record] = (len(_ARTICLES), {})
    for node in _nodes(root):
        kind = next((rank for rank, name in enumerate(_ARTICLES) if is_type(node, name)), len(_ARTICLES))
        # A page may describe several articles; the most specific type with a date is its own.
        if kind < best[0] and node.get("datePublished"):
            best = (kind, node)
    return best[1]


def _nodes(root: _Element) -> Iterator[Record]:
    for script in root.iter("script"):
        if "ld+json" in (script.get("type") or "").lower() and script.text:
            with suppress(RowRefused):
                yield from all_nodes(script_value(script.text))


def _name(node: Record, key: str) -> str:
    with suppress(RowRefused):
        return name_of(node.get(key))
    return ""


def _title(root: _Element, metas: dict[str, str]) -> str:
    """Return the declared title, else the only main heading, if the window title contains it."""
    declared = one_line(metas.get("og:title", "") or metas.get("citation_title", ""))
    headings = [one_line("".join(map(str, heading.itertext()))) for heading in root.iter("h1")]
    # A heading that the window title does not repeat is not trusted as the title.
    return declared or (headings[0] if len(headings) == 1 and headings[0] in window_title(root) else "")


def window_title(root: _Element) -> str:
    """Return the text of the `<title>` element."""
    return next((one_line("".join(map(str, title.itertext()))) for title in root.iter("title")), "")


def _author(root: _Element, metas: dict[str, str], node: Record) -> str:
    """Return the author from JSON-LD, meta elements, or an element with `rel="author"`; "" if none."""
    declared = (_name(node, "author"), *(metas.get(name, "") for name in _AUTHORS))
    marked = ("".join(map(str, link.itertext())) for link in root.iter("a", "address") if "author" in (link.get("rel") or "").split())
    return next((name for text in (*declared, *marked) if (name := one_line(text)) and not _is_address(name)), "")


def _dates(root: _Element, metas: dict[str, str], node: Record) -> Iterator[CandidateDay]:
    for key in ("datePublished", *(_LAST_DAY_KEYS if any(is_type(node, kind) for kind in _GROWING_TYPES) else ())):
        with suppress(RowRefused):
            yield from candidate_days(text_of(node.get(key), key), DateReliability.STATED)
    for name, value in metas.items():
        if name in _PUBLISHED:
            yield from candidate_days(value, DateReliability.STATED)
        elif name in _LESS_SPECIFIC:
            yield from candidate_days(value, DateReliability.LOOSE)
    times = [element for element in root.iter("time") if element.get("datetime")]
    for element in times:
        if "datepublished" in (element.get("itemprop") or "").lower() or "pubdate" in element.attrib:
            yield from candidate_days(element.get("datetime") or "", DateReliability.STATED)
    # A single time element is probably the date of the page; of several, any may be.
    if len(times) == 1:
        yield from candidate_days(times[0].get("datetime") or "", DateReliability.LOOSE)


def _saved_page_comment(head: str) -> tuple[str, list[CandidateDay]]:
    """Return the address and the date of a saved page, from the comment that a browser or archiver put in its head."""
    archived = _SINGLE_FILE.search(head)
    if archived:
        return unescape(archived[1]), candidate_days(_with_comma(archived[2]), DateReliability.SAVED)
    match = _SAVED_FROM.search(head)
    return (unescape(match[1]), []) if match else ("", [])


def _with_comma(day: str) -> str:
    """Rewrite "Nov 03 2021" as "Nov 03, 2021"."""
    month, number, year = day.split()
    return f"{month} {number}, {year}"
