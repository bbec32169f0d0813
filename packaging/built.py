"""Record that the program was built and tested from these packaging files and packages.

`python packaging/built.py` checks the record in built.txt; `--write` renews it. `make package` writes it after the smoke test
passed, and a test compares it. Whoever changes the packaging, or a shipped package, must build once more before the change
lands. The program's own code is not included, because the tests run it from the sources. The record also has the date and the
optional parts of the smoke test; these are not compared.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from frozen import ROOT, shipped_distributions

NOTE = ROOT / "packaging" / "built.txt"
TRIED = ROOT / "build" / "smoke" / "tried.txt"
COUNTED = (
    "packaging/abilities.py", "packaging/emulated_smoke.py", "packaging/emulation.py", "packaging/first.py", "packaging/frozen.py",
    "packaging/launcher.py", "packaging/linux/deb.py",
    "packaging/linux/priorcheck.desktop",
    "packaging/linux/priorcheck-mime.xml", "packaging/priorcheck.spec", "packaging/program_data.py", "packaging/smoke.py", "app/paths.py",
    "app/worker/launch.py", "app/worker/launching.py",
)  # fmt: skip
_HEADER = "Written by `make package` after the program was built and its smoke test passed. What was built:"


def state() -> list[str]:
    """Return the note's lines for the present state.

    They give the hash of each packaging file in COUNTED and the version of each shipped package.
    """
    return sorted(_lines())


def noted() -> list[str]:
    """Return the lines of the note; an empty list if there is no note."""
    lines = NOTE.read_text("utf-8").splitlines() if NOTE.is_file() else []
    return [line for line in lines if not line.startswith("#")]


def write_note() -> None:
    """Write the note, with the date and the optional checks that the smoke test reports."""
    optional_checks = TRIED.read_text("utf-8").splitlines() if TRIED.is_file() else []
    remarks = [_HEADER, f"{datetime.now(UTC).date()}, on {platform.system()} ({platform.machine()})", *optional_checks]
    lines = [*(f"# {remark}" for remark in remarks), *state()]
    NOTE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _lines() -> Iterator[str]:
    for name in COUNTED:
        yield f"file {name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:16]}"
    for name in set(shipped_distributions()) - {"priorcheck"}:
        yield f"ships {name} {metadata.version(name)}"


def main() -> int:
    """Return 0 if the note is current, else 1."""
    if sys.argv[1:] == ["--write"]:
        write_note()
    if noted() == state():
        return 0
    print("the program was not built from these packaging files and packages: run `make package`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
