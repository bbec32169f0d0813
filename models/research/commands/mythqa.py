"""`evaluate mythqa`: MythQA's measures of given answers, and its gold, or Perspectrum, as files for `ask`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.ask.parameters import RECIPE, Recipe
from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import say
from app.domain.ask import AskOptions
from app.domain.post import Post
from app.errors import InputError
from app.rights.permissions import make_export_folder
from app.services.ask_engine import AskEngine
from app.services.reports.write import write_bytes
from app.temporary_files import temporary_folder
from models.research.commands.mythqa_table import mythqa_table
from models.research.commands.report_output import finish_measure, keep_inputs, run_record
from models.research.mythqa.converting import gold_row, json_lines, post_rows, question_row
from models.research.mythqa.gold import Question, of_split, read_gold
from models.research.mythqa.perspectrum import read_perspectrum
from models.research.mythqa.predictions import read_predictions
from models.research.mythqa.report import EVIDENCE, RETRIEVED, MythOptions, mythqa_report
from models.research.mythqa.systems import ABLATION, own_predictions

_OWN = ""


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
    judged = AskOptions().judged
    mythqa.add_argument(
        "--judged", type=args.positive, default=judged, metavar="K", help=f"our own run: posts whose side is told (default {judged})"
    )
    mythqa.add_argument("--ablation", action="store_true", help="our own run, once more without each of its parts")
    mythqa.add_argument(
        "--convert", type=args.file, metavar="DIR", help="score nothing: write gold.jsonl, questions.jsonl and, of Perspectrum, posts.jsonl"
    )
    mythqa.set_defaults(command=run_mythqa)


def depths(text: str) -> tuple[int, ...]:
    """Parse a list of depths on the command line. The result is ascending."""
    return tuple(sorted({args.positive(part.strip()) for part in text.split(",")}))


def run_mythqa(context: Context) -> int:
    """Run `evaluate mythqa`: on given predictions, without library or model, or on our own run.

    Our own run searches the library's posts; for Perspectrum its perspectives.
    """
    arguments = context.arguments
    all_questions, posts = _gold(arguments.gold)
    questions = of_split(all_questions, arguments.split) if arguments.split else all_questions
    if arguments.convert is not None:
        return _convert(arguments.gold, arguments.convert, questions, posts)
    context.check_out()
    selected_ids = {question.qid for question in questions}
    options = MythOptions(k=arguments.k, e=arguments.e, answers=arguments.answers, intrinsic=arguments.intrinsic)
    if arguments.predictions is None:
        return _own_run(context, questions, posts, options)
    keep_inputs(arguments.out, [arguments.predictions])
    other_questions = [question for question in all_questions if question.qid not in selected_ids]
    predictions = read_predictions(arguments.predictions, questions, other_questions=other_questions)
    report: Mapping[str, Any] = {"split": arguments.split or None, **mythqa_report(questions, predictions, options)}
    return finish_measure(context, report, mythqa_table(report), _record(context, questions, options, {}))


def _record(context: Context, questions: Sequence[Question], options: MythOptions, models: Mapping[str, str]) -> Mapping[str, Any]:
    split = context.arguments.split or None
    return run_record(context, rows=len(questions), models=models, parameters={"resamples": options.resamples, "split": split})


def _own_run(context: Context, questions: Sequence[Question], posts: Sequence[tuple[str, str]], options: MythOptions) -> int:
    """Run our own system; with `--ablation` every recipe, each with its measures."""
    arguments = context.arguments
    if options.intrinsic:
        raise InputError("evaluation-own-run", "Our own run retrieves its posts.", hint="Leave --intrinsic away, or name --predictions.")
    recipes = ABLATION if arguments.ablation else {_OWN: RECIPE}
    with _corpus(posts, context.library_path) as folder:
        if posts:
            texts = (Post(id=key, text=text, language="en") for key, text in posts)
            context.session.libraries.posts(folder, create=True).add(texts, progress=context.progress, cancel=context.cancel)
        engine = context.session.ask_engine(folder)
        engine.posts.encode(encoder=engine.encoder, progress=context.progress, cancel=context.cancel)
        models = dict(engine.models())
        reports = {name: _measured(context, questions, options, engine, recipe) for name, recipe in recipes.items()}
        context.session.close()
    context.progress.close()
    words = "\n\n".join(f"{name}\n{mythqa_table(report)}".strip() for name, report in reports.items())
    shown_reports = reports if arguments.ablation else reports[_OWN]
    return finish_measure(context, shown_reports, words, _record(context, questions, options, models))


def _measured(
    context: Context, questions: Sequence[Question], options: MythOptions, engine: AskEngine, recipe: Recipe
) -> Mapping[str, Any]:
    arguments = context.arguments
    ask_options = AskOptions(retrieved=max(options.k), judged=arguments.judged, answers=arguments.answers or AskOptions().answers)
    predictions = own_predictions(
        questions, engine=engine, options=ask_options, progress=context.progress, cancel=context.cancel, recipe=recipe
    )
    return {"split": arguments.split or None, "judged": ask_options.judged, **mythqa_report(questions, predictions, options)}


@contextmanager
def _corpus(posts: Sequence[tuple[str, str]], library: Path) -> Iterator[Path]:
    """Yield a temporary library with the gold's own posts, or the user's library if the gold has none."""
    if not posts:
        yield library
        return
    with temporary_folder() as folder:
        yield folder


def _gold(path: Path) -> tuple[list[Question], tuple[tuple[str, str], ...]]:
    """Return the questions, and the corpus if the gold has one."""
    if path.is_dir():
        folder = read_perspectrum(path)
        return list(folder.questions), folder.posts
    return read_gold(path), ()


def _convert(gold: Path, folder: Path, questions: Sequence[Question], posts: Sequence[tuple[str, str]]) -> int:
    """Write the gold as files. Only the questions depend on the split; a question is asked of all posts."""
    rows = {
        "gold.jsonl": [gold_row(question) for question in questions],
        "questions.jsonl": [question_row(question) for question in questions],
    }
    if posts:
        rows["posts.jsonl"] = post_rows(posts)
    if folder.exists() and not folder.is_dir():
        raise InputError("output-folder", f"“{folder}” is a file.", hint="Name a folder with --convert.")
    for name in rows:
        keep_inputs(folder / name, [gold])
    make_export_folder(folder)
    for name, file_rows in rows.items():
        write_bytes(folder / name, json_lines(file_rows))
        say(f"Written to {folder / name}: {len(file_rows)} rows")
    return 0


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
