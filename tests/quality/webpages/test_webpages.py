"""Shares of articles and transcripts that are read, and of boilerplate, for pages of many sites."""

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
    """Words of the article that were read, all words of the article, extra words that were read, and leaked sentences of the site."""

    read: int
    words: int
    extra: int
    leaked: int


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text))


def score(page: Page, folder: Path) -> Score:
    """Read a page and compare it with its parts; check that every sentence has the right offsets."""
    path = folder / f"{page.name}.html"
    path.write_text(page.html, "utf-8")
    document = read_document(path, cancel=CancelToken())
    assert all(
        document.text[document_sentence.start : document_sentence.end] == document_sentence.text for document_sentence in document.sentences
    )
    read_text = " ".join((document.text, *{sentence.speaker for sentence in document.sentences}))
    read_words, expected_words = _words(read_text), _words(" ".join(page.expected))
    extra_words = _words(document.text) - expected_words - _words(" ".join(page.either))
    flat = " ".join(document.text.split())
    leaked = sum(text in flat for text in page.unwanted)
    assert document.notes or not page.unwanted or page.name.startswith("hidden"), "what is left out is told"
    return Score((read_words & expected_words).total(), expected_words.total(), extra_words.total(), leaked)


@pytest.mark.parametrize(("site_pages", "most_leaked"), [(pages(), 0), (further_pages(), 6)], ids=["sites", "further"])
def test_articles_and_transcripts_lose_no_words_and_sites_add_hardly_any(tmp_path: Path, site_pages: list[Page], most_leaked: int) -> None:
    scores = {page.name: score(page, tmp_path) for page in site_pages}
    assert {name: page_score for name, page_score in scores.items() if page_score.read < page_score.words} == {}
    assert sum(page_score.leaked for page_score in scores.values()) <= most_leaked
    total = sum(page_score.read + page_score.extra for page_score in scores.values())
    assert sum(page_score.extra for page_score in scores.values()) <= 0.02 * total


def test_the_pages_are_of_many_sites_and_languages() -> None:
    all_pages = [*pages(), *further_pages()]
    assert len({page.name for page in all_pages}) == len(all_pages) >= 100
    assert len({page.language for page in all_pages}) == 14 and sum(len(page.unwanted) for page in all_pages) >= 480
