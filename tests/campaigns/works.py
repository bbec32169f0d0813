"""Commands that change a library, each identified by the state that it leads to."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from app.domain.evidence import EvidenceFilter
from app.domain.posts import PostFilter
from app.ingest.evidence import cut_passages
from app.store import open_evidence, open_library, open_posts
from tests.campaigns.kills import Server, Subject
from tests.fakes.command_line import write_rows
from tests.fakes.library_samples import sample
from tests.fakes.post_samples import post

COUNT = 60


def subject(name: str, running: Server, library: Path, *, around: Path) -> Subject:
    """Return one of the commands on the library in this folder; its input files are in `around`."""

    def check() -> None:
        running.done("library", "verify", "--library", library, "--quiet")  # exit code 2 when anything is not whole

    work, version_of = WORKS[name](running, library, around)
    return Subject(work=work, stored_version=version_of, check=check)


Parts = tuple[Callable[[int], tuple[str | Path, ...]], Callable[[int], int]]


def _single_version(versions: set[int]) -> int:
    """Return the version that all values have."""
    assert len(versions) == 1, f"a mixture of {versions}"
    return versions.pop()


def _factchecks(running: Server, library: Path, around: Path) -> Parts:
    """Change every note, and every third claim, in each version."""
    rows = around / "rows.jsonl"

    def work(version: int) -> tuple[str | Path, ...]:
        factcheck_rows = [
            {"id": f"f{n}", "claim": sample(n, version=version * (n % 3 == 0)).claim, "note": f"{version}"} for n in range(COUNT)
        ]
        return "library", "import", write_rows(rows, *factcheck_rows), "--library", library

    return work, lambda version: _factchecks_in(library, version)


def _factchecks_in(library: Path, version: int) -> int:
    with closing(open_library(library)) as opened, closing(opened.snapshot()) as snapshot:
        stored = opened.get([f"f{number}" for number in range(COUNT)])
        assert len(opened) == len(stored) == len(snapshot.ids) == COUNT
        assert {item.id: item.claim for item in snapshot.factchecks(range(COUNT))} == {name: item.claim for name, item in stored.items()}
        return _single_version({int(item.note) for item in stored.values()})


def _posts(running: Server, library: Path, around: Path) -> Parts:
    """Import the same posts by the same people, with more likes in each version."""
    rows = around / "posts.jsonl"

    def work(version: int) -> tuple[str | Path, ...]:
        post_rows = [{"id": f"p{n}", "text": f"{post(n).text} {n}", "author": f"{n % 4}", "engagement": version} for n in range(COUNT * 5)]
        return "library", "import", write_rows(rows, *post_rows), "--kind", "posts", "--library", library

    def found(version: int) -> int:
        with closing(open_posts(library)) as opened:
            stored = opened.get([f"p{number}" for number in range(COUNT * 5)])
            assert len(opened) == len(stored) == COUNT * 5
            return _single_version({item.engagement or 0 for item in stored.values()})

    return work, found


def _sources(running: Server, library: Path, around: Path) -> Parts:
    """Import another publisher's table with the same ids in each version: all fact-checks are stored once, under separate ids."""
    rows = around / "rows.jsonl"

    def work(version: int) -> tuple[str | Path, ...]:
        factcheck_rows = [{"id": f"f{n}", "claim": sample(n, version=version).claim, "publisher": f"Desk {version}"} for n in range(COUNT)]
        return "library", "import", write_rows(rows, *factcheck_rows), "--library", library

    def found(version: int) -> int:
        with closing(open_library(library)) as opened, closing(opened.snapshot()) as snapshot:
            reached = len(opened) // COUNT
            stored = [(item.publisher, item.claim) for item in snapshot.factchecks(range(len(snapshot.ids)))]
        every = [(f"Desk {controller}", sample(n, version=controller).claim) for controller in range(1, reached + 1) for n in range(COUNT)]
        assert sorted(stored) == sorted(every) and version - 1 <= reached <= version
        return reached

    return work, found


