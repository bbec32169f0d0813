"""Imports fact-checks into the library: reads rows, normalises verdicts, writes all in one step, reports refused rows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.factcheck import FactCheck
from app.domain.importing import ImportReport, ReadRow, RefusedRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.ratings import RatingNormaliser
from app.ports import Library, LibraryChange, TextEncoder
from app.reading import read_factchecks
from app.services.import_notes import RoundedIds, id_notes
from app.services.row_notes import RowNotes
from app.translation import tr, trn

# The rule of a verdict that the user chose.
BY_HAND = "by hand"
_REPORT_EVERY = 500


def import_factchecks(
    paths: Sequence[Path],
    *,
    library: Library,
    encoder: TextEncoder,
    normaliser: RatingNormaliser,
    options: ImportOptions,
    progress: Progress,
    cancel: CancelToken,
) -> ImportReport:
    """Import these files or folders: all of them or, on an error or a cancel, nothing.

    A row that cannot be read is reported and does not stop the import. An id is unique within its source only. Raises InputError if
    a whole file cannot be read or no row of any file could be.
    """
    started = time.perf_counter()
    refused: list[RefusedRow] = []
    notes: list[str] = []
    items: list[ReadRow] = []
    rounded = RoundedIds()
    for path in paths:
        _read(path, items, refused, notes, normaliser=normaliser, options=options, progress=progress, cancel=cancel)
    if not items:
        raise nothing_imported(refused)
    for row in items:
        rounded.add(row.source, row.rounded_id)
    counts = library.apply(LibraryChange(imported=items), encoder=encoder, progress=progress, cancel=cancel)
    return ImportReport(
        counts=counts,
        refused=tuple(refused),
        notes=(*notes, *rounded.notes(), *id_notes(counts.ids)),
        generation=library.statistics().generation,
        seconds=round(time.perf_counter() - started, 2),
    )


def _read(
    path: Path,
    items: list[ReadRow],
    refused: list[RefusedRow],
    notes: list[str],
    *,
    normaliser: RatingNormaliser,
    options: ImportOptions,
    progress: Progress,
    cancel: CancelToken,
) -> None:
    unrated: set[str] = set()
    row_notes = RowNotes(path.name)
    for entry in read_factchecks(path, options=options, progress=progress, cancel=cancel):
        if isinstance(entry, RefusedRow):
            refused.append(entry)
            continue
        factcheck = normalised(entry.factcheck, normaliser)
        if factcheck.rating and factcheck.verdict is Verdict.UNRATED:
            unrated.add(factcheck.rating)
        row_notes.add(
            unclear=entry.unclear_date,
            unread=entry.unread_date,
            text=f"{factcheck.claim}{factcheck.title}{factcheck.body}{factcheck.publisher}{factcheck.claimant}",
        )
        items.append(replace(entry, factcheck=factcheck))
        if len(items) % _REPORT_EVERY == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Reading fact-checks"), len(items)))
    if unrated:
        examples = ", ".join(f"“{rating[:60]}”" for rating in sorted(unrated)[:5])
        notes.append(_unread(path.name, len(unrated), examples))
    notes += row_notes.notes()


def _unread(name: str, ratings: int, examples: str) -> str:
    return trn(
        "{name}: {count} rating states no verdict we know: {few}.",
        "{name}: {count} different ratings state no verdict we know, among them {few}.",
        ratings,
        name=name,
        few=examples,
    )


def normalised(factcheck: FactCheck, normaliser: RatingNormaliser) -> FactCheck:
    """Return the fact-check with the verdict of its rating. A verdict without a rating, or one set by hand, is kept."""
    if factcheck.rating_rule == BY_HAND:
        return factcheck
    if not factcheck.rating and factcheck.verdict is not Verdict.UNRATED:
        return factcheck
    result = normaliser.normalise(factcheck.rating, factcheck.publisher)
    return replace(factcheck, verdict=result.verdict, rating_rule=result.rule)


def nothing_imported(refused: Sequence[RefusedRow]) -> InputError:
    if not refused:
        return InputError(
            "import-nothing",
            tr("The file holds no fact-checks."),
            hint=tr("The guide and “priorcheck library import --help” list the formats that can be read."),
        )
    first = refused[0]
    message = trn(
        "None of the {count} rows could be taken; the first ({row}) was refused because {reason}",
        "None of the {count} rows could be taken; the first ({row}) was refused because {reason}",
        len(refused),
        row=first.row,
        reason=first.reason,
    )
    return InputError("import-nothing", message, hint=tr("Choose the columns by hand, or another format."))
