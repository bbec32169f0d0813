"""`adapt`: fine-tune the encoder on the library's fact-checks, without labels, and use the result only if it is better."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.bootstrap import adapting
from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import emit, emit_json, say, table
from app.domain.adapting import Adapted, AdaptEstimate, AdaptOptions, Comparison
from app.errors import InputError
from app.reading import read_queries
from app.services.adapting.pairs import LeakageGuard
from app.services.adapting.run import adapt, estimate


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add adapt to the grammar."""
    parser = commands.add_parser("adapt", parents=[common], help="adapt the encoder to your library; kept only if it is better")
    parser.add_argument("--epochs", type=args.positive, default=1, metavar="N", help="made-up claims for each fact-check (default 1)")
    parser.add_argument("--limit", type=args.positive, default=0, metavar="N", help="learn from so many fact-checks at most (default: all)")
    parser.add_argument("--seed", type=args.positive, default=0, metavar="N", help="another seed makes other claims up")
    parser.add_argument(
        "--guard", type=args.file, metavar="Q.jsonl", help="rows {qid, text} that you will evaluate with: what is like them is not learnt"
    )
    parser.add_argument("--out", type=args.file, metavar="DIR", help="the new encoder's folder (default: among your models)")
    parser.add_argument(
        "--use", action=argparse.BooleanOptionalAction, default=True, help="take it into use if it is better (default: yes)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with a training that was cut off")
    parser.add_argument("--estimate", action="store_true", help="only say how long it will take")
    parser.add_argument("--undo", action="store_true", help="go back to the encoder that the one in use was adapted from")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(command=run_adapt)


def run_adapt(context: Context) -> int:
    """Run `adapt`: exit code 0 even if the adapted encoder is not better, since that is a valid result."""
    arguments = context.arguments
    if arguments.undo:
        return _undo(context)
    options = AdaptOptions(epochs=arguments.epochs, limit=arguments.limit, seed=arguments.seed, resume=arguments.resume)
    library = context.session.libraries.library(context.library_path)
    work = adapting.work_folder(context.library_path)
    expected = estimate(options, library=library, work_folder=work)
    if arguments.estimate:
        return _print_estimate(expected, json=arguments.json)
    if options.resume and not expected.resumable:
        raise InputError("adapt-nothing-cut-off", "No training of this library was cut off.", hint="Leave --resume out to begin one.")
    guard = _guard(context, arguments.guard) if arguments.guard else None
    ports = adapting.adapt_ports(context.session, context.library_path, output_folder=arguments.out, guard=guard)
    say(f"{expected.claims} claims to learn; about {_minutes(expected.seconds)} on two free cores. Ctrl+C stops it; --resume goes on.")
    result = adapt(options, ports=ports, progress=context.progress, cancel=context.cancel)
    context.progress.close()
    used = result.better and arguments.use
    if used:
        adapting.use_adapted(
            context.session, Path(result.folder), library=context.library_path, progress=context.progress, cancel=context.cancel
        )
        context.progress.close()
    _print(result, used=used, json=arguments.json)
    return 0


def _undo(context: Context) -> int:
    user_model = adapting.undo_adapted(context.session, library=context.library_path, progress=context.progress, cancel=context.cancel)
    context.progress.close()
    say("The bundled encoder is in use again." if user_model is None else f"The encoder in {user_model.folder} is in use again.")
    say("The adapted encoder's folder was not deleted.")
    return 0


def _guard(context: Context, path: Path) -> LeakageGuard:
    claims = [row.query.text for row in read_queries(path, cancel=context.cancel) if row.query is not None]
    if not claims:
        raise InputError("adapt-guard", f"“{path}” holds no claim.", hint="It needs JSON Lines of {qid, text}.")
    return LeakageGuard(claims)


def _print_estimate(expected: AdaptEstimate, *, json: bool) -> int:
    if json:
        emit_json([asdict(expected)])
    else:
        emit(f"{expected.claims} claims to learn from {expected.factchecks} fact-checks; about {_minutes(expected.seconds)}")
    return 0


def _print(result: Adapted, *, used: bool, json: bool) -> None:
    if json:
        emit_json([asdict(result) | {"used": used}])
        return
    rows: list[tuple[str, ...]] = [("", "queries", "MAP@5 before", "after", "difference (95%)", "MRR before", "after", "difference (95%)")]
    rows.append(_row("made-up claims of fact-checks it did not learn from", result.held_back))
    if result.decisions is not None:
        rows.append(_row("matches that you confirmed", result.decisions))
    emit(table(rows))
    say(f"learnt {result.claims} claims in {_minutes(result.training_seconds)}, peak memory {result.megabytes:.0f} MB")
    if result.untaught:
        say(f"It learnt without the cross-encoder, which could not be loaded: {result.untaught}")
    if not result.better:
        say("It is not surely better, so nothing was kept and nothing was changed.")
    elif used:
        say(f"It is in use from now on, and the library's index was built anew. “priorcheck adapt --undo” goes back. ({result.folder})")
        say("A window that is open goes on with the models it has loaded until it is started anew.")
    else:
        say(f"It is kept in {result.folder}.")
        say("“priorcheck models use encoder FOLDER”, then “priorcheck library rebuild”, take it into use.")


def _row(name: str, comparison: Comparison) -> tuple[str, ...]:
    cells: list[str] = [name, str(comparison.queries)]
    for before, after, moved in (
        (comparison.map_before, comparison.map_after, comparison.map_difference),
        (comparison.mrr_before, comparison.mrr_after, comparison.mrr_difference),
    ):
        cells += [f"{before:.3f}", f"{after:.3f}", f"{moved.mean:+.3f} ({moved.low:+.3f} to {moved.high:+.3f})"]
    return tuple(cells)


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 90 else f"{seconds / 60:.0f} minutes"
