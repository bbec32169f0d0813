"""Were these packaging files and these packages built and tried? `python packaging/built.py` says so, `--write` notes it in built.txt.

`make package` writes the note after the smoke test passed, and a test compares it: whoever changes how the program is packaged, or a
package that goes into it, builds it once more before the change lands. The program's own code does not count, which the tests run as it is.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from frozen import ROOT, shipped_distributions

NOTE = ROOT / "packaging" / "built.txt"
COUNTED = (
    "packaging/abilities.py", "packaging/frozen.py", "packaging/launcher.py", "packaging/linux/deb.py",
    "packaging/linux/priorcheck.desktop",
    "packaging/linux/priorcheck-mime.xml", "packaging/priorcheck.spec", "packaging/program_data.py", "packaging/smoke.py", "app/paths.py",
    "app/worker/launch.py", "app/worker/launching.py",
)  # fmt: skip
_TOLD = "# Written by `make package` after the program was built and its smoke test passed. What was built:\n"


def state() -> str:
    """What the note says of the present state: the hash of each file that packaging goes by, and the version of
    each package that is shipped."""
    return _TOLD + "".join(f"{line}\n" for line in sorted(_lines()))


def _lines() -> Iterator[str]:
    for name in COUNTED:
        yield f"file {name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:16]}"
    for name in set(shipped_distributions()) - {"priorcheck"}:
        yield f"ships {name} {metadata.version(name)}"


def main() -> int:
    """0 where the note is current, 1 where it is not."""
    if sys.argv[1:] == ["--write"]:
        NOTE.write_text(state(), encoding="utf-8")
    if NOTE.is_file() and NOTE.read_text("utf-8") == state():
        return 0
    print("the program was not built from these packaging files and packages: run `make package`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
