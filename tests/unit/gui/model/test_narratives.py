"""View models of the Narratives page: axes, lanes, flows, graphs, filters, and narratives after an operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.charts.axis import Span, day_ticks, number_ticks, ordinal_day
from app.charts.flows import MOST as MOST_NODES
from app.charts.flows import flow_layout
from app.charts.spring import spring
from app.domain.judgement import Judgement
from app.domain.narrative import ItemKind, Narrative, NarrativeItem, NarrativeMap, Ruling
from app.domain.repeat import Repeat
from app.domain.series import CountSeries, Finding, LagRow, ResponseRow, SeriesStatistics
from app.domain.timeline import Facet, Flow, GapBin, Step, TimelineRow
from app.domain.verdict import Verdict
from app.gui.model.day_range import DayRange
from app.gui.model.language_names import language_name
from app.gui.model.narrative_changes import changed_map
from app.gui.model.narrative_filter import Only, Wanted, chips, cleared, without
from app.gui.model.narrative_graph import MOST as MOST_ITEMS
from app.gui.model.narrative_graph import graph
from app.gui.model.narrative_lanes import MOST as MOST_LANES
from app.gui.model.narrative_lanes import Rows, clusters, lanes
from app.gui.model.narrative_plots import bars, gap_plot, lag_plot, response_plots, series_plot, told_together, topic_plots, variance_rows
from app.gui.model.narrative_view import NarrativesView, Order
from app.gui.model.narrative_words import facts_line, flags, languages_words, repeat_words, source_words
from app.gui.model.world_names import country_name
from app.narratives.operations import judge, merge, rename, split, take_out

NOON = date(2021, 3, 1)


def item(name: str, *, day: date | None = NOON, kind: ItemKind = ItemKind.FACTCHECK, **fields: str) -> NarrativeItem:
    return NarrativeItem(id=name, kind=kind, text=fields.pop("text", f"Claim {name}"), day=day, **fields)  # type: ignore[arg-type]


def story(name: str, items: Sequence[NarrativeItem], *, ruling: Ruling = Ruling.NONE, repeats: int = 0, by: str = "") -> Narrative:
    days = [entry.day for entry in items if entry.day]
    return Narrative(
        id=name,
        name=by or f"story {name}",
        claim=items[0].text,
        central=items[0].key,
        items=tuple(entry.key for entry in items),
        named_by_hand=bool(by),
        first=min(days, default=None),
        last=max(days, default=None),
        factchecks=len(items),
        languages=tuple((language, 1) for language in dict.fromkeys(entry.language for entry in items) if language),
        publishers=tuple((entry.publisher, 1) for entry in items if entry.publisher),
        ruling=ruling,
        repeats=repeats,
    )


def two_stories(my_languages: Callable[[], Sequence[str]] = tuple) -> NarrativesView:
    """Two stories: one in Spanish and Portuguese with a repeat, an older one in English whose rulings conflict."""
    first = [item("a", language="es", publisher="Mesa"), item("b", day=NOON + timedelta(days=40), language="pt", publisher="Banco")]
    second = [item("c", day=NOON - timedelta(days=90), language="en", publisher="Desk", text="Dams leak"), item("d", day=None), item("e")]
    repeat = Repeat(later="b", earlier="a", similarity=0.9, probability=0.8, days=40, new_language=True)
    view = NarrativesView(my_languages)
    narratives = (story("one", first, repeats=1), story("two", second, ruling=Ruling.CONFLICT))
    view.take(NarrativeMap(narratives=narratives, items=(*first, *second), repeats=(repeat,), found=True, fresh=True, alone=4))
    return view


def names(view: NarrativesView) -> list[str]:
    return [narrative.id for narrative in view.listed()]


@given(low=st.floats(1, 700_000), wide=st.floats(2, 300_000), limit=st.integers(1, 12))
def test_day_ticks_are_few_in_order_and_inside(low: float, wide: float, limit: int) -> None:
    span = Span(low, min(low + wide, date.max.toordinal()))
    ticks = day_ticks(span, limit)
    assert len(ticks) <= limit + 2
    assert all(before.at < after.at for before, after in pairwise(ticks))
    assert all(span.low - 1 <= tick.at <= span.high for tick in ticks)
    assert all(ordinal_day(tick.at).isoformat().startswith(tick.words) for tick in ticks)


def test_weeks_begin_on_monday_and_years_are_written_as_years() -> None:
    weeks = day_ticks(Span(NOON.toordinal(), NOON.toordinal() + 40.0), 8)
    assert [date.fromisoformat(tick.words).weekday() for tick in weeks] == [0] * len(weeks) and len(weeks) == 6
    assert [tick.words for tick in day_ticks(Span(date(2001, 6, 1).toordinal(), date(2005, 6, 1).toordinal()), 6)] == [
        "2002", "2003", "2004", "2005"
    ]  # fmt: skip


@given(low=st.floats(-1e6, 1e6), wide=st.floats(1e-3, 1e6), limit=st.integers(1, 10))
def test_number_ticks_are_few_in_order_and_inside(low: float, wide: float, limit: int) -> None:
    span = Span(low, low + wide)
    ticks = number_ticks(span, limit)
    assert len(ticks) <= limit + 1
    assert all(span.low - wide * 1e-6 <= tick.at <= span.high + wide * 1e-6 for tick in ticks)


def test_number_ticks_are_round() -> None:
    assert [tick.words for tick in number_ticks(Span(0, 10), 5)] == ["0", "2", "4", "6", "8", "10"]
    assert [tick.words for tick in number_ticks(Span(-0.1, 0.32), 4)] == ["0.0", "0.2"]
    assert [tick.words for tick in number_ticks(Span(3, 3), 4)] == ["3"]


@given(factor=st.floats(0.01, 100), share=st.floats(0, 1), moved=st.floats(-3, 3), low=st.floats(0, 50), wide=st.floats(1, 50))
def test_the_visible_span_stays_within_bounds(factor: float, share: float, moved: float, low: float, wide: float) -> None:
    bounds = Span(0.0, 100.0)
    span = Span(low, low + wide).zoomed(factor, around=low + share * wide, bounds=bounds, least=5.0).moved(moved, bounds=bounds)
    assert bounds.low - 1e-6 <= span.low and span.high <= bounds.high + 1e-6 and span.wide >= 5.0 - 1e-6


def test_zooming_keeps_the_place_under_the_pointer() -> None:
    span = Span(0.0, 100.0).zoomed(0.5, around=30.0, bounds=Span(0.0, 100.0), least=1.0)
    assert span == Span(15.0, 65.0) and span.share(30.0) == pytest.approx(0.3)


def test_lanes_are_ordered_by_first_appearance() -> None:
    items = [
        item("a", day=NOON + timedelta(days=9), language="en"),
        item("b", language="pt"),
        item("c", day=None, language="pt"),
        item("p", day=NOON + timedelta(days=2), kind=ItemKind.POST, publisher="somebody"),
    ]
    chart = lanes(items, Rows.LANGUAGE, {})
    assert [lane.name for lane in chart.lanes] == ["Portuguese", "Not known", "English"] and chart.undated == 1
    assert chart.undated_words == "1 without a date is not shown" and "Portuguese: 1 from 2021-03-01" in chart.words
    assert [lane.name for lane in lanes(items, Rows.PUBLISHER, {}).lanes] == ["Not known", "Posts"]
    assert [mark.item.id for mark in chart.marks] == ["b", "p", "a"]
    assert lanes([], Rows.COUNTRY, {}).span is None


def test_many_lanes_are_merged() -> None:
    items = [item(f"{number}-{again}", publisher=f"P{number:02}") for number in range(30) for again in range(1 + (number < 3))]
    chart = lanes(items, Rows.PUBLISHER, {})
    assert len(chart.lanes) == MOST_LANES and chart.lanes[-1].name == "19 others"
    assert len(chart.marks) == len(items) and {"P00", "P01", "P02"} <= {lane.name for lane in chart.lanes}


@given(days=st.lists(st.integers(0, 400), max_size=60), wide=st.floats(1, 40))
def test_clusters_hold_every_mark_once_and_never_touch(days: list[int], wide: float) -> None:
    items = [item(str(number), day=NOON + timedelta(days=day)) for number, day in enumerate(days)]
    chart = lanes(items, Rows.COUNTRY, {})
    marks = chart.lanes[0].marks if chart.lanes else ()
    groups = clusters(marks, lambda at: at * 2.0, mark_width=wide)
    assert [mark for cluster in groups for mark in cluster.marks] == list(marks)
    assert all(cluster.right - cluster.left <= 3 * wide for cluster in groups)
    assert all(cluster.left <= cluster.middle <= cluster.right for cluster in groups)


def test_a_clusters_text_names_its_first_items() -> None:
    marks = lanes([item(name, rating="Fake") for name in "abcde"], Rows.COUNTRY, {}).lanes[0].marks
    (cluster,) = clusters(marks, lambda at: at * 0.0, mark_width=10)
    assert cluster.words.startswith("Claim a\nUnrated · 2021-03-01 · rated “Fake”") and cluster.words.endswith("and 2 more")


FLOWS = st.lists(
    st.builds(
        Flow,
        source=st.sampled_from("abcdefghijklm"),
        target=st.sampled_from("abcdefghijklm"),
        count=st.integers(1, 50),
        median_days=st.floats(0, 900),
    ),
    max_size=40,
    unique_by=lambda flow: (flow.source, flow.target),
)


@given(flows=FLOWS)
def test_a_flow_diagram_keeps_its_proportions(flows: list[Flow]) -> None:
    layout = flow_layout(flows)
    assert sum(ribbon.flow.count for ribbon in layout.ribbons) + layout.left_out == sum(flow.count for flow in flows)
    assert len(layout.left) <= MOST_NODES and len(layout.right) <= MOST_NODES
    for side, end in ((layout.left, "source"), (layout.right, "target")):
        assert all(-1e-9 <= node.top < node.bottom <= 1 + 1e-9 for node in side)
        assert all(before.bottom < after.top for before, after in pairwise(side))
        for node in side:
            through = [ribbon for ribbon in layout.ribbons if getattr(ribbon.flow, end) == node.value]
            assert sum(ribbon.thick for ribbon in through) == pytest.approx(node.bottom - node.top)
            starts = sorted(ribbon.left if end == "source" else ribbon.right for ribbon in through)
            assert starts[0] == pytest.approx(node.top)


def test_flows_of_unknown_places_are_counted_and_left_out() -> None:
    layout = flow_layout([Flow(source="", target="es", count=3, median_days=1), Flow(source="en", target="es", count=2, median_days=1)])
    assert layout.left_out == 3 and [node.value for node in layout.left] == ["en"]
    assert flow_layout([]).ribbons == ()


@pytest.mark.parametrize("nodes", [1, 2, 3, 40])
def test_a_graph_is_laid_out_within_its_bounds_and_always_alike(nodes: int) -> None:
    edges = [(node, node * 7 % node if node % 2 else node // 2, 0.9) for node in range(1, nodes)]
    *_, last = spring(nodes, edges)
    *_, again = spring(nodes, edges)
    assert last == again and len(last) == nodes
    assert all(abs(x) <= 1 + 1e-9 and abs(y) <= 1 + 1e-9 for x, y in last)
    assert len({(round(x, 6), round(y, 6)) for x, y in last}) == nodes


def test_similar_nodes_are_close() -> None:
    pairs = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0), (3, 4, 1.0), (4, 5, 1.0), (3, 5, 1.0), (2, 3, 0.5)]
    *_, positions = spring(6, pairs)

    def far(first: int, second: int) -> float:
        return sum((a - b) ** 2 for a, b in zip(positions[first], positions[second], strict=True)) ** 0.5

    assert max(far(0, 1), far(0, 2), far(1, 2)) < min(far(0, 4), far(0, 5), far(1, 5))


def test_a_huge_graph_shows_the_most_connected_items() -> None:
    from app.domain.narrative import NarrativeEdge

    items = [item(f"{number:03}", language="es" if number % 3 else "pt") for number in range(MOST_ITEMS + 7)]
    edges = [NarrativeEdge(one=items[-1].key, other=entry.key, similarity=0.9) for entry in items[:50]]
    drawn = graph(items, edges)
    assert drawn.left_out == 7 and drawn.nodes[0].item is items[-1] and drawn.nodes[0].degree == 50 and len(drawn.edges) == 50
    assert drawn.languages == ("es", "pt") and drawn.nodes[0].words.endswith("like 50 others") and len(drawn.neighbours(0)) == 50


def test_narratives_are_searched_filtered_and_ordered() -> None:
    spoken: list[str] = []
    view = two_stories(lambda: spoken)
    assert names(view) == ["two", "one"]
    for order, expected in ((Order.LATEST, "one"), (Order.SPREAD, "one"), (Order.CONFLICT, "two")):
        view.order = order
        assert names(view)[0] == expected
    for filters, expected_names in (
        (Wanted(text="leak"), ["two"]),
        (Wanted(text="story one"), ["one"]),
        (Wanted(text="claim B"), ["one"]),
        (Wanted(language="pt"), ["one"]),
        (Wanted(publisher="Desk"), ["two"]),
        (Wanted(language="pt", publisher="Mesa"), []),
        (Wanted(days=DayRange(NOON - timedelta(days=100), NOON - timedelta(days=80))), ["two"]),
        (Wanted(only=frozenset({Only.REPEATS})), ["one"]),
        (Wanted(only=frozenset({Only.CONFLICTS})), ["two"]),
        (Wanted(only=frozenset({Only.MISSING})), []),
    ):
        view.wanted = filters
        assert names(view) == expected_names, filters
    spoken.append("en-GB")
    assert names(view) == ["one"]


def test_filters_apply_to_the_list_but_not_to_a_single_narrative() -> None:
    view = two_stories()
    view.wanted = Wanted(language="es")
    assert [entry.id for entry in view.items()] == ["a"] and view.among().language == "es"
    view.shown = "one"
    assert [entry.id for entry in view.items()] == ["a", "b"] and view.among().language == ""
    assert [entry.later for entry in view.repeats(view.items())] == ["b"]
    view.take(NarrativeMap())
    assert view.current is None and view.shown == ""


def test_chips_show_and_remove_filters() -> None:
    filters = Wanted(text="x", language="pt", publisher="Desk", days=DayRange(NOON, None), only=frozenset({Only.REPEATS, Only.MISSING}))
    filter_chips = chips(filters)
    assert [chip.label for chip in filter_chips] == [
        "Language: Portuguese", "Publisher: Desk", "Published from 2021-03-01", "With repeats", "Not yet in your language"
    ]  # fmt: skip
    for chip in filter_chips:
        filters = without(filters, chip)
    assert filters == Wanted(text="x") == cleared(replace(filters, language="de")) and filters.narrow and not Wanted().narrow


def test_texts_give_size_spread_and_source() -> None:
    view = two_stories()
    first, second = view.map.narratives
    assert facts_line(first) == "2 fact-checks · Spanish, Portuguese · 2021-03-01 to 2021-04-10"
    many = replace(first, languages=tuple((code, 1) for code in ("de", "en", "es", "fr", "it", "pt")))
    assert languages_words(many) == "German, English, Spanish, French and 2 more"
    assert [badge.word for badge in flags(second, missing=True)] == ["Rulings conflict", "Not yet in your language"]
    earlier = view.factcheck("a")
    assert earlier is not None and source_words(earlier) == "Mesa · Spanish · 2021-03-01"
    (repeat,) = view.map.repeats
    assert repeat_words(repeat, earlier) == "Already debunked by Mesa in Spanish, 40 days before"
    assert (
        repeat_words(replace(repeat, days=0), replace(earlier, language="", publisher=""))
        == "Already debunked by somebody, on the same day"
    )
    assert (language_name("xx-YY"), country_name("BR"), country_name(""), language_name("")) == (
        "xx-YY",
        "Brazil",
        "Not known",
        "Not known",
    )


def test_an_operation_changes_the_map_and_can_be_undone() -> None:
    view = two_stories()
    before, (first, second) = view.map, view.map.narratives
    act = merge(second, (first,), reviewer="", at="")
    joined = replace(second, items=(*second.items, *first.items))
    after = changed_map(before, changed=(joined,), deleted=("one",), act=act, undo=act.label, redo="")
    assert [narrative.id for narrative in after.narratives] == ["two"] and after.undo.startswith("Merge 1 narrative") and after.alone == 4
    back = changed_map(after, changed=(first, second), deleted=(), act=act.inverse(), undo="", redo=act.label)
    assert {narrative.id: narrative.items for narrative in back.narratives} == {
        narrative.id: narrative.items for narrative in before.narratives
    }
    out = take_out(second, second.items[:2], reviewer="", at="")
    assert changed_map(before, changed=(second,), deleted=(), act=out, undo="", redo="").alone == 6
    judged = judge(before.repeats, Judgement.PARTIAL, reviewer="", at="")
    assert changed_map(before, changed=(), deleted=(), act=judged, undo="", redo="").repeats[0].judgement is Judgement.PARTIAL
    named = rename(first, "Ferry", reviewer="", at="")
    assert named.names and split(first, first.items[:1], used_ids=("one",), reviewer="", at="").moves


def test_bars_show_the_most_frequent_values_and_sum_the_others() -> None:
    items = [item(str(number), publisher=f"P{number % 10}", verdict=Verdict.FALSE) for number in range(25)]  # type: ignore[arg-type]
    chart = bars(items, Facet.PUBLISHER)
    assert [bar.total for bar in chart.bars] == [3] * 5 + [2] * 3 + [4] and chart.bars[-1].name == "2 others"
    (false,) = bars(items, Facet.VERDICT).bars
    assert (false.name, false.total, false.icon) == ("False", 25, "cross")
    assert bars([], Facet.PLATFORM).bars == ()


def test_series_are_drawn_with_their_means() -> None:
    series = CountSeries(
        start=date(2021, 3, 1), step=Step.MONTH, factchecks=(1, 0, 2), posts=(4, 5, 6), window=2, factchecks_mean=(1, 0.5, 1), posts_mean=(4, 4.5, 5.5)
    )  # fmt: skip
    plot = series_plot(series)
    assert [ordinal_day(at).isoformat() for at in plot.curves[0].at] == ["2021-03-01", "2021-04-01", "2021-05-01"]
    assert plot.curves[2].name == "Fact-checks, mean of 2 months" and plot.words == "3 fact-checks and 15 posts"
    at = float(date(2021, 4, 3).toordinal())
    assert plot.words_at(at).splitlines()[:3] == ["2021-04-01", "Fact-checks: 0", "Posts: 5"]
    assert len(series_plot(replace(series, posts=(0, 0, 0))).curves) == 2
    bounds = plot.whole
    assert bounds is not None and plot.heights(bounds) == Span(0.0, 6.0)
    assert [tick.words for tick in plot.value_ticks(Span(0, 2), 8)] == ["0", "1", "2"]


def test_statistics_become_plots_and_a_table() -> None:
    series = CountSeries(start=NOON, step=Step.WEEK, factchecks=(1,), posts=(1,), window=4, factchecks_mean=(1,), posts_mean=(1,))
    rows = [
        ResponseRow(impulse=impulse, response=response, step=step, effect=0.5 / (step + 1), low=-0.1, high=0.9, share=0.25)
        for impulse in ("posts", "factchecks")
        for response in ("posts", "factchecks")
        for step in range(3)
    ]
    statistics = SeriesStatistics(
        series=series, lags=(LagRow(lag=-1, correlation=0.2), LagRow(lag=0, correlation=0.6)), best_lag=0, responses=tuple(rows)
    )
    assert lag_plot(statistics).words == "strongest at a lag of 0" and lag_plot(statistics).curves[0].values == (0.2, 0.6)
    first, second = response_plots(statistics)
    assert first.heading == "What follows in fact-checks after a jump in posts" and first.curves[0].high == (0.9, 0.9, 0.9)
    assert second.heading == "What follows in posts after a jump in fact-checks" and first.point(2.0) == "2 bins later"
    assert variance_rows(statistics)[0] == ("Fact-checks", "Fact-checks", "25%") and len(variance_rows(statistics)) == 4


def test_equal_refusals_are_merged() -> None:
    findings = (
        Finding(name="Lag", refused="Too few."),
        Finding(name="Granger", refused="Too few."),
        Finding(name="Level", says="It stays."),
    )
    assert told_together(findings) == (Finding(name="Lag, Granger", refused="Too few."), findings[2]) and told_together(()) == ()


def test_gaps_and_topics_over_time() -> None:
    plot = gap_plot([GapBin(first=1, last=7, count=3), GapBin(first=8, last=14, count=0), GapBin(first=15, last=21, count=2)])
    assert plot.words == "5 repeats within 28 days" and plot.words_at(17.0) == "15 to 21 days after\nRepeats: 2"
    view = two_stories()
    rows = [
        TimelineRow(start=date(2021, month, 1), value=name, factchecks=1, posts=2) for month, name in ((1, "one"), (3, "one"), (3, "two"))
    ]
    first, second = topic_plots(view.map.narratives, rows)
    assert first.heading == "story one" and first.curves[0].values == (3.0, 0.0, 3.0) and second.curves[0].values == (0.0, 0.0, 3.0)
    assert topic_plots(view.map.narratives, ()) == ()
