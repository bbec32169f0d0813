"""Damaged files of posts: broken in the middle, cut off, endless, recoded, compression bombs, other content."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from app.domain.options import PostImportOptions
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, InputError
from app.ingest.posts import archives, documents, read_posts
from tests.unit.ingest.factchecks.factchecks_reading import write
from tests.unit.ingest.posts.posts_reading import read

GOOD = {"id": "1", "text": "Geese may vote"}


def test_a_broken_line_costs_only_itself(tmp_path: Path) -> None:
    lines = [json.dumps(GOOD), '{"id": "2", "text": "cut', "[1]", "null", json.dumps({**GOOD, "id": "3"})]
    posts, refused = read(write(tmp_path / "p.jsonl", "\n".join(lines)))
    assert [post.id for post in posts] == ["1", "3"]
    assert [row.row for row in refused] == ["line 2", "line 3", "line 4"]
    assert all(row.reason.endswith(".") for row in refused)


def test_a_broken_first_line_costs_only_itself(tmp_path: Path) -> None:
    posts, refused = read(write(tmp_path / "p.jsonl", '{"id": "0", "te\n' + "\n".join(json.dumps(GOOD) for _ in range(3))))
    assert (len(posts), [row.row for row in refused]) == (3, ["line 1"])


@pytest.mark.parametrize("shape", ["list", "feed", "script"])
def test_a_truncated_document_gives_the_posts_before_the_break(tmp_path: Path, shape: str) -> None:
    tweets = [{"id_str": str(number), "full_text": "Geese may vote"} for number in range(5)]
    text = json.dumps({"statuses": tweets} if shape == "feed" else tweets, indent=1)
    posts, refused = read(write(tmp_path / "p.json", ("window.YTD.tweets.part0 = " if shape == "script" else "") + text[:-30]))
    assert [post.id for post in posts] == ["x:0", "x:1", "x:2", "x:3"]
    assert [(row.row, row.reason[:27]) for row in refused] == [("item 5", "The file's JSON is broken h")]


def test_a_cut_download_is_reported_once(tmp_path: Path) -> None:
    content = gzip.compress("\n".join(json.dumps({"id": str(number), "text": f"Geese {number}"}) for number in range(4000)).encode())
    posts, refused = read(write(tmp_path / "p.jsonl.gz", content[: len(content) // 2]))
    assert 500 < len(posts) < 4000
    assert [row.row for row in refused] == ["end"]


def test_a_cut_download_of_a_document_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "_MAX_WHOLE_BYTES", 4)
    content = gzip.compress(json.dumps([{"id": str(number), "text": f"Geese {number}"} for number in range(40_000)]).encode())
    posts, refused = read(write(tmp_path / "p.json.gz", content[: len(content) // 2]))
    assert 5000 < len(posts) < 40_000
    assert [row.row for row in refused] == ["end"]


@pytest.mark.parametrize("kind", ["jsonl", "csv", "utf-16"])
def test_an_endless_line_is_one_refused_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(archives, "MAX_LINE_BYTES", 1 << 20)
    long = "x" * (3 << 20)
    if kind == "csv":
        content = f"id,text\n1,Geese may vote\n2,{long}\n3,Swans\n".encode()
    else:
        lines = [GOOD, {"id": "2", "text": long}, {"id": "3", "text": "Swans"}]
        content = "\n".join(map(json.dumps, lines)).encode("utf-16" if kind == "utf-16" else "utf-8")
    posts, refused = read(write(tmp_path / "p.x", content))
    assert [post.id for post in posts] == ["1", "3"]
    assert [row.reason for row in refused] == ["The line is longer than 1 MB."]


def test_a_text_without_end_is_refused(tmp_path: Path) -> None:
    posts, refused = read(write(tmp_path / "p.jsonl", json.dumps(GOOD) + "\n" + json.dumps({"text": "geese " * 200_000})))
    assert len(posts) == 1
    assert refused[0].reason == "The text is longer than 1,000,000 characters."


def test_invisible_text_is_no_post_and_symbols_are(tmp_path: Path) -> None:
    rows = [{"text": "👍🏽"}, {"text": " \u200b\ufeff"}, {"text": None}, {"text": ["a"]}, {"text": "a\x00b\ud83d"}]
    posts, refused = read(write(tmp_path / "p.json", rows))
    assert [post.text for post in posts] == ["👍🏽", "ab\ufffd"]
    assert [row.reason for row in refused] == ["The post is without text."] * 3


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_encodings_of_tables(tmp_path: Path, encoding: str) -> None:
    content = "id,text\n1,Gänse dürfen „wählen“ – ab Mai\n".encode(encoding)
    content = b"\xfe\xff" + content if encoding == "utf-16-be" else content
    assert [post.text for post in read(write(tmp_path / "p.csv", content))[0]] == ["Gänse dürfen „wählen“ – ab Mai"]


def test_encodings_and_damage_of_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps([{"text": "Gänse"}, {"text": "Schwäne"}], ensure_ascii=False)
    for content in (text.encode("utf-16"), text.encode("utf-8-sig"), text.replace("Schw", "\x00Schw").encode()):
        for limit in (documents._MAX_WHOLE_BYTES, 4):
            monkeypatch.setattr(documents, "_MAX_WHOLE_BYTES", limit)
            assert [post.text.strip() for post in read(write(tmp_path / "p.json", content))[0]] == ["Gänse", "Schwäne"]


def test_depth_without_end(tmp_path: Path) -> None:
    deep = "[" * 200_000
    posts, refused = read(write(tmp_path / "q.json", '[{"text": "Geese may vote"}, {"text": "Swans", "x": ' + deep))
    assert [post.text for post in posts] == ["Geese may vote"]
    assert [row.row for row in refused] == ["item 2"]
    for content in (deep, '{"text": "Geese", "x": ' + deep, '{"text": "Geese", "x": [[1'):
        with pytest.raises(InputError) as error:
            read(write(tmp_path / "r.json", content))
        assert error.value.code == "posts-damaged"


def test_an_oversized_element_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ingest.posts.events._MAX_ELEMENT_EVENTS", 1000)
    monkeypatch.setattr(documents, "_MAX_WHOLE_BYTES", 4)
    rows = [
        {"text": "Geese"},
        {"text": "Swans", "list": [[{"a": 1}]] * 1000},
        {"text": "Ducks", "x": json.loads("[" * 450 + "1" + "]" * 450)},
    ]
    posts, refused = read(write(tmp_path / "p.json", rows))
    assert [post.text for post in posts] == ["Geese", "Ducks"]
    assert [row.reason for row in refused] == ["The item is too large to be a post."]


def test_a_zip_that_unpacks_beyond_measure_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_MAX_UNCHECKED_BYTES", 1 << 16)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("posts.json", " " * (1 << 22))
    with tarfile.open(tmp_path / "bomb.tar.gz", "w:gz") as tarred:
        part = tarfile.TarInfo("posts.json")
        part.size = 1 << 22
        tarred.addfile(part, io.BytesIO(b" " * part.size))
    for name, code in (("bomb.zip", "posts-unsupported"), ("bomb.tar.gz", "posts-damaged")):
        with pytest.raises(InputError) as error:
            read(tmp_path / name)
        assert error.value.code == code


def test_path_traversal_and_links_are_harmless(tmp_path: Path) -> None:
    path = tmp_path / "in" / "a.tar"
    path.parent.mkdir()
    with tarfile.open(path, "w") as tarred:
        link = tarfile.TarInfo("link.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tarred.addfile(link)
        content = json.dumps(GOOD).encode()
        part = tarfile.TarInfo("x/../../posts.json")
        part.size = len(content)
        tarred.addfile(part, io.BytesIO(content))
    posts, refused = read(path)
    assert ([post.id for post in posts], refused) == (["1"], [])
    assert [file.name for file in tmp_path.rglob("*")] == ["in", "a.tar"]


def test_a_damaged_part_of_an_archive_is_reported(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as packed:
        packed.writestr("a.jsonl", "\n".join(json.dumps({"id": str(number), "text": "Geese"}) for number in range(20_000)))
    broken = bytearray(data.getvalue())
    broken[400_000] ^= 1
    posts, refused = read(write(tmp_path / "a.zip", bytes(broken)))
    assert len(posts) > 1000
    assert [row.row for row in refused][-1] == "end"
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "b.zip", data.getvalue()[:1000]))
    assert error.value.code == "posts-damaged"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "posts-empty"),
        (b"\n \n", "posts-empty"),
        (b"[]", "posts-empty"),
        (b'{"statuses": []}', "posts-empty"),
        (b"text,author\n", "posts-empty"),
        (b"%PDF-1.4 x", "posts-unsupported"),
        (b"\x00" * 100, "posts-unsupported"),
        (b"<!DOCTYPE html><p>x", "posts-unsupported"),
        (b"\x3a\xa2eroots\x81\xd8\x2agversion\x01", "posts-unsupported"),
        (b'{"name": "a", "version": 1}', "posts-columns"),
        (b"a,b\n1,2\n", "posts-columns"),
        (b'{"type": "service", "date": "2020-01-01", "id": 1, "action": "x"}', "posts-empty"),
    ],
)
def test_files_that_are_no_posts(tmp_path: Path, content: bytes, code: str) -> None:
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "f.x", content))
    assert error.value.code == code
    assert error.value.hint


def test_missing_files_and_unknown_formats(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        read(tmp_path / "gone.json")
    with pytest.raises(InputError, match="There is no format"):
        read(write(tmp_path / "p.csv", "text\na\n"), PostImportOptions(format="myspace"))
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match="holds no posts"):
        read(empty)


def test_reading_stops_when_asked(tmp_path: Path) -> None:
    path = write(tmp_path / "p.csv", "text\n" + "Geese may vote\n" * 5000)
    token = CancelToken()
    counts: list[int] = []

    def listen(update: ProgressUpdate) -> None:
        counts.append(update.done)
        if update.done >= 300:
            token.cancel()

    with pytest.raises(Cancelled):
        list(read_posts(path, options=PostImportOptions(language="en"), cancel=token, progress=listen))
    assert counts == [0, 100, 200, 300]
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        list(read_posts(path, options=PostImportOptions(), cancel=token, progress=no_progress))


def test_a_format_that_is_named_is_used(tmp_path: Path) -> None:
    path = write(tmp_path / "p.jsonl", '{"id": 1, "text": "Geese may vote"}\n{"id": 2, "text": "Swans"}')
    posts, _ = read(path, PostImportOptions(format="x", language="en"))
    assert [post.id for post in posts] == ["x:1", "x:2"]
