"""Reading of collections and tables in the reading process; each function corresponds to that of `ingest` with the same name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.evidence import ReadEvidence, SourceWarning
from app.domain.importing import ReadPost, ReadRow, RefusedRow
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import InputError
from app.reading.client import read_items
from app.reading.requests import (
    PreviewFactChecks,
    PreviewPosts,
    ReadAveritec,
    ReadEvidenceFile,
    ReadFactChecks,
    ReadPairs,
    ReadPosts,
    ReadQueries,
    ReadQuestions,
    ReadRatings,
    ReadRecordRows,
    ReadSourceList,
    TableStart,
)
from app.translation import tr, trc

if TYPE_CHECKING:
    from app.domain.verification import Verification
    from app.ingest.averitec import AveritecRow
    from app.ingest.queries import QueryRow, QuestionRow


def read_factchecks(path: Path, *, options: ImportOptions, progress: Progress, cancel: CancelToken) -> Iterator[ReadRow | RefusedRow]:
    """Read a file or folder of fact-checks, row by row. Raises InputError, and `input-too-costly`; Cancelled."""
    return read_items(ReadFactChecks(options=options), path, progress=progress, cancel=cancel)


def read_posts(path: Path, *, options: PostImportOptions, progress: Progress, cancel: CancelToken) -> Iterator[ReadPost | RefusedRow]:
    """Read a file, folder or archive of posts, row by row. Raises InputError, and `input-too-costly`; Cancelled."""
    return read_items(ReadPosts(options=options), path, progress=progress, cancel=cancel)


def read_evidence(
    path: Path, *, options: EvidenceImportOptions, progress: Progress, cancel: CancelToken
) -> Iterator[ReadEvidence | RefusedRow]:
    """Read the documents in a file, or in every file of a folder.

    Each file has limits of its own. In a folder, a file that exceeds them is refused without stopping the others. Raises InputError
    as `ingest.evidence.reader.evidence_files` does, and for a single file that is refused; Cancelled.
    """
    from app.ingest.evidence.reader import evidence_files

    sources = evidence_files(path, options=options, cancel=cancel)
    for index, (file, name) in enumerate(sources):
        cancel.check()
        progress(ProgressUpdate(tr("Reading evidence"), index, len(sources)))
        try:
            yield from read_items(ReadEvidenceFile(name=name, options=options), file, progress=progress, cancel=cancel)
        except InputError as error:
            if not path.is_dir():
                raise
            yield RefusedRow(source=name, row=trc("place in a file", "file"), reason=error.message)


def read_source_list(path: Path, *, cancel: CancelToken) -> tuple[tuple[SourceWarning, ...], tuple[RefusedRow, ...]]:
    """Read a list of sources into its rows and the refused ones. Raises InputError; Cancelled."""
    rows = list(read_items(ReadSourceList(), path, cancel=cancel))
    return tuple(row for row in rows if isinstance(row, SourceWarning)), tuple(row for row in rows if isinstance(row, RefusedRow))


def read_queries(path: Path, *, cancel: CancelToken | None = None) -> list[QueryRow]:
    """Read a query file, one entry a row. Raises InputError; Cancelled."""
    return list(read_items(ReadQueries(), path, cancel=cancel))


def read_questions(path: Path, *, cancel: CancelToken | None = None) -> list[QuestionRow]:
    """Read a file of questions, one entry a row. Raises InputError; Cancelled."""
    return list(read_items(ReadQuestions(), path, cancel=cancel))


def read_pairs(path: Path, *, cancel: CancelToken | None = None) -> list[tuple[str, str] | RefusedRow]:
    """Read pairs: (premise, hypothesis) or a refusal for each row. Raises InputError; Cancelled."""
    return list(read_items(ReadPairs(), path, cancel=cancel))


def read_rating_rows(path: Path, *, cancel: CancelToken | None = None) -> Iterator[tuple[str, str]]:
    """Read ratings: (rating, publisher) of each row. Raises InputError; Cancelled."""
    return read_items(ReadRatings(), path, cancel=cancel)


def read_averitec_rows(path: Path, *, cancel: CancelToken | None = None) -> list[AveritecRow]:
    """Read a file in AVeriTeC's format, one entry a row. Raises InputError; Cancelled."""
    return list(read_items(ReadAveritec(), path, cancel=cancel))


def read_averitec_file(path: Path, *, cancel: CancelToken | None = None) -> list[Verification]:
    """Read the claims of a file in AVeriTeC's format. Raises InputError as `read_averitec_rows` does, and for a refused row."""
    from app.ingest.averitec import only_claims

    return only_claims(path, read_averitec_rows(path, cancel=cancel))


def read_record_rows(path: Path, *, columns: Iterable[str], cancel: CancelToken | None = None) -> Iterator[dict[str, object]]:
    """Read a table or JSON file, one mapping of column names to values a row. Raises InputError; Cancelled."""
    return read_items(ReadRecordRows(columns=tuple(sorted(columns))), path, cancel=cancel)


def preview_factchecks(path: Path) -> TableStart | None:
    """Read the beginning of a table whose columns can be chosen; None for another file. Raises InputError."""
    return next(iter(list(read_items(PreviewFactChecks(), path))), None)


def preview_posts(path: Path) -> TableStart | None:
    """Read the beginning of a table of posts; None for another file. Raises InputError."""
    # Read to the end, so that the process can be used again.
    return next(iter(list(read_items(PreviewPosts(), path))), None)
