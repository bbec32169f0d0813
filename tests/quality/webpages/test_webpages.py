"""How much of the articles and transcripts of many sites is read, and how much of the sites around them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
import regex

from app.domain.progress import CancelToken
from app.ingest.documents import read_document
from tests.quality.webpages.further_sites import further_pages
from tests.quality.webpages.sites import Page, pages

_WORD = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]|(?:(?![\p{Han}\p{Hiragana}\p{Katakana}])[\p{L}\p{M}\p{N}])+")


@dataclass(frozen=True, slots=True)
class Score:
    """Words of the article that were read, its words, other words that were read, and the site's sentences among them."""

    read: int
    words: int
    others: int
    leaked: int


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text))


def score(page: Page, folder: Path) -> Score:
    """Read a page and compare it with what it is made of; every sentence stands in the text where it says."""
    path = folder / f"{page.name}.html"
    path.write_text(page.html, "utf-8")
    document = read_document(path, cancel=CancelToken())
    assert all(document.text[each.start : each.end] == each.text for each in document.sentences)
    said = " ".join((document.text, *{sentence.speaker for sentence in document.sentences}))
    found, wanted = _words(said), _words(" ".join(page.wanted))
    others = _words(document.text) - wanted - _words(" ".join(page.either))
    flat = " ".join(document.text.split())
    leaked = sum(text in flat for text in page.unwanted)
    assert document.notes or not page.unwanted or page.name.startswith("hidden"), "what is left out is told"
    return Score((found & wanted).total(), wanted.total(), others.total(), leaked)


@pytest.mark.parametrize(("made", "most_leaked"), [(pages(), 0), (further_pages(), 6)], ids=["sites", "further"])
def test_articles_and_transcripts_lose_no_words_and_sites_add_hardly_any(tmp_path: Path, made: list[Page], most_leaked: int) -> None:
    scores = {page.name: score(page, tmp_path) for page in made}
    assert {name: each for name, each in scores.items() if each.read < each.words} == {}
    assert sum(each.leaked for each in scores.values()) <= most_leaked
    whole = sum(each.read + each.others for each in scores.values())
    assert sum(each.others for each in scores.values()) <= 0.02 * whole


def test_the_pages_are_of_many_sites_and_languages() -> None:
    made = [*pages(), *further_pages()]
    assert len({page.name for page in made}) == len(made) >= 100
    assert len({page.language for page in made}) == 14 and sum(len(page.unwanted) for page in made) >= 480
