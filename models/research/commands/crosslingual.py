"""`evaluate crosslingual`: fact-checks found across languages, with graded judgements, of given predictions or of our own run."""

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
class _Ways:
    """What is scored: rankings by the name of the way they were found, and what they rest on."""

    rankings: dict[str, Rankings]
    details: dict[str, Any] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    languages: Mapping[str, str] = field(default_factory=dict)


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add crosslingual to `evaluate`."""
    parser = measures.add_parser("crosslingual", parents=[common], help="fact-checks found in any language, by exact, partial, irrelevant")
    told = "a folder of queries, judgements and corpus (“library gold” writes one), a table of judged pairs (MMTweets), or TREC qrels"
    parser.add_argument("--gold", type=args.file, required=True, metavar="G", help=told)
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
    """`evaluate crosslingual --gold G [--predictions P]`."""
    context.check_out()
    arguments = context.arguments
    keep_inputs(arguments.out, [path for path in (arguments.queries, arguments.corpus, arguments.predictions) if path])
    gold = read_graded_gold(arguments.gold, queries=arguments.queries, corpus=arguments.corpus)
    if arguments.predictions:
        ways = _Ways(rankings={"predictions": {qid: one.items for qid, one in read_results(arguments.predictions).items()}})
        if arguments.library:
            ways.languages = _languages_in(context, gold, ways.rankings)
    else:
        ways = _own_run(context, gold)
    language_of = _language_of(gold, ways.languages)
    reports = {name: crosslingual_report(found, gold, language_of) for name, found in ways.rankings.items()}
    missing = {name: sum(qid not in found for qid in gold.grades) for name, found in ways.rankings.items()}
    if any(count == len(gold.grades) for count in missing.values()):
        told = f"No row of “{arguments.predictions}” is about a query of the gold."
        raise InputError("predictions-missing", told, hint="The predictions' qid must be the gold's.")
    report = {**ways.details, "not_answered": missing, "ways": reports}
    record = run_record(context, rows=len(gold.grades), models=ways.models, **ways.details)
    return finish_measure(context, report, crosslingual_table(report), record)


def _language_of(gold: GradedGold, in_library: Mapping[str, str]) -> Callable[[str], str]:
    return lambda item: in_library.get(item) or gold.document_language(item)


def _own_run(context: Context, gold: GradedGold) -> _Ways:
    library = _library(context, gold)
    context.arguments.library = str(library)
    queries = [Query(qid=qid, text=gold.texts[qid]) for qid in gold.grades if gold.texts.get(qid)]
    if not queries:
        raise InputError("queries-missing", "The gold holds no texts to look up.", hint="Name them with --queries, or give --predictions.")
    if len(queries) < len(gold.grades):
        say(f"{len(gold.grades) - len(queries)} queries of the gold have no text and count as not found.")
    known = _languages_in(context, gold, {})
    wanted = {item for own in gold.grades.values() for item, grade in own.items() if grade > 0}
    if not wanted & known.keys():
        message = f"None of the {len(wanted)} relevant fact-checks of the gold is in the library “{library}”."
        raise InputError("evaluation-library", message, hint="Name their library with --library, or the fact-checks with --corpus.")
    options, engine = match_options(context.arguments), context.session.engine(library)
    details = {"library": str(library), "top": options.top, "gold_not_in_library": len(wanted - known.keys())}
    if not context.arguments.every:
        looked_up = found_by(context, queries, options)
        name = DEFAULT if context.arguments.pipeline == "default" else context.arguments.pipeline
        found = {query.qid: retrieved_of(entry).items for query, entry in zip(queries, looked_up.results, strict=True)}
        ways = _Ways(rankings={name: found}, details=details, models=dict(looked_up.run.models))
        return replace(ways, languages=_languages_in(context, gold, ways.rankings))
    given = context.arguments
    pipeline = pipeline_options(given.stages, depths=given.depth, fusion=given.fusion, read=given.read)
    rankings = staged_rankings(queries, engine=engine, options=options, pipeline=pipeline, progress=context.progress, cancel=context.cancel)
    languages = _languages_in(context, gold, rankings)
    return _Ways(rankings={**rankings}, details=details, models=dict(engine.models()), languages=languages)


def _languages_in(context: Context, gold: GradedGold, rankings: Mapping[str, Rankings]) -> dict[str, str]:
    """The language of each fact-check of the gold and of these rankings that the library holds: those that nobody judged stand in the
    way of others, too."""
    ranked = {item for way in rankings.values() for items in way.values() for ids in items for item in ids}
    ids = sorted({item for own in gold.grades.values() for item in own} | gold.documents.keys() | ranked)
    found = context.session.libraries.library(context.library_path).get(ids)
    return {name: item.language for name, item in found.items()}


def _library(context: Context, gold: GradedGold) -> Path:
    """The library that was named; else one of the gold's own corpus, built once and kept in the work folder; else the user's own."""
    corpus = {item: one for item, one in gold.documents.items() if one.claim or one.title}
    if context.arguments.library or not corpus:
        return context.library_path
    rows = sorted((item, one.claim, one.title, one.body, one.language) for item, one in corpus.items())
    encoder = context.session.models.encoder()
    digest = hashlib.blake2b(repr((encoder.identity.key(), rows)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    path = Path(context.arguments.work) / f"crosslingual-{digest}"
    library = context.session.libraries.library(path, create=True)
    if len(library) == len(corpus):
        return path
    items = [
        FactCheck(
            id=item,
            claim=one.claim or one.title,
            title=one.title if one.claim else "",
            body=one.body,
            language=gold.document_language(item),
        )
        for item, one in corpus.items()
    ]
    say(f"A library of the gold's {len(items)} fact-checks is made in {path}")
    library.apply(LibraryChange(upsert=items), encoder=encoder, progress=context.progress, cancel=context.cancel)
    return path
