"""Text features of the multilingual student: names across scripts, numbers, Han letters, arbitrary text."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.inference.encoders.student_text import LEARNT, READ, consonants, features


def codes(text: str) -> set[int]:
    return {code for code, _ in features(text)}


@pytest.mark.parametrize("name", ["Ньютон", "नेवटन", "نيوتن", "Νεύτων", "ニュートン", "NEWTON", "Newton."])
def test_a_name_shares_features_in_every_script(name: str) -> None:
    assert codes(name) & codes("newton")


@pytest.mark.parametrize(
    ("name", "other_name"),
    [("newton", "nyuton"), ("philip", "filip"), ("tschechow", "chekhov"), ("zeppelin", "tseppelin"), ("pavlova", "pawlowa")],
)
def test_spellings_of_one_name_have_consonants_in_common(name: str, other_name: str) -> None:
    assert consonants(name)[:2] == consonants(other_name)[:2] or consonants(name) in consonants(other_name)


def test_names_that_only_share_vowels_do_not_look_alike() -> None:
    assert consonants("newton") != consonants("melbourne")


@pytest.mark.parametrize(
    ("number", "same_number"), [("1,234,567", "1.234.567"), ("1\u00a0234", "1234"), ("١٩٩٨", "1998"), ("१९९८", "1998"), ("1998", "1998")]
)
def test_numbers_are_the_same_however_they_are_written(number: str, same_number: str) -> None:
    assert codes(number) == codes(same_number)


def test_a_plain_latin_word_has_one_code_with_both_weights() -> None:
    assert max(weight for _, weight in features("haus", LEARNT)) == 2.0
    assert len(features("größe")) > len(features("grosse"))


def test_words_and_pairs_weigh_less_when_they_are_read_than_when_they_are_learnt_and_their_parts_more() -> None:
    read, learnt = dict(features("grosses haus", READ)), dict(features("grosses haus", LEARNT))
    assert read.keys() == learnt.keys() and features("grosses haus") == features("grosses haus", READ)
    shares = Counter(round(read[code] / learnt[code], 3) for code in read)
    assert shares[0.5] == 3 and set(shares) == {0.5, 1.0, 1.5}
    assert [read / learnt for (_, read), (_, learnt) in zip(features("东京塔"), features("东京塔", LEARNT), strict=True)] == [1.5] * 3 + [
        1.0
    ] * 2 + [0.5]


def test_decimals_are_not_thousands() -> None:
    assert codes("3.5") != codes("35")
    assert codes("3,5") == codes("3.5")


def test_case_width_and_vowel_signs_of_arabic_do_not_matter() -> None:
    assert codes("ÉCOLE") == codes("école")
    assert codes("Ｎａｔｏ") == codes("nato")
    assert codes("مُحَمَّد") == codes("محمد")


def test_han_letters_stand_alone_and_in_groups() -> None:
    assert codes("国") < codes("中国人")
    assert codes("中国") < codes("中国人")


@pytest.mark.parametrize("text", ["", " ", "?!…", "🙂🙂", "\ud800", "———"])
def test_a_text_without_letters_or_digits_has_no_features(text: str) -> None:
    assert features(text) == [] or text == "\ud800"


def test_an_endless_text_is_read_so_far() -> None:
    assert len(features("слово за слово " * 10_000)) <= 512 * 60
    assert features("ไทย" * 50_000) == features("ไทย" * 50_000)
    assert len(features("x" * 1_000_000)) < 500


@given(st.text(st.characters(codec=None), max_size=80))
def test_any_text_has_features_that_are_a_function_of_it(text: str) -> None:
    text_features = features(text)
    assert text_features == features(text)
    assert all(0 <= code < 2**32 and weight > 0 for code, weight in text_features)


@given(st.lists(st.sampled_from(["Haus", "мир", "2020", "東京", "नमस्ते", "ไทย", "مرحبا"]), max_size=8))
def test_longer_texts_include_features_of_their_words(words: list[str]) -> None:
    assert {code for word in words for code in codes(word)} <= codes(" ".join(words))
