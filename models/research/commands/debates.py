"""`evaluate debates`: the seed paper's ranking of documents, of given predictions or our own run."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from app import __version__
from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import say
from app.domain.control_characters import without_controls
from app.errors import InputError
from app.paths import resolved
from app.services.reports import check_target
from app.services.reports.write import write_bytes
from models.research.commands.debates_markdown import debates_markdown
from models.research.commands.debates_table import debates_table
from models.research.commands.report_output import finish_measure
from models.research.debate_gold import RESAMPLES, Gold, load_gold
from models.research.debate_report import report_row
from models.research.debate_run import DebateReport, Part, score_own_run, score_predictions
from models.research.earlier_report import earlier_systems
from models.research.paper.bodies import EVERY
from models.research.paper.loading import load_paper_models
from models.research.paper.measuring import Reach
from models.research.paper.models import Job, PaperModels
from models.research.paper.work import WorkFolder

_WORK = Path("build") / "evaluate"
_HALF = "bfloat16"
_REACH = {
    "depth": "candidates of each cheap measure",
    "nli": "candidates of each cheap measure whose stance is judged",
    "bodies": "candidates by BM25 on the body whose bodies are read",
    "read": "sentences that are read of a body for each sentence, those that share most words with it",
}


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add debates to `evaluate`."""
    debates = measures.add_parser("debates", parents=[common], help="annotated debates, beside the seed paper's systems")
    debates.add_argument("--gold", type=args.file, required=True, metavar="DIR", help="the folder with pairs.jsonl and transcripts/")
    debates.add_argument(
        "--predictions", type=args.file, nargs="+", metavar="P", help="files of “rank --out”, or a folder of them, one a debate"
    )
    debates.add_argument("--out", type=args.file, metavar="F.json")
    debates.add_argument("--table", type=args.file, metavar="F.md", help="the same as a page of tables for reading")
    debates.add_argument(
        "--parts", type=parts, default=frozenset(Part), metavar="LIST", help=f"what to run: {', '.join(Part)} (default: all of them)"
    )
    debates.add_argument("--beside", type=args.file, metavar="F.json", help="an earlier report, whose systems are shown too")
    debates.add_argument("--work", type=args.file, default=_WORK, metavar="DIR", help=f"where costly values are kept (default {_WORK})")
    debates.add_argument("--second-encoder", type=args.file, metavar="DIR", help="a sentence-transformers folder (default: stock MiniLM)")
    debates.add_argument(
        "--precision",
        choices=("float32", _HALF),
        default="float32",
        help="of the paper's models on the processor; bfloat16 is several times as fast where that has matrix units",
    )
    for name, description in _REACH.items():
        default = getattr(Reach(), name)
        default_text = "all" if default == EVERY else default
        debates.add_argument(f"--{name}", type=args.positive, default=default, metavar="N", help=f"{description} (default {default_text})")
    debates.add_argument(
        "--resamples", type=args.positive, default=RESAMPLES, metavar="N", help=f"bootstrap resamples (default {RESAMPLES})"
    )
    debates.set_defaults(command=run_debates)


