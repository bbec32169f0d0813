"""Were these packaging files and these packages built and tried? `python packaging/built.py` says so, `--write` notes it in built.txt.

`make package` writes the note after the smoke test passed, and a test compares it: whoever changes how the program is packaged, or a
package that goes into it, builds it once more before the change lands. The program's own code does not count, which the tests run as it is.
The note also says on which day that was, and what the smoke test tried beyond this computer's own ways; that is not compared.
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
_TOLD = "Written by `make package` after the program was built and its smoke test passed. What was built:"


def state() -> list[str]:
    """What the note says of the present state: the hash of each file that packaging goes by, and the version of
    each package that is shipped."""
    return sorted(_lines())


def noted() -> list[str]:
    """What the note says was built; nothing where there is none."""
    lines = NOTE.read_text("utf-8").splitlines() if NOTE.is_file() else []
    return [line for line in lines if not line.startswith("#")]


def write_note() -> None:
    """Write the note, with the day and with what the smoke test says that it tried."""
    tried = TRIED.read_text("utf-8").splitlines() if TRIED.is_file() else []
    remarks = [_TOLD, f"{datetime.now(UTC).date()}, on {platform.system()} ({platform.machine()})", *tried]
    lines = [*(f"# {remark}" for remark in remarks), *state()]
    NOTE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _lines() -> Iterator[str]:
    for name in COUNTED:
        yield f"file {name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:16]}"
    for name in set(shipped_distributions()) - {"priorcheck"}:
        yield f"ships {name} {metadata.version(name)}"


def main() -> int:
    """0 where the note is current, 1 where it is not."""
    if sys.argv[1:] == ["--write"]:
        write_note()
    if noted() == state():
        return 0
    print("the program was not built from these packaging files and packages: run `make package`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
