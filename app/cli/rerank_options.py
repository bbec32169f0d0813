"""`--rerank` of several commands: its options, the estimated time, and the summary."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import say
from app.domain.llm_order import in_llm_order
from app.domain.options import MatchOptions
from app.domain.ranked import RankedSentence, with_matches
from app.ports import LanguageModel
from app.reranking import RerankOptions, Way
from app.services.reranking import RerankedEntries, check_way, estimated_seconds, rerank

_DEPTH = RerankOptions().depth
_TOLD_FROM = 3.0
_MINUTE = 60.0


def add_options(parser: argparse.ArgumentParser, *, sentences: int | None = None) -> None:
    """Add the options; `sentences` is the default number of sentences for a ranking, of which only the first are reranked."""
    group = parser.add_argument_group("another order of the matches by your language model (see “priorcheck models”)")
    ways = tuple(way.value for way in Way)
    group.add_argument("--rerank", choices=ways, help="a whole list at once, each by itself with yes or no, or a reranker's scores")
    group.add_argument(
        "--rerank-depth", type=args.positive, default=_DEPTH, metavar="N", help=f"matches to put in order (default {_DEPTH})"
    )
    group.add_argument("--rerank-minutes", type=args.positive, metavar="M", help="begin no other one after so many minutes")
    group.add_argument("--rerank-temperature", type=temperature, default=0.0, metavar="T", help="0 takes the likeliest (default 0)")
    group.add_argument("--rerank-seed", type=whole, default=0, metavar="S", help="for temperatures above 0 (default 0)")
    if sentences is not None:
        help_text = f"sentences to do it for, the first with a match (default {sentences})"
        group.add_argument("--rerank-sentences", type=args.positive, default=sentences, metavar="N", help=help_text)


def whole(text: str) -> int:
    """Parse a whole number from 0."""
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 0")
    return int(text)


def temperature(text: str) -> float:
    """Parse a temperature from 0 to 2."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 2.0:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number from 0 to 2")
    return value


def rerank_options(arguments: argparse.Namespace) -> RerankOptions | None:
    """Return the options, None if no reranking was requested."""
    if not arguments.rerank:
        return None
    return RerankOptions(
        way=Way(arguments.rerank),
        depth=arguments.rerank_depth,
        temperature=arguments.rerank_temperature,
        seed=arguments.rerank_seed,
    )


def listing(options: MatchOptions, reranking: RerankOptions | None) -> MatchOptions:
    """Return the options of matching, with enough matches for reranking."""
    return options if reranking is None else replace(options, listed=max(options.top, reranking.depth))


def needed_model(context: Context, reranking: RerankOptions | None) -> LanguageModel | None:
    """Return the model, None without reranking. Raises ModelError for an unsuitable one, before any long work."""
    if reranking is None:
        return None
    model = context.session.models.needed_language_model(cancel=context.cancel)
    check_way(model, reranking.way)
    return model


def rerank_entries(
    context: Context, entries: Sequence[RankedSentence], *, model: LanguageModel, reranking: RerankOptions, noun: str
) -> RerankedEntries:
    """Rerank the matches of entries; `noun` names the entries in messages ("claims")."""
    seconds = estimated_seconds(entries, model=model, options=reranking, cancel=context.cancel)
    minutes = context.arguments.rerank_minutes
    budget = None if minutes is None else minutes * _MINUTE
    if seconds is not None and seconds >= _TOLD_FROM:
        message = f"Reranking {len(entries)} {noun} with {model.identity.name} ({reranking.way.value}) takes about {duration(seconds)} here"
        say(f"{message}; it stops after {minutes} min." if budget is not None and budget < seconds else f"{message}.")
    reranked = rerank(entries, model=model, options=reranking, progress=context.progress, cancel=context.cancel, budget=budget)
    context.progress.close()
    if reranked.finished < len(entries):
        say(f"Time was up: {reranked.finished} of {len(entries)} {noun} were put in another order, the others are as they were.")
    total, faults = reranked.record.total, reranked.record.total.faults
    usage = f"{total.tokens} tokens said, {total.prompt_tokens} read, {reranked.record.seconds:.1f} s"
    left_out = f"; it left out {faults.missing} of {faults.expected} places" if faults.missing else ""
    say(f"{reranked.finished} {noun} put in another order by {model.identity.name}: {usage}{left_out}.")
    return reranked


def duration(seconds: float) -> str:
    """Format a duration."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < 120 * _MINUTE else f"{seconds / 3600:.1f} h"


def in_new_order(entry: RankedSentence, top: int) -> RankedSentence:
    """Return a claim's first matches in the language model's order."""
    return with_matches(entry, in_llm_order(entry.matches)[:top])


def with_places(row: dict[str, Any], before: RankedSentence) -> dict[str, Any]:
    """Return a claim's row whose matches have their original rank (`rank`), too."""
    ranks = {match.factcheck.id: rank for rank, match in enumerate(before.matches, start=1)}
    return row | {"matches": [match | {"rank": ranks[match["id"]]} for match in row["matches"]]}
