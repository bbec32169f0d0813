"""The files of a graded gold as records, whatever their format, and their columns by the names that people give them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from app.errors import InputError
from app.evaluation.gold_rows import id_text
from app.ingest.rows.columns import flat, key_of
from app.ingest.rows.jsonlines import records
from app.ingest.rows.jsonvalues import values
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source, decoded_head
from app.ingest.rows.tables import Naming, open_table, table_records

QID = ("tweetid", "tweetidstr", "queryid", "qid", "postid", "topicid")
TEXT = ("tweettext", "tweet", "fulltext", "querytext", "query", "posttext", "post", "topic")
TEXT_LANGUAGE = ("tweetlanguage", "tweetlang", "querylanguage", "querylang", "languagetweet", "langtweet", "postlanguage", "postlang")
ITEM = (
    "debunkid",
    "docid",
    "docno",
    "corpusid",
    "documentid",
    "factcheckid",
    "articleid",
    "claimid",
    "vclaimid",
    "debunkurl",
    "articleurl",
)
CLAIM = ("debunkclaim", "debunkedclaim", "claimstatement", "claimreviewed", "claimtext", "claim", "vclaim", "debunk", "debunktext")
TITLE = ("debunktitle", "articletitle", "title", "headline")
BODY = ("debunkbody", "debunkarticle", "articletext", "articlebody", "article", "body", "content")
ITEM_LANGUAGE = ("debunklanguage", "debunklang", "claimlanguage", "claimlang", "articlelanguage", "languagedebunk", "langdebunk", "doclang")
GRADE = ("relevance", "grade", "judgement", "judgment", "label", "annotation", "score", "match", "rel", "class")
LANGUAGE = ("language", "lang", "locale")
ID = ("id", "idstr")
URL = ("url", "link")

_EVERY = frozenset(
    chain(QID, TEXT, TEXT_LANGUAGE, ITEM, CLAIM, TITLE, BODY, ITEM_LANGUAGE, GRADE, LANGUAGE, ID, URL, ("text", "ids", "iter", "iteration"))
)
_NAMING = Naming(
    recognised=lambda cells: len({key_of(cell) for cell in cells} & _EVERY),
    is_data=lambda _cells: False,
)


def read_records(source: Source) -> list[dict[str, object]]:
    """The file's rows with their columns' names as keys ("tweet_lang" is tweetlang). Raises InputError where it cannot be read, holds no
    row, or a row is broken: one bad row and the measure would lie."""
    found = [{key_of(name): value for name, value in flat(record).items()} for _, record in _whole(source)]
    if not found:
        raise InputError("evaluation-empty", f"“{source.path}” holds no row to score.", hint="Name a file with rows.")
    return found


def first_line(source: Source) -> str:
    """The first line that is not blank."""
    lines = decoded_head(source.head).decode("utf-8", "replace").splitlines()
    return next((line for line in lines if line.strip()), "")


def cell(record: Mapping[str, object], *groups: Sequence[str]) -> str:
    """The first of these columns that holds a text or a number, as text; "" where none does."""
    for name in chain(*groups):
        value = record.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return id_text(int(value) if isinstance(value, float) and value.is_integer() else value)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def has(record: Mapping[str, object], *groups: Sequence[str]) -> bool:
    """Whether one of these columns is there."""
    return any(name in record for name in chain(*groups))


def _whole(source: Source) -> Iterator[tuple[str, Record]]:
    for row, record in _rows(source):
        if isinstance(record, RowRefused):
            raise InputError("evaluation-row", f"{row} of “{source.path}”: {record.reason}", hint="Correct the file.")
        yield row, record
    if source.damage:
        raise InputError("evaluation-damaged", f"“{source.path}” is cut off or damaged.", hint="Copy or download it again.")


def _rows(source: Source) -> Iterator[tuple[str, Record | RowRefused]]:
    if not source.starts_as_json:
        yield from table_records(open_table(source, _NAMING))
        return
    start = decoded_head(source.head).lstrip()
    if not start.startswith(b"[") and start.splitlines()[:1] != [b"{"] and not start.startswith(b"{}"):
        lines = list(records(source))
        if len(lines) != 1:
            yield from lines
            return
    for row, value in values(source):
        if isinstance(value, dict) and value and all(isinstance(inner, dict) for inner in value.values()):
            yield from ((str(name), {"id": name, **inner}) for name, inner in value.items())  # objects under their ids
        else:
            yield row, value if isinstance(value, dict | RowRefused) else RowRefused("it is no JSON object.")
