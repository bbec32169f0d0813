"""`evaluate debates`: the seed paper's document ranking, of given predictions or of our own run."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any

from app import __version__
from app.cli import arguments as args
from app.cli.context import Context
from app.cli.evaluate_debates_table import debates_table
from app.cli.evaluate_group import finish_measure
from app.errors import InputError
from app.evaluation.debate_gold import RESAMPLES, Gold, load_gold
from app.evaluation.debate_report import report_row
from app.evaluation.debate_run import DEPTH, DebateReport, Part, score_own_run, score_predictions
from app.evaluation.paper.measures import ENCODERS
from app.evaluation.paper.models import Job, PaperModels
from app.evaluation.paper.work import WorkFolder

_WORK = Path("build") / "evaluate"


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add debates to `evaluate`."""
    debates = measures.add_parser("debates", parents=[common], help="annotated debates, beside the seed paper's systems")
    debates.add_argument("--gold", type=args.file, required=True, metavar="DIR", help="the folder with pairs.jsonl and transcripts/")
    debates.add_argument(
        "--predictions", type=args.file, nargs="+", metavar="P", help="files of “rank --out”, or a folder of them, one a debate"
    )
    debates.add_argument("--out", type=args.file, metavar="F.json")
    debates.add_argument(
        "--parts", type=parts, default=frozenset(Part), metavar="LIST", help=f"what to run: {', '.join(Part)} (default: all of them)"
    )
    debates.add_argument("--work", type=args.file, default=_WORK, metavar="DIR", help=f"where costly values are kept (default {_WORK})")
    debates.add_argument("--second-encoder", type=args.file, metavar="DIR", help="a sentence-transformers folder (default: stock MiniLM)")
    debates.add_argument(
        "--depth", type=args.positive, default=DEPTH, metavar="N", help=f"candidates of each cheap measure (default {DEPTH})"
    )
    debates.add_argument(
        "--resamples", type=args.positive, default=RESAMPLES, metavar="N", help=f"bootstrap resamples (default {RESAMPLES})"
    )
    debates.set_defaults(command=run_debates)


def parts(text: str) -> frozenset[Part]:
    """A list of parts of the command line."""
    try:
        return frozenset(Part(name.strip()) for name in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a list of {', '.join(Part)}") from None


def run_debates(context: Context) -> int:
    """`evaluate debates`: all measures to `--out`, a table to stdout."""
    context.check_out()
    arguments = context.arguments
    _keep_predictions(arguments)
    gold, notes = _gold(context)
    models: dict[str, str] = {}
    if arguments.predictions:
        report = score_predictions(gold, arguments.predictions, notes)
    else:
        report, models = _own_run(context, gold, notes)
    return finish_measure(context, report_row(report), debates_table(report), _record(context, gold, models))


def _keep_predictions(arguments: argparse.Namespace) -> None:
    """Refuse an output file that is one of the predictions. Raises InputError."""
    out = arguments.out
    if out is not None and out.exists() and any(path.exists() and path.samefile(out) for path in _given_files(arguments)):
        raise InputError("output-is-input", f"“{out}” is one of the predictions and would be lost.", hint="Choose another name for --out.")


def _given_files(arguments: argparse.Namespace) -> list[Path]:
    return [file for path in arguments.predictions or () for file in (sorted(path.iterdir()) if path.is_dir() else [path])]


def _gold(context: Context) -> tuple[Gold, tuple[str, ...]]:
    """The gold; dates come from the library, which given predictions can do without."""
    arguments = context.arguments
    there = context.library_path.is_dir()
    library = context.session.library(context.library_path) if there or arguments.library or not arguments.predictions else None
    return load_gold(arguments.gold, library, resamples=arguments.resamples)


def _own_run(context: Context, gold: Gold, notes: tuple[str, ...]) -> tuple[DebateReport, dict[str, str]]:
    arguments, session = context.arguments, context.session
    engine = session.engine(context.library_path)
    models = dict(engine.models())

    def paper_models() -> PaperModels:
        loaded = PaperModels(
            encoders=dict(zip(ENCODERS, (session.encoder(), session.second_encoder(arguments.second_encoder)), strict=True)),
            tokens=session.token_encoder(),
            stance=session.stance_scorer(),
        )
        models.update({f"paper {name}": key for name, key in loaded.keys().items()})
        return loaded

    job = Job(work=WorkFolder(arguments.work), progress=context.progress, cancel=context.cancel)
    report = score_own_run(gold, engine, paper_models, job, parts=arguments.parts, depth=arguments.depth, notes=notes)
    return report, models


def _record(context: Context, gold: Gold, models: dict[str, str]) -> dict[str, Any]:
    """What the measures rest on: program, gold and predictions by hash, library, models, parameters."""
    arguments = context.arguments
    sources = [arguments.gold / "pairs.jsonl", *(debate.transcript for debate in gold.debates)]
    record: dict[str, Any] = {
        "program": f"priorcheck {__version__}",
        "files": {str(path): _hash(path) for path in (*sources, *_given_files(arguments)) if path.is_file()},
        "models": models,
        "parameters": {
            "parts": sorted(arguments.parts),
            "depth": arguments.depth,
            "resamples": arguments.resamples,
            "second_encoder": str(arguments.second_encoder or "stock MiniLM"),
        },
    }
    if gold.published is not None:
        statistics = context.session.library(context.library_path).statistics()
        record |= {"library": str(context.library_path), "generation": statistics.generation, "factchecks": statistics.factchecks}
    return record


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
