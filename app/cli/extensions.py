"""Commands of packages that are installed beside the program, found through their entry points."""

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
    """Return the names of the commands of other packages."""
    return set(entry_points(group=GROUP).names)


def load(name: str) -> AddCommands:
    """Load what adds this command. Raises InputError where its package is not installed, or cannot be imported."""
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
