"""AVeriTeC's measures: texts, assignment, levels, labels and groups; predictions of both shapes; the closed pool."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.verification import Veracity, Verification
from app.errors import InputError
from models.research.averitec.converting import unverified, with_evidence
from models.research.averitec.gold import evidence_of, gold_claims, of_part, read_gold
from models.research.averitec.measures import MOST, claim_score, evidence_score
from models.research.averitec.meteor import meteor
from models.research.averitec.pool import document_row, pool_documents
from models.research.averitec.predictions import prediction_of, read_predictions
from models.research.averitec.report import averitec_report
from tests.fakes.averitec_claims import claim, four_claims, question, write_claims
from tests.fakes.command_line import write_rows

sentences = st.lists(st.sampled_from("the bridge of lea was closed in march".split()), min_size=1, max_size=6).map(" ".join)


@pytest.fixture
def gold(tmp_path: Path) -> list[Verification]:
    return read_gold(write_claims(tmp_path / "gold.json", four_claims()))


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        act()
    assert caught.value.hint
    return str(caught.value)


def predicted(tmp_path: Path, gold: list[Verification], rows: list[dict[str, Any]]) -> list[Any]:
    indexes = tuple(range(len(gold)))
    return read_predictions(write_claims(tmp_path / "p.json", rows), gold, indexes)


# --- texts --------------------------------------------------------------------------------------------------------------------------


def test_the_texts_are_those_of_the_authors_scorer(tmp_path: Path) -> None:
    boolean = question("Was it?", "No", kind="Boolean")
    boolean["answers"][0]["boolean_explanation"] = "It stayed open."
    row = claim("It was.", "Refuted", boolean, question("Who?", "Ann", "Bo"), question("Why?"))
    evidence = evidence_of(read_gold(write_claims(tmp_path / "g.json", [row]))[0].questions)
    assert evidence.questions == ("Was it?", "Who?", "Why?")
    assert evidence.pairs == ("Was it? No. It stayed open.", "Who? Ann", "Who? Bo", "Why? No answer could be found.")


# --- one claim ----------------------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.lists(sentences, min_size=1, max_size=4), st.lists(sentences, min_size=1, max_size=4))
def test_the_assignment_is_the_best_of_all(candidates: list[str], references: list[str]) -> None:
    padded = [*candidates, *[""] * max(0, len(references) - len(candidates))]
    best = max(
        sum(meteor(candidate, reference) for candidate, reference in zip(order, references, strict=True))
        for order in permutations(padded, len(references))
    )
    assert evidence_score(candidates, references) == pytest.approx(best / len(references))


def test_missing_evidence_scores_zero_and_only_ten_texts_count(tmp_path: Path, gold: list[Verification]) -> None:
    assert evidence_score([], ["a"]) == evidence_score(["a"], []) == 0.0
    assert evidence_score(["the bridge of lea"], ["the bridge of lea", "who swims"]) == pytest.approx((1 - 0.5 / 64) / 2)
    late = claim("x", "Refuted", *[question("Nothing here", "zzz")] * MOST, question("Was the bridge of Lea closed?", "No"))
    rows = [dict(late, claim=row["claim"]) for row in four_claims()]
    score = claim_score(gold_claims(gold, (0,))[0], predicted(tmp_path, gold, rows)[0])
    assert score.question_count == MOST + 1 and score.questions < 0.1


def test_verdict_and_justification_count_above_the_level_only(tmp_path: Path, gold: list[Verification]) -> None:
    rows = four_claims()
    rows[0]["questions"] = [question("Was the bridge of Lea closed?", "No", kind="Boolean")]
    score = claim_score(gold_claims(gold, (0,))[0], predicted(tmp_path, gold, rows)[0])
    assert score.right and 0.4 < score.pairs < 0.5
    assert score.veracity_at(0.4) == 1.0 and score.veracity_at(0.5) == 0.0 and score.veracity_at(score.pairs) == 0.0
    assert score.justification_at(0.4) == score.justification == pytest.approx(meteor("a b c d e", "a b c d e"))
    assert score.justification_at(0.5) == 0.0


# --- the report ---------------------------------------------------------------------------------------------------------------------


def test_the_report_of_all_claims_and_by_type(tmp_path: Path, gold: list[Verification]) -> None:
    rows = four_claims()
    rows[3]["label"] = "Supported"
    rows[2]["questions"] = []
    report = averitec_report(gold_claims(gold, range(4)), predicted(tmp_path, gold, rows), resamples=50)
    assert report["claims"] == {"all": 4, "Event/Property Claim": 4, "Numerical Claim": 1}
    overall = report["groups"]["all"]
    assert overall["accuracy"]["value"] == 0.75 and overall["veracity@0.25"]["value"] == 0.5 and overall["questions"]["value"] == 1.0
    assert overall["accuracy"]["low"] <= 0.75 <= overall["accuracy"]["high"]
    verdicts = report["verdicts"]["all"]
    assert verdicts["labels"]["Supported"]["precision"] == 0.5 and verdicts["labels"]["Refuted"]["f1"] == 1.0
    assert verdicts["macro_f1"] == pytest.approx((1 + 2 / 3 + 1 + 0) / 4)
    assert report["confusion"]["Conflicting Evidence/Cherrypicking"]["Supported"] == 1
    assert report["groups"]["Numerical Claim"]["accuracy"]["value"] == 0.0
    assert [score["claim"] for score in report["scores"]] == [0, 1, 2, 3] and report["scores"][2]["pairs"] == 0.0


def test_the_order_of_claims_changes_nothing(tmp_path: Path, gold: list[Verification]) -> None:
    scored = list(zip(gold_claims(gold, range(4)), predicted(tmp_path, gold, four_claims()), strict=True))
    reports = [averitec_report(*zip(*order, strict=True), resamples=50) for order in (scored, scored[::-1])]
    assert reports[0]["groups"] == reports[1]["groups"] and reports[0]["verdicts"] == reports[1]["verdicts"]


# --- predictions --------------------------------------------------------------------------------------------------------------------


def test_the_shared_tasks_shape_in_any_order_and_texts_instead_of_questions(tmp_path: Path, gold: list[Verification]) -> None:
    shared = [
        {"claim_id": number, "claim": row["claim"], "pred_label": row["label"], "evidence": [{"question": "Q?", "answer": "A", "url": "u"}]}
        for number, row in enumerate(four_claims())
    ]
    first, *_ = predicted(tmp_path, gold, shared[::-1])
    assert first.label == "Refuted" and first.evidence.questions == ("Q?",) and first.evidence.pairs == ("Q? A",)
    texts = write_rows(tmp_path / "p.jsonl", *({"label": "Supported", "string_evidence": ["One.", "Two."]} for _ in gold))
    prediction = read_predictions(texts, gold, range(4))[3]
    assert prediction.evidence.questions == prediction.evidence.pairs == ("One.", "Two.") and prediction.justification == ""


def test_rows_of_the_complete_gold_can_be_scored_in_part(tmp_path: Path, gold: list[Verification]) -> None:
    path = write_claims(tmp_path / "p.json", four_claims())
    assert [prediction.label for prediction in read_predictions(path, gold, (3,))] == ["Conflicting Evidence/Cherrypicking"]
    alone = write_claims(tmp_path / "one.json", four_claims()[3:])
    assert read_predictions(alone, gold, (3,)) == read_predictions(path, gold, (3,))


def test_our_own_verification_is_a_prediction(tmp_path: Path, gold: list[Verification]) -> None:
    assert [prediction_of(verification) for verification in gold] == predicted(tmp_path, gold, four_claims())
    assert prediction_of(unverified(gold[0])).label == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows[:3], "3 rows and the gold 4"),
        (lambda rows: [rows[1], *rows[1:]], "another claim than the gold's claim 1"),
        (lambda rows: [{"label": "Refuted", "questions": "Why?"}, *rows[1:]], "no list of rows"),
        (lambda rows: [row | {"claim_id": 0} for row in rows], "“0” stands twice"),
        (lambda rows: [row | {"claim_id": 4 + index} for index, row in enumerate(rows)], "the gold has 4 claims"),
        (lambda rows: [row | {"claim_id": index} for index, row in enumerate(rows[:3])], "no row for the id “3”"),
    ],
)
def test_bad_predictions_are_refused(tmp_path: Path, gold: list[Verification], change: Callable[..., Any], words: str) -> None:
    assert words in refusal(lambda: predicted(tmp_path, gold, change(four_claims())))


def test_a_gold_claim_without_a_label_is_refused(tmp_path: Path) -> None:
    rows = four_claims()
    rows[1]["label"] = "Half so"
    assert "Claim 2" in refusal(lambda: read_gold(write_claims(tmp_path / "g.json", rows)))


def test_a_part_of_the_gold(gold: list[Verification]) -> None:
    assert of_part(gold, "") == (0, 1, 2, 3) and of_part(gold, "test") == (0,) and of_part(gold, "train") == (1, 2)
    assert "part “choice”" in refusal(lambda: of_part(gold[:1], "choice"))


# --- files for verify ---------------------------------------------------------------------------------------------------------------


def test_input_claims_do_not_reveal_the_verdict(gold: list[Verification]) -> None:
    alone, with_answers = unverified(gold[0]), with_evidence(gold[0])
    assert alone.questions == () and alone.claim.made == date(2020, 5, 4)
    assert [question.text for question in with_answers.questions] == [question.text for question in gold[0].questions]
    for verification in (alone, with_answers):
        assert (verification.label, verification.justification, verification.claim.strategies) == (None, "", ())
    assert alone.claim.types == () and with_answers.claim.types == gold[0].claim.types
    assert gold[0].label is Veracity.REFUTED


def test_the_pool_has_every_answer_once_dated_the_day_before_its_claim(tmp_path: Path) -> None:
    rows = [*four_claims(), claim("Later.", "Supported", question("And then?", "Heavy rain fell in Tarn."), claim_date="1-6-2020")]
    rows.append(claim("Some day.", "Supported", question("When?", "Nobody knows.", " ")))
    pool = pool_documents(read_gold(write_claims(tmp_path / "g.json", rows)))
    days = {document.text: document.published for document in pool}
    assert days == {
        "No": date(2020, 5, 3),
        "The bridge of Tarn was closed in March.": date(2020, 5, 3),
        "Heavy rain fell in Tarn.": date(2020, 4, 30),  # the earlier of two days
        "The council counted 900 ducks.": date(2020, 5, 2),
        "The club counted 90 ducks.": date(2020, 5, 2),
        "Nobody knows.": None,
    }
    assert len({document.id for document in pool}) == len(pool)
    questions = {row["questions"][0]["question"] for row in rows}
    assert not any(text in json.dumps([document_row(document) for document in pool]) for text in questions)
    assert document_row(pool[0]) == {
        "id": "averitec-0-0-0",
        "text": "No",
        "url": "https://a.example",
        "medium": "Web text",
        "published": "2020-05-03",
        "language": "en",
    }
