"""Removal of platform markup from posts, and the form by which copies are recognised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.post_text import cleaned, same_form


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("RT @anna: Otters build bridges", "Otters build bridges"),
        ("rt @anna@social.example Otters build bridges", "Otters build bridges"),
        ("@ben @carla_9 yes, they do", "yes, they do"),
        (".@ben: yes, they do", "yes, they do"),
        ("Otters\nbuild  bridges https://t.co/a1?b=2 www.x.example/y", "Otters build bridges"),
        ("See pic.twitter.com/Ab12 now", "See now"),
        ("#OttersBuildBridges and #NATOExpansion #covid19", "Otters Build Bridges and NATO Expansion covid 19"),
        ("#水獭 swims", "水獭 swims"),
        ("zero\u200bwidth\ufe0f", "zerowidth"),
        ("They asked @ben why", "They asked @ben why"),
        ("RTL is not a retweet", "RTL is not a retweet"),
        ("https://t.co/abc", ""),
        ("😀", "😀"),
        ("", ""),
    ],
)
def test_the_words_of_a_post(text: str, words: str) -> None:
    assert cleaned(text) == words


@pytest.mark.parametrize(
    ("original", "copy"),
    [
        ("Otters build bridges", "RT @anna: OTTERS build bridges!!"),
        ("Otters build bridges", "@ben “Otters” build bridges… https://t.co/x"),
        ("Straße", "STRASSE"),
        ("ＯＴＴＥＲＳ", "otters"),
    ],
)
def test_copies_have_one_form(original: str, copy: str) -> None:
    assert same_form(original) == same_form(copy)


@pytest.mark.parametrize(
    ("original", "changed"),
    [
        ("Otters build 9 bridges", "Otters build 8 bridges"),
        ("not true", "true"),
        ("😀", "😡"),
        ("सच", "सचि"),
        ("el año", "el ano"),
        ("?", "!"),
    ],
)
def test_different_texts_have_different_forms(original: str, changed: str) -> None:
    assert same_form(original) != same_form(changed)


@pytest.mark.parametrize(
    "text", ["@" * 50_000, "@a." * 20_000, ". @a" * 20_000, "#" * 50_000, "#aA" * 20_000, "RT @" * 20_000, "www." * 20_000]
)
@pytest.mark.timeout(20)
def test_cleaning_any_text_is_fast(text: str) -> None:
    assert same_form(text)


@given(st.text(max_size=60))
def test_the_form_of_any_text_is_stable(text: str) -> None:
    assert bool(same_form(text)) == bool(text.strip())
    assert cleaned(cleaned(text)) == cleaned(text) or "@" in text or "#" in text or "＃" in text
