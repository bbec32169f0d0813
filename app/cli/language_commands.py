"""Language commands: library set-language."""

from __future__ import annotations

import argparse
from typing import Any

from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import emit
from app.errors import InputError
from app.services.languages import FactCheckSelection, set_languages, set_other_languages


def add_commands(actions: Any, common: argparse.ArgumentParser) -> None:
    """Add set-language to the subcommands of `library`."""
    parser = args.action(actions, common, "set-language", "say which language fact-checks, posts or evidence are in", run_set_language)
    parser.add_argument("code", metavar="CODE", help="a code such as en, pt or zh-Hant; und where the language is not known")
    parser.add_argument("--id", action="append", default=[], metavar="ID", help="of which one (repeatable)")
    parser.add_argument("--publisher", default="", help="of all fact-checks of this publisher")
    parser.add_argument("--kind", choices=["factchecks", "posts", "evidence"], default="factchecks", help="of what (default: fact-checks)")


def run_set_language(context: Context) -> int:
    """Run `library set-language CODE --id ID… | --publisher NAME`."""
    arguments, session, path = context.arguments, context.session, context.library_path
    if not arguments.id and not arguments.publisher:
        raise InputError(
            "language-whose", "Nothing was named.", hint="Name ids with --id, or fact-checks of one publisher with --publisher."
        )
    if arguments.kind == "factchecks":
        counts = set_languages(
            FactCheckSelection(ids=tuple(arguments.id), publisher=arguments.publisher),
            arguments.code,
            library=session.libraries.library(path),
            encoder=session.models.encoder(),
            progress=context.progress,
            cancel=context.cancel,
        )
        context.progress.close()
        emit(f"{counts.changed} changed")
        return 0
    if arguments.publisher:
        raise InputError("language-whose", "Posts and evidence have no publisher.", hint="Name their ids with --id.")
    kept_in = session.libraries.posts(path) if arguments.kind == "posts" else session.libraries.evidence(path)
    emit(f"{set_other_languages(arguments.id, arguments.code, kept_in=kept_in)} given")
    return 0
