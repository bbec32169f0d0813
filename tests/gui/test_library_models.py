"""What the pages of the library show, without widgets: the choice of publishers, the form, charts, ratings, quoting."""

from __future__ import annotations

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


def matched(choice: PublisherChoice) -> list[str]:
    return [name for name in NAMES if choice.matched(name)]


def test_publishers_are_blocked_whatever_the_case() -> None:
    choice = PublisherChoice(exclude=("Daily Post",))
    assert not choice.matched("daily post ") and choice.matched("Daily")
    assert choice.with_matched("DAILY POST", True) == PublisherChoice()


def test_switching_the_way_matches_the_same() -> None:
    blocked = PublisherChoice().with_matched("B", False)
    some = blocked.switched(NAMES, only_some=True)
    assert some.include == ("A", "C") and matched(some) == matched(blocked) == ["A", "C"]
    assert some.switched(NAMES, only_some=False) == blocked
    assert matched(some.with_matched("B", True)) == ["A", "B", "C"]


def test_the_last_allowed_publisher_taken_out_does_not_admit_all() -> None:
    one = PublisherChoice(include=("A",)).with_matched("A", False)
    assert matched(one) == [] and one.only_some
    assert matched(one.with_matched("B", True)) == ["B"]


def test_nobody_matched_allows_the_first_when_switched() -> None:
    assert PublisherChoice(exclude=NAMES).switched(NAMES, only_some=True).include == ("A",)


def test_named_publishers_are_never_hidden() -> None:
    rows = with_named((PublisherSummary(name="a", factchecks=2),), PublisherChoice(include=("A", "X"), exclude=("X", "Y")))
    assert [(each.name, each.factchecks) for each in rows] == [("a", 2), ("X", 0), ("Y", 0)]


def test_a_form_tells_a_verdict_that_follows_from_one_that_was_chosen() -> None:
    check = FactCheck(id="a", claim="c", rating="False", verdict=Verdict.FALSE, rating_rule="generic:false")
    assert values_of(check)["verdict"] == ""
    assert values_of(FactCheck(id="a", claim="c", verdict=Verdict.TRUE))["verdict"] == "TRUE"
    by_hand = FactCheck(id="a", claim="c", rating="False", verdict=Verdict.SATIRE, rating_rule="by hand")
    before = values_of(by_hand)
    assert before["verdict"] == "SATIRE" and changes(before, {**before, "verdict": ""}) == {"verdict": ""}


def test_a_strange_value_that_was_there_before_does_not_stop_a_change_elsewhere() -> None:
    before = values_of(FactCheck(id="a", claim="c", url="not a link", language="klingon"))
    assert problems(before, {**before, "note": " seen "}) == {} and changes(before, {**before, "note": " seen "}) == {"note": "seen"}
    assert set(problems(before, {**before, "url": "other"})) == {"url"}


@pytest.mark.parametrize("value", ["2021-02-29", "20210228", "2021-2-3", "2021-W01-1", "٢٠٢١-٠٢-٠٣", "0000-01-01"])
def test_impossible_days(value: str) -> None:
    before = values_of(None)
    assert set(problems(before, {**before, "claim": "c", "published": value})) == {"published"}


def test_years_have_no_gaps_and_say_what_is_not_shown() -> None:
    numbers = LibraryStatistics(
        path="p", factchecks=9, groups=9, generation="g", index_kind="exact", encoder="e", size_bytes=1,
        years=(("2020", 4), ("2018", 2), ("1900", 1), ("", 2)),
    )  # fmt: skip
    chart = charts.years(numbers)
    assert [(bar.name, bar.total) for bar in chart.bars[-3:]] == [("2018", 2), ("2019", 0), ("2020", 4)]
    assert chart.title == "By year of publication (1 before 1961; 2 without a date)" and chart.summary.endswith(": 2018 2, 2020 4")


def test_what_a_chart_sums_up_is_still_said() -> None:
    many = LibraryStatistics(
        path="p", factchecks=9, groups=9, generation="g", index_kind="exact", encoder="e", size_bytes=1,
        publishers=tuple((f"P{n}", 1) for n in range(15)),
    )  # fmt: skip
    chart = charts.publishers(many)
    assert len(chart.bars) == 13 and chart.bars[-1].name == "3 others" and "P14 1" in chart.summary


def test_rules_in_words() -> None:
    said = [read_by(rule) for rule in ("none", "by hand", "generic:false", "user:false", "politifact:true", "")]
    assert said == ["No rule", "Set by hand", "Built-in rule", "Your own rule", "Built-in rule for politifact", "No rule"]
    use = RatingUse(rating="r", publishers=("", "B", "C"), factchecks=3, verdict=Verdict.TRUE, rule="none")
    assert publishers(use) == "Publisher not known and 2 others"


def test_the_question_names_a_few_and_counts_the_rest() -> None:
    asked, told = question([FactCheck(id=str(n), claim=f"Claim {n} " + "x" * 200) for n in range(11)])
    assert asked == "Delete these 11 fact-checks?" and "… and 3 more" in told and max(map(len, told.splitlines())) < 100


def test_texts_from_outside_are_made_inert() -> None:
    assert inert("a\u202eb\u202c\x07\nc\td") == "ab\nc\td" and inert("क्षि <b>") == "क्षि <b>"
    assert tip("<b>\u202ex") == "‹b>x" and shortened("word " * 40, 20) == "word word word word…"
