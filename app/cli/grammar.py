"""The whole grammar of the command line; the modules of a command are read when it is asked for, since all of them take a while."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from app.cli import arguments

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
    "evaluate": "",
}
"""The module in this package that adds a command, in the order of the help; "evaluate" has one for each of its measures."""
MEASURES = (
    "evaluate_commands",
    "evaluate_models_commands",
    "evaluate_orders_commands",
    "evaluate_crosslingual_commands",
    "evaluate_mythqa_commands",
    "evaluate_averitec_commands",
)


def build_parser(argv: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The grammar of the command that `argv` begins with; of all commands where it begins with none."""
    parser = arguments.new_parser()
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=arguments.OneLineParser)
    common = arguments.common()
    asked = [argv[0]] if argv and argv[0] in COMMANDS else list(COMMANDS)
    for module in dict.fromkeys(COMMANDS[name] for name in asked if COMMANDS[name]):
        _module(module).add_commands(commands, common)
    if "evaluate" in asked:
        measures = _module("evaluate_group").add_group(commands)
        for module in MEASURES:
            _module(module).add_commands(measures, common)
    return parser


def _module(name: str) -> Any:
    return import_module(f"app.cli.{name}")
