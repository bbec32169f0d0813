"""`evaluate crosslingual`: retrieval of fact-checks across languages with graded judgements, of given predictions or our own run."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.cli import arguments as args
from app.cli.analysis_commands import found_by, match_options
from app.cli.context import Context
from app.cli.output import say
from app.domain.factcheck import FactCheck
from app.domain.options import Query
from app.domain.pipeline import pipeline_options
from app.errors import InputError
from app.ports import LibraryChange
from models.research.commands.crosslingual_table import crosslingual_table
from models.research.commands.report_output import finish_measure, keep_inputs, run_record
from models.research.crosslingual.gold import GradedGold, read_graded_gold
from models.research.crosslingual.report import crosslingual_report
from models.research.pipeline_stages import DEFAULT, staged_rankings
from models.research.retrieval import retrieved_of
from models.research.retrieval_files import read_results

_TOP = 100
_WORK = Path("build") / "evaluate"
Rankings = Mapping[str, tuple[frozenset[str], ...]]


@dataclass(slots=True, kw_only=True)
class _MethodRankings:
    """Rankings to score, by the name of the retrieval method, with the models and details of the run."""

    rankings: dict[str, Rankings]
    details: dict[str, Any] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    languages: Mapping[str, str] = field(default_factory=dict)


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add crosslingual to `evaluate`."""
    parser = measures.add_parser("crosslingual", parents=[common], help="fact-checks found in any language, by exact, partial, irrelevant")
    gold_help = "a folder of queries, judgements and corpus (“library gold” writes one), a table of judged pairs (MMTweets), or TREC qrels"
    parser.add_argument("--gold", type=args.file, required=True, metavar="G", help=gold_help)
    parser.add_argument("--queries", type=args.file, metavar="Q", help="the claims, where they are not in the gold")
    parser.add_argument("--corpus", type=args.file, metavar="C", help="the fact-checks, where neither gold nor library has them")
    parser.add_argument("--predictions", type=args.file, metavar="P", help="rows of “match”, or a TREC run")
    parser.add_argument("--out", type=args.file, metavar="F.json")
    parser.add_argument(
        "--work", type=args.file, default=_WORK, metavar="DIR", help=f"where the corpus is kept as a library (default {_WORK})"
    )
    parser.add_argument("--every", action="store_true", help="measure each stage of the pipeline and each fusion, beside our own way")
    args.matching(parser, top=_TOP)
    args.variants(parser)
    args.pipeline(parser)
    parser.set_defaults(command=run_crosslingual)


def run_crosslingual(context: Context) -> int:
    """Run `evaluate crosslingual --gold G [--predictions P]`."""
    context.check_out()
    arguments = context.arguments
    keep_inputs(arguments.out, [path for path in (arguments.queries, arguments.corpus, arguments.predictions) if path])
    gold = read_graded_gold(arguments.gold, queries=arguments.queries, corpus=arguments.corpus)
    if arguments.predictions:
        methods = _MethodRankings(
            rankings={"predictions": {qid: query_result.items for qid, query_result in read_results(arguments.predictions).items()}}
        )
        if arguments.library:
            methods.languages = _languages_in(context, gold, methods.rankings)
    else:
        methods = _own_run(context, gold)
    language_of = _language_of(gold, methods.languages)
    reports = {name: crosslingual_report(ranking, gold, language_of) for name, ranking in methods.rankings.items()}
    missing = {name: sum(qid not in ranking for qid in gold.grades) for name, ranking in methods.rankings.items()}
    if any(count == len(gold.grades) for count in missing.values()):
        message = f"No row of “{arguments.predictions}” is about a query of the gold."
        raise InputError("predictions-missing", message, hint="The predictions' qid must be the gold's.")
    report = {**methods.details, "not_answered": missing, "ways": reports}
    record = run_record(context, rows=len(gold.grades), models=methods.models, **methods.details)
    return finish_measure(context, report, crosslingual_table(report), record)


