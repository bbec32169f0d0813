"""No foreign file crashes a reader, takes 5 s of processor time or 1 GB, or raises an error without a plain message."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document
from tests.campaigns.bombs import bombs, external_entity, with_entity
from tests.campaigns.databases import KINDS
from tests.campaigns.fuzz import campaign
from tests.campaigns.fuzz_child import trouble_with
from tests.campaigns.readers import READERS
from tests.campaigns.seeds import seeds
from tests.figures import Figure

FOUND = Path(__file__).parent / "found"
SAMPLE, ALL, STEP = 2_000, 100_000, 5_000
SAMPLE_OF_A_KIND, OF_A_KIND = 30, 20_000


def test_a_sample_of_altered_files(tmp_path: Path) -> None:
    assert campaign(tmp_path, first=0, count=SAMPLE) == []


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, ALL, STEP))
def test_a_hundred_thousand_altered_files(tmp_path: Path, first: int, figure: Figure) -> None:
    troubles = campaign(tmp_path, first=first, count=STEP)
    figure(
        "altered files, each read by its reader", "no crash, none over 5 s or 1 GB, none refused unclearly", read=STEP, amiss=len(troubles)
    )
    assert troubles == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_altered_databases(tmp_path: Path, kind: str) -> None:
    assert campaign(tmp_path, first=0, count=SAMPLE_OF_A_KIND, kind=kind) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("first", range(0, OF_A_KIND, STEP))
def test_twenty_thousand_altered_databases_of_each_kind(tmp_path: Path, kind: str, first: int, figure: Figure) -> None:
    troubles = campaign(tmp_path, first=first, count=STEP, kind=kind)
    figure(f"altered files of the kind {kind}, used as the program does", "no crash, none over 5 s or 1 GB", read=STEP, amiss=len(troubles))
    assert troubles == []


@pytest.mark.parametrize("path", sorted(FOUND.rglob("*.*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_inputs_that_once_failed_are_read(path: Path) -> None:
    assert trouble_with(path.parent.name, path) == ""


def test_every_reader_has_a_seed_and_reads_it(tmp_path: Path) -> None:
    assert {seed.reader for seed in seeds()} == set(READERS)
    for seed in seeds():
        (tmp_path / seed.name).write_bytes(seed.data)
        READERS[seed.reader](tmp_path / seed.name)


def test_the_campaign_reports_failures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(READERS, "pairs", broken)  # type: ignore[arg-type]
    assert "ZeroDivisionError" in trouble_with("pairs", tmp_path)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("reader", "name", "data"), [pytest.param(*bomb, id=f"{bomb[0]}-{bomb[1]}") for bomb in bombs()])
def test_malicious_files_are_refused_or_read(tmp_path: Path, reader: str, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert trouble_with(reader, tmp_path / name) == ""


@pytest.mark.parametrize("kind", ["docx", "odt"])
def test_a_document_never_brings_in_another_file(tmp_path: Path, kind: str) -> None:
    (tmp_path / "secret.txt").write_text("The password is tulip.")
    path = tmp_path / f"a.{kind}"
    path.write_bytes(with_entity(kind, external_entity(tmp_path / "secret.txt")))
    try:
        text = read_document(path, cancel=CancelToken()).text
    except InputError as error:
        text = str(error)
    assert text and "tulip" not in text
