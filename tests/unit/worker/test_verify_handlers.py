"""The worker's handlers of Verify and its evidence: file import and export, missing data, the list of sources, publishing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from app.domain.evidence import SourceWarning
from app.errors import InputError, LibraryError
from app.store import open_library
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.evidence_handlers import EvidenceHandlers
from app.worker.verify_handlers import VerifyHandlers
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_library import MemoryEvidence
from tests.fakes.evidence_samples import document
from tests.fakes.shared_session import SessionOf
from tests.fakes.verifications import finished


@pytest.fixture
def context() -> JobContext:
    return JobContext(tell=lambda _: None, show=lambda _: None)


@pytest.fixture
def evidence() -> MemoryEvidence:
    return MemoryEvidence([document(number) for number in range(6)])


@pytest.fixture
def handlers(evidence: MemoryEvidence) -> EvidenceHandlers:
    def opened(path: str, *, create: bool = False, second_connection: bool = False) -> MemoryEvidence:
        if path == "none" and not create:
            raise LibraryError("evidence-not-found", "There is none.")
        if path == "broken":
            raise LibraryError("library-damaged", "It is damaged.")
        return evidence

    return EvidenceHandlers(SessionOf(evidence=opened, encoder=FakeEncoder))


@pytest.fixture
def verify(tmp_path: Path) -> VerifyHandlers:
    def opened(path: str, *, create: bool = False) -> object:
        return open_library(Path(path), create=create)

    return VerifyHandlers(SessionOf(library=opened, encoder=FakeEncoder))


def test_a_library_without_evidence_is_empty_and_a_damaged_one_is_reported(handlers: EvidenceHandlers, context: JobContext) -> None:
    assert handlers.describe(protocol.DescribeEvidence(library="none"), context).documents == 0
    assert handlers.list_sources(protocol.ListSources(library="none"), context).items == ()
    for work, request in (
        (handlers.describe, protocol.DescribeEvidence(library="broken")),
        (handlers.list_sources, protocol.ListSources(library="broken")),
    ):
        with pytest.raises(LibraryError, match="damaged"):
            work(request, context)  # type: ignore[operator]


def test_documents_are_imported_found_dated_and_deleted(
    handlers: EvidenceHandlers, context: JobContext, evidence: MemoryEvidence, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("The mill stands on the river Lea. It has two wheels.", encoding="utf-8")
    (tmp_path / "b.txt").write_text("", encoding="utf-8")
    report = handlers.import_documents(protocol.ImportEvidence(library="l", paths=(str(tmp_path),)), context)
    assert report.counts.added == 1 and len(report.refused) == 1 and report.undated == 1
    (document,) = handlers.search(protocol.SearchEvidence(library="l", text="mill wheels"), context).items
    assert handlers.set_date(protocol.DateEvidence(library="l", document=document.id, published="2020-01-02"), context).count == 1
    assert evidence.get((document.id,))[document.id].published == date(2020, 1, 2)
    assert handlers.set_date(protocol.DateEvidence(library="l", document="gone", published=""), context).count == 0
    assert handlers.delete(protocol.DeleteEvidence(library="l", ids=(document.id, "gone")), context).count == 1


def test_evidence_is_made_searchable_or_only_counted(handlers: EvidenceHandlers, context: JobContext) -> None:
    counted = handlers.encode(protocol.EncodeEvidence(library="l", make=False), context)
    assert counted.made == counted.encoded == 0 < counted.passages
    encoded = handlers.encode(protocol.EncodeEvidence(library="l"), context)
    assert encoded.made == encoded.encoded == encoded.passages


def test_the_list_of_sources_is_replaced_refused_and_emptied(
    handlers: EvidenceHandlers, context: JobContext, evidence: MemoryEvidence, tmp_path: Path
) -> None:
    source = tmp_path / "list.csv"
    source.write_text("host,kind\ngull.example,satire\nnonsense,satire\n", encoding="utf-8")
    listed = handlers.import_sources(protocol.ImportSources(library="none", path=str(source)), context)
    assert listed.items == (SourceWarning(host="gull.example", kind="satire"),) and len(listed.refused) == 1
    source.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError):
        handlers.import_sources(protocol.ImportSources(library="l", path=str(source)), context)
    assert len(evidence.warnings()) == 1
    assert handlers.import_sources(protocol.ImportSources(library="l"), context).items == () and not evidence.warnings()


def test_verifications_are_written_and_read(verify: VerifyHandlers, context: JobContext, tmp_path: Path) -> None:
    target = str(tmp_path / "claims.json")
    verify.write(protocol.WriteVerifications(verifications=(finished(), finished()), path=target), context)
    assert verify.read(protocol.ReadVerifications(path=target), context).items == (finished(), finished())
    (tmp_path / "claims.json").write_text('[{"questions": []}, 7]', encoding="utf-8")
    read = verify.read(protocol.ReadVerifications(path=target), context)
    assert read.items == () and len(read.refused) == 2
    page = str(tmp_path / "one.html")
    verify.write(protocol.WriteVerifications(verifications=(finished(),), path=page), context)
    assert finished().claim.text in Path(page).read_text("utf-8")
    with pytest.raises(InputError, match="no verification"):
        verify.write(protocol.WriteVerifications(verifications=(), path=page), context)


def test_a_justification_needs_no_model(verify: VerifyHandlers, context: JobContext) -> None:
    text = verify.justify(protocol.JustifyVerification(verification=finished()), context).text
    assert "the claim that the river Lea flooded the market in May is refuted" in text


def test_a_verification_becomes_a_fact_check_of_the_library(verify: VerifyHandlers, context: JobContext, tmp_path: Path) -> None:
    library = str(tmp_path / "library")
    request = protocol.PublishVerification(library=library, verification=finished(), publisher="Lea desk")
    first = verify.publish(request, context)
    (factcheck,) = first.after
    assert factcheck.publisher == "Lea desk" and factcheck.rating == "Refuted" and first.before == () and first.factchecks == 1
    again = verify.publish(
        protocol.PublishVerification(library=library, verification=finished(), publisher="Lea desk", factcheck=factcheck.id), context
    )
    assert again.before == (factcheck,) and again.factchecks == 1
