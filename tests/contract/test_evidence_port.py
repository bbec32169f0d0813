"""Contract of EvidenceLibrary and its index, on disk and in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.domain.evidence import EvidenceDocument, EvidenceFilter, EvidencePassage, SourceWarning
from app.domain.importing import ChangeCounts
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.domain.sites import sites_of
from app.errors import Cancelled
from app.ports import EvidenceIndex, EvidenceLibrary, TextEncoder
from app.store.evidence.library import open_evidence
from app.store.row_index import encoding
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_library import MemoryEvidence, passes
from tests.fakes.evidence_samples import by_line, document, documents

COUNT, STEP = 40, 8
QUERIES = ["the mayor closed bridges", "Harbour rivers abroad", "nothing like it at all"]
ALL = EvidenceFilter(undated=True)


@pytest.fixture(params=["on disk", "in memory"])
def library(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EvidenceLibrary]:
    """Yield an empty library that stores vectors eight at a time."""
    monkeypatch.setattr(encoding, "STEP", STEP)
    on_disk = request.param == "on disk"
    evidence: EvidenceLibrary = open_evidence(tmp_path, cut=by_line, create=True, threads=2) if on_disk else MemoryEvidence(step=STEP)
    yield evidence
    evidence.close()


@pytest.fixture
def full(library: EvidenceLibrary) -> EvidenceLibrary:
    """Return the library with 40 documents, all encoded."""
    add(library, documents(COUNT))
    encode(library)
    return library


def add(library: EvidenceLibrary, new_documents: Iterable[EvidenceDocument]) -> ChangeCounts:
    return library.add(iter(new_documents), progress=no_progress, cancel=CancelToken())


def encode(library: EvidenceLibrary, encoder: TextEncoder | None = None) -> int:
    return library.encode(encoder=encoder or FakeEncoder(), progress=no_progress, cancel=CancelToken())


def index_of(library: EvidenceLibrary) -> closing[EvidenceIndex]:
    return closing(library.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken()))


def rows_of(index: EvidenceIndex) -> list[EvidencePassage]:
    return index.passages(range(len(index)))


def vectors_of(texts: list[str]) -> np.ndarray:
    return FakeEncoder().encode(texts, progress=no_progress, cancel=CancelToken())


def test_imported_documents_are_complete(full: EvidenceLibrary) -> None:
    assert len(full) == COUNT and full.get(["d0007", "nobody", "d0004"]) == {"d0007": document(7), "d0004": document(4)}
    assert add(full, documents(COUNT)) == ChangeCounts(unchanged=COUNT)
    assert add(full, [document(3, version=1), document(90)]) == ChangeCounts(added=1, changed=1)
    assert full.get(["d0003"])["d0003"] == document(3, version=1) and len(full) == COUNT + 1


def test_a_row_is_one_passage_in_order_of_id(full: EvidenceLibrary) -> None:
    with index_of(full) as index:
        passages = rows_of(index)
        assert [passage.id for passage in passages] == sorted(passage.id for passage in passages)
        assert len(passages) == sum(len(by_line(item.text, "")) for item in documents(COUNT)) == full.statistics().passages
        sources = {item.id: item for item in documents(COUNT)}
        for passage in passages:
            source = sources[passage.document]
            assert passage.text == source.text[passage.start : passage.end] and passage.id == f"{source.id}#{passage.start}-{passage.end}"
            fields = [
                (getattr(owner, name) for name in ("title", "source", "url", "medium", "published", "language"))
                for owner in (passage, source)
            ]
            assert list(fields[0]) == list(fields[1])
        assert index.passages([2, 0, 2])[0] == passages[2] and index.passages([]) == []
        assert {passage.page for passage in passages if passage.document == "d0008"} == {1, 2}
        assert {passage.page for passage in passages if passage.document == "d0007"} == {None}


def test_the_same_text_from_the_same_address_is_one_document(library: EvidenceLibrary) -> None:
    first = EvidenceDocument(
        id="a", text="Otters build  bridges.", url="https://www.n.example/x/?utm_source=q#top", published=date(2020, 5, 2)
    )
    earlier = replace(first, id="b", text="Otters build bridges.", url="http://n.example/x", published=date(2019, 5, 2), title="Other")
    archived = replace(earlier, id="c", url="https://web.archive.org/web/20200101/https://n.example/x", published=None)
    elsewhere = replace(first, id="d", url="https://m.example/x")
    assert add(library, [first, earlier, archived, elsewhere]) == ChangeCounts(added=2, grouped=2)
    assert library.get(["a", "b", "c", "d"]) == {"a": replace(first, published=date(2019, 5, 2)), "d": elsewhere}
    assert add(library, [first, earlier, archived]) == ChangeCounts(unchanged=1, grouped=2)
    with index_of(library) as index:
        assert [passage.document for passage in rows_of(index)] == ["a", "d"]
        assert index.allowed(EvidenceFilter(before=date(2020, 1, 1))) is not None


def test_duplicates_in_one_import_get_the_earliest_day(library: EvidenceLibrary) -> None:
    late, early = (EvidenceDocument(id="a", text="Otters.", published=date(2020, 5, day)) for day in (9, 2))
    for _ in range(2):
        add(library, [late, early, late])
        assert library.get(["a"])["a"].published == date(2020, 5, 2)
    assert add(library, [replace(late, published=date(2020, 5, 20))]) == ChangeCounts(changed=1)
    assert library.get(["a"])["a"].published == date(2020, 5, 20)
    assert add(library, [late, replace(late, text="Beavers.")]) == ChangeCounts(changed=2)
    assert library.get(["a"])["a"].text == "Beavers."


def test_a_document_that_becomes_a_duplicate_is_removed(library: EvidenceLibrary) -> None:
    add(library, [EvidenceDocument(id="a", text="One."), EvidenceDocument(id="b", text="Two.")])
    assert add(library, [EvidenceDocument(id="b", text="One.")]) == ChangeCounts(changed=1, grouped=1)
    assert set(library.get(["a", "b"])) == {"a"} and len(library) == 1


def test_a_cancelled_or_failed_import_adds_nothing(full: EvidenceLibrary) -> None:
    cancel = CancelToken()

    def until_cancelled() -> Iterator[EvidenceDocument]:
        for number in range(100, 200):
            if number == 150:
                cancel.cancel()
            yield document(number)

    def broken() -> Iterator[EvidenceDocument]:
        yield document(100)
        raise ValueError("broken")

    with index_of(full) as index:
        before = index.generation
    with pytest.raises(Cancelled):
        full.add(until_cancelled(), progress=no_progress, cancel=cancel)
    with pytest.raises(ValueError, match="broken"):
        add(full, broken())
    assert len(full) == COUNT and not full.get(["d0100"])
    with index_of(full) as index:
        assert index.generation == before or isinstance(full, MemoryEvidence)


@pytest.mark.parametrize(
    "among",
    [
        EvidenceFilter(),
        EvidenceFilter(undated=True),
        EvidenceFilter(before=date(2020, 1, 20)),
        EvidenceFilter(before=date(2020, 1, 20), undated=True),
        EvidenceFilter(before=date(1, 1, 1)),
        EvidenceFilter(undated=True, without_urls=frozenset({"http://www.site3.example/7/", "", "https://nobody.example"})),
        EvidenceFilter(without_documents=frozenset({"d0001", "d0007", "nobody"})),
        EvidenceFilter(
            before=date(2030, 1, 1), undated=True, without_urls=frozenset({"https://web.archive.org/web/2020/https://site1.example/1"})
        ),
        EvidenceFilter(undated=True, without_sites=sites_of(["site3.example", "SITE5.example/"])),
        EvidenceFilter(before=date(2020, 2, 1), without_sites=sites_of(["site1.example/1", "site2.example/none", "# site4.example"])),
    ],
    ids=[
        "dated",
        "all",
        "before",
        "before or undated",
        "nothing",
        "without addresses",
        "without documents",
        "archived address",
        "without sites",
        "without a site's part",
    ],
)
def test_only_allowed_passages_are_found(full: EvidenceLibrary, among: EvidenceFilter) -> None:
    with index_of(full) as index:
        passages = rows_of(index)
        passing = [passes(passage, among) for passage in passages]
        allowed = index.allowed(among)
        assert (allowed is None) == all(passing) and (allowed is None or allowed.tolist() == passing)
        for hits in (
            index.lexical().search(QUERIES, COUNT, allowed=allowed),
            index.vectors().search(vectors_of(QUERIES), COUNT, allowed=allowed),
        ):
            assert all(passing[row] for row in hits.rows[hits.rows >= 0])
    page = full.search("", among=among, limit=COUNT)
    assert {item.id for item in page.items} == {item.id for item in documents(COUNT) if passes(item, among)} and page.total == len(
        page.items
    )


def test_evidence_of_the_day_itself_is_excluded(library: EvidenceLibrary) -> None:
    add(library, [EvidenceDocument(id=str(day), text=f"Text {day}.", published=date(2020, 5, day)) for day in (1, 2, 3)])
    with index_of(library) as index:
        allowed = index.allowed(EvidenceFilter(before=date(2020, 5, 2)))
        assert allowed is not None and allowed.tolist() == [True, False, False]


def test_a_day_set_by_hand_stays_when_the_same_is_imported_again(full: EvidenceLibrary) -> None:
    assert full.set_date("d0005", date(2020, 7, 1)) and not full.set_date("nobody", None)
    assert add(full, [document(5)]) == ChangeCounts(unchanged=1)
    assert full.get(["d0005"])["d0005"] == replace(document(5), published=date(2020, 7, 1))
    with index_of(full) as index:
        assert {passage.published for passage in rows_of(index) if passage.document == "d0005"} == {date(2020, 7, 1)}
    assert full.set_date("d0005", None) and full.get(["d0005"])["d0005"].published is None


def test_a_language_set_by_hand_stays_and_is_used_for_search(full: EvidenceLibrary) -> None:
    spanish = EvidenceDocument(id="sp", text="Las vacunas causaron muertes.", language="en")
    add(full, [spanish])
    with index_of(full) as index:
        assert index.lexical().search(["vacunación"], 3).rows.tolist() == [[-1, -1, -1]]
    assert full.set_language(["sp", "nobody", "sp"], "es") == 1
    assert add(full, [spanish]) == ChangeCounts(unchanged=1)
    assert full.get(["sp"])["sp"] == replace(spanish, language="es")
    with index_of(full) as index:
        row = index.lexical().search(["vacunación"], 1).rows[0, 0]
        assert index.passages([row])[0].document == "sp"
        assert index.passages([row])[0].language == "es"


def test_deleted_documents_are_found_no_more(full: EvidenceLibrary) -> None:
    assert full.delete(["d0001", "d0002", "nobody", "d0001"], cancel=CancelToken()) == 2
    assert len(full) == COUNT - 2 and not full.get(["d0001"])
    with index_of(full) as index:
        assert not {"d0001", "d0002"} & {passage.document for passage in rows_of(index)}
    assert not {"d0001", "d0002"} & {item.id for item in full.search("", among=ALL, limit=COUNT).items}


def test_words_are_searchable_at_once_and_vectors_after_encoding(library: EvidenceLibrary) -> None:
    add(library, [EvidenceDocument(id="a", text="It swims.\nIt builds.", title="Otters"), EvidenceDocument(id="b", text="Otters bark.")])
    with index_of(library) as index:
        assert index.encoded == 0 and not index.vector_rows(np.arange(3, dtype=np.int32)).any()
        assert sorted(index.lexical().search(["otters"], 5).rows[0].tolist()) == [-1, -1, 0, 1, 2]
        assert (index.vectors().search(vectors_of(["otters"]), 3).rows == -1).all()
        before = index.generation
    assert encode(library) == 3 and encode(library) == 0
    with index_of(library) as index:
        assert index.encoded == 3 == library.statistics().encoded and index.generation != before
        expected = vectors_of([passage.text for passage in rows_of(index)])
        np.testing.assert_allclose(index.vector_rows(np.array([2, 0], np.int32)), expected[[2, 0]], atol=1e-3)


def test_a_changed_title_is_searchable_without_a_new_vector(full: EvidenceLibrary) -> None:
    encoder = FakeEncoder()
    add(full, [replace(document(4), title="Zanzibar")])
    assert encode(full, encoder) == 0
    with index_of(full) as index:
        (rows,) = index.lexical().search(["zanzibar"], 9).rows
        assert {index.passages([row])[0].document for row in rows.tolist() if row >= 0} == {"d0004"}


def test_disk_and_memory_find_the_same(full: EvidenceLibrary) -> None:
    memory = MemoryEvidence(documents(COUNT))
    encode(memory)
    with index_of(full) as index, index_of(memory) as plain:
        assert rows_of(index) == rows_of(plain)
        for results, expected in (
            (index.lexical().search(QUERIES, 7), plain.lexical().search(QUERIES, 7)),
            (index.vectors().search(vectors_of(QUERIES), 7), plain.vectors().search(vectors_of(QUERIES), 7)),
        ):
            assert results.rows.dtype == np.int32
            np.testing.assert_allclose(results.scores, expected.scores, atol=1e-3)


def test_newest_passages_are_encoded_first_and_kept_after_a_cancel(library: EvidenceLibrary) -> None:
    add(library, documents(COUNT))
    cancel, encoder = CancelToken(), FakeEncoder()

    def listen(update: ProgressUpdate) -> None:
        if update.total and update.done >= 2 * STEP:
            cancel.cancel()

    with pytest.raises(Cancelled):
        library.encode(encoder=encoder, progress=listen, cancel=cancel)
    with index_of(library) as index:
        assert index.encoded == 2 * STEP
        days = {passage.text: passage.published.toordinal() if passage.published else 0 for passage in rows_of(index)}
        assert encode(library, encoder) == len(index) - 2 * STEP
    order = [days[text] for text in encoder.encoded]
    assert order == sorted(order, reverse=True)


def test_a_pinned_index_does_not_change(full: EvidenceLibrary) -> None:
    with index_of(full) as pinned:
        before = rows_of(pinned), pinned.generation, pinned.lexical().search(QUERIES, 5).rows.tolist()
        add(full, [document(3, version=1), *documents(5, start=900)])
        full.delete(["d0001"], cancel=CancelToken())
        full.keep_warnings([SourceWarning(host="site2.example", kind="satire")])
        assert (rows_of(pinned), pinned.generation, pinned.lexical().search(QUERIES, 5).rows.tolist()) == before
        with index_of(full) as after:
            assert after.generation != pinned.generation and len(rows_of(after)) == full.statistics().passages


def test_the_list_of_sources_warns_of_a_site_and_what_is_below_it(library: EvidenceLibrary) -> None:
    urls = ("https://joke.example/1", "https://www.joke.example/2", "https://deep.joke.example:8080/3", "https://nojoke.example/4", "")
    add(library, [EvidenceDocument(id=str(number), text=f"Text {number}.", url=url) for number, url in enumerate(urls)])
    add(library, [EvidenceDocument(id="9", text="Text nine.", source="joke.example")])
    assert library.warnings() == ()
    with index_of(library) as index:
        before = index.generation
    listed = (
        SourceWarning(host="bad.example", kind="misinformation", note="since 2019"),
        SourceWarning(host="joke.example", kind="satire"),
    )
    library.keep_warnings([listed[1], listed[0]])
    assert library.warnings() == listed
    with index_of(library) as index:
        assert [passage.warning for passage in rows_of(index)] == [
            "satire",
            "satire",
            "satire",
            "",
            "",
            "satire",
        ] and index.generation != before
    library.keep_warnings([])
    assert library.warnings() == ()


def test_browsing_gives_pages_totals_and_matching_passages(full: EvidenceLibrary) -> None:
    add(full, [EvidenceDocument(id="long", text="Words. " * 300 + "Then an armadillo came by.", title="Walk", published=date(2021, 1, 1))])
    page = full.search("armadillo ", among=ALL)
    assert (
        [item.id for item in page.items] == ["long"]
        and page.total == 1
        and "armadillo" in page.items[0].text
        and page.passages == {"long": 1}
    )
    assert page.items[0].title == "Walk" and page.items[0].published == date(2021, 1, 1)
    everything = full.search("", among=ALL, limit=1000)
    days = [item.published or date.min for item in everything.items]
    assert everything.total == len(everything.items) == COUNT + 1 and days == sorted(days, reverse=True)
    part = full.search("", among=ALL, offset=10, limit=5)
    assert part.items == everything.items[10:15] and part.total == COUNT + 1
    assert full.search("armadillo zebra", among=ALL).total == 0
    for odd in ('"', "AND (", "\x00", "NEAR/3 *", "\ud800", "''--"):
        assert full.search(odd, among=ALL).total >= 0


def test_no_evidence(library: EvidenceLibrary) -> None:
    assert encode(library) == 0 and library.search("otters", among=ALL).items == ()
    assert (library.statistics().documents, library.statistics().passages, library.statistics().undated) == (0, 0, 0)
    with index_of(library) as index:
        assert len(index) == index.encoded == 0 and index.allowed(EvidenceFilter(before=date(2020, 1, 1))) is None
        assert (index.lexical().search(QUERIES, 3).rows == -1).all()
        assert (index.vectors().search(vectors_of(QUERIES), 3).rows == -1).all()


def test_a_document_of_symbols_is_never_found(library: EvidenceLibrary) -> None:
    add(library, [EvidenceDocument(id="a", text="***"), EvidenceDocument(id="b", text="Otters.")])
    assert encode(library) == 1
    with index_of(library) as index:
        assert len(index) == 2 and index.vectors().search(vectors_of(["otters"]), 2).rows.tolist() == [[1, -1]]


def test_verify_finds_no_fault_after_an_import(full: EvidenceLibrary) -> None:
    results = full.verify(progress=no_progress, cancel=CancelToken())
    assert results and all(result.ok and result.name.startswith("evidence: ") for result in results)
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        full.verify(progress=no_progress, cancel=cancelled)


def test_verify_reports_altered_files_which_are_then_rebuilt(tmp_path: Path) -> None:
    with closing(open_evidence(tmp_path, cut=by_line, create=True)) as library:
        add(library, documents(COUNT))
        encode(library)
        with index_of(library) as index:
            assert index.encoded == len(index)
        (postings,), (vectors,) = tmp_path.rglob("clean.rows.npy"), tmp_path.rglob("vectors-*.bin")
        for path in (postings, vectors):
            content = bytearray(path.read_bytes())
            content[-3] ^= 0xFF
            path.write_bytes(content)
        details = {result.name: result.detail for result in library.verify(progress=no_progress, cancel=CancelToken())}
        assert "clean.rows.npy" in details["evidence: index"] and "1 of them torn" in details["evidence: vectors"]
    with closing(open_evidence(tmp_path, cut=by_line)) as library:
        with index_of(library) as index:
            assert index.encoded == len(index) - 1
        assert encode(library) == 1
        details = {result.name: result.detail for result in library.verify(progress=no_progress, cancel=CancelToken())}
        assert "as it was written" in details["evidence: index"]
