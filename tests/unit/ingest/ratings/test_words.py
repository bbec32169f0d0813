"""Folding, negation, degree, slips, numbers and the user's own table."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.ratings import RatingNormaliser, RatingTable, TableRow, load_normaliser, read_table, user_table_path, write_table
from app.ingest.ratings.numbers import verdict_of_number
from app.ingest.ratings.words import fold, phrase_words
from app.paths import resources_dir

V = Verdict
NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Größtenteils", "grosstenteils"),
        ("ENGAÑOSO", "enganoso"),
        ("YANLIŞ", "yanlis"),
        ("Fałsz", "falsz"),
        ("फ़र्ज़ी", "फर्जी"),
        ("خطأ", "خطا"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_words_join_denying_prefixes_and_spell_out_contractions() -> None:
    assert phrase_words("Un-true, isn't it?") == ("untrue", "is", "not", "it")
    assert phrase_words("Mostly_Accurate&nbsp;!") == ("mostly", "accurate")


@pytest.mark.parametrize(
    ("rating", "verdict"),
    [
        ("inaccurate", V.FALSE), ("not accurate", V.FALSE), ("not inaccurate", V.TRUE), ("never true", V.FALSE), ("uncorrect", V.FALSE),
        ("nontrue", V.FALSE), ("not false", V.TRUE), ("not quite true", V.MIXED), ("mostly untrue", V.MOSTLY_FALSE), ("not mostly true", V.MOSTLY_FALSE),
        ("partly false", V.MIXED), ("nearly right", V.MOSTLY_TRUE), ("probably false", V.MOSTLY_FALSE), ("no es falso", V.TRUE), ("no es verdad", V.FALSE),
        ("nicht wahr", V.FALSE), ("pas vrai", V.FALSE), ("nije tačno", V.FALSE), ("सही नहीं", V.FALSE), ("doğru değil", V.FALSE), ("غير صحيح", V.FALSE),
        ("não é verdadeiro", V.FALSE), ("non è vero", V.FALSE), ("niet waar", V.FALSE), ("ei pidä paikkaansa", V.FALSE), ("not proven", V.UNPROVEN),
        ("not misleading", V.UNRATED), ("not a satire", V.UNRATED), ("teilweise wahr", V.MIXED), ("en partie faux", V.MIXED),
        ("false and misleading", V.FALSE), ("misleading and false", V.FALSE), ("true and false", V.MIXED), ("1 false, 1 true", V.MIXED),
        ("totally fake", V.FALSE), ("Fake Map", V.FALSE), ("More like true estimates", V.UNRATED), ("FASLE", V.FALSE), ("FLASE", V.FALSE),
        ("Misleadng", V.MISLEADING), ("Partialy True", V.MIXED), ("Valse", V.UNRATED), ("Biden, others", V.UNRATED),
    ],
)  # fmt: skip
def test_negation_degree_and_slips(rating: str, verdict: Verdict) -> None:
    assert NORMALISER.normalise(rating).verdict is verdict


@pytest.mark.parametrize(
    ("value", "best", "worst", "verdict"),
    [
        (1, 5, 1, V.FALSE), (2, 5, 1, V.MOSTLY_FALSE), (3, 5, 1, V.MIXED), (4, 5, 1, V.MOSTLY_TRUE), (5, 5, 1, V.TRUE), (9, 5, 1, V.TRUE),
        (0, 1, 0, V.FALSE), (1, 1, 1, V.UNRATED), (-1, 5, 1, V.UNRATED), (1, -1, -1, V.UNRATED), (3, float("nan"), 1, V.UNRATED),
    ],
)  # fmt: skip
def test_numbers(value: float, best: float, worst: float, verdict: Verdict) -> None:
    assert verdict_of_number(value, best=best, worst=worst) is verdict


@pytest.mark.parametrize(
    ("rating", "verdict"),
    [
        ("3/5", V.MIXED), ("1 out of 5", V.FALSE), ("4,5 sur 5", V.MOSTLY_TRUE), ("-1/5", V.UNRATED), ("0/0", V.UNRATED), ("7", V.UNRATED),
        ("ratingValue: 1, bestRating: 5, worstRating: 1", V.FALSE), ("ratingValue 2 bestRating 2 worstRating 2", V.UNRATED), ("False (5/5)", V.FALSE),
    ],
)  # fmt: skip
def test_numbers_in_text_count_only_where_words_say_nothing(rating: str, verdict: Verdict) -> None:
    assert NORMALISER.normalise(rating).verdict is verdict


def test_the_users_table_wins_and_a_broken_row_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(
        "publisher\tphrase\tverdict\tlanguage\tnote\n# my own\npolitifact\tfull flop\tFALSE\ten\t\nno tabs here\n\tmoonshine\tfalse\n\tx\tMAYBE\n\t \tTRUE\n",
        encoding="utf-8",
    )
    normaliser = load_normaliser(path)
    flop = normaliser.normalise("Full Flop", "politifact.com")
    assert (flop.verdict, flop.rule, flop.confidence) == (V.FALSE, "user:politifact:full-flop", "high")
    assert normaliser.normalise("Moonshine!").rule == "user:moonshine"
    assert normaliser.normalise("The claim is moonshine.").verdict is V.FALSE
    assert normaliser.normalise("Half Flip", "politifact.com").rule == "politifact:half-flip"
    assert [row.row for row in normaliser.refused] == ["4", "6", "7"]
    assert "MAYBE" in normaliser.refused[1].reason


def test_a_user_row_overrides_a_generic_one_inside_text_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    write_table(path, [TableRow(phrase="baseless", verdict=V.FALSE)])
    assert load_normaliser(path).normalise("The claim is baseless.").verdict is V.FALSE
    assert load_normaliser().normalise("The claim is baseless.").verdict is V.UNPROVEN


def test_the_default_user_table_is_read_from_the_settings_folder() -> None:
    assert load_normaliser().normalise("moonshine").verdict is V.UNRATED
    write_table(user_table_path(), [TableRow(phrase="moonshine", verdict=V.FALSE, note="ours")])
    assert load_normaliser().normalise("moonshine").verdict is V.FALSE


def test_write_then_read_gives_the_same_rows_and_leaves_no_other_file(tmp_path: Path) -> None:
    rows = (
        TableRow(publisher="a.example", phrase="x|y", verdict=V.MIXED, language="en", note="n"),
        TableRow(phrase="=z", verdict=V.SATIRE),
    )
    path = tmp_path / "deep" / "table.tsv"
    write_table(path, rows)
    write_table(path, rows)
    assert read_table(path) == RatingTable(rows)
    assert [file.name for file in path.parent.iterdir()] == ["table.tsv"]


def test_faults_of_the_users_table_are_reported(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tsv"
    bad.write_bytes(b"\xff\xfe\x00broken")
    with pytest.raises(InputError) as unreadable:
        read_table(bad)
    assert unreadable.value.code == "ratings-unreadable"
    with pytest.raises(InputError) as field:
        write_table(tmp_path / "t.tsv", [TableRow(phrase="a\tb", verdict=V.TRUE)])
    assert field.value.code == "ratings-field"
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(InputError) as unwritable:
        write_table(blocked / "t.tsv", [])
    assert unwritable.value.code == "ratings-unwritable"
    assert read_table(tmp_path / "missing.tsv") == RatingTable()


def test_a_normaliser_of_an_empty_table_rates_nothing_but_numbers() -> None:
    normaliser = RatingNormaliser(RatingTable())
    assert normaliser.normalise("False", "politifact.com").rule == "none"
    assert normaliser.normalise("5/5").verdict is V.TRUE
