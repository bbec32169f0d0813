"""`library gold`: every judged pair of projects and library as a gold file, for `evaluate crosslingual|retrieval`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app import paths
from app.bootstrap.library_files import open_judgements
from app.bootstrap.projects import read_project
from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import emit, emit_json, say, table
from app.domain.judgement import Judgement, PairJudgement
from app.domain.project import SUFFIX
from app.errors import InputError, ProjectError
from app.rights.permissions import make_export_folder
from app.services.gold import CORPUS, QRELS, QUERIES, GoldFile, corpus_rows, gold_of, project_judgements, qrels_text, query_rows
from app.services.reports import write_json_lines
from app.services.reports.write import write_bytes


def add_commands(actions: Any, common: argparse.ArgumentParser) -> None:
    """Add gold to the subcommands of `library`."""
    help_text = "write what was confirmed, confirmed in part and rejected as a gold file: queries, graded judgements, judged fact-checks"
    gold = args.action(actions, common, "gold", help_text, run_gold, json=True)
    gold.add_argument("--out", type=args.file, required=True, metavar="DIR", help="a folder; the three files in it are replaced")
    gold.add_argument(
        "--project", type=args.file, action="append", default=[], metavar="FILE", help="a project saved elsewhere (repeatable)"
    )
    gold.add_argument("--reviewer", default=None, metavar="NAME", help="only what this reviewer decided")


def run_gold(context: Context) -> int:
    """Run `library gold --out DIR`."""
    arguments = context.arguments
    project_paths = sorted(paths.projects_dir().glob(f"*{SUFFIX}"))
    judged = [judgement for path in project_paths for judgement in _readable(path)]
    judged += [judgement for path in arguments.project for judgement in project_judgements(read_project(path))]
    file = open_judgements(context.library_path)
    try:
        judged += file.all()
    finally:
        file.close()
    selected = [judgement for judgement in judged if arguments.reviewer in (None, judgement.who)]
    gold = gold_of(selected, library=context.session.libraries.library(context.library_path))
    if not gold.grades:
        hint = "Confirm or reject fact-checks in the window first." if not judged else "Name the library and reviewer it was done with."
        raise InputError("gold-empty", "Nothing that was decided is about a fact-check of this library.", hint=hint)
    _write(gold, arguments.out)
    _tell(context, gold)
    return 0


def _readable(path: Path) -> tuple[PairJudgement, ...]:
    """Return the judgements in one of the program's projects; an unreadable one is reported and skipped."""
    try:
        return project_judgements(read_project(path))
    except (ProjectError, InputError) as error:
        say(f"{path.name} was left out: {error}")
        return ()


def _write(gold: GoldFile, folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise InputError("output-not-folder", f"“{folder}” is a file, and a folder is needed.", hint="Choose another name for --out.")
    try:
        make_export_folder(folder)
    except OSError as error:
        raise InputError("output-unwritable", f"“{folder}” cannot be made ({error.strerror}).", hint="Choose another folder.") from error
    write_json_lines(query_rows(gold), folder / QUERIES)
    write_json_lines(corpus_rows(gold), folder / CORPUS)
    write_bytes(folder / QRELS, qrels_text(gold).encode())


def _tell(context: Context, gold: GoldFile) -> None:
    grade_counts = {judgement.value: sum(grade is judgement for _, _, grade in gold.grades) for judgement in Judgement}
    counts = {"queries": len(gold.queries), "pairs": len(gold.grades), **grade_counts, "disputed": gold.disputed, "missing": gold.missing}
    if context.arguments.json:
        emit_json([counts])
    else:
        emit(table(list(counts.items())))
    say(f"Written to {context.arguments.out}")
