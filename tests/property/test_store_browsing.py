"""Word search finds the rows that a scan of every text finds, for any script, filters and history of rows."""

from __future__ import annotations

import string
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from app.domain.factcheck import NATURAL_ORDER, FactCheck, FactCheckFilter
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.ports import LibraryChange, SearchPage
from app.store import facets, fulltext
from app.store.analysis import unspaced
from app.store.change_writing import write_change
from app.store.database import connect, prepare

_UNSPACED = "疫苗水𠀋ひカー゙ｶกิำ้ลາကြម្"
_LETTERS = st.text(alphabet=_UNSPACED + "aB7。% _ि", max_size=9)
_WORDS = st.lists(st.sampled_from(["bridge", "bridges", "otter", "पृथ्वी", "पृथ्वीवासी", "الأرض", "отец", "7"]), max_size=6).map(" ".join)
_PUBLISHERS = st.sampled_from(("N", "n", 'The "Desk" AND *', "疫苗 otter", "bridge"))
_RATINGS = st.sampled_from(("", "Mostly false!", "\U0010ff00otter"))
_FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "publisher": _PUBLISHERS,
        "verdict": st.sampled_from(("TRUE", "FALSE")),
        "language": st.just("zh"),
        "rating": _RATINGS.filter(bool),
    },
)
_LIMITS = st.sampled_from((0, 5_000))
_ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def _rows(texts: st.SearchStrategy[str]) -> st.SearchStrategy[list[FactCheck]]:
    row = st.builds(
        FactCheck,
        id=st.sampled_from("abcdefgh"),
        claim=texts,
        title=texts,
        body=texts,
        publisher=_PUBLISHERS,
        rating=_RATINGS,
        verdict=st.sampled_from((Verdict.TRUE, Verdict.FALSE)),
        language=st.sampled_from(("zh", "en")),
        published=st.sampled_from((None, date(2020, 1, 1), date(2021, 1, 1))),
    )
    return st.lists(row, max_size=8)


@contextmanager
def _library(first: Sequence[FactCheck], then: Sequence[FactCheck], gone: Sequence[str]) -> Iterator[tuple[Database, list[FactCheck]]]:
    """Yield a database in which rows were added, changed and deleted, and its rows, newest first."""
    stored = {factcheck.id: factcheck for factcheck in (*first, *then)}
    for name in gone:
        stored.pop(name, None)
    newest = sorted(
        sorted(stored.values(), key=lambda factcheck: factcheck.id), key=lambda factcheck: factcheck.published or date.min, reverse=True
    )
    with tempfile.TemporaryDirectory() as folder:
        database = connect(Path(folder) / "library.db", read_only=False)
        try:
            prepare(database, Path(folder), read_only=False)
            for change in (LibraryChange(upsert=first), LibraryChange(upsert=then), LibraryChange(delete=gone)):
                write_change(database.conn, change, progress=no_progress, cancel=CancelToken())
            database.conn.execute("INSERT INTO fulltext (fulltext, rank) VALUES ('integrity-check', 1)")
            yield database, newest
        finally:
            database.conn.close()


def _passes(factcheck: FactCheck, filters: dict[str, str]) -> bool:
    return all(str(getattr(factcheck, name)) == value for name, value in filters.items())


def _search(database: Database, text: str, filters: dict[str, str], *, offset: int = 0, limit: int = 50) -> SearchPage:
    return fulltext.search(database.conn, text, among=FactCheckFilter(**filters), order=NATURAL_ORDER, offset=offset, limit=limit)


def _holds(factcheck: FactCheck, word: str) -> bool:
    texts = (factcheck.claim, factcheck.title, factcheck.body)
    if word.lower() == word.upper():
        return any(word in text for text in texts)
    return any(word.translate(_ASCII_LOWER) in text.translate(_ASCII_LOWER) for text in texts)


