"""Web pages with ClaimReviews in them: JSON-LD in script elements (also a dump of many), or microdata."""

from __future__ import annotations

import codecs
import html
import io
import re
from collections.abc import Iterator

from app.ingest.factchecks.claimreview import NO_REVIEW, claimreview_draft
from app.ingest.factchecks.delimited import encoding_of
from app.ingest.factchecks.drafts import Draft, Entry, Record, RowRefused, entries
from app.ingest.factchecks.jsonlines import decode
from app.ingest.factchecks.linkeddata import claim_reviews
from app.ingest.factchecks.microdata import microdata_reviews
from app.ingest.factchecks.sources import Source
from app.ingest.factchecks.text import one_line, plain

_CHUNK = 1 << 20
_LARGEST_SCRIPT = 1 << 24
_LARGEST_PAGE = 1 << 25
_SCRIPT = re.compile(r"<script\b[^>]*\bapplication/ld\+json\b[^>]*>(.*?)</script\s*>", re.IGNORECASE | re.DOTALL)
_OPENING = re.compile(r"<script\b[^>]*\bapplication/ld\+json\b", re.IGNORECASE)
_WRAPPER = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>)\s*$")
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_TEXT_VALUE = re.compile(
    r'("(?:claimReviewed|name|headline|alternateName|description|reviewBody|text|ratingExplanation)"\s*:\s*")(.*?)("\s*(?:,\s*"[@\w]+"\s*:|[}\]]))',
    re.DOTALL,
)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_LANGUAGE = re.compile(r"<html\b[^>]*\blang\s*=\s*[\"']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)", re.IGNORECASE)
_CANONICAL = re.compile(r"<link\b(?=[^>]*\brel\s*=\s*[\"']?canonical)[^>]*\bhref\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_NAMED_FOR_WINDOWS = ("iso-8859-1", "latin1", "ascii", "us-ascii", "utf-8", "utf8")
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)


def read_pages(source: Source) -> Iterator[Entry]:
    """The ClaimReviews of a page or of a dump of script elements; of microdata where no script holds any.

    What a review does not say itself (address, title, language) comes from its page, if the page holds one review.
    """
    found = False
    for number, script in enumerate(_scripts(source), start=1):
        if "ClaimReview" in script:
            found = True
            yield from _script_entries(source, f"script {number}", script)
    if found:
        return
    reviews = list(microdata_reviews(_page(source)))
    if reviews:
        yield from _on_page(source, "", reviews)
    else:
        yield "page", RowRefused(NO_REVIEW)


def _script_entries(source: Source, row: str, script: str) -> Iterator[Entry]:
    try:
        reviews = list(claim_reviews(script_value(script)))
    except RowRefused as refusal:
        yield row, refusal
        return
    yield from _on_page(source, row, reviews)


def _on_page(source: Source, row: str, reviews: list[Record]) -> Iterator[Entry]:
    for place, outcome in entries(row, reviews, claimreview_draft):
        if isinstance(outcome, Draft):
            _complete(outcome, source, alone=len(reviews) == 1)
        yield place, outcome


def _complete(draft: Draft, source: Source, *, alone: bool) -> None:
    head = _decoded(source.head, source)
    draft.language = draft.language or _found(_LANGUAGE, head) or None
    draft.url = draft.url or html.unescape(_found(_CANONICAL, head))
    if alone and "<body" in head.lower():
        draft.title = draft.title or one_line(plain(_found(_TITLE, head)))


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found.group(1) if found else ""


def script_value(script: str) -> object:
    """The JSON of a script element, also where it is wrapped in comments, escaped as HTML, or broken by bare quotation marks.

    Raises RowRefused where no repair helps.
    """
    text = _WRAPPER.sub("", _WRAPPER.sub("", script)).strip().rstrip(";")
    try:
        return decode(text)
    except RowRefused as refusal:
        first = refusal
    for repaired in (html.unescape(text), _repaired(text), _repaired(html.unescape(text))):
        try:
            return decode(repaired)
        except RowRefused:
            continue
    raise RowRefused(f"The ClaimReview's JSON is broken. {first.reason}")


def _repaired(text: str) -> str:
    """The JSON with bare quotation marks inside known text values escaped and trailing commas dropped."""
    escaped = _TEXT_VALUE.sub(lambda found: found[1] + re.sub(r'(?<!\\)"', r"\\\"", found[2]) + found[3], text)
    return _TRAILING_COMMA.sub(r"\1", escaped)


def _scripts(source: Source) -> Iterator[str]:
    """The contents of the JSON-LD script elements, in order, without holding the whole file."""
    held = ""
    with source.open() as stream, io.TextIOWrapper(stream, encoding=_encoding(source), errors="replace") as text:
        while chunk := text.read(_CHUNK):
            held += chunk
            end = 0
            for found in _SCRIPT.finditer(held):
                yield found.group(1)
                end = found.end()
            opening = _OPENING.search(held, end)
            held = held[opening.start() if opening else max(end, len(held) - 100) :]
            if len(held) > _LARGEST_SCRIPT:
                held = ""


def _decoded(data: bytes, source: Source) -> str:
    return data.decode(_encoding(source), errors="replace")


def _encoding(source: Source) -> str:
    """The page's encoding: what its bytes show, else what its meta element names."""
    named = _CHARSET.search(source.head[:4096])
    guessed = encoding_of(source.head)
    if guessed.startswith("utf") or not named:
        return guessed
    name = named.group(1).decode("ascii").lower()
    return name if _is_known(name) and name not in _NAMED_FOR_WINDOWS else "cp1252"


def _is_known(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name != ""
    except LookupError:
        return False


def _page(source: Source) -> str:
    with source.open() as stream:
        return _decoded(stream.read(_LARGEST_PAGE), source)
