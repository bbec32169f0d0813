"""A project file read without locking it: what it is about, for a list of many; and all that it holds."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from app.domain.project import ProjectContent, ProjectSummary
from app.errors import ProjectError
from app.store import row_digests
from app.store.database import may_write
from app.store.project_check import check_project
from app.store.project_faults import plain_words
from app.store.project_reading import read_content
from app.store.schema_check import check_file, harden, time_limited
from app.store.stored_values import reading_stored_values, row_as

_TITLE = "SELECT substr(json_extract(text, '$.title'), 1, 500) FROM note WHERE name = 'document' AND length(text) <= 67108864"
_POSITION = "SELECT text FROM note WHERE name = 'position'"
_REVIEWERS = "SELECT substr(who, 1, 200) FROM act GROUP BY who ORDER BY count(*) DESC, who LIMIT 100"


def summary(path: Path) -> ProjectSummary:
    """One project; what is wrong with it is told, not raised, as long as there is a file. Raises ProjectError when there is none."""
    with plain_words(path):
        stat = path.stat()
    file_summary = ProjectSummary(path=path, changed=_time(stat.st_mtime), size=stat.st_size)
    try:
        return _read(path, file_summary)
    except ProjectError as error:
        return ProjectSummary(path=path, changed=file_summary.changed, size=file_summary.size, trouble=error.message)


def content(path: Path) -> ProjectContent:
    """What a project holds, without locking it. Raises ProjectError: there is none, it is open in a window, damaged, newer."""
    with plain_words(path):
        path.stat()
    with plain_words(path), closing(_reading(path)) as connection, time_limited(connection):
        harden(connection)
        connection.execute("BEGIN")
        check_project(connection, path)
        return read_content(connection)


def _time(seconds: float) -> datetime:
    """The time of a file; the earliest there is for what a clock gone mad has left, which no calendar holds."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0).astimezone()


def _reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, but for taking back the act that a killed window left half written: unread, no file is whole."""
    check_file(path)
    has_journal = path.with_name(path.name + "-journal").exists() and os.access(path, os.W_OK) and may_write(path.parent)
    uri = f"{path.absolute().as_uri()}?mode={'rw' if has_journal else 'ro'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)
    row_digests.register_function(connection)
    return connection


def _read(path: Path, file_summary: ProjectSummary) -> ProjectSummary:
    with plain_words(path), closing(_reading(path)) as connection, time_limited(connection), reading_stored_values():
        harden(connection)
        connection.execute("BEGIN")
        check_project(connection, path)
        title, position = connection.execute(_TITLE).fetchone(), connection.execute(_POSITION).fetchone()
        reviewers = [reviewer for (reviewer,) in connection.execute(_REVIEWERS).fetchall() if reviewer]
        return ProjectSummary(
            path=path,
            changed=file_summary.changed,
            size=file_summary.size,
            title=str(title[0] or "") if title else "",
            acts=int(position[0]) if position else 0,
            reviewers=row_as(tuple[str, ...], reviewers),
        )