@settings(max_examples=60, deadline=None)
@given(_rows(_LETTERS), _rows(_LETTERS), st.lists(st.sampled_from("abcdefgh"), max_size=3), st.data())
def test_scripts_without_spaces(first: list[FactCheck], then: list[FactCheck], gone: list[str], data: st.DataObject) -> None:
    with _library(first, then, gone) as (database, stored), pytest.MonkeyPatch.context() as patch:
        patch.setattr(fulltext, "_MOST_SORTED", data.draw(_LIMITS))
        texts = ["".join((factcheck.claim, factcheck.title, factcheck.body)) for factcheck in stored] or [""]
        for _ in range(6):
            text = data.draw(st.sampled_from(texts))
            start = data.draw(st.integers(0, len(text)))
            sought = data.draw(st.sampled_from((text[start : start + data.draw(st.integers(1, 4))], data.draw(_LETTERS))))
            sought += "" if unspaced(sought) else "疫"
            filters = data.draw(_FILTERS)
            expected = [
                factcheck.id
                for factcheck in stored
                if _passes(factcheck, filters) and all(_holds(factcheck, word) for word in sought.split())
            ]
            page = _search(database, sought, filters)
            assert [item.id for item in page.items] == expected and page.total == len(expected), (sought, filters)
            part = _search(database, sought, filters, offset=1, limit=2)
            assert [item.id for item in part.items] == expected[1:3] and part.total == len(expected)


@settings(max_examples=60, deadline=None)
@given(_rows(_WORDS), _rows(_WORDS), st.lists(st.sampled_from("abcdefgh"), max_size=3), st.data())
def test_scripts_with_spaces(first: list[FactCheck], then: list[FactCheck], gone: list[str], data: st.DataObject) -> None:
    with _library(first, then, gone) as (database, stored), pytest.MonkeyPatch.context() as patch:
        patch.setattr(fulltext, "_MOST_RANKED", data.draw(_LIMITS))
        for _ in range(4):
            words, end = data.draw(_WORDS.filter(bool)).split(), data.draw(st.sampled_from(("", " ")))
            filters = data.draw(_FILTERS)
            begins = not end and (len(words[-1]) >= 3 or not words[-1].isascii())
            expected = {factcheck.id for factcheck in stored if _passes(factcheck, filters) and _has_words(factcheck, words, begins=begins)}
            page = _search(database, " ".join(words) + end, filters)
            assert {item.id for item in page.items} == expected and page.total == len(expected) == len(page.items), (words, filters)
            assert _search(database, " ".join(words) + end, filters, offset=len(expected)).items == ()


def _has_words(factcheck: FactCheck, words: list[str], *, begins: bool) -> bool:
    text_words = " ".join((factcheck.claim, factcheck.title, factcheck.body)).split()
    last = any(word.startswith(words[-1]) for word in text_words) if begins else words[-1] in text_words
    return last and all(word in text_words for word in words[:-1])


@settings(max_examples=20, deadline=None)
@given(_rows(_LETTERS), _FILTERS, st.integers(0, 4))
def test_the_list_without_words(rows: list[FactCheck], filters: dict[str, str], offset: int) -> None:
    with _library(rows, [], []) as (database, stored):
        expected = [factcheck.id for factcheck in stored if _passes(factcheck, filters)]
        page = _search(database, "", filters, offset=offset, limit=3)
        assert [item.id for item in page.items] == expected[offset : offset + 3] and page.total == len(expected)


def test_the_words_of_filters_cannot_be_typed_and_are_never_shown() -> None:
    rows = [FactCheck(id=name, claim=f"An otter swam {name}", publisher="Desk", verdict=Verdict.FALSE) for name in "ab"]
    with _library(rows, [], []) as (database, _):
        token = facets.FACTCHECKS.expression({"publisher": "Desk"}).removeprefix("facets : (").removesuffix(")").strip('"')
        assert _search(database, "otter", {"publisher": "Desk"}).total == 2
        assert _search(database, token, {}).total == _search(database, f"otter {token}", {}).total == 0
        page = _search(database, "otter", {"publisher": "Desk", "verdict": "FALSE"})
        assert page.passages == {"a": "An otter swam a", "b": "An otter swam b"}
