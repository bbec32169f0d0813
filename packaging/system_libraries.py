"""Debian packages of shared libraries, and the copyright notices of those that the frozen program includes."""

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
    """Return the package of a library.

    Since folders were merged, a package's list may name the file in either of two. Raises FileNotFoundError for a file without a
    package.
    """
    names = {library, library.resolve()}
    names |= {Path(str(name).removeprefix("/usr")) for name in names} | {Path("/usr") / str(name).lstrip("/") for name in names}
    for name in sorted(names):
        completed = subprocess.run(["dpkg", "-S", str(name)], capture_output=True, text=True, check=False)
        if completed.returncode == 0:
            return completed.stdout.partition(":")[0]
    raise FileNotFoundError(f"no package has {library}")


@cache
def architecture() -> str:
    """Return the system packages' name for its kind of processor."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


@cache
def package_version(package: str) -> str:
    """Return the version of an installed system package."""
    command = ["dpkg-query", "--show", "--showformat", "${Version}", package]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def notice_licences(package: str) -> list[str]:
    """Return the short names of the licences in a package's notice.

    Empty if the notice is not in Debian's machine-readable form.
    """
    notice = (NOTICES / package / "copyright").read_text("utf-8", "replace")
    return sorted(set(re.findall(r"^License: *(\S.*?) *$", notice, re.MULTILINE))) if notice.startswith("Format:") else []


def copy_notices(libraries: Iterable[Path], folder: Path) -> list[Path]:
    """Copy the notice of each package of these libraries into a folder and return the files.

    Libraries that are not part of the system are skipped. On a system without dpkg there are none: its libraries come with
    Python and its packages.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if shutil.which("dpkg") is None:
        return []
    system = {path for path in libraries if path.is_relative_to("/usr/lib") or path.is_relative_to("/lib")}
    copied = []
    for package in sorted({owner(path) for path in system}):
        target = folder / f"{package}.txt"
        shutil.copyfile(NOTICES / package / "copyright", target)
        copied.append(target)
    return copied
