"""Words of a text, compared with a plain rule, in any alphabet."""

from __future__ import annotations

import sys

import regex
from hypothesis import example, given
from hypothesis import strategies as st

from app.ranking.text import words

_PLAIN = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def plain_words(text: str) -> list[str]:
    """Split into words first, fold afterwards."""
    return [word.casefold() for word in _PLAIN.findall(text)]


@given(st.text())
@example("Straße_İstanbul ½ x² ’em naïve_ŉ पृथ्वी ﬁ\ud800")
def test_any_text(text: str) -> None:
    assert words(text) == plain_words(text)


def test_every_character_there_is() -> None:
    text = " ".join(f"a{chr(code)}b" for code in range(sys.maxunicode + 1))
    assert words(text) == plain_words(text)
    western = " ".join(f"a{chr(code)}b" for code in range(256) if not 0x80 <= code < 0xA0 and code != 0xB5)
    assert words(western) == plain_words(western) and western.casefold().encode("cp1252")
