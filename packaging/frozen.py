"""Contents of the frozen program, for priorcheck.spec: packages, data, metadata, icons, version, and macOS's Info.plist."""

from __future__ import annotations

import json
import os
import plistlib
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import program_icons
import version_info
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "build" / "package" / "binaries.json"
IDENTIFIER = "org.priorcheck.Priorcheck"
VERSION = re.search(r'__version__ = "([^"]+)"', (ROOT / "app" / "__init__.py").read_text("utf-8"))[1]  # type: ignore[index]

# Packages that read files of their own which PyInstaller's hooks do not know of.
PACKAGES_WITH_DATA = ("anyascii", "py3langid", "bm25s", "docx", "tokenizers", "trafilatura")
PACKAGES_WITH_LIBRARIES = ("openvino",)
"""These load libraries of their own by name when they run."""
PACKAGES_THAT_LOOK_BESIDE_THEMSELVES = ("docx",)
"""These find their files by way of the folder that a module of theirs lies in ("parts/../templates"), so that folder must be there."""
HIDDEN_IMPORTS = ("Stemmer", "hnswlib", "anyascii._data")
SHIPPED_EXTRAS = frozenset({"statistics"})
"""Extras that the frozen program includes. Torch (the extra gpu) joins it from another Python, where one is chosen."""
PRODUCT_EXTRAS = frozenset({"gpu", *SHIPPED_EXTRAS})
"""Extras of the program whose licences are listed."""
NOT_SHIPPED = {"huggingface-hub", "openvino-telemetry", "pip", "dateparser"}
"""Requirements, and theirs, that the frozen program does without: downloads of models are for those who have torch; the usage
reports of OpenVINO's model converter and the guessing of a web page's date are not used."""
UNUSED = (
    "tkinter", "PySide6.QtNetwork", "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtSql", "PySide6.QtTest", "openvino.tools",
    "openvino.torch", "openvino_telemetry",
)  # fmt: skip
_SPOKEN = "|".join(["root", "en", *sorted(path.name for path in (ROOT / "resources" / "locale").iterdir() if path.is_dir())])
_UNWANTED = re.compile(
    r"(^|/)(libQt6(Qml|Quick|Designer|Test|Sql|ShaderTools|Labs|Network|EglF)\w*\.so.*|qml/.*"
    r"|plugins/(egldeviceintegrations|generic|tls|networkinformation)/.*"
    r"|libq(gtk3|vnc|eglfs|linuxfb|minimalegl|vkkhrdisplay)\.so"
    r"|lib(gtk|gdk|atk|atspi|cairo|pango|epoxy|thai|datrie|fribidi|pixman|harfbuzz|graphite2|gio|gmodule|mount|blkid|selinux)[\w.-]*\.so.*"
    r"|lib(Xcomposite|Xdamage|Xinerama|Xcursor|Xrandr|Xfixes|Xi|gssapi_krb5|krb5|krb5support|k5crypto|com_err|keyutils)\.so.*"
    r"|pymupdf/mupdf-devel/.*"
    r"|openvino/(include|cmake|libs/(cache\.json|\w*openvino_(\w+_frontend|intel_[gn]pu_plugin|auto\w*_plugin|hetero_plugin|c)\.\S*))"
    rf"|babel/locale-data/(?!({_SPOKEN})[._]).*)$",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildFiles:
    """Files that are made for the build."""

    ico: Path
    icns: Path
    version_file: Path


def prepare(folder: Path) -> BuildFiles:
    """Make the icons and the version resource in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    files = BuildFiles(ico=folder / "priorcheck.ico", icns=folder / "priorcheck.icns", version_file=folder / "version.txt")
    pictures = program_icons.pictures()
    files.ico.write_bytes(program_icons.ico(pictures))
    files.icns.write_bytes(program_icons.icns(pictures))
    files.version_file.write_text(version_info.version_resource(VERSION), encoding="utf-8")
    return files


def wanted(name: str) -> bool:
    """Return True if a collected file belongs into the program.

    Left out are Qt's parts for other kinds of program (QML, databases, the network, screens without a desktop) and GTK's theme, with the
    system's libraries that only these would bring; OpenVINO's readers of model files and its devices other than the processor; and the
    number formats of languages that the window does not speak.
    """
    return _UNWANTED.search(name.replace("\\", "/")) is None


def note_sources(sources: Mapping[str, str]) -> None:
    """Note where each library of the program comes from, for its bill of materials."""
    SOURCES.write_text(json.dumps(dict(sorted(sources.items())), indent=1), "utf-8")


def shipped_distributions() -> list[str]:
    """Return the distributions whose code is in the frozen program, with the project's own. Their metadata carries version and licence."""
    return sorted({"priorcheck", *_required("priorcheck", set(), without=NOT_SHIPPED, extras=SHIPPED_EXTRAS)})


def installed_distributions(extras: Set[str] = PRODUCT_EXTRAS) -> list[str]:
    """Return the distributions that `pip install .` installs with these extras, with the project's own."""
    return sorted({"priorcheck", *_required("priorcheck", set(), without=set(), extras=extras)})


def left_out() -> list[str]:
    """Return the modules that must not be collected: unused ones, and all those in this environment that belong to no shipped
    distribution, such as tools for development. So everything in the program is in the table of licences."""
    shipped = set(shipped_distributions())
    # Once loaded, setuptools shows its own copies of packages to everybody, under a folder of this name.
    search_path = [entry for entry in sys.path if "_vendor" not in Path(entry).parts]
    ours, foreign = set[str](), set[str]()
    for distribution in metadata.distributions(path=search_path):
        (ours if canonicalize_name(distribution.name) in shipped else foreign).update(_modules(distribution))
    return sorted({*UNUSED, *(foreign - ours)})


def _modules(distribution: metadata.Distribution) -> Iterator[str]:
    """Yield the top-level modules and packages of a distribution."""
    declared = (distribution.read_text("top_level.txt") or "").split()
    yield from (name for name in declared if name.isidentifier())
    for line in () if declared else (distribution.read_text("RECORD") or "").splitlines():
        first, folder, _ = line.partition(",")[0].partition("/")
        name = first.partition(".")[0]
        # Metadata and bundled libraries lie in folders with a dot in their name.
        if name.isidentifier() and (first == name if folder else first.endswith((".py", ".so", ".pyd"))) and name != "__pycache__":
            yield name


def _required(name: str, listed: set[str], *, without: Set[str], extras: Set[str] = frozenset()) -> Iterator[str]:
    """Yield a distribution's requirements with these extras, and their requirements, each once, except those in `without`."""
    for text in _project_requires(extras) if name == "priorcheck" else metadata.requires(name) or ():
        requirement = Requirement(text)
        package, marker = canonicalize_name(requirement.name), requirement.marker
        if package in without or (marker and not any(marker.evaluate({"extra": extra}) for extra in {"", *extras})):
            continue
        new = {package, *(f"{package}[{extra}]" for extra in requirement.extras)} - listed
        listed.update(new)
        if package in new:
            yield package
        if new:
            yield from _required(package, listed, without=without, extras=requirement.extras)


def _project_requires(extras: Set[str]) -> list[str]:
    project = _project()
    return [*project["dependencies"], *(line for extra in sorted(extras) for line in project["optional-dependencies"][extra])]


def _project() -> dict[str, Any]:
    """Return the table [project] of these sources; an installed package may be of others."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def signing_identity() -> str | None:
    """Return the certificate to sign with on macOS; None signs for this computer only."""
    return os.environ.get("PRIORCHECK_SIGNING_IDENTITY") or None


def info_plist() -> Mapping[str, Any]:
    """Return the entries of Info.plist beyond those that PyInstaller writes."""
    with (ROOT / "packaging" / "macos" / "Info.plist").open("rb") as stream:
        entries: dict[str, Any] = plistlib.load(stream)
    return entries
