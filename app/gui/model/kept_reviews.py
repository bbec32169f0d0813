"""The reviews that the program keeps by itself, as a list shows them: which document, how much was decided, by whom, when."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.domain.project import ProjectSummary
from app.gui.model.labels import one_line, shortened, size
from app.translation import mark, tr, trn

_DIGEST = re.compile(r"-[0-9a-f]{12}$")
COLUMNS = (mark("Document"), mark("Work"), mark("By"), mark("Last change"), mark("Size"))


def latest_first(found: Iterable[ProjectSummary]) -> list[ProjectSummary]:
    """What was worked on last comes first."""
    return sorted(found, key=lambda each: (each.changed, each.path.name), reverse=True)


def cells(kept: ProjectSummary, *, here: bool = False) -> tuple[str, ...]:
    """One text a column; `here` is the review that is open in this window, whose file is locked."""
    work = tr("Open in this window") if here else kept.trouble or trn("{count} act", "{count} acts", kept.acts)
    return (name(kept), work, ", ".join(map(one_line, kept.reviewers)), f"{kept.changed:%Y-%m-%d %H:%M}", size(kept.size))


def name(kept: ProjectSummary) -> str:
    """The document's title, or the file's name where it is not known."""
    return one_line(kept.title) or _DIGEST.sub("", kept.path.stem)


def told(found: list[ProjectSummary]) -> str:
    """What the list is, and how much there is."""
    if not found:
        return tr("No review is kept. One is made by itself with the first decision about a document.")
    kept = trn("{count} review is kept on this computer", "{count} reviews are kept on this computer", len(found))
    return tr(
        "{kept}, {size} in all. Projects that you saved elsewhere are not listed.", kept=kept, size=size(sum(each.size for each in found))
    )


def question(chosen: list[ProjectSummary]) -> tuple[str, str]:
    """What is asked before reviews are deleted, and what goes with them."""
    if len(chosen) == 1:
        asked = tr("Delete the review of “{title}”?", title=shortened(name(chosen[0])))
    else:
        asked = trn("Delete {count} review?", "Delete {count} reviews?", len(chosen))
    return asked, tr("Every decision, note and tag in it goes for good; the document itself stays where it is.")
