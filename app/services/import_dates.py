"""What an import says of the dates that it could not read: rows without a day are lost to everything that is limited to a day."""

from __future__ import annotations

from app.translation import trn

_EXAMPLES, _LONGEST = 3, 40


class DateNotes:
    """Collects the dates of one source that were left empty."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._unclear = self._unread = 0
        self._unclear_example = ""
        self._unread_examples: dict[str, None] = {}

    def add(self, *, unclear: str = "", unread: str = "") -> None:
        """Count a row's date that may be several days, and one that could not be read; "" for none."""
        if unclear:
            self._unclear += 1
            self._unclear_example = self._unclear_example or unclear[:_LONGEST]
        if unread:
            self._unread += 1
            if len(self._unread_examples) < _EXAMPLES:
                self._unread_examples[unread[:_LONGEST]] = None

    def notes(self) -> list[str]:
        """One sentence for each kind, with how many and examples."""
        return [note for note in (self._unclear_note(), self._unread_note()) if note]

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
