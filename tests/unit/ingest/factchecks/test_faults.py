"""Damaged files: cut, recoded, nested, unreadable, endless."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.errors import Cancelled, InputError
from app.ingest.factchecks import preview, read_factchecks
from app.ingest.rows import sources
from app.ingest.rows.sources import Source
from app.ingest.rows.text import plain_text
from tests.unit.ingest.factchecks.factchecks_reading import read, write

REVIEW = {"@type": "ClaimReview", "claimReviewed": "The lake is empty", "inLanguage": "en", "url": "https://check.example.org/1"}
ENGLISH = ImportOptions(language="en")


def test_a_truncated_graph_gives_the_items_before_the_break(tmp_path: Path) -> None:
    text = json.dumps({"@context": "https://schema.org", "@graph": [REVIEW] * 5})
    checks, refused = read(write(tmp_path / "r.json", text[:-40]))
    assert len(checks) == 4
    assert [row.row for row in refused] == ["item 5"]


def test_a_truncated_answer_gives_the_items_before_the_break(tmp_path: Path) -> None:
    claim = {"text": "Geese vote", "claimReview": [{"publisher": {"name": "Desk"}, "textualRating": "False"}]}
    text = json.dumps({"claims": [claim] * 5})
    checks, refused = read(write(tmp_path / "a.json", text[:-40]), ENGLISH)
    assert len(checks) == 4
    assert [row.row for row in refused] == ["item 5"]


def test_answers_nested_without_end(tmp_path: Path) -> None:
    nested = '{"claims":' * 900 + "[]" + "}" * 900
    _, refused = read(
        write(tmp_path / "a.jsonl", "\n".join(['{"claims": [{"text": "Geese vote"}]}', nested])), ImportOptions(format="google")
    )
    assert len(refused) == 1
    assert refused[0].row == "line 2"


def test_utf16_documents(tmp_path: Path) -> None:
    checks, _ = read(write(tmp_path / "r.json", json.dumps([{**REVIEW, "claimReviewed": "Æble"}], ensure_ascii=False).encode("utf-16")))
    assert [check.claim for check in checks] == ["Æble"]


def test_an_endless_line_is_one_refused_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_LINE_BYTES", 2000)
    check = {"claim": "c", "language": "en"}
    lines = [json.dumps(record) for record in (check, {**check, "body": "x" * 9000}, check)]
    checks, refused = read(write(tmp_path / "own.jsonl", "\n".join(lines)))
    assert len(checks) == 2
    assert [row.row for row in refused] == ["line 2"]
    assert "longer than" in refused[0].reason


@pytest.mark.parametrize(("named", "encoding"), [("iso-8859-1", "cp1252"), ("windows-1251", "cp1251"), ("no-such-charset", "cp1252")])
def test_pages_in_old_encodings(tmp_path: Path, named: str, encoding: str) -> None:
    claim = "Гуси голосуют" if encoding == "cp1251" else "Les oies “votent” à l’été"
    script = json.dumps({**REVIEW, "claimReviewed": claim}, ensure_ascii=False)
    page = f'<html><head><meta charset="{named}"><script type="application/ld+json">{script}</script></head><body>{claim}</body></html>'
    checks, _ = read(write(tmp_path / "p.html", page.encode(encoding)))
    assert [check.claim for check in checks] == [claim]


def test_unclosed_tags_are_read_fast(tmp_path: Path) -> None:
    page = "<html>" + "<script type=application/ld+json>" * 200_000
    _, refused = read(write(tmp_path / "p.html", page))
    assert [row.row for row in refused] == ["page"]


def test_comments_and_tags() -> None:
    assert plain_text("a<!-- hidden -->b<!-- open") == "ab<!-- open"
    assert plain_text("<!--" * 100_000 + "x").endswith("x")
    assert plain_text("one<br/>two<P class='x'>three</P>").split() == ["one", "two", "three"]
    assert plain_text("AT&T &amp; R&D &copy 1 < 2") == "AT&T & R&D &copy 1 < 2"


def test_a_file_that_vanishes(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        Source(path=tmp_path / "gone.csv", name="gone.csv").open()
    assert error.value.code == "factchecks-unreadable"


def test_a_disk_that_fails_while_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "own.jsonl", '{"claim": "c", "language": "en"}\n')

    def fail(self: Source) -> object:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Source, "lines", fail)
    with pytest.raises(InputError) as error:
        read(path)
    assert error.value.code == "factchecks-unreadable"
    assert "Input/output error" in error.value.message


@pytest.mark.parametrize("content", ["claim,rating\n", "sep=,\n", '"claim\n'])
def test_tables_without_rows(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "t.csv", content))
    assert error.value.code == "factchecks-empty"
    with pytest.raises(InputError):
        preview(tmp_path / "nothing-here", ImportOptions())
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError):
        preview(tmp_path / "empty", ImportOptions())


def test_cut_off_cofacts_tables_are_reported(tmp_path: Path) -> None:
    articles = "id,text\n" + "".join(f"a{n},Message {n * 7919}\n" for n in range(5000))
    packed = gzip.compress(articles.encode())
    write(tmp_path / "articles.csv.gz", packed[: len(packed) // 2])
    write(tmp_path / "replies.csv", "id,type,text\nr1,RUMOR,No.\n")
    write(tmp_path / "article_replies.csv", "articleId,replyId\na1,r1\na4999,r1\n")
    checks, refused = read(tmp_path)
    assert [check.id for check in checks] == ["cofacts-a1-r1"]
    assert [(row.source, row.row) for row in refused] == [("article_replies.csv", "row 3"), ("articles.csv.gz", "end")]


def test_a_large_table_can_be_cancelled_before_its_first_row(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", "claim\n" + "A goose votes\n" * 5000)
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(read_factchecks(path, options=ENGLISH, progress=no_progress, cancel=cancel))


def test_binary_files_are_reported_as_such(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no collection of fact-checks that can be read"):
        read(write(tmp_path / "a.dat", bytes(range(256)) * 20))
