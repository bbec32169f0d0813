"""Commands on a library's evidence: importing, indexing, searching, the list of sources."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import emit, emit_json, report_refused, say, table
from app.cli.reporting import finish_report, tell_import
from app.domain.evidence import EvidenceDocument, EvidenceFilter, warning_of
from app.domain.options import EvidenceImportOptions
from app.errors import InputError
from app.services.evidence import import_evidence, import_source_list, prepare_evidence

_SHOWN = 100


def add_commands(actions: Any, common: argparse.ArgumentParser) -> None:
    """Add evidence and sources to the subcommands of `library`."""
    parser = args.action(actions, common, "evidence", "search in the evidence, best first", run_evidence, json=True)
    parser.add_argument("text", nargs="?", default="")
    parser.add_argument("--before", type=args.day, default=None, metavar="DATE", help="only what was published before this day")
    parser.add_argument("--undated", action="store_true", help="with --before: also evidence without a date")
    parser.add_argument("--not-url", action="append", default=[], metavar="URL", help="not this page (repeatable)")
    parser.add_argument("--limit", type=args.positive, default=20)
    sources = args.action(actions, common, "sources", "the list of sources to be wary of", run_sources, json=True)
    sources.add_argument("--in", dest="source", type=args.file, metavar="LIST.csv", help="take this list (host,kind,note) in place of it")
    sources.add_argument("--clear", action="store_true", help="empty the list")


def document_row(document: EvidenceDocument) -> dict[str, Any]:
    """Return one document as a dictionary, without internal fields."""
    row = asdict(document) | {"published": document.published.isoformat() if document.published else None}
    del row["page_starts"]
    return row


def run_evidence(context: Context) -> int:
    """Run `library evidence [TEXT]`."""
    arguments = context.arguments
    evidence = context.session.libraries.evidence(context.library_path)
    among = EvidenceFilter(
        before=arguments.before, undated=arguments.undated or arguments.before is None, without_urls=frozenset(arguments.not_url)
    )
    page = evidence.search(arguments.text, among=among, limit=arguments.limit)
    warnings = evidence.warnings()
    warning_by_id = {item.id: warning_of(item.url, item.source, warnings) for item in page.items}
    if arguments.json:
        emit_json(document_row(item) | {"passages": page.passages[item.id], "warning": warning_by_id[item.id]} for item in page.items)
        return 0
    if page.items:
        rows = [
            (item.id, item.published or "no date", item.source, warning_by_id[item.id], (item.title or item.text)[:_SHOWN])
            for item in page.items
        ]
        emit(table(rows))
    say(f"{len(page.items)} of {page.total} found")
    return 0


def run_import(context: Context) -> int:
    """Run `library import --kind evidence`: exit code 0 even if single documents were refused."""
    arguments = context.arguments
    report = import_evidence(
        arguments.files,
        evidence=context.session.libraries.evidence(context.library_path, create=True),
        options=EvidenceImportOptions(
            format=arguments.format,
            columns=tuple(arguments.column),
            source=arguments.publisher,
            language=arguments.language,
            published=arguments.published,
            copies=not arguments.no_copies,
        ),
        progress=context.progress,
        cancel=context.cancel,
    )

    def told() -> None:
        grouped = f"the same as another; {report.passages} more passages"
        tell_import(context, report, grouped=grouped, notes=report.notes)
        if report.undated:
            say(f"{report.undated} without a date: they are not used for a claim unless you allow it (--published DATE gives them one).")
        if report.counts.added or report.counts.changed:
            say("Run `priorcheck library index` to make them ready to be searched by meaning.")

    return finish_report(context, report, told)


def run_index(context: Context) -> int:
    """Run `library index --kind evidence`."""
    report = prepare_evidence(
        evidence=context.session.libraries.evidence(context.library_path),
        encoder=context.session.models.encoder(),
        progress=context.progress,
        cancel=context.cancel,
    )
    summary = f"{report.passages} passages of evidence can be found by words, {report.encoded} by meaning"
    return finish_report(context, report, lambda: emit(f"{summary}; {report.made} encoded now; {report.seconds:.1f} s"))


def run_sources(context: Context) -> int:
    """Run `library sources`: replace the list with --in, empty it with --clear, then show it."""
    arguments = context.arguments
    if arguments.source and arguments.clear:
        raise InputError("options", "--in and --clear exclude each other.", hint="Leave one of them out.")
    evidence = context.session.libraries.evidence(context.library_path, create=arguments.source is not None)
    if arguments.clear:
        evidence.keep_warnings(())
    if arguments.source:
        number, refused = import_source_list(arguments.source, evidence=evidence, cancel=context.cancel)
        report_refused(refused)
        say(f"{number} sources in the list, {len(refused)} rows refused")
    warnings = evidence.warnings()
    if arguments.json:
        emit_json(asdict(warning) for warning in warnings)
    elif not arguments.source:
        emit(table([(warning.host, warning.kind, warning.note) for warning in warnings]) or "the list is empty")
    return 0
