"""The report: groups, means, intervals; the order of the questions has no effect."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.domain.ask import QuestionType
from models.research.mythqa.gold import GoldAnswer, Question
from models.research.mythqa.predictions import FoundAnswer, Posts, Prediction
from models.research.mythqa.report import MythOptions, mythqa_report

OPTIONS = MythOptions(k=(1, 2), e=(1, 2), resamples=200)


def posts(*ids: str) -> Posts:
    return tuple(frozenset([key]) for key in ids)


def yes_no(qid: str, supporting: str, refuting: str) -> Question:
    answer = GoldAnswer(names=("yes",), supporting=frozenset(supporting), refuting=frozenset(refuting))
    return Question(qid=qid, text="Does it?", kind=QuestionType.YES_NO, answers=(answer,))


def entity(qid: str, *answers: GoldAnswer) -> Question:
    return Question(qid=qid, text="Which?", kind=QuestionType.ENTITY, answers=answers)


QUESTIONS = [
    yes_no("a", "1", "2"),
    yes_no("b", "3", ""),
    yes_no("c", "", ""),
    entity("d", GoldAnswer(names=("garlic",), supporting=frozenset("4"), refuting=frozenset("5")), GoldAnswer(names=("honey",))),
]
PREDICTIONS = {
    "a": Prediction(answers=(FoundAnswer(name="yes", supporting=posts("1"), refuting=posts("9", "2")),), retrieved=posts("1", "2")),
    "b": Prediction(answers=(FoundAnswer(name="yes", supporting=posts("9"), refuting=posts("8")),), retrieved=posts("9", "3")),
    "c": Prediction(answers=(FoundAnswer(name="yes"),), retrieved=()),
    "d": Prediction(
        answers=(FoundAnswer(name="garlic", supporting=posts("4"), refuting=posts("5")), FoundAnswer(name="milk")), retrieved=posts("9")
    ),
}


def values(report: dict[str, Any], group: str) -> dict[str, float]:
    return {name: measure["value"] for name, measure in report["groups"][group].items()}


def test_means_by_group() -> None:
    report = mythqa_report(QUESTIONS, PREDICTIONS, OPTIONS)
    assert report["questions"] == {"all": 4, "entity": 1, "yes-no": 3, "contested": 2} and report["setting"] == "extrinsic"
    # a: hit at 1; b: hit at 2; c: no gold posts, so in no mean; d: no hit.
    everything = values(report, "all")
    assert (everything["hit@1"], everything["hit@2"]) == pytest.approx((1 / 3, 2 / 3))
    assert (everything["side_hit@1"], everything["side_hit@2"]) == pytest.approx((1 / 6, 2 / 3))
    assert values(report, "yes-no")["mhit@2"] == 1.0 and values(report, "entity")["mhit@2"] == 0.0
    # F1_ans: a 1, b P = 1/2 and R = 1 (2/3), d P = R = 1/2.
    assert everything["f1_ans"] == pytest.approx((1 + 2 / 3 + 1 / 2) / 3)
    # F1_CONTRO@1: a 1/2 (NO's first post is wrong), b 0, d 1/2; at 2 a is 1.
    assert (everything["f1_contro@1"], everything["f1_contro@2"]) == pytest.approx((1 / 3, 1 / 2))
    assert values(report, "contested")["f1_contro@2"] == pytest.approx(3 / 4)
    assert values(report, "entity")["recall_contro@1"] == pytest.approx(1 / 2)
    assert all(measure["low"] <= measure["value"] <= measure["high"] for group in report["groups"].values() for measure in group.values())
    assert report["groups"]["all"]["f1_contro@2"]["low"] < 0.5 < report["groups"]["all"]["f1_contro@2"]["high"]


def test_the_order_of_questions_changes_nothing() -> None:
    first = mythqa_report(QUESTIONS, PREDICTIONS, OPTIONS)
    for seed in range(5):
        shuffled = random.Random(seed).sample(QUESTIONS, len(QUESTIONS))
        assert mythqa_report(shuffled, dict(reversed(PREDICTIONS.items())), OPTIONS) == first


def test_only_the_questions_named_are_scored_and_answers_can_be_cut() -> None:
    both = FoundAnswer(name="yes", supporting=posts("1"), refuting=posts("1"))
    report = mythqa_report(
        QUESTIONS[3:], PREDICTIONS | {"a": Prediction(answers=(both,))}, MythOptions(k=(1,), e=(1,), answers=1, resamples=50)
    )
    assert list(report["groups"]) == ["all", "entity", "contested"] and report["answers"] == 1
    # Only garlic is left: P = 1, R = 1/2.
    assert values(report, "all")["f1_ans"] == pytest.approx(2 / 3) and report["stance"]["sides"]["supporting"]["annotated"] == 1
    assert report["posts_in_both_columns"] == 0  # that of question a is not counted


def test_hits_need_retrieved_posts() -> None:
    silent = {qid: Prediction(answers=prediction.answers) for qid, prediction in PREDICTIONS.items()}
    report = mythqa_report(QUESTIONS, silent, OPTIONS)
    assert not any("hit" in name for name in report["groups"]["all"]) and "f1_contro@1" in report["groups"]["all"]


def test_the_setting_chooses_the_measure_of_stance() -> None:
    report = mythqa_report(QUESTIONS, PREDICTIONS, MythOptions(k=(1,), e=(1,), intrinsic=True, resamples=50))
    # Annotated: 1 s→s, 2 r→r, 3 s→n, 4 s→s, 5 r→r.
    assert report["setting"] == "intrinsic" and report["stance"]["accuracy"] == pytest.approx(4 / 5)
    assert report["posts_in_both_columns"] == 0
