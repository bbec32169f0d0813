"""Commands on the library: search, show, add, edit, delete, export, stats, verify, rebuild."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from app.bootstrap.library_check import check_library, readable_factchecks, repair_library
from app.cli import arguments as args
from app.cli import evidence_commands, gold_commands, import_commands, language_commands, post_commands
from app.cli.context import Context
from app.cli.output import emit, emit_json, say, table
from app.domain.factcheck import FactCheck, FactCheckFilter
from app.domain.importing import CheckResult
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.factchecks import to_json_line
from app.services.editing import add_factcheck, delete_factchecks, edit_factcheck
from app.services.reports.write import write_bytes

_MOST_NAMED = 20
_INDEXED = {"posts": post_commands.run_index, "evidence": evidence_commands.run_index}


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add `library` and its subcommands to the grammar."""
    library = commands.add_parser("library", help="the local library of fact-checks, posts and evidence")
    actions = library.add_subparsers(title="commands", metavar="COMMAND", required=True)
    import_commands.add_commands(actions, common)
    post_commands.add_commands(actions, common)
    evidence_commands.add_commands(actions, common)
    gold_commands.add_commands(actions, common)
    index = args.action(
        actions, common, "index", "make posts and evidence ready for questions; can be stopped and goes on later", run_index, json=True
    )
    index.add_argument(
        "--kind", choices=[*_INDEXED], default=None, help="what to index (default: what there is; fact-checks are indexed by their import)"
    )
    search = args.action(actions, common, "search", "search claim, title and body", run_search, json=True)
    search.add_argument("text", nargs="?", default="")
    search.add_argument("--publisher", default="")
    search.add_argument("--verdict", type=str.upper, choices=[verdict.value for verdict in Verdict], default="")
    search.add_argument("--language", default="")
    search.add_argument("--limit", type=args.positive, default=20)
    show = args.action(actions, common, "show", "one fact-check, whole", run_show, json=True)
    show.add_argument("id")
    add = args.action(actions, common, "add", "add one fact-check", run_add)
    add.add_argument("values", nargs="+", type=args.assignment, metavar="FIELD=TEXT")
    edit = args.action(actions, common, "edit", "change fields of one fact-check", run_edit)
    edit.add_argument("id")
    edit.add_argument("values", nargs="+", type=args.assignment, metavar="FIELD=TEXT")
    language_commands.add_commands(actions, common)
    delete = args.action(actions, common, "delete", "delete fact-checks or evidence", run_delete)
    delete.add_argument("ids", nargs="+", metavar="ID")
    delete.add_argument("--kind", choices=["factchecks", "evidence"], default="factchecks", help="of what (default: fact-checks)")
    export = args.action(actions, common, "export", "write all fact-checks as JSON Lines", run_export)
    export.add_argument("--out", type=args.file, required=True, metavar="F.jsonl")
    stats = args.action(actions, common, "stats", "what the library holds", run_stats, json=True)
    stats.add_argument("--kind", choices=["factchecks", "posts", "evidence"], default="factchecks", help="of what (default: fact-checks)")
    args.action(actions, common, "verify", "check every file of the library", run_verify, json=True)
    args.action(actions, common, "rebuild", "repair what can be repaired, and build the index anew", run_rebuild)


def factcheck_row(item: FactCheck) -> dict[str, Any]:
    """Return one fact-check as a dictionary."""
    row = asdict(item)
    for name in ("published", "claimed"):
        row[name] = row[name].isoformat() if row[name] else None
    return row | {"verdict": item.verdict.value}


def run_search(context: Context) -> int:
    """Run `library search TEXT`."""
    arguments = context.arguments
    library = context.session.libraries.library(context.library_path)
    among = FactCheckFilter(publisher=arguments.publisher, verdict=arguments.verdict, language=arguments.language)
    page = library.search(arguments.text, among=among, limit=arguments.limit)
    if arguments.json:
        extra = {
            item.id: {"passage": page.passages.get(item.id, ""), "same_as": list(page.same_as.get(item.id, ()))} for item in page.items
        }
        emit_json(factcheck_row(item) | extra[item.id] for item in page.items)
        return 0
    if page.items:
        emit(table([(item.id, item.published or "no date", item.publisher, item.rating, item.claim[:100]) for item in page.items]))
    say(f"{len(page.items)} of {page.total} found")
    return 0


def run_show(context: Context) -> int:
    """Run `library show ID`."""
    library = context.session.libraries.library(context.library_path)
    factchecks = library.get([context.arguments.id])
    if context.arguments.id not in factchecks:
        raise InputError(
            "factcheck-unknown", f"No fact-check with the id “{context.arguments.id}” is in the library.", hint="Search for it."
        )
    row = factcheck_row(factchecks[context.arguments.id]) | {"same_as": list(library.same_as([context.arguments.id])[context.arguments.id])}
    if context.arguments.json:
        emit_json([row])
    else:
        emit(table([(name, value) for name, value in row.items() if value]))
    return 0


def _values(context: Context) -> Mapping[str, str]:
    return dict(context.arguments.values)


