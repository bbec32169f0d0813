"""Texts below the input before the first look-up: what can be pasted, and two claims to try."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.gui.model.claims import EXAMPLES
from app.gui.theme import Theme
from app.gui.widgets.examples import Examples
from app.translation import mark, tr

_TEXT = mark(
    "Paste one claim or up to five hundred: posts, quotations, a numbered list, a column of a spreadsheet, a table with a heading. "
    "Each is looked up in the library, also in other wordings, and nothing leaves this computer."
)


def claim_examples(theme: Theme, parent: QWidget) -> Examples:
    """Claims to look up."""
    words = tr("Has this been checked?"), tr(_TEXT)
    return Examples(theme, words, EXAMPLES, accessible_name=lambda claim: tr("Look up: {claim}", claim=claim), parent=parent)
