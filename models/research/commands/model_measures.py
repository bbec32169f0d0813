"""`evaluate stance|checkworthy|retrieval`: measures of the models, of given predictions or our own run."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

import numpy as np

from app.cli import arguments as args
from app.cli import rerank_options
from app.cli.analysis_commands import found_by, match_options
from app.cli.context import Context
from app.domain.llm_order import cut
from app.domain.options import Query
from app.domain.progress import ProgressUpdate
from app.errors import InputError
from app.reading import read_queries
from app.services.bicross.lookup import PIPELINE
from app.services.pair_stance import PairStance, judge_pairs
from models.research.checkworthy import CheckworthyRow, checkworthy_report, read_checkworthy_gold, read_checkworthy_predictions
from models.research.commands.model_tables import checkworthy_table, retrieval_table, stance_table
from models.research.commands.report_output import finish_measure, run_record
from models.research.gold_rows import unique
from models.research.retrieval import Gold, Retrieved, check_queries, measure_names, retrieval_report, retrieved_of
from models.research.retrieval_files import read_qrels, read_results
from models.research.stance import StanceRow, held_back, read_stance_gold, read_stance_predictions, stance_report

_CHUNK = 1024
_TOP = 20


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add stance, checkworthy and retrieval to `evaluate`."""
    stance = _measure(measures, common, "stance", "stance of labelled pairs", gold="pairs with premise, hypothesis and label")
    stance.add_argument("--held-back", action="store_true", help="score only the tenth that never trains our stance model")
    stance.set_defaults(command=run_stance)
    checkworthy = _measure(
        measures, common, "checkworthy", "check-worthiness of labelled sentences", gold="a table of CheckThat!, or JSON Lines"
    )
    checkworthy.set_defaults(command=run_checkworthy)
    retrieval = measures.add_parser("retrieval", parents=[common], help="fact-checks found for single claims")
    retrieval.add_argument("--queries", type=args.file, metavar="Q.jsonl", help="the claims; not needed with --predictions")
    retrieval.add_argument("--qrels", "--gold", dest="gold", type=args.file, required=True, metavar="G", help="JSON Lines or TREC qrels")
    retrieval.add_argument(
        "--predictions", "--as-run", dest="predictions", type=args.file, metavar="P", help="rows of “match”, or a TREC run"
    )
    retrieval.add_argument("--out", type=args.file, metavar="F.json")
    args.matching(retrieval, top=_TOP)
    args.variants(retrieval)
    rerank_options.add_options(retrieval)
    args.pipeline(retrieval)
    retrieval.set_defaults(command=run_retrieval)


