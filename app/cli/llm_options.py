"""What several commands may have a language model write: the options, and the one who asks it."""

from __future__ import annotations

import argparse

from app.assist import Asker, AssistOptions
from app.cli.context import Context
from app.cli.rerank_options import temperature, whole


def add_group(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """The group of these options, with those that hold for all of them."""
    group = parser.add_argument_group("written by your language model (see “priorcheck models”), checked against its sources")
    group.add_argument("--llm-temperature", type=temperature, default=0.0, metavar="T", help="0 takes the likeliest (default 0)")
    group.add_argument("--llm-seed", type=whole, default=0, metavar="S", help="for temperatures above 0 (default 0)")
    return group


def needed_asker(context: Context) -> Asker:
    """Asks the user's model; raises ModelError `llm-none` where none was chosen, before any long work."""
    options = AssistOptions(temperature=context.arguments.llm_temperature, seed=context.arguments.llm_seed)
    return Asker(context.session.needed_language_model(cancel=context.cancel), context.cancel, options)
