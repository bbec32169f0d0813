"""The wild collection is well formed, and its runner works."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from app.bootstrap import Session
from tests.quality.wild.cases import COMMANDS, FOLDER, KEYS, open_cases, read_cases, sealed_cases
from tests.quality.wild.suite import Mark, results, table

_LARGEST = 20_000
_SEALED = 232


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


def test_the_sealed_part_is_well_formed() -> None:
    with sealed_cases() as cases:
        files = [path for case in cases for path in case.files]
        assert len(cases) == _SEALED
        assert all(0 < path.stat().st_size < _LARGEST for path in files)
        assert all(case.command in COMMANDS and set(case.expect) <= KEYS for case in cases)
    assert not {path.name for path in files} & {path.name for path in (FOLDER / "open").iterdir()}


def test_shared_cases_are_all_there() -> None:
    lines = (FOLDER / "shared.jsonl").read_text(encoding="utf-8").splitlines()
    assert Counter(json.loads(line)["no"][0] for line in lines) == {"s": 76}


def test_open_cases_are_read_as_they_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path))
    session = Session(device="cpu")
    case_results = list(results(open_cases(), session))
    session.close()
    counts = dict(table(case_results))
    assert counts["all"][Mark.RIGHT] >= 420 and not any(result.reading.faults for result in case_results)
    assert all(kind == "all" or count[Mark.RIGHT] >= 0.85 * count.total() for kind, count in counts.items())
