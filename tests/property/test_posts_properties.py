"""Post importers: lossless tables and lines, every row accounted for, and no input makes reading crash."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tarfile
import zipfile
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from app.domain.importing import ReadPost, RefusedRow
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.errors import InputError
from app.ingest.posts import POST_FORMATS, documents, read_posts, to_json_line
from app.ingest.posts.fields import count, html_text
from app.ingest.posts.instants import instant
from app.ingest.rows.rounded_ids import is_padded_column, is_rounded
from app.ingest.rows.text import one_line

quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
ENGLISH = PostImportOptions(language="en")

any_text = st.text(alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\x00\r"), max_size=40)
lines = any_text.map(one_line)
moments = st.none() | st.datetimes(datetime(1990, 1, 1), datetime(datetime.now(tz=UTC).year + 1, 12, 31)).map(
    lambda moment: moment.replace(tzinfo=UTC)
)
posts = st.builds(
    Post,
    id=lines.filter(lambda text: bool(text) and not is_rounded(text)),
    text=any_text.map(lambda words: "x" + words),
    author=lines,
    published=moments,
    platform=st.sampled_from(["", "x", "mastodon", "forum"]),
    language=st.sampled_from(["en", "pt-BR"]),
    url=lines,
    engagement=st.none() | st.integers(0, 10**12),
    repeats=lines,
    replies_to=lines,
).filter(lambda post: not {post.id, post.author, post.url, post.repeats, post.replies_to} & {"nan", "NaN", "None", "NULL", "null", "N/A"})


def read(path: Path, options: PostImportOptions = ENGLISH) -> tuple[list[Post], list[RefusedRow]]:
    rows = list(read_posts(path, options=options, cancel=CancelToken(), progress=no_progress))
    return [row.post for row in rows if isinstance(row, ReadPost)], [row for row in rows if isinstance(row, RefusedRow)]


@quick
@given(st.lists(posts, min_size=1, max_size=8))
def test_our_own_lines_read_back(tmp_path: Path, written: list[Post]) -> None:
    path = tmp_path / "own.jsonl"
    path.write_bytes("".join(to_json_line(post) + "\n" for post in written).encode())
    assert read(path) == (written, [])


@quick
@given(st.lists(posts, min_size=1, max_size=8), st.sampled_from(",;\t|"), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_a_table_of_posts_reads_back(tmp_path: Path, written: list[Post], delimiter: str, encoding: str) -> None:
    assume(not is_padded_column(post.id for post in written))
    written = [replace(post, text=one_line(post.text)) for post in written]
    text = io.StringIO()
    table = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    table.writerow([field.name for field in fields(Post)])
    table.writerows([["" if (value := getattr(post, field.name)) is None else str(value) for field in fields(post)] for post in written])
    path = tmp_path / "t.csv"
    path.write_bytes(text.getvalue().encode(encoding))
    assert read(path) == (written, [])


@quick
@given(st.lists(st.one_of(st.just("good"), st.just("broken"), st.just("empty"), st.just("other")), min_size=1, max_size=30))
def test_every_line_is_read_or_refused(tmp_path: Path, kinds: list[str]) -> None:
    lines = {"good": '{"text": "Geese may vote"}', "broken": '{"text": "Geese', "empty": '{"text": ""}', "other": "[1]"}
    path = tmp_path / "p.jsonl"
    path.write_text("\n".join(['{"text": "Geese may vote"}', *(lines[kind] for kind in kinds)]))
    posts, refused = read(path)
    assert len(posts) == 1 + kinds.count("good")
    assert [row.row for row in refused] == [f"line {number}" for number, kind in enumerate(kinds, start=2) if kind != "good"]


heads = st.sampled_from(
    [
        b"",
        b'{"text": "x"}\n',
        b'[{"id_str": "1", "full_text": "x"}, ',
        b"text,author\n",
        b"window.YTD.tweets.part0 = [",
        b"PK\x03\x04",
        b"\xff\xfe",
        b"\x1f\x8b",
        b'{"messages": [',
        b'{"data": {"children": [',
        b"PK\x05\x06" + b"\x00" * 18,
        b'{"text": "x"}\n{"',
    ]
)


@quick
@given(heads, st.binary(max_size=300), st.booleans(), st.sampled_from([4, 8 << 20]))
def test_no_bytes_crash_the_reader(tmp_path: Path, head: bytes, tail: bytes, packed: bool, limit: int) -> None:
    path = tmp_path / "f.bin"
    path.write_bytes(gzip.compress(head + tail) if packed else head + tail)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "_MAX_WHOLE_BYTES", limit)
        _assert_read_or_refused(path, ENGLISH)


def _assert_read_or_refused(path: Path, options: PostImportOptions) -> None:
    try:
        posts, refused = read(path, options)
    except InputError as error:
        assert error.code.startswith("posts-")
        assert error.hint
        return
    assert all(post.text.strip() and post.id and "\x00" not in post.text for post in posts)
    assert all(post.published is None or post.published.tzinfo is UTC for post in posts)
    assert all(row.reason.endswith(".") and row.row for row in refused)
    assert posts or refused


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | any_text
    | st.sampled_from(["https://[x", "2020-02-31", "Note", "t1", "at://x"])
)
keys = st.sampled_from(
    "id id_str text full_text tweet user screen_name created_at data includes users tweets referenced_tweets type retweeted_status author_id "
    "public_metrics post posts feed record value uri did commit operation collection reason by langs reply parent thread replies actor object "
    "content contentMap account reblog orderedItems published url language messages chats list date date_unixtime from reactions count poll "
    "kind children body selftext title subreddit score created_utc mcl_url creation_time post_owner statistics name items".split()
)
trees = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=6), max_leaves=25)
kinds = st.sampled_from(
    [
        {},
        {"id_str": "1", "full_text": "x"},
        {"id": "1", "text": "x", "author_id": "2"},
        {"$type": "app.bsky.feed.post", "text": "x"},
        {"did": "did:plc:a", "time_us": 1},
        {"type": "Create", "actor": "https://a.example/b"},
        {"account": {"acct": "a"}, "reblog": None, "content": "<p>x</p>"},
        {"type": "message", "date": "2020-01-01T00:00:00", "text": "x"},
        {"kind": "t1", "data": {"body": "x"}},
        {"subreddit": "x", "body": "x"},
        {"mcl_url": "x", "text": "x"},
    ]
)


@settings(quick, max_examples=300)
@given(kinds, st.dictionaries(keys, trees, max_size=6), st.sampled_from(list(POST_FORMATS)), st.sampled_from([4, 8 << 20]))
def test_no_json_crashes_the_reader(tmp_path: Path, fields: dict[str, object], tree: dict[str, object], name: str, limit: int) -> None:
    record = {**fields, **tree}
    path = tmp_path / "f.json"
    path.write_text(json.dumps([record, {**tree, **fields}] if len(tree) % 2 else record))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "_MAX_WHOLE_BYTES", limit)
        _assert_read_or_refused(path, PostImportOptions(format=name, language="en"))


TABLE = 'id,text,author,date\n1,"Geese may\nvote",ada,2020-05-04\n2,Swans,bob,\n'
EXPORT = json.dumps({"name": "Lake", "id": 9, "messages": [{"id": 2, "type": "message", "date": "2020-05-04", "text": "Geese"}] * 3})


@settings(quick, max_examples=200)
@given(st.sampled_from([TABLE, EXPORT]), st.integers(0, 400), st.integers(0, 3), st.binary(max_size=4))
def test_damage_anywhere_is_survived(tmp_path: Path, content: str, position: int, cut: int, put: bytes) -> None:
    data = content.encode()
    path = tmp_path / "f.x"
    path.write_bytes(data[:position] + put + data[position + cut :])
    _assert_read_or_refused(path, ENGLISH)


def _archive(kind: str) -> bytes:
    parts = {
        "data/account.js": 'window.YTD.account.part0 = [{"account": {"username": "ada"}}]',
        "data/tweets.js": EXPORT,
        "more.csv": TABLE,
    }
    packed = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zipped:
            for name, content in parts.items():
                zipped.writestr(name, content)
    else:
        with tarfile.open(fileobj=packed, mode=f"w{kind}") as tarred:
            for name, content in parts.items():
                part = tarfile.TarInfo(name)
                part.size = len(content)
                tarred.addfile(part, io.BytesIO(content.encode()))
    return packed.getvalue()


@settings(quick, max_examples=300)
@given(st.sampled_from(["zip", ":", ":gz"]), st.floats(0, 1), st.integers(0, 40), st.binary(max_size=4))
def test_damage_anywhere_in_an_archive_is_survived(tmp_path: Path, kind: str, share: float, cut: int, put: bytes) -> None:
    data = _archive(kind)
    start = int(share * len(data))
    path = tmp_path / "a.packed"
    path.write_bytes(data[:start] + put + data[start + cut :])
    _assert_read_or_refused(path, ENGLISH)


@given(st.text(max_size=30) | st.floats() | st.integers() | st.from_regex(r"\d{1,4}[-/. :T]\d{1,2}[-/. :T]\d{1,4}.{0,12}", fullmatch=True))
@settings(max_examples=300, deadline=None)
def test_any_value_is_an_instant_in_utc_or_none(value: object) -> None:
    moment = instant(value)
    assert moment is None or (moment.tzinfo is UTC and moment.year >= 1970)


@given(st.text(max_size=20) | st.floats() | st.integers() | st.from_regex(r"[0-9.,'kKmM ]{1,20}", fullmatch=True))
@settings(max_examples=300, deadline=None)
def test_any_value_is_a_number_of_reactions_or_none(value: object) -> None:
    reactions = count(value)
    assert reactions is None or 0 <= reactions <= 10**15


@given(any_text)
@settings(max_examples=100, deadline=None)
def test_text_survives_markup(words: str) -> None:
    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert html_text(f'<p><a href="https://a.example">{escaped}</a></p>') == words.strip()
