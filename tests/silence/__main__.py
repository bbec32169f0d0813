"""`python -m tests.silence [--program FILE] [--out REPORT.json]`: run everything, print what was seen, exit 1 where anything left.

Starts itself again inside new namespaces, once for the program and once for each control.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.silence import namespace, sessions
from tests.silence.inside import run_control, run_program

SECONDS = 66.0
"""How long the window stays open: libraries that send usage data do so after up to a minute."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the proof, or with `--inside` one part of it within its namespace."""
    arguments = _parser().parse_args(argv)
    if arguments.inside:
        report = _inside(arguments)
        Path(arguments.out).write_text(json.dumps(report), "utf-8")
        return 0
    if reason := namespace.available():
        print(f"The proof cannot be made here: {reason}.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="priorcheck-silence-") as folder:
        report = _outside(Path(folder), arguments)
    if arguments.out:
        Path(arguments.out).write_text(json.dumps(report, indent=1), "utf-8")
    print("\n".join(in_words(report)))
    return 0 if holds(report) else 1


def holds(report: dict[str, Any]) -> bool:
    """Return True if the program was silent and every control was caught."""
    return not report["program"]["findings"] and all(control["findings"] for control in report["controls"].values())


def in_words(report: dict[str, Any]) -> list[str]:
    """Return the report as lines."""
    program = report["program"]
    lines = [f"{step['name']}: exit {step['status']}, {step['seconds']:.0f} s, {step['processes']} processes" for step in program["steps"]]
    counters = ", ".join(f"{name} {count}" for name, count in program["traffic"]["counted"].items())
    lines.append(f"packets sent, by the kernel's counters: {counters}; look-ups: {len(program['traffic']['lookups'])}")
    lines += [f"FOUND: {finding}" for finding in program["findings"]] or ["nothing left, and nothing was written elsewhere"]
    for name, control in report["controls"].items():
        lines.append(f"control '{name}': {'caught' if control['findings'] else 'NOT CAUGHT'}: {'; '.join(control['findings'][:3])}")
    return lines


def _outside(folder: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    parts = ["program", *sessions.controls(_sandbox(folder / "names"))]
    with ThreadPoolExecutor(3) as pool:
        reports = list(pool.map(lambda part: _part(folder, part, arguments), parts))
    program, *controls = reports
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    return {"day": day, "program": program, "controls": dict(zip(parts[1:], controls, strict=True))}


def _part(folder: Path, part: str, arguments: argparse.Namespace) -> dict[str, Any]:
    part_folder = folder / part.replace(" ", "-")
    part_folder.mkdir()
    out = part_folder / "report.json"
    command = [
        *namespace.entering(),
        sys.executable,
        "-m",
        "tests.silence",
        "--inside",
        part,
        "--folder",
        str(part_folder),
        "--out",
        str(out),
    ]
    if arguments.program:
        command += ["--program", str(Path(arguments.program).resolve())]
    completed = subprocess.run(command, cwd=sessions.ROOT, capture_output=True, text=True, check=False)
    if completed.returncode:
        raise RuntimeError(f"{part}: {completed.stdout}{completed.stderr}")
    if arguments.keep:
        shutil.copytree(
            part_folder,
            Path(arguments.keep) / part_folder.name,
            symlinks=True,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("home", "own"),
        )
    report: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return report


def _inside(arguments: argparse.Namespace) -> dict[str, Any]:
    folder = Path(arguments.folder)
    sandbox = _sandbox(folder / "places")
    if arguments.inside != "program":
        return run_control(sessions.controls(sandbox)[arguments.inside], sandbox)
    program = (arguments.program,) if arguments.program else (sys.executable, "-m", "app")
    return run_program(program, sandbox, seconds=SECONDS, learns=not arguments.program)


def _sandbox(folder: Path) -> sessions.Sandbox:
    sandbox = sessions.Sandbox(folder)
    sandbox.make()
    return sandbox


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.silence", description="Prove from outside that nothing is sent.")
    parser.add_argument("--program", help="the built program (default: these sources)")
    parser.add_argument("--out", help="write the report here, as JSON")
    parser.add_argument("--keep", help="copy the traces into this folder")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
