"""Exported verifications: AVeriTeC's format and back, texts for reading, inert content, ClaimReview."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import pytest
import tinyhtml5

from app.domain.publication import Addresses
from app.domain.verification import ClaimForm, Veracity, Verification, Verified
from app.errors import InputError
from app.ingest.averitec import read_averitec_file
from app.services.reports import VERIFICATION_FORMATS, verified_record, write_verification
from app.services.reports.blocks import Entry, Evidence, Paragraph, Section
from app.services.reports.claimreview_check import problems
from app.services.reports.review_status import Side
from app.services.reports.verification_report import verification_report
from app.services.reports.verified import source_links, verifications_claimreview
from tests.fakes.verifications import EVIL, finished, verified


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        act()
    assert caught.value.hint
    return str(caught.value)


def page_text(path: Path) -> str:
    tree = tinyhtml5.parse(path.read_text("utf-8"), namespace_html_elements=False)
    return " ".join(" ".join(tree.find("body").itertext()).split())


def docx_text(path: Path) -> str:
    document = docx.Document(io.BytesIO(path.read_bytes()))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return " ".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


# --- AVeriTeC -----------------------------------------------------------------------------------------------------------------------


def test_the_json_is_averitecs_and_comes_back(tmp_path: Path) -> None:
    write_verification(verified(), tmp_path / "v.json")
    row = json.loads((tmp_path / "v.json").read_text("utf-8"))
    assert (row["label"], row["claim_date"], row["questions"][0]["answers"][0]["answer_type"]) == ("Refuted", "4-5-2020", "Boolean")
    assert row["questions"][1]["answers"][0]["answer"] == "No answer could be found."
    assert read_averitec_file(tmp_path / "v.json") == [finished()]


def test_the_record_says_how_it_was_made(tmp_path: Path) -> None:
    write_verification(verified(), tmp_path / "v.json")
    record = json.loads((tmp_path / "v.json.run.json").read_text("utf-8"))
    assert record == json.loads(json.dumps(verified_record(verified())))
    assert (record["searched"], record["held_back"], record["models"]) == (120, 3, {"reader": "r@1"})


# --- for reading --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "read"), [("v.html", page_text), ("v.docx", docx_text)])
def test_every_part_of_a_verification_is_written(tmp_path: Path, name: str, read: Callable[[Path], str]) -> None:
    write_verification(verified(), tmp_path / name, newsroom="Lea Facts", addresses=ADDRESSES)
    text = read(tmp_path / name)
    for words in (
        "The river Lea flooded the market in May.",
        "Refuted (own verdict)",
        "Rang the Water Board.",
        "The program: Conflicting Evidence/Cherrypicking (50%).",
        "By the rule from the answers’ sides alone: Refuted.",
        "It rests on the answers [1.1], [2].",
        "The river stayed below the mark [1.1].",
        "Radio Lea",
        "Lea Water Board · Web table · Boolean · 2020-05-01, 3 days before the claim",
        "Of the claim it says the opposite (80%). The verdict rests on it.",
        "On Friday the river stayed below the mark all day.",
        "2020-05-04, not before the claim",
        "For context only: it decides nothing. The list of sources warns of it: satire.",
        "asked after the claim “The river Tarn flooded.”",
        "No answer could be found.",
        "Bo, round 1: Supported. Seems so.",
        "The verdicts differ.",
        "120 passages could be searched; 3 left out: too late or undated",
        "One question had no answer.",
    ):
        assert words in text, words


def test_external_texts_are_inert(tmp_path: Path) -> None:
    write_verification(verified(), tmp_path / "v.html", newsroom="<b>Desk</b>")
    page = (tmp_path / "v.html").read_text("utf-8")
    assert "<script" not in page and "\u202e" not in page and "<b>" not in page and 'href="javascript' not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page and 'href="https://lea.example/levels"' in page


def test_the_programs_verdict_is_called_not_reviewed_and_an_empty_one_has_none() -> None:
    machines = replace(finished(), own_label=None, own_note="")
    head = verification_report(verified(machines)).lead[0]
    assert head == Paragraph("Conflicting Evidence/Cherrypicking (not reviewed)", side=Side.BETWEEN)
    empty = verification_report(verified(Verification(claim=ClaimForm(text=" "))))
    assert (empty.title, empty.lead) == ("Claim", (Paragraph("No verdict yet", side=Side.UNSETTLED),))
    assert empty.sections[0] == Section("Questions and answers", (Paragraph("No question was asked."),))


def test_an_unfinished_verification_can_be_read(tmp_path: Path) -> None:
    bare = verified(replace(finished(), questions=(replace(finished().questions[0], answers=()),), judgement=None, own_label=None))
    for name, read in (("v.html", page_text), ("v.docx", docx_text)):
        write_verification(bare, tmp_path / name)
        assert "No verdict yet" in read(tmp_path / name) and "Not answered yet." in read(tmp_path / name)


# --- ClaimReview --------------------------------------------------------------------------------------------------------------------


ADDRESSES = Addresses(website="https://lea.example", article="https://lea.example/river")


def graph(verification: Verification) -> list[dict[str, Any]]:
    content = verifications_claimreview([verification], newsroom="Lea Facts", addresses=ADDRESSES, day="2026-01-02")
    read: list[dict[str, Any]] = json.loads(content)["@graph"]
    return read


def test_a_finished_verification_is_a_claim_review() -> None:
    (review,) = graph(finished())
    assert problems([review]) == []
    assert review["reviewRating"] == {"@type": "Rating", "alternateName": "False", "ratingValue": 1, "bestRating": 5, "worstRating": 1}
    assert (review["url"], review["author"]["url"]) == ("https://lea.example/river", "https://lea.example")
    assert review["reviewBody"] == "The river stayed below the mark [1.1]." and review["isBasedOn"] == ["https://lea.example/levels"]
    assert review["itemReviewed"] == {
        "@type": "Claim",
        "author": {"@type": "Person", "name": "Ada <script>alert(1)</script>"},
        "datePublished": "2020-05-04",
        "appearance": {"@type": "CreativeWork", "name": "Radio Lea", "url": "https://radio.example/lea"},
    }


def test_verdicts_off_the_scale_are_given_in_words() -> None:
    (review,) = graph(replace(finished(), own_label=Veracity.NOT_ENOUGH, claim=ClaimForm(text="It rained."), justification=""))
    assert review["reviewRating"] == {"@type": "Rating", "alternateName": "Unproven"}
    assert review["itemReviewed"] == {"@type": "Claim"} and "reviewBody" not in review


def test_the_programs_verdict_is_not_published(tmp_path: Path) -> None:
    machines = verified(replace(finished(), own_label=None))
    assert "verdict of your own" in refusal(
        lambda: write_verification(machines, tmp_path / "v.jsonld", newsroom="Desk", addresses=ADDRESSES)
    )
    assert "no name yet" in refusal(lambda: write_verification(verified(), tmp_path / "v.jsonld"))
    assert "web address" in refusal(lambda: write_verification(verified(), tmp_path / "v.jsonld", newsroom="Desk"))
    assert list(tmp_path.iterdir()) == []


def test_nothing_in_it_closes_a_script_tag(tmp_path: Path) -> None:
    write_verification(verified(), tmp_path / "v.jsonld", newsroom="Desk", addresses=ADDRESSES)
    assert "<" not in (tmp_path / "v.jsonld").read_text("utf-8") and EVIL[:8] in finished().claim.speaker


def test_other_names_are_refused(tmp_path: Path) -> None:
    assert set(VERIFICATION_FORMATS) == {"json", "html", "docx", "jsonld"}
    assert ".docx" in refusal(lambda: write_verification(verified(), tmp_path / "v.txt"))
    assert refusal(lambda: write_verification(verified(), tmp_path / "none" / "v.json"))


def test_sources_are_listed_once() -> None:
    question = finished().questions[0]
    twice = replace(finished(), questions=(question, question))
    assert source_links(twice) == ["https://lea.example/levels"]


def test_a_report_is_a_value_of_the_verification_alone() -> None:
    verified_claim: Verified = verified()
    report = verification_report(verified_claim)
    answers = [block for section in report.sections for entry in section.blocks if isinstance(entry, Entry) for block in entry.blocks]
    assert report == verification_report(verified_claim) and isinstance(answers[1], Evidence) and answers[1].url == ""
