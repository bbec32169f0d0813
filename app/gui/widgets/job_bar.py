"""A bar that shows how far a job is."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

from app.gui.jobs import Job


def show_progress(bar: QProgressBar, job: Job) -> bool:
    """Show how far it is; where that is not known, only that it runs. Whether it is known."""
    has_total = job.units_total > 0
    bar.setRange(0, job.units_total if has_total else 0)
    bar.setValue(job.units_done if has_total else 0)
    return has_total
