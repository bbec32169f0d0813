"""`priorcheck library` with posts: imported, searched, counted, and consistent after a kill."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from app.store.posts.library import open_posts
from tests.fakes.command_line import CommandLine, program, write_rows

OTTERS = "Otters build the bridges of Velden at night"
POSTS = (
    {"id": "1", "text": OTTERS, "author": "anna", "created_at": "2021-03-04T10:00:00Z", "language": "en", "platform": "x"},
    {"id": "2", "text": f"RT @anna: {OTTERS.lower()} https://x.example/1", "created_at": "2021-03-05T10:00:00Z", "language": "en"},
    {"id": "3", "text": "No otter has ever built a bridge", "author": "carla", "created_at": "2021-03-06T10:00:00Z", "language": "en"},
    {"id": "4", "text": "", "author": "dan"},
)
IMPORT = ("library", "import", "--kind", "posts")


@pytest.fixture
def posted(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """Provide a library with these posts."""
    completed = cli.done(*IMPORT, write_rows(tmp_path / "posts.jsonl", *POSTS))
    assert completed.out.startswith("3 added, 0 changed, 0 unchanged, 1 refused; 1 copies of another")
    return cli


def test_a_library_with_only_posts_is_verified(posted: CommandLine, tmp_path: Path) -> None:
    completed = posted.done("library", "verify").out
    assert "posts: database" in completed and "fact-checks" not in completed and "NOT OK" not in completed
    assert "There is no library" in posted("library", "verify", library=tmp_path / "nowhere").refusal()


def test_posts_are_imported_grouped_and_found(posted: CommandLine) -> None:
    assert [row["id"] for row in posted.done("library", "posts", "otter ", "--json").rows] == ["3"]
    rows = posted.done("library", "posts", "otters bridges", "--json").rows
    assert [(row["id"], row["same_as"], row["published"]) for row in rows] == [("1", ["2"], "2021-03-04T10:00:00+00:00")]
    assert [line.split()[0] for line in posted.done("library", "posts").out.splitlines()] == ["3", "1"]
    assert "x2" in posted.done("library", "posts", "--platform", "X").out
    assert [row["id"] for row in posted.done("library", "posts", "--since", "2021-03-06", "--json").rows] == ["3"]
    (statistics,) = posted.done("library", "stats", "--kind", "posts", "--json").rows
    assert (statistics["posts"], statistics["groups"], statistics["newest"]) == (3, 2, "2021-03-06")


def test_importing_again_changes_nothing_and_an_edit_is_updated(posted: CommandLine, tmp_path: Path) -> None:
    assert posted.done(*IMPORT, tmp_path / "posts.jsonl").out.startswith("0 added, 0 changed, 3 unchanged")
    again = write_rows(tmp_path / "again.jsonl", POSTS[0] | {"text": "Beavers do"})
    assert posted.done(*IMPORT, again).out.startswith("0 added, 1 changed")
    assert [row["id"] for row in posted.done("library", "posts", "beavers", "--json").rows] == ["1"]
    assert [row["id"] for row in posted.done("library", "posts", "otters", "--json").rows] == ["2"]


def test_errors_are_one_sentence(posted: CommandLine, tmp_path: Path) -> None:
    assert "None of the" in posted(*IMPORT, write_rows(tmp_path / "empty.jsonl", POSTS[3])).refusal()
    assert "is not a format of posts" in posted(*IMPORT, "--format", "politifact", tmp_path / "posts.jsonl").refusal()
    assert posted.done("library", "stats", "--kind", "posts", "--json").rows[0]["posts"] == 3


def test_a_library_without_posts_says_so(cli: CommandLine) -> None:
    assert "holds no posts yet" in cli("library", "posts", "otters").refusal()
    assert "holds no posts yet" in cli("library", "index").refusal()


def test_posts_are_made_ready_for_questions(posted: CommandLine, tmp_path: Path) -> None:
    completed = posted.done(*IMPORT, write_rows(tmp_path / "more.jsonl", {"id": "9", "text": "😀", "language": "en"}))
    assert "library index" in completed.err and "library index" not in posted.done(*IMPORT, tmp_path / "more.jsonl").err
    assert posted.done("library", "stats", "--kind", "posts", "--json").rows[0]["encoded"] == 0
    assert posted.done("library", "index").out.startswith("3 posts that are no copies can be found by words, 2 by meaning; 2 encoded now")
    (report,) = posted.done("library", "index", "--kind", "posts", "--json").rows
    assert (report["groups"], report["encoded"], report["waiting"], report["made"]) == (3, 2, 0, 0)
    (statistics,) = posted.done("library", "stats", "--kind", "posts", "--json").rows
    assert (statistics["groups"], statistics["encoded"]) == (3, 2)


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not there")
def test_a_killed_import_leaves_the_library_unchanged(posted: CommandLine, tmp_path: Path) -> None:
    rows = ({"id": f"m{n}", "text": f"Post number {n} about the {n % 7} rivers", "language": "en"} for n in range(60_000))
    child = program(*IMPORT, write_rows(tmp_path / "many.jsonl", *rows), "--library", posted.library, "--quiet")
    log = posted.library / "posts.db-wal"
    while child.poll() is None and not (log.is_file() and log.stat().st_size > 100_000):
        time.sleep(0.002)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    with closing(open_posts(posted.library)) as posts:
        # A quick disk may have all of it before the kill comes; a part of it never.
        assert len(posts) in (3, 60_003) and posts.same_as(["1"]) == {"1": ("2",)}
