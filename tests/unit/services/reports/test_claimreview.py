"""ClaimReview export: content, refusals, validation of every field, and reading it back."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.domain.document import Document
from app.domain.importing import ReadRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.domain.publication import Addresses
from app.domain.review import Decision, Mark, Target
from app.domain.reviewed import Reviewed
from app.domain.verdict import VERDICT_LABELS, Verdict
from app.errors import InputError
from app.ingest.factchecks import read_factchecks
from app.ingest.ratings import load_normaliser
from app.services.reports import write_report
from app.services.reports.claimreview_check import problems
from tests.fakes.reviewed import ADDRESSES, PAYLOAD, ranked_debate, reviewed_debate


def write_and_read(tmp_path: Path, reviewed: Reviewed) -> dict[str, Any]:
    """Write the file and return its content."""
    write_report(reviewed, tmp_path / "r.jsonld")
    read: dict[str, Any] = json.loads((tmp_path / "r.jsonld").read_text(encoding="utf-8"))
    return read


def test_every_own_verdict_becomes_one_review(tmp_path: Path) -> None:
    read = write_and_read(tmp_path, reviewed_debate())
    assert read["@context"] == "https://schema.org" and problems(read["@graph"]) == []
    first, second = read["@graph"]
    assert first["claimReviewed"] == "Seven rivers cross Velden county, I say."
    assert first["author"] == {"@type": "Organization", "name": "Velden Daily <Facts>", "url": "https://velden.example"}
    assert (first["url"], second["url"]) == ("https://velden.example/2026/lake#claim-1", "https://velden.example/2026/lake#claim-2")
    assert first["itemReviewed"]["appearance"]["url"].startswith("https://")
    assert first["reviewRating"] == {"@type": "Rating", "alternateName": "Mostly true", "ratingValue": 4, "bestRating": 5, "worstRating": 1}
    assert first["itemReviewed"]["author"]["name"] == "Anna Berg" and first["itemReviewed"]["datePublished"] == "2024-06-01"
    assert first["datePublished"] == "2026-02-03"
    assert second["reviewRating"] == {"@type": "Rating", "alternateName": "Unproven"}  # no place between false and true


@pytest.mark.parametrize(("verdict", "value"), [(Verdict.TRUE, 5), (Verdict.MIXED, 3), (Verdict.MISLEADING, 2), (Verdict.FALSE, 1)])
def test_the_scale(tmp_path: Path, verdict: Verdict, value: int) -> None:
    reviewed = Reviewed(ranked=ranked_debate(), newsroom="Desk", addresses=ADDRESSES, marks={"M": ((Target("0"), Mark(verdict=verdict)),)})
    assert write_and_read(tmp_path, reviewed)["@graph"][0]["reviewRating"]["ratingValue"] == value


def test_confirmed_fact_checks_are_named_as_the_basis(tmp_path: Path) -> None:
    marks = ((Target("0"), Mark(verdict=Verdict.FALSE)), (Target("0", "a"), Mark(decision=Decision.CONFIRMED)))
    (review,) = write_and_read(tmp_path, Reviewed(ranked=ranked_debate(), newsroom="Desk", addresses=ADDRESSES, marks={"M": marks}))[
        "@graph"
    ]
    assert review["isBasedOn"] == ["https://desk.example/a?a=1&b=2"] and problems([review]) == []
    assert review["datePublished"] == "2026-01-01"  # no act tells of it: the day of the ranking


def test_notes_and_tags_are_not_published(tmp_path: Path) -> None:
    text = json.dumps(write_and_read(tmp_path, reviewed_debate()))
    assert "Six by the map" not in text and "maps" not in text


def test_without_a_newsroom_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        write_report(replace(reviewed_debate(), newsroom=" "), tmp_path / "r.jsonld")
    assert caught.value.code == "claimreview-newsroom" and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("addresses", "code"),
    [
        (Addresses(), "claimreview-website"),
        (Addresses(website="https://desk.example"), "claimreview-article"),
        (Addresses(website="the desk", article="https://desk.example/lake"), "claimreview-website"),
        (Addresses(website="https://desk.example", article="file:///lake"), "claimreview-article"),
    ],
)
def test_without_an_address_nothing_is_written(tmp_path: Path, addresses: Addresses, code: str) -> None:
    with pytest.raises(InputError) as caught:
        write_report(replace(reviewed_debate(), addresses=addresses), tmp_path / "r.jsonld")
    assert caught.value.code == code and "https://" in caught.value.hint and list(tmp_path.iterdir()) == []


def test_addresses_may_lack_their_scheme_and_the_article_keeps_its_anchor(tmp_path: Path) -> None:
    reviewed = Reviewed(
        ranked=ranked_debate(),
        newsroom="Desk",
        addresses=Addresses(website="desk.example", article="desk.example/lake#top"),
        marks={"M": ((Target("0"), Mark(verdict=Verdict.FALSE)),)},
    )
    (review,) = write_and_read(tmp_path, reviewed)["@graph"]
    assert (review["author"]["url"], review["url"]) == ("https://desk.example", "https://desk.example/lake#top")


def test_statements_without_a_url_have_no_appearance(tmp_path: Path) -> None:
    ranked = ranked_debate()
    spoken = replace(ranked, document=replace(ranked.document, source="debate.txt"))
    marks = {"M": ((Target("0"), Mark(verdict=Verdict.FALSE)),)}
    reviewed = Reviewed(ranked=spoken, newsroom="Desk", addresses=replace(ADDRESSES, claim=""), marks=marks)
    (review,) = write_and_read(tmp_path, reviewed)["@graph"]
    assert "appearance" not in review["itemReviewed"] and review["itemReviewed"]["name"] == " ".join(ranked.document.title.split())
    (review,) = write_and_read(tmp_path, replace(reviewed, addresses=ADDRESSES))["@graph"]
    assert review["itemReviewed"]["appearance"]["url"] == "https://tv.example/debate"


@pytest.mark.parametrize("marks", [{}, {"M": ((Target("0"), Mark(verdict=Verdict.UNRATED)),)}])
def test_without_an_own_verdict_there_is_nothing_to_write(tmp_path: Path, marks: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        write_report(Reviewed(ranked=ranked_debate(), newsroom="Desk", addresses=ADDRESSES, marks=marks), tmp_path / "r.jsonld")
    assert caught.value.code == "claimreview-empty" and list(tmp_path.iterdir()) == []


def test_claimreview_round_trips_through_our_reader(tmp_path: Path) -> None:
    write_report(replace(reviewed_debate(), newsroom="Velden Daily"), tmp_path / "r.jsonld")
    rows = list(read_factchecks(tmp_path / "r.jsonld", options=ImportOptions(), progress=no_progress, cancel=CancelToken()))
    assert all(isinstance(row, ReadRow) for row in rows)
    first, second = [row.factcheck for row in rows if isinstance(row, ReadRow)]
    assert (first.claim, first.rating, first.publisher) == ("Seven rivers cross Velden county, I say.", "Mostly true", "Velden Daily")
    assert (first.claimant, first.claimed, first.published) == ("Anna Berg", date(2024, 6, 1), date(2026, 2, 3))
    normaliser = load_normaliser(tmp_path / "none.tsv")
    assert [normaliser.normalise(factcheck.rating).verdict for factcheck in (first, second)] == [Verdict.MOSTLY_TRUE, Verdict.UNPROVEN]


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict is not Verdict.UNRATED])
def test_our_words_for_a_verdict_are_read_as_that_verdict(tmp_path: Path, verdict: Verdict) -> None:
    assert load_normaliser(tmp_path / "none.tsv").normalise(VERDICT_LABELS[verdict]).verdict is verdict


def test_a_harmful_text_stays_text(tmp_path: Path) -> None:
    marks = {"M": ((Target("5"), Mark(verdict=Verdict.FALSE)),)}
    (review,) = write_and_read(tmp_path, Reviewed(ranked=ranked_debate(), newsroom="Desk", addresses=ADDRESSES, marks=marks))["@graph"]
    assert review["claimReviewed"] == PAYLOAD.replace("\u202e", "")
    raw = (tmp_path / "r.jsonld").read_text(encoding="utf-8")
    assert "<script" not in raw  # it may be pasted between the script tags of a page


def test_invalid_claimreview_is_refused(tmp_path: Path) -> None:
    ranked = ranked_debate()
    odd = replace(ranked.document, language="not a language!")
    reviewed = Reviewed(
        ranked=replace(ranked, document=odd), newsroom="D", addresses=ADDRESSES, marks={"M": ((Target("0"), Mark(verdict=Verdict.FALSE)),)}
    )
    with pytest.raises(InputError) as caught:
        write_report(reviewed, tmp_path / "r.jsonld")
    assert caught.value.code == "claimreview-invalid" and "inLanguage" in caught.value.message


GOOD: dict[str, Any] = {
    "@type": "ClaimReview",
    "claimReviewed": "The lake holds 400 fish.",
    "datePublished": "2024-01-02",
    "url": "https://desk.example/lake",
    "author": {"@type": "Organization", "name": "Desk", "url": "https://desk.example"},
    "reviewRating": {"@type": "Rating", "alternateName": "False", "ratingValue": 1, "bestRating": 5, "worstRating": 1},
    "itemReviewed": {
        "@type": "Claim",
        "author": {"@type": "Person", "name": "A"},
        "appearance": {"@type": "CreativeWork", "name": "Talk", "url": "https://tv.example"},
    },
}


def test_valid_claimreview_has_no_problems() -> None:
    assert problems([GOOD, {**GOOD, "url": "https://desk.example/1", "sdLicense": "https://desk.example/licence"}]) == []


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("claimReviewed",), None, "has no claimReviewed"),
        (("claimReviewed",), "  ", "claimReviewed cannot be"),
        (("author",), None, "has no author"),
        (("author", "name"), None, "has no name"),
        (("author",), "Desk", "author is no Organization"),
        (("author", "@type"), "Claim", "author is no Organization"),
        (("datePublished",), "2. 1. 2024", "datePublished cannot be"),
        (("reviewRating",), None, "has no reviewRating"),
        (("reviewRating", "alternateName"), None, "has no alternateName"),
        (("reviewRating", "ratingValue"), 9, "outside its scale"),
        (("reviewRating", "ratingValue"), "1", "ratingValue cannot be"),
        (("reviewRating", "bestRating"), None, "without its scale"),
        (("itemReviewed", "appearance"), {"@type": "Thing"}, "appearance is no CreativeWork"),
        (("url",), None, "has no url"),
        (("author", "url"), None, "has no url"),
        (("itemReviewed", "appearance", "url"), None, "has no url"),
        (("url",), "javascript:alert(1)", "url cannot be"),
        (("url",), "https://[broken", "url cannot be"),
        (("isBasedOn",), ["https://a.example", "file:///etc"], "isBasedOn cannot be"),
        (("ratingCount",), 3, "not known"),
    ],
)
def test_every_invalid_field_is_found(path: tuple[str, ...], value: object, message: str) -> None:
    review = copy.deepcopy(GOOD)
    at = review
    for name in path[:-1]:
        at = at[name]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    messages = problems([review])
    assert messages and message in " ".join(messages)


def test_an_empty_document_has_no_claimreview(tmp_path: Path) -> None:
    ranked = replace(ranked_debate(), document=Document(title="", text="", sentences=()), sentences=())
    with pytest.raises(InputError):
        write_report(Reviewed(ranked=ranked, newsroom="Desk", addresses=ADDRESSES), tmp_path / "r.jsonld")
