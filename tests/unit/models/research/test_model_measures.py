"""Measures of stance, check-worthiness and retrieval: against independent implementations, and small cases worked by hand."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import ir_measures
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn import metrics as independent

from app.domain.progress import CancelToken, no_progress
from app.errors import InputError
from app.services.pair_stance import LABELS, PairStance, judge_pairs
from models.research.checkworthy import checkworthy_report, read_checkworthy_gold, read_checkworthy_predictions
from models.research.classification import (
    accuracy,
    area_under_curve,
    average_precision_of_scores,
    best_threshold,
    brier_score,
    calibration_error,
    confusion,
    label_score,
    macro_f1,
)
from models.research.retrieval import Retrieved, check_queries, measure_names, query_scores, retrieval_report
from models.research.retrieval_files import read_qrels, read_results
from models.research.stance import (
    StanceRow,
    held_back,
    polarity_accuracy,
    read_stance_gold,
    read_stance_predictions,
    stance_report,
)
from tests.fakes.command_line import write_rows
from tests.fakes.engine import NegationStanceScorer

SOME = settings(max_examples=40, deadline=None)
BINARY = st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5001, 0.9, 1.0]), st.booleans()), min_size=1, max_size=40)
LABELLED = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=40)


# --- classification, against scikit-learn -----------------------------------------------------------------------------------------


@SOME
@given(LABELLED)
def test_label_measures_are_those_of_scikit_learn(rows: list[tuple[str, str]]) -> None:
    gold, predicted = [gold_label for gold_label, _ in rows], [predicted_label for _, predicted_label in rows]
    theirs = independent.precision_recall_fscore_support(gold, predicted, labels=list(LABELS), zero_division=0)
    for index, label in enumerate(LABELS):
        ours = label_score(gold, predicted, label)
        assert (ours.precision, ours.recall, ours.f1, ours.rows) == pytest.approx(tuple(column[index] for column in theirs))
    assert accuracy(gold, predicted) == pytest.approx(independent.accuracy_score(gold, predicted))
    assert macro_f1(gold, predicted) == pytest.approx(independent.f1_score(gold, predicted, average="macro", zero_division=0))
    table = independent.confusion_matrix(gold, predicted, labels=list(LABELS))
    counts = confusion(gold, predicted)
    assert all(
        counts[gold_label][predicted_label] == table[LABELS.index(gold_label), LABELS.index(predicted_label)]
        for gold_label in counts
        for predicted_label in counts[gold_label]
    )
    assert sum(sum(row.values()) for row in counts.values()) == len(rows)


@SOME
@given(BINARY)
def test_ranking_measures_are_those_of_scikit_learn(rows: list[tuple[float, bool]]) -> None:
    scores, labels = [score for score, _ in rows], [label for _, label in rows]
    assume(any(labels))
    assert average_precision_of_scores(scores, labels) == pytest.approx(independent.average_precision_score(labels, scores))
    if not all(labels):
        assert area_under_curve(scores, labels) == pytest.approx(independent.roc_auc_score(labels, scores))
    threshold, f1 = best_threshold(scores, labels)
    f1_scores = [independent.f1_score(labels, [score >= level for score in scores], zero_division=0) for level in set(scores)]
    assert f1 == pytest.approx(max(f1_scores))
    assert independent.f1_score(labels, [score >= threshold for score in scores]) == pytest.approx(f1)


def test_undefined_measures() -> None:
    assert area_under_curve([0.2, 0.4], [True, True]) is None and area_under_curve([], []) is None
    assert average_precision_of_scores([0.2], [False]) == 0.0 and best_threshold([0.2], [False]) == (0.0, 0.0)
    assert accuracy([], []) == macro_f1([], []) == calibration_error([], []) == 0.0
    assert brier_score(np.zeros((0, 3), np.float32), []) == 0.0


def test_brier_score_worked_by_hand() -> None:
    scores = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]], np.float32)
    assert brier_score(scores, [0, 0]) == pytest.approx((0 + 0.5) / 2)
    assert brier_score(scores, [1, 2]) == pytest.approx((2 + 1.5) / 2)
    yes_no = np.array([[0.7, 0.3], [0.2, 0.8], [0.9, 0.1]], np.float32)
    theirs = independent.brier_score_loss([0, 1, 1], yes_no[:, 1])
    assert brier_score(yes_no, [0, 1, 1]) == pytest.approx(2 * theirs)  # over both labels, so twice the binary one


def test_calibration_error_worked_by_hand() -> None:
    # Bins (.4, .5] with two rows, (.9, 1] with one: |1/2 - .45| * 2/3 + |0 - 1| * 1/3.
    assert calibration_error([0.41, 0.49, 1.0], [True, False, False]) == pytest.approx(0.05 * 2 / 3 + 1 / 3)
    assert calibration_error([0.5] * 4, [True, False, True, False]) == pytest.approx(0.0)
    assert calibration_error([0.0], [False]) == 0.0


# --- stance -----------------------------------------------------------------------------------------------------------------------


def row(label: str, *, source: str = "", pair: str = "", category: str = "", premise: str = "The lake holds nine fish.") -> StanceRow:
    return StanceRow(premise=premise, hypothesis="It does.", label=label, source=source, pair=pair, category=category)


def judgement(label: str, sure: float = 1.0, *, abstain: bool = False) -> PairStance:
    """Return a judgement with this most probable label; the other labels share the remainder equally."""
    values = [sure if name == label else (1 - sure) / 2 for name in LABELS]
    return PairStance((values[0], values[1], values[2]), abstain=abstain)


def test_three_way_report_worked_by_hand() -> None:
    rows = [row("support", pair="a"), row("refute", pair="a"), row("neutral", pair="b"), row("refute", category="roles")]
    report = stance_report(
        rows, [judgement("support"), judgement("refute", 0.6), judgement("neutral"), judgement("support", 0.4, abstain=True)]
    )
    three_way = report["three_way"]
    assert report["rows"] == three_way["rows"] == 4 and report["two_way"] is None
    assert three_way["accuracy"] == 0.75 and three_way["coverage"] == 0.75 and three_way["answered_accuracy"] == 1.0
    assert three_way["labels"]["refute"] == {"precision": 1.0, "recall": 0.5, "f1": pytest.approx(2 / 3), "rows": 2}
    assert three_way["macro_f1"] == pytest.approx((2 / 3 + 2 / 3 + 1) / 3)
    assert three_way["confusion"]["refute"] == {"support": 1, "refute": 1, "neutral": 0}
    assert three_way["brier"] == pytest.approx((0 + (0.16 + 2 * 0.04) + 0 + (0.16 + 0.49 + 0.09)) / 4)
    assert three_way["ece"] == pytest.approx((abs(0.4) + abs(0.4)) / 4)
    assert report["pairs_all_right"] == 1.0 and list(report["by_category"]) == ["roles"]
    assert report["by_category"]["roles"]["accuracy"] == 0.0


def test_two_label_sources_are_scored_two_way() -> None:
    rows = [
        row("support", source="fever"),
        row("not_support", source="fever"),
        row("not_support", source="fever"),
        row("refute", source="nli"),
    ]
    report = stance_report(rows, [judgement("neutral"), judgement("refute"), judgement("support"), judgement("neutral")])
    assert report["two_way"]["rows"] == 3 and report["two_way"]["accuracy"] == pytest.approx(1 / 3)
    assert report["two_way"]["confusion"]["support"] == {"support": 0, "not_support": 1}
    assert report["three_way"]["rows"] == 1 and report["three_way"]["accuracy"] == 0.0
    assert set(report["by_source"]) == {"fever (two-way)", "nli"} and report["pairs_all_right"] is None


def test_no_answers_have_no_answered_accuracy() -> None:
    report = stance_report([row("support")], [judgement("support", abstain=True)])
    assert report["three_way"]["coverage"] == report["three_way"]["answered_accuracy"] == 0.0 and report["three_way"]["accuracy"] == 1.0


def test_held_back_rows_depend_on_the_premise_only() -> None:
    rows = [row("support", premise=f"premise {number}") for number in range(400)]
    held_back_rows = [entry for entry in rows if held_back(entry)]
    assert 20 <= len(held_back_rows) <= 60
    assert all(zlib.crc32(entry.premise.encode()) % 10 == 0 for entry in held_back_rows)
    assert {held_back(row(label, premise=held_back_rows[0].premise)) for label in LABELS} == {True}


def test_polarity_accuracy_uses_the_most_probable_label() -> None:
    rows = [
        StanceRow(premise="The lake holds fish.", hypothesis="The lake holds fish.", label="support"),
        StanceRow(premise="The lake holds fish.", hypothesis="The lake never holds fish.", label="refute"),
        StanceRow(premise="The lake holds fish.", hypothesis="Good evening to you.", label="support"),
    ]
    assert polarity_accuracy(NegationStanceScorer(), rows) == pytest.approx(2 / 3)


def test_pairs_are_judged_in_order_with_abstention() -> None:
    pairs = [("The lake holds fish.", "The lake holds fish."), ("The lake holds fish.", "Lake fish are what we like to eat at home.")]
    sure, unsure = judge_pairs(pairs, scorer=NegationStanceScorer(), progress=no_progress, cancel=CancelToken())
    assert sure.label == "support" and not sure.abstain and unsure.label == "neutral"
    foreign = ("El puente de la ciudad fue cerrado en el año 1999.", "El puente de la ciudad fue cerrado en el año 1999.")
    (unread,) = judge_pairs([foreign], scorer=NegationStanceScorer(), progress=no_progress, cancel=CancelToken())
    assert unread.abstain and unread.label == "support"


# --- check-worthiness -------------------------------------------------------------------------------------------------------------


def test_checkworthy_report_worked_by_hand(tmp_path: Path) -> None:
    rows = [{"id": number, "text": "x", "label": label} for number, label in enumerate([1, 1, 0, 0])]
    gold = read_checkworthy_gold(write_rows(tmp_path / "g.jsonl", *rows))
    report = checkworthy_report(gold, [0.9, 0.4, 0.5, 0.1])
    assert report["yes"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "rows": 2} and report["accuracy"] == 0.5
    assert report["average_precision"] == pytest.approx((1 + 2 / 3) / 2)
    assert report["best_threshold_on_these_rows"] == {"threshold": 0.4, "f1": pytest.approx(0.8)}


def test_checkthat_tables_keep_quoted_texts(tmp_path: Path) -> None:
    table = tmp_path / "dev.tsv"
    table.write_text('Sentence_id\tText\tclass_label\n26\t"He said ""no"" twice."\tNo\n80\tWe paid.\tYes\n', encoding="utf-8")
    gold = read_checkworthy_gold(table)
    assert [(sentence.id, sentence.text, sentence.checkworthy) for sentence in gold] == [
        ("26", 'He said "no" twice.', False),
        ("80", "We paid.", True),
    ]
    by_id = write_rows(tmp_path / "p.jsonl", {"qid": "80", "checkworthiness": 0.8}, {"qid": 26, "checkworthiness": 0.1})
    assert read_checkworthy_predictions(by_id, gold) == [0.1, 0.8]
    by_order = write_rows(tmp_path / "o.jsonl", {"checkworthiness": 0.8}, {"checkworthiness": 0.1})
    assert read_checkworthy_predictions(by_order, gold) == [0.8, 0.1]


# --- retrieval, against ir_measures -----------------------------------------------------------------------------------------------


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[str], set[str]]:
    items = [f"d{number}" for number in draw(st.permutations(range(draw(st.integers(1, 15)))))]
    missed = draw(st.sampled_from([set(), {"absent"}]))
    return items, draw(st.sets(st.sampled_from(items), min_size=1)) | missed


@SOME
@given(rankings())
def test_query_scores_are_those_of_ir_measures(case: tuple[list[str], set[str]]) -> None:
    items, relevant = case
    run = [ir_measures.ScoredDoc("q", item, float(-rank)) for rank, item in enumerate(items)]
    qrels = [ir_measures.Qrel("q", item, 1) for item in relevant]
    measures = {f"map@{k}": ir_measures.AP @ k for k in (1, 3, 5, 10)} | {"mrr": ir_measures.RR}
    measures |= {f"p@{k}": ir_measures.P @ k for k in (1, 3, 5, 10)} | {f"hit@{k}": ir_measures.Success @ k for k in (1, 3, 5, 10)}
    theirs = ir_measures.calc_aggregate(list(measures.values()), qrels, run)
    ours = query_scores([frozenset((item,)) for item in items], frozenset(relevant))
    assert set(ours) == set(measures) == set(measure_names())
    assert ours == pytest.approx({name: theirs[measure] for name, measure in measures.items()})


def test_relevant_ids_shown_as_one_item_count_once() -> None:
    items = [frozenset({"other"}), frozenset({"a", "a-twin"})]
    scores = query_scores(items, frozenset({"a", "a-twin"}))
    assert (scores["map@3"], scores["mrr"], scores["hit@1"], scores["p@3"]) == pytest.approx((0.5, 0.5, 0.0, 1 / 3))
    assert query_scores(items, frozenset({"a", "gone"}))["map@3"] == pytest.approx(0.25)
    assert query_scores([], frozenset({"a"}))["mrr"] == 0.0


def retrieved(*items: str, outcome: str = "", probability: float | None = None) -> Retrieved:
    return Retrieved(items=tuple(frozenset((item,)) for item in items), outcome=outcome, probability=probability)


def test_retrieval_report_worked_by_hand() -> None:
    gold = {"1": frozenset({"a"}), "2": frozenset({"b"}), "3": frozenset[str]()}
    results = {
        "1": retrieved("a", "b", outcome="match", probability=0.9),
        "2": retrieved("a", "b", outcome="none", probability=0.2),
        "3": retrieved("c", outcome="none", probability=0.3),
        "4": retrieved("d"),
    }
    report = retrieval_report(results, gold)
    assert (report["queries"], report["queries_without_gold"], report["not_scored"]) == (2, 1, 1)
    assert (report["map@1"], report["map@5"], report["mrr"], report["hit@3"]) == (0.5, 0.75, 0.75, 1.0)
    assert report["outcomes"] == {"with_gold": {"match": 1, "none": 1}, "without_gold": {"none": 1}}
    assert report["outcome_auc"] == 0.5
    bare = retrieval_report({key: retrieved("a") for key in gold}, gold)
    assert bare["outcomes"] is None and bare["outcome_auc"] is None


# --- files ------------------------------------------------------------------------------------------------------------------------

PAIR = {"premise": "a", "hypothesis": "b", "label": "support"}
STANCE = {"support": 0.2, "refute": 0.3, "neutral": 0.5}


def test_stance_predictions_by_id_or_by_order(tmp_path: Path) -> None:
    gold = read_stance_gold(write_rows(tmp_path / "g.jsonl", PAIR | {"id": 1}, PAIR | {"id": "2"}))
    other = STANCE | {"refute": 0.6, "neutral": 0.2, "abstain": True}
    by_id = read_stance_predictions(write_rows(tmp_path / "p.jsonl", other | {"id": "2"}, STANCE | {"id": "1"}), gold)
    assert [prediction.label for prediction in by_id] == ["neutral", "refute"] and [prediction.abstain for prediction in by_id] == [
        False,
        True,
    ]
    by_order = read_stance_predictions(write_rows(tmp_path / "o.jsonl", other, STANCE), gold)
    assert [prediction.label for prediction in by_order] == ["refute", "neutral"]


def test_qrels_in_every_form(tmp_path: Path) -> None:
    expected = {"1": {"a", "b"}, "2": set()}
    long = write_rows(tmp_path / "l.jsonl", {"qid": 1, "vclaim_id": "a"}, {"qid": "1", "vclaim_id": "b"}, {"qid": "2", "vclaim_id": None})
    short = write_rows(tmp_path / "s.jsonl", {"qid": "1", "ids": ["a", "b"], "text": "x"}, {"qid": "2", "ids": []})
    trec = write_rows(tmp_path / "t.qrels", "1\t0\ta\t1", "1 0 b 2", "", "2\t0\tc\t0")
    assert read_qrels(long) == read_qrels(short) == read_qrels(trec) == expected


def test_results_as_match_writes_them_or_as_a_run(tmp_path: Path) -> None:
    rows = write_rows(
        tmp_path / "m.jsonl",
        {"qid": 7, "outcome": "match", "probability": 0.5, "matches": [{"id": "a", "same_as": ["b"], "claim": "x"}, {"id": "c"}]},
    )
    assert read_results(rows) == {
        "7": Retrieved(items=(frozenset({"a", "b"}), frozenset({"c"})), outcome="match", probability=0.5),
    }
    run = write_rows(tmp_path / "run.txt", "7 Q0 low 1 0.1 me", "7 Q0 c 2 1.5 me", "7\tQO\td\t3\t1.5\tme", "8 Q0 x 1 1e-3 me")
    assert read_results(run) == {"7": retrieved("d", "c", "low"), "8": retrieved("x")}


GOLD_FAULTS = [
    (read_stance_gold, [], "no row"),
    (read_stance_gold, [PAIR | {"label": "agree"}], "label “agree”"),
    (read_stance_gold, [{"premise": "a", "hypothesis": "b"}], "Row 1"),
    (read_stance_gold, [PAIR, "{oops"], "Row 2"),
    (read_stance_gold, [PAIR, b'{"premise": "\xff"}'], "Row 2"),
    (read_stance_gold, [PAIR | {"id": "x"}] * 2, "“x” stands twice"),
    (read_checkworthy_gold, [], "no row"),
    (read_checkworthy_gold, [{"id": 1, "text": "x", "label": 2}], "label “2”"),
    (read_checkworthy_gold, [{"id": 1, "text": "x", "label": 1}] * 2, "“1” stands twice"),
    (read_qrels, [], "no row"),
    (read_qrels, [{"qid": "1", "ids": []}], "No query"),
    (read_qrels, [{"qid": "1"}], "neither vclaim_id nor ids"),
    (read_qrels, ["1 0 a"], "qid 0 docno relevance"),
    (read_qrels, ["1 0 a yes"], "relevance"),
    (read_results, [], "no row"),
    (read_results, [{"qid": "1", "matches": []}] * 2, "“1” stands twice"),
    (read_results, [{"qid": "1"}], "Row 1"),
    (read_results, ["1 Q0 a 1 nan me"], "no row of a run"),
    (read_results, ["1 Q7 a 1 0.5 me"], "no row of a run"),
    (read_results, ["1 Q0 a 1 0.5 me", "1 Q0 a 2 0.4 me"], "again"),
]


@pytest.mark.parametrize(("read", "rows", "words"), GOLD_FAULTS)
def test_malformed_files_are_refused_in_one_sentence(tmp_path: Path, read, rows, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError) as caught:
        read(write_rows(tmp_path / "f.jsonl", *rows))
    assert words in caught.value.message and "\n" not in str(caught.value) and caught.value.hint


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([STANCE], "1 rows and the gold 2"),
        ([STANCE | {"id": "a"}, STANCE | {"id": "z"}], "“z”, which is not in the gold"),
        ([STANCE | {"id": "a"}], "no row for the id “b”"),
        ([STANCE | {"id": "a"}, STANCE | {"id": "a"}], "stands twice"),
        ([STANCE, STANCE | {"support": 0.9}], "row 2"),
        ([STANCE, {"support": 1.5, "refute": -0.5, "neutral": 0.0}], "row 2"),
        ([STANCE, {"support": 1.0}], "Row 2"),
    ],
)
def test_stance_predictions_that_do_not_fit_are_refused(tmp_path: Path, rows: list[object], words: str) -> None:
    gold = read_stance_gold(write_rows(tmp_path / "g.jsonl", PAIR | {"id": "a"}, PAIR | {"id": "b"}))
    with pytest.raises(InputError) as caught:
        read_stance_predictions(write_rows(tmp_path / "p.jsonl", *rows), gold)
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"checkworthiness": 0.5}], "1 rows and the gold 2"),
        ([{"qid": 1, "checkworthiness": 0.5}, {"qid": 3, "checkworthiness": 0.5}], "“3”, which is not in the gold"),
        ([{"qid": 1, "checkworthiness": 0.5}, {"qid": 2, "checkworthiness": 1.5}], "row 2"),
        ([{"qid": 1, "score": 0.5}], "Row 1"),
    ],
)
def test_checkworthiness_predictions_that_do_not_fit_are_refused(tmp_path: Path, rows: list[object], words: str) -> None:
    gold = read_checkworthy_gold(write_rows(tmp_path / "g.jsonl", *({"id": number, "text": "x", "label": 1} for number in (1, 2))))
    with pytest.raises(InputError) as caught:
        read_checkworthy_predictions(write_rows(tmp_path / "p.jsonl", *rows), gold)
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("text", "words"), [("a\tb\n1\t2\n", "no column"), ("Sentence_id\tText\tclass_label\n1\tx\tmaybe\n", "maybe"), ("", "no row")]
)
def test_tables_that_are_not_from_checkthat_are_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "t.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_checkworthy_gold(tmp_path / "t.tsv")
    assert words in caught.value.message


def test_results_that_lack_a_query_of_the_gold_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="“b” of the gold"):
        check_queries({"a": retrieved("x")}, {"a": frozenset({"x"}), "b": frozenset({"y"})}, tmp_path / "p.jsonl")


def test_the_report_is_json() -> None:
    report = stance_report([row("support", source="s", category="c", pair="p")], [judgement("support")])
    assert json.loads(json.dumps(report)) == report
