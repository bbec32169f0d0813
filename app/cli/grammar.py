"""The whole grammar of the command line; the modules of a command are read when it is asked for, since all of them take a while."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.cli import arguments


def build_parser(argv: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The grammar of the command that `argv` begins with; of all commands where it begins with none."""
    parser = arguments.new_parser()
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=arguments.OneLineParser)
    common = arguments.common()
    asked = COMMANDS.get(argv[0]) if argv else None
    for add in (asked,) if asked else dict.fromkeys(COMMANDS.values()):
        add(commands, common)
    return parser


def _library(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import library_commands

    library_commands.add_commands(commands, common)


def _analysis(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import analysis_commands

    analysis_commands.add_commands(commands, common)


def _ask(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import ask_commands

    ask_commands.add_commands(commands, common)


def _verify(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import verify_commands

    verify_commands.add_commands(commands, common)


def _narratives(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import narrative_commands

    narrative_commands.add_commands(commands, common)


def _checkworthy(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import checkworthy_commands

    checkworthy_commands.add_commands(commands, common)


def _adapt(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import adapt_commands

    adapt_commands.add_commands(commands, common)


def _models(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import model_commands

    model_commands.add_commands(commands, common)


def _system(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import system_commands

    system_commands.add_commands(commands, common)


def _evaluate(commands: Any, common: argparse.ArgumentParser) -> None:
    from app.cli import (
        evaluate_averitec_commands,
        evaluate_commands,
        evaluate_crosslingual_commands,
        evaluate_group,
        evaluate_models_commands,
        evaluate_mythqa_commands,
        evaluate_orders_commands,
    )

    measures = evaluate_group.add_group(commands)
    for measured in (
        evaluate_commands,
        evaluate_models_commands,
        evaluate_orders_commands,
        evaluate_crosslingual_commands,
        evaluate_mythqa_commands,
        evaluate_averitec_commands,
    ):
        measured.add_commands(measures, common)


Adder = Callable[[Any, argparse.ArgumentParser], None]
COMMANDS: Mapping[str, Adder] = {
    "library": _library,
    "rank": _analysis,
    "match": _analysis,
    "stance": _analysis,
    "ask": _ask,
    "verify": _verify,
    "narratives": _narratives,
    "checkworthy": _checkworthy,
    "adapt": _adapt,
    "models": _models,
    "doctor": _system,
    "demo": _system,
    "evaluate": _evaluate,
}
"""Who adds a command, in the order of the help."""
