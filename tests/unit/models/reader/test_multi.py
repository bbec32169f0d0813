"""The rule-made set of questions with several answers: selection of questions, their form, and reproducibility."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.reader.answer_kinds import kind_of, rivals_in_reach
from models.reader.multi import MultiAnswerSet, make_set, write
from models.reader.spans import AnnotatedQuestion
from models.reader.standalone import is_standalone, is_standalone_question, sentences_of, tidy
from models.research.mythqa.gold import read_gold

HARBOUR = (
    "The harbour wall of Velden was finished in 1871 by the mason Anna Orlo. It was mended in 1902 by the mason Dora Elm of Velden. The "
    "lighthouse of Velden was lit for the first time in 1893 by the keeper Bruno Tamm. Some say that Bruno Tamm haunts the lighthouse of "
    "Velden to this day. The bridge over the Oste was opened in 1911 by the mayor Carla Wink. Otters are common there."
)


def make_question(question: str, answer: str, *, qid: str = "1", context: str = HARBOUR) -> AnnotatedQuestion:
    """Return a question on the paragraph, answered at the answer's first occurrence; "" has no answer."""
    answers = ((context.index(answer), answer),) if answer else ()
    return AnnotatedQuestion(qid, "Velden", question, context, answers)


TAKEN = (
    make_question("When was the harbour wall of Velden finished?", "1871", qid="wall"),
    make_question("Who lit the lighthouse of Velden for the first time?", "Bruno Tamm", qid="light"),
    make_question("Who opened the bridge over the Oste?", "Carla Wink", qid="bridge"),
)
LEFT = (
    make_question("When did she open the bridge over the Oste?", "1911", qid="a pronoun in the question"),
    make_question("Who mended the harbour wall of Velden in 1902?", "Dora Elm", qid="a pronoun in the sentence"),
    make_question("Who built the tower of Velden?", "", qid="no answer"),
    make_question("Why was the bridge over the Oste opened?", "by the mayor", qid="an answer of no kind"),
)
SECOND = make_question("Who finished the harbour wall of Velden?", "Anna Orlo", qid="another question to a sentence")
QUESTIONS = (*LEFT, *TAKEN, SECOND)


@pytest.fixture
def velden() -> MultiAnswerSet:
    return make_set(QUESTIONS)


def test_questions_are_taken_if_they_are_self_contained(velden: MultiAnswerSet) -> None:
    assert [question.text for question in velden.questions] == [taken_question.question for taken_question in TAKEN]


def test_rivals_are_of_the_same_kind_and_contradict_each_other(velden: MultiAnswerSet) -> None:
    wall, light, _ = velden.questions
    assert {name for answer in wall.answers for name in answer.names} <= {"1871", "1893", "1902", "1911"}
    assert {name for answer in light.answers for name in answer.names} <= {"Bruno Tamm", "Carla Wink", "Anna Orlo", "Dora Elm"}
    for question in velden.questions:
        assert 2 <= len(question.answers) <= 10
        assert all(answer.supporting for answer in question.answers) and any(answer.contested for answer in question.answers)
        assert all(not answer.supporting & answer.refuting and not answer.neutral & answer.evidence for answer in question.answers)


def test_supporting_posts_name_their_answer_and_corrections_are_on_two_sides(velden: MultiAnswerSet) -> None:
    texts = dict(velden.posts)
    for question in velden.questions:
        for answer in question.answers:
            assert all(answer.names[0] in texts[post] for post in answer.evidence | answer.neutral)
        supporting = frozenset[str]().union(*(answer.supporting for answer in question.answers))
        assert supporting & frozenset[str]().union(*(answer.refuting for answer in question.answers))


def test_distractor_sentences_never_answer(velden: MultiAnswerSet) -> None:
    texts = [text for _, text in velden.posts]
    assert "Otters are common there." in texts and "It was mended in 1902 by the mason Dora Elm of Velden." in texts
    assert "Some say that Bruno Tamm haunts the lighthouse of Velden to this day." not in texts
    assert len(texts) == len(set(texts)) == len({post for post, _ in velden.posts})


def test_the_set_depends_only_on_the_seed(velden: MultiAnswerSet) -> None:
    assert make_set(QUESTIONS) == velden
    assert make_set(QUESTIONS, seed=1) != velden


def test_the_files_read_back_as_gold_and_questions(velden: MultiAnswerSet, tmp_path: Path) -> None:
    write(velden, tmp_path / "out")
    assert read_gold(tmp_path / "out" / "gold.jsonl") == list(velden.questions)
    rows = [json.loads(line) for line in (tmp_path / "out" / "posts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["text"]) for row in rows] == list(velden.posts)
    asked_rows = [json.loads(line) for line in (tmp_path / "out" / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["qid"], row["question"]) for row in asked_rows] == [(question.qid, question.text) for question in velden.questions]


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("When was it built?", "1871", "year"),
        ("When was it built?", "March 1871", "month"),
        ("How many people came?", "30,000", "large number"),
        ("What did it cost?", "$12 million", "money"),
        ("Who came?", "Anna Orlo", "person"),
        ("Who came?", "the Normans", "group"),
        ("Who came?", "the tall man", ""),
        ("Where does she live?", "Velden", "place"),
        ("Which river is near?", "Oste", "river"),
        ("What religion is that?", "Taoism", "name: religion"),
        ("What is the name of it?", "Taoism", ""),
        ("Why did he leave?", "1871", ""),
    ],
)
def test_the_kind_of_an_answer(question: str, answer: str, kind: str) -> None:
    assert kind_of(question, answer) == kind


def test_rivals_are_plausible_alternatives() -> None:
    assert rivals_in_reach("year", "1871", "1911") and not rivals_in_reach("year", "1871", "1066")
    assert rivals_in_reach("money", "$12", "$3") and not rivals_in_reach("money", "$12", "$12 million")
    assert rivals_in_reach("person", "Anna Orlo", "Bruno Tamm")


@pytest.mark.parametrize(
    ("sentence", "alone"),
    [
        ("The harbour wall of Velden was finished in 1871.", True),
        ("When Anna came to Velden she finished the wall.", True),
        ("It was finished in 1871 by the mason Anna Orlo.", False),
        ("In 1871 he finished the harbour wall of Velden.", False),
        ("The treaty gave the harbour wall to Velden in 1871.", False),
        ("The mason Anna Orlo finished this wall in 1871.", False),
        ("Too short, Velden.", False),
    ],
)
def test_self_contained_sentences(sentence: str, alone: bool) -> None:
    assert is_standalone(sentence) is alone


def test_self_contained_questions() -> None:
    assert is_standalone_question("Who finished the wall of Velden?")
    assert not is_standalone_question("Who finished it in Velden?") and not is_standalone_question("Who finished the wall?")


def test_sentences_are_cut_where_they_end_and_not_at_initials() -> None:
    text = "John W. Weeks left in the U.S. Army days. 71 came (see notes). The end."
    assert [sentence for _, sentence in sentences_of(text)] == [
        "John W. Weeks left in the U.S. Army days.",
        "71 came (see notes).",
        "The end.",
    ]
    assert [text[start : start + 4] for start, _ in sentences_of(text)] == ["John", "71 c", "The "]
    assert tidy("The wall[a] (Chinese: 元) fell.") == "The wall fell."
