"""One match as a card: compact until it is chosen, then with everything that is known about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain.assisted import Use
from app.domain.review import Decision
from app.gui.icons import Icons
from app.gui.model.card import Card
from app.gui.model.keymap import Keys, standard_keys, with_key
from app.gui.model.labels import inert, prose, tip
from app.gui.model.language_names import language_name
from app.gui.model.llm_words import LlmText
from app.gui.model.review_state import decision_badge
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.llm_block import LlmBlock
from app.gui.widgets.marked_label import ContrastLabel
from app.gui.widgets.meter import Meter
from app.translation import mark, tr

_EXPLAINED = mark(
    "“Same claim” is the chance that an editor would have linked the two. It is low by nature: a few hundredths already stand "
    "out. Each number compares only with others of its kind."
)


class WhyPanel(QWidget):
    """The words lead; the numbers are folded away until their button is pressed."""

    def __init__(self, content: Card, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content, self._theme = content, theme
        self._small = theme.font(step=-1)
        self._lines = column(self, spacing=2)
        self._lines.addWidget(label(tr("Why this match?"), font=theme.font(step=-1, bold=True)))
        self._lines.addWidget(label(prose(content.reasons), font=self._small, wrap=True))
        self.numbers: QWidget | None = None
        self.button = Button(tr("Show scores"), self)
        self.button.setProperty("role", "quiet")
        self.button.setFont(self._small)
        self.button.setCheckable(True)
        self.button.toggled.connect(self.show_numbers)
        self._lines.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_numbers(self, visible: bool) -> None:
        """Unfold or fold the numbers; they are made when they are first asked for."""
        if visible and self.numbers is None:
            self.numbers = self._make_numbers()
            self._lines.addWidget(self.numbers)
        if self.numbers is not None:
            self.numbers.setVisible(visible)
        self.button.setText(tr("Hide scores") if visible else tr("Show scores"))

    def _make_numbers(self) -> QWidget:
        panel = QWidget(self)
        grid = QGridLayout(panel)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(2)
        for row, measure in enumerate(self._content.measures):
            for cell_index, text in enumerate(measure):
                words = label(text, font=self._small, muted=True, wrap=True, selectable=bool(cell_index))
                words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(words, row, cell_index)
            share = self._content.bars[row] if row < len(self._content.bars) else None
            if share is not None:
                grid.addWidget(Meter(self._theme, share, panel), row, 2, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(label(tr(_EXPLAINED), font=self._small, muted=True, wrap=True), grid.rowCount(), 0, 1, 3)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        return panel


class CardNotes(QWidget):
    """`asked` carries a Use. The `buttons` stand wherever the card puts them, the `blocks` in here."""

    requested = Signal(object)

    def __init__(self, content: Card, theme: Theme, notes: Mapping[Use, LlmText], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content, self._theme = content, theme
        self._lines = column(self, spacing=GRID)
        self.buttons = {use: self._button(use) for use in content.llm_offers}
        self.blocks: dict[Use, LlmBlock] = {}
        self.setVisible(bool(notes))
        self.show_asking(None)
        for use, text in notes.items():
            self.show_note(use, text)

    def show_note(self, use: Use, text: LlmText) -> None:
        """Show what was written, in place of what was written before."""
        before = self.blocks.pop(use, None)
        if before is not None:
            before.hide()
            before.deleteLater()
        block = self.blocks[use] = LlmBlock(text, self._theme, self)
        self._lines.addWidget(block)
        block.show()  # the layout would do so only when the event loop turns
        self.show()

    def show_asking(self, use: Use | None) -> None:
        """The language model is being asked this; None: nothing about this match."""
        for button_use, button in self.buttons.items():
            button.setEnabled(button_use is not use)
            button.setText(tr("Asking…") if button_use is use else self._words(button_use))

    def _button(self, use: Use) -> Button:
        button = Button(self._words(use), self)
        button.setProperty("role", "quiet")
        button.setFont(self._theme.font(step=-0.5))
        if use is Use.TRANSLATION:
            button.setToolTip(tr("Have the language model translate the claim; the original stays beside it"))
        else:
            button.setToolTip(tr("Two lines by the language model, each with words of the fact-check or of what was said"))
        button.clicked.connect(lambda: self.requested.emit(use))
        return button

    def _words(self, use: Use) -> str:
        if use is Use.TRANSLATION:
            # Translators: {language} is the name of a language, as on a button "Translate into English".
            return tr("Translate into {language}", language=language_name(self._content.llm_target))
        return tr("Why this settles it")


class ClaimComparison(QWidget):
    """The checked claim and, in the chosen card, the sentence above it; what differs is marked in both."""

    def __init__(self, content: Card, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content, self._theme = content, theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        contrast = content.contrast
        self.claim = ContrastLabel(
            content.claim, shared=content.shared, differing=contrast.in_claim, same=contrast.equal_in_claim, theme=theme, parent=self
        )
        self.claim.setFont(theme.font(step=0.0 if content.neighbour else 0.5))
        self.setEnabled(not content.neighbour)
        self.claim.setAccessibleDescription(contrast.words)
        self._grid.addWidget(self.claim, 1, 1)
        self.sentence: ContrastLabel | None = None
        self._captions: tuple[QLabel, ...] = ()

    def show_sentence(self, visible: bool) -> None:
        """Show the sentence above the claim, or hide it; it is made when it is first shown."""
        if visible and self.sentence is None and self._content.sentence:
            self._make_sentence(self._content.sentence)
        for part in (self.sentence, *self._captions):
            if part is not None:
                part.setVisible(visible)

    def _make_sentence(self, text: str) -> None:
        contrast, small = self._content.contrast, self._theme.font(step=-1)
        self.sentence = ContrastLabel(text, differing=contrast.in_sentence, same=contrast.equal_in_sentence, theme=self._theme, parent=self)
        self.sentence.setFont(self.claim.font())
        self.sentence.setAccessibleDescription(contrast.words)
        self._grid.addWidget(self.sentence, 0, 1)
        # Translators: two short captions: the sentence that was said, and the claim that a fact-check has checked.
        self._captions = (label(tr("Said"), font=small, muted=True), label(tr("Checked"), font=small, muted=True))
        gap = max(0, QFontMetrics(self.claim.font()).ascent() - QFontMetrics(small).ascent())
        for row, caption in enumerate(self._captions):
            caption.setContentsMargins(0, gap, 0, 0)
            self._grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)


_ICON = 16


class MatchCard(QWidget):
    """`chosen` carries the card's number; `link_asked`, `citation_asked` and `passages_asked` are its buttons,
    `note_asked` (number, Use) those that have the language model write something."""

    item_selected = Signal(int)
    link_asked = Signal(int)
    citation_asked = Signal(int)
    passages_asked = Signal(int)
    note_asked = Signal(int, object)

    def __init__(
        self,
        content: Card,
        theme: Theme,
        icons: Icons,
        *,
        keys: Keys = standard_keys,
        notes_so_far: Callable[[], Mapping[Use, LlmText]] = dict,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._keys = keys
        self.content = content
        self._theme, self._icons = theme, icons
        self.setAccessibleName(content.spoken)
        layout = column(self)
        inner = QWidget(self)
        self._lines = column(inner, margins=(2 * GRID, GRID + 4, 2 * GRID, GRID + 4), spacing=4)
        layout.addWidget(inner)
        layout.addWidget(hairline())
        self._head()
        self.comparison = ClaimComparison(content, theme, self)
        self.claim = self.comparison.claim
        self._lines.addWidget(self.comparison)
        self._source()
        self.details: QWidget | None = None
        self.why: WhyPanel | None = None
        self.notes: CardNotes | None = None
        self._notes_so_far = notes_so_far
        self._asking: Use | None = None

    def set_chosen(self, expanded: bool) -> None:
        """Show or hide the details; they are made when they are first asked for."""
        if expanded and self.details is None:
            self.details = QWidget(self)
            self._fill_details(column(self.details, margins=(0, 4, 0, 0), spacing=GRID))
            self._lines.addWidget(self.details)
        if self.details is not None:
            self.details.setVisible(expanded)
        self.comparison.show_sentence(expanded)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click anywhere chooses the card."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.item_selected.emit(self.content.number)

    def show_decision(self, decision: Decision | None) -> None:
        """Show the reviewer's decision on this match; a rejected match is greyed."""
        badge = decision_badge(decision) if decision else None
        self.decision.setVisible(badge is not None)
        self.comparison.setEnabled(decision is not Decision.REJECTED and not self.content.neighbour)
        if badge is not None:
            colour = self._theme.tone(badge.tone)
            self._decision_icon.setPixmap(self._pixmap(badge.icon, colour))
            self._decision_word.setText(badge.word)
            self._decision_word.setStyleSheet(f"color: {colour.name()}")
        decision_text = tr("You decided: {decision}.", decision=badge.word) if badge else ""
        self.setAccessibleName(f"{decision_text} {self.content.spoken}".strip())

    def show_earlier(self, text: str) -> None:
        """Say that another publisher had checked this before; "" says nothing."""
        self.earlier.setText(text)
        self.earlier.setVisible(bool(text))
        self.setAccessibleDescription(text)

    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons of the details, in order; none before the card was chosen, nor in a blind review."""
        if self.details is None or self.why is None:
            return ()
        return (self.link_button, self.citation_button, self.passages_button, *self._note_buttons(), self.why.button)

    def show_passages(self, passages: tuple[str, ...], body: str) -> None:
        """Show the passages nearest to the sentence, in place of the button that asked for them."""
        self.passages_button.hide()
        texts = passages or ((body,) if body else (tr("The library holds no text of this fact-check."),))
        for passage in texts:
            self._passages.addWidget(label(inert(passage), muted=True, wrap=True, selectable=True))

    def say_passages(self, message: str) -> None:
        """Say why there are no passages; the button stays for another try."""
        self.passages_button.setText(message)

    def show_note(self, use: Use, text: LlmText) -> None:
        """Show what the language model wrote; a card that was never opened shows it once it is."""
        if self.notes is not None:
            self.notes.show_note(use, text)

    def show_asking(self, use: Use | None) -> None:
        """The language model is being asked this about the match; None: nothing."""
        self._asking = use
        if self.notes is not None:
            self.notes.show_asking(use)

    def _head(self) -> None:
        self._lines.addLayout(self._verdict())
        if self.content.likelihood and not self.content.hidden:
            self._lines.addWidget(self._chance(), 0, Qt.AlignmentFlag.AlignLeft)
        self._decision_icon, self._decision_word = QLabel(self), label("", font=self._theme.font(step=-1, bold=True))
        self.decision = _together(self._decision_icon, self._decision_word)
        self.decision.hide()
        self._lines.addWidget(self.decision, 0, Qt.AlignmentFlag.AlignLeft)

    def _pixmap(self, icon: str, colour: QColor) -> QPixmap:
        return self._icons.pixmap(icon, colour, size=self._theme.grown(_ICON), scale=self.devicePixelRatioF())

    def _verdict(self) -> QHBoxLayout:
        """Return the line with rater and rating. Ratings may be long, so it wraps."""
        content, theme = self.content, self._theme
        colour = theme.tone(content.verdict.tone)
        key = label(str(content.number), font=theme.font(step=-1))
        key.setProperty("role", "key")
        key.setToolTip(tr("Press {number} to choose this match", number=content.number))
        icon = QLabel(self)
        icon.setPixmap(self._pixmap(content.verdict.icon, colour))
        self.verdict = label(content.rated, font=theme.font(step=0.5, bold=not content.neighbour), wrap=True)
        self.verdict.setStyleSheet(f"color: {colour.name()}")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(key, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.verdict, 1)
        return row

    def _chance(self) -> QWidget:
        """The one number of a card: how surely it is about the same claim."""
        content = self.content
        self.chance = label(content.likelihood, font=self._theme.font(step=-1), muted=True)
        self.chance.setToolTip(tr("The chance that this fact-check is about the same claim"))
        if content.probability is None:
            return self.chance
        return _together(self.chance, Meter(self._theme, content.probability, self))

    def _source(self) -> None:
        small = self._theme.font(step=-1)
        self.rating = label(self.content.source_line, font=small, muted=True, wrap=True, selectable=True)
        self._lines.addWidget(self.rating)
        self.earlier = label("", font=small, muted=True, wrap=True, selectable=True)
        self.earlier.hide()
        self._lines.addWidget(self.earlier)
        if self.content.stale:
            self.stale = label(self.content.stale, font=small, muted=True, wrap=True)
            self._lines.addWidget(self.stale)
        if self.content.llm:
            self.llm = label(self.content.llm, font=small, muted=True, wrap=True)
            self._lines.addWidget(self.llm)
        if self.content.note:
            self.note = label(self.content.note, font=small, muted=True, wrap=True)
            self._lines.addWidget(self.note)

    def _fill_details(self, lines: QVBoxLayout) -> None:
        content, small = self.content, self._theme.font(step=-1)
        if content.hidden:
            self._passages, self.why = QVBoxLayout(), None
            lines.addWidget(label(content.said or tr("Does it check what the sentence says?"), font=small, muted=True, wrap=True))
            return
        self.meaning = label(content.implication, font=self._theme.font(bold=content.sure), muted=content.neighbour, wrap=True)
        lines.addWidget(self.meaning)
        self.stance = label(tr("Stance: {stance}", stance=content.stance.word.lower()), font=small, muted=True)
        lines.addWidget(self.stance)
        if content.differences:
            lines.addWidget(self._differences())
        if content.title:
            lines.addWidget(label(content.title, wrap=True, selectable=True))
        if content.excerpt:
            lines.addLayout(self._quote(content.excerpt))
        if content.said:
            lines.addWidget(label(content.said, font=small, muted=True, wrap=True, selectable=True))
        if content.same_as:
            same_as_text = tr("Also in the library as {names}", names=", ".join(content.same_as))
            lines.addWidget(label(same_as_text, font=small, muted=True, wrap=True, selectable=True))
        self._passages = QVBoxLayout()
        self._passages.setSpacing(GRID)
        lines.addLayout(self._passages)
        self.notes = CardNotes(content, self._theme, self._notes_so_far(), self)
        self.notes.requested.connect(lambda use: self.note_asked.emit(content.number, use))
        self.notes.show_asking(self._asking)
        lines.addWidget(self.notes)
        lines.addWidget(self._buttons())
        self.why = WhyPanel(content, self._theme, self)
        lines.addWidget(self.why)

    def _differences(self) -> QWidget:
        """Return the differences between sentence and checked claim, one chip each."""
        strip = QWidget(self)
        flow = FlowLayout(strip)
        small = self._theme.font(step=-1)
        flow.addWidget(label(self.content.contrast.words or tr("Differs"), font=small, muted=True))
        for difference in self.content.differences:
            chip = label(difference, font=small, selectable=True)
            chip.setProperty("role", "differs")
            flow.addWidget(chip)
        return strip

    def _quote(self, text: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID + 4)
        bar = hairline(vertical=True)
        bar.setFixedWidth(2)
        row.addWidget(bar)
        row.addWidget(label(text, wrap=True, selectable=True), 1)
        return row

    def _buttons(self) -> QWidget:
        row = QWidget(self)
        flow = FlowLayout(row)
        flow.setContentsMargins(-GRID, 0, 0, 0)
        self.link_button = self._button(tr("Open {site}", site=self.content.host) if self.content.host else tr("No link"))
        self.link_button.setEnabled(bool(self.content.host))
        self.link_button.setToolTip(with_key(tip(self.content.url), self._keys("link")) if self.content.host else "")
        self.link_button.clicked.connect(self._ask_link)
        self.citation_button = self._button(tr("Copy citation"))
        citation_tip = tr("Copy publisher, title, rating, day and link as one line")
        self.citation_button.setToolTip(with_key(citation_tip, self._keys("copy_citation")))
        self.citation_button.clicked.connect(self._ask_citation)
        self.passages_button = self._button(tr("Read more"))
        self.passages_button.setToolTip(tr("Show the passages of this fact-check that are nearest to the sentence"))
        self.passages_button.clicked.connect(self._ask_passages)
        for button in (self.link_button, self.citation_button, self.passages_button, *self._note_buttons()):
            flow.addWidget(button)
        return row

    def _note_buttons(self) -> tuple[QPushButton, ...]:
        return tuple(self.notes.buttons.values()) if self.notes is not None else ()

    def _button(self, text: str) -> QPushButton:
        button = Button(text.replace("&", "&&"), self)
        button.setProperty("role", "quiet")
        button.setFont(self._theme.font(step=-0.5))
        return button

    def _ask_link(self) -> None:
        self.link_asked.emit(self.content.number)

    def _ask_citation(self) -> None:
        self.citation_asked.emit(self.content.number)

    def _ask_passages(self) -> None:
        self.passages_asked.emit(self.content.number)


def _together(*parts: QWidget) -> QWidget:
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for part in parts:
        row.addWidget(part)
    return group