def _evidence(running: Server, library: Path, around: Path) -> Parts:
    """Import a table whose rows, one address each, change in each version, and twenty new pages with a copy of each."""
    incoming = around / "incoming"

    def work(version: int) -> tuple[str | Path, ...]:
        incoming.mkdir(exist_ok=True)
        for old in incoming.glob("*.txt"):
            old.unlink()
        for number in range(20):
            (incoming / f"{number}.txt").write_text(f"Page {number} of the report number {version} on rivers.", encoding="utf-8")
        sources = [(f"e{n}", f"https://bridges.example/{n}", f"The bridge {n} cost {version} million.") for n in range(COUNT)]
        rows = [{"id": name, "url": address, "text": text, "title": f"{version}"} for name, address, text in sources]
        write_rows(incoming / "rows.jsonl", *rows)
        return "library", "import", incoming, "--kind", "evidence", "--library", library

    def found(version: int) -> int:
        with closing(open_evidence(library, cut=cut_passages)) as opened:
            page = opened.search("", among=EvidenceFilter(undated=True), limit=100_000)
            rows = [item for item in page.items if item.id.startswith("e") and item.id[1:].isdigit()]
            pages = [item for item in page.items if item.cached and item not in rows]
            assert len(rows) == COUNT and len(pages) == len(page.items) - COUNT
            assert all((library / item.cached).read_text(encoding="utf-8").strip() == item.text.strip() for item in pages)
            reached = _single_version({int(item.title) for item in rows})
            assert len(pages) == 20 * reached and version - 1 <= reached <= version
            return reached

    return work, found


def _index(running: Server, library: Path, around: Path) -> Parts:
    """State n is the n-th batch of posts indexed and encoded; vectors left by a kill stay."""
    rows, highest = around / "batch.jsonl", [0]

    def work(version: int) -> tuple[str | Path, ...]:
        with_posts = len(open_posts(library)) // COUNT if (library / "posts.db").exists() else 0
        if with_posts < version:
            post_rows = [{"id": f"p{version}-{n}", "text": f"{post(n, version=version).text} {version}-{n}"} for n in range(COUNT)]
            running.done("library", "import", write_rows(rows, *post_rows), "--kind", "posts", "--library", library)
        return "library", "index", "--kind", "posts", "--library", library

    def found(version: int) -> int:
        with closing(open_posts(library)) as opened:
            texts = opened.search("", among=PostFilter(), limit=100_000).items
            assert len(texts) == len(opened) == COUNT * version
            encoded = opened.statistics().encoded
        assert encoded >= highest[0]
        highest[0] = encoded
        expected = len({item.text for item in texts if any(letter.isalnum() for letter in item.text)})
        return version if encoded == expected else version - 1

    return work, found


def _rebuild(running: Server, library: Path, around: Path) -> Parts:
    """State n is the n-th generation; each holds the same fact-checks."""
    rows = [{"id": f"f{n}", "claim": sample(n).claim, "body": sample(n).body, "note": "1"} for n in range(COUNT)]
    running.done("library", "import", write_rows(around / "rows.jsonl", *rows), "--library", library)

    def found(version: int) -> int:
        assert _factchecks_in(library, 1) == 1
        with closing(open_library(library)) as opened:
            return int(opened.statistics().generation) - 1

    return lambda _: ("library", "rebuild", "--library", library), found


def _export(running: Server, library: Path, around: Path) -> Parts:
    """Write a file with the command line."""
    importing, _ = _factchecks(running, library, around)
    out = library.parent / "out.jsonl"

    def work(version: int) -> tuple[str | Path, ...]:
        running.done(*importing(version))
        return "library", "export", "--out", out, "--library", library

    def found(version: int) -> int:
        lines = out.read_text(encoding="utf-8").splitlines()
        assert len(lines) == COUNT
        return _single_version({int(json.loads(line)["note"]) for line in lines})

    return work, found


WORKS: dict[str, Callable[[Server, Path, Path], Parts]] = {
    "import of fact-checks": _factchecks,
    "import of another source": _sources,
    "import of posts": _posts,
    "import of evidence": _evidence,
    "index of posts": _index,
    "rebuild": _rebuild,
    "export": _export,
}
