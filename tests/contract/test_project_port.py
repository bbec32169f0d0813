"""Contract of project files: everything stored is there after closing, in any order of writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.bootstrap.projects import create_project, open_project
from app.domain.document import Document
from app.domain.factcheck import FactCheck
from app.domain.keyed_document import KeyedDocument, edit_between, with_keys
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import UNMARKED, Decision, Mark, MarkChange, ReviewOperation, Target
from app.domain.verdict import Verdict
from app.errors import ProjectError
from app.ports import ProjectFile
from app.store.project import ProjectDatabase
from tests.fakes.project_file import MemoryProject
from tests.fakes.task_client import rank, split

Opened = Callable[[KeyedDocument], tuple[ProjectFile, Callable[[], ProjectFile]]]
TEXT = "Anna: Bridges cost nine million.\nBen: No 🌉 they do not.\nAnna: पुल महँगा है.\n" + "".join(f"Ben: Line {n}.\n" for n in range(120))


@pytest.fixture(params=["sqlite", "memory"])
def make_project(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Return a function that creates a project, with a function that closes and reopens it."""

    def make(base: KeyedDocument) -> tuple[ProjectFile, Callable[[], ProjectFile]]:
        if request.param == "memory":
            project: ProjectFile = MemoryProject(base)
            return project, lambda: project
        path = tmp_path / "night of debate.priorcheck"
        project_file = create_project(path, base)

        def again() -> ProjectFile:
            project_file.close()
            return open_project(path)

        return project_file, again

    return make


def act(number: int, sentence: str = "1", decision: Decision = Decision.CONFIRMED) -> ReviewOperation:
    """Return the confirmation of one match."""
    change = MarkChange(Target(sentence, f"fc-{number}"), UNMARKED, Mark(decision=decision, note=f"“{number}”\n<b>", tags=("a", "b")))
    return ReviewOperation(label=f"Confirm {number}", who="Ида", at="2026-11-21T20:00:00Z", changes=(change,))


def test_everything_comes_back(make_project: Opened) -> None:
    base = with_keys(split(TEXT, title="Bridges"))
    project, again = make_project(base)
    acts = [
        act(1),
        act(2, "2", Decision.REJECTED),
        ReviewOperation(label="x", who="b", at="", changes=(MarkChange(Target("3"), UNMARKED, Mark(flagged=True, verdict=Verdict.MIXED)),)),
    ]
    for number, operation in enumerate(acts, start=1):
        project.keep_act(number, operation)
    project.keep_note("view", '{"selected": "3"}')
    content = again().read()
    assert content == ProjectContent(base=base, acts=tuple(acts), position=3, notes={"view": '{"selected": "3"}'})


def test_an_act_after_an_undo_replaces_what_was_undone(make_project: Opened) -> None:
    project, again = make_project(with_keys(split(TEXT)))
    for number in (1, 2, 3):
        project.keep_act(number, act(number))
    project.keep_position(1)
    project.keep_act(2, act(9))
    content = again().read()
    assert [operation.label for operation in content.acts] == ["Confirm 1", "Confirm 9"]
    assert content.position == 2


def test_undone_acts_are_kept_until_then(make_project: Opened) -> None:
    project, again = make_project(with_keys(split(TEXT)))
    project.keep_act(1, act(1))
    project.keep_act(2, act(2))
    project.keep_position(0)
    content = again().read()
    assert (len(content.acts), content.position) == (2, 0)


def test_the_ranking_belongs_to_the_edited_document(make_project: Opened) -> None:
    base = with_keys(split(TEXT))
    edited = edit_of(base)
    splice = edit_between(base, edited, {n: n for n in range(len(base.keys))}, new_key=lambda: "new")
    project, again = make_project(base)
    project.keep_act(1, ReviewOperation(label="Edit", who="a", at="", splice=splice))
    ranked: RankedDocument = rank(edited, [FactCheck(id="fc-1", claim="Bridges cost nine million", verdict=Verdict.FALSE)])
    project.keep_ranking(ranked)
    content = again().read()
    assert content.manuscript().document == edited
    assert content.ranked is not None
    assert content.ranked.document == edited
    assert content.ranked.sentences == ranked.sentences
    assert content.ranked.run == ranked.run


