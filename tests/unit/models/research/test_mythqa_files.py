"""Gold, predictions and Perspectrum: reading, refusals, and files for other commands."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.ask import QuestionType
from app.errors import InputError
from models.research.mythqa.converting import gold_row, json_lines, post_rows, question_row
from models.research.mythqa.gold import Question, of_split, read_gold
from models.research.mythqa.perspectrum import question_form, read_perspectrum
from models.research.mythqa.predictions import read_predictions
from tests.fakes.command_line import write_rows

ENTITY = {
    "question": "Which food heals?",
    "question_type": "entity",
    "topic": "Health",
    "answers": {
        "garlic": {"supporting": ["11", 12, "None", ""], "refuting": ["13"], "neutral": ["14"], "aliases": ["allium"]},
        "honey": {"supporting": [], "refuting": []},
    },
}
YES_NO = {
    "qid": 7,
    "question": "Does garlic heal?",
    "question_type": "yes-no",
    "claim": "Garlic heals",
    "split": "dev",
    "answers": {"supporting": ["11"], "refuting": ["13"], "neutral": []},
}


@pytest.fixture
def questions(tmp_path: Path) -> list[Question]:
    return read_gold(write_rows(tmp_path / "gold.jsonl", ENTITY, YES_NO))


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        act()
    assert caught.value.hint
    return str(caught.value)


# --- gold -------------------------------------------------------------------------------------------------------------------------


def test_both_kinds_of_questions(questions: list[Question]) -> None:
    entity, yes_no = questions
    assert (entity.qid, entity.kind, entity.topic, entity.split) == (
        "1",
        QuestionType.ENTITY,
        "Health",
        "",
    )  # without qid: the row's number
    garlic, honey = entity.answers
    assert (
        garlic.names == ("garlic", "allium")
        and garlic.supporting == {"11", "12"}
        and garlic.refuting == {"13"}
        and garlic.neutral == {"14"}
    )
    assert garlic.contested and not honey.contested and honey.evidence == frozenset()
    assert (yes_no.qid, yes_no.kind, yes_no.claim, yes_no.split) == ("7", QuestionType.YES_NO, "Garlic heals", "dev")
    assert [answer.names for answer in yes_no.answers] == [("yes",)] and yes_no.answers[0].contested


def test_a_json_list_and_a_packed_file_read_the_same(tmp_path: Path, questions: list[Question]) -> None:
    listed = tmp_path / "TweetMythQA.jsonl"
    listed.write_text(json.dumps([ENTITY, YES_NO], indent=2), encoding="utf-8-sig")
    packed = tmp_path / "gold.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(ENTITY).encode() + b"\n\n" + json.dumps(YES_NO).encode()))
    assert read_gold(listed) == read_gold(packed) == questions


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "no row"),
        ("[]", "no row"),
        ("question\tanswers", "Row 1"),
        ('[{"question": "Why?"}', "no list of rows"),
        ('{"question": "Why?", "question_type": "why", "answers": {}}', "why"),
        ('{"question": "Why?", "question_type": "entity", "answers": {}}', "no answer"),
        ('{"question": "Why?", "question_type": "entity", "answers": {"so": ["1"]}}', "question 1"),
        ('{"question": "Is it?", "question_type": "yes-no", "answers": {"yes": {"supporting": [], "refuting": []}}}', "question 1"),
        (f"{json.dumps(YES_NO)}\n{json.dumps(YES_NO)}", "“7” stands twice"),
    ],
)
def test_damaged_gold_is_refused(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(content, encoding="utf-8")
    assert words in refusal(lambda: read_gold(path))


def test_a_split(questions: list[Question]) -> None:
    assert [question.qid for question in of_split(questions, "dev")] == ["7"]
    assert "The gold has dev" in refusal(lambda: of_split(questions, "test"))
    assert "no splits" in refusal(lambda: of_split(questions[:1], "dev"))


# --- predictions ------------------------------------------------------------------------------------------------------------------

GARLIC = {"answer": "Garlic", "claim": "Garlic heals", "contested": 0.4, "supporting": [{"id": 11, "same_as": ["21"], "score": 0.5}]}
FOUND = {"qid": 1, "type": "entity", "answers": [GARLIC], "retrieved": ["11", 12, {"id": "13", "same_as": ["23"]}]}
YES = {"answer": "YES", "supporting": [{"id": "11"}], "refuting": [{"id": "99"}]}
NO = {"answer": "No.", "supporting": [{"id": "13"}]}
SIDES = {"qid": "7", "type": "yes-no", "answers": [NO, {"answer": "NOT SURE"}, YES, {"answer": "perhaps"}], "retrieved": []}


def test_the_output_of_ask_is_read(tmp_path: Path, questions: list[Question]) -> None:
    predictions = read_predictions(write_rows(tmp_path / "p.jsonl", SIDES, FOUND), questions)
    assert predictions["1"].answers[0].name == "Garlic" and predictions["1"].answers[0].supporting == (frozenset({"11", "21"}),)
    assert predictions["1"].retrieved == (frozenset({"11"}), frozenset({"12"}), frozenset({"13", "23"}))
    (claim,) = predictions["7"].answers
    assert (claim.name, claim.supporting, claim.refuting) == ("yes", (frozenset({"11"}),), (frozenset({"13"}),))
    assert predictions["7"].strange == 1 and predictions["7"].retrieved == ()


def test_rows_of_unscored_questions_are_skipped(tmp_path: Path, questions: list[Question]) -> None:
    path = write_rows(tmp_path / "p.jsonl", FOUND, SIDES)
    assert list(read_predictions(path, questions[1:], other_questions=questions[:1])) == ["7"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damage_raises_only_input_errors(tmp_path: Path, questions: list[Question], data: st.DataObject) -> None:
    """A changed byte or a cut in a valid file raises nothing but InputError."""
    gold, predictions = (b"\n".join(json.dumps(row).encode() for row in rows) for rows in ((ENTITY, YES_NO), (FOUND, SIDES)))
    path = tmp_path / "damaged.jsonl"
    for content, read in ((gold, read_gold), (predictions, lambda name: read_predictions(name, questions))):
        position = data.draw(st.integers(0, len(content) - 1))
        tail = content[position + 1 :] if data.draw(st.booleans()) else b""
        path.write_bytes(content[:position] + data.draw(st.binary(max_size=3)) + tail)
        with contextlib.suppress(InputError):
            read(path)


def test_answers_nested_too_deep_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text(
        '{"question": "Why?", "question_type": "entity", "answers": ' + '{"so": ' * 5000 + "1" + "}" * 5000 + "}", encoding="utf-8"
    )
    assert refusal(lambda: read_gold(path))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ((FOUND,), "no row for the id “7”"),
        ((FOUND, SIDES, {"qid": "8", "answers": []}), "“8”, which is not in the gold"),
        ((FOUND, SIDES, SIDES), "“7” stands twice"),
        ((FOUND, {"qid": "7", "answers": [YES, {"answer": "yes"}], "retrieved": []}), "YES twice"),
        ((FOUND, {"qid": "7", "answers": []}), "not for “7”"),
        ((FOUND, {"qid": "7", "answers": [{"answer": "YES", "supporting": ["11"]}]}), "Row 2"),
        (("not JSON",), "Row 1"),
        (({"qid": "1"},), "Row 1"),
        ((), "no row"),
    ],
)
def test_bad_predictions_are_refused(tmp_path: Path, questions: list[Question], rows: tuple[object, ...], words: str) -> None:
    path = write_rows(tmp_path / "p.jsonl", *rows)
    assert words in refusal(lambda: read_predictions(path, questions))


# --- Perspectrum, and files for other commands --------------------------------------------------------------------------------------

CLAIMS = (
    {"id": 3, "split": "train", "claim": "Sunbeds should be banned.", "supporting": [1, 2], "refuting": [4]},
    {"id": 5, "split": "dev", "claim": "Should we ban cars?", "supporting": [], "refuting": [2]},
)
PERSPECTIVES = tuple({"id": number, "text": f"Because of {number}"} for number in (1, 2, 4, 9))


def perspectrum(folder: Path, claims: tuple[object, ...] = CLAIMS, perspectives: tuple[object, ...] = PERSPECTIVES) -> Path:
    folder.mkdir()
    write_rows(folder / "claims.jsonl", *claims)
    write_rows(folder / "perspectives.jsonl", *perspectives)
    return folder


def test_claims_become_yes_no_questions_and_perspectives_the_corpus(tmp_path: Path) -> None:
    folder = read_perspectrum(perspectrum(tmp_path / "p"))
    first, second = folder.questions
    assert (first.qid, first.text, first.claim, first.split) == ("3", "Sunbeds should be banned?", "Sunbeds should be banned.", "train")
    assert (
        first.kind is second.kind is QuestionType.YES_NO
        and first.answers[0].supporting == {"1", "2"}
        and first.answers[0].refuting == {"4"}
    )
    assert not second.answers[0].contested and second.split == "dev"
    assert folder.posts == (("1", "Because of 1"), ("2", "Because of 2"), ("4", "Because of 4"), ("9", "Because of 9"))


def test_the_question_has_the_claims_own_words() -> None:
    assert question_form(" We should question authorities ") == "We should question authorities?"
    assert question_form("Should we ban cars?") == "Should we ban cars?" and question_form("Ban cars!") == "Ban cars?"


@pytest.mark.parametrize(
    ("claims", "perspectives", "words"),
    [
        (CLAIMS, PERSPECTIVES[:2], "“4”, which perspectives.jsonl does not hold"),
        ((*CLAIMS, CLAIMS[0]), PERSPECTIVES, "“3” stands twice"),
        (CLAIMS, (*PERSPECTIVES, PERSPECTIVES[0]), "“1” stands twice"),
        (({"id": 1},), PERSPECTIVES, "Row 1"),
    ],
)
def test_damaged_perspectrum_is_refused(tmp_path: Path, claims: tuple[object, ...], perspectives: tuple[object, ...], words: str) -> None:
    folder = perspectrum(tmp_path / "p", claims, perspectives)
    assert words in refusal(lambda: read_perspectrum(folder))


def test_a_folder_without_its_files_is_refused(tmp_path: Path) -> None:
    assert "claims.jsonl" in refusal(lambda: read_perspectrum(tmp_path))


def test_gold_that_was_written_reads_back_the_same(tmp_path: Path, questions: list[Question]) -> None:
    everything = [*questions, *read_perspectrum(perspectrum(tmp_path / "p")).questions]
    path = tmp_path / "again.jsonl"
    path.write_bytes(json_lines([gold_row(question) for question in everything]))
    assert read_gold(path) == everything


def test_rows_for_ask_and_for_the_import_of_posts(questions: list[Question]) -> None:
    assert question_row(questions[0]) == {"qid": "1", "question": "Which food heals?", "type": "entity"}
    assert question_row(questions[1]) == {"qid": "7", "question": "Does garlic heal?", "type": "yes-no", "claim": "Garlic heals"}
    assert post_rows([("4", "Because")]) == [{"id": "4", "text": "Because"}]
