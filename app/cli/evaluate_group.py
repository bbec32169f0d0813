"""The group `evaluate`: each measured task is a subcommand that its own module adds."""

from __future__ import annotations

from typing import Any


def add_group(commands: Any) -> Any:
    """Add `evaluate` to the grammar; its subcommands are added to what this returns."""
    evaluate = commands.add_parser("evaluate", help="the seed papers' own measures, of given predictions or of our own run")
    return evaluate.add_subparsers(title="commands", metavar="COMMAND", required=True)
