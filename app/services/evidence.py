"""Imports evidence into the library in one step, reports refused documents, and prepares the passages for search."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport, ReadEvidence
from app.domain.importing import RefusedRow
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ports import EvidenceLibrary, TextEncoder
from app.reading import read_evidence, read_source_list
from app.services.import_notes import RoundedIds, id_notes
from app.services.library import nothing_imported
from app.services.row_notes import RowNotes
from app.translation import number, tr, trn


def import_evidence(
    paths: Sequence[Path], *, evidence: EvidenceLibrary, options: EvidenceImportOptions, progress: Progress, cancel: CancelToken
) -> EvidenceImportReport:
    """Import these files and folders: all of them or, on an error or a cancel, nothing.

    Documents are read and written one by one, with a copy of each file. A document that cannot be read is reported and does not
    stop the import. Raises InputError if a named file cannot be read or no document of any file could be, and LibraryError.
    """
    started = time.perf_counter()
    before = evidence.statistics().passages
    reading = _Reading(evidence)
    counts = evidence.add_rows(reading.rows(paths, options=options, progress=progress, cancel=cancel), progress=progress, cancel=cancel)
    return EvidenceImportReport(
        counts=counts,
        refused=tuple(reading.refused),
        notes=(*reading.notes, *reading.left_out(), *reading.rounded.notes(), *id_notes(counts.ids)),
        passages=max(0, evidence.statistics().passages - before),
        undated=reading.undated,
        seconds=round(time.perf_counter() - started, 2),
    )


class _Reading:
    """The state of one import."""

    def __init__(self, evidence: EvidenceLibrary) -> None:
        self._evidence = evidence
        self.refused: list[RefusedRow] = []
        self.notes: list[str] = []
        self.rounded = RoundedIds()
        self.undated = 0
        self._left_out = self._pages = 0

    def rows(
        self, paths: Sequence[Path], *, options: EvidenceImportOptions, progress: Progress, cancel: CancelToken
    ) -> Iterator[ReadEvidence]:
        """Yield the documents of all files, and store copies of the files. Raises InputError if no document could be read."""
        count = 0
        for path in paths:
            row_notes = RowNotes(path.name)
            for entry in read_evidence(path, options=options, progress=progress, cancel=cancel):
                if isinstance(entry, RefusedRow):
                    self.refused.append(entry)
                    continue
                count += 1
                self.rounded.add(entry.source, entry.rounded_id)
                self.undated += entry.document.published is None
                self.notes += [entry.note] if entry.note else []
                self._left_out += entry.left_out
                self._pages += entry.left_out > 0
                row_notes.add(unread=entry.unread_date, text=f"{entry.document.title}{entry.document.text}")
                yield self._with_copy(entry)
            self.notes += row_notes.notes()
        if not count:
            raise _no_evidence(self.refused)

    def left_out(self) -> list[str]:
        """Return a note on how much of the web pages was left out as not part of their text; empty where nothing was."""
        if not self._pages:
            return []
        return [
            trn(
                "Of {count} web page, {words} words were left out as navigation, comments and footers.",
                "Of {count} web pages, {words} words were left out as navigation, comments and footers.",
                self._pages,
                words=number(self._left_out),
            )
        ]

    def _with_copy(self, entry: ReadEvidence) -> ReadEvidence:
        """Return the document with a copy of its file."""
        if entry.copy is None:
            return entry
        cached = self._evidence.keep(entry.copy, suffix=entry.suffix)
        return replace(entry, document=replace(entry.document, cached=cached), copy=None)


def prepare_evidence(
    *, evidence: EvidenceLibrary, encoder: TextEncoder, progress: Progress, cancel: CancelToken, encode_limit: int | None = None
) -> EvidenceIndexReport:
    """Index the passages for lexical search, then for dense search, newest first; only lexical where more than `encode_limit` lack
    a vector.

    None sets no limit. After a cancel or a killed process, finished work stays, and the next call continues. Raises LibraryError,
    ModelError, Cancelled.
    """
    started = time.perf_counter()
    with closing(evidence.index(encoder=encoder, progress=progress, cancel=cancel)) as index:
        missing = index.waiting
    at_once = encode_limit is None or missing <= encode_limit
    encoded_count = evidence.encode(encoder=encoder, progress=progress, cancel=cancel) if at_once and missing else 0
    with closing(evidence.index(encoder=encoder, progress=progress, cancel=cancel)) as index:
        seconds = round(time.perf_counter() - started, 2)
        return EvidenceIndexReport(passages=len(index), encoded=index.encoded, made=encoded_count, seconds=seconds)


def import_source_list(path: Path, *, evidence: EvidenceLibrary, cancel: CancelToken) -> tuple[int, tuple[RefusedRow, ...]]:
    """Replace the list of sources to be wary of. Returns the number of hosts and the refused rows.

    Raises InputError, with the list unchanged, if the file cannot be read or names no host, and LibraryError.
    """
    warnings, refused = read_source_list(path, cancel=cancel)
    if not warnings:
        raise (
            nothing_imported(refused)
            if refused
            else InputError("sources-empty", tr("The list names no source."), hint=tr("Its first line must be: host,kind,note."))
        )
    evidence.keep_warnings(warnings)
    return len(warnings), refused


def _no_evidence(refused: Sequence[RefusedRow]) -> InputError:
    if len(refused) == 1:
        first_refusal = refused[0]
        return InputError("import-nothing", f"{first_refusal.source}: {first_refusal.reason}", hint=tr("Choose another file."))
    if refused:
        return nothing_imported(refused)
    message = tr("The file holds no evidence.")
    return InputError(
        "import-nothing", message, hint=tr("The guide and “priorcheck library import --help” list the formats that can be read.")
    )
