"""`narratives`: narratives of a library, their repeats and their spread, as a file or a list."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from app.cli import arguments as args
from app.cli import llm_options
from app.cli.context import Context
from app.cli.output import emit, emit_json, one_line, say, table
from app.domain.narrative import Narrative, NarrativeFilter, NarrativeMap, Ruling
from app.services.assisted_narratives import narrative_titles
from app.services.narratives import find_narratives
from app.services.posts import AT_ONCE, prepare_posts
from app.services.reports import NARRATIVE_FORMATS, format_of, write_narratives
from app.services.reports.narratives import narratives_row

_SHOWN = 30
_WIDE = 60
_STANDING = {Ruling.CONFLICT: "rulings conflict", Ruling.CHANGED: "ruling changed", Ruling.DIFFER: "rulings differ with the claims"}


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add narratives to the grammar."""
    parser = args.action(
        commands, common, "narratives", "stories in many fact-checks: repeats, timelines, flows", run_narratives, json=True
    )
    parser.add_argument("--out", type=args.file, metavar="F", help="write to a file: .json, .graphml (for Gephi) or .csv (four tables)")
    parser.add_argument("--since", type=args.day, default=None, metavar="DATE", help="only items published on this day or later")
    parser.add_argument("--until", type=args.day, default=None, metavar="DATE", help="only items published on this day or earlier")
    parser.add_argument("--language", default="", help="only items in this language")
    parser.add_argument("--publisher", default="", help="only fact-checks of this publisher")
    parser.add_argument("--posts", action="store_true", help="group the library's posts, too")
    group = llm_options.add_group(parser)
    group.add_argument("--llm-titles", type=args.positive, default=0, metavar="N", help="titles of the first N that nobody has named")
    parser.add_argument("--anew", action="store_true", help="group everything again, not only what has come since the last time")


def run_narratives(context: Context) -> int:
    """Run `narratives`: group new items first; the filter applies only to the display, not to the grouping."""
    arguments = context.arguments
    if arguments.out is not None:
        format_of(arguments.out, NARRATIVE_FORMATS)
        context.check_out()
    asker = llm_options.needed_asker(context) if arguments.llm_titles else None
    with context.session.narratives(context.library_path) as engine:
        if arguments.posts and engine.posts is not None:
            prepare_posts(
                posts=engine.posts, encoder=engine.encoder(), encode_limit=AT_ONCE, progress=context.progress, cancel=context.cancel
            )
        narratives = find_narratives(
            engine=engine,
            posts=arguments.posts,
            regroup_all=arguments.anew,
            among=_among(arguments),
            progress=context.progress,
            cancel=context.cancel,
        )
    titles: dict[str, str] = {}
    if asker is not None:
        titles, record = narrative_titles(narratives, limit=arguments.llm_titles, asker=asker, progress=context.progress)
    context.progress.close()
    if asker is not None:
        llm_options.tell_spent(asker, (record,))
        for narrative in narratives.narratives:
            if narrative.id in titles and not arguments.json:
                say(f"{narrative.id}: {one_line(titles[narrative.id])} (title by the language model)")
    if arguments.out is not None:
        files = write_narratives(narratives, arguments.out)
        say(f"{_counted(narratives)} written to {', '.join(map(str, files))}")
    elif not arguments.json:
        _show(narratives)
    if arguments.json:
        emit_json(row | {"llm_title": titles[row["id"]]} if row.get("id") in titles else row for row in _rows(narratives))
    for remark in narratives.remarks:
        say(remark)
    return 0


def _among(arguments: argparse.Namespace) -> NarrativeFilter:
    return NarrativeFilter(
        since=arguments.since,
        until=arguments.until,
        language=arguments.language,
        publisher=arguments.publisher,
        posts=arguments.posts,
    )


def _rows(narratives: NarrativeMap) -> Iterable[dict[str, Any]]:
    """Yield one row for each narrative, then one for each repeat."""
    row = narratives_row(narratives)
    yield from ({"row": "narrative"} | fields for fields in row["narratives"])
    yield from ({"row": "repeat"} | fields for fields in row["repeats"])


def _show(narratives: NarrativeMap) -> None:
    listed = narratives.narratives[:_SHOWN]
    if listed:
        emit(table([_line(narrative) for narrative in listed]))
    listed_note = f"; the first {len(listed)} are shown" if len(narratives.narratives) > len(listed) else ""
    say(f"{_counted(narratives)}{listed_note}")


def _line(narrative: Narrative) -> tuple[object, ...]:
    days = f"{narrative.first or 'no date'} – {narrative.last or 'no date'}"
    languages = " ".join(language for language, _ in narrative.languages)
    return (
        narrative.id,
        len(narrative.items),
        days,
        languages,
        one_line(narrative.name)[:_WIDE],
        one_line(narrative.claim)[:_WIDE],
        _STANDING.get(narrative.ruling, ""),
    )


def _counted(narratives: NarrativeMap) -> str:
    return f"{len(narratives.narratives)} narratives and {len(narratives.repeats)} repeats"
