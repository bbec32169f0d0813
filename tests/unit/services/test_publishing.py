"""A finished verification in the library: its fact-check, a second publication, lookup, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.domain.verification import ClaimForm, Veracity, Verification
from app.errors import InputError
from app.ingest.ratings import load_normaliser
from app.ports import Library
from app.services.library import normalised
from app.services.publishing import own_factcheck, publish_verification
from app.store import open_library
from tests.fakes.encoder import FakeEncoder
from tests.fakes.verifications import finished

DAY = date(2026, 1, 2)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "library", create=True)
    yield opened
    opened.close()


def publish(library: Library, verification: Verification) -> FactCheck:
    return publish_verification(
        verification,
        publisher="Lea Facts",
        published=DAY,
        library=library,
        encoder=FakeEncoder(),
        progress=no_progress,
        cancel=CancelToken(),
    )


def test_fields_of_the_published_fact_check() -> None:
    factcheck = own_factcheck(finished(), publisher=" Lea Facts ", published=DAY, url="https://lea.example/check")
    assert (factcheck.claim, factcheck.rating, factcheck.verdict) == ("The river Lea flooded the market in May.", "Refuted", Verdict.FALSE)
    assert (factcheck.publisher, factcheck.published, factcheck.claimed, factcheck.language) == ("Lea Facts", DAY, date(2020, 5, 4), "en")
    first, second, third = factcheck.body.split("\n")
    assert first == "The river stayed below the mark [1.1]." and third == "Who saw it? [2] No answer could be found."
    assert second.startswith("Did the river Lea flood in May? [1] No. The river stayed") and "(https://lea.example/levels)" in second


@pytest.mark.parametrize("label", Veracity)
def test_the_reviewers_verdict_wins_over_the_rating_tables(label: Veracity) -> None:
    factcheck = own_factcheck(replace(finished(), own_label=label), publisher="Desk", published=DAY)
    assert normalised(factcheck, load_normaliser(None)).verdict is factcheck.verdict is label.verdict


def test_it_is_found_in_the_library_and_replaced_when_published_again(library: Library) -> None:
    first = publish(library, finished())
    assert library.search("river Lea flooded", offset=0, limit=5).items[0].id == first.id and library.get([first.id])[first.id] == first
    second = publish(library, replace(finished(), own_label=Veracity.CONFLICTING))
    assert second.id == first.id and len(library) == 1 and library.get([first.id])[first.id].verdict is Verdict.MIXED


@pytest.mark.parametrize(
    ("verification", "publisher", "words"),
    [
        (replace(finished(), own_label=None), "Desk", "verdict of your own"),
        (finished(), " ", "no name yet"),
        (replace(finished(), claim=ClaimForm(text=" ")), "Desk", "needs a claim"),
    ],
)
def test_unfinished_verifications_are_not_published(library: Library, verification: Verification, publisher: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        own_factcheck(verification, publisher=publisher, published=DAY)
    assert caught.value.hint and len(library) == 0
