"""Title and byline of a report: what the document is called, when it was said, who checked it and when."""

from __future__ import annotations

from datetime import date

from app.domain.document_title import document_day, readable_title
from app.domain.reviewed import ReportChoice, Reviewed
from app.services.reports.clean import clean
from app.services.reports.dates import day_words, iso_day
from app.translation import tr


def report_title(reviewed: Reviewed, choice: ReportChoice) -> str:
    """Return the chosen title, else the document's; never a bare file name."""
    return " ".join(clean(choice.title or readable_title(reviewed.ranked.document)).split()) or tr("Report")


def masthead_lines(reviewed: Reviewed, choice: ReportChoice) -> tuple[str, ...]:
    """Return the lines under the title: who checked the document and when, and when it was said. The newsroom is in the letterhead."""
    said_on, checked_on = document_day(reviewed.ranked.document), report_day(reviewed)
    byline = " · ".join(part for part in (_byline(reviewed, choice), day_words(checked_on) if checked_on else "") if part)
    unfinished = "" if reviewed.ranked.final else tr("The ranking was not finished when this was written; there may be more.")
    return tuple(line for line in (byline, tr("Said on {day}", day=day_words(said_on)) if said_on else "", unfinished) if line)


def report_day(reviewed: Reviewed) -> date | None:
    """Return the day of the last decision, else of the ranking."""
    return iso_day(max((act.at for act in reviewed.acts), default=reviewed.ranked.run.created))


def reviewer_names(reviewed: Reviewed) -> str:
    """Return the names of those who reviewed the document, as a default byline."""
    return ", ".join(reviewer for reviewer in reviewed.reviewers if reviewer)


def _byline(reviewed: Reviewed, choice: ReportChoice) -> str:
    names = " ".join(clean(choice.byline or reviewer_names(reviewed)).split())
    if names:
        return tr("Checked by {names}", names=names)
    return "" if reviewed.reviewers else tr("Not reviewed: the program’s findings")
