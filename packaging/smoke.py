"""Does the built program work? `python packaging/smoke.py dist/priorcheck`: doctor, the demo, each ability once, the window, all without
a network; then what of it an emulated processor without AVX runs.

Each step runs in a network namespace of its own with nothing in it, where this system allows that. The window's picture is compared with
that of the window of these sources, taken on the same computer; the same again with the analysis in this Python (the setting "Python of
the analysis"), which is seen at work. Ends with the size; more than 900 MB fail. What was tried is left in build/smoke/tried.txt, for the
note that the program was built.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent))
from abilities import AbilityError, try_abilities
from emulated_smoke import Built, EmulatedSteps
from emulation import EmulationError, can_emulate

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "smoke"
"""Pictures and homes, left there to be looked at."""
TRIED = FOLDER / "tried.txt"
LARGEST = 900e6
ALIKE = 6.0
"""The mean difference of the grey of two pictures, cell by cell (0 to 255), that still counts as the same window: fonts are drawn a
little differently, another place or an empty pane differs by more than 20."""
GRID = (64, 40)


def silence(executable: Path) -> Sequence[str]:
    """Run the proof that nothing is sent (`tests.silence`) on the built program. Return its findings, or why there is no proof."""
    report = FOLDER / "silence.json"
    command = [sys.executable, "-m", "tests.silence", "--program", str(executable), "--out", str(report)]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return [] if completed.returncode == 0 else [line for line in (completed.stdout + completed.stderr).splitlines() if line.strip()][-12:]


FURTHER_CHECKS: tuple[Callable[[Path], Sequence[str]], ...] = (silence,) if sys.platform == "linux" else ()
"""Checks of the built program from elsewhere. Each gets the path of its executable, and returns what it found wrong, a sentence each."""


class SmokeError(Exception):
    """A step did not do what it must."""


class Smoke:
    """The steps, in one folder. `alone` is what goes before a command to cut it off from every network."""

    def __init__(self, program: Path, folder: Path, python: Path) -> None:
        self._program, self._folder, self._python = program, folder, python
        self._executable = program / ("priorcheck.exe" if os.name == "nt" else "priorcheck")
        self._alone = cut_off()
        self._homes = 0
        self.tried: list[str] = []
        """What was tried beyond this computer's own ways, a line each, for the note."""

    def all_steps(self) -> None:
        """Run every step in turn. Raises SmokeError."""
        said("without a network: " + (" ".join(self._alone) if self._alone else "not to be had here"))
        home = self._home()
        self.check_installation(home)
        self.do_the_demo(home)
        library = Path(home["PRIORCHECK_HOME"]) / "data" / "demo-library"
        self.try_abilities(home, library)
        reference = self._picture("sources", [sys.executable, "-m", "app"], library, home)
        packaged = self._picture("packaged", [str(self._executable)], library, self._home())
        self._compare("the window", packaged, reference)
        # Each picture in a home of its own: a window is shown again as large as it was, as far as this screen goes.
        elsewhere = self._home(f"worker_python = {json.dumps(str(self._python))}\n")
        other = self._picture("other-python", [str(self._executable)], library, elsewhere, worker=self._python)
        self._compare(f"the window with its analysis in {self._python.name}", other, reference)
        self.try_emulated(home)
        self.check_further()

    def check_installation(self, home: Mapping[str, str]) -> None:
        """`--version`, and `doctor` finds nothing wrong."""
        said(self._run([str(self._executable), "--version"], home).strip())
        checks = [json.loads(line) for line in self._run([str(self._executable), "doctor", "--json"], home).splitlines()]
        wrong = [check for check in checks if not check["ok"]]
        if wrong or len(checks) < 10:
            raise SmokeError(f"doctor: {wrong or checks}")
        said(f"doctor: {len(checks)} checks passed")

    def do_the_demo(self, home: Mapping[str, str]) -> None:
        """The demo prints its ranking and writes its report."""
        report = self._folder / "report.html"
        began = time.monotonic()
        printed = self._run([str(self._executable), "demo", "--no-window", "--out", str(report)], home)
        if "sentences against" not in printed or "<html" not in report.read_text("utf-8")[:500]:
            raise SmokeError(f"demo: {printed}")
        said(f"{printed.splitlines()[0]} ({time.monotonic() - began:.0f} s)")

    def try_abilities(self, home: Mapping[str, str], library: Path) -> None:
        """Try every command on a copy of the demo's library; the window is compared on the unchanged library."""
        copy = self._folder / "library"
        shutil.copytree(library, copy)
        began = time.monotonic()

        def run(arguments: Sequence[str]) -> str:
            library_option = () if arguments[0] == "models" else ("--library", str(copy))
            return self._run([str(self._executable), *arguments, *library_option], home)

        try:
            count = try_abilities(run, self._folder / "abilities")
        except AbilityError as error:
            raise SmokeError(str(error)) from None
        said(f"abilities: {count} commands did what they must ({time.monotonic() - began:.0f} s)")

    def try_emulated(self, home: Mapping[str, str]) -> None:
        """What must run on a processor without AVX, where this system can emulate one; whoever may install the emulator must have it."""
        if not can_emulate():
            self._note("not tried on an emulated processor, which takes Linux on x86-64")
            return
        built = Built(
            program=self._program, executable=self._executable, library=self._folder / "library", home=home,
            folder=self._folder / "emulated", python=Path(sys.executable),
        )  # fmt: skip
        try:
            EmulatedSteps(built, self._note).all_steps()
        except EmulationError as error:
            if os.geteuid() == 0 or self.tried:
                raise SmokeError(f"emulated processor: {error}") from None
            self._note(f"not tried on an emulated processor: {error}")

    def check_further(self) -> None:
        """The checks from elsewhere."""
        for check in FURTHER_CHECKS:
            wrong = check(self._executable)
            if wrong:
                raise SmokeError(f"{check.__name__}: {'; '.join(wrong)}")
            self._note(f"{check.__name__}: nothing found")

    def _note(self, text: str) -> None:
        said(text)
        self.tried.append(text)

    def _picture(self, name: str, start: Sequence[str], library: Path, home: Mapping[str, str], worker: Path | None = None) -> Path:
        """Return the window's picture of the demo debate; with `worker`, that Python must run the analysis."""
        target = self._folder / f"{name}.png"
        debate = ROOT / "resources" / "demo" / "debate.vtt"
        command = [*self._alone, *start, "--library", str(library), "--screenshot", str(target), "--open", str(debate)]
        process = subprocess.Popen(command, cwd=ROOT if start[0] == sys.executable else self._folder, env=home)
        workers, end = set(), time.monotonic() + 300
        while process.poll() is None and time.monotonic() < end:
            workers |= analyses(process.pid)
            time.sleep(0.2)
        if process.poll() is None:
            process.kill()
        if process.wait() or not target.is_file():
            raise SmokeError(f"the window ({name}) ended with {process.returncode} and {'a' if target.is_file() else 'no'} picture")
        if worker is not None and not any(
            worker_process[0] == str(worker) and str(self._program) in worker_process[1] for worker_process in workers
        ):
            raise SmokeError(f"the analysis did not run in {worker}: {workers}")
        return target

    def _compare(self, label: str, path: Path, reference: Path) -> None:
        from app.gui.screenshots import dark_path

        for picture, other in ((path, reference), (dark_path(path), dark_path(reference))):
            distance = difference(picture, other)
            if distance > ALIKE:
                raise SmokeError(f"{label} looks different ({distance:.1f} of at most {ALIKE}): {picture}, {other}")
            said(f"{label}, {'light' if picture is path else 'dark'}: differs by {distance:.2f} of 255 from that of the sources")

    def _run(self, command: Sequence[str], home: Mapping[str, str]) -> str:
        completed = subprocess.run(
            [*self._alone, *command], cwd=self._folder, env=home, capture_output=True, text=True, timeout=600, check=False
        )
        if completed.returncode:
            raise SmokeError(f"{' '.join(command)}: ended with {completed.returncode}\n{completed.stdout}{completed.stderr}")
        return completed.stdout

    def _home(self, settings: str = "") -> Mapping[str, str]:
        """Return the environment of a user with only these settings, without variables of a development environment."""
        self._homes += 1
        home = self._folder / f"home-{self._homes}"
        (home / "config").mkdir(parents=True)
        (home / "config" / "settings.toml").write_text(f'theme = "light"\nlanguage = "en"\nreviewer = "Reviewer"\n{settings}', "utf-8")
        inherited = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG", "SYSTEMROOT", "TEMP", "TMPDIR", "HOME"}}
        return {**inherited, "PRIORCHECK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}


def cut_off() -> tuple[str, ...]:
    """What to put before a command so that it has no network; nothing where the system has no such thing or does not allow it."""
    command = ("unshare", "--net", "--map-root-user")
    try:
        allowed = subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return ()
    return command if allowed else ()


def analyses(pid: int) -> set[tuple[str, str]]:
    """The first two words of the processes below this one that run the analysis from a Python."""
    try:
        lines = [child.cmdline() for child in psutil.Process(pid).children(recursive=True)]
    except psutil.Error:
        return set()
    return {(line[0], line[1]) for line in lines if len(line) > 1 and line[1].endswith("launch.py")}


def difference(picture: Path, other: Path) -> float:
    """Return the mean difference of two pictures' grey over a grid of cells, 0 to 255."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    grids = [
        QImage(str(path))
        .scaled(*GRID, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        .convertToFormat(QImage.Format.Format_Grayscale8)
        for path in (picture, other)
    ]
    if any(grid.isNull() for grid in grids):
        raise SmokeError(f"no picture: {picture}, {other}")
    cells = [(x, y) for x in range(GRID[0]) for y in range(GRID[1])]
    return sum(abs(grids[0].pixelColor(*cell).red() - grids[1].pixelColor(*cell).red()) for cell in cells) / len(cells)


def size(folder: Path) -> int:
    """Bytes of all files, each once."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def said(text: str) -> None:
    """Tell how it goes."""
    print(f"   {text}", flush=True)


def main() -> int:
    """All steps for the program named on the command line; 1 when one failed."""
    parser = argparse.ArgumentParser(description="Try a built program.")
    parser.add_argument("program", type=Path)
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="another Python for the analysis (default: this one)")
    arguments = parser.parse_args()
    program: Path = arguments.program.resolve()
    sys.path.insert(0, str(ROOT))
    try:
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        smoke = Smoke(program, FOLDER, arguments.python)
        smoke.all_steps()
        TRIED.write_text("".join(f"{line}\n" for line in smoke.tried), "utf-8")
        if size(program) > LARGEST:
            raise SmokeError(f"{size(program) / 1e6:.0f} MB are more than {LARGEST / 1e6:.0f}")
    except (SmokeError, OSError, subprocess.TimeoutExpired) as error:
        print(f"smoke test failed: {error}", file=sys.stderr)
        return 1
    said(f"size: {size(program) / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
