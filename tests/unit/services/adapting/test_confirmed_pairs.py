"""Confirmed matches for the measurement of adapting, read from stored reviews."""

from __future__ import annotations

from pathlib import Path

from app.bootstrap.adapting import confirmed_matches
from app.bootstrap.projects import create_project
from app.domain.document import Document, Sentence
from app.domain.keyed_document import with_keys
from app.domain.review import UNMARKED, Decision, Mark, MarkChange, ReviewOperation, Target
from app.services.adapting.measuring import Confirmed


def document(*texts: str) -> Document:
    sentences, start = [], 0
    for index, text in enumerate(texts):
        sentences.append(Sentence(index=index, text=text, start=start, end=start + len(text)))
        start += len(text) + 1
    return Document(title="debate", text="\n".join(texts), sentences=tuple(sentences))


def decided(sentence: str, factcheck: str, decision: Decision) -> ReviewOperation:
    change = MarkChange(Target(sentence, factcheck), UNMARKED, Mark(decision=decision))
    return ReviewOperation(label="Decide", who="Ann", at="2026-01-01T00:00:00", changes=(change,))


def review(path: Path, *acts: ReviewOperation, position: int | None = None) -> None:
    """Write a stored review in which the first `position` acts hold."""
    project = create_project(path, with_keys(document("Taxes rose.", "Schools closed.", "Nobody came.")))
    for number, act in enumerate(acts, start=1):
        project.keep_act(number, act)
    if position is not None:
        project.keep_position(position)
    project.close()


def test_only_confirmed_matches_are_taken(tmp_path: Path) -> None:
    review(
        tmp_path / "a.priorcheck",
        decided("0", "fc-1", Decision.CONFIRMED),
        decided("1", "fc-2", Decision.PARTIAL),
        decided("2", "fc-3", Decision.REJECTED),
        decided("2", "", Decision.CONFIRMED),
    )
    confirmed = confirmed_matches(tmp_path)
    assert set(confirmed) == {Confirmed(sentence="Taxes rose.", factcheck="fc-1"), Confirmed(sentence="Schools closed.", factcheck="fc-2")}


def test_undone_decisions_do_not_count_and_equal_ones_count_once(tmp_path: Path) -> None:
    first, second = decided("0", "fc-1", Decision.CONFIRMED), decided("1", "fc-2", Decision.CONFIRMED)
    review(tmp_path / "a.priorcheck", first, second, position=1)
    review(tmp_path / "b.priorcheck", first)
    assert confirmed_matches(tmp_path) == (Confirmed(sentence="Taxes rose.", factcheck="fc-1"),)


def test_a_damaged_review_or_no_folder_is_skipped(tmp_path: Path) -> None:
    review(tmp_path / "a.priorcheck", decided("0", "fc-1", Decision.CONFIRMED))
    (tmp_path / "b.priorcheck").write_bytes(b"no database")
    assert len(confirmed_matches(tmp_path)) == 1
    assert confirmed_matches(tmp_path / "missing") == ()
