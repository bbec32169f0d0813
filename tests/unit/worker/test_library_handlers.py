"""Handlers that inspect and change a library, over real SQLite and the shipped rating table, with an encoder without weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Session
from app.domain.progress import ProgressUpdate
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ports import Library
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.library_handlers import LibraryHandlers
from app.worker.routing import handlers_of
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import filled, samples
from tests.fakes.shared_session import SessionOf


@pytest.fixture
def session() -> Iterator[Session]:
    opened_session = Session()
    yield opened_session
    opened_session.close()


@pytest.fixture
def work(session: Session, tmp_path: Path) -> LibraryHandlers:
    filled(tmp_path / "library", samples(6)).close()

    def library(path: str, *, create: bool = False) -> Library:
        return session.libraries.library(Path(path), create=create)

    return LibraryHandlers(SessionOf(library=library, encoder=FakeEncoder, session=lambda: session))


def ask(work: LibraryHandlers, kind: type[protocol.AnyRequest], tmp_path: Path, **values: Any) -> Any:
    updates: list[ProgressUpdate] = []
    context = JobContext(tell=updates.append, show=lambda _: None)
    result = handlers_of(work)[kind](kind(library=str(tmp_path / "library"), **values), context)
    assert isinstance(result, kind.result)
    return result


def test_a_change_returns_the_old_values_for_undo(work: LibraryHandlers, tmp_path: Path) -> None:
    original = ask(work, protocol.ReadFactChecks, tmp_path, ids=tuple(item.id for item in samples(6)))
    assert original.items == tuple(samples(6))
    edited = ask(work, protocol.EditFactCheck, tmp_path, factcheck="fc-00002", values={"claim": "Another one"})
    assert edited.before == (samples(6)[2],) and edited.after[0].claim == "Another one" and edited.factchecks == 6
    added = ask(work, protocol.AddFactCheck, tmp_path, values={"claim": "The moon is hollow", "rating": "False"})
    assert (added.before, added.after[0].verdict, added.factchecks) == ((), Verdict.FALSE, 7)
    deleted = ask(work, protocol.DeleteFactChecks, tmp_path, ids=("fc-00001", "fc-00003"))
    assert deleted.before == (samples(6)[1], samples(6)[3]) and deleted.after == () and deleted.factchecks == 5
    ask(work, protocol.RestoreFactChecks, tmp_path, factchecks=deleted.before)
    ask(work, protocol.RestoreFactChecks, tmp_path, factchecks=(), delete=(added.after[0].id,))
    back = ask(work, protocol.RestoreFactChecks, tmp_path, factchecks=edited.before)
    assert back.before[0].claim == "Another one" and back.factchecks == 6
    assert ask(work, protocol.ReadFactChecks, tmp_path, ids=tuple(item.id for item in samples(6))) == original


def test_impossible_changes_are_user_errors(work: LibraryHandlers, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        ask(work, protocol.DeleteFactChecks, tmp_path, ids=("fc-00001", "nobody"))
    with pytest.raises(InputError):
        ask(work, protocol.EditFactCheck, tmp_path, factcheck="fc-00001", values={"published": "2021-02-30"})
    assert len(ask(work, protocol.ReadFactChecks, tmp_path, ids=("fc-00001", "nobody")).items) == 1


def test_publishers_and_duplicates_are_reported(work: LibraryHandlers, tmp_path: Path) -> None:
    publishers = ask(work, protocol.ListPublishers, tmp_path)
    assert sorted((publisher.name, publisher.factchecks) for publisher in publishers.items) == [
        ("Der Prüfer", 2),
        ("Harbour Check", 2),
        ("Valley Facts", 2),
    ]
    assert ask(work, protocol.FindDuplicates, tmp_path, limit=5).total == 0


def test_a_rule_is_saved_and_applied(work: LibraryHandlers, session: Session, tmp_path: Path) -> None:
    before = {use.rating: use for use in ask(work, protocol.ListRatings, tmp_path).uses}
    assert before["No evidence"].verdict is not Verdict.SATIRE
    after = ask(work, protocol.SetRatingRule, tmp_path, rating="No evidence", verdict="SATIRE")
    assert {use.rating: use.verdict for use in after.uses}["No evidence"] is Verdict.SATIRE
    assert after.rules[0].own and session.rating_table().is_file()
    applied = ask(work, protocol.ApplyRatings, tmp_path)
    assert applied.counts.changed == sum(use.changing for use in after.uses)
    items = ask(work, protocol.ReadFactChecks, tmp_path, ids=tuple(item.id for item in samples(6))).items
    assert {item.verdict for item in items if item.rating == "No evidence"} == {Verdict.SATIRE}
    again = ask(work, protocol.SetRatingRule, tmp_path, rating="No evidence", verdict="")
    assert not any(rule.own for rule in again.rules) and sum(use.changing for use in again.uses) > 0
