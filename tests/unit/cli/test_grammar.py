"""The argument parser of one command, and the complete one without a command."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

from app.cli.extensions import RESEARCH
from app.cli.grammar import COMMANDS, build_parser


def commands_of(parser: argparse.ArgumentParser) -> list[str]:
    (group,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return list(group.choices)


@pytest.mark.parametrize("argv", [[], ["--help"], ["frobnicate"]])
def test_every_command_is_listed_and_named_in_the_table(argv: list[str]) -> None:
    assert commands_of(build_parser(argv)) == [*COMMANDS, RESEARCH]


@pytest.mark.parametrize("name", [*COMMANDS, RESEARCH])
def test_a_command_parses_the_same_alone_and_among_all(name: str) -> None:
    def help_text(parser: argparse.ArgumentParser) -> str:
        (group,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        command = group.choices[name]
        assert isinstance(command, argparse.ArgumentParser)
        return command.format_help()

    assert help_text(build_parser([name])) == help_text(build_parser())


def test_a_command_does_not_read_the_modules_of_others() -> None:
    program = "import sys; from app.cli.grammar import build_parser; build_parser(['library']); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "app.cli.library_commands" in loaded
    assert not {"app.cli.adapt_commands", "app.cli.narrative_commands", "models.research.commands.debates"} & set(loaded)
