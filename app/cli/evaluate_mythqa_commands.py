"""`evaluate mythqa`: MythQA's measures of given answers; and its gold, or Perspectrum, as files that `ask` can be run on."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.cli import arguments as args
from app.cli.context import Context
from app.cli.evaluate_group import finish_measure, run_record
from app.cli.evaluate_mythqa_table import mythqa_table
from app.cli.output import say
from app.errors import InputError
from app.evaluation.mythqa.converting import gold_row, json_lines, post_rows, question_row
from app.evaluation.mythqa.gold import Question, of_split, read_gold
from app.evaluation.mythqa.perspectrum import read_perspectrum
from app.evaluation.mythqa.predictions import read_predictions
from app.evaluation.mythqa.report import EVIDENCE, RETRIEVED, MythOptions, mythqa_report
from app.services.reports.write import write_bytes


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add mythqa to `evaluate`."""
    mythqa = measures.add_parser("mythqa", parents=[common], help="distinct answers to questions, with posts for and against each")
    mythqa.add_argument("--gold", type=args.file, required=True, metavar="G", help="TweetMythQA.jsonl, or the folder of Perspectrum")
    mythqa.add_argument("--predictions", type=args.file, metavar="P.jsonl", help="rows of “ask”; `retrieved`, a list of ids, gives Hit@k")
    mythqa.add_argument("--out", type=args.file, metavar="F.json")
    mythqa.add_argument("--intrinsic", action="store_true", help="the predictions come from the gold's own posts, not from retrieved ones")
    mythqa.add_argument("--split", default="", metavar="NAME", help="only the questions of this split (train, dev, …)")
    mythqa.add_argument(
        "--k", type=depths, default=RETRIEVED, metavar="LIST", help=f"depths of Hit@k and MHit@k (default {_listed(RETRIEVED)})"
    )
    mythqa.add_argument(
        "--e", type=depths, default=EVIDENCE, metavar="LIST", help=f"posts a side of F1_CONTRO@e (default {_listed(EVIDENCE)})"
    )
    mythqa.add_argument("--answers", type=args.positive, metavar="N", help="only the first N answers of an entity question (default: all)")
    mythqa.add_argument(
        "--convert", type=args.file, metavar="DIR", help="score nothing: write gold.jsonl, questions.jsonl and, of Perspectrum, posts.jsonl"
    )
    mythqa.set_defaults(command=run_mythqa)


def depths(text: str) -> tuple[int, ...]:
    """A list of depths of the command line, ascending."""
    return tuple(sorted({args.positive(part.strip()) for part in text.split(",")}))


def run_mythqa(context: Context) -> int:
    """`evaluate mythqa`: needs no library and no model."""
    arguments = context.arguments
    everything, posts = _gold(arguments.gold)
    questions = of_split(everything, arguments.split) if arguments.split else everything
    if arguments.convert is not None:
        return _convert(arguments.gold, arguments.convert, questions, posts)
    if arguments.predictions is None:
        message = "MythQA is scored from given answers only: our own run is not there yet."
        raise InputError("evaluation-own-run", message, hint="Name the rows of “ask” with --predictions.")
    context.check_out()
    _keep(arguments.out, [arguments.predictions])
    chosen = {question.qid for question in questions}
    others = [question for question in everything if question.qid not in chosen]
    predictions = read_predictions(arguments.predictions, questions, others=others)
    options = MythOptions(k=arguments.k, e=arguments.e, answers=arguments.answers, intrinsic=arguments.intrinsic)
    report: Mapping[str, Any] = {"split": arguments.split or None, **mythqa_report(questions, predictions, options)}
    record = run_record(
        context, rows=len(questions), models={}, parameters={"resamples": options.resamples, "split": arguments.split or None}
    )
    return finish_measure(context, report, mythqa_table(report), record)


def _gold(path: Path) -> tuple[list[Question], tuple[tuple[str, str], ...]]:
    """The questions, and the corpus where the gold has one."""
    if path.is_dir():
        folder = read_perspectrum(path)
        return list(folder.questions), folder.posts
    return read_gold(path), ()


def _convert(gold: Path, folder: Path, questions: Sequence[Question], posts: Sequence[tuple[str, str]]) -> int:
    """The gold as files. Only the questions depend on the split; the corpus is whole, as a question is asked of all posts."""
    rows = {
        "gold.jsonl": [gold_row(question) for question in questions],
        "questions.jsonl": [question_row(question) for question in questions],
    }
    if posts:
        rows["posts.jsonl"] = post_rows(posts)
    if folder.exists() and not folder.is_dir():
        raise InputError("output-folder", f"“{folder}” is a file.", hint="Name a folder with --convert.")
    for name in rows:
        _keep(folder / name, [gold])
    folder.mkdir(parents=True, exist_ok=True)
    for name, own in rows.items():
        write_bytes(folder / name, json_lines(own))
        say(f"Written to {folder / name}: {len(own)} rows")
    return 0


def _keep(out: Path | None, inputs: Sequence[Path]) -> None:
    """Raises InputError when the output is one of the inputs."""
    if out is not None and out.exists() and any(path.exists() and path.samefile(out) for path in inputs):
        raise InputError("output-is-input", f"“{out}” is the input itself and would be lost.", hint="Choose another name.")


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
