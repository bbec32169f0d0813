"""The bill of materials of a built program: complete, valid by the standard's schema, and refused if a component is unknown."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import hnswlib
import pytest

from app.inference import list_models
from app.paths import models_dir

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
sys.path.insert(0, str(PACKAGING))
pytest.importorskip("cyclonedx", reason="the extra package is not installed")

import frozen  # noqa: E402
import sbom  # noqa: E402

ZLIB = Path("/usr/lib/x86_64-linux-gnu/libz.so.1")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Make a built program with three binary files: its own, one of a package, one of Python."""
    inside = tmp_path / "priorcheck" / "_internal"
    (inside / "source" / "models").mkdir(parents=True)
    shutil.copyfile(models_dir() / "manifest.toml", inside / "source" / "models" / "manifest.toml")
    (tmp_path / "priorcheck" / "priorcheck").write_bytes(b"\x7fELF program")
    (inside / "hnswlib.so").write_bytes(b"\x7fELF hnswlib")
    (inside / "libpython.so").write_bytes(b"\x7fELF python")
    (inside / "notes.so.txt").write_bytes(b"no library")
    return tmp_path / "priorcheck"


def sources() -> dict[str, str]:
    return {"hnswlib.so": str(hnswlib.__file__), "libpython.so": str(Path(sys.base_prefix) / "lib" / "libpython.so")}


def test_it_names_everything_and_holds_by_the_schema(program: Path) -> None:
    bill = json.loads(sbom.to_json(sbom.bill_of_materials(program, sources())))
    assert bill["bomFormat"] == "CycloneDX" and bill["specVersion"] == "1.6"
    parts = {part["bom-ref"]: part for part in bill["components"]}
    packages = {reference.removeprefix("pypi:") for reference in parts if reference.startswith("pypi:")}
    assert packages == set(frozen.shipped_distributions()) - {"priorcheck"}
    assert all(part["licenses"] and part["version"] for part in parts.values())
    assert parts["pypi:hnswlib"]["purl"] == f"pkg:pypi/hnswlib@{parts['pypi:hnswlib']['version']}"
    assert parts["SQLite"]["version"] == sqlite3.sqlite_version and {"Python", "Qt", "MuPDF", "PyInstaller"} <= set(parts)
    assert {"ref": "priorcheck", "dependsOn": sorted(parts)} in bill["dependencies"]


def test_every_binary_file_is_listed_under_its_source(program: Path) -> None:
    bill = json.loads(sbom.to_json(sbom.bill_of_materials(program, sources())))
    files = {
        file["name"]: (part["bom-ref"], file["hashes"][0]["content"]) for part in bill["components"] for file in part.get("components", ())
    }
    binaries = {name: value for name, value in files.items() if not name.startswith("models/")}
    assert binaries == {
        "priorcheck": ("PyInstaller", hashlib.sha256(b"\x7fELF program").hexdigest()),
        "_internal/hnswlib.so": ("pypi:hnswlib", hashlib.sha256(b"\x7fELF hnswlib").hexdigest()),
        "_internal/libpython.so": ("Python", hashlib.sha256(b"\x7fELF python").hexdigest()),
    }
    shipped = {f"models/{model.folder.name}/{file.path}": file.sha256 for model in list_models() for file in (*model.files, *model.about)}
    assert {name: digest for name, (_, digest) in files.items() if name.startswith("models/")} == shipped


@pytest.mark.skipif(not ZLIB.is_file() or not shutil.which("dpkg"), reason="a Debian system on x86-64 is needed")
def test_a_library_of_the_system_is_named_with_its_package(program: Path) -> None:
    shutil.copyfile(ZLIB, program / "_internal" / "libz.so.1")
    bill = json.loads(sbom.to_json(sbom.bill_of_materials(program, {**sources(), "libz.so.1": str(ZLIB)})))
    (part,) = [part for part in bill["components"] if part["bom-ref"] == "deb:zlib1g"]
    version, machine = (
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        for command in (["dpkg-query", "-Wf", "${Version}", "zlib1g"], ["dpkg", "--print-architecture"])
    )
    assert part["version"] == version and "system/zlib1g.txt" in part["licenses"][0]["license"]["name"]
    assert re.fullmatch(rf"pkg:deb/\w+/zlib1g@{re.escape(version)}\?arch={machine}&distro=.+", part["purl"].replace("%3A", ":"))
    assert part["components"][0]["name"] == "_internal/libz.so.1"


@pytest.mark.parametrize("source", ["", "/opt/elsewhere/libodd.so"])
def test_an_unknown_library_is_an_error(program: Path, source: str) -> None:
    (program / "_internal" / "libodd.so").write_bytes(b"\x7fELF odd")
    with pytest.raises(sbom.SbomError, match=r"libodd\.so"):
        sbom.bill_of_materials(program, {**sources(), "libodd.so": source})
