"""Stances of posts, intrinsic and extrinsic, worked by hand; posts in both columns."""

from __future__ import annotations

import pytest

from app.domain.ask import QuestionType
from models.research.mythqa.gold import GoldAnswer, Question
from models.research.mythqa.predictions import FoundAnswer, Posts, Prediction
from models.research.mythqa.stance import extrinsic_stance, in_both_columns, intrinsic_stance

GARLIC = GoldAnswer(names=("garlic",), supporting=frozenset("12"), refuting=frozenset("3"), neutral=frozenset("56"))
HONEY = GoldAnswer(names=("honey",), supporting=frozenset("4"))
FOODS = Question(qid="foods", text="Which food heals?", kind=QuestionType.ENTITY, answers=(GARLIC, HONEY))
SUN = Question(
    qid="sun", text="Does the sun heal?", kind=QuestionType.YES_NO, answers=(GoldAnswer(names=("yes",), refuting=frozenset("78")),)
)


def posts(*ids: str) -> Posts:
    return tuple(frozenset(key.split("=")) for key in ids)


def found_answer(name: str, supporting: Posts = (), refuting: Posts = ()) -> FoundAnswer:
    return FoundAnswer(name=name, supporting=supporting, refuting=refuting)


PREDICTIONS = {
    "foods": Prediction(answers=(found_answer("Garlic", posts("1", "5"), posts("3", "2", "99")), found_answer("milk", posts("4")))),
    "sun": Prediction(answers=(found_answer("yes", posts("98"), posts("7=97")),)),
}


def test_intrinsic_is_a_classification_of_the_annotated_posts() -> None:
    # Rows, gold → said. Garlic: 1 s→s, 2 s→r, 3 r→r, 5 n→s, 6 n→n; honey was not found: 4 s→n; sun: 7 r→r, 8 r→n. 99, 98: no rows.
    report = intrinsic_stance([FOODS, SUN], PREDICTIONS)
    labels = report["labels"]
    assert report["rows"] == 8 and report["accuracy"] == pytest.approx(4 / 8)
    assert (labels["supporting"]["precision"], labels["supporting"]["recall"]) == pytest.approx((1 / 2, 1 / 3))
    assert (labels["refuting"]["precision"], labels["refuting"]["recall"]) == pytest.approx((2 / 3, 2 / 3))
    assert (labels["neutral"]["precision"], labels["neutral"]["recall"]) == pytest.approx((1 / 3, 1 / 2))
    assert report["macro_precision"] == pytest.approx((1 / 2 + 2 / 3 + 1 / 3) / 3)
    assert report["macro_recall"] == pytest.approx((1 / 3 + 2 / 3 + 1 / 2) / 3)
    assert report["macro_f1"] == pytest.approx((2 / 5 + 2 / 3 + 2 / 5) / 3)
    assert report["confusion"]["supporting"] == {"supporting": 1, "refuting": 1, "neutral": 1}


def test_a_post_with_two_labels_keeps_the_first_and_a_label_that_never_occurs_is_in_no_mean() -> None:
    answer = GoldAnswer(names=("yes",), supporting=frozenset("1"), refuting=frozenset("12"))
    question = Question(qid="q", text="Does it?", kind=QuestionType.YES_NO, answers=(answer,))
    report = intrinsic_stance([question], {"q": Prediction(answers=(found_answer("yes", posts("1"), posts("1", "2")),))})
    assert report["rows"] == 2 and report["accuracy"] == report["macro_precision"] == report["macro_f1"] == 1.0
    assert report["labels"]["neutral"]["rows"] == 0


def test_extrinsic_compares_the_columns_with_the_annotated_posts() -> None:
    report = extrinsic_stance([FOODS, SUN], PREDICTIONS)
    supporting, refuting = report["sides"]["supporting"], report["sides"]["refuting"]
    # For: shown 1 5 | 4 (of milk, which is no answer) | 98; right 1; labelled 1 5; annotated 1 2 4.
    assert (supporting["shown"], supporting["annotated"]) == (4, 3)
    assert supporting["precision"] == pytest.approx(1 / 4) and supporting["recall"] == pytest.approx(1 / 3)
    assert supporting["precision_annotated"] == pytest.approx(1 / 2) and supporting["f1"] == pytest.approx(2 / 7)
    # Against: shown 3 2 99 | 7=97; right 3, 7; labelled 3 2 7; annotated 3 7 8.
    assert (refuting["precision"], refuting["precision_annotated"], refuting["recall"]) == pytest.approx((2 / 4, 2 / 3, 2 / 3))
    assert refuting["f1"] == pytest.approx(4 / 7) and report["macro_f1"] == pytest.approx((2 / 7 + 4 / 7) / 2)


def test_empty_predictions_score_zero() -> None:
    empty = {"foods": Prediction(answers=()), "sun": Prediction(answers=(found_answer("yes"),))}
    report = extrinsic_stance([FOODS, SUN], empty)
    assert report["macro_f1"] == 0.0 and report["sides"]["supporting"]["precision_annotated"] == 0.0
    assert intrinsic_stance([FOODS, SUN], empty)["labels"]["supporting"]["recall"] == 0.0


def test_posts_in_both_columns_are_counted_by_all_their_ids() -> None:
    both = Prediction(answers=(found_answer("yes", posts("1", "2=9", "3"), posts("9=4", "1")), found_answer("no", posts("1"))))
    assert in_both_columns({"a": both, "b": both}) == 4 and in_both_columns(PREDICTIONS) == 0
