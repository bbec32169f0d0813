"""The charts: their numbers and text alternatives, and both outputs include them."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pymupdf

from app.charts.bars import BarChart
from app.charts.drawing import Ink
from app.charts.svg import COLOURS, DARK_COLOURS, svg
from app.domain.reviewed import Reviewed
from app.services.reports.charts import charts, drawn, png
from app.services.reports.charts.numbers import BINS, ROWS
from app.services.reports.review_status import findings
from tests.fakes.reviewed import ranked_debate, reviewed_debate

SVG = "{http://www.w3.org/2000/svg}"


def chart_titled(kind: str, reviewed: Reviewed | None = None) -> BarChart:
    """Return the chart whose title begins with `kind`."""
    return next(chart for chart in charts(findings(reviewed or reviewed_debate())) if chart.title.startswith(kind))


def test_verifiability_follows_the_document() -> None:
    chart = chart_titled("Verifiability")
    assert [bar.values[0] for bar in chart.bars] == [0.95, 0.316667, 0.19, 0.158333, 0.135714, 0.2375, 0.475, 0.01, 0.01]
    assert chart.bars[6].name == "1:00:00" and "95% at 00:00" in chart.summary
    assert chart.table[0] == ("00:00", "1", "95%")


def test_a_long_document_is_binned_by_maximum() -> None:
    ranked = ranked_debate()
    sentence = ranked.sentences[0].sentence
    many = tuple(
        replace(ranked.sentences[0], sentence=replace(sentence, index=index), probability=0.9 if index == 101 else 0.1)
        for index in range(610)
    )
    chart = chart_titled("Verifiability", Reviewed(ranked=replace(ranked, sentences=many)))
    assert len(chart.bars) == 56 <= BINS and [column for column, bar in enumerate(chart.bars) if bar.values[0] == 0.9] == [9]
    assert chart.table[9][1] == "100–110" and "highest of 11 sentences" in chart.summary


def test_verdicts_by_speaker_count_the_reviews_and_leave_out_what_was_rejected() -> None:
    table = chart_titled("Verdicts").table
    assert table == (
        ("Ben Holt", "1", "0", "2", "0", "0", "0"),
        ("Anna Berg", "1", "0", "0", "1", "0", "0"),
        ("=cmd|' /C calc'!A0", "0", "1", "0", "0", "0", "0"),
        ("سلمى", "0", "0", "0", "0", "0", "1"),
    )


def test_publishers_and_years_are_those_of_the_best_fact_check() -> None:
    assert chart_titled("Publishers").table == (("Sample desk", "5"), ("@Desk", "1"))
    assert chart_titled("Years").table == (("2020", "3"), ("2021", "2"), ("no date", "1"))


def test_many_publishers_become_others() -> None:
    ranked = ranked_debate()
    first = ranked.sentences[0]
    many = []
    for number in range(15):
        match = first.matches[0]
        named = replace(match, factcheck=replace(match.factcheck, publisher=f"Desk {number:02d}"))
        many.append(replace(first, matches=(named,)))
    table = chart_titled("Publishers", Reviewed(ranked=replace(ranked, sentences=tuple(many)))).table
    assert len(table) == ROWS + 1 and table[-1] == ("5 others", "5")


def test_nothing_found_gives_no_chart() -> None:
    ranked = ranked_debate()
    empty = tuple(replace(entry, probability=0.0) for entry in ranked.sentences[-1:])
    assert charts(findings(Reviewed(ranked=replace(ranked, sentences=empty)))) == ()
    assert charts(()) == ()


def test_no_chart_has_a_single_bar() -> None:
    ranked = ranked_debate()
    alike = [replace(entry, sentence=replace(entry.sentence, speaker="Ben Holt")) for entry in ranked.sentences if entry.rank in (1, 5)]
    reviewed = Reviewed(ranked=replace(ranked, sentences=tuple(alike)))
    assert [chart.title for chart in charts(findings(reviewed))] == ["Verifiability along the document"]


def test_the_svg_has_a_text_alternative_and_every_number() -> None:
    for number, chart in enumerate(charts(findings(reviewed_debate()))):
        tree = ElementTree.fromstring(svg(drawn(chart), name=f"c{number}"))
        title, description = tree.find("title"), tree.find("desc")
        assert title is not None and description is not None and (title.text, description.text) == (chart.title, chart.summary)
        assert tree.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}" and tree.get("role") == "img"
        drawn_boxes = [box for box in tree.iter("rect") if box.find("title") is not None]
        values = [value for bar in chart.bars for value in bar.values if value or chart.columns]
        assert len(drawn_boxes) == len(values)
    assert "✗ 1" in svg(drawn(chart_titled("Verdicts"))) and "✗ False" in svg(drawn(chart_titled("Verdicts")))  # never by colour alone


def test_the_length_of_a_bar_is_its_value() -> None:
    boxes = [box for box in drawn(chart_titled("Publishers")).boxes if box.hint]
    assert abs((boxes[0].width + 1) / (boxes[1].width + 1) - 5) < 1e-6
    columns = [box for box in drawn(chart_titled("Verifiability")).boxes if box.hint]
    assert abs(columns[0].height / columns[6].height - 2) < 1e-6 and all(box.height <= 104 for box in columns)


def test_a_payload_in_a_name_stays_a_name() -> None:
    ranked = ranked_debate()
    harmful = "<script>alert(1)</script>\x00"
    speakers = (harmful, "Ben Holt")
    many = tuple(
        replace(entry, sentence=replace(entry.sentence, speaker=speakers[number % 2])) for number, entry in enumerate(ranked.sentences)
    )
    tree = ElementTree.fromstring(svg(drawn(chart_titled("Verdicts", Reviewed(ranked=replace(ranked, sentences=many))))))
    assert not list(tree.iter("script")) and any("<script>" in (text.text or "") for text in tree.iter("text"))


def test_the_picture_shows_bars_in_the_colours_and_joined_letters() -> None:
    picture = pymupdf.Pixmap(png(drawn(chart_titled("Verdicts"))))
    colours = {picture.pixel(x, y) for x in range(0, picture.width, 5) for y in range(0, picture.height, 5)}
    expected = [tuple(int(COLOURS[ink][start : start + 2], 16) for start in (1, 3, 5)) for ink in (Ink.FALSE, Ink.MOSTLY_TRUE, Ink.BETWEEN)]
    assert all(any(max(abs(a - b) for a, b in zip(colour, pixel, strict=False)) < 4 for pixel in colours) for colour in expected)


def test_sides_have_distinct_colours_in_both_themes() -> None:
    for colours in (COLOURS, DARK_COLOURS):
        sides = [colours[ink] for ink in (Ink.FALSE, Ink.MOSTLY_FALSE, Ink.BETWEEN, Ink.MOSTLY_TRUE, Ink.TRUE, Ink.UNSETTLED)]
        assert len(set(sides)) == 6 and set(colours) == set(Ink)
