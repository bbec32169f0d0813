"""Analysis commands: rank, match, stance."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from app import __version__
from app.cli import arguments as args
from app.cli import llm_options, report_options, rerank_options
from app.cli.context import Context
from app.cli.output import emit, emit_json, one_line, report_refused, say
from app.domain.importing import RefusedRow
from app.domain.likelihood import likelihood_line
from app.domain.llm_order import cut, worth_reranking
from app.domain.match import Match, QueryVariant
from app.domain.options import MatchOptions, Query
from app.domain.pipeline import pipeline_options
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.reviewed import Reviewed
from app.errors import InputError
from app.ingest.queries import QueryRow, check_some
from app.ports import LanguageModel, StanceScorer
from app.reading import read_document, read_pairs, read_queries
from app.reranking import RerankOptions
from app.services.bicross.lookup import PIPELINE, look_up_staged
from app.services.claim_lookup import LookedUp, look_up
from app.services.engine import Engine
from app.services.languages import language_code
from app.services.pair_stance import LABELS, PairStance, judge_pairs
from app.services.ranking import rank_document
from app.services.reports import (
    CLAIM_FORMATS,
    ClaimEntry,
    claim_row,
    formats_of,
    sentence_row,
    write_claim_entries,
    write_json_lines,
    write_report,
)
from app.services.reports.wording import finding_words, outcome_words, place_words, rating_line, source_words


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add rank, match and stance to the grammar."""
    rank = commands.add_parser("rank", parents=[common], help="rank a document's sentences, or write the report of a reviewed project")
    rank.add_argument("document", type=args.file, metavar="DOCUMENT", help="a document, or a project (.priorcheck) with its ranking")
    rank.add_argument("--out", type=args.file, metavar="FILE", help="write .jsonl, .csv, .html, .docx, .pdf or .xlsx")
    rank.add_argument("--show", type=args.positive, default=10, metavar="N", help="sentences to print without --out (default 10)")
    rank.add_argument("--json", action="store_true", help="print JSON Lines")
    report_options.add_options(rank)
    args.document_language(rank)
    args.matching(rank, top=5)
    rerank_options.add_options(rank, sentences=20)
    rank.set_defaults(command=run_rank)
    match = commands.add_parser("match", parents=[common], help="match single claims")
    match.add_argument("--queries", type=args.file, required=True, metavar="Q.jsonl")
    match.add_argument(
        "--out", type=args.file, metavar="FILE", help="write JSON Lines, or a table where the name ends in .csv, .xlsx or .html"
    )
    args.matching(match, top=10)
    args.variants(match)
    rerank_options.add_options(match)
    llm_options.add_match_options(match)
    args.pipeline(match)
    match.set_defaults(command=run_match)
    stance = commands.add_parser("stance", parents=[common], help="stance of premises towards hypotheses")
    stance.add_argument("--pairs", type=args.file, required=True, metavar="P.jsonl")
    stance.add_argument("--out", type=args.file, metavar="F.jsonl")
    stance.set_defaults(command=run_stance)


def match_options(arguments: argparse.Namespace) -> MatchOptions:
    """Return the options of ranking and matching from the command line."""
    return MatchOptions(
        as_of=arguments.as_of,
        top=arguments.top,
        include_publishers=tuple(arguments.only_publisher),
        exclude_publishers=tuple(arguments.not_publisher),
        variants=not getattr(arguments, "no_variants", False),
    )


def run_rank(context: Context) -> int:
    """Run `rank DOCUMENT`: the ranking as JSON Lines in a file, or its top as text. A project is written as it is."""
    arguments = context.arguments
    is_project = report_options.is_project(arguments.document)
    if arguments.story and not (is_project and arguments.out):
        hint = "Review the document in the window, save the project, and name it with --out FILE."
        raise InputError("story-unreviewed", "A story sheet lists what was confirmed in a project.", hint=hint)
    choice = report_options.report_choice(arguments)
    context.check_out(formats=formats_of(choice.kind, reviewed=is_project))
    results = report_options.project_review(arguments.document) if is_project else _ranked(context)
    ranked = results.ranked if isinstance(results, Reviewed) else results
    context.progress.close()
    if arguments.out:
        for remark in write_report(report_options.in_newsroom_style(results, arguments), arguments.out, choice):
            say(remark)
        say(f"Story sheet: {arguments.out}" if arguments.story else f"{len(ranked.sentences)} sentences written to {arguments.out}")
    elif arguments.json:
        emit_json(sentence_row(entry) for entry in ranked.sentences)
    else:
        emit(top_in_words(ranked, arguments.show))
    return 0


