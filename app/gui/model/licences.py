"""Packages, models and other parts of the program with their licences.

The list is resources/licences/components.tsv; a package's version and text come from the package itself, to match what is
installed.
The installed program's folder also has the notices of the system libraries packed with it.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from app.paths import frozen, models_dir, resources_dir
from app.translation import mark, tr

_LICENCE_FILE = re.compile(
    r"^([^,\n]*\.dist-info/(?:[^,\n]*/)?(?:licen[cs]e|copying|notice|copyright)[^,/\n]*),", re.IGNORECASE | re.MULTILINE
)
_NO_TEXT = mark("Its licence’s text is not installed here; read it at {home}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A part of the program: name, version ("" where it has none), licence, where it is from, and the files with the licence's text."""

    name: str
    licence: str
    version: str = ""
    home: str = ""
    files: tuple[Path, ...] = ()

    def text(self) -> str:
        """The licence's text, read now; where there is none, where to read it."""
        texts = [_read(path) for path in self.files]
        return "\n\n\n".join(text for text in texts if text) or tr(_NO_TEXT, home=self.home or self.name)


def components() -> tuple[Component, ...]:
    """The models first, whose licences say what may be done with them; then everything else in the order of names."""
    other_components = sorted((*_packages(), *_system()), key=lambda component: component.name.casefold())
    return (*_models(), *other_components)


def _models() -> Iterator[Component]:
    folder = models_dir()
    for model in tomllib.loads(_read(folder / "manifest.toml") or "model = []")["model"]:
        name = tr("Model “{name}” ({role})", name=model["name"], role=model["role"])
        yield Component(name=name, licence=model["licence"], files=(folder / model["folder"] / "CARD.md",))


def _packages() -> Iterator[Component]:
    """The lines of the table that are there: what only one way of installing brings is left out of the other."""
    folder = resources_dir() / "licences"
    excluded_package = "pip" if frozen() else "program"
    for row in csv.DictReader(_read(folder / "components.tsv").splitlines(), delimiter="\t"):
        if row["scope"] == excluded_package:
            continue
        version, files = _installed(row["name"])
        if not version and not row["text"]:  # a package of an extra that is not installed
            continue
        licence_files = (folder / row["text"],) if row["text"] else files
        yield Component(name=row["name"], licence=row["licence"], version=version, home=row["home"], files=licence_files)


def _installed(name: str) -> tuple[str, tuple[Path, ...]]:
    """Return a package's version and the files of its licence; empty for a package that is not installed."""
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return "", ()
    files = [Path(str(distribution.locate_file(name))) for name in _LICENCE_FILE.findall(distribution.read_text("RECORD") or "")]
    return distribution.version, tuple(files)


def _system() -> Iterator[Component]:
    for path in sorted((resources_dir() / "licences" / "system").glob("*.txt")):
        yield Component(name=path.stem, licence=tr("see its text"), files=(path,))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
