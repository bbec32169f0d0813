"""The reviews that the program keeps by itself, as a list shows them: which document, how much was decided, by whom, when."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.domain.project import ProjectSummary
from app.gui.model.labels import one_line, shortened, size
from app.translation import mark, tr, trn

_DIGEST = re.compile(r"-[0-9a-f]{12}$")
COLUMNS = (mark("Document"), mark("Work"), mark("By"), mark("Last change"), mark("Size"))


def latest_first(summaries: Iterable[ProjectSummary]) -> list[ProjectSummary]:
    """Sort reviews, the last changed first."""
    return sorted(summaries, key=lambda summary: (summary.changed, summary.path.name), reverse=True)


def cells(summary: ProjectSummary, *, is_open: bool = False) -> tuple[str, ...]:
    """Return one text for each column; `is_open` says whether the review is open in this window, which locks its file."""
    status = tr("Open in this window") if is_open else summary.trouble or trn("{count} act", "{count} acts", summary.acts)
    return (name(summary), status, ", ".join(map(one_line, summary.reviewers)), f"{summary.changed:%Y-%m-%d %H:%M}", size(summary.size))


def name(summary: ProjectSummary) -> str:
    """Return the document's title, or the file's name where it is unknown."""
    return one_line(summary.title) or _DIGEST.sub("", summary.path.stem)


def told(summaries: list[ProjectSummary]) -> str:
    """Return the description of the list and its total size."""
    if not summaries:
        return tr("No review is kept. One is made by itself with the first decision about a document.")
    count_text = trn("{count} review is kept on this computer", "{count} reviews are kept on this computer", len(summaries))
    return tr(
        "{kept}, {size} in all. Projects that you saved elsewhere are not listed.",
        kept=count_text,
        size=size(sum(summary.size for summary in summaries)),
    )


def question(summaries: list[ProjectSummary]) -> tuple[str, str]:
    """Return the question before reviews are deleted, and what is lost."""
    if len(summaries) == 1:
        prompt = tr("Delete the review of “{title}”?", title=shortened(name(summaries[0])))
    else:
        prompt = trn("Delete {count} review?", "Delete {count} reviews?", len(summaries))
    return prompt, tr("Every decision, note and tag in it goes for good; the document itself stays where it is.")
