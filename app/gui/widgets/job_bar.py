"""A bar that shows how far a job is, and the words beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

from app.gui.jobs import Job
from app.translation import number, tr


def show_progress(bar: QProgressBar, job: Job) -> bool:
    """Show how far it is; where that is not known, only that it runs. Whether it is known."""
    has_total = job.units_total > 0
    bar.setRange(0, job.units_total if has_total else 0)
    bar.setValue(job.units_done if has_total else 0)
    return has_total


def progress_words(job: Job, *, waiting: str = "") -> str:
    """Return what a job is doing, how far it is and how long that still takes; `waiting` is said of a job that was not begun."""
    activity = job.activity or waiting or job.title
    if job.units_total <= 0:
        return activity
    units = {"activity": activity, "done": number(job.units_done), "total": number(job.units_total)}
    if left := job.time_left.words():
        # Translators: what is being done, how far it is, and “about 3 minutes left”.
        return tr("{activity} – {done} of {total}, {left}", **units, left=left)
    # Translators: what is being done, such as “Importing”, and how far it is.
    return tr("{activity} – {done} of {total}", **units)
