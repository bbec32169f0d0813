"""A project: a document, what the library says of it, and every decision, as one file holds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from app.domain.manuscript import Manuscript
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.review import ReviewOperation

SUFFIX = ".priorcheck"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectContent:
    """What a project file holds. `base` is the document before any act, `ranked` the last ranking of the document as the first
    `position` acts left it (None before the first); `notes` are texts by name: the view, the reviewer, earlier results."""

    base: Manuscript
    acts: tuple[ReviewOperation, ...] = ()
    position: int = 0
    ranked: RankedDocument | None = None
    notes: Mapping[str, str] = field(default_factory=dict)

    def with_ranking(self, sentences: Iterable[RankedSentence], run: RunRecord) -> ProjectContent:
        """The same content with the last ranking, as far as it is of sentences that are still what they were: an edit may have been
        kept after it."""
        document = self.manuscript().document
        known = document.sentences
        held = tuple(each for each in sentences if each.sentence.index < len(known) and known[each.sentence.index] == each.sentence)
        return replace(self, ranked=RankedDocument(document=document, sentences=held, run=run))

    def manuscript(self) -> Manuscript:
        """The document as the acts that hold have left it. Raises InputError when an edit does not fit."""
        found = self.base
        for act in self.acts[: self.position]:
            if act.splice is not None:
                found = act.splice.applied(found)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSummary:
    """A project file without its content: `acts` that hold, `changed` in this computer's time, `size` in bytes; `trouble` says why
    nothing else is known of it."""

    path: Path
    changed: datetime
    size: int
    title: str = ""
    acts: int = 0
    reviewers: tuple[str, ...] = ()
    trouble: str = ""
