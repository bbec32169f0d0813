"""Collections and tables, read in the reading process: each function is that of `ingest` with its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.evidence import ReadEvidence, SourceWarning
from app.domain.importing import ReadPost, ReadRow, RefusedRow
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import InputError
from app.reading.asking import items
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
    """The rows of a file or folder of fact-checks. Raises InputError, and `input-too-costly`; Cancelled."""
    return items(ReadFactChecks(options=options), path, progress=progress, cancel=cancel)


def read_posts(path: Path, *, options: PostImportOptions, progress: Progress, cancel: CancelToken) -> Iterator[ReadPost | RefusedRow]:
    """The rows of a file, folder or archive of posts. Raises InputError, and `input-too-costly`; Cancelled."""
    return items(ReadPosts(options=options), path, progress=progress, cancel=cancel)


def read_evidence(
    path: Path, *, options: EvidenceImportOptions, progress: Progress, cancel: CancelToken
) -> Iterator[ReadEvidence | RefusedRow]:
    """The documents in a file, or in every file of a folder, each file within limits of its own: one that costs too much is refused
    and does not stop the rest. Raises InputError as `ingest.evidence.reader.evidence_files` does, and for a file that is named itself;
    Cancelled."""
    from app.ingest.evidence.reader import evidence_files

    sources = evidence_files(path, options=options, cancel=cancel)
    for done, (file, name) in enumerate(sources):
        cancel.check()
        progress(ProgressUpdate(tr("Reading evidence"), done, len(sources)))
        try:
            yield from items(ReadEvidenceFile(name=name, options=options), file, progress=progress, cancel=cancel)
        except InputError as error:
            if not path.is_dir():
                raise
            yield RefusedRow(source=name, row=trc("place in a file", "file"), reason=error.message)


def read_source_list(path: Path, *, cancel: CancelToken) -> tuple[tuple[SourceWarning, ...], tuple[RefusedRow, ...]]:
    """The rows of a list of sources, and those that were refused. Raises InputError; Cancelled."""
    found = list(items(ReadSourceList(), path, cancel=cancel))
    return tuple(row for row in found if isinstance(row, SourceWarning)), tuple(row for row in found if isinstance(row, RefusedRow))


def read_queries(path: Path, *, cancel: CancelToken | None = None) -> list[QueryRow]:
    """One entry a row of a query file. Raises InputError; Cancelled."""
    return list(items(ReadQueries(), path, cancel=cancel))


def read_questions(path: Path, *, cancel: CancelToken | None = None) -> list[QuestionRow]:
    """One entry a row of a file of questions. Raises InputError; Cancelled."""
    return list(items(ReadQuestions(), path, cancel=cancel))


def read_pairs(path: Path, *, cancel: CancelToken | None = None) -> list[tuple[str, str] | RefusedRow]:
    """(premise, hypothesis) or a refusal for each row. Raises InputError; Cancelled."""
    return list(items(ReadPairs(), path, cancel=cancel))


def read_rating_rows(path: Path, *, cancel: CancelToken | None = None) -> Iterator[tuple[str, str]]:
    """(rating, publisher) of each row. Raises InputError; Cancelled."""
    return items(ReadRatings(), path, cancel=cancel)


def read_averitec_rows(path: Path, *, cancel: CancelToken | None = None) -> list[AveritecRow]:
    """One entry a row of a file in AVeriTeC's format. Raises InputError; Cancelled."""
    return list(items(ReadAveritec(), path, cancel=cancel))


def read_averitec_file(path: Path, *, cancel: CancelToken | None = None) -> list[Verification]:
    """The claims of a file of which every row must be one. Raises InputError as `read_averitec_rows` does, and for a refused row."""
    from app.ingest.averitec import only_claims

    return only_claims(path, read_averitec_rows(path, cancel=cancel))


def read_record_rows(path: Path, *, columns: Iterable[str], cancel: CancelToken | None = None) -> Iterator[dict[str, object]]:
    """The rows of a table or JSON file by the names of its columns. Raises InputError; Cancelled."""
    return items(ReadRecordRows(columns=tuple(sorted(columns))), path, cancel=cancel)


def preview_factchecks(path: Path) -> TableStart | None:
    """The beginning of a table whose columns can be chosen; None for another file. Raises InputError."""
    return next(iter(list(items(PreviewFactChecks(), path))), None)


def preview_posts(path: Path) -> TableStart | None:
    """The same of a table of posts. Raises InputError."""
    return next(iter(list(items(PreviewPosts(), path))), None)
