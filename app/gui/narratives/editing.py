"""Manual changes to narratives: split, merge, take out, rename, judge repeats. Each is stored as an operation that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.judgement import Judgement
from app.domain.narrative_operations import NarrativeOperation
from app.domain.repeat import Repeat
from app.domain.timestamps import utc_timestamp
from app.gui.model.labels import inert
from app.gui.model.llm_words import effort_of, nothing_held
from app.gui.model.narrative_changes import changed_map
from app.gui.model.narrative_words import name_of
from app.gui.narratives.page import NarrativesPage
from app.gui.narratives.requests import NarrativesRequests
from app.gui.ui_context import UiContext
from app.narratives.operations import judge, merge, rename, split, take_out
from app.translation import mark, tr
from app.worker.protocol import NarrativesChanged, TitleSuggested

if TYPE_CHECKING:
    from app.gui.narratives.merge_dialog import MergeDialog
    from app.gui.review.text_dialog import TextDialog


_STAYS = mark("A name of your own stays when the narratives are found anew. Without one, it is made of the words that set it apart.")


class NarrativeEditing(QObject):
    """Changes to the narratives. `said` carries messages for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, page: NarrativesPage, requests: NarrativesRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page, self._view, self._requests = ctx, page, page.view, requests
        self.naming: TextDialog | None = None
        self.merging: MergeDialog | None = None
        requests.acted.connect(self._acted)
        requests.titled.connect(self._titled)

    def split(self, keys: tuple[str, ...]) -> None:
        """Split these items off the open narrative as one of their own."""
        narrative = self._view.current
        if narrative is not None and 0 < len(keys) < len(narrative.items):
            used_ids = [existing.id for existing in self._view.map.narratives]
            self._make(split(narrative, keys, used_ids=used_ids, reviewer=self._who(), at=utc_timestamp()))

    def take_out(self, keys: tuple[str, ...]) -> None:
        """Remove these items from the open narrative."""
        if self._view.current is not None and keys:
            self._make(take_out(self._view.current, keys, reviewer=self._who(), at=utc_timestamp()))

    def ask_merge(self) -> None:
        """Ask which narratives become part of the open one."""
        target = self._view.current
        if target is None:
            return
        from app.gui.narratives.merge_dialog import MergeDialog  # not needed to show the page

        candidates = [candidate for candidate in self._view.map.narratives if candidate.id != target.id]
        candidates.sort(key=lambda candidate: (-len(set(candidate.terms) & set(target.terms)), -len(candidate.items), candidate.id))
        self.merging = MergeDialog(target, candidates, self._ctx.window)
        self.merging.submitted.connect(self._merge)
        self.merging.open()

    def ask_name(self) -> None:
        """Ask for another name of the open narrative."""
        narrative = self._view.current
        if narrative is None:
            return
        self._ask_name(tr(_STAYS), name_of(narrative))

    def _ask_name(self, about: str, name: str) -> None:
        from app.gui.review.text_dialog import TextDialog  # not needed to show the page

        self.naming = TextDialog(tr("Rename the narrative"), about, name, parent=self._ctx.window)
        self.naming.submitted.connect(self._rename)
        self.naming.open()

    def _titled(self, narrative: str, suggested: TitleSuggested) -> None:
        """Offer the suggested title, unless the reader has opened another narrative."""
        if self._view.current is None or self._view.current.id != narrative:
            return
        if not suggested.title:
            self._page.error.say(tr("There is no title from the language model."), hint=nothing_held(suggested.record))
            return
        effort = effort_of(suggested.record)
        about = tr(
            "The language model suggests this name, in the words of the narrative’s texts. Change it as you like. {effort}", effort=effort
        )
        self._ask_name(f"{about}\n\n{tr(_STAYS)}", inert(suggested.title))

    def suggest_title(self) -> None:
        """Request a name for the open narrative from the language model; it applies only once the reader takes it."""
        if self._view.current is not None:
            self._page.error.clear()
            self._requests.suggest_title(self._view.current.id)

    def judge(self, repeat: Repeat, judgement: Judgement) -> None:
        """Judge a repeat; the same judgement again removes it."""
        self._make(judge((repeat,), None if repeat.judgement is judgement else judgement, reviewer=self._who(), at=utc_timestamp()))

    def undo(self) -> None:
        """Undo the last change."""
        if self._view.map.undo:
            self._requests.undo()

    def redo(self) -> None:
        """Redo the change that was undone last."""
        if self._view.map.redo:
            self._requests.redo()

    def _merge(self, names: tuple[str, ...]) -> None:
        target = self._view.current
        merged = [narrative for narrative in map(self._view.narrative, names) if narrative is not None]
        if target is not None and merged:
            self._make(merge(target, merged, reviewer=self._who(), at=utc_timestamp()))

    def _rename(self, name: str) -> None:
        narrative = self._view.current
        if narrative is not None and " ".join(name.split()) != narrative.name:
            self._make(rename(narrative, name, reviewer=self._who(), at=utc_timestamp()))

    def _make(self, act: NarrativeOperation) -> None:
        if act.moves or act.names or act.judgements:
            self._requests.act(act)

    def _acted(self, change: NarrativesChanged) -> None:
        view, before = self._view, self._view.map
        open_before = view.shown
        view.take(changed_map(before, changed=change.changed, deleted=change.gone, act=change.act, undo=change.undo, redo=change.redo))
        moved = change.act is not None and bool(change.act.moves)
        self._page.show_view(reset=moved or view.shown != open_before)
        if change.act is not None:
            taken_back = bool(before.undo) and change.redo == before.undo
            self.message_sent.emit(tr("Taken back: {change}", change=change.act.label) if taken_back else f"{change.act.label}.")

    def _who(self) -> str:
        return self._ctx.preferences.settings.reviewer
