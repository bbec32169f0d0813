"""View models of the library pages, without widgets: publisher choice, form, charts, ratings, quoting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.factcheck import FactCheck
from app.domain.importing import LibraryStatistics
from app.domain.overview import PublisherSummary, RatingUse
from app.domain.verdict import Verdict
from app.gui.model import statistics as charts
from app.gui.model.factcheck_form import changes, problems, values_of
from app.gui.model.labels import inert, shortened, tip
from app.gui.model.library_changes import question
from app.gui.model.publishers import PublisherChoice, with_named
from app.gui.model.ratings import publishers, read_by

NAMES = ("A", "B", "C")


def matched_names(choice: PublisherChoice) -> list[str]:
    return [name for name in NAMES if choice.matched(name)]


def test_publishers_are_blocked_whatever_the_case() -> None:
    choice = PublisherChoice(exclude=("Daily Post",))
    assert not choice.matched("daily post ") and choice.matched("Daily")
    assert choice.with_matched("DAILY POST", True) == PublisherChoice()


def test_switching_the_way_matches_the_same() -> None:
    blocked = PublisherChoice().with_matched("B", False)
    some = blocked.switched(NAMES, only_some=True)
    assert some.include == ("A", "C") and matched_names(some) == matched_names(blocked) == ["A", "C"]
    assert some.switched(NAMES, only_some=False) == blocked
    assert matched_names(some.with_matched("B", True)) == ["A", "B", "C"]


def test_removing_the_last_allowed_publisher_does_not_allow_all() -> None:
    choice = PublisherChoice(include=("A",)).with_matched("A", False)
    assert matched_names(choice) == [] and choice.only_some
    assert matched_names(choice.with_matched("B", True)) == ["B"]


def test_allowing_only_some_with_all_excluded_allows_the_first_publisher() -> None:
    assert PublisherChoice(exclude=NAMES).switched(NAMES, only_some=True).include == ("A",)


def test_named_publishers_are_never_hidden() -> None:
    rows = with_named((PublisherSummary(name="a", factchecks=2),), PublisherChoice(include=("A", "X"), exclude=("X", "Y")))
    assert [(row.name, row.factchecks) for row in rows] == [("a", 2), ("X", 0), ("Y", 0)]


def test_a_form_tells_a_derived_verdict_from_a_chosen_one() -> None:
    check = FactCheck(id="a", claim="c", rating="False", verdict=Verdict.FALSE, rating_rule="generic:false")
    assert values_of(check)["verdict"] == ""
    assert values_of(FactCheck(id="a", claim="c", verdict=Verdict.TRUE))["verdict"] == "TRUE"
    by_hand = FactCheck(id="a", claim="c", rating="False", verdict=Verdict.SATIRE, rating_rule="by hand")
    before = values_of(by_hand)
    assert before["verdict"] == "SATIRE" and changes(before, {**before, "verdict": ""}) == {"verdict": ""}


def test_an_unusual_stored_value_does_not_block_other_changes() -> None:
    before = values_of(FactCheck(id="a", claim="c", url="not a link", language="klingon"))
    assert problems(before, {**before, "note": " seen "}) == {} and changes(before, {**before, "note": " seen "}) == {"note": "seen"}
    assert set(problems(before, {**before, "url": "other"})) == {"url"}


@pytest.mark.parametrize("value", ["2021-02-29", "2021-W01-1", "0000-01-01", "soon"])
def test_impossible_days(value: str) -> None:
    before = values_of(None)
    assert set(problems(before, {**before, "claim": "c", "published": value})) == {"published"}


def test_years_have_no_gaps_and_name_hidden_ones() -> None:
    numbers = LibraryStatistics(
        path="p", factchecks=9, groups=9, generation="g", index_kind="exact", encoder="e", size_bytes=1,
        years=(("2020", 4), ("2018", 2), ("1900", 1), ("", 2)),
    )  # fmt: skip
    chart = charts.years(numbers)
    assert [(bar.name, bar.total) for bar in chart.bars[-3:]] == [("2018", 2), ("2019", 0), ("2020", 4)]
    assert chart.title == "By year of publication (1 before 1961; 2 without a date)" and chart.summary.endswith(": 2018 2, 2020 4")


def test_fact_checks_added_in_another_precision_are_named() -> None:
    statistics = LibraryStatistics(path="p", factchecks=9, groups=9, generation="g", index_kind="exact", encoder="e", size_bytes=1)
    assert charts.facts(statistics)[-1] == ""
    mixed = replace(statistics, other_encoders=(("e:float32", 2), ("e:float16", 1)))
    assert charts.facts(mixed)[-1].startswith("3 fact-checks were added on a computer whose numbers differ slightly.")


def test_a_chart_describes_the_bars_that_it_sums_up() -> None:
    statistics = LibraryStatistics(
        path="p", factchecks=9, groups=9, generation="g", index_kind="exact", encoder="e", size_bytes=1,
        publishers=tuple((f"P{n}", 1) for n in range(15)),
    )  # fmt: skip
    chart = charts.publishers(statistics)
    assert len(chart.bars) == 13 and chart.bars[-1].name == "3 others" and "P14 1" in chart.summary


def test_rules_in_words() -> None:
    descriptions = [read_by(rule) for rule in ("none", "by hand", "generic:false", "user:false", "politifact:true", "")]
    assert descriptions == ["No rule", "Set by hand", "Built-in rule", "Your own rule", "Built-in rule for politifact", "No rule"]
    use = RatingUse(rating="r", publishers=("", "B", "C"), factchecks=3, verdict=Verdict.TRUE, rule="none")
    assert publishers(use) == "Publisher not known and 2 others"


def test_the_question_names_a_few_and_counts_the_rest() -> None:
    heading, explanation = question([FactCheck(id=str(n), claim=f"Claim {n} " + "x" * 200) for n in range(11)])
    assert heading == "Delete these 11 fact-checks?" and "… and 3 more" in explanation and max(map(len, explanation.splitlines())) < 100


def test_texts_from_outside_are_made_inert() -> None:
    assert inert("a\u202eb\u202c\x07\nc\td") == "ab\nc\td" and inert("क्षि <b>") == "क्षि <b>"
    assert tip("<b>\u202ex") == "‹b>x" and shortened("word " * 40, 20) == "word word word word…"
