"""Commands on the installation and the demo: doctor, demo."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from app import __version__, paths
from app.cli import arguments as args
from app.cli.analysis_commands import top_in_words
from app.cli.context import Context, WindowRequest
from app.cli.data_commands import open_in_words
from app.cli.library_commands import print_checks
from app.cli.output import emit, say
from app.demo_paths import demo_library
from app.domain.importing import CheckResult
from app.domain.options import MatchOptions
from app.errors import PriorcheckError
from app.reading import read_document
from app.services.demo import demo_debate, fill_demo_evidence, fill_demo_library, fill_demo_posts
from app.services.ranking import rank_document
from app.services.reports import check_target, formats_of, write_report
from app.services.user_data import other_readers

_OF_THE_EXTRA_GPU = {"torch", "sentence-transformers"}
_PACKAGES = ("PySide6-Essentials", "torch", "sentence-transformers", "openvino", "hnswlib", "bm25s", "sqlite-utils", "pymupdf", "numpy")


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add doctor and demo to the grammar."""
    doctor = commands.add_parser("doctor", parents=[common], help="check the installation")
    doctor.add_argument("--json", action="store_true")
    doctor.set_defaults(command=run_doctor)
    demo = commands.add_parser("demo", parents=[common], help="the main job on the bundled demo")
    demo.add_argument("--out", type=args.file, metavar="FILE.html", help="where the report goes")
    demo.add_argument("--no-window", action="store_true", help="do not open the window")
    demo.add_argument("--show", type=args.positive, default=12, metavar="N")
    demo.set_defaults(command=run_demo)


def run_doctor(context: Context) -> int:
    """Run `doctor`: check program, packages, models, folders, library, device."""
    results = [
        CheckResult(name="program", ok=True, detail=f"priorcheck {__version__}, Python {platform.python_version()}, {platform.platform()}"),
        *(_package(name) for name in _PACKAGES),
        _language_model_package(),
        *context.session.models.verify(),
        _folder("data folder", paths.data_dir()),
        _folder("settings folder", paths.config_dir()),
        _folder("cache folder", paths.cache_dir()),
        _privacy(context),
        _library(context),
        _device(context),
    ]
    return print_checks(tuple(results), json=context.arguments.json)


def _package(name: str) -> CheckResult:
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        if name in _OF_THE_EXTRA_GPU:
            return CheckResult(name=name, ok=True, detail=_without_gpu())
        return CheckResult(name=name, ok=False, detail="not installed", hint=f"Install it: pip install {name}")
    return CheckResult(name=name, ok=True, detail=version)


def _without_gpu() -> str:
    if paths.frozen():
        return "not in the installed program; the window can use another Python that has it (Preferences, Python of the analysis)"
    return "not installed: models of your own, adapting and graphics cards need the extra “gpu”; everything else works without it"


def _language_model_package() -> CheckResult:
    """Check the optional package that runs language models; it never counts as a fault."""
    package = _package("llama-cpp-python")
    detail = package.detail if package.ok else "not installed: no language model can be used; everything else works without it"
    return CheckResult(name=package.name, ok=True, detail=detail)


def _folder(name: str, path: Path) -> CheckResult:
    existing = next(parent for parent in (path, *path.parents) if parent.exists())
    writable = os.access(existing, os.W_OK)
    hint = "" if writable else f"Make {existing} writable, or set PRIORCHECK_HOME to another folder."
    return CheckResult(name=name, ok=writable, detail=str(path), hint=hint)


def _privacy(context: Context) -> CheckResult:
    """List other people's access to the home and the library. It is no fault, since a library may be shared on purpose."""
    looked_at = dict.fromkeys((*paths.home_folders(), context.library_path))
    messages = [
        open_in_words(str(path), readers, home=path in paths.home_folders()) for path in looked_at if (readers := other_readers(path))
    ]
    return CheckResult(name="privacy", ok=True, detail=" ".join(messages) or "nobody else on this computer can read your files")


def _library(context: Context) -> CheckResult:
    path, origin = context.library_path, context.library_origin
    if not path.exists():
        return CheckResult(name="library", ok=True, detail=f"{path} ({origin}): none yet; “priorcheck library import FILE” makes it")
    try:
        statistics = context.session.libraries.library(path).statistics()
    except PriorcheckError as error:
        return CheckResult(name="library", ok=False, detail=error.message, hint=error.hint)
    other_count = sum(number for _, number in statistics.other_encoders)
    mixed = f"; {other_count} of them added in another precision, which “priorcheck library rebuild” computes anew" if other_count else ""
    detail = f"{path} ({origin}): {statistics.factchecks} fact-checks, newest {statistics.newest or 'undated'}{mixed}"
    return CheckResult(name="library", ok=True, detail=detail)


def _device(context: Context) -> CheckResult:
    try:
        devices = context.session.models.describe_devices()
    except PriorcheckError as error:
        return CheckResult(name="devices", ok=False, detail=error.message, hint=error.hint)
    return CheckResult(name="devices", ok=True, detail="; ".join(f"{role}: {device}" for role, device in devices))


def has_display() -> bool:
    """Return True if a window can be shown."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run_demo(context: Context) -> int:
    """Run `demo`: fill the demo library, rank the demo debate, print the top, write the report, request the window."""
    arguments = context.arguments
    context.check_out(formats=formats_of(reviewed=False))
    report = arguments.out or Path("priorcheck-demo.html")
    check_target(report)
    path = Path(arguments.library) if arguments.library else demo_library()
    session = context.session
    library = session.libraries.library(path, create=True)
    fill_demo_library(
        library, encoder=session.models.encoder(), normaliser=session.normaliser(), progress=context.progress, cancel=context.cancel
    )
    fill_demo_posts(session.libraries.posts(path, create=True), progress=context.progress, cancel=context.cancel)
    fill_demo_evidence(session.libraries.evidence(path, create=True), progress=context.progress, cancel=context.cancel)
    document = read_document(demo_debate(), cancel=context.cancel, progress=context.progress)
    ranked = rank_document(document, engine=session.engine(path), options=MatchOptions(), progress=context.progress, cancel=context.cancel)
    context.progress.close()
    emit(f"{document.title}: {len(document.sentences)} sentences against {len(library)} fact-checks of the demo library\n")
    emit(top_in_words(ranked, arguments.show))
    write_report(ranked, report)
    say(f"Report: {paths.resolved(report)}")
    if has_display() and not arguments.no_window:
        context.window = WindowRequest(library=path, ranked=ranked)
    return 0
