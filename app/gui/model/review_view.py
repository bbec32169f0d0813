"""The review of one document: marks, the operations behind them, undo and redo. The controller shows and stores the operations.

Pressing the same key again takes a decision back. What a label says is what an "Undo" menu shows of it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from app.domain.document import Document
from app.domain.history import History, timestamp
from app.domain.keyed_document import KeyedDocument, edit_between, with_keys
from app.domain.llm_order import OrderComparison, compare_orders
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import Decision, Mark, MarkChange, Marks, ReviewOperation, Target
from app.domain.reviewed import Reviewed, pairs_of
from app.domain.sentence_edits import Edited
from app.domain.verdict import Verdict
from app.gui.model.labels import one_line
from app.gui.model.review_state import ReviewState, review_state
from app.translation import mark, tr, trn

_SHORT = 40
# What an act is called, and taking it back; `{sentences}` is the beginning of a sentence in quotation marks, or “3 sentences”.
DECIDE = {
    Decision.CONFIRMED: (mark("confirm {sentences}"), mark("take back: confirm {sentences}")),
    Decision.PARTIAL: (mark("confirm in part {sentences}"), mark("take back: confirm in part {sentences}")),
    Decision.REJECTED: (mark("reject {sentences}"), mark("take back: reject {sentences}")),
    Decision.DEFERRED: (mark("put off {sentences}"), mark("take back: put off {sentences}")),
}
_FLAG = mark("flag {sentences}"), mark("take back: flag {sentences}")


class ReviewView:
    """`who` is the reviewer at work; sentences are named by their index in `manuscript.document`."""

    def __init__(self, who: str, *, now: Callable[[], str] | None = None) -> None:
        self.who = who
        self.manuscript: KeyedDocument | None = None
        self.history: History[ReviewOperation] = History(apply=self._apply)
        self.marks = Marks()
        self._now = now or timestamp
        self._edited: tuple[ReviewOperation, KeyedDocument] | None = (
            None  # what the last edit makes of the manuscript, so that it is made once
        )

    def open(self, document: Document) -> None:
        """Begin with a document that nobody has reviewed."""
        self._begin(with_keys(document))

    def resume(self, content: ProjectContent) -> None:
        """Go on where a project was left. Raises InputError when it does not fit together."""
        self._begin(content.manuscript(), content.acts, content.position)
        for operation in self.history.done:
            self.marks.apply(operation)

    def close(self) -> None:
        """No document is under review."""
        self._begin(None)

    def _begin(self, manuscript: KeyedDocument | None, operations: Sequence[ReviewOperation] = (), position: int = 0) -> None:
        self.manuscript, self.marks = manuscript, Marks()
        self.history = History(operations, position, apply=self._apply)

    def target(self, index: int, factcheck: str = "") -> Target:
        """Return the target of a decision: a sentence, or one of its matches. Raises IndexError for an unknown sentence."""
        keys = self.manuscript.keys if self.manuscript else ()
        return Target(keys[index], factcheck)

    def mark(self, index: int, factcheck: str = "", *, who: str = "") -> Mark:
        """The mark of a sentence or of one of its matches, of the reviewer at work where no other is named."""
        return self.marks.of(who or self.who, self.target(index, factcheck))

    def states(self, shown_ids_of: Callable[[int], Sequence[str]], indexes: Iterable[int] | None = None) -> dict[int, ReviewState]:
        """Return the combined marks of these sentences, by default of all marked ones; `shown_ids_of` gives the fact-checks on screen for a
        sentence."""
        if self.manuscript is None:
            return {}
        marked, keys = self.marks.by_sentence(self.who), self.manuscript.keys
        wanted_indexes = (
            [marked_index for key, marked_index in self.manuscript.index_of().items() if key in marked]
            if indexes is None
            else list(indexes)
        )
        return {index: review_state(marked.get(keys[index], {}), shown_ids_of(index)) for index in wanted_indexes}

    def decide(self, targets: Sequence[tuple[int, str]], decision: Decision) -> ReviewOperation | None:
        """Decide about matches (index, fact-check id), or about sentences (index, ""); where all of them are decided so already, take
        it back. None when nothing is chosen."""
        return self._change(
            targets,
            is_set=lambda mark: mark.decision is decision,
            set_mark=lambda mark: replace(mark, decision=decision),
            clear_mark=lambda mark: replace(mark, decision=None),
            labels=DECIDE[decision],
        )

    def flag(self, indexes: Sequence[int]) -> ReviewOperation | None:
        """Flag sentences, or take the flag from them where all have it."""
        return self._change(
            [(index, "") for index in indexes],
            is_set=lambda mark: mark.flagged,
            set_mark=lambda mark: replace(mark, flagged=True),
            clear_mark=lambda mark: replace(mark, flagged=False),
            labels=_FLAG,
        )

    def note(self, index: int, text: str) -> ReviewOperation | None:
        """Write a note on a sentence; an empty one removes it. Return None where nothing changes."""
        label = mark("write a note on {sentences}") if text.strip() else mark("remove the note on {sentences}")
        return self._set([index], lambda previous_mark: replace(previous_mark, note=text.strip()), label)

    def tag(self, indexes: Sequence[int], tags: Iterable[str]) -> ReviewOperation | None:
        """Give sentences these tags and no others."""
        new_tags = tuple(dict.fromkeys(one_line(tag) for tag in tags if tag.strip()))
        return self._set(indexes, lambda previous_mark: replace(previous_mark, tags=new_tags), mark("tag {sentences}"))

    def judge(self, indexes: Sequence[int], verdict: Verdict | None) -> ReviewOperation | None:
        """Give sentences a verdict of the reviewer's own; None removes it."""
        label = mark("judge {verdict} {sentences}") if verdict else mark("remove the own verdict of {sentences}")
        return self._set(
            indexes, lambda previous_mark: replace(previous_mark, verdict=verdict), label, verdict=verdict.words if verdict else ""
        )

    def edit(self, label: str, edited: Edited) -> ReviewOperation | None:
        """Edit the document itself. Marks of a sentence that goes up into another go along, where that one has none."""
        moved = edited.moved
        if self.manuscript is None or edited.document == self.manuscript.document:
            return None
        document_edit = edit_between(self.manuscript, edited.document, moved, new_key=lambda: uuid.uuid4().hex[:12])
        keys = document_edit.keys_of(self.manuscript.keys)
        changes = []
        for index, key in enumerate(self.manuscript.keys):
            new_index = moved[index]
            if new_index is not None and keys[new_index] != key:
                changes += self._carried(key, keys[new_index])
        act = ReviewOperation(label=label, who=self.who, at=self._now(), changes=tuple(changes), splice=document_edit)
        self._edited = (act, KeyedDocument(edited.document, keys))
        return act

    def reviewed(self, ranked: RankedDocument) -> Reviewed:
        """A ranking of this document with its review, for reports."""
        if self.manuscript is None:
            return Reviewed(ranked=ranked)
        acts = tuple(self.history.done)
        return Reviewed(ranked=ranked, keys=self.manuscript.keys, marks=pairs_of(self.marks), acts=acts, lead=self.who)

    def compared_orders(self, ranked: RankedDocument | None) -> OrderComparison:
        """Compare our order and the language model's with this reviewer's decisions."""
        keys = self.manuscript.keys if self.manuscript is not None else ()
        marked = self.marks.by_sentence(self.who)
        marked_entries = (
            (entry, marked[keys[entry.sentence.index]])
            for entry in (ranked.sentences if ranked is not None and marked else ())
            if entry.sentence.index < len(keys) and keys[entry.sentence.index] in marked
        )
        return compare_orders(marked_entries)

    def moved_from(self, before: KeyedDocument) -> Edited | None:
        """Return the edit from an earlier manuscript to the current one; None where nothing was edited."""
        if self.manuscript is None or self.manuscript is before:
            return None
        index_of_key = self.manuscript.index_of()
        return Edited(self.manuscript.document, tuple(index_of_key.get(key) for key in before.keys))

    def touched(self, act: ReviewOperation) -> list[int]:
        """The sentences of the document, as it is now, that an act is about."""
        if self.manuscript is None:
            return []
        index_of_key = self.manuscript.index_of()
        sentence_keys = {change.target.sentence for change in act.changes}
        if act.splice is not None:
            sentence_keys.update(act.splice.keys_before, act.splice.keys_after)
        return sorted(index_of_key[key] for key in sentence_keys if key in index_of_key)

    def _apply(self, act: ReviewOperation) -> None:
        prepared_edit, self._edited = self._edited, None
        if act.splice is not None and self.manuscript is not None:
            is_prepared = prepared_edit is not None and prepared_edit[0] is act
            self.manuscript = prepared_edit[1] if is_prepared and prepared_edit else act.splice.applied(self.manuscript)
        self.marks.apply(act)

    def _change(
        self,
        targets: Sequence[tuple[int, str]],
        *,
        is_set: Callable[[Mark], bool],
        set_mark: Callable[[Mark], Mark],
        clear_mark: Callable[[Mark], Mark],
        labels: tuple[str, str],
    ) -> ReviewOperation | None:
        is_undo = bool(targets) and all(is_set(self.mark(*target)) for target in targets)
        return self._act(targets, clear_mark if is_undo else set_mark, labels[is_undo])

    def _set(self, indexes: Sequence[int], change: Callable[[Mark], Mark], label: str, **values: str) -> ReviewOperation | None:
        return self._act([(index, "") for index in indexes], change, label, **values)

    def _act(self, targets: Sequence[tuple[int, str]], change: Callable[[Mark], Mark], label: str, **values: str) -> ReviewOperation | None:
        changes = []
        for index, factcheck in targets:
            before = self.mark(index, factcheck)
            after = change(before)
            if after != before:
                changes.append(MarkChange(self.target(index, factcheck), before, after))
        if not changes:
            return None
        sentences = sorted({index for index, _ in targets})
        return ReviewOperation(
            label=tr(label, sentences=self._named(sentences), **values), who=self.who, at=self._now(), changes=tuple(changes)
        )

    def _named(self, sentences: Sequence[int]) -> str:
        if len(sentences) > 1 or self.manuscript is None:
            return trn("{count} sentence", "{count} sentences", len(sentences))
        text = one_line(self.manuscript.document.sentences[sentences[0]].text)
        return f"“{text}”" if len(text) <= _SHORT else f"“{text[: _SHORT - 1].rstrip()}…”"

    def _carried(self, old: str, new: str) -> list[MarkChange]:
        """The changes that give this reviewer's marks of one sentence to another, where that has none."""
        own_marks = self.marks.all_of(self.who)
        changes = []
        for target, old_mark in own_marks.items():
            goal = Target(new, target.factcheck)
            if target.sentence == old and goal not in own_marks:
                changes.append(MarkChange(goal, Mark(), old_mark))
        return changes
