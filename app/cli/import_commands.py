"""Import commands: library import, library ratings."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from itertools import chain
from typing import Any

from app.cli import arguments as args
from app.cli import evidence_commands, post_commands
from app.cli.context import Context
from app.cli.output import emit_json, say
from app.cli.reporting import finish_report, tell_import
from app.domain.options import ImportOptions
from app.errors import InputError
from app.ingest.evidence import EVIDENCE_FORMATS
from app.ingest.factchecks import FORMATS
from app.ingest.posts import POST_FORMATS
from app.reading import read_rating_rows
from app.services.library import import_factchecks
from app.services.reports import write_json_lines

_FORMATS: Mapping[str, Collection[str]] = {"factchecks": FORMATS, "posts": POST_FORMATS, "evidence": EVIDENCE_FORMATS}
_NAMES = {"factchecks": "fact-checks", "posts": "posts", "evidence": "evidence"}
_OTHERS = {"posts": post_commands.run_import, "evidence": evidence_commands.run_import}


def add_commands(actions: Any, common: argparse.ArgumentParser) -> None:
    """Add import and ratings to the subcommands of `library`."""
    parser = args.action(actions, common, "import", "import fact-checks, posts or evidence", run_import, json=True)
    parser.add_argument("files", nargs="+", type=args.file, metavar="FILE")
    formats = "; ".join(f"of {kind}: {', '.join(name for name in _FORMATS[kind] if name != 'auto')}" for kind in ("posts", "evidence"))
    parser.add_argument("--format", choices=[*dict.fromkeys(chain(*_FORMATS.values()))], default="auto", help=formats)
    parser.add_argument("--kind", choices=[*_FORMATS], default="factchecks", help="what the files hold (default: fact-checks)")
    parser.add_argument(
        "--column", action="append", type=args.column, default=[], metavar="FIELD=COLUMN", help="column of a table (repeatable)"
    )
    parser.add_argument("--publisher", default="", help="publisher (of evidence: source) where a row names none")
    parser.add_argument("--language", default="", help="language where a row names none")
    parser.add_argument("--platform", default="", help="platform where a post names none")
    parser.add_argument("--published", type=args.day, default=None, metavar="DATE", help="day of evidence that names none")
    parser.add_argument("--no-copies", action="store_true", help="keep no copies of the files of evidence")
    parser.add_argument("--all-refused", action="store_true", help="list every refused row")
    args.publishers(parser)
    ratings = actions.add_parser("ratings", parents=[common], help="ratings to verdicts")
    ratings.add_argument("--in", dest="source", type=args.file, required=True, metavar="R.tsv")
    ratings.add_argument("--out", type=args.file, metavar="F.jsonl")
    ratings.set_defaults(command=run_ratings)


def run_import(context: Context) -> int:
    """Run `library import`: exit code 0 even if single rows were refused."""
    arguments = context.arguments
    if arguments.format not in _FORMATS[arguments.kind]:
        message = f"“{arguments.format}” is not a format of {_NAMES[arguments.kind]}."
        raise InputError("format-of-another-kind", message, hint="Say with --kind what the files hold, or leave --format out.")
    if arguments.kind in _OTHERS:
        return _OTHERS[arguments.kind](context)
    options = ImportOptions(
        format=arguments.format,
        columns=tuple(arguments.column),
        publisher=arguments.publisher,
        language=arguments.language,
        include_publishers=tuple(arguments.only_publisher),
        exclude_publishers=tuple(arguments.not_publisher),
    )
    report = import_factchecks(
        arguments.files,
        library=context.session.libraries.library(context.library_path, create=True),
        encoder=context.session.models.encoder(),
        normaliser=context.session.normaliser(),
        options=options,
        progress=context.progress,
        cancel=context.cancel,
    )
    return finish_report(context, report, lambda: tell_import(context, report, grouped="grouped with an earlier one", notes=report.notes))


def run_ratings(context: Context) -> int:
    """Run `library ratings`: one output row for each rating in order; needs no library."""
    context.check_out()
    normaliser = context.session.normaliser()
    rows = []
    for rating, publisher in read_rating_rows(context.arguments.source, cancel=context.cancel):
        result = normaliser.normalise(rating, publisher)
        rows.append({"rating": rating, "publisher": publisher, "verdict": result.verdict.value, "rule": result.rule})
    if context.arguments.out:
        write_json_lines(rows, context.arguments.out)
        say(f"{len(rows)} rows written to {context.arguments.out}")
    else:
        emit_json(rows)
    return 0
