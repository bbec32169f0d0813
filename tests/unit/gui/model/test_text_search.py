"""Words are found in whatever case, accents and signs they are written, and hits are code points of the text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gui.model.text_search import Hits, SearchableText


def found(text: str, words: str) -> list[str]:
    return [text[start:end] for start, end in SearchableText(text).find(words)]


@pytest.mark.parametrize(
    ("text", "words", "hits"),
    [
        ("Perón and PERÓN and Pero\u0301n", "peron", ["Perón", "PERÓN", "Pero\u0301n"]),
        ("Peron", "Perón", ["Peron"]),
        ("Die Straße, die STRASSE", "strasse", ["Straße", "STRASSE"]),
        ("Łódź and København", "lodz", ["Łódź"]),
        ("It’s “new” – truly", 'it\'s "new" - truly', ["It’s “new” – truly"]),
        ("nine million\n  crowns", "nine   million crowns", ["nine million\n  crowns"]),
        ("oﬃcial of\u00adficial", "official", ["oﬃcial", "of\u00adficial"]),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ", ["Σίσυφος"]),
        ("हिन्दी", "हिन्दी", ["हिन्दी"]),
        ("ガス", "カス", []),
        ("قَالَ", "قال", ["قَالَ"]),
        ("a😀Perón", "perón", ["Perón"]),
        ("a.c abc", "a.c", ["a.c"]),
        ("nothing", "  ", []),
        ("ananana", "ana", ["ana", "ana"]),
    ],
)
def test_words_are_found_as_readers_type_them(text: str, words: str, hits: list[str]) -> None:
    assert found(text, words) == hits


def test_a_part_of_a_character_that_unfolds_leads_to_the_whole_character() -> None:
    assert found("Maß", "s") == ["ß"]
    assert found("oﬃce", "ice") == ["ﬃce"]
    assert found("e\u0301a", "a") == ["a"] and found("e\u0301a", "e") == ["e\u0301"]


@given(st.text(max_size=40), st.text(min_size=1, max_size=10), st.text(max_size=40))
def test_a_word_is_found_where_it_stands(before: str, word: str, after: str) -> None:
    text = f"{before} {word} {after}"
    spans = SearchableText(text).find(word)
    folds_away = not SearchableText(word).find(word)
    assert folds_away or any(start <= len(before) + 1 + len(word) and end >= len(before) + 1 for start, end in spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert [start for start, _ in spans] == sorted(start for start, _ in spans)


@given(st.text(alphabet="aábßﬃ\u0301 éE", max_size=30), st.sampled_from(["a", "b", "ss", "ffi", "e", "ae"]))
def test_offsets_agree_with_a_slow_map(text: str, words: str) -> None:
    expected = []
    folded, origins = "", []
    for index, character in enumerate(text):
        plain = "".join(part for part in unicodedata.normalize("NFKD", character).casefold() if not unicodedata.combining(part))
        folded += plain
        origins += [index] * len(plain)
    position = folded.find(words)
    while position >= 0:
        last = origins[position + len(words) - 1]
        end = last + 1
        if position + len(words) == len(folded) or origins[position + len(words)] != last:
            while end < len(text) and text[end] == "\u0301":
                end += 1
        expected.append((origins[position], end))
        position = folded.find(words, position + len(words))
    assert SearchableText(text).find(words) == expected


def test_steps_go_round_and_begin_at_the_reader() -> None:
    hits = Hits.of([(2, 4), (10, 12), (20, 22)], near=5)
    assert hits.current == 1 and hits.span == (10, 12)
    assert hits.step(1).step(1).current == 0 and hits.step(-1).step(-1).current == 2
    assert Hits.of([(2, 4)], near=5).current == 0 and Hits().step(1).span is None


def test_only_the_hits_between_two_points_are_named() -> None:
    hits = Hits.of([(2, 8), (10, 12), (20, 22)], near=0)
    assert list(hits.between(5, 20)) == [0, 1] and list(hits.between(8, 10)) == [] and list(hits.between(0, 100)) == [0, 1, 2]
    assert list(Hits().between(0, 100)) == []
