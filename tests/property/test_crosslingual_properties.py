"""Graded measures equal an independent implementation, also with merged duplicates; languages are scored separately."""

from __future__ import annotations

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.research.crosslingual.gold import GoldDocument, GradedGold
from models.research.crosslingual.measures import query_measures
from models.research.crosslingual.report import crosslingual_report

_THEIRS = {
    "mrr": ir_measures.RR,
    "ndcg@1": ir_measures.nDCG @ 1,
    "ndcg@5": ir_measures.nDCG @ 5,
    "map@1": ir_measures.AP @ 1,
    "map@5": ir_measures.AP @ 5,
}


@st.composite
def judged(draw: st.DrawFn) -> tuple[list[str], dict[str, int]]:
    """Draw a ranking of some documents, and grades of some, not all of them ranked."""
    names = [f"d{number}" for number in range(draw(st.integers(1, 14)))]
    ranking = draw(st.permutations(names))[: draw(st.integers(0, len(names)))]
    grades = draw(st.dictionaries(st.sampled_from(names), st.integers(0, 2), min_size=1))
    return list(ranking), grades


@settings(max_examples=120, deadline=None)
@given(judged())
def test_measures_are_those_of_ir_measures(case: tuple[list[str], dict[str, int]]) -> None:
    ranking, grades = case
    run = [ir_measures.ScoredDoc("q", name, float(-rank)) for rank, name in enumerate(ranking)]
    qrels = [ir_measures.Qrel("q", name, grade) for name, grade in grades.items()]
    measures = query_measures([frozenset({name}) for name in ranking], grades)
    if not run or not any(grades.values()):
        assert set(measures.values()) == {0.0}
        return
    theirs = ir_measures.calc_aggregate(list(_THEIRS.values()), qrels, run)
    assert measures == pytest.approx({name: theirs[measure] for name, measure in _THEIRS.items()})


@settings(max_examples=80, deadline=None)
@given(judged(), st.data())
def test_duplicates_shown_as_one_are_one(case: tuple[list[str], dict[str, int]], data: st.DataObject) -> None:
    """An item with two ids scores as if the worse id had never been judged."""
    ranking, grades = case
    if len(ranking) < 2:
        return
    first, other = data.draw(st.permutations(ranking))[:2]
    items = [frozenset({name, other}) if name == first else frozenset({name}) for name in ranking if name != other]
    best = max(grades.get(first, 0), grades.get(other, 0))
    alone = {name: grade for name, grade in grades.items() if name != other} | {first: best}
    plain = [frozenset({name}) for name in ranking if name != other]
    assert query_measures(items, grades) == pytest.approx(query_measures(plain, alone))


@settings(max_examples=60, deadline=None)
@given(st.lists(judged(), min_size=1, max_size=6), st.data())
def test_scores_by_language_equal_those_of_separate_gold(cases: list[tuple[list[str], dict[str, int]]], data: st.DataObject) -> None:
    names = {f"d{number}": data.draw(st.sampled_from(["en", "pt-BR", "pt", ""])) for number in range(14)}
    gold = GradedGold(documents={name: GoldDocument(language=language) for name, language in names.items()})
    rankings = {}
    for number, (ranking, grades) in enumerate(cases):
        gold.grades[str(number)], gold.languages[str(number)] = grades, data.draw(st.sampled_from(["en", "pt"]))
        rankings[str(number)] = [frozenset({name}) for name in ranking]
    report = crosslingual_report(rankings, gold, gold.document_language)
    for query in ("en", "pt"):
        measured = [
            query_measures(
                [item for item in rankings[qid] if _is(item, names, query)],
                {name: grade for name, grade in grades.items() if _code(names[name]) == query},
            )
            for qid, grades in gold.grades.items()
            if gold.languages[qid] == query and any(grade for name, grade in grades.items() if _code(names[name]) == query)
        ]
        part = report["pairs"].get(f"{query}-{query}")
        assert (part["queries"] if part else 0) == len(measured)
        if measured:
            assert part["ndcg@5"] == pytest.approx(sum(measures["ndcg@5"] for measures in measured) / len(measured))
    parts = {
        query: sum(part["queries"] for name, part in report["pairs"].items() if name.startswith(f"{query}-")) for query in ("en", "pt")
    }
    counts = [report[name]["queries"] if report[name] else 0 for name in ("monolingual", "crosslingual")]
    assert sum(counts) <= sum(parts.values())
    if not any(name.endswith("-und") for name in report["pairs"]):
        assert sum(counts) == sum(parts.values())


def _code(language: str) -> str:
    return language.partition("-")[0] or "und"


def _is(item: frozenset[str], names: dict[str, str], language: str) -> bool:
    return all(_code(names[name]) in (language, "und") for name in item)
