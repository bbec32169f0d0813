"""Notes of an import about unreadable dates and damaged characters. Undated rows are missing from every search that is limited to
dates."""

from __future__ import annotations

from app.translation import trn

_EXAMPLES, _LONGEST = 3, 40
_REPLACED = "\ufffd"


class RowNotes:
    """Collects the dates of one source that were left empty, and rows with characters that could not be read."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._unclear = self._unread = self._damaged = 0
        self._unclear_example = ""
        self._unread_examples: dict[str, None] = {}

    def add(self, *, unclear: str = "", unread: str = "", text: str = "") -> None:
        """Count a row's ambiguous date, and one that could not be read ("" for none), and check its `text` for damaged characters."""
        self._damaged += _REPLACED in text
        if unclear:
            self._unclear += 1
            self._unclear_example = self._unclear_example or unclear[:_LONGEST]
        if unread:
            self._unread += 1
            if len(self._unread_examples) < _EXAMPLES:
                self._unread_examples[unread[:_LONGEST]] = None

    def notes(self) -> list[str]:
        """Return one sentence for each kind, with its count and examples."""
        return [note for note in (self._unclear_note(), self._unread_note(), self._damaged_note()) if note]

    def _unclear_note(self) -> str:
        if not self._unclear:
            return ""
        return trn(
            "{name}: {count} row has a date whose day and month cannot be told apart, “{example}”; it was left empty.",
            "{name}: {count} rows have dates whose day and month cannot be told apart, such as “{example}”; these were left empty.",
            self._unclear,
            name=self._source,
            example=self._unclear_example,
        )

    def _unread_note(self) -> str:
        if not self._unread:
            return ""
        return trn(
            "{name}: {count} row has a date that could not be read, {examples}; it was left empty.",
            "{name}: {count} rows have dates that could not be read, such as {examples}; these were left empty.",
            self._unread,
            name=self._source,
            examples=", ".join(f"“{example}”" for example in self._unread_examples),
        )

    def _damaged_note(self) -> str:
        if not self._damaged:
            return ""
        return trn(
            "{name}: {count} row holds characters that could not be read; “�” stands for each.",
            "{name}: {count} rows hold characters that could not be read; “�” stands for each.",
            self._damaged,
            name=self._source,
        )
