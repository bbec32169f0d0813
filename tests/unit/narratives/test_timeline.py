"""Counts over stories: timelines, shares, topics, flows, gaps, series; rulings, names, countries. Cases worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.domain.judgement import Judgement
from app.domain.narrative import ItemKind, Narrative, NarrativeItem, Ruling
from app.domain.repeat import Repeat
from app.domain.timeline import Facet, Flow, GapBin, Share, Step, TimelineRow
from app.domain.verdict import Verdict
from app.narratives.countries import country_lookup
from app.narratives.naming import content_words, name, term_counts, terms
from app.narratives.rulings import ruling
from app.narratives.series import count_series, rolling_mean
from app.narratives.spread import firsts, gaps, spread
from app.narratives.timeline import first_day, following, shares, timeline, topics


def check(identifier: str, day: str = "", **values: object) -> NarrativeItem:
    item = NarrativeItem(id=identifier, kind=ItemKind.FACTCHECK, text="The dam broke", day=date.fromisoformat(day) if day else None)
    return replace(item, **values)  # type: ignore[arg-type]


def post(identifier: str, day: str, **values: object) -> NarrativeItem:
    return replace(check(identifier, day, **values), kind=ItemKind.POST)


ITEMS = (
    check("a", "2021-03-01", language="pt", publisher="Lupa", country="BR"),
    check("b", "2021-03-07", language="pt", publisher="Polígrafo", country="PT"),
    check("c", "2021-03-08", language="es", publisher="Maldita"),
    check("d", "2021-05-31", publisher="Lupa"),
    check("e", language="es"),
    post("p", "2021-03-09", language="es", platform="x"),
)


def repeat(later: str, earlier: str, days: int, **values: object) -> Repeat:
    return replace(Repeat(later=later, earlier=earlier, similarity=0.9, probability=0.9, days=days), **values)  # type: ignore[arg-type]


def test_weeks_begin_on_monday_and_months_follow_each_other() -> None:
    assert first_day(date(2021, 3, 7), Step.WEEK) == date(2021, 3, 1) and first_day(date(2021, 3, 8), Step.WEEK) == date(2021, 3, 8)
    assert following(date(2021, 12, 1), Step.MONTH) == date(2022, 1, 1) and following(date(2021, 2, 28), Step.DAY) == date(2021, 3, 1)


def test_a_timeline_counts_by_bin_and_value_and_leaves_out_what_has_no_day() -> None:
    assert timeline(ITEMS, Facet.LANGUAGE, Step.WEEK) == (
        TimelineRow(start=date(2021, 3, 1), value="pt", factchecks=2, posts=0),
        TimelineRow(start=date(2021, 3, 8), value="es", factchecks=1, posts=1),
        TimelineRow(start=date(2021, 5, 31), value="", factchecks=1, posts=0),
    )
    assert [row.value for row in timeline(ITEMS, Facet.PUBLISHER, Step.MONTH)] == ["", "Lupa", "Maldita", "Polígrafo", "Lupa"]


def test_shares_ignore_unknown_values() -> None:
    assert shares(ITEMS, Facet.LANGUAGE) == (Share(value="es", count=3, share=0.6), Share(value="pt", count=2, share=0.4))
    assert shares(ITEMS, Facet.PUBLISHER, limit=1) == (Share(value="Lupa", count=2, share=0.5),)
    assert shares((), Facet.COUNTRY) == ()


def test_topics_are_the_largest_narratives_over_time() -> None:
    story = Narrative(id="n-1", name="Dam", claim="", central="", items=("factcheck:a", "factcheck:c", "post:p"))
    rows = topics([story], ITEMS, Step.MONTH, limit=1)
    assert [(row.start, row.value, row.factchecks, row.posts) for row in rows] == [
        (date(2021, 3, 1), "", 1, 0),
        (date(2021, 3, 1), "n-1", 2, 1),
        (date(2021, 5, 1), "", 1, 0),
    ]


def test_flows_go_from_the_first_debunk_and_irrelevant_repeats_count_for_nothing() -> None:
    items = {item.id: item for item in ITEMS}
    repeats = [
        repeat("b", "a", 6),
        repeat("c", "b", 1, new_language=True),
        repeat("c", "a", 7, new_language=True),
        repeat("d", "c", 84, judgement=Judgement.IRRELEVANT),
    ]
    assert [(first.later, first.earlier) for first in firsts(repeats)] == [("b", "a"), ("c", "a")]
    flows = spread(repeats, items)
    assert (flows.repeats, flows.known_languages, flows.new_language) == (2, 2, 1)
    assert flows.languages == (
        Flow(source="pt", target="es", count=1, median_days=7.0),
        Flow(source="pt", target="pt", count=1, median_days=6.0),
    )
    assert flows.countries == (Flow(source="BR", target="PT", count=1, median_days=6.0),)
    assert flows.gaps == (GapBin(first=1, last=7, count=2),)


def test_gaps_are_bins_of_seven_days_without_holes() -> None:
    assert [(gap.first, gap.last, gap.count) for gap in gaps([1, 7, 8, 22])] == [(1, 7, 2), (8, 14, 1), (15, 21, 0), (22, 28, 1)]
    assert gaps([]) == ()


def test_a_series_has_every_bin_between_its_ends() -> None:
    series = count_series(ITEMS, step=Step.WEEK, window=2)
    assert series is not None and series.start == date(2021, 3, 1) and len(series.posts) == 14
    assert series.factchecks[:3] == (2, 1, 0) and series.factchecks[-1] == 1 and sum(series.posts) == 1
    assert series.factchecks_mean[:3] == (2.0, 1.5, 0.5)
    assert count_series([ITEMS[4]], step=Step.DAY, window=1) is None
    assert rolling_mean([3, 0, 3, 6], 3) == (3.0, 1.5, 2.0, 3.0)


def sided(identifier: str, day: str, verdict: Verdict, publisher: str, text: str = "The dam of Orrin broke in spring") -> NarrativeItem:
    return check(identifier, day, verdict=verdict, publisher=publisher, text=text)


def test_rulings_agree_change_conflict_or_differ_with_the_claim() -> None:
    false, true = sided("a", "2021-01-01", Verdict.FALSE, "Lupa"), sided("b", "2021-02-01", Verdict.TRUE, "Lupa")
    other = sided("c", "2021-03-01", Verdict.MOSTLY_TRUE, "Boom")
    number = sided("d", "2021-03-01", Verdict.TRUE, "Boom", "The 3 dams of Orrin broke in spring")
    numbers = sided("e", "2021-01-01", Verdict.FALSE, "Boom", "The 5 dams of Orrin broke in spring")
    unsettled = sided("f", "2021-01-01", Verdict.MIXED, "Boom")
    assert ruling([unsettled], []) == (Ruling.NONE, ())
    assert ruling([false, unsettled], [(false, unsettled, 1.0)]) == (Ruling.AGREE, ())
    assert ruling([false, true], [(true, false, 0.99)]) == (Ruling.CHANGED, ("factcheck:b",))
    assert ruling([false, true, other], [(false, true, 0.99), (false, other, 0.99)]) == (Ruling.CONFLICT, ("factcheck:b", "factcheck:c"))
    assert ruling([number, numbers], [(number, numbers, 0.99)]) == (Ruling.DIFFER, ())
    assert ruling([false, other], [(false, other, 0.4)]) == (Ruling.DIFFER, ())


def terms_of(texts: Sequence[str], *other_stories: Sequence[str], language: str = "en") -> tuple[str, ...]:
    words = [[content_words(text, language) for text in story] for story in (texts, *other_stories)]
    return terms(texts, words[0], term_counts(words))


def test_terms_distinguish_a_story_from_others() -> None:
    moon, doors = ("COVID came from the moon", "the moon sent COVID"), ("COVID stops at doors", "doors stop COVID")
    assert terms_of(moon, doors, ("COVID", "COVID")) == ("moon", "COVID")
    assert terms_of(doors, moon, ("COVID", "COVID"))[0] == "doors"
    assert terms_of(("Rivers", "Dams")) == ("dams", "rivers")
    assert name((), "A  claim\nof two lines") == "A claim of two lines" and name(("a", "b", "c", "d"), "") == "a, b, c"


def test_terms_are_spelt_as_most_texts_spell_them() -> None:
    assert terms_of(("the nato said", "a “NATO” said", "by NATO, it said", "Nato said"))[0] == "NATO"
    assert terms_of(("of Oslo’s harbours", "in OSLO’s harbours"))[:2] == ("harbours", "OSLO")


@pytest.mark.parametrize(
    ("texts", "language", "expected"),
    [
        (("El virus que viene del mar", "Un virus que llegó del mar"), "es", {"virus", "mar"}),
        (("Nach dem Sturm waren die Keller voll", "Keller nach dem Sturm"), "de-AT", {"Sturm", "Keller"}),
        (("A shark seen after a flood", "Again a shark after the flood"), "", {"shark", "flood"}),
    ],
)
def test_function_words_of_a_texts_own_language_name_nothing(texts: tuple[str, ...], language: str, expected: set[str]) -> None:
    assert set(terms_of(texts, language=language)) == expected


def test_countries_come_from_the_name_or_the_site_and_the_users_rows_win(tmp_path: Path) -> None:
    own_file = tmp_path / "own.tsv"
    own_file.write_text("name\tsite\tcountry\nHarbour Check\tharbour.example\tNO\nno country\t\tNorway\nshort\n", encoding="utf-8")
    shipped_file = tmp_path / "theirs.tsv"
    shipped_file.write_text("Harbour Check\t\tSE\n", encoding="utf-8")
    lookup = country_lookup([own_file, shipped_file, tmp_path / "none.tsv"])
    assert lookup("harbour  CHECK", "") == "SE" and lookup("", "https://www.harbour.example/2020/x") == "NO"
    assert lookup("harbour.example", "") == "NO" and lookup("", "https://sub.harbour.example") == "NO"
    assert [lookup("no country", ""), lookup("", "https://notharbour.example"), lookup("", "http://[bad"), lookup("", "")] == [""] * 4


@pytest.mark.parametrize(
    ("publisher", "url", "country"),
    [("PolitiFact", "", "US"), ("", "https://piaui.folha.uol.com.br/lupa/1", "BR"), ("", "https://afp.com/x", ""), ("Nobody", "", "")],
)
def test_well_known_factcheckers_have_a_country_and_international_ones_none(publisher: str, url: str, country: str) -> None:
    assert country_lookup()(publisher, url) == country
