"""Comparison of two reviews, and of a review with a gold file."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.keyed_document import with_keys
from app.domain.review import Decision, Mark, Target
from app.errors import InputError
from app.gui.model.comparing import as_csv, compared, disputes, gold_judgements, judgements, summary
from tests.fakes.task_client import split

DOCUMENT = split("Anna: Bridges cost nine million.\nBen: =SUM(A1) is what I said.\nAnna: Thank you.", title="night")
CONFIRMED, PARTLY, REJECTED = (Mark(decision=decision) for decision in (Decision.CONFIRMED, Decision.PARTIAL, Decision.REJECTED))


def test_only_decisions_about_fact_checks_are_judgements() -> None:
    marks = {
        Target("0", "a"): CONFIRMED,
        Target("0", "b"): Mark(decision=Decision.DEFERRED),
        Target("1"): REJECTED,
        Target("9", "a"): CONFIRMED,
        Target("1", "c"): Mark(flagged=True),
    }
    assert judgements(marks, with_keys(DOCUMENT)) == {(0, "a"): "confirmed"}


def test_two_reviewers_are_compared_with_parts_and_a_gold_file_without() -> None:
    first = {(0, "a"): "confirmed", (1, "b"): "confirmed in part", (2, "c"): "rejected"}
    second = {(0, "a"): "confirmed", (1, "b"): "confirmed", (2, "c"): "rejected"}
    assert compared(first, second).agreed == pytest.approx(2 / 3)
    assert compared(first, second, parts=False).agreed == 1.0
    assert "67% alike" in summary(compared(first, second))
    assert summary(compared(first, {})) == "Nothing was judged by both yet."


@pytest.mark.parametrize(
    "row", [{"text": "Bridges  cost nine million.", "factcheck": "a"}, {"line": 1, "vclaim_id": "a", "transcript": "night"}]
)
def test_a_gold_file_confirms_what_it_lists(tmp_path: Path, row: dict[str, object]) -> None:
    path = tmp_path / "gold.jsonl"
    other = {"line": 1, "vclaim_id": "b", "transcript": "another night"}
    unknown = {"text": "Thank you.", "factcheck": "c", "stance": "unrelated", "verdict": "unknown"}
    path.write_text("\n".join(json.dumps(record) for record in (row | {"verdict": "false"}, other, unknown)) + "\n", encoding="utf-8")
    document = split("Anna: Bridges cost nine million.\nBen: So?\nAnna: Thank you.", title="night")
    numbered = replace(document, sentences=tuple(replace(sentence, line=sentence.index + 1) for sentence in document.sentences))
    judged = [(0, "a"), (0, "b"), (2, "c")]
    assert gold_judgements(path, numbered, judged) == {(0, "a"): "confirmed", (0, "b"): "rejected", (2, "c"): "rejected"}


@pytest.mark.parametrize(("content", "words"), [("{", "not JSON"), ('{"text": "x"}', "names no fact-check")])
def test_another_file_is_refused_in_plain_words(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        gold_judgements(path, DOCUMENT, [])
    with pytest.raises(InputError, match="cannot be read"):
        gold_judgements(tmp_path / "none.jsonl", DOCUMENT, [])


def test_the_exported_table_reads_back_and_holds_no_formula() -> None:
    agreement = compared({(1, "a"): "confirmed", (0, "a"): "rejected"}, {(1, "a"): "rejected", (0, "a"): "rejected"})
    lines = disputes(agreement, DOCUMENT, {"a": "+1 for the bridge"})
    rows = list(csv.reader(io.StringIO(as_csv(agreement, lines, ("Anna", "@Ben")).decode("utf-8-sig"))))
    assert rows[0] == ["judged by both", "2"]
    assert rows[1] == ["share alike", "0.5000"]
    assert rows[4] == ["sentence", "fact-check", "Anna", "'@Ben"]
    assert rows[5] == ["'=SUM(A1) is what I said.", "'+1 for the bridge", "confirmed", "rejected"]
