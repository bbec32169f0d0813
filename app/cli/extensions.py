"""Commands of other installed packages, found through their entry points."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from app.errors import InputError

AddCommands = Callable[[Any, argparse.ArgumentParser], None]
"""A function that adds commands to the grammar, given its subparsers and the parser of the options that every command takes."""
GROUP = "priorcheck.commands"
"""The group of entry points; each names an `AddCommands`."""
RESEARCH = "evaluate"


def installed() -> set[str]:
    """Return the names of other packages' commands."""
    return set(entry_points(group=GROUP).names)


def load(name: str) -> AddCommands:
    """Return the function that adds this command. Raises InputError if its package is missing or cannot be imported."""
    reason = ""
    for entry in entry_points(group=GROUP, name=name):
        try:
            add: AddCommands = entry.load()
        except ImportError as error:
            reason = f" ({error})"
        else:
            return add
    install = "the research package: install it from the source code with “pip install ./models/research”"
    message = f"The command “{name}” needs {install if name == RESEARCH else 'a package that is not whole: install it again'}{reason}."
    raise InputError("command-missing", message)