def test_results_of_sentences_that_were_edited_since_are_left_out(make_project: Opened) -> None:
    base = with_keys(split(TEXT))
    project, again = make_project(base)
    project.keep_ranking(rank(base.document, []))
    edited = edit_of(base)
    splice = edit_between(base, edited, range(len(base.keys)), new_key=lambda: "new")
    project.keep_act(1, ReviewOperation(label="Edit", who="a", at="", splice=splice))
    ranked = again().read().ranked
    assert ranked is not None and ranked.document == edited
    assert [entry.sentence.index for entry in ranked.sentences] == [0]


def edit_of(base: KeyedDocument) -> Document:
    """The document with its second sentence corrected."""
    sentence = base.document.sentences[1]
    text = "No, not at all."
    more = len(text) - len(sentence.text)
    changed = [replace(sentence, text=text, end=sentence.start + len(text))]
    behind = [replace(later, start=later.start + more, end=later.end + more) for later in base.document.sentences[2:]]
    new_text = base.document.text[: sentence.start] + text + base.document.text[sentence.end :]
    return replace(base.document, text=new_text, sentences=(base.document.sentences[0], *changed, *behind))


def test_a_new_base_clears_operations_and_notes(make_project: Opened) -> None:
    project, again = make_project(with_keys(split(TEXT)))
    project.keep_act(1, act(1))
    project.keep_note("view", "x")
    other = with_keys(split("Carl: Something else."))
    project.keep_base(other)
    assert again().read() == ProjectContent(base=other)


def test_a_lone_surrogate_costs_one_character(make_project: Opened) -> None:
    project, again = make_project(with_keys(split(TEXT)))
    broken = ReviewOperation(label="Note", who="a", at="", changes=(MarkChange(Target("1"), UNMARKED, Mark(note="a\ud83cb")),))
    project.keep_act(1, broken)
    note = again().read().acts[0].changes[0].after.note
    assert note in ("a?b", "a\ud83cb")


def test_a_copy_is_complete_and_independent(tmp_path: Path) -> None:
    base = with_keys(split(TEXT))
    project = create_project(tmp_path / "a.priorcheck", base)
    project.keep_act(1, act(1))
    project.copy_to(tmp_path / "b.priorcheck")
    project.keep_act(2, act(2))
    project.close()
    copy = open_project(tmp_path / "b.priorcheck")
    assert len(copy.read().acts) == 1
    copy.close()


def test_a_project_open_in_a_second_window_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.priorcheck"
    first = create_project(path, with_keys(split(TEXT)))
    with pytest.raises(ProjectError) as raised:
        open_project(path)
    assert raised.value.code == "project-open"
    first.close()
    open_project(path).close()


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "project-damaged"), (b"PK\x03\x04 no database at all, but long enough to be read as one" * 20, "project-foreign")],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "a.priorcheck"
    path.write_bytes(content)
    with pytest.raises(ProjectError) as raised:
        make_project = open_project(path)
        try:
            make_project.read()
        finally:
            make_project.close()
    assert raised.value.code == code
    assert raised.value.hint


def test_a_library_is_no_project(tmp_path: Path) -> None:
    path = tmp_path / "a.priorcheck"
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA application_id = 77")
        other.execute("CREATE TABLE x (y)")
    other.close()
    with pytest.raises(ProjectError, match="not a Priorcheck project"):
        open_project(path)


def test_a_newer_project_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.priorcheck"
    create_project(path, with_keys(split(TEXT))).close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(ProjectError, match="newer version"):
        open_project(path)


def test_a_missing_project_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ProjectError) as raised:
        open_project(tmp_path / "none.priorcheck")
    assert raised.value.code == "project-vanished"


def test_a_project_that_is_open_elsewhere_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.priorcheck"
    first = create_project(path, with_keys(split(TEXT)))
    first.keep_act(1, act(1))
    with pytest.raises(ProjectError, match="open in another window"):
        create_project(path, with_keys(split("Carl: Else.")))
    first.keep_act(2, act(2))
    first.close()
    again = open_project(path)
    assert len(again.read().acts) == 2
    again.close()


def test_a_project_half_made_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.priorcheck"
    create_project(path, with_keys(split(TEXT))).close()
    before = path.read_bytes()

    def broken(*_: object) -> None:
        raise ProjectError("disk-full", "The disk is full.")

    monkeypatch.setattr(ProjectDatabase, "keep_base", broken)
    with pytest.raises(ProjectError):
        create_project(path, with_keys(split("Carl: Else.")))
    assert path.read_bytes() == before
