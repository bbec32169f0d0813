"""Ids of several sources: equal ids, corrected and renamed files, files without ids."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.importing import ImportReport
from app.domain.likeness import Likeness, PostKind
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.ingest.ratings import load_normaliser
from app.ingest.rows.rounded_ids import is_padded_column, is_rounded
from app.ports import Library, LibraryChange
from app.services.evidence import import_evidence
from app.services.library import import_factchecks
from app.services.posts import import_posts
from app.store import open_evidence, open_library, open_posts
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_samples import by_line

NORMALISER = load_normaliser(None)
CHECK = ("id", "claim", "rating", "publisher", "url", "date")
ALPHA = (("1", "Crime rose in every city.", "False", "Alpha Check", "https://alpha.example/crime", "2024-01-05"),)
BETA = (("1", "The deficit doubled.", "False", "Beta Facts", "https://beta.example/deficit", "2024-02-05"),)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with closing(open_library(tmp_path / "library", create=True)) as opened:
        yield opened


def table(path: Path, header: Sequence[str], rows: Sequence[Sequence[str]], *, delimiter: str = ",") -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows([header, *rows])
    return path


def take(library: Library, *paths: Path) -> ImportReport:
    return import_factchecks(
        paths,
        library=library,
        encoder=FakeEncoder(),
        normaliser=NORMALISER,
        options=ImportOptions(language="en"),
        progress=no_progress,
        cancel=CancelToken(),
    )


def claims(library: Library) -> dict[str, str]:
    return {item.id: item.claim for item in library.search("", limit=500).items}


def test_two_newsrooms_number_from_one(library: Library, tmp_path: Path) -> None:
    alpha, beta = table(tmp_path / "a.csv", CHECK, ALPHA), table(tmp_path / "b.csv", CHECK, BETA)
    assert take(library, alpha).notes == ()
    (note,) = take(library, beta).notes
    assert note == "b.csv: 1 id belongs to something else in the library; it was written as “beta-facts:1”."
    assert claims(library) == {"1": ALPHA[0][1], "beta-facts:1": BETA[0][1]}
    for path in (alpha, beta):
        again = take(library, path)
        assert (again.counts.added, again.counts.unchanged, again.notes) == (0, 1, ())


def test_a_third_newsroom_and_a_second_file_of_the_first(library: Library, tmp_path: Path) -> None:
    gamma = (("1", "Rents fell by half in May.", "False", "Gamma", "", ""),)
    later = (("1", "Buses are free for everybody now.", "False", "Alpha Check", "https://alpha.example/buses", "2025-01-05"),)
    files = {"a.csv": ALPHA, "b.csv": BETA, "c.csv": gamma, "alpha 2025.csv": later}
    for name, rows in files.items():
        take(library, table(tmp_path / name, CHECK, rows))
    assert set(claims(library)) == {"1", "beta-facts:1", "gamma:1", "alpha-2025:1"}
    for name, rows in reversed(files.items()):
        assert take(library, table(tmp_path / f"new {name}", CHECK, rows)).counts.unchanged == 1


def test_an_id_has_no_blank_in_it(library: Library, tmp_path: Path) -> None:
    odd = (("1", "Rents fell by half in May.", "False", "  Dr. Prüfer & Söhne / «Öffentlich» GmbH ", "", ""),)
    take(library, table(tmp_path / "a.csv", CHECK, ALPHA), table(tmp_path / "b.csv", CHECK, odd))
    (name,) = set(claims(library)) - {"1"}
    assert name == "dr.-prüfer-söhne-öffentlich-gmbh:1"


def test_two_newsrooms_in_one_file(library: Library, tmp_path: Path) -> None:
    report = take(library, table(tmp_path / "both.csv", CHECK, ALPHA + BETA))
    assert report.counts.added == 2 and set(claims(library)) == {"1", "beta-facts:1"}


@pytest.mark.parametrize(
    "corrected",
    [
        ("1", "Crime roze in every city.", "False", "Alpha Check", "", ""),
        ("1", "Crime rose in each city.", "True", "Alpha Check", "https://alpha.example/crime", "2024-01-05"),
        ("1", "Murders tripled since the war.", "False", "Alpha Check", "https://alpha.example/crime", "2024-01-05"),
        ("1", "Crime rose in every city.", "False", "Alpha Check", "https://alpha.example/2024/crime", "2024-01-05"),
        ("1", "Crime rose in every large city.", "False", "Alpha Check", "", ""),
        ("1", "Crime rose in every city.", "False", "Alpha Check Team", "https://alpha.example/crime", "2024-01-05"),
    ],
)
def test_a_corrected_row_replaces_the_one_before(library: Library, tmp_path: Path, corrected: tuple[str, ...]) -> None:
    take(library, table(tmp_path / "a.csv", CHECK, ALPHA))
    report = take(library, table(tmp_path / "renamed.csv", CHECK, [corrected]))
    assert (report.counts.added, report.counts.changed) == (0, 1) and claims(library) == {"1": corrected[1]}


def test_a_changed_row_in_an_unchanged_file_is_a_correction(library: Library, tmp_path: Path) -> None:
    rows = [(str(number), f"Claim about {name}.", "False", "Alpha", "", "") for number, name in enumerate(("goats", "buses", "rents"))]
    take(library, table(tmp_path / "a.csv", CHECK, rows))
    rows[1] = ("1", "Nobody pays for schools any more since the war.", "True", "Alpha", "", "")
    report = take(library, table(tmp_path / "a.csv", CHECK, rows))
    assert (report.counts.added, report.counts.changed, len(claims(library))) == (0, 1, 3)


def test_without_ids_address_and_claim_decide(library: Library, tmp_path: Path) -> None:
    header = CHECK[1:]
    rows = [
        ("Crime rose in every city.", "False", "Alpha", "http://www.alpha.example/list/", ""),
        ("Wages fell in May.", "False", "Alpha", "http://www.alpha.example/list/", ""),
    ]
    take(library, table(tmp_path / "a.csv", header, rows))
    assert len(claims(library)) == 2
    rows[0] = ("“Crime rose in every city”", "True", "Alpha", "https://alpha.example/list?utm_source=feed", "")
    report = take(library, table(tmp_path / "b.csv", header, rows))
    assert (report.counts.added, report.counts.changed, report.counts.unchanged) == (0, 1, 1)
    rows[0] = ("Crime roze in every city", *rows[0][1:])  # of one page, and the other row says whose file it is
    assert take(library, table(tmp_path / "c.csv", header, rows)).counts.added == 0
    other = [("Crime fell in every city.", "False", "Alpha", "https://alpha.example/list", "")]
    assert take(library, table(tmp_path / "d.csv", header, other)).counts.added == 1


def test_rows_of_one_address_and_id_with_different_claims_stay_separate(library: Library, tmp_path: Path) -> None:
    rows = [("77", claim, "False", "Alpha", "https://alpha.example/77", "") for claim in ("Wages fell in May.", "Nobody pays taxes now.")]
    for _ in range(2):
        take(library, table(tmp_path / "a.csv", CHECK, rows))
        assert sorted(claims(library).values()) == sorted(row[1] for row in rows)
    take(library, table(tmp_path / "a.csv", CHECK, rows[::-1]))
    assert claims(library) == {"77": rows[0][1], "a:77": rows[1][1]}


def test_deleted_rows_get_their_own_ids_again(library: Library, tmp_path: Path) -> None:
    alpha, beta = table(tmp_path / "a.csv", CHECK, ALPHA), table(tmp_path / "b.csv", CHECK, BETA)
    take(library, alpha, beta)
    stored = library.get(["beta-facts:1"])
    for gone in ("1", "beta-facts:1"):
        library.apply(LibraryChange(delete=[gone]), encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        take(library, beta, alpha)
        assert set(claims(library)) == {"1", "beta-facts:1"} and claims(library)["1"] == ALPHA[0][1]
    for change in (LibraryChange(delete=["beta-facts:1"]), LibraryChange(upsert=list(stored.values()))):  # undone
        library.apply(change, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    assert take(library, beta).counts.unchanged == 1 and len(claims(library)) == 2


def test_an_exported_library_reads_back_as_it_was(library: Library, tmp_path: Path) -> None:
    from app.ingest.factchecks import to_json_line

    take(library, table(tmp_path / "a.csv", CHECK, ALPHA), table(tmp_path / "b.csv", CHECK, BETA))
    export = tmp_path / "export.jsonl"
    export.write_text("".join(f"{to_json_line(item)}\n" for item in library.get(list(claims(library))).values()), encoding="utf-8")
    assert take(library, export).counts.unchanged == 2
    with closing(open_library(tmp_path / "other", create=True)) as other:
        assert take(other, export).counts.added == 2 and claims(other) == claims(library)


def test_the_library_is_intact_after_ids_were_assigned(library: Library, tmp_path: Path) -> None:
    take(library, table(tmp_path / "a.csv", CHECK, ALPHA), table(tmp_path / "b.csv", CHECK, BETA))
    assert all(check.ok for check in library.verify(progress=no_progress, cancel=CancelToken()))
    assert library.repair(progress=no_progress, cancel=CancelToken()) is not None


@pytest.mark.parametrize("text", ["1,78612E+18", "1.78612e+18", "1.7E+018", "2E+15", "-1,5E+20"])
def test_scientific_notation_is_no_id(text: str) -> None:
    assert is_rounded(text)


@pytest.mark.parametrize("text", ["1786120000000000123", "1e5", "5e12", "vclaim-pol-00100", "1.78", "E+18", "3E8A", ""])
def test_other_ids_are_kept(text: str) -> None:
    assert not is_rounded(text)


def test_a_column_of_long_numbers_that_end_in_zeros_is_rounded() -> None:
    rounded = ["1786123456789010000", "1786123456789020000", "1786123456789030000"]
    assert is_padded_column(rounded) and not is_padded_column(rounded[:1])
    assert not is_padded_column([rounded[0], *(f"17861234567890{number}" for number in range(10_000, 10_010))])


def test_rounded_ids_are_reported_and_not_used(library: Library, tmp_path: Path) -> None:
    rows = [("1,78612E+18", claim, "False", "Alpha", "", "") for claim in ("Wages fell in May.", "Nobody pays taxes now.")]
    report = take(library, table(tmp_path / "a.csv", CHECK, rows, delimiter=";"))
    assert report.counts.added == 2 and all(name.startswith("fc-") for name in claims(library))
    assert report.notes == ("a.csv: 2 rows have ids that a spreadsheet has rounded, such as “1,78612E+18”; these were not used.",)


def post_table(path: Path, *rows: tuple[str, str, str, str]) -> Path:
    return table(path, ("id", "text", "author", "repeats"), rows)


def test_posts_of_two_tables(tmp_path: Path) -> None:
    first = post_table(tmp_path / "anna.csv", ("1", "The deficit doubled.", "anna", ""), ("2", "Taxes sank.", "anna", ""))
    second = post_table(tmp_path / "tom.csv", ("1", "Rents fell by half.", "tom", ""), ("2", "RT", "eve", "1"))
    with closing(open_posts(tmp_path / "library", create=True)) as posts:

        def bring(path: Path, platform: str = "") -> tuple[int, int, tuple[str, ...]]:
            options = PostImportOptions(platform=platform, language="en")
            report = import_posts([path], posts=posts, options=options, progress=no_progress, cancel=CancelToken())
            return report.counts.added, report.counts.unchanged, report.notes

        assert bring(first) == (2, 0, ())
        added, _, notes = bring(second)
        assert added == 2 and "tom.csv: 2 ids belong to something else" in notes[0]
        assert posts.get(["tom:2"])["tom:2"].repeats == "tom:1" and posts.same_as(["tom:1"]) == {"tom:1": ("tom:2",)}
        assert bring(second.rename(tmp_path / "eve.csv"))[:2] == (0, 2)
        assert bring(first, "x")[:2] == (0, 0)  # the platform is told now
        added, _, notes = bring(post_table(tmp_path / "c.csv", ("1", "Something else.", "anna", "")), "mastodon")
        assert added == 1 and "mastodon:1" in notes[0]


def test_rounded_ids_of_posts(tmp_path: Path) -> None:
    path = post_table(tmp_path / "a.csv", ("1.78612E+18", "Yes.", "anna", "1.7E+18"), ("1.78612E+18", "No.", "tom", "1.7E+18"))
    padded = post_table(tmp_path / "b.csv", *((f"17861234567890{n}0000", f"Text {n}", "eve", "") for n in (1, 2, 3)))
    with closing(open_posts(tmp_path / "library", create=True)) as posts:
        report = import_posts([path, padded], posts=posts, options=PostImportOptions(), progress=no_progress, cancel=CancelToken())
        assert report.counts.added == 5 and report.counts.grouped == 0 and len(report.notes) == 2


def test_a_platforms_own_ids_hold_everywhere() -> None:
    same = Likeness.EQUAL
    original = Post(id="x:1", text="One text", platform="x", author="anna")
    assert PostKind().likeness(original, Post(id="x:1", text="Quite another", platform="x", author="Anna V.")) is same
    chat = Post(id="telegram:/5", text="One text", platform="telegram", author="anna")
    assert PostKind().likeness(chat, Post(id="telegram:/5", text="Quite another", platform="telegram", author="tom")) is Likeness.OTHER
    day = datetime(2024, 1, 1, tzinfo=UTC)
    first, second = (Post(id="post-" + "a" * 20, text="Good morning", published=day.replace(day=number)) for number in (1, 2))
    assert PostKind().likeness(first, second) is Likeness.OTHER


def test_evidence_of_two_tables(tmp_path: Path) -> None:
    header = ("id", "text", "source", "date")
    police = table(tmp_path / "police.csv", header, [("1", "Crime rose, says the police bureau.", "Police", "2024-01-05")])
    office = table(tmp_path / "office.csv", header, [("1", "The deficit doubled, says the budget office.", "CBO", "2024-02-05")])
    with closing(open_evidence(tmp_path / "library", cut=by_line, create=True)) as evidence:

        def bring(path: Path) -> tuple[int, int, int]:
            options = EvidenceImportOptions(language="en")
            counts = import_evidence([path], evidence=evidence, options=options, progress=no_progress, cancel=CancelToken()).counts
            return counts.added, counts.changed, counts.unchanged

        assert (bring(police), bring(office), bring(police), bring(office)) == ((1, 0, 0), (1, 0, 0), (0, 0, 1), (0, 0, 1))
        assert set(evidence.get(["1", "cbo:1"])) == {"1", "cbo:1"}
        corrected = [("1", "The deficit doubled again, says the budget office.", "CBO", "2024-02-06")]
        assert bring(table(tmp_path / "new.csv", header, corrected)) == (0, 1, 0) and len(evidence) == 2
        assert evidence.delete(["cbo:1"], cancel=CancelToken()) == 1
        assert bring(office) == (1, 0, 0) and all(check.ok for check in evidence.verify(progress=no_progress, cancel=CancelToken()))


def test_json_lines_of_two_newsrooms(library: Library, tmp_path: Path) -> None:
    for name, rows in (("a", ALPHA), ("b", BETA)):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(dict(zip(CHECK[:5], row, strict=False))) + "\n" for row in rows), encoding="utf-8")
        take(library, path)
    assert len(claims(library)) == 2


def test_a_folder_of_files_with_one_claim_each_is_one_source(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "claims"
    folder.mkdir()
    for number, words in enumerate(("goats", "buses", "rents", "taxes")):
        claim = {"vclaim_id": f"vclaim-pol-0000{number}", "vclaim": f"Nothing is known of {words}.", "title": f"All about {words}"}
        (folder / f"{number}.json").write_text(json.dumps(claim), encoding="utf-8")
    assert (take(library, folder).counts.added, take(library, folder).counts.unchanged) == (4, 4)
    claim["vclaim"] = "Somebody pays half of what was owed since the war."
    (folder / "3.json").write_text(json.dumps(claim), encoding="utf-8")
    report = take(library, folder.rename(tmp_path / "renamed"))
    assert (report.counts.added, report.counts.changed, report.counts.unchanged, report.notes) == (0, 1, 3, ())
    assert claims(library)["vclaim-pol-00003"] == claim["vclaim"]


@pytest.mark.parametrize("publisher", ["", "Alpha"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Taxes fell in May.", "Wages fell in May."),
        ("The deficit doubled.", "The deficit fell."),
        ("Claim a", "Claim b"),
        ("Rents rose by 5 percent in May of last year.", "Rents rose by 7 percent in May of last year."),
        ("He never said that taxes fell in the spring.", "He said that taxes fell in the spring."),
    ],
)
def test_alike_claims_of_two_files_are_kept_apart(library: Library, tmp_path: Path, publisher: str, first: str, second: str) -> None:
    for name, claim in (("a", first), ("b", second)):
        take(library, table(tmp_path / f"{name}.csv", CHECK, [("1", claim, "False", publisher, "", "")]))
    assert sorted(claims(library).values()) == sorted((first, second))


def test_alike_claims_of_one_file_are_kept_apart(library: Library, tmp_path: Path) -> None:
    rows = [("7", claim, "False", "Alpha", "https://alpha.example/7", "") for claim in ("Taxes fell in May.", "Wages fell in May.")]
    report = take(library, table(tmp_path / "a.csv", CHECK, rows))
    assert report.counts.added == 2 and "a.csv: 1 id belongs to something else" in report.notes[0]


def test_alike_posts_and_documents_of_two_tables_are_kept_apart(tmp_path: Path) -> None:
    texts = ("Taxes fell in May.", "Wages fell in May.")
    files = [table(tmp_path / f"{n}.csv", ("id", "text", "title"), [("1", words, "")]) for n, words in enumerate(texts)]
    with closing(open_posts(tmp_path / "library", create=True)) as posts:
        for path in files:
            import_posts([path], posts=posts, options=PostImportOptions(), progress=no_progress, cancel=CancelToken())
        assert len(posts) == 2
    with closing(open_evidence(tmp_path / "library", cut=by_line, create=True)) as evidence:
        for path in files:
            options = EvidenceImportOptions(format="table")
            import_evidence([path], evidence=evidence, options=options, progress=no_progress, cancel=CancelToken())
        assert len(evidence) == 2


def test_an_altered_note_of_an_id_is_named_and_forgotten_by_a_repair(library: Library, tmp_path: Path) -> None:
    beta = table(tmp_path / "b.csv", CHECK, BETA)
    take(library, table(tmp_path / "a.csv", CHECK, ALPHA), beta)
    with closing(sqlite3.connect(library.path / "library.db")) as connection, connection:
        connection.execute("UPDATE own_id SET own = '2'")
    wrong = [check.detail for check in library.verify(progress=no_progress, cancel=CancelToken()) if not check.ok]
    assert wrong == ["altered: beta-facts:1"]
    repairs = library.repair(progress=no_progress, cancel=CancelToken())
    assert any("own id of beta-facts:1" in repair.detail for repair in repairs)
    assert all(check.ok for check in library.verify(progress=no_progress, cancel=CancelToken()))
    assert take(library, beta).counts.unchanged == 1 and len(claims(library)) == 2
