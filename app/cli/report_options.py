"""Options of `rank --out` for reports: kind, order, title, byline and the article's address; and reviewed projects as their input."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from app.bootstrap.projects import read_project
from app.domain.project import SUFFIX
from app.domain.publication import Addresses
from app.domain.ranked import RankedDocument
from app.domain.reviewed import ReportChoice, ReportKind, ReportOrder, Reviewed
from app.errors import InputError
from app.settings import load_settings

_DATA_ENDINGS = (".jsonl", ".csv")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of reports."""
    group = parser.add_argument_group("reports (.html, .docx, .pdf)")
    group.add_argument(
        "--story", action="store_true", help="of a project: only what was confirmed, by speaker, as a draft (.docx, .html, .jsonld)"
    )
    group.add_argument("--order", choices=[*ReportOrder], type=ReportOrder, default=ReportOrder.FINDING, help="(default finding)")
    group.add_argument("--title", default="", metavar="TEXT", help="the report's title (default: the document's)")
    group.add_argument("--byline", default="", metavar="NAMES", help="who checked it (default: the reviewers)")
    group.add_argument("--newsroom", default="", metavar="NAME", help="the newsroom's name (default: that of the settings)")
    group.add_argument("--article", default="", metavar="URL", help="where a ClaimReview will be published")


def report_choice(arguments: argparse.Namespace) -> ReportChoice:
    """Return the options of the report from the command line."""
    kind = ReportKind.STORY_SHEET if arguments.story else ReportKind.REPORT
    return ReportChoice(kind=kind, order=arguments.order, title=arguments.title, byline=arguments.byline)


def is_project(path: Path) -> bool:
    """Return True for a project file, which has a ranking and decisions already."""
    return path.suffix == SUFFIX


def project_review(path: Path) -> Reviewed:
    """Return a project's ranking with its decisions. Raises ProjectError if it cannot be read, InputError if nothing was ranked."""
    reviewed = read_project(path).reviewed()
    if reviewed is None:
        raise InputError("project-unranked", f"“{path.name}” has no ranking yet.", hint="Open it in the window once.")
    return reviewed


def in_newsroom_style(results: Reviewed | RankedDocument, arguments: argparse.Namespace) -> Reviewed:
    """Return the results with the newsroom's name, addresses, logo and footer from the settings, which data files have no use for."""
    reviewed = results if isinstance(results, Reviewed) else Reviewed(ranked=results)
    if str(arguments.out).casefold().removesuffix(".gz").endswith(_DATA_ENDINGS):
        return reviewed
    settings = load_settings()
    return replace(
        reviewed,
        newsroom=arguments.newsroom or settings.newsroom_name,
        logo=settings.newsroom_logo,
        footer=settings.report_footer,
        addresses=Addresses(website=settings.newsroom_url, article=arguments.article),
    )
