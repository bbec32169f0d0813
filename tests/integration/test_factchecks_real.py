"""The importers on the research data: every row is accounted for."""

from __future__ import annotations

import time
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from app.domain.importing import ReadRow, RefusedRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.factchecks import preview, read_factchecks, to_json_line

pytestmark = pytest.mark.data


def read(path: Path, options: ImportOptions | None = None) -> tuple[list[FactCheck], list[RefusedRow]]:
    rows = list(read_factchecks(path, options=options or ImportOptions(), progress=no_progress, cancel=CancelToken()))
    return [row.factcheck for row in rows if isinstance(row, ReadRow)], [row for row in rows if isinstance(row, RefusedRow)]


def test_all_of_politifact_is_read(shared_data: Path, tmp_path: Path) -> None:
    started = time.process_time()
    checks, refused = read(shared_data / "politifact" / "factchecks.jsonl.gz")
    seconds = time.process_time() - started
    assert (len(checks), refused) == (19_250, [])
    assert len({check.id for check in checks}) == 19_250
    assert all(check.published and check.claimed and check.claimant and check.body and check.rating for check in checks)
    assert all(check.url.startswith("https://www.politifact.com/factchecks/") for check in checks)
    assert {check.publisher for check in checks} == {"PolitiFact"}
    assert set(Counter(check.rating for check in checks)) >= {"true", "mostly-true", "half-true", "barely-true", "false", "pants-fire"}
    first = checks[0]
    assert (first.id, first.published, first.claimed) == ("vclaim-pol-00000", date(2019, 10, 30), date(2019, 10, 22))
    assert seconds < 15
    some = checks[:500]
    copy = tmp_path / "copy.jsonl"
    copy.write_text("".join(to_json_line(check) + "\n" for check in some), encoding="utf-8")
    assert read(copy) == (some, [])


def test_all_of_snopes_is_read(shared_data: Path) -> None:
    checks, refused = read(shared_data / "snopes" / "factchecks.jsonl.gz")
    assert (len(checks), refused) == (14_231, [])
    assert len({check.id for check in checks}) == 14_231
    assert {check.publisher for check in checks} == {"Snopes"}
    assert sum(check.published is None for check in checks) == 289
    assert sum(not check.body for check in checks) == 4
    assert sum(check.url.startswith("https://www.snopes.com/") for check in checks) > 2000


def test_all_of_factck_br_is_read(shared_data: Path) -> None:
    path = shared_data / "claimreview" / "factck_br.tsv"
    checks, refused = read(path)
    assert (len(checks), len(refused)) == (1300, 13)
    assert {row.reason for row in refused} == {"The row has no claim."}
    assert {check.publisher for check in checks} == {"Agência Lupa", "Agência Pública", "Aos Fatos"}
    assert all(check.published and check.url and check.title for check in checks)
    assert sum(not check.rating for check in checks) == 3
    assert len({check.id for check in checks}) == 1300
    assert {check.language for check in checks} == {"pt"}
    assert not any(check.body == "Empty" for check in checks)
    assert preview(path, ImportOptions()).columns == {
        "claim": "claimReviewed",
        "title": "title",
        "body": "reviewBody",
        "rating": "alternativeName",
        "publisher": "Author",
        "published": "datePublished",
        "url": "URL",
    }


def test_all_of_averitec_is_read(shared_data: Path) -> None:
    checks, refused = read(shared_data / "averitec" / "train.json")
    assert (len(checks), [row.reason for row in refused]) == (3067, ["The row has no claim."])
    assert {check.rating for check in checks} == {"Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking"}
