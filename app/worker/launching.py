"""Which command starts the worker: the program's own Python, its frozen executable, or another Python from the settings."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.paths import frozen, models_dir, program_root
from app.settings.declared import Settings
from app.translation import ENGLISH, language

_LAUNCHER = Path(__file__).resolve().parent / "launch.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerOptions:
    """How to run the worker: another Python's executable ("" for the program's own), device, threads (0: all cores), and the
    language in which it gives reasons and tells of errors."""

    python: str = ""
    device: str = "auto"
    threads: int = 0
    language: str = ENGLISH


def options_of(settings: Settings) -> WorkerOptions:
    """What the settings say of the worker, which speaks the language of this process."""
    return WorkerOptions(python=settings.worker_python, device=settings.device, threads=settings.threads, language=language())


def own_command(options: WorkerOptions) -> tuple[str, ...]:
    """The command that starts the worker with what the program itself runs on."""
    start = ("--worker",) if frozen() else (str(_LAUNCHER),)
    return (sys.executable, *start, *_arguments(options))


def worker_commands(options: WorkerOptions) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The command to try and, where another Python was chosen, the program's own to fall back to."""
    bundled = own_command(options)
    if not options.python:
        return bundled, None
    return (options.python, str(_launcher()), *_arguments(options)), bundled


def environment(command: Sequence[str]) -> dict[str, str]:
    """The environment to start it in. A frozen program points the system's loader to its own libraries, which another
    Python must not load; the packager keeps what was there before under a second name."""
    variables = dict(os.environ)
    if frozen() and command[0] != sys.executable:
        for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
            before = variables.pop(f"{name}_ORIG", "")
            variables.pop(name, None)
            if before:
                variables[name] = before
    return variables


def _arguments(options: WorkerOptions) -> tuple[str, ...]:
    running = ("--device", options.device, "--threads", str(options.threads), "--models", str(models_dir()))
    return (*running, "--language", options.language)


def _launcher() -> Path:
    """A frozen program carries its sources, for another Python to read."""
    if not frozen():
        return _LAUNCHER
    return program_root() / "app" / "worker" / "launch.py"
