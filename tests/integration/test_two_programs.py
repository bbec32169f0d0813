"""Two programs change one library at the same moment: both succeed, or one is refused with the other named; nothing is mixed or
lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.campaigns.kills import Server, server
from tests.campaigns.works import subject

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no fork")
WORKS = ("import of fact-checks", "import of posts", "import of evidence")
BUSY = ("is changing the library", "is writing to the library")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Provide two programs."""
    with server(tmp_path_factory.mktemp("one")) as first, server(tmp_path_factory.mktemp("two")) as second:
        yield first, second


def run_both(pair: tuple[Server, Server], first: tuple[str | Path, ...], second: tuple[str | Path, ...]) -> tuple[bool, bool]:
    """Run two commands at once and return which succeeded. A failed one must have reported that another program is at work."""
    for running, work in zip(pair, (first, second), strict=True):
        running.begin(work)
    codes = [running.ended() for running in pair]
    for running, code in zip(pair, codes, strict=True):
        assert code == 0 or (code == 2 and any(words in running.output() for words in BUSY)), running.output()
    return codes[0] == 0, codes[1] == 0


@pytest.mark.parametrize("name", WORKS[:2])
def test_two_versions_of_the_same_at_once(tmp_path: Path, pair: tuple[Server, Server], name: str) -> None:
    library = tmp_path / "library"
    for name_of_folder in ("a", "b"):
        (tmp_path / name_of_folder).mkdir()
    first_subject, second_subject = (
        subject(name, pair[0], library, around=tmp_path / "a"),
        subject(name, pair[1], library, around=tmp_path / "b"),
    )
    pair[0].done(*first_subject.work(1))
    for version in (2, 4, 6):
        successes = run_both(pair, first_subject.work(version), second_subject.work(version + 1))
        assert any(successes)
        assert first_subject.stored_version(version) in [
            number for number, ended in zip((version, version + 1), successes, strict=True) if ended
        ]
        first_subject.check()


@pytest.mark.parametrize(("first", "second"), list(combinations(WORKS, 2)))
def test_two_kinds_at_once_in_a_library_that_is_new(tmp_path: Path, pair: tuple[Server, Server], first: str, second: str) -> None:
    library = tmp_path / "library"
    first_subject, second_subject = subject(first, pair[0], library, around=tmp_path), subject(second, pair[1], library, around=tmp_path)
    successes = run_both(pair, first_subject.work(1), second_subject.work(1))
    assert any(successes)
    for subject_of_kind, ended, running in zip((first_subject, second_subject), successes, pair, strict=True):
        if not ended:
            running.done(*subject_of_kind.work(1))
        assert subject_of_kind.stored_version(1) == 1
    first_subject.check()
