"""The wild collection is well formed, and its runner runs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from app.bootstrap import Session
from tests.quality.wild.cases import COMMANDS, FOLDER, KEYS, Case, open_cases, read_cases
from tests.quality.wild.suite import Mark, results, table

_LARGEST = 20_000


def test_every_open_file_belongs_to_one_case_and_is_small() -> None:
    files = [path for case in open_cases() for path in case.files]
    assert len(files) == len(set(files))
    assert set(files) == set((FOLDER / "open").iterdir())
    assert all(0 < path.stat().st_size < _LARGEST for path in files)


@pytest.mark.parametrize("name", ["open.jsonl", "shared.jsonl"])
def test_cases_are_well_formed(name: str) -> None:
    cases = read_cases(FOLDER / name, FOLDER / "open")
    assert len({case.no for case in cases}) == len(cases)
    for case in cases:
        assert case.command in COMMANDS and case.files and case.why, case.no
        assert case.expect and set(case.expect) <= KEYS, case.no
        assert case.command != "document" or len(case.files) == 1, case.no


def test_shared_cases_are_all_there() -> None:
    lines = (FOLDER / "shared.jsonl").read_text(encoding="utf-8").splitlines()
    assert Counter(json.loads(line)["no"][0] for line in lines) == {"s": 76}


def test_the_runner_marks_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path))
    session = Session(device="cpu")
    found = list(results(_first_of_each_kind(), session))
    session.close()
    assert len(found) == 10
    counts = dict(table(found))["all"]
    assert sum(counts[mark] for mark in Mark) == len(found)


def _first_of_each_kind() -> list[Case]:
    first: dict[str, Case] = {}
    for case in open_cases():
        first.setdefault(case.kind, case)
    return list(first.values())
