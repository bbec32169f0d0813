"""The shipped model folders: safe formats only, small enough, listed in the manifest, each with its card."""

from __future__ import annotations

import json
import struct
import tomllib
from pathlib import Path

import pytest

from app.inference import list_models, verify_models
from app.paths import models_dir

SUFFIXES = {".safetensors", ".json", ".toml", ".txt", ".md", ".py", ""}
LIMIT = 50_000_000
WEIGHTS = "model.safetensors"
BRANCHES = {"reader", "opinion", "evidence", "syntax"}
"""Their last layers stand on the trunk's first ones."""
PICKLE_PROTOCOLS = tuple(bytes([0x80, version]) for version in range(2, 6))
ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x93NUMPY", b"\x89HDF")

FILES = sorted(path for path in models_dir().rglob("*") if path.is_file() and "__pycache__" not in path.parts)
NAMES = [path.relative_to(models_dir()).as_posix() for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_file_is_of_a_format_that_runs_no_code(path: Path) -> None:
    assert path.suffix in SUFFIXES
    assert path.suffix or path.name == ".gitattributes"
    assert path.stat().st_size <= LIMIT
    with path.open("rb") as file:
        start = file.read(16)
    assert not start.startswith(PICKLE_PROTOCOLS + ARCHIVES)


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".safetensors"], ids=lambda path: path.parent.name)
def test_safetensors_have_a_header_whose_tensors_fill_the_file(path: Path) -> None:
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
    ends = [entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"]
    assert 8 + length + max(ends) == path.stat().st_size


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix in {".json", ".toml"}], ids=lambda path: path.name)
def test_text_files_parse(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert json.loads(text) if path.suffix == ".json" else tomllib.loads(text)


def test_the_manifest_lists_the_models_and_their_bytes_are_the_shipped_ones() -> None:
    assert {entry.role for entry in list_models()} == {
        "encoder",
        "multilingual",
        "trunk",
        "prefilter",
        "pair_scorer",
        "stance",
        "checkworthiness",
        "ranker",
        "reader",
        "opinion",
        "evidence",
        "syntax",
        "veracity",
    }
    faults = [check for check in verify_models() if not check.ok]
    assert not faults


def test_every_model_has_a_card_metrics_and_a_licence() -> None:
    for entry in list_models():
        assert entry.licence
        card = (entry.folder / "CARD.md").read_text(encoding="utf-8")
        assert "python -m models." in card
        assert "icence" in card
        assert json.loads((entry.folder / "metrics.json").read_text(encoding="utf-8"))


def test_all_weights_together_keep_to_the_budget() -> None:
    assert sum(entry.size for entry in list_models()) < 250_000_000


def test_the_manifest_lists_every_file_that_is_shipped_of_a_model() -> None:
    listed = {entry.path(file.path) for entry in list_models() for file in (*entry.files, *entry.about)}
    assert all({entry.path("CARD.md"), entry.path("metrics.json")} <= listed for entry in list_models())
    read = {path for path in FILES if path.parent != models_dir() and path.suffix in {".safetensors"}}
    assert read <= listed
