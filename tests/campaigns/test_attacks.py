"""A malicious file costs a command at most 10 seconds of processor time and 1 GB, and is refused in one sentence or read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app import reading
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.progress import CancelToken, no_progress
from app.errors import InputError
from app.ingest.documents import read_text
from app.ingest.documents.markdown import read_markdown
from tests.campaigns import bombs
from tests.campaigns.attacks import ATTACKS, LIBRARY, Attack, cost_of
from tests.campaigns.patterns import patterns, slow
from tests.fakes.command_line import ended, listing, program
from tests.figures import Figure

SECONDS, MEMORY = 10.0, 1_000_000_000
LENGTH, AT_MOST = 40_000, 0.5


@pytest.mark.soak
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_costs_little(tmp_path: Path, demo_library: Path, attack: Attack, figure: Figure) -> None:
    before = listing(demo_library)
    library = tmp_path / "library" if attack.command[:2] == ("library", "import") else demo_library
    cost = cost_of(attack, tmp_path, library)
    figure("hostile files, by the command that meets each", "10 s of processor time, 1 GB, one sentence", files=1, seconds=cost.seconds)
    assert cost.code in (0, 2) and "Traceback" not in cost.err, cost
    assert attack.says in cost.err and (cost.seconds, cost.memory) < (SECONDS, MEMORY) and cost.memory < MEMORY, cost
    assert not attack.says or cost.code == 2, cost
    assert cost.code == 0 or cost.err.splitlines()[-1].startswith("priorcheck"), cost
    assert listing(demo_library) == before


def refused(path: Path, content: bytes) -> str:
    """Return the error message for a document."""
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        reading.read_document(path, cancel=CancelToken())
    assert error.value.hint
    return str(error.value)


def test_malicious_documents_are_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "far more" in refused(tmp_path / "a.pdf", bombs.calling_forms())
    assert "far more" in refused(tmp_path / "b.pdf", bombs.large_stream(620))
    assert "no text" in refused(tmp_path / "a.txt", b"\n" * 60_000_000)
    assert "half a million lines" in refused(tmp_path / "b.txt", b"\n" * 5_000_000 + b"Taxes fell.")
    assert "longer than 10 million" in refused(tmp_path / "c.txt", b"a" * 11_000_000)
    assert "20000 chapters" in refused(tmp_path / "a.epub", bombs.named_chapter(100_000))
    assert "times its size" in refused(tmp_path / "a.xlsx", bombs.tall_sheet(200))
    assert " more " in refused(tmp_path / "d.txt.gz", bombs.packed_line(b"\0", 300_000_000))


def test_a_chapter_that_is_named_often_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.epub").write_bytes(bombs.named_chapter(5000))
    assert len(reading.read_document(tmp_path / "a.epub", cancel=CancelToken()).sentences) == 1


@pytest.mark.parametrize("mark", ["[", "![", "[a](", "[a][", "[^", "`", "**a ", "__a ", "~~a", "<!--", "> ", "<a", "*a ", "# a "])
def test_markdown_with_only_markup_is_scanned_once(mark: str) -> None:
    """A backtracking pattern would take hours."""
    assert read_markdown(mark * (400_000 // len(mark)), cancel=CancelToken()).format == "markdown"


def test_malicious_lists_are_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"qid": 1, "text": "' + b"a" * 2_000_000 + b'"}\n{"qid": 2, "text": "b"}\n')
    first, second = reading.read_queries(path)
    assert first.refused is not None and "longer than 1 MB" in first.refused.reason and second.query is not None
    path.write_bytes(bombs.packed_line(b"\n", 300_000_000))
    for read in (reading.read_queries, reading.read_pairs, reading.read_questions, reading.read_averitec_rows):
        with pytest.raises(InputError, match=" more "):
            read(path)


def test_malicious_collections_are_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(bombs.packed_line(b"\n", 300_000_000, last=b"claim,rating\na,False\n"))
    with pytest.raises(InputError):
        list(reading.read_factchecks(path, options=ImportOptions(), progress=no_progress, cancel=CancelToken()))
    path = tmp_path / "a.xlsx"
    path.write_bytes(bombs.tall_sheet(200))
    with pytest.raises(InputError, match="100 times its size"):
        list(reading.read_factchecks(path, options=ImportOptions(), progress=no_progress, cancel=CancelToken()))
    path = tmp_path / "a.zip"
    path.write_bytes(bombs.zipped_part("tweets.js", 150))
    with pytest.raises(InputError, match="unpacks to far more"):
        list(reading.read_posts(path, options=PostImportOptions(), progress=no_progress, cancel=CancelToken()))
    path = tmp_path / "a.wacz"
    path.write_bytes(bombs.package_of(bombs.web_archive(300)))
    (tmp_path / "folder").mkdir()
    path.rename(tmp_path / "folder" / "a.wacz")
    rows = list(reading.read_evidence(tmp_path / "folder", options=EvidenceImportOptions(), progress=no_progress, cancel=CancelToken()))
    assert [type(row).__name__ for row in rows] == ["RefusedRow"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals as Unix has them")
def test_the_command_says_one_sentence_and_writes_nothing(tmp_path: Path, demo_library: Path) -> None:
    path, out = tmp_path / "forms.pdf", tmp_path / "out.jsonl"
    path.write_bytes(bombs.calling_forms())
    before = listing(demo_library)
    completed = ended(program("rank", path, "--library", demo_library, "--out", out, "--quiet"), within=120)
    assert "“forms.pdf” was not read" in completed.refusal()
    assert listing(demo_library) == before and sorted(file.name for file in tmp_path.iterdir()) == ["forms.pdf"]


def test_long_genuine_texts_are_read_completely() -> None:
    text = "\n\n".join(f"The bridge number {number} cost nine million dollars. Nobody paid for it." for number in range(2000))
    assert len(read_text(text).sentences) == 4000 == len(reading.read_text(text).sentences)


@pytest.mark.soak
def test_no_regular_expression_backtracks_badly() -> None:
    """An expression that takes half a second for 40,000 characters would take minutes for a document."""
    too_slow = {
        f"{name}.{method}": text
        for name, pattern, method in patterns()
        if (text := slow(name, pattern, method, size=LENGTH, limit=AT_MOST))
    }
    assert too_slow == {}


def test_every_attack_names_its_file() -> None:
    assert all("FILE" in attack.command and attack.name for attack in ATTACKS) and len({attack.name for attack in ATTACKS}) == len(ATTACKS)
    assert any(LIBRARY in attack.command for attack in ATTACKS)
