"""Options of texts by a language model, shared by several commands, and the client for the model."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from app.assist import Asker, AssistOptions
from app.cli.context import Context
from app.cli.output import say
from app.cli.rerank_options import temperature, whole
from app.domain.assisted import AssistRecord
from app.domain.match import QueryVariant
from app.domain.options import Query
from app.domain.ranked import RankedSentence
from app.errors import InputError
from app.services.assisted_matches import MatchNotes, note_matches, reworded_queries
from app.services.languages import language_code


def add_group(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the group of these options with the common ones."""
    group = parser.add_argument_group("written by your language model (see “priorcheck models”), checked against its sources")
    group.add_argument("--llm-temperature", type=temperature, default=0.0, metavar="T", help="0 takes the likeliest (default 0)")
    group.add_argument("--llm-seed", type=whole, default=0, metavar="S", help="for temperatures above 0 (default 0)")
    return group


def needed_asker(context: Context) -> Asker:
    """Return the client for the user's model. Raises ModelError `llm-none` without one, before any long work."""
    options = AssistOptions(temperature=context.arguments.llm_temperature, seed=context.arguments.llm_seed)
    return Asker(context.session.models.needed_language_model(cancel=context.cancel), context.cancel, options)


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of texts about the first match of each claim."""
    group = add_group(parser)
    group.add_argument("--llm-wordings", action="store_true", help="search with its wordings of each claim, too")
    group.add_argument("--llm-why", action="store_true", help="why the first match settles the claim: two lines, each with a quotation")
    group.add_argument("--llm-translate", default="", metavar="LANGUAGE", help="the first match's claim in this language (such as en)")


def match_asker(context: Context) -> Asker | None:
    """Return the client for texts about matches, None if none are requested. Raises ModelError `llm-none`, InputError
    `language-code`, `llm-why-table`, `llm-wordings`."""
    arguments = context.arguments
    if not (arguments.llm_wordings or arguments.llm_why or arguments.llm_translate):
        return None
    if arguments.llm_wordings and (arguments.no_variants or arguments.pipeline != "default"):
        message = "Other wordings are searched with by the default pipeline alone, and not with --no-variants."
        raise InputError("llm-wordings", message, hint="Leave out --llm-wordings or the other option.")
    if (
        (arguments.llm_why or arguments.llm_translate)
        and arguments.out is not None
        and arguments.out.suffix.lower() in (".csv", ".xlsx", ".html")
    ):
        message = "What the language model writes about matches goes into JSON Lines, not into a table."
        raise InputError("llm-why-table", message, hint="Choose a name for --out that ends in .jsonl.")
    arguments.llm_translate = language_code(arguments.llm_translate)
    return needed_asker(context)


def noted_matches(context: Context, entries: Sequence[RankedSentence], asker: Asker) -> tuple[list[MatchNotes], tuple[AssistRecord, ...]]:
    """Return the texts about the first matches, and print the usage; empty if none were requested."""
    arguments = context.arguments
    if not (arguments.llm_why or arguments.llm_translate):
        return [], ()
    notes, records = note_matches(entries, why=arguments.llm_why, target=arguments.llm_translate, asker=asker, progress=context.progress)
    context.progress.close()
    tell_spent(asker, records)
    return notes, records


def wordings(
    context: Context, queries: Sequence[Query], asker: Asker | None
) -> tuple[dict[str, tuple[QueryVariant, ...]], tuple[AssistRecord, ...]]:
    """Return the model's wordings by query text, and print the usage; empty if none were requested."""
    if asker is None or not context.arguments.llm_wordings:
        return {}, ()
    variants, record = reworded_queries(queries, asker=asker, progress=context.progress)
    context.progress.close()
    tell_spent(asker, (record,))
    return variants, (record,)


def tell_spent(asker: Asker, records: Iterable[AssistRecord]) -> None:
    """Print the language model's total usage."""
    usages = [record.spent for record in records]
    tokens, read = sum(usage.tokens for usage in usages), sum(usage.prompt_tokens for usage in usages)
    seconds, dropped = sum(usage.seconds for usage in usages), sum(len(usage.dropped) for usage in usages)
    say(f"{asker.model.identity.name}: {tokens} tokens said, {read} read, {seconds:.1f} s; {dropped} parts of answers dropped.")


def with_notes(row: dict[str, Any], notes: MatchNotes) -> dict[str, Any]:
    """Return a claim's row with the texts about its first match: each line with its quotation, translations marked as such."""
    extra: dict[str, Any] = {}
    if notes.lines:
        extra["llm_why"] = [{"line": line.text, "quote": line.quote, "of": line.source} for line in notes.lines]
    if notes.translated is not None:
        extra["machine_translation"] = {"claim": notes.translated.text, "from": notes.translated.source, "to": notes.translated.target}
    matches = row["matches"]
    return row | {"matches": [matches[0] | extra, *matches[1:]]} if extra else row