def _ranked(context: Context) -> RankedDocument:
    """Return the document's ranking by the options of the command line."""
    arguments = context.arguments
    reranking = rerank_options.rerank_options(arguments)
    model = rerank_options.needed_model(context, reranking)
    language = None if arguments.language is None else language_code(arguments.language)
    document = read_document(arguments.document, language=language, cancel=context.cancel, progress=context.progress)
    for note in document.notes:
        say(note)
    ranked = rank_document(
        document,
        engine=engine_of(context),
        options=rerank_options.listing(match_options(arguments), reranking),
        progress=context.progress,
        cancel=context.cancel,
    )
    return ranked if model is None or reranking is None else _reranked(context, ranked, model, reranking)


def _reranked(context: Context, ranked: RankedDocument, model: LanguageModel, reranking: RerankOptions) -> RankedDocument:
    """Return the ranking with the language model's order recorded on the matches of its first sentences."""
    indexes = worth_reranking(ranked.sentences, limit=context.arguments.rerank_sentences)
    selected = [ranked.sentences[index] for index in indexes]
    reranked_entries = rerank_options.rerank_entries(context, selected, model=model, reranking=reranking, noun="sentences")
    sentences = list(ranked.sentences)
    for index, entry in zip(indexes, reranked_entries.entries, strict=True):
        sentences[index] = entry
    cut_sentences = tuple(cut(entry, context.arguments.top) for entry in sentences)
    return replace(ranked, sentences=cut_sentences, run=reranked_entries.record.added_to(ranked.run))


def top_in_words(ranked: RankedDocument, count: int) -> str:
    """Return the first sentences with their best fact-check as text."""
    blocks = [_sentence_in_words(entry) for entry in ranked.sentences[:count]]
    return "\n\n".join(blocks)


def _sentence_in_words(entry: RankedSentence) -> str:
    position = " · ".join(part for part in (place_words(entry.sentence), entry.sentence.speaker) if part)
    position = one_line(position)
    lines = [
        f"{entry.rank:>3}. [{one_line(finding_words(entry))}; {outcome_words(entry)}; {entry.probability:.0%} verifiable] {position}",
        f"     {one_line(entry.sentence.text)}",
    ]
    for match in _worth_printing(entry):
        item = match.factcheck
        if entry.rests_on(match) and match is not entry.matches[0]:
            lines.append("     The verdict rests on another fact-check:")
        lines.append(f"     ↳ {one_line(item.claim)}")
        lines.append(f"       {one_line(rating_line(match))}, {one_line(source_words(match))}")
        details = [likelihood_line(match), f"stance: {_stance_in_words(match)}", "; ".join(match.reasons)]
        lines.append(f"       {' · '.join(part for part in details if part)}")
        if item.url:
            lines.append(f"       {one_line(item.url)}")
    return "\n".join(lines)


def _stance_in_words(match: Match) -> str:
    odds = match.stance_probabilities
    return f"{match.stance.value} (support {odds.support:.0%}, refute {odds.refute:.0%})" if odds.judged else "not compared"


def _worth_printing(entry: RankedSentence) -> list[Match]:
    """Return the best match, and the one that the verdict is based on."""
    return [match for number, match in enumerate(entry.matches) if number == 0 or entry.rests_on(match)]


def engine_of(context: Context) -> Engine:
    """Return library and models; print a message if the index was made by an encoder that is no longer in use."""
    engine = context.session.engine(context.library_path)
    if engine.awaits_rebuild:
        say("The library's index was made with another encoder, which searches it now. Run “priorcheck library rebuild” to build it anew.")
    return engine


def found_by(
    context: Context, queries: list[Query], options: MatchOptions, reworded: Mapping[str, tuple[QueryVariant, ...]] | None = None
) -> LookedUp:
    """Look the claims up, by default or by the pipeline of `--pipeline`."""
    arguments, engine = context.arguments, engine_of(context)
    if arguments.pipeline == "default":
        progress, cancel = context.progress, context.cancel
        return look_up(queries, engine=engine, options=options, progress=progress, cancel=cancel, reworded=reworded)
    pipeline = pipeline_options(arguments.stages, depths=arguments.depth, fusion=arguments.fusion, read=arguments.read)
    return look_up_staged(queries, engine=engine, options=options, pipeline=pipeline, progress=context.progress, cancel=context.cancel)


