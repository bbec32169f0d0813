"""Commands on a library's posts: importing, indexing, searching."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from app.cli import arguments as args
from app.cli.context import Context
from app.cli.output import emit, emit_json, say, table
from app.cli.reporting import finish_report, tell_import
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.domain.posts import PostFilter
from app.services.posts import import_posts, prepare_posts

_SHOWN = 100


def add_commands(actions: Any, common: argparse.ArgumentParser) -> None:
    """Add posts to the subcommands of `library`."""
    parser = args.action(actions, common, "posts", "search in the posts, latest first", run_posts, json=True)
    parser.add_argument("text", nargs="?", default="")
    parser.add_argument("--platform", type=str.lower, default="")
    parser.add_argument("--language", default="")
    parser.add_argument("--since", type=args.day, default=None, metavar="DATE", help="written on this day or later")
    parser.add_argument("--until", type=args.day, default=None, metavar="DATE", help="written on this day or earlier")
    parser.add_argument("--limit", type=args.positive, default=20)


def post_row(post: Post) -> dict[str, Any]:
    """Return one post as a dictionary."""
    return asdict(post) | {"published": post.published.isoformat() if post.published else None}


def run_posts(context: Context) -> int:
    """Run `library posts [TEXT]`."""
    arguments = context.arguments
    posts = context.session.libraries.posts(context.library_path)
    among = PostFilter(platform=arguments.platform, language=arguments.language, since=arguments.since, until=arguments.until)
    page = posts.search(arguments.text, among=among, limit=arguments.limit)
    if arguments.json:
        same = posts.same_as([item.id for item in page.items])
        emit_json(post_row(item) | {"same_as": list(same.get(item.id, ()))} for item in page.items)
        return 0
    if page.items:
        rows = [
            (item.id, item.published.date() if item.published else "no date", item.author, f"x{page.copies[item.id]}", item.text[:_SHOWN])
            for item in page.items
        ]
        emit(table(rows))
    say(f"{len(page.items)} of {page.total} found")
    return 0


def run_import(context: Context) -> int:
    """Run `library import --kind posts`: exit code 0 even if single rows were refused."""
    arguments = context.arguments
    report = import_posts(
        arguments.files,
        posts=context.session.libraries.posts(context.library_path, create=True),
        options=PostImportOptions(
            format=arguments.format, columns=tuple(arguments.column), platform=arguments.platform.lower(), language=arguments.language
        ),
        progress=context.progress,
        cancel=context.cancel,
    )

    def told() -> None:
        tell_import(context, report, grouped="copies of another", notes=report.notes)
        if report.counts.added or report.counts.changed:
            say("Run `priorcheck library index` to make them ready for questions; a million posts take about an hour.")

    return finish_report(context, report, told)


def run_index(context: Context) -> int:
    """Run `library index --kind posts`."""
    report = prepare_posts(
        posts=context.session.libraries.posts(context.library_path),
        encoder=context.session.models.encoder(),
        progress=context.progress,
        cancel=context.cancel,
    )
    summary = f"{report.groups} posts that are no copies can be found by words, {report.encoded} by meaning"
    return finish_report(context, report, lambda: emit(f"{summary}; {report.made} encoded now; {report.seconds:.1f} s"))