def _measure(measures: Any, common: argparse.ArgumentParser, name: str, text: str, *, gold: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = measures.add_parser(name, parents=[common], help=text)
    parser.add_argument("--gold", type=args.file, required=True, metavar="G", help=gold)
    parser.add_argument("--predictions", type=args.file, metavar="P.jsonl", help=f"rows of “{name}”, instead of our own run")
    parser.add_argument("--out", type=args.file, metavar="F.json")
    return parser


def run_stance(context: Context) -> int:
    """Run `evaluate stance`. It needs no library."""
    context.check_out()
    arguments = context.arguments
    rows = read_stance_gold(arguments.gold)
    predictions = read_stance_predictions(arguments.predictions, rows) if arguments.predictions else None
    indexes = [index for index, row in enumerate(rows) if not arguments.held_back or held_back(row)]
    if not indexes:
        raise InputError("evaluation-empty", f"No pair of “{arguments.gold}” is of the held-back tenth.", hint="Leave out --held-back.")
    selected_rows = [rows[index] for index in indexes]
    judged, models = ([predictions[index] for index in indexes], {}) if predictions is not None else _judge(context, selected_rows)
    report = {"held_back": arguments.held_back, **stance_report(selected_rows, judged)}
    return finish_measure(context, report, stance_table(report), run_record(context, rows=len(selected_rows), models=models))


def _judge(context: Context, rows: list[StanceRow]) -> tuple[list[PairStance], dict[str, str]]:
    scorer = context.session.models.stance_scorer()
    pairs = [(row.premise, row.hypothesis) for row in rows]
    languages = context.session.models.stance_languages()
    judged = judge_pairs(pairs, scorer=scorer, languages=languages, progress=context.progress, cancel=context.cancel)
    return judged, {"stance": scorer.identity.key()}


def run_checkworthy(context: Context) -> int:
    """Run `evaluate checkworthy`. It needs no library."""
    context.check_out()
    arguments = context.arguments
    rows = read_checkworthy_gold(arguments.gold)
    models: dict[str, str] = {}
    if arguments.predictions:
        scores = read_checkworthy_predictions(arguments.predictions, rows)
    else:
        scores, models = _score(context, rows)
    report = checkworthy_report(rows, scores)
    return finish_measure(context, report, checkworthy_table(report), run_record(context, rows=len(rows), models=models))


def _score(context: Context, rows: list[CheckworthyRow]) -> tuple[list[float], dict[str, str]]:
    scorer = context.session.models.checkworthiness_scorer()
    score_parts = []
    for start in range(0, len(rows), _CHUNK):
        score_parts.append(scorer.score([row.text for row in rows[start : start + _CHUNK]], cancel=context.cancel))
        context.progress(ProgressUpdate("Scoring sentences", min(start + _CHUNK, len(rows)), len(rows)))
    return np.concatenate(score_parts).tolist(), {"checkworthiness": scorer.identity.key()}


def run_retrieval(context: Context) -> int:
    """Run `evaluate retrieval`. Our own run needs a library and the queries; given results need neither."""
    context.check_out()
    arguments = context.arguments
    gold = read_qrels(arguments.gold)
    details: dict[str, Any] = {}
    if arguments.predictions:
        results = read_results(arguments.predictions)
        check_queries(results, gold, arguments.predictions)
    else:
        results, details = _match(context, gold)
    measures = retrieval_report(results, gold)
    record = run_record(context, rows=len(gold), models=details.pop("models", {}), **details)
    report = measures | details
    words = retrieval_table(report) + _beside_own_order(report)
    return finish_measure(context, report, words, record)


def _beside_own_order(report: Mapping[str, Any]) -> str:
    """Compare the language model's order with the order before it. Empty without a language model."""
    if "reranked" not in report:
        return ""
    before, method = report["reranked"]["before"], report["reranked"]["way"]
    pairs = ", ".join(f"{name} {before[name]:.3f} → {report[name]:.3f}" for name in ("mrr", "map@5", "hit@1"))
    return f"\n\nPut in another order by the language model ({method}): {pairs}"


def _match(context: Context, gold: Gold) -> tuple[dict[str, Retrieved], dict[str, Any]]:
    """Return our own results for the gold's queries and the details of the run.

    `gold_not_in_library` counts gold fact-checks that cannot be found.
    """
    reranking = rerank_options.rerank_options(context.arguments)
    model = rerank_options.needed_model(context, reranking)
    engine = context.session.engine(context.library_path)
    gold_ids = frozenset[str]().union(*gold.values())
    gold_factchecks = engine.library.get(sorted(gold_ids))
    if not gold_factchecks:
        message = f"None of the {len(gold_ids)} fact-checks of the gold is in the library “{context.library_path}”."
        raise InputError("evaluation-library", message, hint="Import the fact-checks that the gold is about, or name their library.")
    queries = [query for query in _queries(context) if query.qid in gold]
    options = match_options(context.arguments)
    listed = rerank_options.listing(options, reranking)
    looked_up = found_by(context, queries, listed)
    entries = looked_up.results
    reranked: dict[str, Any] = {}
    models = dict(looked_up.run.models)
    if model is not None and reranking is not None:
        before_rerank = {query.qid: retrieved_of(cut(entry, options.top)) for query, entry in zip(queries, entries, strict=True)}
        before = retrieval_report(before_rerank, gold)
        found_again = rerank_options.rerank_entries(context, entries, model=model, reranking=reranking, noun="claims")
        entries = tuple(rerank_options.in_new_order(entry, options.top) for entry in found_again.entries)
        models["language_model"] = found_again.record.model
        reranked = {
            "reranked": {
                "way": reranking.way.value,
                "claims": found_again.finished,
                "before": {name: before[name] for name in measure_names()},
            }
        }
    results = {query.qid: retrieved_of(entry) for query, entry in zip(queries, entries, strict=True)}
    check_queries(results, gold, context.arguments.queries)
    statistics = engine.library.statistics()
    details = {
        "retrieved": options.top,
        "as_of": options.as_of.isoformat() if options.as_of else None,
        "variants": options.variants,
        **{name: value for name, value in looked_up.run.parameters if name in PIPELINE},
        "factchecks": statistics.factchecks,
        "gold_not_in_library": len(gold_ids) - len(gold_factchecks),
        "generation": statistics.generation,
        "models": models,
        **reranked,
    }
    return results, details


def _queries(context: Context) -> list[Query]:
    path = context.arguments.queries
    if path is None:
        raise InputError(
            "queries-missing", "There are no queries to match.", hint="Name them with --queries, or results with --predictions."
        )
    entries = read_queries(path, cancel=context.cancel)
    unique(path, [str(entry.qid) for entry in entries])
    return [entry.query for entry in entries if entry.query is not None]
