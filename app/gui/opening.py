"""Ways to bring a document in: dialog, drop, clipboard. Each answers with a file, a text, or why neither can be opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QWidget

from app.domain.document_formats import SUPPORTED
from app.domain.project import SUFFIX
from app.gui.file_dialogs import Purpose, choose_file, choose_files, last_folder
from app.translation import tr

_POSTS = "*.jsonl *.json *.ndjson *.js *.tsv *.csv *.xlsx *.txt *.gz *.zip"
_MORE_EVIDENCE = "*.warc *.wacz *.jsonl *.zip"
_FACTCHECKS = "*.jsonl *.json *.tsv *.csv *.xlsx *.html *.htm *.gz *.zip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A document that was dropped or pasted. One of `path` and `text` is filled, else `refusal` says why not."""

    path: Path | None = None
    text: str = ""
    refusal: str = ""
    hint: str = ""


def ask_document(parent: QWidget, folder: str = "") -> Path | None:
    """Ask for a document, the first time in this folder; None when the dialog was closed."""
    start = last_folder(Purpose.DOCUMENT, folder)
    return choose_file(parent, Purpose.DOCUMENT, tr("Open document"), document_filter(), start=start)


def ask_factchecks(parent: QWidget) -> tuple[Path, ...]:
    """Ask for files with fact-checks; empty when the dialog was closed."""
    return choose_files(parent, Purpose.FACTCHECKS, tr("Import fact-checks"), factcheck_filter())


def ask_posts(parent: QWidget) -> tuple[Path, ...]:
    """Ask for files with posts; empty when the dialog was closed."""
    kinds = ";;".join((tr("Collections of posts ({patterns})", patterns=_POSTS), _all_files()))
    return choose_files(parent, Purpose.POSTS, tr("Import posts"), kinds)


def ask_evidence(parent: QWidget) -> tuple[Path, ...]:
    """Ask for documents to be evidence; empty when the dialog was closed."""
    kinds = ";;".join((tr("Documents, web archives and tables ({patterns})", patterns=f"{_documents()} {_MORE_EVIDENCE}"), _all_files()))
    return choose_files(parent, Purpose.EVIDENCE, tr("Import evidence"), kinds)


def document_filter() -> str:
    """The files that the dialog of documents lists."""
    return ";;".join((tr("Documents, transcripts and projects ({patterns})", patterns=f"*{SUFFIX} {_documents()}"), _all_files()))


def _documents() -> str:
    """The patterns of every kind of document that can be read, and of packed ones."""
    return " ".join(f"*{suffix}" for kind in SUPPORTED for suffix in (*kind.suffixes, f"{kind.suffixes[0]}.gz"))


def factcheck_filter() -> str:
    """The files that the dialog of fact-checks lists."""
    return ";;".join((tr("Fact-check collections ({patterns})", patterns=_FACTCHECKS), _all_files()))


def _all_files() -> str:
    return tr("All files ({patterns})", patterns="*")


def can_bring(data: QMimeData) -> bool:
    """Return whether dropped content is acceptable at all."""
    return data.hasUrls() or data.hasText()


def brought(data: QMimeData) -> Brought:
    """The document in dropped or copied data. Nothing is ever fetched: an address of the web is refused."""
    if not data.hasUrls():
        text = data.text()
        if text.strip():
            return Brought(text=text)
        return Brought(refusal=tr("There is no text to open."), hint=tr("Copy the text first, then paste it."))
    local = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if not local:
        return Brought(
            refusal=tr("This is an address on the web, and Priorcheck does not go online."),
            hint=tr("Save the page as a file and open the file, or copy its text and paste it."),
        )
    if len(local) > 1:
        return Brought(refusal=tr("Several files were dropped; one document is shown at a time."), hint=tr("Drop one file."))
    return _file(local[0])


def _file(path: Path) -> Brought:
    if path.is_dir():
        return Brought(refusal=tr("“{name}” is a folder.", name=path.name), hint=tr("Drop one of the files in it."))
    if not path.is_file():
        return Brought(refusal=tr("“{name}” is not there any more.", name=path.name), hint=tr("Check whether it was moved or renamed."))
    return Brought(path=path)
