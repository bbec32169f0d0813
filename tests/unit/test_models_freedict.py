"""Word pairs out of dictd dictionaries: where entries lie, which lines are senses, and which pairs are taken."""

from __future__ import annotations

import gzip
import string
from pathlib import Path

import pytest

from models.multilingual import freedict
from models.multilingual.freedict import dictionary_pairs, entries, frequencies
from models.multilingual.pairs import Pair

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"


def code(number: int) -> str:
    digits = LETTERS[number % 64]
    while number := number // 64:
        digits = LETTERS[number % 64] + digits
    return digits


def write(folder: Path, name: str, *articles: str) -> None:
    """A dictionary in dictd's two files, its licence first as in the real ones."""
    text, lines = b"", []
    for article in ("00databaseinfo\nEnglish-Nothing\n1. free\n", *articles):
        body = article.encode()
        lines.append(f"{article.split()[0]}\t{code(len(text))}\t{code(len(body))}\n")
        text += body
    (folder / f"{name}.dict.dz").write_bytes(gzip.compress(text))
    (folder / f"{name}.index").write_text("".join(lines), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(freedict, "FOLDER", tmp_path)
    return tmp_path


def test_entries_are_where_the_index_says(folder: Path) -> None:
    padding = tuple(f"word{number} /w/\nsaid\n" for number in range(300))
    write(folder, "freedict-eng-hin", *padding, 'dozen /dˈʌzən/ <N>\n1. दर्जन, बारह\n      "I need two dozen."\n2. बहुत\n')
    found = dict(entries("freedict-eng-hin"))
    assert len(found) == 301 and "00databaseinfo" not in found
    assert found["dozen"] == ["दर्जन, बारह", "बहुत"] and found["word7"] == ["said"]


def test_what_follows_a_sense_is_no_translation(folder: Path) -> None:
    write(folder, "freedict-eng-bul", "brake //bɹeɪk// <n>\nспира́чка\ndevice used to slow a vehicle\n", "empty /x/\n\n")
    assert list(entries("freedict-eng-bul")) == [("brake", ["спира́чка"])]


def test_pairs_of_common_words_in_the_languages_own_letters(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        folder,
        "freedict-eng-ell",
        "escort /e/\n\nακολουθία (συνοδεία), <b>συνοδεύω</b>; escort\n",
        "rarity /r/\nσπανιότητα\n",
        "to escort away from everything /x/\nακολουθώ\n",
    )
    write(folder, "freedict-ell-eng", "ακολουθία /a/ <n>\n1. escort, retinue\n2. rarity\n")
    found = dictionary_pairs({"escort": 9, "to": 100})
    assert found[0] == Pair("el", "ακολουθία", "escort")
    assert set(found) == {Pair("el", "ακολουθία", "escort"), Pair("el", "συνοδεύω", "escort")}
    assert "not installed: freedict-eng-hin" in capsys.readouterr().out


def test_both_directions_go_before_one_and_first_senses_before_later_ones(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "freedict-eng-swe", "fire /f/\n1. avskeda\n2. eld\n3. glöd\n4. brand\n")
    write(folder, "freedict-swe-eng", "eld /e/\nfire\n")
    assert [pair.text for pair in dictionary_pairs({"fire": 3})] == ["eld", "avskeda", "glöd"]
    monkeypatch.setattr(freedict, "_MOST_PHRASES", 1)
    write(folder, "freedict-swe-eng", "eld /e/\nfire\n", "by /b/\nvillage\n", "brandbil /b/\nfire engine\n")
    assert {pair.english for pair in dictionary_pairs({"fire": 3, "village": 4, "engine": 50})} == {"village"}


def test_frequencies_are_of_texts_not_of_uses() -> None:
    assert frequencies(["Fire, fire, FIRE!", "the fire", "the"], least=2) == {"fire": 2, "the": 2}
