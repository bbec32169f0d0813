"""Readers check `cancel` in every stage, as often as the text is long; the reading process reports progress by the same checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import docx
import pytest

from app.domain.progress import CancelToken, cancellable, no_progress
from app.errors import Cancelled
from app.ingest.documents.draft import Paragraph
from app.ingest.documents.plain_text import draft_of_paragraphs, draft_of_text
from app.ingest.documents.reader import read_draft

LINES = 4000
EVERY = 256


class CountingToken(CancelToken):
    """Token that counts its checks and is cancelled from a given check on."""

    def __init__(self, cancelled_from: int | None = None) -> None:
        self.looks = 0
        super().__init__(lambda: self._looked(cancelled_from))

    def _looked(self, cancelled_from: int | None) -> bool:
        self.looks += 1
        return cancelled_from is not None and self.looks >= cancelled_from


def _lines(count: int) -> list[str]:
    return [f"{('VALE', 'HOLT', 'ROE')[number % 3]}: The bridge number {number} was closed in May, he said." for number in range(count)]


def _text(count: int, cancel: CancelToken) -> None:
    draft_of_text("\n".join(_lines(count)), cancel=cancel)


def _paragraphs(count: int, cancel: CancelToken) -> None:
    draft_of_paragraphs([Paragraph(line) for line in _lines(count)], kind="docx", cancel=cancel)


def _read(data: bytes, name: str, cancel: CancelToken) -> None:
    read_draft(data, name, cancel=cancel, progress=no_progress)


def _page(count: int, cancel: CancelToken) -> None:
    _read(("<html><body>" + "".join(f"<p>{line}</p>" for line in _lines(count)) + "</body></html>").encode(), "a.html", cancel)


def _markdown(count: int, cancel: CancelToken) -> None:
    _read("\n\n".join(["# Debate", *_lines(count)]).encode(), "a.md", cancel)


def _rich_text(count: int, cancel: CancelToken) -> None:
    _read(("{\\rtf1 " + "\\par ".join(_lines(count)) + "}").encode(), "a.rtf", cancel)


@pytest.mark.parametrize("read", [_text, _paragraphs, _page, _markdown, _rich_text])
def test_cancel_checks_rise_with_the_length_of_the_text(read: Callable[[int, CancelToken], None]) -> None:
    short, long = CountingToken(), CountingToken()
    read(LINES // 2, short)
    read(LINES, long)
    # Labels, their features, and the paragraphs are gone through one after the other.
    assert long.looks - short.looks >= 4 * (LINES // 2) // EVERY


@pytest.mark.parametrize("read", [_text, _paragraphs, _page, _markdown, _rich_text])
def test_reading_stops_at_the_check_that_is_cancelled(read: Callable[[int, CancelToken], None]) -> None:
    uncancelled = CountingToken()
    read(LINES, uncancelled)
    for cancelled_from in sorted({1, 2, *range(1, uncancelled.looks + 1, max(1, uncancelled.looks // 12)), uncancelled.looks}):
        token = CountingToken(cancelled_from)
        with pytest.raises(Cancelled):
            read(LINES, token)
        assert token.looks == cancelled_from


def test_word_documents_end_while_speakers_are_looked_for(tmp_path: Path) -> None:
    document = docx.Document()
    for line in _lines(600):
        document.add_paragraph(line)
    document.save(str(tmp_path / "a.docx"))
    data, uncancelled = (tmp_path / "a.docx").read_bytes(), CountingToken()
    _read(data, "a.docx", uncancelled)
    token = CountingToken(uncancelled.looks)
    with pytest.raises(Cancelled):
        _read(data, "a.docx", token)


def test_items_pass_until_cancelled() -> None:
    assert list(cancellable(range(7), CancelToken(), every=3)) == list(range(7))
    token, passed = CountingToken(3), list[int]()
    with pytest.raises(Cancelled):
        _collect(range(20), token, passed)
    assert passed == list(range(6)) and token.looks == 3


def _collect(items: Sequence[int], token: CancelToken, passed: list[int]) -> None:
    for item in cancellable(items, token, every=3):
        passed.append(item)
