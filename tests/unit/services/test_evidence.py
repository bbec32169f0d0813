"""Import and encoding of evidence, over a library in memory."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from app.domain.evidence import EvidenceFilter, EvidenceImportReport, SourceWarning
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, InputError
from app.services.evidence import import_evidence, import_source_list, prepare_evidence
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_library import MemoryEvidence
from tests.fakes.evidence_samples import documents
from tests.unit.ingest.evidence.evidence_reading import page, pdf, write, write_lines

ENGLISH = EvidenceImportOptions(language="en")


def imported(library: MemoryEvidence, *paths: Path, options: EvidenceImportOptions = ENGLISH) -> EvidenceImportReport:
    return import_evidence(paths, evidence=library, options=options, progress=no_progress, cancel=CancelToken())


def test_imported_documents_are_counted_and_copies_kept(tmp_path: Path) -> None:
    head = '<meta name="pubdate" content="2019-01-02"><link rel="canonical" href="https://n.example/2020/10/30/o">'
    write(tmp_path / "in" / "a.html", page("<p>Otters build.</p><p>At night.</p>", head=head))
    write(tmp_path / "in" / "b.txt", "Beavers build dams.")
    write(tmp_path / "in" / "copy of b.txt", "Beavers build dams.")
    write(tmp_path / "in" / "scan.pdf", pdf(""))
    library = MemoryEvidence()
    report = imported(library, tmp_path / "in")
    assert (report.counts.added, report.counts.grouped, report.passages, report.undated) == (2, 1, 3, 2)
    assert [row.source for row in report.refused] == ["scan.pdf"] and [note.partition(":")[0] for note in report.notes] == ["a.html"]
    documents = library.search("", among=EvidenceFilter(undated=True)).items
    assert {library.kept[item.cached] for item in documents} == {(tmp_path / "in" / name).read_bytes() for name in ("a.html", "b.txt")}
    again = imported(library, tmp_path / "in")
    assert (again.counts.added, again.passages) == (0, 0)


def test_dates_of_rows_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "text,url,date\nOtters swim.,https://a.example,last week\nOtters dive.,https://b.example,2024-05-03\n", encoding="utf-8"
    )
    report = imported(MemoryEvidence(), path)
    assert report.notes == ("a.csv: 1 row has a date that could not be read, “last week”; it was left empty.",) and report.undated == 1


def test_rows_have_no_copy_and_days_are_given_where_none_is_reported(tmp_path: Path) -> None:
    library = MemoryEvidence()
    path = write_lines(
        tmp_path / "r.jsonl", {"text": "Otters.", "url": "https://n.example"}, {"text": "Beavers.", "published": "2019-05-06"}
    )
    report = imported(library, path, options=EvidenceImportOptions(language="en", published=date(2020, 1, 2), source="Desk"))
    assert report.undated == 0 and not library.kept
    documents = library.search("", among=EvidenceFilter()).items
    assert [(item.published, item.source) for item in documents] == [(date(2020, 1, 2), "n.example"), (date(2019, 5, 6), "Desk")]


def test_nothing_taken_is_an_error_that_says_why(tmp_path: Path) -> None:
    library = MemoryEvidence()
    write(tmp_path / "in" / "scan.pdf", pdf(""))
    with pytest.raises(InputError, match=r"scan\.pdf: There is no text in this PDF"):
        imported(library, tmp_path / "in")
    with pytest.raises(InputError, match="None of the 2 rows"):
        imported(library, write_lines(tmp_path / "r.jsonl", {"text": "", "url": "x"}, {"text": " ", "url": "y"}))
    assert len(library) == 0


def test_a_cancelled_import_changes_nothing(tmp_path: Path) -> None:
    for number in range(20):
        write(tmp_path / "in" / f"{number:02d}.txt", f"Text number {number}.")
    library, cancel = MemoryEvidence(documents(3)), CancelToken()

    def listen(update: ProgressUpdate) -> None:
        if update.done == 9:
            cancel.cancel()

    with pytest.raises(Cancelled):
        import_evidence([tmp_path / "in"], evidence=library, options=ENGLISH, progress=listen, cancel=cancel)
    assert len(library) == 3


def test_passages_are_made_ready_and_no_more_than_are_missing() -> None:
    library, encoder = MemoryEvidence(documents(10)), FakeEncoder()
    few = prepare_evidence(evidence=library, encoder=encoder, progress=no_progress, cancel=CancelToken(), encode_limit=3)
    assert (few.encoded, few.made) == (0, 0) and few.passages == library.statistics().passages
    report = prepare_evidence(evidence=library, encoder=encoder, progress=no_progress, cancel=CancelToken())
    assert report.passages == report.encoded == report.made == len(encoder.encoded)
    assert prepare_evidence(evidence=library, encoder=encoder, progress=no_progress, cancel=CancelToken()).made == 0


def test_a_list_of_sources_replaces_the_one_before_unless_it_names_none(tmp_path: Path) -> None:
    library = MemoryEvidence()
    assert library.warnings() == ()  # it ships empty
    number, refused = import_source_list(
        write(tmp_path / "l.csv", "host,kind\njoke.example,satire\nx,y\n"), evidence=library, cancel=CancelToken()
    )
    assert (number, len(refused), library.warnings()) == (1, 1, (SourceWarning(host="joke.example", kind="satire"),))
    for content in ("host,kind\n", "host,kind\nx,y\n", "a,b\nc,d\n"):
        with pytest.raises(InputError):
            import_source_list(write(tmp_path / "m.csv", content), evidence=library, cancel=CancelToken())
    assert len(library.warnings()) == 1
