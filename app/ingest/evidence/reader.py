"""Reader of evidence: a file, or every file of a folder; a bad one never stops the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from app.domain.evidence import ReadEvidence
from app.domain.importing import RefusedRow
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import InputError
from app.ingest.documents.formats import suffix_format
from app.ingest.documents.source import load
from app.ingest.evidence.drafts import EvidenceDraft, Finisher
from app.ingest.evidence.files import file_draft
from app.ingest.evidence.rows import Entry, holds_rows, row_entries
from app.ingest.evidence.webarchives import archive_entries, is_web_archive
from app.ingest.language import detect_language
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.rounded_ids import is_rounded
from app.ingest.rows.sources import Source, files_of
from app.translation import mark, tr, trc

KIND = "evidence"
EVIDENCE_FORMATS = {
    "auto": mark("Recognise by content"),
    "document": mark("Documents (PDF, Word, web pages, text, …)"),
    "table": mark("Table (CSV, TSV, XLSX)"),
    "json": mark("JSON Lines or a JSON list"),
    "averitec": mark("Answers of AVeriTeC (JSON)"),
    "webarchive": mark("Web archive (WARC, WACZ)"),
}
# The folder of pictures and scripts that browsers save beside a page.
_COMPANION = re.compile(r"^(.+)[-_.](?:files|Dateien|fichiers|archivos|ficheiros|arquivos|file|bestanden|pliki)$")
_PROGRESS_INTERVAL = 100


def read_evidence(
    path: Path, *, options: EvidenceImportOptions, progress: Progress, cancel: CancelToken
) -> Iterator[ReadEvidence | RefusedRow]:
    """Yield the documents in a file, or in every file of a folder at any depth, in name order.

    Raises InputError at the first document if the path or a single file as a whole cannot be read (the codes of `read_document`,
    and evidence-not-found, -unreadable, -damaged, -columns, -format, -empty); Cancelled if asked to stop.
    """
    sources = evidence_files(path, options=options, cancel=cancel)
    for files_read, (file, name) in enumerate(sources):
        cancel.check()
        progress(ProgressUpdate(tr("Reading evidence"), files_read, len(sources)))
        try:
            yield from evidence_file(file, name, options=options, progress=progress, cancel=cancel)
        except InputError as error:
            # In a folder the other files still count.
            if not path.is_dir():
                raise
            yield RefusedRow(source=name, row=trc("place in a file", "file"), reason=error.message)


def evidence_files(path: Path, *, options: EvidenceImportOptions, cancel: CancelToken) -> list[tuple[Path, str]]:
    """Return the file itself, or those of a folder in order, each with its name in the folder. Raises InputError if there is none."""
    if options.format not in EVIDENCE_FORMATS:
        message = tr('There is no format "{name}".', name=options.format)
        raise InputError("evidence-format", message, hint=tr("The formats are: {formats}.", formats=", ".join(EVIDENCE_FORMATS)))
    sources = _without_companions(files_of(path, cancel=cancel, kind=KIND))
    if not sources:
        message = tr("The folder {path} holds no files.", path=path)
        raise InputError("evidence-empty", message, hint=tr("Choose a folder with documents in it."))
    return [(source.path, source.name) for source in sources]


def evidence_file(
    path: Path, name: str, *, options: EvidenceImportOptions, progress: Progress, cancel: CancelToken
) -> Iterator[ReadEvidence | RefusedRow]:
    """Yield the documents of one file, reported under this name. Raises InputError."""
    source = Source(path=path, name=name, cancel=cancel, kind=KIND)
    yield from _documents_of_file(source, Finisher(options, detect=detect_language), options, progress)


def _without_companions(sources: Sequence[Source]) -> list[Source]:
    """Return the files without those that a browser saved along with a page."""
    pages = {source.name.rpartition(".")[0] for source in sources if source.name.lower().endswith((".html", ".htm", ".xhtml"))}

    def is_companion(name: str) -> bool:
        folders = PurePosixPath(name).parents
        return any((match := _COMPANION.match(folder.name)) and str(folder.parent / match[1]) in pages for folder in folders)

    return [source for source in sources if not is_companion(source.name)]


def _documents_of_file(
    source: Source, finisher: Finisher, options: EvidenceImportOptions, progress: Progress
) -> Iterator[ReadEvidence | RefusedRow]:
    """Yield the documents of one file and, last, the damage at its end. Raises InputError."""
    for number, (row, draft) in enumerate(_entries(source, options, progress)):
        if number % _PROGRESS_INTERVAL == _PROGRESS_INTERVAL - 1:
            source.cancel.check()
            progress(ProgressUpdate(tr("Reading evidence"), number + 1))
        yield _read_evidence(source, row, draft, finisher, options)
    if source.damage:
        yield RefusedRow(source=source.name, row=trc("place in a file", "end"), reason=source.damage)


def _entries(source: Source, options: EvidenceImportOptions, progress: Progress) -> Iterator[Entry]:
    if options.format == "webarchive" or (options.format == "auto" and is_web_archive(source)):
        return archive_entries(source)
    if holds_rows(source, options.format):
        return row_entries(source, options)
    return _document(source, progress)


def _document(source: Source, progress: Progress) -> Iterator[Entry]:
    data, name = load(source.path, cancel=source.cancel)
    draft = file_draft(data, name, cancel=source.cancel, progress=progress)
    # A text that calls itself a program is not stored under a program's suffix.
    suffix = PurePosixPath(name).suffix if suffix_format(name) else ""
    yield trc("place in a file", "file"), replace(draft, copy=data, suffix=suffix)


def _read_evidence(
    source: Source, row: str, draft: EvidenceDraft | RowRefused, finisher: Finisher, options: EvidenceImportOptions
) -> ReadEvidence | RefusedRow:
    if isinstance(draft, RowRefused):
        return RefusedRow(source=source.name, row=row, reason=draft.reason)
    try:
        document, note = finisher.finish(draft)
    except RowRefused as refusal:
        return RefusedRow(source=source.name, row=row, reason=refusal.reason)
    copy = draft.copy if options.copies else None
    return ReadEvidence(
        source=source.name,
        row=row,
        document=document,
        copy=copy,
        suffix=draft.suffix,
        note=f"{source.name}: {note}" if note else "",
        left_out=draft.left_out,
        rounded_id=draft.id if is_rounded(draft.id) else "",
        unread_date="" if document.published else draft.unread_date,
    )
