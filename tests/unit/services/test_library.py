"""Importing: all or nothing, every refused row with its reason, verdicts from the publishers' words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from app.domain.importing import ImportReport
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.domain.verdict import Verdict
from app.errors import Cancelled, InputError
from app.ingest.ratings import load_normaliser
from app.ports import Library
from app.services.library import BY_HAND, import_factchecks, normalised
from app.store import open_library
from tests.fakes.encoder import FakeEncoder

NORMALISER = load_normaliser(None)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "library", create=True)
    yield opened
    opened.close()


def lines(path: Path, *rows: object) -> Path:
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8")
    return path


def row(number: int, **values: str) -> dict[str, str]:
    return {"id": f"x-{number}", "claim": f"The ferry carried {number} goats.", "rating": "False", "publisher": "Goat Desk"} | values


def do_import(
    library: Library,
    *paths: Path,
    options: ImportOptions | None = None,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> ImportReport:
    return import_factchecks(
        paths,
        library=library,
        encoder=FakeEncoder(),
        normaliser=NORMALISER,
        options=options or ImportOptions(),
        progress=progress,
        cancel=cancel or CancelToken(),
    )


def test_added_unchanged_changed(library: Library, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", row(1), row(2), row(3))
    assert do_import(library, path).counts.added == 3
    again = do_import(library, path).counts
    assert (again.added, again.changed, again.unchanged) == (0, 0, 3)
    lines(path, row(1), row(2, title="A new title"), row(3, rating="True"))
    changed = do_import(library, path).counts
    assert (changed.added, changed.changed, changed.unchanged) == (0, 2, 1)
    assert library.get(["x-3"])["x-3"].verdict is Verdict.TRUE


def test_a_bad_row_never_stops_an_import(library: Library, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", row(1), "{cut", {"id": "n", "rating": "False"}, row(4, published="2019-02-31"), row(5))
    report = do_import(library, path)
    assert report.counts.added == 2 == len(library) and len(report.refused) == 3
    assert all(refused.reason and refused.row for refused in report.refused) and report.generation


def test_nothing_taken_is_an_error_and_changes_nothing(library: Library, tmp_path: Path) -> None:
    bad = lines(tmp_path / "bad.jsonl", {"id": "n", "claim": ""}, {"id": "m", "claim": " "})
    for _ in range(2):
        with pytest.raises(InputError) as raised:
            do_import(library, bad)
        assert raised.value.code == "import-nothing" and "2 rows" in raised.value.message
        if not len(library):
            do_import(library, lines(tmp_path / "good.jsonl", row(1)))
    assert len(library) == 1


def test_one_unreadable_file_and_nothing_is_taken(library: Library, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        do_import(library, lines(tmp_path / "good.jsonl", row(1)), tmp_path / "none.jsonl")
    assert len(library) == 0


def test_the_last_of_repeated_ids_counts_and_is_reported(library: Library, tmp_path: Path) -> None:
    report = do_import(library, lines(tmp_path / "a.jsonl", row(1), row(1, title="later")))
    assert report.counts.added == 1 and library.get(["x-1"])["x-1"].title == "later"
    assert any("1 row repeats an id" in note for note in report.notes)


def test_ratings_that_say_nothing_are_reported(library: Library, tmp_path: Path) -> None:
    report = do_import(library, lines(tmp_path / "a.jsonl", row(1, rating="Zxqv grmbl"), row(2)))
    assert any("Zxqv grmbl" in note for note in report.notes)
    assert library.get(["x-1"])["x-1"].verdict is Verdict.UNRATED and library.get(["x-1"])["x-1"].rating == "Zxqv grmbl"


def test_ambiguous_dates_are_counted_and_shown(library: Library, tmp_path: Path) -> None:
    review = {"@type": "ClaimReview", "claimReviewed": "The goats pay taxes.", "reviewRating": {"alternateName": "False"}}
    dates = ("05/03/2021", "04/03/2021", "25/03/2021", "05.03.2021", "03/03/2021", "2021-03-05")
    path = tmp_path / "reviews.json"
    reviews = [review | {"url": f"https://goat.example/{number}", "datePublished": day} for number, day in enumerate(dates)]
    path.write_text(json.dumps(reviews), encoding="utf-8")
    report = do_import(library, path)
    assert report.notes == (
        "reviews.json: 2 rows have dates whose day and month cannot be told apart, such as “05/03/2021”; these were left empty.",
    )
    (note,) = do_import(library, lines(tmp_path / "a.jsonl", row(1, published="05/03/2021"), row(2, published="2021-03-05"))).notes
    assert note.startswith("a.jsonl: 1 row has a date") and "“05/03/2021”" in note


def test_the_order_that_a_column_shows_leaves_no_date_unclear(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("claim,rating,published\nThe goats swim.,False,05/03/2021\nThe goats fly.,False,25/03/2021\n", encoding="utf-8")
    assert do_import(library, path).notes == ()


def test_dates_that_cannot_be_read_are_counted_and_shown(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    dates = ("yesterday", "May 2024", "2078-01-20", "3 May 2024", "", "n/a", "0000-00-00", "1400/01/05")
    path.write_text("claim,rating,published\n" + "".join(f"Goat {date} swims.,False,{date}\n" for date in dates), encoding="utf-8")
    (note,) = do_import(library, path).notes
    assert note == (
        "a.csv: 4 rows have dates that could not be read, such as “yesterday”, “May 2024”, “2078-01-20”; these were left empty."
    )
    (note,) = do_import(library, lines(tmp_path / "b.jsonl", row(1, claimed="9999-12-31"))).notes
    assert note == "b.jsonl: 1 row has a date that could not be read, “9999-12-31”; it was left empty."


def test_cancel_while_reading_changes_nothing(library: Library, tmp_path: Path) -> None:
    do_import(library, lines(tmp_path / "a.jsonl", row(1)))
    token = CancelToken()

    def stop(update: ProgressUpdate) -> None:
        token.cancel()

    with pytest.raises(Cancelled):
        do_import(library, lines(tmp_path / "b.jsonl", *(row(number) for number in range(1, 1200))), progress=stop, cancel=token)
    assert len(library) == 1


def test_lists_of_publishers(library: Library, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", row(1), row(2, publisher="Sheep Desk"), row(3, publisher=""))
    report = do_import(library, path, options=ImportOptions(exclude_publishers=("sheep desk",), publisher="Goat Desk"))
    assert report.counts.added == 2 and len(report.refused) == 1
    assert {item.publisher for item in library.get(["x-1", "x-3"]).values()} == {"Goat Desk"}


def test_a_verdict_without_a_rating_is_kept() -> None:
    satire = FactCheck(id="a", claim="c", verdict=Verdict.SATIRE)
    assert normalised(satire, NORMALISER) == satire
    rated = normalised(FactCheck(id="a", claim="c", verdict=Verdict.SATIRE, rating="False"), NORMALISER)
    assert rated.verdict is Verdict.FALSE and rated.rating_rule
    by_hand = FactCheck(id="a", claim="c", verdict=Verdict.SATIRE, rating="False", rating_rule=BY_HAND)
    assert normalised(by_hand, NORMALISER) == by_hand
