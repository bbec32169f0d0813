"""Control characters never reach a file for reading; texts of every script stay; JSON keeps its texts exactly."""

from __future__ import annotations

import json
import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.control_characters import escape_controls, escaped_json, without_controls
from app.domain.spreadsheet import inert

OBEYED = [
    *(chr(code) for code in range(0x20) if chr(code) not in "\t\n"),
    *(chr(code) for code in range(0x7F, 0xA0)),
    *"\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206f\ufeff\ufff9\ufffa\ufffb",
    *"\udc00\udfff\ud800\udbff\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0001ffff\U0010fffe\U0010ffff\U000e0001",
]
GENUINE = [
    "بلغت تكلفة الجسور تسعة ملايين كرونة.",
    "הגשרים עלו תשעה מיליון כתרים",
    "می\u200cخواهم",  # Persian is spelt with U+200C
    "क्\u200dष क्\u200cष",  # Devanagari with both joiners
    "ക്\u200d",
    "👩\u200d🚀 🏳️\u200d🌈 ❤️",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # a flag is spelt with tags
    "ភាសា\u200bខ្មែរ",  # Khmer is broken at U+200B
    "naïve façade — 5\u00a0% “quoted”",
    "a\tb\nc",
    "\U0001f600 𝒳 \ue000",
]


@pytest.mark.parametrize("character", OBEYED, ids=lambda character: f"{ord(character):04x}")
def test_control_characters_never_remain(character: str) -> None:
    for text in (character, f"before{character}after", f"{character}=1+1", character * 3):
        cleaned = without_controls(text)
        assert character not in cleaned and cleaned.replace("\ufffd", "").replace("\n", "") == text.replace(character, "")
        assert not str(inert(text)).startswith(("=", "\r"))
        assert character not in escape_controls(text)


@pytest.mark.parametrize("text", GENUINE)
def test_texts_of_every_script_survive(text: str) -> None:
    assert without_controls(text) == text == escape_controls(text)
    assert escaped_json(msgspec.json.encode(text)) == msgspec.json.encode(text)


def test_controls_become_visible_and_direction_marks_vanish() -> None:
    assert without_controls("a\x1b[31mb\x9bc\x07") == "a\ufffd[31mb\ufffdc\ufffd"
    assert without_controls("\u202eabc\u202c \u2067x\u2069\u200f\u061c\ufeff") == "abc x"
    assert without_controls("a\r\nb\rc\x0bd\x0ce\x85f\u2028g\u2029h") == "a\nb\nc\nd\ne\nf\ng\nh"


def test_a_mark_does_not_hide_a_formula() -> None:
    for hidden in ("\ufeff=1+1", "\u202e\u200e+1", "\u2069@SUM(A1)", "\r=1+1", "\u2028=1+1", "\u061c-1"):
        assert str(inert(hidden)).startswith("'")
    assert inert("\x00=1+1") == "\ufffd=1+1" and inert(-1) == -1 and inert(None) is None


@given(st.text(st.characters(codec=None)))
def test_json_keeps_its_meaning_without_control_characters(text: str) -> None:
    encoded = escaped_json(json.dumps({text: [text]}, ensure_ascii=False).encode("utf-8", "replace"))
    assert json.loads(encoded) == json.loads(json.dumps({text: [text]}, ensure_ascii=False).encode("utf-8", "replace"))
    assert not set(OBEYED) & set(encoded.decode("utf-8"))


@given(st.text(st.characters(codec=None)))
def test_any_text_loses_its_control_characters(text: str) -> None:
    cleaned = without_controls(text)
    assert not set(OBEYED) & set(cleaned) and without_controls(cleaned) == cleaned
    assert not any(unicodedata.bidirectional(char) in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI") for char in cleaned)
    letters = [char for char in text if unicodedata.category(char)[0] in "LMNPSZ" and char not in OBEYED]
    assert [char for char in cleaned if char != "\ufffd"] == [char for char in without_controls(text) if char != "\ufffd"]
    assert [char for char in cleaned if unicodedata.category(char)[0] in "LMNPSZ" and char != "\ufffd"] == [
        c for c in letters if c != "\ufffd"
    ]


@given(st.text(st.characters(codec=None)), st.text(st.characters(codec=None)))
def test_escaped_ids_stay_distinct(first: str, second: str) -> None:
    if "\\" not in first + second:
        assert (escape_controls(first) == escape_controls(second)) is (first == second)
