"""Write a CycloneDX bill of materials (SBOM) of the built program: `python packaging/sbom.py dist/priorcheck dist`.

It lists every Python package with version, licence and address; Python, SQLite, Qt, MuPDF; the system's libraries that PyInstaller
included, with their Debian package and version; the models. Each component lists its binary files with their SHA-256. The result is
validated against the standard's schema before it is written.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

import PyInstaller
import pymupdf
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PySide6.QtCore import qVersion

sys.path.insert(0, str(Path(__file__).resolve().parent))
from frozen import ROOT, SOURCES, VERSION, shipped_distributions
from licences import BESIDES, home, licence
from system_libraries import architecture, notice_licences, owner, package_version

SCHEMA = SchemaVersion.V1_6
_LICENCES = LicenseFactory()
_PYTHON, _PYINSTALLER, _SQLITE = "Python", "PyInstaller", "SQLite"


class SbomError(Exception):
    """The bill of materials would be wrong or incomplete."""


def bill_of_materials(program: Path, sources: Mapping[str, str]) -> Bom:
    """Build the bill of materials for the folder of the built program. `sources` maps each library in it to the file it was copied from.

    Raises SbomError for a library that belongs to no component.
    """
    bom = Bom()
    root = Component(
        name="priorcheck", version=VERSION, type=ComponentType.APPLICATION, bom_ref="priorcheck",
        licenses=[_LICENCES.make_from_string("AGPL-3.0-or-later")], purl=PackageURL("generic", None, "priorcheck", VERSION),
    )  # fmt: skip
    bom.metadata.component = root
    components = {part.bom_ref.value or "": part for part in (*_distributions(), *_runtimes(), *_models(program))}
    for file in sorted(path for path in program.rglob("*") if _is_binary(path) and not path.is_symlink()):
        origin = _origin(file.relative_to(program), sources)
        if origin.startswith("deb:") and origin not in components:
            components[origin] = _debian_package(origin.removeprefix("deb:"))
        if origin not in components:
            raise SbomError(f"{file} comes from {origin}, which is not among the components")
        components[origin].components.add(_file(file, program))
    bom.components.update(components.values())
    bom.register_dependency(root, components.values())
    for name in shipped_distributions():
        if name != "priorcheck":
            needed = {f"pypi:{other}" for other in _required(name)} & set(components)
            bom.register_dependency(components[f"pypi:{name}"], [components[reference] for reference in sorted(needed)])
    return bom


def _distributions() -> Iterator[Component]:
    """List the Python packages. The hash of RECORD covers all their files, since it lists their hashes."""
    for name in shipped_distributions():
        if name == "priorcheck":
            continue
        distribution = metadata.distribution(name)
        record = (distribution.read_text("RECORD") or "").encode()
        yield Component(
            name=name, version=distribution.version, type=ComponentType.LIBRARY, bom_ref=f"pypi:{name}",
            licenses=[_LICENCES.make_from_string(licence(name))], purl=PackageURL("pypi", None, name, distribution.version),
            external_references=_page(home(name)), properties=[Property(name="priorcheck:record-sha256", value=_sha256(record))],
        )  # fmt: skip


def _runtimes() -> Iterator[Component]:
    """List components that are no Python packages: brought by PyInstaller or inside a package."""
    versions = {
        _PYTHON: platform.python_version(),
        _PYINSTALLER: PyInstaller.__version__,
        "Qt": qVersion(),
        "WordNet 3.0 (words only)": "3.0",
        "sacremoses (abbreviations only)": "0.2.0",
    }
    for besides in BESIDES:
        kind = ComponentType.DATA if besides.name.endswith("only)") else ComponentType.LIBRARY
        yield _runtime(besides.name, versions[besides.name], besides.licence, besides.home, kind)
    yield _runtime(_SQLITE, sqlite3.sqlite_version, "blessing", "https://www.sqlite.org", ComponentType.LIBRARY)
    yield _runtime("MuPDF", pymupdf.mupdf_version, "AGPL-3.0-or-later", "https://mupdf.com", ComponentType.LIBRARY)


def _runtime(name: str, version: str, licence_id: str, page: str, kind: ComponentType) -> Component:
    return Component(
        name=name, version=version, type=kind, bom_ref=name, licenses=[_LICENCES.make_from_string(licence_id)],
        purl=PackageURL("generic", None, name.split(maxsplit=1)[0].lower(), version), external_references=_page(page),
    )  # fmt: skip


def _models(program: Path) -> Iterator[Component]:
    sys.path.insert(0, str(ROOT))
    from app.inference import list_models

    for model in list_models(_inside(program) / "source" / "models"):
        files = [
            Component(
                name=f"models/{model.folder.name}/{file.path}", type=ComponentType.FILE, bom_ref=f"models/{model.folder.name}/{file.path}",
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=file.sha256)],
            )
            for file in (*model.files, *model.about)
        ]  # fmt: skip
        yield Component(
            name=model.name, version=str(model.code), type=ComponentType.MACHINE_LEARNING_MODEL, bom_ref=f"model:{model.role}",
            licenses=[_LICENCES.make_from_string(model.licence)], components=files,
        )  # fmt: skip


def _debian_package(name: str) -> Component:
    version, about = package_version(name), platform.freedesktop_os_release()
    distro = {"arch": architecture(), "distro": f"{about['ID']}-{about.get('VERSION_ID', 'sid')}"}
    licences = ", ".join(notice_licences(name)) or "as noted"
    return Component(
        name=name, version=version, type=ComponentType.LIBRARY, bom_ref=f"deb:{name}",
        licenses=[_LICENCES.make_with_name(f"{licences} (source/resources/licences/system/{name}.txt)")],
        purl=PackageURL("deb", about["ID"], name, version, distro), description="a package of the system that the program was built on",
    )  # fmt: skip


def _origin(path: Path, sources: Mapping[str, str]) -> str:
    """Return the reference of the component that a binary file belongs to. Raises SbomError."""
    if len(path.parts) == 1:
        return _PYINSTALLER
    name = path.relative_to(path.parts[0]).as_posix()
    source = Path(sources.get(name, ""))
    distribution = _owners().get(source.resolve()) or _owners().get(source)
    if distribution:
        return f"pypi:{distribution}"
    if source.is_relative_to("/usr/lib") or source.is_relative_to("/lib"):
        return f"deb:{owner(source)}"
    if source.is_relative_to(sys.base_prefix):
        return _PYTHON
    raise SbomError(f"nobody knows where {path} comes from ({source})")


@cache
def _owners() -> Mapping[Path, str]:
    """Map every installed file of a shipped distribution to the distribution's name."""
    return {
        Path(str(file.locate())).resolve(): name for name in shipped_distributions() for file in metadata.distribution(name).files or ()
    }


