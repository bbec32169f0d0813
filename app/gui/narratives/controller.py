"""The Narratives page with its actions: narratives found and brought up to date, looked at, changed by hand, exported."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.domain.judgement import Judgement
from app.domain.narrative import NarrativeItem, NarrativeMap
from app.gui.jobs import Failure
from app.gui.library_requests import LibraryRequests
from app.gui.links import ask_to_open
from app.gui.model.commands import command
from app.gui.model.narrative_view import NarrativesView, Order
from app.gui.narratives.editing import NarrativeEditing
from app.gui.narratives.export import NarrativeExport
from app.gui.narratives.page import NarrativesPage
from app.gui.narratives.requests import NarrativesRequests
from app.gui.narratives.signals import NarrativeSignals
from app.gui.ui_context import UiContext
from app.gui.widgets.empty_state import EmptyState
from app.translation import language, mark, tr

_NO_LIBRARY = mark(
    "Narratives are found among the fact-checks and posts of your library. Load the demo library to try it, or import your own."
)
_START = mark(
    "Fact-checks and posts that tell the same story are put together, in whatever language they are: when it was debunked, by whom, how it "
    "travelled, and who had debunked it before. A thousand items take seconds, a hundred thousand a few minutes; later only what is "
    "new is looked at. It all stays on this computer, and every grouping can be corrected by hand."
)
_JUDGEMENTS = {
    "narratives_exact": Judgement.EXACT,
    "narratives_partial": Judgement.PARTIAL,
    "narratives_irrelevant": Judgement.IRRELEVANT,
}


class NarrativesController(QObject):
    """Controller of the Narratives page. `said` carries messages for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, library: LibraryRequests) -> None:
        super().__init__(ctx.window)
        self._ctx = ctx
        self._looked_at = ""
        self._stale = self._opens = False
        self.signals = NarrativeSignals(ctx, self)
        self.view = NarrativesView(lambda: ctx.preferences.settings.my_languages or (language(),))
        actions, theme = ctx.actions, ctx.theme
        import_actions = (library.load_demo_action, actions["import"])
        no_library = EmptyState(theme, heading=tr("There are no fact-checks yet"), text=tr(_NO_LIBRARY), actions=import_actions)
        self.start = QAction(tr("Find narratives"), self)
        self.start.triggered.connect(self.find)
        start = EmptyState(theme, heading=tr("Where was this story debunked before?"), text=tr(_START), actions=(self.start,))

        def can_suggest() -> bool:
            return bool(ctx.preferences.settings.llm_model)

        self.page = NarrativesPage(self.view, self.signals, no_library=no_library, start=start, can_suggest=can_suggest, parent=ctx.window)
        self.requests = NarrativesRequests(ctx.jobs, library, self)
        self.editing = NarrativeEditing(ctx, self.page, self.requests, self)
        self.export = NarrativeExport(ctx, self.page, self.requests, self)
        self._connect()
        self._connect_parts()
        self._keys()

    def focus(self) -> None:
        """Read the stored narratives when the page is opened, and focus the list."""
        if self._looked_at != self.requests.library or self._stale:
            self._look()
        self.page.header.refresh()
        self.page.focus_first()

    def find(self, *, then_open: bool = False) -> None:
        """Find narratives, or add new items; `then_open` opens the one with most languages."""
        self._opens = then_open
        if self._looked_at != self.requests.library:
            self._look()
        if self.requests.factchecks == 0:
            self.page.show_page(self.page.no_library)
            return
        self.page.error.clear()
        self.requests.find()

    def library_changed(self) -> None:
        """Reload after a change of the library, now or when the page is opened."""
        self._stale = True
        self.page.header.refresh()
        if self.page.isVisible():
            self._look()

    def _look(self) -> None:
        page, requests = self.page, self.requests
        if self._looked_at != requests.library:
            self._looked_at = requests.library
            requests.forget()
            self.view.take(NarrativeMap())
            page.error.clear()
            page.stale.clear()
            page.show_view(reset=True)
        self._stale = False
        if requests.factchecks == 0:
            page.show_page(page.no_library)
        elif requests.job() is None:
            requests.read_map()

    def _connect(self) -> None:
        requests, page = self.requests, self.page
        requests.read.connect(self._read)
        requests.computed.connect(page.series.show_statistics)
        requests.failed.connect(self._failed)
        requests.changed.connect(self._show_job)
        self._ctx.jobs.changed.connect(self._show_job)
        page.finding.stopped.connect(requests.stop)
        page.stale.accepted.connect(self.find)
        page.series_wanted.connect(self._compute)
        page.series.requested.connect(self._compute)
        for message_signal in (self.editing.message_sent, self.export.message_sent):
            message_signal.connect(self.message_sent)
        self.export.failed.connect(partial(self._failed, "write"))

    def _connect_parts(self) -> None:
        page, editing, signals = self.page, self.editing, self.signals
        page.list.item_selected.connect(self._choose)
        page.list.changed.connect(self._listed)
        page.header.rename_asked.connect(editing.ask_name)
        page.header.merge_asked.connect(editing.ask_merge)
        page.header.title_asked.connect(editing.suggest_title)
        page.header.export_asked.connect(self.export.export)
        page.items.split_asked.connect(editing.split)
        page.items.taken_out.connect(editing.take_out)
        page.undo.clicked.connect(editing.undo)
        page.redo.clicked.connect(editing.redo)
        signals.judged.connect(editing.judge)
        signals.link_asked.connect(partial(ask_to_open, self._ctx.window))
        signals.item_asked.connect(self._show_item)

    def _keys(self) -> None:
        page, editing = self.page, self.editing
        handlers: dict[str, Callable[[], object]] = {
            "narratives_rename": editing.ask_name,
            "narratives_merge": editing.ask_merge,
            "narratives_undo": editing.undo,
            "narratives_redo": editing.redo,
            "narratives_export": page.header.export.open,
        }
        actions = self._ctx.actions
        actions.serve(page.work, handlers)
        actions.serve(page.items, {"narratives_split": page.items.ask_split})
        actions.serve(page.list.list, {"narratives_search": page.list.search.setFocus})
        actions.hint("narratives_split", page.items.split)
        for name, judgement in _JUDGEMENTS.items():
            actions.follow(command(name).follows, page.items, partial(page.items.judge, judgement))

    def _choose(self, name: str) -> None:
        if name != self.view.shown:
            self.view.shown = name
            self.page.header.refresh()
            self.page.show_tab(reset=True)

    def _listed(self) -> None:
        """Update what is shown of all narratives together after the list changed."""
        if self.view.current is None:
            self.page.header.refresh()
            self.page.show_tab(reset=True)

    def _show_item(self, item: NarrativeItem) -> None:
        self.page.show_item(item.key)

    def _read(self, narrative_map: NarrativeMap) -> None:
        self.view.take(narrative_map)
        if self._opens and narrative_map.found:
            self._opens = False
            self.view.order = Order.SPREAD
            self.view.shown = next((narrative.id for narrative in self.view.listed()), "")
            self.page.list.show_order()
        page = self.page
        page.show_view(reset=True)
        page.show_page(page.work if narrative_map.found else page.start)
        if narrative_map.found and not narrative_map.fresh:
            message = tr("The library has changed since these narratives were found.")
            page.stale.say(message, hint=tr("An update takes in what is new; what you changed by hand stays."), button=tr("Update"))
        elif narrative_map.found and narrative_map.remarks:
            page.stale.say(" ".join(narrative_map.remarks))
        else:
            page.stale.clear()
        if page.isVisible() and not page.isAncestorOf(page.focusWidget() or self._ctx.window):
            page.focus_first()

    def _compute(self) -> None:
        view, series = self.view, self.page.series
        if not view.map.found:
            return
        names = tuple(narrative.id for narrative in view.scope()) if view.current is not None or view.wanted.narrow else ()
        if view.wanted.narrow and not names:
            series.say(tr("No narrative is listed."))
            return
        series.say(tr("Counting…"))
        self.requests.compute(names, view.among(), series.step)

    def _show_job(self) -> None:
        job, page = self.requests.job(), self.page
        if job is not None and not self.view.map.found:
            page.finding.show_job(job)
            page.show_page(page.finding)
        elif job is not None:
            page.stale.clear()
        elif page.whole.currentWidget() is page.finding:
            page.show_page(page.start)

    def _failed(self, request: str, failure: Failure) -> None:
        page = self.page
        if failure.code == "cancelled":
            if request in ("find", "title"):
                self.message_sent.emit(tr("Stopped. Nothing was changed."))
            if request == "find":
                self.requests.read_map()
        elif request == "series":
            page.series.show_failure(failure)
        elif request == "act":
            message = tr("Your change could not be kept: {reason}", reason=failure.message)
            page.error.say(message, hint=failure.hint)
        else:
            page.error.say(failure.message, hint=failure.hint)
            if request == "read" and not self.view.map.found:
                page.show_page(page.start)
