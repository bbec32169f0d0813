"""Files written by version 0.1.0 are opened by this version, and every row is preserved."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.bootstrap.adapting import read_record
from app.bootstrap.projects import open_project
from app.domain.evidence import EvidenceFilter
from app.domain.factcheck import FactCheckFilter
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.inference.user_models.model_folder import reopen_folder
from app.inference.user_models.user_encoder import load_folder_encoder
from app.ports import Field
from app.settings import load_settings, user_models
from app.store import open_evidence, open_library, open_posts
from tests.golden import contents as golden

MADE = Path(__file__).parents[1] / "golden" / "v0.1"
EXPECTED = json.loads((MADE / "contents.json").read_text(encoding="utf-8"))
MADE_AT = "/tmp/golden/v0.1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a copy that may be changed."""
    return shutil.copytree(MADE, tmp_path / "v0.1")


def differences(expected: Any, actual: Any, path: str = "") -> list[str]:
    """Return the values of 0.1.0 that are missing or changed. Additions by later versions are no difference."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        missing = [f"{path}/{key} is missing" for key in expected if key not in actual]
        return missing + [line for key in expected if key in actual for line in differences(expected[key], actual[key], f"{path}/{key}")]
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            return [f"{path}: {len(actual)} instead of {len(expected)}"]
        return [
            line
            for index, (wanted_entry, other) in enumerate(zip(expected, actual, strict=True))
            for line in differences(wanted_entry, other, f"{path}/{index}")
        ]
    return [] if expected == actual else [f"{path}: {actual!r} instead of {expected!r}"]


def test_differences_are_seen() -> None:
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "new": 3}], "new": 4}) == []
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == ["/a/1/b: 3 instead of 2"]
    assert differences({"a": [1], "b": 1}, {"a": []}) == ["/b is missing", "/a: 0 instead of 1"]


def test_every_row_is_unchanged_after_opening(folder: Path) -> None:
    assert differences(EXPECTED["rows"], golden.rows_of(folder)) == []
    contents = golden.contents(folder)
    assert differences(EXPECTED, contents) == []
    assert differences(EXPECTED["rows"], golden.rows_of(folder)) == []
    assert differences(EXPECTED, golden.contents(folder)) == []  # once more, where opening has changed the files


def test_the_golden_files_match_their_readme() -> None:
    counts = {name: len(EXPECTED[name]["items"]) for name in ("factchecks", "posts", "evidence", "adapted")}
    assert counts == {"factchecks": 12, "posts": 8, "evidence": 4, "adapted": 240}
    assert EXPECTED["factchecks"]["found"]["水獭"] == ["golden-zh"] and EXPECTED["factchecks"]["given"] == {"golden-es": "pt"}
    assert len(EXPECTED["evidence"]["copies"]) == 2 and len(EXPECTED["posts"]["indexed"]) == 6
    content = EXPECTED["project"]["content"]
    assert (len(content["acts"]), content["position"], sorted(content["notes"])) == (7, 6, ["reviewer", "view"])
    assert EXPECTED["kept"]["narratives"]["undo"] == "Rename" and EXPECTED["kept"]["narratives"]["redo"] == "Judge"


@pytest.mark.parametrize("kind", ["library", "posts", "evidence"])
def test_verify_finds_nothing_amiss(folder: Path, kind: str) -> None:
    library = folder / "library"
    if kind == "library":
        with closing(open_library(library)) as opened:
            checks = opened.verify(progress=no_progress, cancel=CancelToken())
    elif kind == "posts":
        with closing(open_posts(library)) as posts:
            checks = posts.verify(progress=no_progress, cancel=CancelToken())
    else:
        with closing(open_evidence(library, cut=golden.no_cut)) as evidence:
            checks = evidence.verify(progress=no_progress, cancel=CancelToken())
    assert checks and [check for check in checks if not check.ok] == []


@pytest.mark.parametrize("version", ["1", "2", "3"])
def test_older_formats_of_the_fact_checks_are_brought_up_to_date(folder: Path, version: str) -> None:
    old = folder / "older" / version
    before = golden.rows_of(old)
    with closing(open_library(old)) as library:
        expected = EXPECTED["factchecks"]
        assert differences(expected["items"], golden.plain(library.get(sorted(expected["items"])))) == []
        assert {word: [item.id for item in library.search(word).items] for word in expected["found"]} == expected["found"]
        assert [item.id for item in library.search("", among=FactCheckFilter(publisher="Golden Desk")).items] == expected["of_publisher"]
    assert differences(before, golden.rows_of(old)) == []


@pytest.mark.parametrize("version", ["1", "2"])
def test_older_formats_of_the_posts_are_brought_up_to_date(folder: Path, version: str) -> None:
    old = folder / "older" / version
    with closing(open_posts(old)) as posts:
        expected = EXPECTED["posts"]
        assert differences(expected["items"], golden.plain(posts.get(sorted(expected["items"])))) == []
        ids_by_word = {word: [item.id for item in posts.search(word, among=PostFilter()).items] for word in expected["found"]}
        assert ids_by_word == expected["found"]


def test_the_project_can_be_continued(folder: Path) -> None:
    project = open_project(folder / "debate.priorcheck")
    content = project.read()
    assert differences(EXPECTED["project"]["content"]["acts"], golden.plain(content.acts)) == []
    project.keep_act(7, content.acts[0])
    project.close()
    again = open_project(folder / "debate.priorcheck")
    assert again.read().acts == (*content.acts[:6], content.acts[0]) and again.read().ranked == content.ranked
    again.close()


def test_the_adapted_encoder_is_the_one_that_made_the_index(folder: Path) -> None:
    path = folder / "home" / "config" / "settings.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(MADE_AT, str(folder)), encoding="utf-8")
    adapted = user_models(load_settings(path))["encoder"]
    record = read_record(adapted.folder)
    assert record is not None and record["better"] is True and adapted.folder == folder / "home" / "data" / "models" / "adapted-golden"
    opened = reopen_folder(adapted.folder, role="encoder", fingerprint=adapted.fingerprint)
    encoder, _ = load_folder_encoder(opened, device="cpu")
    with closing(open_library(folder / "home" / "data" / "library")) as library, closing(library.snapshot()) as snapshot:
        assert encoder.identity.same_model(snapshot.encoder)
        rows = np.arange(5, dtype=np.int32)
        claims = [item.claim for item in snapshot.factchecks(rows.tolist())]
        vectors = encoder.encode(claims, progress=no_progress, cancel=CancelToken())
        cosines = (vectors * snapshot.vector_rows(Field.CLAIM, rows)).sum(axis=1)
    assert cosines.min() > 0.999


def test_the_files_are_still_in_the_formats_of_0_1_0() -> None:
    expected = {"library.db": 4, "posts.db": 3, "evidence.db": 1, "verifications.db": 1, "judgements.db": 1, "narratives.db": 1}
    for path in (MADE / "debate.priorcheck", *(MADE / "library").glob("*.db"), *(MADE / "older").rglob("*.db")):
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        assert version == (int(path.parent.name) if path.parent.name.isdecimal() else expected.get(path.name, 1)), path


def test_evidence_is_searched_with_and_without_days(folder: Path) -> None:
    with closing(open_evidence(folder / "library", cut=golden.no_cut)) as evidence:
        assert len(evidence.search("", among=EvidenceFilter()).items) == 3
        assert len(evidence.search("", among=EvidenceFilter(undated=True)).items) == 4
