"""Every reader of foreign files by name: it takes a whole file and returns nothing, or raises an error of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from app.domain.importing import ReadRow
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.averitec import read_averitec_rows
from app.ingest.documents import read_document
from app.ingest.evidence.reader import read_evidence
from app.ingest.evidence.source_list import read_source_list
from app.ingest.factchecks import read_factchecks
from app.ingest.posts import read_posts
from app.ingest.queries import read_pairs, read_queries, read_questions
from app.ingest.rating_rows import read_rating_rows
from app.settings import load_settings


def _document(path: Path) -> None:
    document = read_document(path, cancel=CancelToken())
    for sentence in document.sentences:
        assert document.text[sentence.start : sentence.end] == sentence.text


def _factchecks(path: Path) -> None:
    for row in read_factchecks(path, options=ImportOptions(), progress=no_progress, cancel=CancelToken()):
        assert not isinstance(row, ReadRow) or row.factcheck.claim.strip()


def _posts(path: Path) -> None:
    list(read_posts(path, options=PostImportOptions(), cancel=CancelToken(), progress=no_progress))


def _evidence(path: Path) -> None:
    list(read_evidence(path, options=EvidenceImportOptions(), progress=no_progress, cancel=CancelToken()))


def _queries(path: Path) -> None:
    read_queries(path)
    read_questions(path)


READERS: Mapping[str, Callable[[Path], object]] = {
    "document": _document,
    "factchecks": _factchecks,
    "posts": _posts,
    "evidence": _evidence,
    "averitec": read_averitec_rows,
    "queries": _queries,
    "pairs": read_pairs,
    "ratings": lambda path: list(read_rating_rows(path)),
    "settings": load_settings,
    "sources": lambda path: read_source_list(path, cancel=CancelToken()),
}