def run_match(context: Context) -> int:
    """Run `match --queries`: one output row for each query in order; an invalid row keeps its position."""
    context.check_out()
    arguments = context.arguments
    reranking = rerank_options.rerank_options(arguments)
    model = rerank_options.needed_model(context, reranking)
    asker = llm_options.match_asker(context)
    entries = read_queries(arguments.queries, cancel=context.cancel)
    queries = [entry.query for entry in entries if entry.query is not None]
    refused = [entry.refused for entry in entries if entry.refused is not None]
    check_some(arguments.queries, len(entries), refused, expected_fields="qid and text")
    options = match_options(arguments)
    reworded, records = llm_options.wordings(context, queries, asker)
    looked_up = found_by(context, queries, rerank_options.listing(options, reranking), reworded)
    run = looked_up.run
    results, before = looked_up.results, looked_up.results
    if model is not None and reranking is not None:
        reranked = rerank_options.rerank_entries(context, results, model=model, reranking=reranking, noun="claims")
        results = tuple(rerank_options.in_new_order(entry, options.top) for entry in reranked.entries)
        run = reranked.record.added_to(run)
    notes, note_records = llm_options.noted_matches(context, results, asker) if asker is not None else ([], ())
    for record in (*records, *note_records):
        run = record.added_to(run)
    remaining_results = iter(results)
    claims = [_claim(entry, None if entry.query is None else next(remaining_results)) for entry in entries]
    record_row = _record(context, looked_up.run, run, options, queries=len(queries), refused=len(refused))
    if arguments.out is None or not _names_table(arguments.out):
        rows = [claim_row(claim) | {"qid": entry.qid} for claim, entry in zip(claims, entries, strict=True)]
        if reranking is not None:
            rows = _with_places(rows, entries, before)
        if notes:
            remaining_notes = iter(notes)
            rows = [
                row if entry.query is None else llm_options.with_notes(row, next(remaining_notes))
                for row, entry in zip(rows, entries, strict=True)
            ]
        return finish(context, rows, refused, record_row)
    context.progress.close()
    report_refused(refused)
    write_claim_entries(claims, arguments.out, record=run, run=record_row)
    say(f"{len(claims)} {'row' if len(claims) == 1 else 'rows'} written to {arguments.out}")
    return 0


def _record(
    context: Context, looked_up: RunRecord, run: RunRecord, options: MatchOptions, *, queries: int, refused: int
) -> dict[str, object]:
    """Return the record stored with the rows: provenance of the matches, and a language model's part."""
    return {
        "program": looked_up.program,
        "library": str(context.library_path),
        "generation": looked_up.generation,
        "factchecks": looked_up.factchecks,
        "queries": queries,
        "refused": refused,
        "as_of": options.as_of.isoformat() if options.as_of else None,
        "top": options.top,
        "variants": options.variants,
        **{name: value for name, value in looked_up.parameters if name in PIPELINE},
        "models": dict(run.models),
        **{name: value for name, value in run.parameters if name.startswith(("llm_", "assist_"))},
    }


def _with_places(rows: list[dict[str, Any]], entries: Sequence[QueryRow], before: Sequence[RankedSentence]) -> list[dict[str, Any]]:
    looked_up = iter(before)
    return [
        row if entry.query is None else rerank_options.with_places(row, next(looked_up)) for row, entry in zip(rows, entries, strict=True)
    ]


def _names_table(out: Path) -> bool:
    """Return True if the file name is that of a table; any other name gets JSON Lines."""
    suffix = out.name.removesuffix(".gz").rpartition(".")[2].lower()
    return suffix in CLAIM_FORMATS and suffix != "jsonl"


def _claim(row: QueryRow, entry: RankedSentence | None) -> ClaimEntry:
    return ClaimEntry(
        qid=str(row.qid),
        text=row.query.text if row.query else "",
        entry=entry,
        refused=row.refused.reason if row.refused else "",
    )


def run_stance(context: Context) -> int:
    """Run `stance --pairs`: one output row for each pair in order; needs no library."""
    context.check_out()
    entries = read_pairs(context.arguments.pairs, cancel=context.cancel)
    pairs = [entry for entry in entries if not isinstance(entry, RefusedRow)]
    refused = [entry for entry in entries if isinstance(entry, RefusedRow)]
    check_some(context.arguments.pairs, len(entries), refused, expected_fields="premise and hypothesis")
    scorer: StanceScorer = context.session.models.stance_scorer()
    languages = context.session.models.stance_languages()
    judged = iter(judge_pairs(pairs, scorer=scorer, languages=languages, progress=context.progress, cancel=context.cancel))
    rows = [_refused_stance(entry.reason) if isinstance(entry, RefusedRow) else _stance_row(next(judged)) for entry in entries]
    run = {
        "program": f"priorcheck {__version__}",
        "pairs": len(pairs),
        "refused": len(refused),
        "models": {"stance": scorer.identity.key()},
    }
    return finish(context, rows, refused, run)


def _stance_row(judged: PairStance) -> dict[str, Any]:
    return {**dict(zip(LABELS, judged.probabilities, strict=True)), "label": judged.label, "abstain": judged.abstain}


def _refused_stance(reason: str) -> dict[str, Any]:
    return _stance_row(PairStance((0.0, 0.0, 1.0), abstain=True)) | {"refused": reason}


def finish(context: Context, rows: list[dict[str, Any]], refused: list[RefusedRow], run: dict[str, Any]) -> int:
    """Finish a batch command: report refused rows, and write the rows to `--out` with the run's record, or to stdout."""
    context.progress.close()
    report_refused(refused)
    if context.arguments.out:
        write_json_lines(rows, context.arguments.out, run=run)
        say(f"{len(rows)} {'row' if len(rows) == 1 else 'rows'} written to {context.arguments.out}")
    else:
        emit_json(rows)
    return 0
