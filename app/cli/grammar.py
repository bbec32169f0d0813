"""Grammar of the command line. A command's modules are imported on demand, since importing all of them is slow."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module

from app.cli import arguments, extensions
from app.cli.extensions import AddCommands
from app.errors import InputError

COMMANDS: Mapping[str, str] = {
    "library": "library_commands",
    "rank": "analysis_commands",
    "match": "analysis_commands",
    "stance": "analysis_commands",
    "ask": "ask_commands",
    "verify": "verify_commands",
    "narratives": "narrative_commands",
    "checkworthy": "checkworthy_commands",
    "adapt": "adapt_commands",
    "models": "model_commands",
    "data": "data_commands",
    "doctor": "system_commands",
    "demo": "system_commands",
}
"""The module of this package that adds each command, in the order of the help; the commands of `extensions` follow."""


def build_parser(argv: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Build the grammar of the command at the beginning of `argv`, or of all commands without one. Raises InputError for a command
    of another package that is not installed."""
    parser = arguments.new_parser()
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=arguments.OneLineParser)
    common = arguments.common()
    for add_commands in _asked(argv[0] if argv else ""):
        add_commands(commands, common)
    return parser


def _asked(command: str) -> list[AddCommands]:
    """Return the functions that add the command, or all commands for an unknown name. Other packages are searched last, since that
    is slow."""
    if command in COMMANDS:
        return [_own(COMMANDS[command])]
    installed = extensions.installed()
    if command in {extensions.RESEARCH, *installed}:
        return [extensions.load(command)]
    parsers = [_own(module) for module in dict.fromkeys(COMMANDS.values())]
    for name in sorted(installed):
        with suppress(InputError):  # the help of the others is shown all the same
            parsers.append(extensions.load(name))
    return parsers


def _own(module: str) -> AddCommands:
    add: AddCommands = import_module(f"app.cli.{module}").add_commands
    return add
