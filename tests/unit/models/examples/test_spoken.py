"""Hand-written speech about fact-checks: reading by block, and the pairs made of each line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from models.examples.factchecks import CheckedClaim
from models.examples.guard import EvaluationGuard
from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT
from models.examples.spoken import SpokenBlock, near_misses, spoken_blocks, stances

CLAIM = CheckedClaim(id="a-1", claim="The mine has 900 workers.", title="Title", claimant="Ann", published=date(2014, 2, 3), article="")
TEXT = """id: a-1
W: CALLER
C: They keep on about the mine. || Who works there?
S: Nine hundred of us, down there.
T: 900 folks at the mine, wow
D: There are not ten people in that mine.
N: The mine had 900 workers in 1960.
M: They want to hire more.

id: a-2
S: Nothing else.
"""


@pytest.fixture
def guard(tmp_path: Path) -> EvaluationGuard:
    folder = tmp_path / "debates" / "transcripts"
    folder.mkdir(parents=True)
    (folder / "20200101_x.tsv").write_text("1\tX\tWell, they want to hire more people than ever before.\t0\n", encoding="utf-8")
    return EvaluationGuard(folder.parent)


@pytest.fixture
def blocks(tmp_path: Path, guard: EvaluationGuard) -> list[SpokenBlock]:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    return spoken_blocks(guard, tmp_path)


def test_settled_lines_are_linked_with_their_context(blocks: list[SpokenBlock]) -> None:
    sentences = blocks[0].spoken()
    assert [(spoken.text[:11], spoken.speaker) for spoken in sentences] == [
        ("Nine hundre", "CALLER"),
        ("There are n", "CALLER"),
        ("900 folks a", ""),
    ]
    assert all(spoken.linked == frozenset({"a-1"}) for spoken in sentences)
    assert sentences[0].before == ("Who works there?", "They keep on about the mine.")
    assert sentences[2].before == ()
    assert [spoken.text for spoken in blocks[1].spoken()] == ["Nothing else."]


def test_near_misses_are_negatives_and_stances_follow_the_marks(blocks: list[SpokenBlock]) -> None:
    claims = {"a-1": CLAIM}
    misses = near_misses(blocks, claims)
    assert [group.labels for group in misses] == [(0,), (0,)]
    assert {group.pairs[0].sentence for group in misses} == {"The mine had 900 workers in 1960.", "They want to hire more."}
    assert {group.pairs[0].claim for group in misses} == {CLAIM.claim}
    assert [pair.label for pair in stances(blocks, claims)] == [SUPPORT, SUPPORT, REFUTE, NEUTRAL, NEUTRAL]
    assert stances(blocks, {"a-2": replace(CLAIM, id="a-2")})[0].hypothesis == "Nothing else."


def test_evaluation_sentences_are_left_out(tmp_path: Path, guard: EvaluationGuard) -> None:
    (tmp_path / "a.txt").write_text("id: a-1\nS: They want to hire more people than ever.\nT: hire!\n", encoding="utf-8")
    assert dict(spoken_blocks(guard, tmp_path)[0].lines) == {"T": "hire!"}


@pytest.mark.parametrize("text", ["S: no id\n", "id: a\nX: what\n", "id: a\nS:\n"])
def test_a_line_outside_of_a_block_is_reported_with_its_number(tmp_path: Path, guard: EvaluationGuard, text: str) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.txt, line \d"):
        spoken_blocks(guard, tmp_path)


def test_a_guard_knows_the_debates_of_all_folders_and_further_texts(tmp_path: Path, guard: EvaluationGuard) -> None:
    folder = tmp_path / "more" / "transcripts"
    folder.mkdir(parents=True)
    (folder / "20180301_y.tsv").write_text("1\tY\tNobody here has ever seen a single bill.\t0\n", encoding="utf-8")
    strict = EvaluationGuard(tmp_path / "debates", folder.parent, texts=["A tweet that somebody wrote of the mine."])
    texts = [
        "they want to hire more people",
        "Nobody here has never seen a bill",
        "nobody here has ever seen a single",
        "a tweet that somebody WROTE of",
    ]
    assert [guard.overlaps(text) for text in texts] == [True, False, False, False]
    assert [strict.overlaps(text) for text in texts] == [True, False, True, True]
    days = [date(2020, 1, 5), date(2018, 3, 10), date(2016, 1, 1)]
    assert [guard.may_report(day) for day in days] == [True, False, False] and [strict.may_report(day) for day in days] == [
        True,
        True,
        False,
    ]
