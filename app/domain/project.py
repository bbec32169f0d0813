"""Content of a project file: a document, its ranking, and all decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from app.domain.keyed_document import KeyedDocument
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.review import Marks, ReviewOperation
from app.domain.reviewed import Reviewed, pairs_of

SUFFIX = ".priorcheck"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectContent:
    """Content of a project file.

    `base` is the document before any operation, `ranked` the last ranking of the document after the first `position` operations
    (None before the first); `notes` are texts by name: the view, the reviewer, earlier results.
    """

    base: KeyedDocument
    acts: tuple[ReviewOperation, ...] = ()
    position: int = 0
    ranked: RankedDocument | None = None
    notes: Mapping[str, str] = field(default_factory=dict)

    def with_ranking(self, sentences: Iterable[RankedSentence], run: RunRecord) -> ProjectContent:
        """Return the content with the last ranking, reduced to sentences that are unchanged: an edit may have been stored after it."""
        document = self.manuscript().document
        current = document.sentences
        unchanged = tuple(
            entry for entry in sentences if entry.sentence.index < len(current) and current[entry.sentence.index] == entry.sentence
        )
        return replace(self, ranked=RankedDocument(document=document, sentences=unchanged, run=run))

    def reviewed(self) -> Reviewed | None:
        """Return the last ranking with every reviewer's decisions that are in effect; None before the first ranking."""
        if self.ranked is None:
            return None
        acts, marks = self.acts[: self.position], Marks()
        for act in acts:
            marks.apply(act)
        return Reviewed(ranked=self.ranked, keys=self.manuscript().keys, marks=pairs_of(marks), acts=acts)

    def manuscript(self) -> KeyedDocument:
        """Return the document after all operations that are in effect. Raises InputError if an edit does not fit."""
        edited = self.base
        for act in self.acts[: self.position]:
            if act.splice is not None:
                edited = act.splice.applied(edited)
        return edited


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSummary:
    """A project file without its content: number of `acts` in effect, `changed` in local time, `size` in bytes; `trouble` is the
    reason why the rest is unknown."""

    path: Path
    changed: datetime
    size: int
    title: str = ""
    acts: int = 0
    reviewers: tuple[str, ...] = ()
    trouble: str = ""