def _language_of(gold: GradedGold, in_library: Mapping[str, str]) -> Callable[[str], str]:
    return lambda item: in_library.get(item) or gold.document_language(item)


def _own_run(context: Context, gold: GradedGold) -> _MethodRankings:
    library = _library(context, gold)
    context.arguments.library = str(library)
    queries = [Query(qid=qid, text=gold.texts[qid]) for qid in gold.grades if gold.texts.get(qid)]
    if not queries:
        raise InputError("queries-missing", "The gold holds no texts to look up.", hint="Name them with --queries, or give --predictions.")
    if len(queries) < len(gold.grades):
        say(f"{len(gold.grades) - len(queries)} queries of the gold have no text and count as not found.")
    library_languages = _languages_in(context, gold, {})
    relevant_ids = {item for judgements in gold.grades.values() for item, grade in judgements.items() if grade > 0}
    if not relevant_ids & library_languages.keys():
        message = f"None of the {len(relevant_ids)} relevant fact-checks of the gold is in the library “{library}”."
        raise InputError("evaluation-library", message, hint="Name their library with --library, or the fact-checks with --corpus.")
    options, engine = match_options(context.arguments), context.session.engine(library)
    details = {"library": str(library), "top": options.top, "gold_not_in_library": len(relevant_ids - library_languages.keys())}
    if not context.arguments.every:
        looked_up = found_by(context, queries, options)
        name = DEFAULT if context.arguments.pipeline == "default" else context.arguments.pipeline
        ranking = {query.qid: retrieved_of(entry).items for query, entry in zip(queries, looked_up.results, strict=True)}
        methods = _MethodRankings(rankings={name: ranking}, details=details, models=dict(looked_up.run.models))
        return replace(methods, languages=_languages_in(context, gold, methods.rankings))
    arguments = context.arguments
    pipeline = pipeline_options(arguments.stages, depths=arguments.depth, fusion=arguments.fusion, read=arguments.read)
    rankings = staged_rankings(queries, engine=engine, options=options, pipeline=pipeline, progress=context.progress, cancel=context.cancel)
    languages = _languages_in(context, gold, rankings)
    return _MethodRankings(rankings={**rankings}, details=details, models=dict(engine.models()), languages=languages)


def _languages_in(context: Context, gold: GradedGold, rankings: Mapping[str, Rankings]) -> dict[str, str]:
    """Return the languages of the fact-checks in the library that the gold or these rankings contain.

    Unjudged ones count too, since they push others down.
    """
    ranked = {item for ranking in rankings.values() for items in ranking.values() for ids in items for item in ids}
    ids = sorted({item for judgements in gold.grades.values() for item in judgements} | gold.documents.keys() | ranked)
    factchecks = context.session.libraries.library(context.library_path).get(ids)
    return {name: item.language for name, item in factchecks.items()}


def _library(context: Context, gold: GradedGold) -> Path:
    """Return the named library; else one of the gold's own corpus, built once in the work folder; else the user's."""
    corpus = {item: document for item, document in gold.documents.items() if document.claim or document.title}
    if context.arguments.library or not corpus:
        return context.library_path
    rows = sorted((item, document.claim, document.title, document.body, document.language) for item, document in corpus.items())
    encoder = context.session.models.encoder()
    digest = hashlib.blake2b(repr((encoder.identity.key(), rows)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    path = Path(context.arguments.work) / f"crosslingual-{digest}"
    library = context.session.libraries.library(path, create=True)
    if len(library) == len(corpus):
        return path
    items = [
        FactCheck(
            id=item,
            claim=document.claim or document.title,
            title=document.title if document.claim else "",
            body=document.body,
            language=gold.document_language(item),
        )
        for item, document in corpus.items()
    ]
    say(f"A library of the gold's {len(items)} fact-checks is made in {path}")
    library.apply(LibraryChange(upsert=items), encoder=encoder, progress=context.progress, cancel=context.cancel)
    return path