def parts(text: str) -> frozenset[Part]:
    """Parse a list of parts on the command line."""
    try:
        return frozenset(Part(name.strip()) for name in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a list of {', '.join(Part)}") from None


def run_debates(context: Context) -> int:
    """Run `evaluate debates`: all measures to `--out`, a table to stdout."""
    context.check_out()
    arguments = context.arguments
    _keep_given_files(arguments)
    gold, notes = _gold(context)
    models: dict[str, str] = {}
    earlier, earlier_notes = earlier_systems(arguments.beside, gold) if arguments.beside else ([], ())
    if arguments.predictions:
        report = score_predictions(gold, arguments.predictions, notes)
    else:
        report, models = _own_run(context, gold, notes)
    report = replace(report, systems=(*earlier, *report.systems), notes=tuple(dict.fromkeys((*earlier_notes, *report.notes))))
    record = _record(context, gold, models)
    code = finish_measure(context, report_row(report), debates_table(report), record)
    if arguments.table:
        write_bytes(arguments.table, without_controls(debates_markdown(report, _made_by(record))).encode())
        say(f"Written to {arguments.table}")
    return code


def _keep_given_files(arguments: argparse.Namespace) -> None:
    """Refuse an output file that is one of the predictions, or cannot be written. Raises InputError."""
    for option in ("out", "table"):
        target = getattr(arguments, option)
        if target is not None and target.exists() and any(path.exists() and path.samefile(target) for path in _given_files(arguments)):
            message = f"“{target}” is one of the predictions and would be lost."
            raise InputError("output-is-input", message, hint=f"Choose another name for --{option}.")
    if arguments.table:
        check_target(arguments.table)
        if arguments.out and resolved(arguments.out) == resolved(arguments.table):
            raise InputError("output-twice", f"“{arguments.out}” is named for two outputs.", hint="Choose another name for --table.")


def _given_files(arguments: argparse.Namespace) -> list[Path]:
    return [file for path in arguments.predictions or () for file in (sorted(path.iterdir()) if path.is_dir() else [path])]


def _gold(context: Context) -> tuple[Gold, tuple[str, ...]]:
    """Return the gold. Dates come from the library, which given predictions can do without."""
    arguments = context.arguments
    has_library = context.library_path.is_dir()
    library = (
        context.session.libraries.library(context.library_path) if has_library or arguments.library or not arguments.predictions else None
    )
    return load_gold(arguments.gold, library, resamples=arguments.resamples)


def _own_run(context: Context, gold: Gold, notes: tuple[str, ...]) -> tuple[DebateReport, dict[str, str]]:
    arguments, session = context.arguments, context.session
    engine = session.engine(context.library_path)
    models = dict(engine.models())

    def paper_models() -> PaperModels:
        loaded = load_paper_models(session, second=arguments.second_encoder, half=arguments.precision == _HALF)
        models.update({f"paper {name}": key for name, key in loaded.keys().items()})
        return loaded

    job = Job(work=WorkFolder(arguments.work), progress=context.progress, cancel=context.cancel)
    report = score_own_run(gold, engine, paper_models, job, parts=arguments.parts, reach=_reach(arguments), notes=notes)
    return report, models


def _reach(arguments: argparse.Namespace) -> Reach:
    return Reach(**{name: getattr(arguments, name) for name in _REACH})


def _record(context: Context, gold: Gold, models: dict[str, str]) -> dict[str, Any]:
    """Return the inputs of the measures: program, hashes of gold and predictions, library, models, parameters."""
    arguments = context.arguments
    sources = [arguments.gold / "pairs.jsonl", *(debate.transcript for debate in gold.debates)]
    sources += [arguments.beside] if arguments.beside else []
    record: dict[str, Any] = {
        "program": f"priorcheck {__version__}",
        "files": {str(path): _hash(path) for path in (*sources, *_given_files(arguments)) if path.is_file()},
        "models": models,
        "parameters": {
            "parts": sorted(arguments.parts),
            **{name: value for name, value in asdict(_reach(arguments)).items() if value < EVERY},
            "precision": arguments.precision,
            "resamples": arguments.resamples,
            "second_encoder": str(arguments.second_encoder or "stock MiniLM"),
        },
    }
    if gold.published is not None:
        statistics = context.session.libraries.library(context.library_path).statistics()
        record |= {"library": str(context.library_path), "generation": statistics.generation, "factchecks": statistics.factchecks}
    return record


def _made_by(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the inputs of the page of tables, without file paths."""
    options = " ".join(f"--{name} {','.join(value) if isinstance(value, list) else value}" for name, value in _named(record["parameters"]))
    library = {"library": f"{record['factchecks']:,} fact-checks"} if "factchecks" in record else {}
    return {"command": f"priorcheck evaluate debates {options}", "program": record["program"], **library, **record["models"]}


def _named(parameters: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the parameters for the record. The folder of a second encoder is left out, since it is a path on this machine."""
    return [(name, value) for name, value in parameters.items() if name != "second_encoder"]


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
