"""Argument types and option groups of the command line; independent of the commands' functions."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from app import __version__
from app.cli.output import say
from app.domain.pipeline import DEPTHS, Fusion, Stage

Command = Callable[..., int]
_MOST = 10**9


class OneLineParser(argparse.ArgumentParser):
    """Parser that prints errors in one line and exits with 2."""

    def error(self, message: str) -> NoReturn:
        say(f"{self.prog}: {message}. See “{self.prog} --help”.")
        raise SystemExit(2)


def day(text: str) -> date:
    """Parse an ISO date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date like 2018-06-12") from None


def positive(text: str) -> int:
    """Parse a whole number from 1 to a thousand million."""
    if not text.isdecimal() or len(text) > len(str(_MOST)) or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 1")
    return int(text)


def whole(text: str) -> int:
    """Parse a whole number from 0."""
    return 0 if text == "0" else positive(text)


def file(text: str) -> Path:
    """Parse a path; an empty one is refused as a mistake in a script instead of meaning the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def column(text: str) -> tuple[str, str]:
    """Parse a column mapping FIELD=COLUMN."""
    name, sign, value = text.partition("=")
    if not sign or not name or not value:
        raise argparse.ArgumentTypeError(f"“{text}” is not of the form FIELD=COLUMN")
    return name, value


def assignment(text: str) -> tuple[str, str]:
    """Parse a field's new text FIELD=TEXT; an empty text clears the field."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"“{text}” is not of the form FIELD=TEXT")
    return name, value


def common() -> argparse.ArgumentParser:
    """Return the parser of the options that every command has."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(
        "--library", metavar="DIR", default="", help="the library's folder (default: PRIORCHECK_LIBRARY, else the settings)"
    )
    parser.add_argument("--device", choices=("auto", "cpu", "cuda", "mps"), default="auto", help="where models run")
    parser.add_argument("--threads", type=positive, default=None, help="threads for models (default: all cores)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    return parser


def publishers(parser: argparse.ArgumentParser) -> None:
    """Add the allowlist and blocklist of publishers."""
    parser.add_argument("--only-publisher", action="append", default=[], metavar="NAME", help="only this publisher (repeatable)")
    parser.add_argument("--not-publisher", action="append", default=[], metavar="NAME", help="not this publisher (repeatable)")


def matching(parser: argparse.ArgumentParser, *, top: int) -> None:
    """Add the options of ranking and matching."""
    parser.add_argument("--as-of", type=day, default=None, metavar="DATE", help="only fact-checks published before this day")
    parser.add_argument("--top", type=positive, default=top, metavar="N", help=f"matches to keep (default {top})")
    publishers(parser)


def document_language(parser: argparse.ArgumentParser) -> None:
    """Add the language of a document, which overrides detection."""
    parser.add_argument("--language", default=None, metavar="CODE", help="the document's language, such as pt (default: detected)")


def variants(parser: argparse.ArgumentParser) -> None:
    """Add the options of searches for single claims."""
    parser.add_argument("--no-variants", action="store_true", help="search with each claim as it is written only")


def stages(text: str) -> tuple[Stage, ...]:
    """Parse a list of pipeline stages."""
    try:
        return tuple(Stage(name.strip()) for name in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a list of {', '.join(Stage)}") from None


def depths(text: str) -> tuple[int, ...]:
    """Parse a list of whole numbers from 1."""
    return tuple(positive(part.strip()) for part in text.split(","))


def pipeline(parser: argparse.ArgumentParser) -> None:
    """Add the options of the search method: the default one, or the stages of the thesis."""
    ways = "ours, or “bicross”: BM25, bi-encoder, cross-encoder, fused"
    parser.add_argument("--pipeline", choices=("default", "bicross"), default="default", help=f"{ways} (default: ours)")
    parser.add_argument(
        "--stages", type=stages, default=tuple(Stage), metavar="LIST", help="of bicross (default bm25,bi,cross); bi,cross across languages"
    )
    parser.add_argument("--fusion", choices=[*Fusion], type=Fusion, default=Fusion.COMBSUM, help="of the stages (default combsum)")
    default_depths = ",".join(str(DEPTHS[stage]) for stage in Stage)
    parser.add_argument(
        "--depth", type=depths, default=(), metavar="LIST", help=f"fact-checks that each stage hands on (default {default_depths})"
    )
    parser.add_argument("--read", type=whole, default=5, metavar="N", help="sentences of each body that the bi-encoder reads (default 5)")


def new_parser() -> OneLineParser:
    """Return the program's parser, without its commands."""
    parser = OneLineParser(
        prog="priorcheck",
        description="Find which sentences of a document published fact-checks can settle. Without a command, the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"priorcheck {__version__}")
    parser.set_defaults(alone=False)  # a command that must be the only one to use the home says so
    return parser


def action(actions: Any, common: argparse.ArgumentParser, name: str, text: str, command: Command, *, json: bool = False) -> Any:
    """Add a subcommand with the common options and, for a listing, --json."""
    parser = actions.add_parser(name, parents=[common], help=text)
    if json:
        parser.add_argument("--json", action="store_true", help="print JSON Lines")
    parser.set_defaults(command=command)
    return parser
