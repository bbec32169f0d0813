"""`evaluate averitec`: AVeriTeC's measures of given predictions or our own run, and its parts by date as files for `verify`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import say
from app.domain.verification import Verification, VerifyOptions
from app.errors import InputError
from app.ingest.averitec import claims_bytes
from app.rights.permissions import make_export_folder
from app.services.reports.write import lines_bytes, write_bytes
from models.research.averitec.converting import unverified, with_evidence
from models.research.averitec.gold import gold_claims, of_part, read_gold
from models.research.averitec.pool import document_row, pool_documents
from models.research.averitec.predictions import read_predictions
from models.research.averitec.report import averitec_report
from models.research.averitec.split import PARTS
from models.research.commands.averitec_runs import run_own
from models.research.commands.averitec_table import averitec_table
from models.research.commands.report_output import finish_measure, keep_inputs, run_record


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add averitec to `evaluate`."""
    averitec = measures.add_parser("averitec", parents=[common], help="questions, answers, verdicts and justifications of claims")
    averitec.add_argument("--gold", type=args.file, required=True, metavar="G.json", help="claims in AVeriTeC's format, with labels")
    averitec.add_argument(
        "--predictions", type=args.file, metavar="P.json", help="what “verify --claims” wrote, or another system (default: our own run)"
    )
    averitec.add_argument("--out", type=args.file, metavar="F.json")
    averitec.add_argument("--part", choices=PARTS, default="", help="by date: the last 15%% are test, the 15%% before them choice")
    averitec.add_argument(
        "--convert",
        type=args.file,
        metavar="DIR",
        help="score nothing: write the part as files for “verify”, and the pool of evidence",
    )
    averitec.add_argument("--given-evidence", action="store_true", help="our own run: judge the gold's questions and answers")
    averitec.add_argument("--ablation", action="store_true", help="our own run, once more without each of its parts, and trivial systems")
    averitec.add_argument(
        "--every",
        type=args.positive,
        default=1,
        metavar="N",
        help="our own run: of one claim in N, as all systems take an hour (default 1)",
    )
    defaults = VerifyOptions()
    averitec.add_argument(
        "--questions",
        type=args.positive,
        default=defaults.questions,
        metavar="N",
        help="our own run: questions asked (default %(default)s)",
    )
    averitec.add_argument(
        "--answers", type=args.positive, default=defaults.answers, metavar="N", help="our own run: answers a question (default %(default)s)"
    )
    averitec.set_defaults(command=run_averitec)


def run_averitec(context: Context) -> int:
    """Run `evaluate averitec`: on given predictions, without library or model, or on our own run over all answers of the gold as
    evidence."""
    arguments = context.arguments
    claims = read_gold(arguments.gold)
    indexes = of_part(claims, arguments.part)
    if arguments.convert is not None:
        return _convert(arguments.gold, arguments.convert, claims, indexes)
    context.check_out()
    if arguments.predictions is None:
        return run_own(context, claims, indexes)
    if arguments.given_evidence or arguments.ablation or arguments.every > 1:
        message = "--given-evidence, --ablation and --every are for our own run."
        raise InputError("evaluation-own-run", message, hint="Leave them away, or leave --predictions away.")
    keep_inputs(arguments.out, [arguments.predictions])
    predictions = read_predictions(arguments.predictions, claims, indexes)
    report = {"part": arguments.part or None, **averitec_report(gold_claims(claims, indexes), predictions)}
    record = run_record(context, rows=len(indexes), models={}, parameters={"part": arguments.part or None})
    return finish_measure(context, report, averitec_table(report), record)


def _convert(gold: Path, folder: Path, claims: Sequence[Verification], indexes: Sequence[int]) -> int:
    """Write claims and pool. Only the claims depend on the part; a claim may be verified with all evidence from before it."""
    part_claims, pool = [claims[index] for index in indexes], pool_documents(claims)
    contents = {
        "gold.json": (len(part_claims), claims_bytes(part_claims)),
        "claims.json": (len(part_claims), claims_bytes(map(unverified, part_claims))),
        "given.json": (len(part_claims), claims_bytes(map(with_evidence, part_claims))),
        "evidence.jsonl": (len(pool), lines_bytes(map(document_row, pool))),
    }
    if folder.exists() and not folder.is_dir():
        raise InputError("output-folder", f"“{folder}” is a file.", hint="Name a folder with --convert.")
    for name in contents:
        keep_inputs(folder / name, [gold])
    make_export_folder(folder)
    for name, (rows, content) in contents.items():
        write_bytes(folder / name, content)
        say(f"Written to {folder / name}: {rows} rows")
    return 0
