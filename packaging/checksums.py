"""Write the checksums of a release, for `sha256sum --check`: `python packaging/checksums.py dist`.

SHA256SUMS lists the packages and the bill of materials in that folder. FOLDER.SHA256SUMS, next to each folder, lists every file in
it.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

NAME = "SHA256SUMS"


def write_checksums(folder: Path) -> list[Path]:
    """Write the checksum files for a folder of packages. Return their paths."""
    entries = sorted(path for path in folder.iterdir() if not path.name.endswith(NAME))
    packages = _write(folder / NAME, (path for path in entries if path.is_file()), folder)
    return [packages, *(_write(folder / f"{path.name}.{NAME}", sorted(path.rglob("*")), folder) for path in entries if path.is_dir())]


def _write(target: Path, files: Iterable[Path], folder: Path) -> Path:
    lines = [f"{_sha256(path)}  {path.relative_to(folder).as_posix()}\n" for path in files if path.is_file() and not path.is_symlink()]
    target.write_text("".join(lines), "utf-8", newline="\n")
    return target


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    for written in write_checksums(Path(sys.argv[1]).resolve()):
        print(written)
