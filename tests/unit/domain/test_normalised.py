"""Normalised form of sentences for the models."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.normalised import normalised


@pytest.mark.parametrize(
    "written",
    [
        "It's the bridge that didn't close.",
        "It's the bridge that didn't close",
        "It’s the bridge that didn’t close.",
        "It‘s the bridge that didn`t close",
        "  It's  the bridge\u00a0that didn't\tclose . ",
        "“It’s the bridge that didn’t close.”",
        "‘It’s the bridge that didn’t close’",
        "\"It's the bridge that didn't close\".",
        "‘It's the bridge that didn't close‘ .",
        "\"It's the bridge that didn't close\" ..",
        "«It's the bridge that didn't close»",
        "„It's the bridge that didn't close.“",
        "“‘It's the bridge that didn't close’”",
    ],
)
def test_one_form(written: str) -> None:
    assert normalised(written) == "It's the bridge that didn't close."


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Did it close?", "Did it close?"),
        ("Did it close?.", "Did it close?"),
        ("It closed!", "It closed!"),
        ("It closed...", "It closed..."),
        ("It closed…", "It closed…"),
        ("He said “it closed.”", 'He said "it closed."'),
        ("He said “it closed.”.", 'He said "it closed."'),
        ("“It closed,” he said, “and”", '"It closed," he said, "and".'),
        ("The dogs’ bridge", "The dogs' bridge."),
        ("市長は橋を閉じた。", "市長は橋を閉じた。"),
        ("THE BRIDGE ISN'T CLOSED", "the bridge isn't closed."),
        ("NATO", "NATO."),
        ("One line\n\n  and another", "One line\nand another."),
        ("", ""),
        ("… “”", "… “”"),
    ],
)
def test_meaningful_characters_stay(written: str, read: str) -> None:
    assert normalised(written) == read


_WORDS = st.lists(st.sampled_from("It's the “bridge” didn’t 300 U.S. of ? ! ... … -- ' \" . , said: NATO\n".split(" ")), max_size=8).map(
    " ".join
)


_ENDS = st.text(alphabet="aA0'\"‘’“” .…?!)\n\t(", max_size=12)


@given(st.one_of(st.text(max_size=60), _WORDS, _ENDS))
def test_normalisation_is_idempotent(text: str) -> None:
    once = normalised(text)
    assert normalised(once) == once


@given(st.one_of(st.text(max_size=60), _WORDS, _ENDS))
def test_letters_and_digits_stay_in_order(text: str) -> None:
    def letters_and_digits(letters: str) -> list[str]:
        return [sign.casefold() for sign in letters.lower() if sign.isalnum() and sign not in "ʼ"]

    assert letters_and_digits(normalised(text)) == letters_and_digits(text)


@given(_WORDS)
def test_surrounding_punctuation_and_spaces_have_no_effect(text: str) -> None:
    if any(map(str.isalnum, text)) and text.strip().endswith(tuple("abcdefghijklmnopqrstuvwxyz0123456789")):
        for variant in (f"{text}.", text.replace(" ", "  "), f"“{text}.”"):
            assert normalised(variant) == normalised(text) or '"' in normalised(text)
