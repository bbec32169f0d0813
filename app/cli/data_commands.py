"""Commands on what lies on this computer because of the program: data, data erase, data protect."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app import paths
from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import emit, emit_json, say, table
from app.domain.user_data import DataPlace, DataPlaces, DataReader, Fate, ReaderKind
from app.errors import InputError
from app.services.user_data import erase_alone, list_places
from app.settings import load_settings

_WHO = {ReaderKind.EVERYONE: "everyone on this computer", ReaderKind.GROUP: "the group {name}", ReaderKind.USER: "the user {name}"}
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add `data` and its subcommands to the grammar."""
    data = commands.add_parser("data", help="what lies on this computer because of Priorcheck, who can read it, and how to erase it")
    data.add_argument("--json", action="store_true", help="print JSON Lines")
    data.set_defaults(command=run_list, alone=True, device="auto", threads=None, quiet=False, library="")
    actions = data.add_subparsers(title="commands", metavar="COMMAND")
    args.action(actions, common, "list", "every place, with its size and who can read it (what “data” alone does)", run_list, json=True)
    erase = args.action(actions, common, "erase", "remove all of it, after a question", run_erase)
    erase.add_argument("--yes", action="store_true", help="do not ask")
    args.action(actions, common, "protect", "make everything in Priorcheck's own folders readable by you alone", run_protect)


def run_list(context: Context) -> int:
    """`data`: every place."""
    found = list_places(load_settings(), cancel=context.cancel)
    if context.arguments.json:
        emit_json(asdict(place) for place in found.places)
        return 0
    emit(table([_row(place) for place in found.places]))
    say(f"{size_in_words(sum(place.size for place in found.places))} in {len(found.places)} places")
    _say_what_is_open(found)
    return 0


def run_protect(context: Context) -> int:
    """`data protect`: look at every entry of the home, and say what stays open elsewhere."""
    changed = paths.protect_home(whole=True)
    say(f"{changed} files and folders were open to others and are yours alone now." if changed else "Nothing was open to others.")
    _say_what_is_open(list_places(load_settings(), cancel=context.cancel))
    return 0


def run_erase(context: Context) -> int:
    """`data erase`: after one question, everything but what is the user's own elsewhere."""
    found = list_places(load_settings(), cancel=context.cancel)
    if not found.erasable:
        say("There is nothing to erase.")
        return 0
    if not context.arguments.yes and not _agreed(found):
        say("Nothing was erased.")
        return 2
    erased = erase_alone(found)
    for path in erased.removed:
        say(f"Removed: {path}")
    for path, reason in erased.left:
        say(f"Left: {path}{f' ({reason})' if reason else ''}")
    wanted = {place.path for place in found.erasable}
    return 2 if any(path in wanted for path, _ in erased.left) else 0


def open_in_words(path: str, readers: Sequence[DataReader], *, home: bool) -> str:
    """What others can read, with the command that closes it."""
    who = ", ".join(_WHO[reader.kind].format(name=reader.name) for reader in readers)
    closing = "“priorcheck data protect” closes it." if home else f"To close it: chmod -R go= '{path}'"
    return f"{path} can be read by {who}. {closing}"


def size_in_words(size: int) -> str:
    """Bytes for a person."""
    amount, unit = float(size), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.0f} {_UNITS[unit]}" if unit == 0 or amount >= 100 else f"{amount:.1f} {_UNITS[unit]}"


def _say_what_is_open(found: DataPlaces) -> None:
    for place in found.places:
        if place.readers:
            say(open_in_words(place.path, place.readers, home=place.fate is Fate.ERASED))


def _row(place: DataPlace) -> tuple[str, ...]:
    return place.kind.value, size_in_words(place.size), place.path, f"({place.note})" if place.note else ""


def _agreed(found: DataPlaces) -> bool:
    """Whether the user says yes to this list. Raises InputError where nobody can be asked."""
    if sys.stdin is None or not sys.stdin.isatty():
        told = "Nobody can be asked here, and nothing was erased."
        raise InputError("data-no-terminal", told, hint="To erase without a question, add --yes.")
    home = [place for place in found.erasable if place.fate is Fate.ERASED]
    emit(table([_row(place) for place in home]))
    for place in found.named:
        emit(f"Outside Priorcheck's folders, {place.kind.value}: {place.path}{f' ({place.note})' if place.note else ''}")
    total = size_in_words(sum(place.size for place in found.erasable))
    sys.stderr.write(f"Erase all of this ({total}) for good? Your documents and the reports you exported stay. Type yes to erase: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("yes", "y")
