"""Overview of a library's ratings, changes of the user's table and their application, with real SQLite and the shipped table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from app.domain.overview import RatingUse
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.errors import Cancelled, InputError
from app.ingest.ratings import load_normaliser, read_table, set_rule
from app.ports import Library
from app.services.library import BY_HAND, normalised
from app.services.ratings import apply_tables, overview
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import filled


def check(name: str, rating: str, publisher: str = "Harbour Check", *, rule: str = "", verdict: Verdict = Verdict.UNRATED) -> FactCheck:
    unrated = FactCheck(id=name, claim=f"Claim {name}", body="Why.", rating=rating, publisher=publisher, rating_rule=rule, verdict=verdict)
    return unrated if rule else normalised(unrated, load_normaliser())


@pytest.fixture
def table(own_home: Path) -> Path:
    return own_home / "config" / "ratings.tsv"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    rows = [
        check("a", "False"),
        check("b", "Blurgh!"),
        check("c", "Blurgh!", "Valley Facts"),
        check("d", "Blurgh!", rule=BY_HAND, verdict=Verdict.SATIRE),
        check("e", ""),
    ]
    opened = filled(tmp_path / "library", rows)
    yield opened
    opened.close()


def uses(library: Library, table: Path) -> dict[str, list[RatingUse]]:
    by_rating: dict[str, list[RatingUse]] = {}
    for use in overview(library=library, normaliser=load_normaliser(table), user_table=table).uses:
        by_rating.setdefault(use.rating, []).append(use)
    return by_rating


def apply(library: Library, table: Path, *, encoder: FakeEncoder | None = None, cancel: CancelToken | None = None) -> tuple[int, int]:
    counts = apply_tables(
        library=library,
        encoder=encoder or FakeEncoder(),
        normaliser=load_normaliser(table),
        progress=no_progress,
        cancel=cancel or CancelToken(),
    )
    return counts.changed, counts.unchanged


def test_unrated_ratings_come_first_with_who_uses_them(library: Library, table: Path) -> None:
    ratings = overview(library=library, normaliser=load_normaliser(table), user_table=table)
    assert [(use.rating, use.verdict, use.factchecks) for use in ratings.uses] == [
        ("Blurgh!", Verdict.UNRATED, 3),
        ("", Verdict.UNRATED, 1),
        ("False", Verdict.FALSE, 1),
    ]
    assert ratings.uses[0].publishers == ("Harbour Check", "Valley Facts") and ratings.uses[0].rule == "none"
    assert (ratings.uses[0].by_hand, ratings.uses[0].changing) == (1, 0)
    assert len(ratings.rules) > 1000 and not any(rule.own for rule in ratings.rules)


def test_a_rule_for_one_publisher_is_for_that_one_and_a_general_one_for_the_rest(library: Library, table: Path) -> None:
    set_rule(table, rating="Blurgh!", publisher="Valley Facts", verdict=Verdict.MIXED)
    (valley, harbour) = sorted(uses(library, table)["Blurgh!"], key=lambda use: use.publishers, reverse=True)
    assert (valley.verdict, valley.changing, valley.publishers) == (Verdict.MIXED, 1, ("Valley Facts",))
    assert (harbour.verdict, harbour.changing) == (Verdict.UNRATED, 0)
    set_rule(table, rating="BLURGH", publisher="", verdict=Verdict.FALSE)
    by_verdict = {use.verdict: use for use in uses(library, table)["Blurgh!"]}
    assert set(by_verdict) == {Verdict.MIXED, Verdict.FALSE} and by_verdict[Verdict.FALSE].rule == "user:blurgh"


def test_applying_changes_verdict_and_rule_and_embeds_nothing(library: Library, table: Path) -> None:
    set_rule(table, rating="Blurgh!", publisher="", verdict=Verdict.MISLEADING)
    encoder = FakeEncoder()
    before = library.statistics().generation
    assert apply(library, table, encoder=encoder) == (2, 0)
    assert encoder.encoded == [] and library.statistics().generation != before
    after = library.get(["a", "b", "c", "d"])
    assert [after[name].verdict for name in "abcd"] == [Verdict.FALSE, Verdict.MISLEADING, Verdict.MISLEADING, Verdict.SATIRE]
    assert after["b"].rating_rule == "user:blurgh" and after["b"].body == "Why." and after["b"].rating == "Blurgh!"
    with closing(library.snapshot()) as snapshot:
        assert [item.verdict for item in snapshot.factchecks([1])] == [Verdict.MISLEADING]
    assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))
    assert apply(library, table) == (0, 5)


def test_removing_a_rule_restores_the_programs_verdict(library: Library, table: Path) -> None:
    set_rule(table, rating="False", publisher="", verdict=Verdict.SATIRE)
    apply(library, table)
    assert library.get(["a"])["a"].verdict is Verdict.SATIRE
    set_rule(table, rating="false", publisher="", verdict=None)
    assert uses(library, table)["False"][0].changing == 1
    apply(library, table)
    assert library.get(["a"])["a"].verdict is Verdict.FALSE and read_table(table).rows == ()


def test_cancel_leaves_every_verdict(library: Library, table: Path) -> None:
    set_rule(table, rating="Blurgh!", publisher="", verdict=Verdict.TRUE)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        apply(library, table, cancel=token)
    assert library.get(["b"])["b"].verdict is Verdict.UNRATED


def test_other_rows_of_the_users_table_stay(table: Path) -> None:
    table.parent.mkdir(parents=True)
    text = "publisher\tphrase\tverdict\n\tnonsense|bunk|tosh\tFALSE\tde\tmine\nValley Facts\tbunk\tMIXED\n"
    table.write_text(text, encoding="utf-8")
    set_rule(table, rating="Bunk", publisher="", verdict=Verdict.MISLEADING)
    rows = {(row.publisher, row.phrase): (row.verdict, row.note) for row in read_table(table).rows}
    assert rows.pop(("", "=bunk"))[0] is Verdict.MISLEADING
    assert rows == {("", "nonsense|tosh"): (Verdict.FALSE, "mine"), ("Valley Facts", "bunk"): (Verdict.MIXED, "")}


@pytest.mark.parametrize(
    "rating", ["a|b", "=x*", "# no", "tab\there", "two\nlines", "“Not true”, he said", "<b>FALSE</b>", "\u202eeslaF\u202c x"]
)
def test_any_wording_is_named_by_its_rule(library: Library, table: Path, rating: str) -> None:
    for publisher in ("", "# Odd | desk\tname"):
        set_rule(table, rating=rating, publisher=publisher, verdict=Verdict.OUTDATED)
        assert load_normaliser(table).refused == ()
        assert load_normaliser(table).normalise(rating, publisher or "Anyone").verdict is Verdict.OUTDATED
        set_rule(table, rating=rating, publisher=publisher, verdict=None)
        assert read_table(table).rows == ()


def test_a_rating_without_words_has_no_rule(table: Path) -> None:
    with pytest.raises(InputError) as raised:
        set_rule(table, rating="⭐⭐ !", publisher="", verdict=Verdict.TRUE)
    assert raised.value.code == "ratings-wordless" and raised.value.hint and not table.exists()


def test_a_damaged_table_is_not_written_over(table: Path) -> None:
    table.parent.mkdir(parents=True)
    table.write_text("\tgood\tTRUE\n\tbad\tPERHAPS\n", encoding="utf-8")
    before = table.read_bytes()
    with pytest.raises(InputError) as raised:
        set_rule(table, rating="False", publisher="", verdict=Verdict.TRUE)
    assert raised.value.code == "ratings-damaged" and "2" in raised.value.message and table.read_bytes() == before
