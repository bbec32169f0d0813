"""`evaluate orders`: our order of the matches and the language model's, against the decisions in projects."""

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
    """Run `evaluate orders`. With --rerank the matches of decided sentences are ordered now, otherwise as stored in the projects."""
    arguments = context.arguments
    context.check_out()
    keep_inputs(arguments.out, arguments.projects)
    rerank = rerank_options.rerank_options(arguments)
    model = rerank_options.needed_model(context, rerank)
    decided = [decision for path in arguments.projects for decision in decisions_of(_content(path))]
    models: dict[str, str] = {}
    if model is not None and rerank is not None:
        entries = [entry for entry, _ in decided]
        reranked = rerank_options.rerank_entries(context, entries, model=model, reranking=rerank, noun="sentences")
        decided = [(entry, marks) for entry, (_, marks) in zip(reranked.entries, decided, strict=True)]
        models["language_model"] = reranked.record.model
    comparison = compare_orders(decided)
    return finish_measure(context, asdict(comparison), _words(comparison), run_record(context, rows=comparison.decided, models=models))


def decisions_of(content: ProjectContent) -> list[Decided]:
    """Return the ranked sentences of a project with a decision, with the marks of the first reviewer."""
    if content.ranked is None:
        return []
    marks = Marks()
    for operation in content.acts[: content.position]:
        marks.apply(operation)
    manuscript = content.manuscript()
    by_sentence: Mapping[str, Mapping[str, Mark]] = next((marks.by_sentence(reviewer) for reviewer in marks.reviewers()), {})
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
        text = f"Only {comparison.decided} sentences have a confirmed fact-check and another order of at least two matches"
        return f"{text}; {ENOUGH} are needed to say anything. (With --rerank the orders are made now.)"
    reciprocals = f"{comparison.own_reciprocal:.3f} before, {comparison.llm_reciprocal:.3f} with the language model"
    return f"{comparison_words(comparison)}\nMean of 1/place of the confirmed one: {reciprocals}."
