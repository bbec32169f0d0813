"""The story sheet: what was confirmed, by speaker, as a draft, as HTML to paste, and as ClaimReview."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import pytest
import tinyhtml5
from docx.oxml.ns import qn

from app import translation
from app.domain.publication import Addresses
from app.domain.review import Decision, Mark, Target
from app.domain.reviewed import Included, ReportChoice, ReportKind, Reviewed
from app.domain.verdict import Verdict
from app.errors import InputError
from app.services.reports import FORMATS, STORY_FORMATS, formats_of, write_report
from app.services.reports.claimreview_check import problems
from app.services.reports.story_sheet import story_items
from tests.fakes.catalogue import Bracketed
from tests.fakes.reviewed import ADDRESSES, PAYLOAD, ranked_debate, reviewed_debate

STORY = ReportChoice(kind=ReportKind.STORY_SHEET)
CONFIRMED = Mark(decision=Decision.CONFIRMED)


@pytest.fixture
def bracketed() -> Iterator[None]:
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def sheet(tmp_path: Path, name: str, reviewed: Reviewed | None = None) -> Path:
    """Write the story sheet in a format."""
    path = tmp_path / f"s.{name}"
    write_report(reviewed or reviewed_debate(), path, STORY, record=False)
    return path


def confirmed(*targets: Target, **fields: Any) -> Reviewed:
    """Return the debate in which these fact-checks were confirmed."""
    marks = {"Mara": tuple((target, CONFIRMED) for target in targets)}
    return replace(reviewed_debate(), marks=marks, acts=(), **fields)


def test_it_lists_what_was_confirmed_by_speaker_in_the_order_of_the_text() -> None:
    items = story_items(reviewed_debate(), STORY)
    assert [(item.speaker, item.position, item.verdict, item.url) for item in items] == [
        ("Ben Holt", "00:00", "Sample desk: Wrong <b>twice</b>", "https://desk.example/a?a=1&b=2"),
        ("Ben Holt", "1:20:00", "Unproven", ""),
        ("Anna Berg", "10:00", "Mostly true", ""),
        ("سلمى", "20:00", "Sample desk: Wrong <b>twice</b> (in part)", "https://desk.example/a?a=1&b=2"),
    ]
    assert items[0].why == (
        "Repeats a claim that Sample desk rated Wrong <b>twice</b>. The claim: “Harbour bridges cost nine million crowns”."
    )
    assert items[1].why == "Our own verdict."


def test_what_was_only_found_deferred_or_rejected_is_not_in_it() -> None:
    indexes = {item.sentence.index for item in story_items(reviewed_debate(), STORY)}
    assert indexes == {0, 1, 2, 8}
    only_shown = replace(STORY, included=Included.SHOWN, indexes=(1,))
    assert [item.sentence.index for item in story_items(reviewed_debate(), only_shown)] == [1]


@pytest.mark.parametrize("name", STORY_FORMATS)
def test_without_a_confirmation_nothing_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        sheet(tmp_path, name, Reviewed(ranked=ranked_debate(), newsroom="Desk", addresses=ADDRESSES))
    assert caught.value.code == "story-empty" and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", sorted(set(FORMATS) - set(STORY_FORMATS)))
def test_other_formats_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        sheet(tmp_path, name)
    assert caught.value.code == "report-format"
    assert name in formats_of() and name not in formats_of(ReportKind.STORY_SHEET)


def test_the_page_to_paste_has_neither_style_nor_script_nor_head(tmp_path: Path) -> None:
    page = sheet(tmp_path, "html").read_text(encoding="utf-8")
    tree = tinyhtml5.parse(page, namespace_html_elements=False)
    body = tree.find("body")
    tags = {element.tag for element in body.iter()} - {"body"}
    assert page.startswith("<article") and page.endswith("</article>\n") and len(list(body)) == 1
    assert tags <= {"article", "header", "section", "h2", "h3", "p", "blockquote", "time", "strong", "bdi", "a"}
    assert {name for element in body.iter() for name in element.attrib} <= {"lang", "dir", "id", "href", "datetime"}
    assert [element.text for element in tree.iter("h3")] == ["Ben Holt", "Anna Berg", "سلمى"]
    assert [element.get("id") for element in tree.iter("section") if element.get("id")] == [f"claim-{number}" for number in range(1, 5)]
    assert [element.get("datetime") for element in tree.iter("time")] == ["PT0S", "PT4800S", "PT600S", "PT1200S"]
    text = "".join(body.itertext())
    assert "Wrong <b>twice</b>" in text and "Velden Daily <Facts>" in text and "Checked by Mara, Tomas · 3 February 2026" in text


def test_a_harmful_sentence_stays_text(tmp_path: Path) -> None:
    marks = {"Mara": ((Target("5"), Mark(verdict=Verdict.FALSE)),)}
    page = sheet(tmp_path, "html", replace(reviewed_debate(), marks=marks)).read_text(encoding="utf-8")
    tree = tinyhtml5.parse(page, namespace_html_elements=False)
    assert not [element for element in tree.iter() if element.tag in ("script", "img")]
    assert PAYLOAD.replace("\u202e", "") in "".join(tree.itertext())


@pytest.mark.parametrize("name", ["html", "jsonld"])
def test_notes_are_in_the_draft_alone(tmp_path: Path, name: str) -> None:
    assert "Six by the map" not in sheet(tmp_path, name).read_text(encoding="utf-8")
    draft = docx.Document(str(sheet(tmp_path, "docx")))
    assert "Note, not for publication: Six by the map; =1+1 <b>" in [paragraph.text for paragraph in draft.paragraphs]


def test_the_draft_has_headings_by_speaker_and_links(tmp_path: Path) -> None:
    draft = docx.Document(str(sheet(tmp_path, "docx")))
    headings = [(element.style.name, element.text) for element in draft.paragraphs if element.style.name.startswith("Heading")]
    assert headings[:3] == [
        ("Heading 1", "<i>Talk</i> in Velden"),
        ("Heading 2", "Ben Holt"),
        ("Heading 3", "1. Sample desk: Wrong <b>twice</b>"),
    ]
    links = [draft.part.rels[link.get(qn("r:id"))].target_ref for link in draft.element.iter(qn("w:hyperlink"))]
    assert links == ["https://desk.example/a?a=1&b=2"] * 2


def test_confirmed_fact_checks_keep_their_publisher_in_claimreview(tmp_path: Path) -> None:
    graph = json.loads(sheet(tmp_path, "jsonld").read_text(encoding="utf-8"))["@graph"]
    assert problems(graph) == [] and len(graph) == 4
    published, own = graph[0], graph[2]
    assert (published["author"]["name"], published["url"]) == ("Sample desk", "https://desk.example/a?a=1&b=2")
    assert published["sdPublisher"]["name"] == "Velden Daily <Facts>" and "ratingValue" not in published["reviewRating"]
    assert published["reviewRating"]["alternateName"] == "Wrong <b>twice</b>" and published["datePublished"] == "2020-05-01"
    assert published["itemReviewed"]["author"]["name"] == "Ben Holt"
    assert (own["author"]["name"], own["url"]) == ("Velden Daily <Facts>", "https://velden.example/2026/lake#claim-3")


def test_a_fact_check_without_a_day_or_address_is_left_out_and_said(tmp_path: Path) -> None:
    reviewed = confirmed(Target("0", "a"), Target("5", "d"))  # d has neither
    (remark,) = write_report(reviewed, tmp_path / "s.jsonld", STORY, record=False)
    assert remark.startswith("1 item has no ClaimReview")
    with pytest.raises(InputError) as caught:
        sheet(tmp_path, "jsonld", confirmed(Target("5", "d")))
    assert caught.value.code == "story-claimreview-empty"


def test_only_own_verdicts_need_the_addresses_of_an_article(tmp_path: Path) -> None:
    nowhere = Addresses()
    graph = json.loads(sheet(tmp_path, "jsonld", confirmed(Target("0", "a"), addresses=nowhere)).read_text(encoding="utf-8"))["@graph"]
    assert [row["author"]["name"] for row in graph] == ["Sample desk"] and graph[0]["itemReviewed"]["name"] == "<i>Talk</i> in Velden"
    for reviewed, code in (
        (replace(reviewed_debate(), addresses=nowhere), "claimreview-website"),
        (confirmed(Target("0", "a"), newsroom=" "), "claimreview-newsroom"),
    ):
        with pytest.raises(InputError) as caught:
            sheet(tmp_path, "jsonld", reviewed)
        assert caught.value.code == code


def test_an_organisation_s_own_review_still_needs_its_address() -> None:
    review = {
        "@type": "ClaimReview",
        "url": "https://a.example/1",
        "claimReviewed": "A claim",
        "datePublished": "2026-01-01",
        "author": {"@type": "Organization", "name": "Desk"},
        "reviewRating": {"@type": "Rating", "alternateName": "False"},
        "itemReviewed": {"@type": "Claim"},
    }
    assert problems([review]) == ["1: review.author has no url"]
    assert problems([{**review, "sdPublisher": {"@type": "Organization", "name": "Other"}}]) == []


@pytest.mark.usefixtures("bracketed")
def test_it_is_written_in_the_reader_s_language(tmp_path: Path) -> None:
    page = sheet(tmp_path, "html").read_text(encoding="utf-8")
    assert '<article lang="es">' in page and "⟦Our own verdict.⟧" in page and "3 de febrero de 2026" in page
    assert docx.Document(str(sheet(tmp_path, "docx"))).core_properties.language == "es"
