"""`evaluate orders`: our order of the matches and the language model's, against what was decided in projects."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.bootstrap.projects import open_project
from app.cli import arguments as args
from app.cli import rerank_options
from app.cli.context import Context
from app.domain.llm_order import ENOUGH, OrderComparison, compare_orders, comparison_words
from app.domain.project import ProjectContent
from app.domain.ranked import RankedSentence
from app.domain.review import Mark, Marks
from app.errors import InputError
from models.research.commands.report_output import finish_measure, keep_inputs, run_record

Decided = tuple[RankedSentence, Mapping[str, Mark]]


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add orders to `evaluate`."""
    orders = measures.add_parser("orders", parents=[common], help="the language model's order against decisions kept in projects")
    orders.add_argument("projects", type=args.file, nargs="+", metavar="PROJECT", help="files of saved projects")
    orders.add_argument("--out", type=args.file, metavar="F.json")
    rerank_options.add_options(orders)
    orders.set_defaults(command=run_orders)


def run_orders(context: Context) -> int:
    """`evaluate orders`: with --rerank the matches of decided sentences are put in order now, else as the projects hold them."""
    arguments = context.arguments
    context.check_out()
    keep_inputs(arguments.out, arguments.projects)
    wanted = rerank_options.rerank_options(arguments)
    model = rerank_options.needed_model(context, wanted)
    decided = [each for path in arguments.projects for each in decisions_of(_content(path))]
    models: dict[str, str] = {}
    if model is not None and wanted is not None:
        entries = [entry for entry, _ in decided]
        found = rerank_options.rerank_entries(context, entries, model=model, reranking=wanted, noun="sentences")
        decided = [(entry, marks) for entry, (_, marks) in zip(found.entries, decided, strict=True)]
        models["language_model"] = found.record.model
    comparison = compare_orders(decided)
    return finish_measure(context, asdict(comparison), _words(comparison), run_record(context, rows=comparison.decided, models=models))


def decisions_of(content: ProjectContent) -> list[Decided]:
    """The ranked sentences of a project that somebody has decided about, with the marks of the reviewer who marked first."""
    if content.ranked is None:
        return []
    marks = Marks()
    for act in content.acts[: content.position]:
        marks.apply(act)
    manuscript = content.manuscript()
    by_sentence: Mapping[str, Mapping[str, Mark]] = next((marks.by_sentence(who) for who in marks.reviewers()), {})
    keys: Sequence[str] = manuscript.keys
    return [
        (entry, by_sentence[keys[entry.sentence.index]])
        for entry in content.ranked.sentences
        if len(entry.matches) > 1 and keys[entry.sentence.index] in by_sentence
    ]


def _content(path: Path) -> ProjectContent:
    if not path.is_file():
        raise InputError("input-missing", f"There is no file “{path}”.", hint="Name the file of a saved project.")
    project = open_project(path)
    try:
        return project.read()
    finally:
        project.close()


def _words(comparison: OrderComparison) -> str:
    if not comparison.enough:
        told = f"Only {comparison.decided} sentences have a confirmed fact-check and another order of at least two matches"
        return f"{told}; {ENOUGH} are needed to say anything. (With --rerank the orders are made now.)"
    own, llm = comparison.own_reciprocal, comparison.llm_reciprocal
    return f"{comparison_words(comparison)}\nMean of 1/place of the confirmed one: {own:.3f} before, {llm:.3f} with the language model."
