"""Columns of a graded gold under their usual names, and their values in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from app.ingest.rows.sources import Source, decoded_head
from models.research.gold_rows import id_text

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

COLUMNS = frozenset(
    chain(QID, TEXT, TEXT_LANGUAGE, ITEM, CLAIM, TITLE, BODY, ITEM_LANGUAGE, GRADE, LANGUAGE, ID, URL, ("text", "ids", "iter", "iteration"))
)


def first_line(source: Source) -> str:
    """Return the first line that is not blank."""
    lines = decoded_head(source.head).decode("utf-8", "replace").splitlines()
    return next((line for line in lines if line.strip()), "")


def cell(record: Mapping[str, object], *groups: Sequence[str]) -> str:
    """Return the first of these columns with a text or a number, as text; "" if there is none."""
    for name in chain(*groups):
        value = record.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return id_text(int(value) if isinstance(value, float) and value.is_integer() else value)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def has(record: Mapping[str, object], *groups: Sequence[str]) -> bool:
    """Return True if the record has a column of one of these groups."""
    return any(name in record for name in chain(*groups))
