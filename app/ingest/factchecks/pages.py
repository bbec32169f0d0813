"""Web pages with ClaimReviews: JSON-LD in script elements (also a dump of many pages), or microdata."""

from __future__ import annotations

import codecs
import html
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.ingest.factchecks.claimreview import NO_REVIEW, claimreview_draft
from app.ingest.factchecks.drafts import Draft, Entry, entries
from app.ingest.factchecks.linkeddata import claim_reviews
from app.ingest.factchecks.microdata import microdata_reviews
from app.ingest.rows.delimited import encoding_of
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.script_json import decode_lenient
from app.ingest.rows.sources import Source
from app.ingest.rows.text import one_line, plain_text
from app.translation import tr, trc

_CHUNK_CHARACTERS = 1 << 20
_MAX_TAG = 1 << 10
_MAX_SCRIPT = 1 << 24
_MAX_REPAIRED = 1 << 18
_MAX_PAGE_BYTES = 1 << 25
_SCRIPT_START = re.compile(r"<script\b[^<>]*\bapplication(?:/|&#x2f;|&#47;)ld(?:\+|&#x2b;|&#43;)json\b[^<>]*>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script\s*>", re.IGNORECASE)
_COMMENT_MARK = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>)\s*$"
)
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_TEXT_VALUE = re.compile(
    r'("(?:claimReviewed|name|headline|alternateName|description|reviewBody|text|ratingExplanation)"\s*:\s*")(.*?)("\s*(?:,\s*"[@\w]+"\s*:|[}\]]))',
    re.DOTALL,
)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_LANGUAGE = re.compile(r"<html\b[^>]*\blang\s*=\s*[\"']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)", re.IGNORECASE)
_CANONICAL = re.compile(r"<link\b(?=[^>]*\brel\s*=\s*[\"']?canonical)[^>]*\bhref\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
# Labels that browsers read as Windows-1252, and UTF-8 where the bytes are none.
_READ_AS_WINDOWS_1252 = ("iso-8859-1", "latin1", "ascii", "us-ascii", "utf-8", "utf8")
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Page:
    """The page's own facts: language, canonical address, title."""

    language: str
    address: str
    title: str


def read_pages(source: Source) -> Iterator[Entry]:
    """Yield the ClaimReviews of a page or of a dump of script elements; those in microdata if no script holds a readable one.

    The page supplies a review's missing address and language and, if it holds only one review, its title.
    """
    page = _read_page_facts(source)
    refused: list[Entry] = []
    has_review = False
    for number, script in enumerate(_scripts(source), start=1):
        for entry in _script_entries(page, tr("script {number}", number=number), script) if "ClaimReview" in script else ():
            has_review = has_review or isinstance(entry[1], Draft)
            if has_review:
                yield from refused
                refused.clear()
                yield entry
            else:
                refused.append(entry)
    if has_review:
        return
    reviews = list(microdata_reviews(_decode_page(source)))
    if reviews:
        yield from _with_page_facts(page, "", reviews)
    else:
        yield from refused or [(trc("place in a file", "page"), RowRefused(tr(NO_REVIEW)))]


def _read_page_facts(source: Source) -> _Page:
    head = source.head.decode(_encoding(source), errors="replace")
    title = one_line(plain_text(_first_group(_TITLE, head))) if "<body" in head.lower() else ""
    return _Page(_first_group(_LANGUAGE, head), html.unescape(_first_group(_CANONICAL, head)), title)


def _script_entries(page: _Page, row: str, script: str) -> Iterator[Entry]:
    try:
        reviews = list(claim_reviews(script_value(script)))
    except RowRefused as refusal:
        yield row, refusal
        return
    yield from _with_page_facts(page, row, reviews)


def _with_page_facts(page: _Page, row: str, reviews: list[Record]) -> Iterator[Entry]:
    for location, outcome in entries(row, reviews, claimreview_draft):
        if isinstance(outcome, Draft):
            outcome.language = outcome.language or page.language or None
            outcome.url = outcome.url or page.address
            outcome.title = outcome.title or (page.title if len(reviews) == 1 else "")
        yield location, outcome


def _first_group(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match.group(1) if match else ""


def script_value(script: str) -> object:
    """Decode the JSON of a script element, also if it is wrapped in comments, written as JavaScript, escaped as HTML, or broken by
    bare quotation marks. Raises RowRefused if it cannot be repaired."""
    # Twice, for the mark at the beginning and the one at the end.
    text = _COMMENT_MARK.sub("", _COMMENT_MARK.sub("", script)).strip().rstrip(";")
    try:
        return decode_lenient(text)
    except RowRefused as refusal:
        first_refusal = refusal
    for repaired in (_with_escaped_quotes(text), _with_escaped_quotes(html.unescape(text))):
        try:
            return decode_lenient(repaired)
        except RowRefused:
            continue
    broken = tr("The ClaimReview's JSON is broken.")
    raise RowRefused(f"{broken} {first_refusal.reason}")


def _with_escaped_quotes(text: str) -> str:
    """Escape bare quotation marks inside known text values and drop trailing commas."""
    if len(text) > _MAX_REPAIRED:
        return text
    closed = _TRAILING_COMMA.sub(r"\1", text)
    return _TEXT_VALUE.sub(lambda match: match[1] + re.sub(r'(?<!\\)"', r'\\"', match[2]) + match[3], closed)


def _scripts(source: Source) -> Iterator[str]:
    """Yield the contents of the JSON-LD script elements, in order, without loading the whole file."""
    buffer = ""
    with source.open() as stream, io.TextIOWrapper(stream, encoding=_encoding(source), errors="replace") as text:
        while chunk := text.read(_CHUNK_CHARACTERS):
            source.cancel.check()
            buffer += chunk
            end = 0
            while (opening := _SCRIPT_START.search(buffer, end)) and (closing := _SCRIPT_END.search(buffer, opening.end())):
                yield buffer[opening.end() : closing.start()]
                end = closing.end()
            # What may be the beginning of an element that the next chunk completes stays.
            buffer = buffer[opening.start() if opening else max(end, len(buffer) - _MAX_TAG) :]
            # An element that never closes must not fill the memory.
            if len(buffer) > _MAX_SCRIPT:
                buffer = ""


def _encoding(source: Source) -> str:
    """Return the page's encoding: the one that its bytes show, else that of its meta element."""
    declared = _CHARSET.search(source.head[:4096])
    guessed = encoding_of(source.head)
    if guessed.startswith("utf") or not declared:
        return guessed
    name = declared.group(1).decode("ascii").lower()
    return name if _is_python_codec(name) and name not in _READ_AS_WINDOWS_1252 else "cp1252"


def _is_python_codec(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name != ""
    except LookupError:
        return False


def _decode_page(source: Source) -> str:
    with source.open() as stream:
        return stream.read(_MAX_PAGE_BYTES).decode(_encoding(source), errors="replace")
