"""Importing posts: the dialog of fact-checks with other words, fields and counts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLineEdit

from app.domain.options import PostImportOptions
from app.domain.posts import PostImportReport
from app.gui.library.import_dialog import AnyReport, ImportDialog
from app.gui.library.table_preview import read_post_table
from app.gui.model.ask_words import import_words
from app.gui.model.column_choice import POST_FIELDS, Table
from app.gui.opening import ask_posts
from app.translation import mark, tr

_WHAT = mark(
    "Archives and exports of X (Twitter), Bluesky, Mastodon, Telegram, WhatsApp and Reddit, tables of CrowdTangle and the Meta Content "
    "Library, and CSV, TSV and JSON Lines are recognised by themselves. A row that cannot be read never stops the rest."
)
_NEXT = mark("The posts can be found by their words now. “Make posts searchable by meaning” lets other wordings be found too.")


class PostImportDialog(ImportDialog):
    """`import_asked` carries (paths, PostImportOptions)."""

    title, what, columns = mark("Import posts"), _WHAT, POST_FIELDS
    stopped = mark("The library is as it was before.")

    def fields(self) -> tuple[tuple[str, QLineEdit], ...]:
        """Return the inputs for platform and language of rows that lack them."""
        self.platform, self.language = QLineEdit(self), QLineEdit(self)
        self.platform.setPlaceholderText(tr("Used where a row names none, for example mastodon"))
        self.language.setPlaceholderText(tr("Detected where a row names none; write es to set it"))
        return (tr("Default platform"), self.platform), (tr("Default language"), self.language)

    def options(self) -> PostImportOptions:
        """Return the options for reading the files."""
        platform, language = self.platform.text().strip().lower(), self.language.text().strip()
        return PostImportOptions(columns=self.mapping.columns, platform=platform, language=language)

    def table(self, path: Path) -> Table | None:
        """As of fact-checks."""
        return read_post_table(path)

    def ask_files(self) -> tuple[Path, ...]:
        """Ask for files."""
        return ask_posts(self)

    def told(self, report: AnyReport) -> tuple[str, str]:
        """Return the counts in one line, notes, and the next step."""
        if not isinstance(report, PostImportReport):
            return super().told(report)
        return import_words(report), "\n".join((*report.notes, tr(_NEXT)))
