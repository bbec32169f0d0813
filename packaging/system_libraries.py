"""Which package of a Debian system a library belongs to, and the copyright notices of those that the frozen program takes along."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

NOTICES = Path("/usr/share/doc")


@cache
def owner(library: Path) -> str:
    """The package of a library. Since folders were merged, a package's list may name the file in either of two.

    Raises FileNotFoundError for a file that no package has.
    """
    names = {library, library.resolve()}
    names |= {Path(str(name).removeprefix("/usr")) for name in names} | {Path("/usr") / str(name).lstrip("/") for name in names}
    for name in sorted(names):
        done = subprocess.run(["dpkg", "-S", str(name)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    raise FileNotFoundError(f"no package has {library}")


@cache
def architecture() -> str:
    """The name that the system's packages have for its kind of processor."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


@cache
def package_version(package: str) -> str:
    """The version of an installed package of the system."""
    command = ["dpkg-query", "--show", "--showformat", "${Version}", package]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def notice_licences(package: str) -> list[str]:
    """The short names of the licences in the notice of a package; none where the notice is not in Debian's machine-readable form."""
    notice = (NOTICES / package / "copyright").read_text("utf-8", "replace")
    return sorted(set(re.findall(r"^License: *(\S.*?) *$", notice, re.MULTILINE))) if notice.startswith("Format:") else []


def copy_notices(libraries: Iterable[Path], folder: Path) -> list[Path]:
    """A file with the notice of each package that one of these libraries comes from; those that are no part of the system are passed over.
    On a system without dpkg there are none: what is packed there comes with Python and its packages."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if shutil.which("dpkg") is None:
        return []
    system = {path for path in libraries if path.is_relative_to("/usr/lib") or path.is_relative_to("/lib")}
    made = []
    for package in sorted({owner(path) for path in system}):
        target = folder / f"{package}.txt"
        shutil.copyfile(NOTICES / package / "copyright", target)
        made.append(target)
    return made
