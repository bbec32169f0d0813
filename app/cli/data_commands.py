"""Commands about the user's data on this computer: data, data erase, data protect."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import emit, emit_json, say, table
from app.domain.user_data import DataItem, DataReader, Fate, ReaderKind, UserData, readable_size
from app.errors import InputError
from app.home_folder import protect_home
from app.services.user_data import erase_alone, list_user_data
from app.settings import load_settings

_WHO = {ReaderKind.EVERYONE: "everyone on this computer", ReaderKind.GROUP: "the group {name}", ReaderKind.USER: "the user {name}"}


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add `data` and its subcommands to the grammar."""
    group = commands.add_parser("data", help="what lies on this computer because of Priorcheck, who can read it, and how to erase it")
    group.add_argument("--json", action="store_true", help="print JSON Lines")
    group.set_defaults(command=run_list, alone=True, device="auto", threads=None, quiet=False, library="")
    actions = group.add_subparsers(title="commands", metavar="COMMAND")
    args.action(actions, common, "list", "every place, with its size and who can read it (what “data” alone does)", run_list, json=True)
    erase = args.action(actions, common, "erase", "remove all of it, after a question", run_erase)
    erase.add_argument("--yes", action="store_true", help="do not ask")
    args.action(actions, common, "protect", "make everything in Priorcheck's own folders readable by you alone", run_protect)


def run_list(context: Context) -> int:
    """Run `data`: list every file and folder."""
    data = list_user_data(load_settings(), cancel=context.cancel)
    if context.arguments.json:
        emit_json(asdict(item) for item in data.items)
        return 0
    emit(table([_row(item) for item in data.items]))
    say(f"{readable_size(sum(item.size for item in data.items))} in {len(data.items)} places")
    _report_open(data)
    return 0


def run_protect(context: Context) -> int:
    """Run `data protect`: close every entry of the home, and report what stays open elsewhere."""
    changed = protect_home(thorough=True)
    say(f"{changed} files and folders were open to others and are yours alone now." if changed else "Nothing was open to others.")
    _report_open(list_user_data(load_settings(), cancel=context.cancel))
    return 0


def run_erase(context: Context) -> int:
    """Run `data erase`: after one question, erase everything except the user's own files elsewhere."""
    data = list_user_data(load_settings(), cancel=context.cancel)
    if not data.erasable:
        say("There is nothing to erase.")
        return 0
    if not context.arguments.yes and not _confirmed(data):
        say("Nothing was erased.")
        return 2
    erased = erase_alone(data)
    for path in erased.removed:
        say(f"Removed: {path}")
    for path, reason in erased.left:
        say(f"Left: {path}{f' ({reason})' if reason else ''}")
    requested = {item.path for item in data.erasable}
    return 2 if any(path in requested for path, _ in erased.left) else 0


def open_in_words(path: str, readers: Sequence[DataReader], *, home: bool) -> str:
    """Return a message with the readers of a path, and the command that closes it."""
    names = ", ".join(_WHO[reader.kind].format(name=reader.name) for reader in readers)
    closing = "“priorcheck data protect” closes it." if home else f"To close it: chmod -R go= '{path}'"
    return f"{path} can be read by {names}. {closing}"


def _report_open(data: UserData) -> None:
    for item in data.items:
        if item.readers:
            say(open_in_words(item.path, item.readers, home=item.fate is Fate.ERASED))


def _row(item: DataItem) -> tuple[str, ...]:
    return item.kind.value, readable_size(item.size), item.path, f"({item.note})" if item.note else ""


def _confirmed(data: UserData) -> bool:
    """Ask the user to confirm the list. Raises InputError without a terminal to ask on."""
    if sys.stdin is None or not sys.stdin.isatty():
        message = "Nobody can be asked here, and nothing was erased."
        raise InputError("data-no-terminal", message, hint="To erase without a question, add --yes.")
    erased_items = [item for item in data.erasable if item.fate is Fate.ERASED]
    emit(table([_row(item) for item in erased_items]))
    for item in data.named:
        emit(f"Outside Priorcheck's folders, {item.kind.value}: {item.path}{f' ({item.note})' if item.note else ''}")
    total = readable_size(sum(item.size for item in data.erasable))
    sys.stderr.write(f"Erase all of this ({total}) for good? Your documents and the reports you exported stay. Type yes to erase: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("yes", "y")
