"""The matches of the chosen sentence: its words, what was found, and a card for each fact-check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.assisted import Use
from app.domain.conclusion import neighbours
from app.domain.conclusion_words import explanation
from app.domain.direction import isolated
from app.domain.llm_order import is_reranked
from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.review import Decision
from app.domain.verdict import VerdictReason
from app.gui.document.llm_bar import LlmBar
from app.gui.document.match_card import MatchCard
from app.gui.document.match_context import MatchContext
from app.gui.icons import Icons
from app.gui.model.card import card
from app.gui.model.disagreement import disagreement
from app.gui.model.labels import inert
from app.gui.model.language_names import language_names
from app.gui.model.llm_words import LlmText
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import RATINGS, Finding, quoted
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import mark, tr
from app.translation import number as format_number

_QUOTED = 400


class MatchesHead(QWidget):
    """`llm_bar` is the way to a language model's order, None where none is offered."""

    def __init__(self, row: SentenceRow, theme: Theme, *, llm_bar: LlmBar | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = column(self, margins=(2 * GRID, GRID + 4, 2 * GRID, GRID + 4), spacing=4)
        caption = " · ".join(part for part in (isolated(inert(row.sentence.speaker)), row.place) if part)
        if caption:
            layout.addWidget(label(caption, font=theme.font(step=-1), muted=True, wrap=True))
        quoted = row.text if len(row.text) <= _QUOTED else row.text[:_QUOTED] + "…"
        layout.addWidget(label(f"“{quoted}”", font=theme.font(step=2), wrap=True, selectable=True))
        self.summary = label(summary(row), font=theme.font(bold=_strong(row)), wrap=True, selectable=True)
        layout.addWidget(self.summary)
        if llm_bar is not None:
            layout.addWidget(llm_bar)
        told_already = row.conclusion is not None and row.conclusion.reason is VerdictReason.DISAGREEMENT
        disputed = "" if row.hidden or row.ranked is None or told_already else disagreement(row.ranked.matches)
        for notice in filter(None, (disputed, _elsewhere(row))):
            words = label(notice, font=theme.font(step=-1), wrap=True)
            words.setProperty("role", "differs")
            layout.addWidget(words)

    def show_summary(self, row: SentenceRow) -> None:
        """Update the summary of the sentence."""
        self.summary.setText(summary(row))


def _strong(row: SentenceRow) -> bool:
    return row.finding in RATINGS or row.finding is Finding.DISAGREE


def _elsewhere(row: SentenceRow) -> str:
    """Return the notice for a sentence debunked only in languages that the reader does not read, or ""."""
    if not row.elsewhere:
        return ""
    return tr("No debunk in your languages yet, only in: {languages}.", languages=language_names(row.elsewhere))


def summary(row: SentenceRow) -> str:
    """The conclusion of a sentence, in a sentence or two."""
    if row.hidden:
        return tr("Blind review: ratings, stance and order are hidden until you decide. Which of these checks what was said?")
    if row.conclusion is None:
        return tr("Not ranked yet.")
    return explanation(row.conclusion, quoted)


_NOT_ABOUT_THIS = mark("Nearest in the library – not about this ({count})")
_NOT_COMPARED = mark("Nearest in the library – not compared yet ({count})")


class _FoldButton(Button):
    """The space bar works it while it has the focus, also where that key puts a sentence off elsewhere."""

    def event(self, event: QEvent) -> bool:
        """Claim the space bar before it is taken for a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            event.accept()
            return True
        return super().event(event)


class FoldLine(QWidget):
    """`toggled` carries whether the fact-checks shall be shown."""

    toggled = Signal(bool)

    def __init__(self, count: int, theme: Theme, icons: Icons, *, compared: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._text = tr(_NOT_ABOUT_THIS if compared else _NOT_COMPARED, count=format_number(count))
        self.button = _FoldButton("", self)
        self.button.setProperty("role", "quiet")
        self.button.setCheckable(True)
        self.button.setStyleSheet(f"color: {theme.colour('muted').name()}")
        self.button.setFont(theme.font(step=-0.5))
        self.button.toggled.connect(self.toggled)
        layout = column(self)
        inner = column(container := QWidget(self), margins=(GRID, GRID, GRID, GRID))
        inner.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(container)
        layout.addWidget(hairline())
        self.show_open(False)

    def show_open(self, unfolded: bool) -> None:
        """Show whether the fact-checks below are unfolded."""
        if self.button.isChecked() != unfolded:
            self.button.setChecked(unfolded)
        self.button.setText(f"{'▾' if unfolded else '▸'} {self._text}")
        self.button.setAccessibleName(self._text)
        self.button.setAccessibleDescription(tr("Unfolded") if unfolded else tr("Folded away"))


_DONE = object()
_PAUSE_MS = 4  # between two steps, for keys and painting


class MatchesPane(ScrollColumn):
    """`chosen` carries the number of the card; `completed` says that all cards of a sentence are made; the other signals carry the number
    of the card whose button was pressed, `note_asked` also what the language model is to write (a Use)."""

    item_selected = Signal(int)
    link_asked = Signal(int)
    citation_asked = Signal(int)
    passages_asked = Signal(int)
    rerank_asked = Signal()
    note_asked = Signal(int, object)
    completed = Signal()

    def __init__(self, theme: Theme, icons: Icons, context: MatchContext | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=280)
        self._theme, self._icons = theme, icons
        self.context = context or MatchContext()
        self.setAccessibleName(tr("Matches of the chosen sentence"))
        self._hint = tr("Choose a sentence to see its fact-checks.")
        self._row: SentenceRow | None = None
        self._made: list[MatchCard] = []
        self._work: Iterator[None] = iter(())
        self._more = QTimer(self)
        self._more.timeout.connect(self._make_more)
        self.number = 0
        self.said_on: date | None = None
        self._asking: tuple[str, Use | None] = ("", None)
        self.llm_first = False
        self.llm_bar: LlmBar | None = None
        self._decisions: Mapping[str, Decision] = {}
        self._folded: frozenset[int] = frozenset()
        self._head: MatchesHead | None = None
        self.fold: FoldLine | None = None
        self._body = QWidget(self)
        theme.changing.connect(self._clear)
        theme.changed.connect(self._rebuild)
        self.show_row(None)

    @property
    def cards(self) -> list[MatchCard]:
        """All cards; what was still waiting to be made is made now."""
        for _ in self._work:
            pass
        return self._made

    def card_of(self, number: int) -> MatchCard | None:
        """The card of this number: a match keeps its number in whatever order the cards stand."""
        return next((match_card for match_card in self.cards if match_card.content.number == number), None)

    def next_number(self, number: int) -> int:
        """The number of the card below this one; 0 below the last, and below those that are folded away."""
        order = [unfolded_number for unfolded_number in self._shown_order(self._row) if unfolded_number not in self._folded]
        position = order.index(number) + 1 if number in order else len(order)
        return order[position] if position < len(order) else 0

    def show_llm_order(self, llm_first: bool) -> None:
        """Let the cards stand as the language model put them, or in their own order."""
        self.llm_first = llm_first
        self._rebuild()

    @property
    def complete(self) -> bool:
        """Return whether all cards are made."""
        return not self._more.isActive()

    def show_row(self, row: SentenceRow | None, *, rebuild: bool = False) -> None:
        """Show a sentence's matches, the first chosen (the same as before where it is the same sentence); None shows what to do.

        Nothing is made at once: its words with the first card while the event loop turns, then the other cards, so that no ranking
        stops the window, and nothing is made of the sentences that a reader only passes.
        """
        if row is not None and self._head is not None and not rebuild and _same(row, self._row):
            self._row = row  # nothing to show anew but what is said of it: what was unfolded or read on stays
            self._head.show_summary(row)
            return
        matches = row.ranked.matches if row and row.ranked else ()
        selected_number = self._kept_of(row)
        self._folded = self._neighbours(row)
        first = next((number for number in self._shown_order(row) if number not in self._folded), 0)
        self._row, self._made, self.number = row, [], selected_number or first
        self.fold, self._head = None, None
        self._work = self._making(row, matches, selected_number)
        self._more.start(0)

    def _making(self, row: SentenceRow | None, matches: Sequence[Match], selected_number: int) -> Iterator[None]:
        """Make the head and the cards of a sentence step by step; `selected_number` is the card that was selected before."""
        body = styled(QWidget(), "surface")
        layout = column(body)
        self.llm_bar = self._make_llm_bar(row) if row is not None else None
        if row is None:
            self._say(layout, self._hint)
        else:
            self._head = MatchesHead(row, self._theme, llm_bar=self.llm_bar)
            layout.addWidget(self._head)
            layout.addWidget(hairline())
        layout.addStretch()
        order = [number for number in self._shown_order(row) if number not in self._folded]
        for number in order[:1]:
            self._add_card(layout, number, matches[number - 1])
            yield
        self._body = body
        self.setWidget(body)
        self._order_tabs()
        for number in order[1:]:
            yield
            match_card = self._add_card(layout, number, matches[number - 1])
            match_card.show()  # the layout would do so only when the event loop turns
            if match_card.content.number == selected_number:  # this is where the reader was
                self._order_tabs()
                body.adjustSize()
                self.ensureWidgetVisible(match_card, 0, 0)
        self._add_fold(layout)
        if selected_number in self._folded:
            self.unfold(True)

    def unfold(self, visible: bool) -> None:
        """Show the fact-checks that are merely near, below the others, or fold them away again."""
        if self.fold is None or self._row is None or self._row.ranked is None:
            return
        folded_cards = [match_card for match_card in self._made if match_card.content.number in self._folded]
        if visible and not folded_cards:
            lines = self._body.layout()
            assert isinstance(lines, QVBoxLayout)
            numbers = [number for number in self._shown_order(self._row) if number in self._folded]
            folded_cards = [self._add_card(lines, number, self._row.ranked.matches[number - 1]) for number in numbers]
        for match_card in folded_cards:
            match_card.setVisible(visible)
        self.fold.show_open(visible)
        self._order_tabs()
        self._body.adjustSize()

    def _add_fold(self, lines: QVBoxLayout) -> None:
        """The line that the fact-checks which are merely near are folded away under."""
        if not self._folded or self._row is None or self._row.ranked is None:
            return
        self.fold = FoldLine(len(self._folded), self._theme, self._icons, compared=self._row.ranked.compared)
        self.fold.toggled.connect(self.unfold)
        lines.insertWidget(lines.count() - 1, self.fold)
        self.fold.show()
        self._order_tabs()

    def _neighbours(self, row: SentenceRow | None) -> frozenset[int]:
        """The numbers of the matches that are merely near; none in a blind review."""
        if row is None or row.ranked is None or row.hidden:
            return frozenset()
        neighbour_ids = neighbours(row.ranked, row.review.decisions)
        return frozenset(number for number, match in enumerate(row.ranked.matches, start=1) if match.factcheck.id in neighbour_ids)

    def _kept_of(self, row: SentenceRow | None) -> int:
        """The number that the chosen fact-check has among this row's matches, if it is the same sentence; else 0."""
        before = self._row
        if row is None or before is None or not row.ranked or not before.ranked or row.sentence != before.sentence or not self.number:
            return 0
        selected_id = before.ranked.matches[self.number - 1].factcheck.id
        ids = [match.factcheck.id for match in row.ranked.matches]
        return ids.index(selected_id) + 1 if selected_id in ids else 0

    def show_decisions(self, decisions: Mapping[str, Decision]) -> None:
        """Show the reviewer's decisions on these matches, by fact-check id."""
        self._decisions = decisions
        for match_card in self._made:
            match_card.show_decision(decisions.get(match_card.content.factcheck))

    def show_asking(self, factcheck: str, use: Use | None) -> None:
        """The language model is being asked this about a fact-check; "" and None: nothing."""
        self._asking = (factcheck, use)
        for match_card in self._made:
            match_card.show_asking(use if match_card.content.factcheck == factcheck else None)

    def show_note(self, factcheck: str, use: Use, text: LlmText) -> None:
        """Show a text that the language model wrote about a fact-check."""
        for match_card in self._made:
            if match_card.content.factcheck == factcheck:
                match_card.show_note(use, text)
                self._body.adjustSize()
                self._order_tabs()

    def show_hint(self, text: str) -> None:
        """Other words for when no sentence is chosen."""
        self._hint = text
        self.show_row(None)

    def choose(self, number: int) -> bool:
        """Open the card of this number, close the others; False when there is none. One that is folded away is shown."""
        if number in self._folded:
            for _ in self._work:
                pass
            self.unfold(True)
        card = self.card_of(number)
        if card is None:
            return False
        self.number = number
        for match_card in self._made:
            match_card.set_chosen(match_card.content.number == number)
        self._order_tabs()
        self._body.adjustSize()
        self.ensureWidgetVisible(card, 0, 0)
        self.item_selected.emit(number)
        return True

    def _order_tabs(self) -> None:
        """From card to card, with the line that others are folded away under before those."""
        unfolded_cards = [match_card for match_card in self._made if match_card.content.number not in self._folded]
        folded_cards = [match_card for match_card in self._made if match_card.content.number in self._folded]
        fold = (self.fold.button,) if self.fold is not None else ()
        before: QWidget = self
        for button in (*_buttons(unfolded_cards), *fold, *_buttons(folded_cards)):
            QWidget.setTabOrder(before, button)
            before = button

    def _clear(self) -> None:
        self._more.stop()
        self._made, self._work = [], iter(())
        self.fold, self._head = None, None
        self._body = QWidget(self)
        self.setWidget(self._body)

    def _rebuild(self) -> None:
        self.show_row(self._row, rebuild=True)

    def _make_llm_bar(self, row: SentenceRow) -> LlmBar | None:
        """The way to a language model's order, or between it and our own; none in a blind review, nor without a model."""
        entry = row.ranked
        if entry is None or row.hidden or len(entry.matches) < 2 or not (is_reranked(entry) or self.context.can_rerank):
            return None
        first, note = self.llm_first, self.context.order_note()
        bar = LlmBar(self._theme, reranked=is_reranked(entry), llm_first=first, note=note, keys=self.context.keys)
        bar.order_chosen.connect(self.show_llm_order)
        bar.rerank_asked.connect(self.rerank_asked)
        return bar

    def _shown_order(self, row: SentenceRow | None) -> list[int]:
        """The matches' numbers, in the order of their cards."""
        matches = row.ranked.matches if row and row.ranked else ()
        numbers = range(1, len(matches) + 1)
        if row is None or row.ranked is None or row.hidden:
            return list(numbers)
        if not self.llm_first:
            basis_ids = (row.ranked.verdict_source, row.ranked.verdict_against)
            return sorted(numbers, key=lambda number: _place(matches[number - 1].factcheck.id, basis_ids))
        return sorted(numbers, key=lambda number: matches[number - 1].llm_rank or len(matches) + 1)

    def _make_more(self) -> None:
        if next(self._work, _DONE) is _DONE:
            self._more.stop()
            self.completed.emit()
        else:
            self._more.start(_PAUSE_MS)

    def _decides(self, number: int, match: Match) -> bool:
        """Return whether the sentence's finding rests on this match; False for the first match, where that is clear anyway."""
        entry = self._row.ranked if self._row is not None and not self._row.hidden else None
        return number > 1 and entry is not None and entry.rests_on(match)

    def _add_card(self, lines: QVBoxLayout, number: int, match: Match) -> MatchCard:
        hidden = self._row is not None and self._row.hidden
        sentence_text = self._row.sentence.text if self._row is not None else ""
        settings = self.context.settings()
        content = card(
            number,
            match,
            settled=self._settled(),
            said_on=self.said_on,
            hidden=hidden,
            sentence=sentence_text,
            stale_after=settings.stale_after,
            my_languages=settings.my_languages,
            llm_target=self.context.llm_target if self._row is not None and self._about() else "",
            decides=self._decides(number, match),
            neighbour=number in self._folded,
            verifiability=None if hidden or self._row is None or self._row.ranked is None else self._row.ranked.probability,
        )
        notes = dict if hidden else partial(self.context.notes.of, sentence_text, match.factcheck)
        match_card = MatchCard(content, self._theme, self._icons, keys=self.context.keys, notes_so_far=notes)
        match_card.show_decision(self._decisions.get(content.factcheck))
        match_card.item_selected.connect(self.choose)
        match_card.link_asked.connect(self.link_asked)
        match_card.citation_asked.connect(self.citation_asked)
        match_card.passages_asked.connect(self.passages_asked)
        match_card.note_asked.connect(self.note_asked)
        if not hidden:
            match_card.show_asking(self._asking[1] if self._asking[0] == content.factcheck else None)
        match_card.set_chosen(content.number == self.number)
        self._made.append(match_card)
        match_card.resize(self.viewport().width(), match_card.height())  # else its lines are broken for another width first
        lines.insertWidget(lines.count() - 1, match_card)
        return match_card

    def _about(self) -> bool:
        """Return whether any match may be about the sentence; otherwise the language model has nothing to be asked."""
        return self._row is not None and self._row.ranked is not None and self._row.ranked.outcome is not Outcome.NONE

    def _settled(self) -> bool:
        return self._row is not None and self._row.ranked is not None and self._row.ranked.outcome is Outcome.MATCH

    def _say(self, lines: QVBoxLayout, text: str) -> None:
        words = label(text, muted=True, wrap=True)
        words.setContentsMargins(2 * GRID, 3 * GRID, 2 * GRID, 0)
        lines.addWidget(words)


def _buttons(cards: Sequence[MatchCard]) -> list[QWidget]:
    return [button for match_card in cards for button in match_card.buttons()]


def _place(factcheck: str, basis_ids: Sequence[str]) -> int:
    """Before the others stand the fact-checks that the finding rests on."""
    return basis_ids.index(factcheck) if factcheck in basis_ids else len(basis_ids)


def _same(row: SentenceRow, shown_row: SentenceRow | None) -> bool:
    """Return whether two rows look the same here apart from the summary: same sentence and matches, whatever their positions in the
    list."""
    if shown_row is None or row.ranked is None or shown_row.ranked is None or row.sentence != shown_row.sentence:
        return False
    return (
        row.ranked.matches == shown_row.ranked.matches
        and row.elsewhere == shown_row.elsewhere
        and row.hidden == shown_row.hidden
        and (row.ranked.outcome, row.ranked.verdict_reason) == (shown_row.ranked.outcome, shown_row.ranked.verdict_reason)
        and (row.ranked.verdict_source, row.ranked.compared) == (shown_row.ranked.verdict_source, shown_row.ranked.compared)
    )
