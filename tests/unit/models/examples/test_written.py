"""Hand-written stance pairs: reading by block, and no sentence of an evaluation set."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT, StancePair
from models.examples.written import FOLDER, WAITING, written_pairs

FOLDERS = pytest.mark.parametrize("folder", [FOLDER, WAITING], ids=["written", "waiting"])
POLARITY = Path(__file__).resolve().parents[3] / "quality" / "polarity.jsonl"


def test_blocks_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("P: It rains.\n+ Rain falls.\n- It is dry.\n\nP: He won.\n0 He is glad.\n", encoding="utf-8")
    assert written_pairs(tmp_path) == [
        StancePair("It rains.", "Rain falls.", SUPPORT, "written-a"),
        StancePair("It rains.", "It is dry.", REFUTE, "written-a"),
        StancePair("He won.", "He is glad.", NEUTRAL, "written-a"),
    ]


@pytest.mark.parametrize(
    "text", ["+ Rain falls.\n", "P: It rains.\n\n+ Rain falls.\n", "P: It rains.\n? Rain falls.\n", "P:\n", "P: It rains.\n+\n"]
)
def test_a_line_outside_of_a_block_is_reported_with_its_number(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.txt, line \d"):
        written_pairs(tmp_path)


@FOLDERS
def test_every_file_has_all_three_labels_about_equally_often_and_no_pair_twice(folder: Path) -> None:
    pairs = written_pairs(folder)
    assert len({(pair.premise, pair.hypothesis) for pair in pairs}) == len(pairs)
    assert list(folder.glob("*.txt"))
    for path in folder.glob("*.txt"):
        count = Counter(pair.label for pair in pairs if pair.source == f"written-{path.stem}")
        assert len(count) == 3
        assert max(count.values()) < 1.5 * min(count.values()), (path.name, count)


@FOLDERS
def test_no_pair_of_the_polarity_set_is_used(folder: Path) -> None:
    measured = {
        json.loads(line)[part].casefold() for line in POLARITY.read_text("utf-8").splitlines() for part in ("premise", "hypothesis")
    }
    assert not measured & {text.casefold() for pair in written_pairs(folder) for text in (pair.premise, pair.hypothesis)}