def _required(name: str) -> set[str]:
    return {canonicalize_name(Requirement(text).name) for text in metadata.requires(name) or ()}


def _file(path: Path, program: Path) -> Component:
    name = path.relative_to(program).as_posix()
    return Component(
        name=name, type=ComponentType.FILE, bom_ref=f"file:{name}",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=_sha256(path.read_bytes()))],
    )  # fmt: skip


def _is_binary(path: Path) -> bool:
    """Return True for a program or library of Linux, Windows or macOS."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(4).startswith((b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"))


def _inside(program: Path) -> Path:
    internal = program / "_internal"
    return internal if internal.is_dir() else program


def _page(address: str) -> list[ExternalReference]:
    return [ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(address))] if address else []


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def to_json(bom: Bom) -> str:
    """Format the bill of materials as JSON. Raises SbomError if it does not match the standard's schema."""
    text = make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string(indent=1)
    error = JsonStrictValidator(SCHEMA).validate_str(text)
    if error is not None:
        raise SbomError(f"not as the schema wants it: {error}")
    return text


def main() -> int:
    """Write the file next to the program and print its path."""
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    target = folder / f"priorcheck_{VERSION}_{sys.platform}-{platform.machine()}.cdx.json"
    bom = bill_of_materials(program, json.loads(SOURCES.read_text("utf-8")))
    target.write_text(to_json(bom), "utf-8")
    print(f"{target}: {len(bom.components)} components, {sum(len(part.components) for part in bom.components)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
