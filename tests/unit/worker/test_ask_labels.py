"""Stored edits of answers: found by their question after reopening, migration of old files, and the worker's handlers over a real
store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.assist import Asker
from app.bootstrap import Session
from app.domain.answer_edits import AnswerEdit, EditKind, Side
from app.domain.ask import AskOptions
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.domain.posts import PostFilter, PostImportReport, PostPage, PostStatistics
from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError
from app.ports import PostLibrary
from app.store import open_posts
from app.worker import protocol
from app.worker.ask_handlers import AskHandlers
from app.worker.context import JobContext
from tests.fakes.encoder import FakeEncoder
from tests.fakes.shared_session import SessionOf

EDITS = (
    AnswerEdit(kind=EditKind.MERGE, answer="USA", other="America 😀"),
    AnswerEdit(kind=EditKind.SIDE, answer="USA", post="x:1", side=Side.REFUTES, claim="It was the USA", text="no\nit was not \ud800"),
)


def test_edits_are_found_again_by_their_question(tmp_path: Path) -> None:
    posts = open_posts(tmp_path, create=True)
    posts.keep_edits("Who won?", EDITS[:1])
    posts.keep_edits("Who won?", EDITS)
    posts.keep_edits("Who lost?", EDITS[:1])
    posts.close()
    again = open_posts(tmp_path)
    edits = again.edits_of(" who  WON ")
    assert edits[0] == EDITS[0] and edits[1].text == "no\nit was not ?" and len(edits) == 2
    assert len(again.all_edits()) == 3
    again.keep_edits("Who lost?", ())
    assert again.edits_of("Who lost?") == () and len(again.all_edits()) == 2
    again.close()


def test_an_older_library_gets_the_table_of_edits(tmp_path: Path) -> None:
    posts = open_posts(tmp_path, create=True)
    posts.add([Post(id="a", text="one")], progress=no_progress, cancel=CancelToken())
    posts.close()
    old = sqlite3.connect(tmp_path / "posts.db")
    old.executescript("DROP TABLE ask_edit; DROP TABLE seal; DROP TABLE own_id")
    old.executescript("DELETE FROM _sqlite_migrations WHERE name > '3'; PRAGMA user_version = 2")
    old.close()
    posts = open_posts(tmp_path)
    posts.keep_edits("q", EDITS[:1])
    assert posts.edits_of("q") == EDITS[:1] and len(posts) == 1
    posts.close()


@pytest.fixture
def session() -> Iterator[Session]:
    opened_session = Session()
    yield opened_session
    opened_session.close()


@pytest.fixture
def handlers(session: Session) -> AskHandlers:
    def posts(path: str, *, create: bool = False, second_connection: bool = False) -> PostLibrary:
        return session.libraries.posts(Path(path), create=create, second_connection=second_connection)

    def no_model(_context: JobContext) -> Asker:
        raise AssertionError("nobody asked for a language model")

    return AskHandlers(SessionOf(posts=posts, encoder=FakeEncoder, ask_engine=lambda path: session.ask_engine(Path(path)), asker=no_model))


@pytest.fixture
def context() -> JobContext:
    return JobContext(tell=lambda _: None, show=lambda _: None)


def imported(handlers: AskHandlers, context: JobContext, tmp_path: Path) -> PostImportReport:
    source = tmp_path / "posts.csv"
    source.write_text("id,text,platform\n1,The moon is cheese,x\n2,,x\n3,Nothing to eat,mastodon\n", encoding="utf-8")
    request = protocol.ImportPosts(library=str(tmp_path / "lib"), paths=(str(source),), options=PostImportOptions())
    return handlers.import_posts(request, context)


def test_the_handlers_take_posts_in_and_find_them(handlers: AskHandlers, context: JobContext, tmp_path: Path) -> None:
    library = str(tmp_path / "lib")
    assert handlers.describe(protocol.DescribePosts(library=library), context).posts == 0
    report = imported(handlers, context, tmp_path)
    assert report.counts.added == 2 and len(report.refused) == 1
    statistics = handlers.describe(protocol.DescribePosts(library=library), context)
    assert isinstance(statistics, PostStatistics) and statistics.posts == 2 and dict(statistics.platforms) == {"x": 1, "mastodon": 1}
    page = handlers.search(protocol.SearchPosts(library=library, text="cheese"), context)
    assert isinstance(page, PostPage) and [item.text for item in page.items] == ["The moon is cheese"]
    only = handlers.search(protocol.SearchPosts(library=library, among=PostFilter(platform="mastodon")), context)
    assert [item.text for item in only.items] == ["Nothing to eat"]


def test_few_posts_are_encoded_on_the_fly(
    handlers: AskHandlers, context: JobContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = str(tmp_path / "lib")
    imported(handlers, context, tmp_path)
    monkeypatch.setattr("app.services.posts.IN_PASSING", 1)
    counted = handlers.encode(protocol.EncodePosts(library=library, make=False), context)
    assert (counted.made, counted.waiting) == (0, 2)
    monkeypatch.undo()
    encoded = handlers.encode(protocol.EncodePosts(library=library, make=False), context)
    assert (encoded.made, encoded.waiting) == (2, 0)


def test_a_question_comes_with_its_stored_edits(handlers: AskHandlers, context: JobContext, tmp_path: Path) -> None:
    library = str(tmp_path / "lib")
    imported(handlers, context, tmp_path)
    confirmation = handlers.keep_edits(protocol.KeepAskEdits(library=library, question="What is it?", edits=EDITS), context)
    assert confirmation.count == 2
    response = handlers.ask(protocol.AskQuestion(library=library, question="what is it", options=AskOptions()), context)
    assert response.edits[0] == EDITS[0] and len(response.edits) == 2 and response.answered.question == "what is it"
    pairs = tmp_path / "pairs.jsonl"
    written = handlers.write_pairs(protocol.WriteStancePairs(library=library, path=str(pairs)), context)
    assert written.count == 1
    assert pairs.read_text("utf-8") == '{"premise":"no\\nit was not ?","hypothesis":"It was the USA","label":"refute"}\n'


def test_a_library_without_posts_says_so(handlers: AskHandlers, context: JobContext, tmp_path: Path) -> None:
    with pytest.raises(LibraryError) as caught:
        handlers.ask(protocol.AskQuestion(library=str(tmp_path / "no"), question="q", options=AskOptions()), context)
    assert caught.value.code == "posts-not-found"


def test_a_concurrent_reader_sees_no_partial_import(session: Session, tmp_path: Path) -> None:
    writing, reading = session.libraries.posts(tmp_path, create=True), session.libraries.posts(tmp_path, second_connection=True)
    post_counts: list[int] = []

    def posts() -> Iterator[Post]:
        for number in range(1200):
            yield Post(id=str(number), text=f"post number {number}")
            if number % 400 == 0:
                post_counts.append(reading.statistics().posts)

    writing.add(posts(), progress=no_progress, cancel=CancelToken())
    assert post_counts == [0, 0, 0] and reading.statistics().posts == 1200
    assert reading is session.libraries.posts(tmp_path, second_connection=True) and writing is session.libraries.posts(tmp_path)
