"""`priorcheck evaluate`: one subcommand for each task, added by a module of its own.

The program finds `add_commands` through the entry point in pyproject.toml.
"""

from __future__ import annotations

import argparse
from typing import Any

from models.research.commands import averitec, crosslingual, debates, model_measures, mythqa, orders

_MEASURES = (debates, model_measures, orders, crosslingual, mythqa, averitec)
"""In the order of the help."""


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add `evaluate` and its subcommands to the grammar; `common` holds the options that every command takes."""
    evaluate = commands.add_parser("evaluate", help="the seed papers' own measures, of given predictions or of our own run")
    measures = evaluate.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in _MEASURES:
        module.add_commands(measures, common)
