"""What lies on this computer because of the program, in the window's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.user_data import DataKind, DataPlace, DataPlaces, DataReader, Erased, Fate, ReaderKind
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
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


@dataclass(frozen=True, slots=True)
class DataLine:
    """One place as it is listed; `about` says more of the one that is chosen."""

    what: str
    where: str
    size: str
    readers: str
    fate: str
    about: str


def data_lines(found: DataPlaces) -> list[DataLine]:
    """All places, those of the program's own folders first."""
    return [_line(place) for place in found.places]


def data_summary(found: DataPlaces) -> str:
    """How much there is, and whether anybody else can read it."""
    count = len(found.places)
    size = size_in_words(sum(place.size for place in found.places))
    total = trn("{count} place, {size} in all.", "{count} places, {size} in all.", count, size=size)
    open_to = sum(bool(place.readers) for place in found.places)
    if not open_to:
        return f"{total} {tr('Nobody else on this computer can read them.')}"
    others = trn(
        "{count} of them can be read by others on this computer.", "{count} of them can be read by others on this computer.", open_to
    )
    return f"{total} {others}"


def erase_question(found: DataPlaces) -> tuple[str, str]:
    """The question before everything is erased, and what is to be known for it: what lies outside the program's folders by name."""
    size = size_in_words(sum(place.size for place in found.erasable))
    count = len(found.erasable)
    asked = trn("Erase {count} place ({size}) for good?", "Erase {count} places ({size}) for good?", count, size=size)
    parts = [tr("Your documents and the reports you exported stay. Priorcheck closes when it is done.")]
    if found.named:
        parts.append("\n".join((tr("Outside Priorcheck's folders, this is erased too:"), *(each.path for each in found.named))))
    kept = [each.path for each in found.left if each.kind in (DataKind.LIBRARY, DataKind.PROJECT, DataKind.MODEL)]
    if kept:
        parts.append("\n".join((tr("This lies elsewhere and stays:"), *kept)))
    return asked, "\n\n".join(parts)


def erased_in_words(erased: Erased) -> tuple[str, str]:
    """What was removed, and what is still there and why."""
    told = trn("{count} place was erased.", "{count} places were erased.", len(erased.removed))
    left = [f"{path} ({tr(reason)})" if reason else path for path, reason in erased.left]
    return told, "\n".join((tr("Still there:"), *left)) if left else tr("Nothing of yours is left in Priorcheck's folders.")


def size_in_words(size: int) -> str:
    """Bytes for a person."""
    amount, unit = float(size), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.0f} {_UNITS[unit]}" if unit == 0 or amount >= 100 else f"{amount:.1f} {_UNITS[unit]}"


def _line(place: DataPlace) -> DataLine:
    path, files = one_line(place.path), trn("{count} file", "{count} files", place.files)
    about = "; ".join(filter(None, (f"{path}: {files}", tr(place.note) if place.note else "")))
    return DataLine(tr(_KINDS[place.kind]), path, size_in_words(place.size), _who(place.readers), tr(_FATES[place.fate]), about)


def _who(readers: Sequence[DataReader]) -> str:
    return ", ".join(tr(_READERS[reader.kind], name=reader.name) for reader in readers) or tr("Nobody")
