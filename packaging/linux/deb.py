"""A Debian package of the one-folder program: `python packaging/linux/deb.py dist/priorcheck dist`.

/usr/lib/priorcheck holds the program; the menu entry, icons, metadata for software centres, the type of project files, the manual page
and the licence lie where desktops look for them. What it depends on is read off the libraries that the program itself does not bring.
"""

from __future__ import annotations

import gzip
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Set
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import program_icons
from frozen import ROOT, VERSION
from system_libraries import architecture, owner

HERE = ROOT / "packaging" / "linux"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
# Looked for at run time only: the configuration of fonts, and a font at all. Recommended are fonts for fact-checks in every script.
ALSO_NEEDED = ("fontconfig-config", "fonts-dejavu-core | fonts-liberation | fonts-noto-core")
_CONTROL = """Package: priorcheck
Version: {version}
Architecture: {architecture}
Maintainer: Priorcheck <maintainers@priorcheck.invalid>
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: fonts-noto-core, fonts-noto-cjk
Section: misc
Priority: optional
Description: find which sentences published fact-checks can already settle
 Priorcheck is an offline desktop program for people who check facts. It finds
 which sentences of a document can already be verified by a fact-check that
 somebody has published, and what that fact-check found. It works on this
 computer alone and sends nothing.
"""
_COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Priorcheck

Files: *
Copyright: the authors of Priorcheck
License: AGPL-3.0-or-later
 The whole text is in LICENSE.gz beside this file. Libraries and models that
 the program brings with it have their own licences:
 /usr/lib/priorcheck/_internal/source/resources/licences names them all.
"""


def build(program: Path, target: Path) -> Path:
    """The package of a built program, in the folder `target`."""
    package = target / f"priorcheck_{VERSION}_{architecture()}.deb"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        shutil.copytree(program, root / "usr" / "lib" / "priorcheck", symlinks=True)
        _place(root)
        kilobytes = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024
        control = root / "DEBIAN" / "control"
        control.parent.mkdir()
        depends = ", ".join([*needed_packages(program), *ALSO_NEEDED])
        control.write_text(_CONTROL.format(version=VERSION, architecture=architecture(), kilobytes=kilobytes, depends=depends), "utf-8")
        _said("dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", str(root), str(package))
    return package


def _place(root: Path) -> None:
    """Everything beside the program itself."""
    share, released = root / "usr" / "share", _released()
    command = root / "usr" / "bin" / "priorcheck"
    command.parent.mkdir(parents=True)
    command.symlink_to("../lib/priorcheck/priorcheck")
    _write(share / "applications" / "priorcheck.desktop", (HERE / "priorcheck.desktop").read_bytes())
    _write(share / "mime" / "packages" / "priorcheck.xml", (HERE / "priorcheck-mime.xml").read_bytes())
    _write(share / "metainfo" / "org.priorcheck.Priorcheck.metainfo.xml", filled(HERE / "org.priorcheck.Priorcheck.metainfo.xml", released))
    _write(share / "man" / "man1" / "priorcheck.1.gz", _packed(filled(HERE / "priorcheck.1", released)))
    _write(share / "icons" / "hicolor" / "scalable" / "apps" / "priorcheck.svg", program_icons.SOURCE.read_bytes())
    for size, picture in program_icons.pictures(ICON_SIZES).items():
        _write(share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "priorcheck.png", picture)
    documents = share / "doc" / "priorcheck"
    _write(documents / "copyright", _COPYRIGHT.encode())
    _write(documents / "LICENSE.gz", _packed((ROOT / "LICENSE").read_bytes()))
    _write(documents / "changelog.gz", _packed((ROOT / "CHANGELOG.md").read_bytes()))


def _released() -> str:
    """Return the day of the commit that this is built from; today outside a repository."""
    completed = subprocess.run(["git", "log", "-1", "--format=%cs"], cwd=ROOT, capture_output=True, text=True, check=False)
    return completed.stdout.strip() or datetime.now(UTC).date().isoformat()


def filled(path: Path, released: str) -> bytes:
    """A file with the version and the day in their places."""
    return path.read_text("utf-8").replace("@VERSION@", VERSION).replace("@DATE@", released).encode()


def needed_packages(program: Path) -> list[str]:
    """Return the packages with the libraries that the program needs and does not include, and the C library that it was built with.

    Raises FileNotFoundError for a library that is not on this computer either.
    """
    shipped_names = {path.name for path in program.rglob("*")}
    libraries = {library for path in program.rglob("*") if is_elf(path) for library in _outside(path, shipped_names)}
    packages = {owner(library) for library in libraries} - {"libc6"}
    return [f"libc6 (>= {platform.libc_ver()[1]})", *sorted(packages)]


def is_elf(path: Path) -> bool:
    """Whether a file is a program or a library of Linux."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def _outside(path: Path, shipped_names: Set[str]) -> Iterator[Path]:
    """Yield the system libraries that one of the program's libraries needs; `shipped_names` are those that the program includes."""
    for line in _said("ldd", str(path), check=False).splitlines():
        name, _, location = line.strip().partition(" => ")
        address = re.match(r"(/\S+) \(0x", location)
        if name not in shipped_names and location == "not found":
            raise FileNotFoundError(f"{path.name} needs {name}, which is not here")
        if name not in shipped_names and address:
            yield Path(address[1])


def _said(*command: str, check: bool = True) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=check).stdout


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=9, mtime=0)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o644)


if __name__ == "__main__":
    print(build(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