def run_add(context: Context) -> int:
    """Run `library add FIELD=TEXT…`."""
    added = add_factcheck(
        _values(context),
        library=context.session.libraries.library(context.library_path, create=True),
        encoder=context.session.models.encoder(),
        normaliser=context.session.normaliser(),
        progress=context.progress,
        cancel=context.cancel,
    )
    emit(f"added {added.id}")
    return 0


def run_edit(context: Context) -> int:
    """Run `library edit ID FIELD=TEXT…`."""
    edited = edit_factcheck(
        context.arguments.id,
        _values(context),
        library=context.session.libraries.library(context.library_path),
        encoder=context.session.models.encoder(),
        normaliser=context.session.normaliser(),
        progress=context.progress,
        cancel=context.cancel,
    )
    emit(f"changed {edited.id}")
    return 0


def run_delete(context: Context) -> int:
    """Run `library delete ID…`."""
    if context.arguments.kind == "evidence":
        deleted = context.session.libraries.evidence(context.library_path).delete(context.arguments.ids, cancel=context.cancel)
        emit(f"{deleted} deleted")
        return 0
    counts = delete_factchecks(
        context.arguments.ids,
        library=context.session.libraries.library(context.library_path),
        encoder=context.session.models.encoder(),
        progress=context.progress,
        cancel=context.cancel,
    )
    emit(f"{counts.deleted} deleted")
    return 0


def run_export(context: Context) -> int:
    """Run `library export --out F.jsonl`."""
    context.check_out()
    salvaged = readable_factchecks(context.library_path, cancel=context.cancel)
    lines = [to_json_line(item) for item in salvaged.items]
    write_bytes(context.arguments.out, "".join(f"{line.rstrip()}\n" for line in lines).encode())
    for description in salvaged.left_out[:_MOST_NAMED]:
        say(f"left out, since it is damaged: {description}")
    unnamed_count = len(salvaged.left_out) - _MOST_NAMED
    if unnamed_count > 0:
        say(f"left out, since they are damaged: {unnamed_count} more")
    say(f"{len(lines)} fact-checks written to {context.arguments.out}")
    return 0


def run_index(context: Context) -> int:
    """Run `library index`, for one kind or for every kind in the library."""
    if context.arguments.kind:
        return _INDEXED[context.arguments.kind](context)
    kinds = [kind for kind in _INDEXED if _holds(context, kind)]
    for kind in kinds or [*_INDEXED][:1]:
        _INDEXED[kind](context)
    return 0


def _holds(context: Context, kind: str) -> bool:
    session, path = context.session, context.library_path
    part = session.libraries.existing_posts(path) if kind == "posts" else session.libraries.existing_evidence(path)
    return part is not None and len(part) > 0


def run_stats(context: Context) -> int:
    """Run `library stats`."""
    session, path = context.session, context.library_path
    if context.arguments.kind == "evidence":
        statistics = asdict(session.libraries.evidence(path).statistics())
    else:
        statistics = asdict(
            (session.libraries.posts(path) if context.arguments.kind == "posts" else session.libraries.library(path)).statistics()
        )
    if context.arguments.json:
        emit_json([statistics])
        return 0
    plain = [(name, value) for name, value in statistics.items() if not isinstance(value, tuple)]
    statistics_lines = [
        (name, ", ".join(f"{key or 'none'} {count}" for key, count in value[:12]))
        for name, value in statistics.items()
        if isinstance(value, tuple)
    ]
    emit(table([*plain, *statistics_lines]))
    return 0


def print_checks(results: Sequence[CheckResult], *, json: bool) -> int:
    """Print check results as text or JSON; return exit code 2 if any check failed."""
    if json:
        emit_json(asdict(result) for result in results)
    else:
        emit(table([("ok" if result.ok else "NOT OK", result.name, result.detail) for result in results]))
    for result in results:
        if not result.ok and result.hint:
            say(f"{result.name}: {result.hint}")
    return 0 if all(result.ok for result in results) else 2


def run_verify(context: Context) -> int:
    """Run `library verify`: check every file that the library has or had."""
    results = check_library(context.session.libraries, context.library_path, progress=context.progress, cancel=context.cancel)
    context.progress.close()
    return print_checks(results, json=context.arguments.json)


def run_rebuild(context: Context) -> int:
    """Run `library rebuild`: repair the databases as far as possible, then rebuild the index. Exit code 2 if a fault is left."""
    results = repair_library(context.session.libraries, context.library_path, progress=context.progress, cancel=context.cancel)
    context.progress.close()
    code = print_checks(results, json=False) if results else 0
    library = context.session.libraries.existing_library(context.library_path) if not _unreadable(results) else None
    if library is not None:
        name = library.rebuild(encoder=context.session.models.encoder(), progress=context.progress, cancel=context.cancel)
        context.progress.close()
        emit(f"index generation {name} is in use" if name else "the library is empty: there is nothing to index")
    return code


def _unreadable(results: Sequence[CheckResult]) -> bool:
    """Return True if the database of the fact-checks cannot be opened."""
    return any(result.name == "library: database" and not result.ok for result in results)
