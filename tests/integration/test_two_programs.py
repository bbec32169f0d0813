"""Two programs that change one library at the same moment: both are done, or one is told who is at work; nothing is mixed or lost."""

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
    """Two programs."""
    with server(tmp_path_factory.mktemp("one")) as one, server(tmp_path_factory.mktemp("two")) as two:
        yield one, two


def both(pair: tuple[Server, Server], first: tuple[str | Path, ...], second: tuple[str | Path, ...]) -> tuple[bool, bool]:
    """Do two works at once: which of them were done. The others were told that somebody is at work."""
    for each, work in zip(pair, (first, second), strict=True):
        each.begin(work)
    codes = [each.ended() for each in pair]
    for each, code in zip(pair, codes, strict=True):
        assert code == 0 or (code == 2 and any(words in each.told() for words in BUSY)), each.told()
    return codes[0] == 0, codes[1] == 0


@pytest.mark.parametrize("name", WORKS[:2])
def test_two_versions_of_the_same_at_once(tmp_path: Path, pair: tuple[Server, Server], name: str) -> None:
    library = tmp_path / "library"
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
    one, two = subject(name, pair[0], library, around=tmp_path / "a"), subject(name, pair[1], library, around=tmp_path / "b")
    pair[0].done(*one.work(1))
    for version in (2, 4, 6):
        done = both(pair, one.work(version), two.work(version + 1))
        assert any(done)
        assert one.found(version) in [number for number, ended in zip((version, version + 1), done, strict=True) if ended]
        one.check()


@pytest.mark.parametrize(("first", "second"), list(combinations(WORKS, 2)))
def test_two_kinds_at_once_in_a_library_that_is_new(tmp_path: Path, pair: tuple[Server, Server], first: str, second: str) -> None:
    library = tmp_path / "library"
    one, two = subject(first, pair[0], library, around=tmp_path), subject(second, pair[1], library, around=tmp_path)
    done = both(pair, one.work(1), two.work(1))
    assert any(done)
    for each, ended, running in zip((one, two), done, pair, strict=True):
        if not ended:
            running.done(*each.work(1))
        assert each.found(1) == 1
    one.check()
