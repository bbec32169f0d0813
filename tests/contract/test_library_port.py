"""Contract of Library, on real SQLite files and index folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.domain.factcheck import FactCheck, FactCheckFilter, FactCheckOrder, SortColumn
from app.domain.importing import ChangeCounts
from app.domain.overview import DuplicatePage
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.errors import Cancelled, LibraryError
from app.ports import Field, Library, LibraryChange, LibrarySnapshot
from app.store import open_library
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change, filled, sample, samples

COUNT = 60


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = filled(tmp_path / "library", samples(COUNT))
    yield opened
    opened.close()


def pinned(library: Library) -> LibrarySnapshot:
    return library.snapshot()


def rankings(library: Library, queries: list[str]) -> list[object]:
    """Return everything that a ranking can depend on, by id."""
    snapshot = library.snapshot()
    contents: list[object] = [tuple(snapshot.ids), snapshot.groups.tolist(), snapshot.published.tolist()]
    vectors = FakeEncoder().encode(queries, progress=no_progress, cancel=CancelToken())
    for field in Field:
        hits = snapshot.lexical(field).search(queries, 20)
        contents += [hits.rows.tolist(), hits.scores.tolist()]
        if field is not Field.BODY:
            hits = snapshot.vectors(field).search(vectors, 20)
            contents += [hits.rows.tolist(), hits.scores.tolist()]
    snapshot.close()
    return contents


QUERIES = [factcheck.claim for factcheck in samples(15, start=900)]


def test_fact_checks_round_trip(library: Library) -> None:
    originals = samples(COUNT)
    assert len(library) == COUNT
    assert library.get([factcheck.id for factcheck in originals]) == {factcheck.id: factcheck for factcheck in originals}
    assert library.get(["fc-00003", "unknown"]) == {"fc-00003": sample(3)}
    with_dates = replace(sample(3), claimed=date(2014, 2, 3), note="demo", language="")
    change(library, upsert=[with_dates])
    assert library.get(["fc-00003"])["fc-00003"] == with_dates


def test_counts_describe_the_change(library: Library) -> None:
    counts = change(library, upsert=[*samples(5), sample(7, version=1), sample(100), sample(101)], delete=["fc-00020", "no-such-id"])
    assert counts == ChangeCounts(added=2, changed=1, unchanged=5, deleted=1, grouped=0)
    assert len(library) == COUNT + 1
    assert library.get(["fc-00007"])["fc-00007"] == sample(7, version=1)
    assert "fc-00020" not in library.get(["fc-00020"])


def test_one_change_may_name_an_id_twice(library: Library) -> None:
    counts = change(library, upsert=[sample(200), sample(200), sample(200, version=1), sample(3)], delete=["fc-00003"])
    assert counts == ChangeCounts(added=1, changed=1, unchanged=2, deleted=0)
    assert library.get(["fc-00200"])["fc-00200"] == sample(200, version=1)


def test_an_import_of_the_same_again_changes_nothing(library: Library) -> None:
    encoder = FakeEncoder()
    before = pinned(library).generation
    assert change(library, upsert=samples(COUNT), encoder=encoder) == ChangeCounts(unchanged=COUNT)
    assert pinned(library).generation == before and encoder.encoded == []


def test_only_new_texts_are_encoded(library: Library) -> None:
    encoder = FakeEncoder()
    rated_anew = replace(sample(4), rating="True", verdict=Verdict.TRUE)
    moved = replace(sample(8), id="fc-09999")
    change(library, upsert=[rated_anew, moved, sample(300)], encoder=encoder)
    assert sorted(encoder.encoded) == sorted({sample(300).claim})
    assert library.get(["fc-00004"])["fc-00004"].verdict is Verdict.TRUE


def test_equal_texts_are_encoded_once(tmp_path: Path) -> None:
    encoder = FakeEncoder()
    library = open_library(tmp_path / "new", create=True)
    change(library, upsert=[replace(sample(n), claim="One claim", title="One title") for n in range(9)], encoder=encoder)
    assert sorted(encoder.encoded) == ["One claim", "One title"]
    library.close()


def test_a_changed_text_loses_its_old_vector(library: Library) -> None:
    change(library, upsert=[replace(sample(10), claim="Frogs can read newspapers")])
    with closing(library.snapshot()) as snapshot:
        query = FakeEncoder().encode(["Frogs can read newspapers", sample(10).claim], progress=no_progress, cancel=CancelToken())
        hits = snapshot.vectors(Field.CLAIM).search(query, 1)
        row = snapshot.ids.index("fc-00010")
        assert hits.rows[0, 0] == row and hits.scores[0, 0] == pytest.approx(1.0)
        assert hits.rows[1, 0] != row
        assert snapshot.lexical(Field.CLAIM).search(["frog newspaper"], 5).rows[0].tolist() == [row, -1, -1, -1, -1]


def test_a_deleted_factcheck_never_returns(library: Library) -> None:
    gone = sample(11)
    change(library, delete=[gone.id])
    change(library, upsert=samples(5, start=500))
    with closing(library.snapshot()) as snapshot:
        assert gone.id not in snapshot.ids
    assert gone.id not in {item.id for item in library.search(gone.claim).items}


def test_a_grown_library_ranks_like_a_new_one(tmp_path: Path) -> None:
    grown = filled(tmp_path / "grown", [sample(n, version=1) for n in range(0, 80, 2)])
    change(grown, upsert=samples(70), delete=["fc-00078"])
    change(grown, upsert=[sample(n) for n in (95, 71, 83)], delete=["fc-00005", "fc-00006"])
    change(grown, upsert=[sample(5)])
    current = [grown.get([name])[name] for name in pinned(grown).ids]
    straight = filled(tmp_path / "straight", list(reversed(current)))
    assert rankings(grown, QUERIES) == rankings(straight, QUERIES)
    grown.close()
    straight.close()


def test_a_grown_index_is_the_same_files(tmp_path: Path) -> None:
    grown = filled(tmp_path / "grown", samples(30))
    change(grown, upsert=samples(60))
    straight = filled(tmp_path / "straight", samples(60))
    folders = [library.path / "index" / pinned(library).generation for library in (grown, straight)]
    names = sorted(file.name for file in folders[0].iterdir() if file.name != "manifest.json")
    assert names and names == sorted(file.name for file in folders[1].iterdir() if file.name != "manifest.json")
    assert all((folders[0] / name).read_bytes() == (folders[1] / name).read_bytes() for name in names)
    grown.close()
    straight.close()


def test_rows_of_every_index_are_the_same_factcheck(library: Library) -> None:
    with closing(library.snapshot()) as snapshot:
        rows = np.arange(COUNT, dtype=np.int32)
        factchecks = snapshot.factchecks(rows.tolist())
        assert [factcheck.id for factcheck in factchecks] == list(snapshot.ids) == sorted(snapshot.ids)
        assert [factcheck.published.toordinal() if factcheck.published else 0 for factcheck in factchecks] == snapshot.published.tolist()
        for field in (Field.CLAIM, Field.TITLE):
            texts = [getattr(factcheck, field.value) for factcheck in factchecks]
            vectors = FakeEncoder().encode(texts, progress=no_progress, cancel=CancelToken())
            expected = np.where(np.array([bool(text) for text in texts])[:, None], vectors, 0)
            np.testing.assert_array_equal(snapshot.vector_rows(field, rows), expected)
        for field in Field:
            assert len(snapshot.lexical(field)) == COUNT
        assert snapshot.encoder == FakeEncoder().identity.key()


def test_factchecks_keep_the_order_asked_for(library: Library) -> None:
    with closing(library.snapshot()) as snapshot:
        assert [factcheck.id for factcheck in snapshot.factchecks([5, 2, 5])] == ["fc-00005", "fc-00002", "fc-00005"]
        assert snapshot.factchecks([]) == []


def test_a_snapshot_survives_the_writer(library: Library) -> None:
    snapshot = library.snapshot()
    before = snapshot.factchecks(range(COUNT))
    for version in (1, 2, 3):
        change(library, upsert=[sample(n, version=version) for n in range(30)], delete=[f"fc-{50 + version:05d}"])
    assert snapshot.factchecks(range(COUNT)) == before
    assert snapshot.lexical(Field.CLAIM).search([before[7].claim], 1).rows[0, 0] == 7
    vector = FakeEncoder().encode([before[7].claim], progress=no_progress, cancel=CancelToken())
    assert snapshot.vectors(Field.CLAIM).search(vector, 1).rows[0, 0] == 7
    snapshot.close()
    assert len(pinned(library).ids) == COUNT - 3


def test_allowed_rows(library: Library) -> None:
    with closing(library.snapshot()) as snapshot:
        factchecks = snapshot.factchecks(range(COUNT))
        assert snapshot.allowed(published_before=None, include_publishers=(), exclude_publishers=()) is None
        day = date(2015, 1, 31)
        before = snapshot.allowed(published_before=day, include_publishers=(), exclude_publishers=())
        assert before is not None
        assert before.tolist() == [item.published is not None and item.published < day for item in factchecks]
        allowed = snapshot.allowed(
            published_before=None, include_publishers=["HARBOUR check", "der prüfer"], exclude_publishers=["Der Prüfer"]
        )
        assert allowed is not None
        assert allowed.tolist() == [item.publisher == "Harbour Check" for item in factchecks]


def test_duplicates_are_grouped_and_nothing_is_lost(library: Library) -> None:
    original = sample(1)
    copies = [
        replace(original, id="copy-a", url=original.url + "/?utm_source=mail#top", claim=original.claim + "!"),
        replace(original, id="copy-b", url=original.url.replace("https://", "http://www."), claim=original.claim.replace("b", "d", 1)),
    ]
    strangers = [
        replace(original, id="other-publisher", publisher="Someone Else"),
        replace(original, id="other-page", url=original.url + "-2"),
    ]
    counts = change(library, upsert=[*copies, *strangers])
    assert counts.added == 4 and counts.grouped == 2 and len(library) == COUNT + 4
    same = library.same_as(["copy-a", "fc-00001", "other-page", "nobody"])
    assert same == {"copy-a": ("copy-b", "fc-00001"), "fc-00001": ("copy-a", "copy-b"), "other-page": ()}
    with closing(library.snapshot()) as snapshot:
        groups = dict(zip(snapshot.ids, snapshot.groups.tolist(), strict=True))
        assert groups["copy-a"] == groups["copy-b"] == groups["fc-00001"] == snapshot.ids.index("copy-a")
        assert len(set(groups.values())) == COUNT + 2
    change(library, delete=["copy-a"])
    assert library.same_as(["copy-b"]) == {"copy-b": ("fc-00001",)}
    change(library, upsert=[replace(copies[1], claim="Something else entirely was said here")])
    assert library.same_as(["copy-b"]) == {"copy-b": ()}


def test_new_copies_among_themselves_count_all_but_the_first(tmp_path: Path) -> None:
    library = open_library(tmp_path / "new", create=True)
    counts = change(library, upsert=[replace(sample(1), id=f"copy-{n}") for n in range(4)])
    assert counts == ChangeCounts(added=4, grouped=3)
    library.close()


def test_search_finds_words_in_claim_title_and_body(library: Library) -> None:
    change(
        library,
        upsert=[FactCheck(id="x", claim="Otters invented paper", title="On otters", body="They did not. Évora's archive is older.")],
    )
    for text in ("otters", "OTTERS paper", "evora", "the otters", "pap", "On otters "):
        page = library.search(text)
        assert [item.id for item in page.items][:1] == ["x"], text
        assert page.total == 1 and page.items[0].body == ""
    assert "archive" in library.search("evora").passages["x"]


@pytest.mark.parametrize(
    "text",
    ['"', "a AND", "NEAR(", "claim:", "*", "- -", "'; DROP", "x\x00y", "((", "^a", "{a b}", '"a" "b', "\ud800", "lake\ud800 bri\ud800"],
)
def test_no_text_is_a_syntax_error(library: Library, text: str) -> None:
    assert library.search(text).total >= 0


def _with_ratings(library: Library) -> None:
    rows = (
        ("1", "zebra rumour", Verdict.TRUE, "Desk", date(2020, 1, 1), "es"),
        ("2", "Apple rumour", Verdict.FALSE, "", None, ""),
        ("3", "mango rumour", Verdict.MIXED, "agency", date(2022, 1, 1), "en"),
        ("4", "新冠疫苗 rumour", Verdict.FALSE, "Desk", date(2021, 1, 1), "zh"),
    )
    change(
        library,
        delete=list(library.get([item.id for item in library.search("", limit=1000).items])),
        upsert=[
            FactCheck(id=name, claim=claim, verdict=verdict, publisher=publisher, published=published, language=language)
            for name, claim, verdict, publisher, published, language in rows
        ],
    )


@pytest.mark.parametrize("text", ["", "rumour", "rum"])
@pytest.mark.parametrize(
    ("column", "ascending", "descending"),
    [
        (SortColumn.CLAIM, "2314", "4132"),
        (SortColumn.PUBLISHED, "1432", "3412"),
        (SortColumn.PUBLISHER, "3412", "4132"),
        (SortColumn.LANGUAGE, "3142", "4132"),
        (SortColumn.VERDICT, "1342", "4231"),
    ],
)
def test_search_is_sorted_by_any_column_with_empty_values_last(
    library: Library, text: str, column: SortColumn, ascending: str, descending: str
) -> None:
    _with_ratings(library)
    for is_descending, names in ((False, ascending), (True, descending)):
        order = FactCheckOrder(column=column, descending=is_descending)
        ids = [item.id for item in library.search(text, order=order).items]
        pages = [library.search(text, order=order, offset=offset, limit=1).items[0].id for offset in range(4)]
        assert ids == pages == list(names)


def test_filtered_and_unspaced_searches_are_sorted_too(library: Library) -> None:
    _with_ratings(library)
    order = FactCheckOrder(column=SortColumn.CLAIM)
    assert [item.id for item in library.search("", among=FactCheckFilter(publisher="Desk"), order=order).items] == ["1", "4"]
    assert [item.id for item in library.search("疫苗", order=order).items] == ["4"]
    assert [item.id for item in library.search("苗", order=order).items] == ["4"]


def test_search_in_other_scripts(library: Library) -> None:
    change(
        library,
        upsert=[
            FactCheck(id="zh", claim="新冠疫苗含有芯片", body="这不是真的。100%_"),
            FactCheck(id="hi", claim="पृथ्वी चपटी है", body="यह सच नहीं है"),
            FactCheck(id="ar", claim="الأرض مسطحة"),
        ],
    )
    for text, name in (("疫苗", "zh"), ("芯片 疫苗", "zh"), ("不是真的。100%_", "zh"), ("पृथ्वी", "hi"), ("पृथ्व", "hi"), ("مسطحة", "ar")):
        page = library.search(text)
        assert [item.id for item in page.items] == [name] and page.total == 1, text
    assert "疫苗" in library.search("疫苗").passages["zh"]
    assert library.search("疫苗", among=FactCheckFilter(publisher="Nobody")).total == library.search("疫%").total == 0
    assert library.search("नहीं").total == 1 and library.search("हीं").total == 0


def test_search_follows_the_letters_of_changed_texts(library: Library) -> None:
    change(library, upsert=[FactCheck(id="ja", claim="ワクチンの噂", body="水"), FactCheck(id="th", claim="วัคซีนทำให้ป่วย")])
    ids_by_query = {
        text: [item.id for item in library.search(text).items] for text in ("ワクチン", "の噂", "水", "วัคซีน", "ทำให้", "ワの", "ン水")
    }
    assert ids_by_query == {"ワクチン": ["ja"], "の噂": ["ja"], "水": ["ja"], "วัคซีน": ["th"], "ทำให้": ["th"], "ワの": [], "ン水": []}
    assert library.search("ワクチン x").total == library.search("ワクチンX").total == 0
    change(library, upsert=[FactCheck(id="ja", claim="新しい噂", body="水")], delete=["th"])
    assert library.search("ワクチン").total == library.search("วัคซีน").total == 0
    assert library.search("水 噂").total == library.search("新しい噂").total == 1


def test_search_pages_and_filters(library: Library) -> None:
    everything = library.search("", limit=1000)
    dates = [item.published or date.min for item in everything.items]
    assert everything.total == COUNT and dates == sorted(dates, reverse=True)
    assert [item.id for item in library.search("", offset=5, limit=5).items] == [item.id for item in everything.items[5:10]]
    some = library.search("bridges", among=FactCheckFilter(publisher="Valley Facts", verdict="FALSE", language="en"), limit=1000)
    expected = {
        factcheck.id
        for factcheck in samples(COUNT)
        if factcheck.publisher == "Valley Facts"
        and factcheck.verdict is Verdict.FALSE
        and "bridges" in factcheck.claim + factcheck.title + factcheck.body
    }
    assert {item.id for item in some.items} == expected and some.total == len(expected) > 0
    assert library.search("", among=FactCheckFilter(publisher="Nobody")).items == ()


def test_search_names_the_duplicates(library: Library) -> None:
    change(library, upsert=[replace(sample(1), id="copy")])
    page = library.search(sample(1).claim)
    assert page.same_as["copy"] == ("fc-00001",) and page.same_as["fc-00001"] == ("copy",)


def test_search_by_rating_and_by_group(library: Library) -> None:
    change(library, upsert=[replace(sample(1), id="copy"), replace(sample(2), id="odd", rating="Odd")])
    assert [item.id for item in library.search("", among=FactCheckFilter(rating="Odd")).items] == ["odd"]
    assert {item.id for item in library.search("", among=FactCheckFilter(group="copy")).items} == {"copy", "fc-00001"}
    assert (
        library.search("", among=FactCheckFilter(group="fc-00001")).total
        == 0
        == library.search("", among=FactCheckFilter(rating="odd")).total
    )


def test_publishers_are_summed_up(library: Library) -> None:
    change(library, upsert=[FactCheck(id="x", claim="Nobody says who", published=date(2001, 5, 1)), FactCheck(id="y", claim="Nor when")])
    publishers = {publisher.name: publisher for publisher in library.publishers()}
    assert [publisher.name for publisher in library.publishers()][-1] == "" and sum(
        publisher.factchecks for publisher in publishers.values()
    ) == COUNT + 2
    assert (publishers[""].factchecks, publishers[""].oldest, publishers[""].newest) == (2, "2001-05-01", "2001-05-01")
    valley_checks = [item for item in samples(COUNT) if item.publisher == "Valley Facts"]
    days = sorted(item.published.isoformat() for item in valley_checks if item.published)
    valley = publishers["Valley Facts"]
    assert (valley.factchecks, valley.oldest, valley.newest) == (len(valley_checks), days[0], days[-1])
    assert dict(valley.verdicts) == {verdict: sum(item.verdict is verdict for item in valley_checks) for verdict, _ in valley.verdicts}


def test_ratings_are_counted_by_publisher_and_verdict(library: Library) -> None:
    counts = library.ratings()
    expected = Counter((item.rating, item.publisher, item.verdict, item.rating_rule) for item in samples(COUNT))
    assert {(count.rating, count.publisher, count.verdict, count.rule): count.factchecks for count in counts} == expected
    assert [count.factchecks for count in counts] == sorted((count.factchecks for count in counts), reverse=True)


def test_duplicates_come_with_those_that_disagree_first(library: Library) -> None:
    assert library.duplicates() == DuplicatePage(groups=(), total=0, disagreeing=0)
    same = [replace(sample(1), id=f"same-{n}") for n in range(3)]
    other = replace(sample(2), id="other", verdict=next(verdict for verdict in Verdict if verdict is not sample(2).verdict))
    change(library, upsert=[*same, other])
    page = library.duplicates()
    assert (page.total, page.disagreeing) == (2, 1)
    assert [[member.id for member in group.members] for group in page.groups] == [
        ["fc-00002", "other"],
        ["fc-00001", "same-0", "same-1", "same-2"],
    ]
    assert [group.disagrees for group in page.groups] == [True, False] and page.groups[1].members[1] == same[0].without_body()
    second = library.duplicates(offset=1, limit=1)
    assert second.groups == page.groups[1:] and second.total == 2
    change(library, delete=["other"])
    assert library.duplicates().disagreeing == 0


def test_statistics(library: Library) -> None:
    statistics = library.statistics()
    assert statistics.factchecks == statistics.groups == COUNT and statistics.index_kind == "exact"
    assert dict(statistics.publishers) == {"Harbour Check": 20, "Valley Facts": 20, "Der Prüfer": 20}
    assert sum(count for _, count in statistics.verdicts) == COUNT and statistics.encoder == FakeEncoder().identity.key()
    assert (statistics.oldest, statistics.newest) == ("2015-01-02", "2015-03-01") and statistics.size_bytes > 0
    assert dict(statistics.years)[""] == COUNT // 4 and statistics.generation == pinned(library).generation


def test_verify_finds_nothing_wrong(library: Library) -> None:
    change(library, upsert=[sample(3, version=1), sample(77)], delete=["fc-00004"])
    results = library.verify(progress=no_progress, cancel=CancelToken())
    assert len(results) == 7 and all(result.ok for result in results), results


def test_rebuild_with_another_encoder(library: Library) -> None:
    other = FakeEncoder(dimension=48, name="other-encoder")
    before = pinned(library)
    name = library.rebuild(encoder=other, progress=no_progress, cancel=CancelToken())
    after = pinned(library)
    assert after.generation == name != before.generation
    assert after.encoder == other.identity.key() and after.vector_rows(Field.CLAIM, np.array([0], np.int32)).shape == (1, 48)
    assert before.vector_rows(Field.CLAIM, np.array([0], np.int32)).shape == (1, 64)
    assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))


def test_one_index_never_mixes_encoders(library: Library) -> None:
    other = FakeEncoder(name="other-encoder")
    change(library, upsert=[sample(400)], encoder=other)
    texts = {text for factcheck in [*samples(COUNT), sample(400)] for text in (factcheck.claim, factcheck.title) if text}
    assert set(other.encoded) == texts and pinned(library).encoder == other.identity.key()


def test_large_fields_use_hnsw_and_grow(tmp_path: Path) -> None:
    library = open_library(tmp_path / "large", create=True, hnsw_above=50)
    change(library, upsert=samples(45))
    assert library.statistics().index_kind == "exact"
    change(library, upsert=samples(80))
    change(library, upsert=samples(100), delete=["fc-00003"])
    assert library.statistics().index_kind == "hnsw"
    with closing(library.snapshot()) as snapshot:
        index = snapshot.vectors(Field.CLAIM)
        vectors = FakeEncoder().encode([sample(n).claim for n in (0, 50, 99)], progress=no_progress, cancel=CancelToken())
        assert index.kind == "hnsw" and [snapshot.ids[row] for row in index.search(vectors, 1).rows[:, 0]] == [
            "fc-00000",
            "fc-00050",
            "fc-00099",
        ]
    assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))
    library.close()


def test_cancel_changes_nothing(library: Library) -> None:
    before, name = library.get([f"fc-{n:05d}" for n in range(COUNT)]), pinned(library).generation
    token = CancelToken()

    class CancellingEncoder(FakeEncoder):
        def _vector(self, text: str) -> np.ndarray:
            token.cancel()
            return super()._vector(text)

    with pytest.raises(Cancelled):
        change(library, upsert=samples(40, start=700), delete=["fc-00001"], encoder=CancellingEncoder(), cancel=token)
    assert library.get([f"fc-{n:05d}" for n in range(COUNT)]) == before and len(library) == COUNT
    assert pinned(library).generation == name
    assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))
    assert [folder.name for folder in (library.path / "index").iterdir() if folder.is_dir()] == [name]


def test_an_empty_library_says_so(tmp_path: Path) -> None:
    library = open_library(tmp_path / "new", create=True)
    with pytest.raises(LibraryError) as raised:
        library.snapshot()
    assert raised.value.code == "library-empty" and len(library) == 0
    assert library.statistics().factchecks == 0 and library.search("").total == 0
    assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))
    change(library, upsert=samples(3))
    change(library, delete=[factcheck.id for factcheck in samples(3)])
    with pytest.raises(LibraryError):
        library.snapshot()
    change(library, upsert=samples(2))
    assert len(pinned(library).ids) == 2
    library.close()


def test_text_that_utf8_cannot_hold(library: Library) -> None:
    odd = FactCheck(id="odd", claim="half a \ud83d pair", body="\x00 and \ud800", publisher="P")
    assert change(library, upsert=[odd]).added == 1
    assert library.get(["odd"])["odd"].claim == "half a ? pair"
    assert change(library, upsert=[odd]).unchanged == 1
    assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))


SPANISH = FactCheck(id="sp", claim="Las vacunas causaron muertes", rating="Falso", publisher="Desk", language="en")


def best_match_id(library: Library, query: str) -> str:
    with library.snapshot() as snapshot:
        row = int(snapshot.lexical(Field.CLAIM).search([query], 1).rows[0, 0])
        return snapshot.ids[row] if row >= 0 else ""


def set_language(library: Library, languages: dict[str, str]) -> ChangeCounts:
    set_languages = LibraryChange(languages=languages)
    return library.apply(set_languages, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())


def test_a_language_set_by_hand_is_used_for_search_and_stays(library: Library) -> None:
    change(library, upsert=[SPANISH])
    assert best_match_id(library, "vacunación") == ""
    assert set_language(library, {"sp": "es", "nobody": "es"}) == ChangeCounts(changed=1)
    assert best_match_id(library, "vacunación") == "sp"
    assert change(library, upsert=[SPANISH]) == ChangeCounts(unchanged=1)
    corrected = replace(SPANISH, rating="Engañoso")
    assert change(library, upsert=[corrected]) == ChangeCounts(changed=1)
    assert library.get(["sp"])["sp"] == replace(corrected, language="es")
    assert [item.id for item in library.search("vacunas", among=FactCheckFilter(language="es")).items] == ["sp"]
    assert not library.search("vacunas", among=FactCheckFilter(language="en")).items
    assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))


def test_resetting_a_language_leaves_no_trace(library: Library) -> None:
    change(library, upsert=[SPANISH])
    before = rankings(library, [*QUERIES, "vacunas", "vacunación"])
    assert set_language(library, {"sp": "es"}).changed == set_language(library, {"sp": "en"}).changed == 1
    assert set_language(library, {"sp": "en"}) == ChangeCounts()
    assert rankings(library, [*QUERIES, "vacunas", "vacunación"]) == before
    change(library, upsert=[replace(SPANISH, language="pt")])
    assert library.get(["sp"])["sp"].language == "pt"


def test_deleting_a_factcheck_deletes_its_set_language(library: Library) -> None:
    change(library, upsert=[SPANISH])
    set_language(library, {"sp": "es"})
    change(library, delete=["sp"])
    change(library, upsert=[SPANISH])
    assert library.get(["sp"])["sp"].language == "en"


def test_english_scores_do_not_depend_on_other_languages_terms(library: Library, tmp_path: Path) -> None:
    """Texts of another language without shared words change only the number of texts."""
    foreign = [FactCheck(id=f"zz-{number}", claim=f"εμβόλια {number}", publisher="Desk", language="el") for number in range(3)]
    plain = [replace(item, claim=f"{number} zzz") for number, item in enumerate(foreign)]
    change(library, upsert=foreign)
    filling = [*samples(COUNT), *(replace(item, language="en") for item in plain)]
    with closing(filled(tmp_path / "plain", filling)) as other, library.snapshot() as first, other.snapshot() as second:
        for field in Field:
            hits, other_hits = (snapshot.lexical(field).search(QUERIES, 20) for snapshot in (first, second))
            assert np.array_equal(hits.rows, other_hits.rows) and np.allclose(hits.scores, other_hits.scores, rtol=1e-6)


def test_words_of_several_languages_weigh_the_same(tmp_path: Path) -> None:
    """A name that is in every English claim does not rank a Spanish claim above the English one that equals the query."""
    english = [FactCheck(id=f"en-{number}", claim=f"Merkel said thing {number}", language="en") for number in range(30)]
    spanish = FactCheck(id="es-1", claim="Merkel no fue elegida", language="es")
    with closing(filled(tmp_path / "mixed", [*english, spanish])) as library:
        assert best_match_id(library, "Merkel said thing 7") == "en-7"
        assert best_match_id(library, "eligieron a Merkel") == "es-1"


def test_an_index_of_older_rules_is_rebuilt_without_encoding(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    change(library, upsert=[replace(SPANISH, language="es")])
    before = rankings(library, QUERIES)
    for module in ("library", "builder", "writer"):
        monkeypatch.setattr(f"app.store.{module}.ANALYSIS", "another-2")
    with pytest.raises(LibraryError) as raised:
        library.snapshot()
    assert raised.value.code == "index-outdated" and "rebuild" in raised.value.hint
    encoder = FakeEncoder()
    library.rebuild(encoder=encoder, progress=no_progress, cancel=CancelToken())
    assert encoder.encoded == [] and rankings(library, QUERIES) == before


def test_an_import_brings_an_index_by_older_rules_up_to_date(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rankings(library, QUERIES)
    for module in ("library", "builder", "writer"):
        monkeypatch.setattr(f"app.store.{module}.ANALYSIS", "another-2")
    encoder = FakeEncoder()
    assert change(library, encoder=encoder) == ChangeCounts()
    assert encoder.encoded == [] and rankings(library, QUERIES) == before


def test_search_leaves_out_the_function_words_of_the_language_that_is_typed(library: Library) -> None:
    change(library, upsert=[FactCheck(id="sp", claim="Vacunas causaron muertes en niños", language="es")])
    assert [item.id for item in library.search("las muertes de los niños por las vacunas ").items] == ["sp"]
    assert not library.search("las muertes de los ancianos por las vacunas ").items
