"""Reads project files without locking them: a summary for lists of many, or the whole content."""

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
from app.store.project_errors import project_errors
from app.store.project_reading import read_content
from app.store.schema_check import check_file, harden, time_limited
from app.store.stored_values import reading_stored_values, row_as

_TITLE = "SELECT substr(json_extract(text, '$.title'), 1, 500) FROM note WHERE name = 'document' AND length(text) <= 67108864"
_POSITION = "SELECT text FROM note WHERE name = 'position'"
_REVIEWERS = "SELECT substr(who, 1, 200) FROM act GROUP BY who ORDER BY count(*) DESC, who LIMIT 100"


def summary(path: Path) -> ProjectSummary:
    """Return the summary of a project. Faults of an existing file are reported in it. Raises ProjectError when there is no file."""
    with project_errors(path):
        stat = path.stat()
    file_summary = ProjectSummary(path=path, changed=_time(stat.st_mtime), size=stat.st_size)
    try:
        return _read(path, file_summary)
    except ProjectError as error:
        return ProjectSummary(path=path, changed=file_summary.changed, size=file_summary.size, trouble=error.message)


def content(path: Path) -> ProjectContent:
    """Return the content of a project without locking it. Raises ProjectError for a file that is missing, open in a window, damaged
    or newer."""
    with project_errors(path):
        path.stat()
    with project_errors(path), closing(_reading(path)) as connection, time_limited(connection):
        harden(connection)
        connection.execute("BEGIN")
        check_project(connection, path)
        return read_content(connection)


def _time(seconds: float) -> datetime:
    """Return a file's time; the earliest possible for one that no calendar has, as a wrong clock may leave it."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0).astimezone()


def _reading(path: Path) -> sqlite3.Connection:
    """Open a connection that changes nothing, except to roll back the transaction of a killed window."""
    check_file(path)
    has_journal = path.with_name(path.name + "-journal").exists() and os.access(path, os.W_OK) and may_write(path.parent)
    # Writable only to roll back the transaction of a killed window: without that, the file cannot be read.
    uri = f"{path.absolute().as_uri()}?mode={'rw' if has_journal else 'ro'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)
    row_digests.register_function(connection)
    return connection


def _read(path: Path, file_summary: ProjectSummary) -> ProjectSummary:
    with project_errors(path), closing(_reading(path)) as connection, time_limited(connection), reading_stored_values():
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
