"""Word pairs from dictd dictionaries: positions of entries, lines with senses, and selection of pairs."""

from __future__ import annotations

import gzip
import string
from pathlib import Path

import pytest

from models.multilingual import cedict, freedict
from models.multilingual.freedict import dictionary_pairs, entries, frequencies
from models.multilingual.pairs import Pair

LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"


def code(number: int) -> str:
    digits = LETTERS[number % 64]
    while number := number // 64:
        digits = LETTERS[number % 64] + digits
    return digits


def write(folder: Path, name: str, *articles: str) -> None:
    """Write a dictionary as dictd's two files, with the licence first as in real ones."""
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
    monkeypatch.setattr(cedict, "PACKAGE", "priorcheck_test_dictionary")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def write_cedict(folder: Path, *lines: str) -> None:
    """Write a package with CC-CEDICT, with the licence first as in the real one."""
    data = folder / "priorcheck_test_dictionary" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").touch()
    (data / cedict.FILE).write_bytes(gzip.compress("\n".join(["# free", *lines]).encode()))


def test_entries_are_where_the_index_says(folder: Path) -> None:
    padding = tuple(f"word{number} /w/\nsaid\n" for number in range(300))
    write(folder, "freedict-eng-hin", *padding, 'dozen /dˈʌzən/ <N>\n1. दर्जन, बारह\n      "I need two dozen."\n2. बहुत\n')
    translations = dict(entries("freedict-eng-hin"))
    assert len(translations) == 301 and "00databaseinfo" not in translations
    assert translations["dozen"] == ["दर्जन, बारह", "बहुत"] and translations["word7"] == ["said"]


def test_text_after_a_sense_is_no_translation(folder: Path) -> None:
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
    pairs = dictionary_pairs({"escort": 9, "to": 100})
    assert pairs[0] == Pair("el", "ακολουθία", "escort")
    assert set(pairs) == {Pair("el", "ακολουθία", "escort"), Pair("el", "συνοδεύω", "escort")}
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


def test_grammar_before_a_sense_is_no_sense(folder: Path) -> None:
    rice = " [news2]  [spec2]  握り飯 /n/,  [news2] にぎりめし /n/\n(noun (common) (futsuumeishi))\nrice ball\n"
    oven = "焼き場 /y/, やきば /y/\n1. (noun (common) (futsuumeishi))\n{火葬場}crematory\n2.\n  Note: slangplace\n3. \n"
    write(folder, "freedict-jpn-eng", rice, oven)
    assert dict(entries("freedict-jpn-eng")) == {"握り飯": ["rice ball"], "焼き場": ["{火葬場}crematory"]}
    pairs = dictionary_pairs({"rice": 2, "ball": 2, "crematory": 1})
    assert pairs == [Pair("ja", "焼き場", "crematory"), Pair("ja", "握り飯", "rice ball")]


def test_chinese_words_in_both_writings_without_references(folder: Path) -> None:
    write_cedict(
        folder,
        "殺 杀 [sha1] /to kill/CL:個|个[ge4]/(used after a verb) extremely/",
        "殸 殸 [qing4] /variant of 磬[qing4]/",
        "案 案 [an4] /(legal) case; incident/",
        "no entry",
    )
    assert dictionary_pairs({"kill": 3, "case": 2, "incident": 1, "variant": 9}) == [
        Pair("zh", word, english) for word, english in (("杀", "kill"), ("殺", "kill"), ("案", "case"), ("案", "incident"))
    ]


def test_russian_translations_precede_the_example(folder: Path) -> None:
    write(
        folder,
        "mueller7",
        "tax\n   [tæks]\n   1. _n.\n      1) (государственный) налог; пошлина; heavy tax\n      большой налог\n   2. _v. облагать налогом\n",
        "anyway\n   [e] = anyhow\n",
        "declare\n   [d] _v.\n   1) объявлять; to declare война\n   2) (о суде)\n",
    )
    pairs = [(pair.text, pair.english) for pair in dictionary_pairs({"tax": 2, "declare": 1, "anyway": 9})]
    assert pairs == [("налог", "tax"), ("пошлина", "tax"), ("облагать налогом", "tax"), ("объявлять", "declare")]
