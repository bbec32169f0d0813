"""Smoke test of the built program on a processor without AVX: all libraries load, and `rank`, `match`, `ask` and the window work.

The libraries are run, not searched for instructions: those that examine the processor first may contain newer ones. The language model
needs AVX2 and has to say so; an older processor is refused in one sentence. Emulation makes everything ten to thirty times slower, so each
step reads a single sentence, with the library that was indexed before.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "linux"))
from abilities import CLAIMS
from deb import is_elf
from emulation import MODERN, TOO_OLD, Emulation, EmulationError

ROOT = Path(__file__).resolve().parent.parent
SENTENCE = CLAIMS["en"]
QUESTION = "What caused the blackout in Port Ellis?"
TIMEOUT = 1800
"""Seconds for one step."""
COMPARED = 3
"""Results that are compared with those of this processor."""
_TRIES = 3
_EMULATOR_CRASHED = (-signal.SIGSEGV, 128 + signal.SIGSEGV)
_IDENTIFIER = re.compile(r'"id": ?"(demo-[\w-]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The program under test: its folder and executable, a library that it has indexed, a folder for output, a user's environment
    variables (`home`), and the Python that it was built with."""

    program: Path
    executable: Path
    library: Path
    folder: Path
    home: Mapping[str, str]
    python: Path


class EmulatedSteps:
    """The steps of the test. `report` gets a line about each."""

    def __init__(self, built: Built, report: Callable[[str], None]) -> None:
        self._built, self._report = built, report
        built.folder.mkdir()
        self._emulation = Emulation(built.folder)

    def all_steps(self) -> None:
        """Run every step. Raises EmulationError at the first one that fails."""
        built, began = self._built, time.monotonic()
        self._emulation.prove(built.python)
        self._load_libraries()
        document, queries = built.folder / "document.txt", built.folder / "queries.jsonl"
        document.write_text(SENTENCE, "utf-8")
        queries.write_text(json.dumps({"qid": "1", "text": SENTENCE}) + "\n", "utf-8")
        self._same_as_here("rank", str(document), ending="jsonl")
        self._same_as_here("match", "--queries", str(queries), ending="jsonl")
        self._same_as_here("ask", QUESTION, ending="json")
        self._show_window(document)
        self._refuse_language_model()
        self._refuse_older_processor()
        self._report(f"{MODERN}: all done ({time.monotonic() - began:.0f} s)")

    def _load_libraries(self) -> None:
        built, began = self._built, time.monotonic()
        libraries = sorted(path for path in built.program.rglob("*.so*") if is_elf(path))
        inside = built.program / "_internal"
        failed = self._emulation.load(libraries, built.python, beside=inside)
        if failed or not libraries:
            raise EmulationError(f"of {len(libraries)} libraries these cannot be loaded: {failed}")
        (hnswlib,) = inside.glob("hnswlib*.so")
        if (nearest := self._emulation.nearest_row(hnswlib, built.python, row=7)) != 7:
            raise EmulationError(f"hnswlib found {nearest} instead of 7 on the emulated processor")
        self._report(f"{MODERN}: {len(libraries)} libraries loaded, a graph built ({time.monotonic() - began:.0f} s)")

    def _same_as_here(self, *arguments: str, ending: str) -> None:
        """Check that a command has the same results emulated as on this processor."""
        name, began = arguments[0], time.monotonic()
        results = []
        for prefix in (self._emulation.prefix(), ()):
            out = self._built.folder / f"{name}-{'emulated' if prefix else 'here'}.{ending}"
            command = [str(self._built.executable), *arguments, "--out", str(out), "--library", str(self._built.library)]
            completed = self._run_emulated([*prefix, *command]) if prefix else self._run(command)
            if completed.returncode or not out.is_file():
                raise EmulationError(f"{name} ended with {completed.returncode} on the emulated processor: {completed.stderr[-2000:]}")
            results.append(result_ids(out))
        if results[0] != results[1] or not results[0]:
            raise EmulationError(f"{name} found {results[0]} on the emulated processor and {results[1]} on this one")
        self._report(f"{MODERN}: {name} finds what it finds here: {', '.join(results[0])} ({time.monotonic() - began:.0f} s)")

    def _show_window(self, document: Path) -> None:
        began, picture = time.monotonic(), self._built.folder / "window.png"
        arguments = ["--library", str(self._built.library), "--screenshot", str(picture), "--open", str(document)]
        completed = self._run_emulated([*self._emulation.prefix(), str(self._built.executable), *arguments])
        if completed.returncode or not picture.is_file():
            raise EmulationError(f"the window ended with {completed.returncode} on the emulated processor: {completed.stderr[-2000:]}")
        self._report(f"{MODERN}: the window has shown a document ({time.monotonic() - began:.0f} s)")

    def _refuse_language_model(self) -> None:
        """Run the sources, since the built program has no llama.cpp of its own."""
        if importlib.util.find_spec("llama_cpp") is None:
            self._report(f"{MODERN}: llama.cpp is not installed here, so its refusal is not tried")
            return
        sys.path.insert(0, str(ROOT))
        model = importlib.import_module("tests.fakes.tiny_gguf").build_gguf(self._built.folder / "tiny.gguf")
        completed = self._run(
            [*self._emulation.prefix(), str(self._built.python), "-m", "app", "models", "use", "llm", str(model)], cwd=ROOT
        )
        if completed.returncode != 2 or "AVX2" not in completed.stderr:
            raise EmulationError(f"the language model ended with {completed.returncode} without AVX2: {completed.stderr[-2000:]}")
        self._report(f"{MODERN}: {completed.stderr.splitlines()[-1]}")

    def _refuse_older_processor(self) -> None:
        completed = self._run([*self._emulation.prefix(TOO_OLD), str(self._built.executable), "doctor"])
        if completed.returncode != 2 or "SSE4.2" not in completed.stderr or completed.stderr.count("\n") != 1:
            raise EmulationError(f"{TOO_OLD}: ended with {completed.returncode}: {completed.stderr[-2000:]}")
        self._report(f"{TOO_OLD}: {completed.stderr.strip()}")

    def _run_emulated(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Run an emulated command, again where the emulator itself crashed: QEMU 7.2 sometimes does with many threads (in one `match` of
        seven). A missing instruction ends with another signal and is not retried."""
        for _ in range(_TRIES - 1):
            completed = self._run(command)
            if completed.returncode not in _EMULATOR_CRASHED:
                return completed
            self._report(f"{MODERN}: the emulator broke down (signal {signal.SIGSEGV}) and is started again")
        return self._run(command)

    def _run(self, command: list[str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        folder = cwd or self._built.folder
        return subprocess.run(command, cwd=folder, env=self._built.home, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def result_ids(out: Path) -> list[str]:
    """Return the identifiers of the first fact-checks or posts in a command's output."""
    return _IDENTIFIER.findall(out.read_text("utf-8"))[:COMPARED]
