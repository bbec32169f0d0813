"""Texts of the window about the user's data on this computer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.user_data import DataItem, DataKind, DataReader, Erased, Fate, ReaderKind, UserData, readable_size
from app.gui.model.labels import one_line
from app.translation import mark, tr, trn

_KINDS = {
    DataKind.SETTINGS: mark("Settings"),
    DataKind.WINDOW: mark("Window state"),
    DataKind.LIBRARY: mark("Library"),
    DataKind.DEMO_LIBRARY: mark("Demo library"),
    DataKind.PROJECTS: mark("Projects"),
    DataKind.PROJECT: mark("Project"),
    DataKind.MODEL: mark("Model"),
    DataKind.NETWORK_RECORD: mark("Network record"),
    DataKind.LOG: mark("Log"),
    DataKind.CACHE: mark("Cache"),
    DataKind.TEMPORARY: mark("Temporary files"),
    DataKind.LEFTOVER: mark("Left by other software"),
    DataKind.DESKTOP: mark("List of the desktop"),
    DataKind.OTHER: mark("Other file"),
}
_READERS = {
    ReaderKind.EVERYONE: mark("Everyone"),
    ReaderKind.GROUP: mark("Group {name}"),
    ReaderKind.USER: mark("User {name}"),
}
_FATES = {Fate.ERASED: mark("Erased"), Fate.NAMED: mark("Erased"), Fate.LEFT: mark("Stays")}


@dataclass(frozen=True, slots=True)
class DataLine:
    """One line of the list; `about` is shown for the selected one."""

    what: str
    where: str
    size: str
    readers: str
    fate: str
    about: str


def data_lines(data: UserData) -> list[DataLine]:
    """Return a line for each item, the program's own folders first."""
    return [_line(item) for item in data.items]


def data_summary(data: UserData) -> str:
    """Summarise how much data there is, and whether anybody else can read it."""
    count = len(data.items)
    size = readable_size(sum(item.size for item in data.items))
    total = trn("{count} place, {size} in all.", "{count} places, {size} in all.", count, size=size)
    readable = sum(bool(item.readers) for item in data.items)
    if not readable:
        return f"{total} {tr('Nobody else on this computer can read them.')}"
    readable_text = trn(
        "{count} of them can be read by others on this computer.", "{count} of them can be read by others on this computer.", readable
    )
    return f"{total} {readable_text}"


def erase_question(data: UserData) -> tuple[str, str]:
    """Return the question before erasing, and its details: the items outside the program's folders by name."""
    size = readable_size(sum(item.size for item in data.erasable))
    count = len(data.erasable)
    question = trn("Erase {count} place ({size}) for good?", "Erase {count} places ({size}) for good?", count, size=size)
    parts = [tr("Your documents and the reports you exported stay. Priorcheck closes when it is done.")]
    if data.named:
        parts.append("\n".join((tr("Outside Priorcheck's folders, this is erased too:"), *(item.path for item in data.named))))
    remaining = [item.path for item in data.left if item.kind in (DataKind.LIBRARY, DataKind.PROJECT, DataKind.MODEL)]
    if remaining:
        parts.append("\n".join((tr("This lies elsewhere and stays:"), *remaining)))
    return question, "\n\n".join(parts)


def erased_in_words(erased: Erased) -> tuple[str, str]:
    """Return how many items were erased, and which are left and why."""
    message = trn("{count} place was erased.", "{count} places were erased.", len(erased.removed))
    remaining_paths = [f"{path} ({tr(reason)})" if reason else path for path, reason in erased.left]
    return message, "\n".join((tr("Still there:"), *remaining_paths)) if remaining_paths else tr(
        "Nothing of yours is left in Priorcheck's folders."
    )


def _line(item: DataItem) -> DataLine:
    path, files = one_line(item.path), trn("{count} file", "{count} files", item.files)
    about = "; ".join(filter(None, (f"{path}: {files}", tr(item.note) if item.note else "")))
    return DataLine(tr(_KINDS[item.kind]), path, readable_size(item.size), _who(item.readers), tr(_FATES[item.fate]), about)


def _who(readers: Sequence[DataReader]) -> str:
    return ", ".join(tr(_READERS[reader.kind], name=reader.name) for reader in readers) or tr("Nobody")
