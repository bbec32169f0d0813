"""Imports posts into the library in one step, reports refused rows, and prepares the posts for search."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from app.domain.importing import ReadPost, RefusedRow
from app.domain.options import PostImportOptions
from app.domain.posts import PostImportReport, PostIndexReport
from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ports import PostLibrary, TextEncoder
from app.reading import read_posts
from app.services.import_notes import RoundedIds, id_notes
from app.services.library import nothing_imported
from app.services.row_notes import RowNotes
from app.translation import tr

AT_ONCE = 20_000
"""So many posts without a vector are given one before a command uses them: a minute or two."""
IN_PASSING = 1_000
"""So many are given one whenever the window reads the posts: some seconds."""


def import_posts(
    paths: Sequence[Path], *, posts: PostLibrary, options: PostImportOptions, progress: Progress, cancel: CancelToken
) -> PostImportReport:
    """Import these files: all of them or, on an error or a cancel, nothing.

    Files of any size are read and written row by row. A row that cannot be read is reported and does not stop the import. An id is
    unique within its source only. Raises InputError if a whole file cannot be read or no row of any file could be, and
    LibraryError.
    """
    started = time.perf_counter()
    refused: list[RefusedRow] = []
    rounded = RoundedIds()
    date_notes: list[str] = []

    # A generator, since a file may hold more posts than memory does.
    def taken() -> Iterator[ReadPost]:
        any_taken = False
        for path in paths:
            row_notes = RowNotes(path.name)
            for entry in read_posts(path, options=options, progress=progress, cancel=cancel):
                if isinstance(entry, RefusedRow):
                    refused.append(entry)
                else:
                    any_taken = True
                    rounded.add(entry.source, entry.rounded_id)
                    row_notes.add(unread=entry.unread_date, text=f"{entry.post.text}{entry.post.author}")
                    yield entry
            date_notes.extend(row_notes.notes())
        if not any_taken:
            raise _no_post(refused)

    counts = posts.add_rows(taken(), progress=progress, cancel=cancel)
    notes = (*date_notes, *rounded.notes(), *id_notes(counts.ids))
    return PostImportReport(counts=counts, refused=tuple(refused), notes=notes, seconds=round(time.perf_counter() - started, 2))


def prepare_posts(
    *, posts: PostLibrary, encoder: TextEncoder, progress: Progress, cancel: CancelToken, encode_limit: int | None = None
) -> PostIndexReport:
    """Index the posts for lexical search, then for dense search, newest first; only lexical where more than `encode_limit` lack a
    vector.

    None sets no limit. A million posts take an hour on a laptop. After a cancel or a killed process, finished work stays, and the
    next call continues. Raises LibraryError, ModelError, Cancelled.
    """
    started = time.perf_counter()
    with closing(posts.index(encoder=encoder, progress=progress, cancel=cancel)) as index:
        missing = index.waiting
    at_once = encode_limit is None or missing <= encode_limit
    encoded_count = posts.encode(encoder=encoder, progress=progress, cancel=cancel) if at_once and missing else 0
    with closing(posts.index(encoder=encoder, progress=progress, cancel=cancel)) as index:
        seconds = round(time.perf_counter() - started, 2)
        return PostIndexReport(groups=len(index), encoded=index.encoded, waiting=index.waiting, made=encoded_count, seconds=seconds)


def _no_post(refused: Sequence[RefusedRow]) -> InputError:
    if refused:
        return nothing_imported(refused)
    message = tr("The file holds no posts.")
    return InputError(
        "import-nothing", message, hint=tr("The guide and “priorcheck library import --help” list the formats that can be read.")
    )
