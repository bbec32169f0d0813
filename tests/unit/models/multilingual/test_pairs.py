"""What the multilingual student is trained and measured with: parts that do not leak, switched words, tables, neighbours, packed rows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from app.inference.encoders.student_text import features
from models.multilingual.collect import SENTENCES, cldr_names, own_sentences, own_words, plain
from models.multilingual.collect import WORDS as WORD_LISTS
from models.multilingual.develop import GROUPS, SHIFT, means, ranks_of, shift_pairs
from models.multilingual.examples import epoch_order, table_codes
from models.multilingual.export import packed
from models.multilingual.features import feature_rows, joined
from models.multilingual.measure import by_words
from models.multilingual.neighbours import Neighbours
from models.multilingual.pairs import Pair, parallel, same, xquad
from models.multilingual.switch import Switcher, dictionaries, key

WORDS = st.lists(st.sampled_from(["Haus", "мир", "2020", "東京", "नमस्ते", "ไทย"]), max_size=6).map(" ".join)


@pytest.mark.data
def test_nothing_of_the_test_is_in_what_trains(shared_data: Path) -> None:
    seen = {same(side) for pair in parallel(shared_data, "train")[::3] for side in (pair.text, pair.english)}
    test = parallel(shared_data, "test")
    assert len(test) > 20_000
    assert not [pair for pair in test if same(pair.text) in seen or same(pair.english) in seen]
    assert len({same(pair.english) for pair in xquad(shared_data, "zh")}) > 1_100


def test_same_is_blind_to_case_marks_and_width() -> None:
    assert same("The  End!") == same("the end") == same("ＴＨＥ end")
    assert same("the end") != same("the ends")


def test_the_word_lists_are_whole() -> None:
    pairs = list(own_words())
    assert len(pairs) > 35_000
    assert all(pair.text.strip() and pair.english.strip() for pair in pairs)


def test_the_sentences_are_whole_and_none_is_one_that_is_looked_at() -> None:
    pairs = list(own_sentences())
    assert len(pairs) > 2_400
    assert all(pair.text.strip() and pair.english.strip() for pair in pairs)
    assert not {same(pair.english) for pair in pairs} & {same(pair.english) for pair in shift_pairs()}


@pytest.mark.data
def test_no_sentence_of_our_own_is_in_the_test(shared_data: Path) -> None:
    ours = {same(side) for pair in own_sentences() for side in (pair.text, pair.english)}
    asked = {same(side) for pair in parallel(shared_data, "test") for side in (pair.text, pair.english)}
    assert not ours & asked


@pytest.mark.parametrize("path", sorted(WORD_LISTS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_word_list_says_each_english_word_once(path: Path) -> None:
    english = Counter(line.split("|")[0].casefold() for line in path.read_text(encoding="utf-8").splitlines())
    assert [word for word, count in english.items() if count > 1] == []


@pytest.mark.parametrize("path", sorted(SENTENCES.glob("*.txt")), ids=lambda path: path.stem)
def test_sentences_are_told_once_in_the_same_words(path: Path) -> None:
    lines = Counter(line.casefold() for line in path.read_text(encoding="utf-8").splitlines())
    assert [line for line, count in lines.items() if count > 1] == []


@pytest.mark.parametrize(
    ("language", "script"), [("th", "Thai"), ("ko", "Hangul"), ("hi", "Devanagari"), ("ar", "Arabic"), ("vi", "Latin"), ("ro", "Latin")]
)
def test_listed_words_are_in_the_letters_of_their_language(language: str, script: str) -> None:
    foreign = regex.compile(rf"[\p{{L}}--\p{{{script}}}]", regex.VERSION1)
    assert [pair for pair in own_words() if pair.language == language and foreign.search(pair.text)] == []


def test_every_question_of_another_domain_is_asked_once_in_every_language() -> None:
    head, *lines = SHIFT.read_text(encoding="utf-8").splitlines()
    languages, *rows = (line.split("|") for line in (head, *lines))
    assert (len(set(languages)), len(rows)) == (19, 60)
    assert all(len(row) == len(languages) and all(field and field == field.strip() for field in row) for row in rows)
    assert [language for language, column in zip(languages, zip(*rows, strict=True), strict=True) if len(set(column)) < 60] == []
    assert {language for group in GROUPS for language in group} < set(languages)
    pairs = shift_pairs()
    assert len(pairs) == 18 * 60
    assert {Pair("de", rows[0][1], rows[0][0]), Pair(languages[-1], rows[-1][-1], rows[-1][0])} <= set(pairs)


@pytest.mark.parametrize(
    ("language", "scripts"),
    [
        ("ar", r"\p{Arabic}"),
        ("el", r"\p{Greek}"),
        ("hi", r"\p{Devanagari}"),
        ("ja", r"\p{Han}\p{Hiragana}\p{Katakana}ー"),
        ("ko", r"\p{Hangul}"),
        ("ru", r"\p{Cyrillic}"),
        ("th", r"\p{Thai}"),
        ("zh", r"\p{Han}"),
    ],
)
def test_questions_of_another_domain_are_in_the_letters_of_their_language(language: str, scripts: str) -> None:
    own, foreign = regex.compile(rf"[{scripts}]"), regex.compile(rf"[\p{{L}}--[{scripts}]]", regex.VERSION1)
    asked = [pair.text for pair in shift_pairs() if pair.language == language]
    assert asked and all(own.search(text) and not foreign.search(text) for text in asked)


def test_means_of_the_other_domain_are_over_all_languages_and_by_group() -> None:
    many, few = GROUPS
    found = {"dev de": 0.9, "dev fr": 0.7, "shift fr": 0.0}
    found |= {f"shift {language}": 0.75 for language in many} | {f"shift {language}": 0.25 for language in few}
    said = means(found, {name: value / 2 for name, value in found.items()})
    whole = (4 * 0.75 + 7 * 0.25) / 12
    assert said == pytest.approx(
        {"dev": 0.8, "shift": whole, "shift mrr": whole / 2}
        | {"shift de es ru zh": 0.75, "shift mrr de es ru zh": 0.375}
        | {"shift ar el hi ro th tr vi": 0.25, "shift mrr ar el hi ro th tr vi": 0.125}
    )


def test_names_of_countries_come_from_cldr() -> None:
    assert Pair("ru", "Бразилия", "Brazil") in set(cldr_names())


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("menu\x04_Open %s in {name}…", "Open in …"),
        ("use --force <b>now</b>\\n", "use now"),
        ("50%% of “it”", "50 of it"),
    ],
)
def test_messages_lose_their_placeholders(message: str, said: str) -> None:
    assert plain(message) == said


LISTED = [Pair("de", "Steuer", "tax"), Pair("de", "Vereinte Nationen", "United Nations"), Pair("zh", "税", "tax")]
PARALLEL = [Pair("de", f"Der Hund bellt {number}", f"The dog barks {number}") for number in range(6)]
PARALLEL += [Pair("de", f"Eine Katze schläft {number}", f"A cat sleeps {number}") for number in range(6)]


def test_dictionaries_hold_what_is_listed_and_what_keeps_company() -> None:
    words = dictionaries(LISTED, PARALLEL)
    assert words["de"][key("taxes")] == ("Steuer",)
    assert words["de"][key("United Nations")] == ("Vereinte Nationen",)
    assert words["de"][key("dogs")][0] in {"hund", "bellt"}
    assert words["de"][key("cat")][0] in {"katze", "schläft"}
    assert set(words["zh"]) == {key("tax")}


def test_switched_sentences_keep_names_and_numbers_and_are_the_same_each_time() -> None:
    words = dictionaries(LISTED, [])
    text = "The United Nations raised 12 taxes on Kyoto"
    switched = [Switcher(words, seed=seed).switched(text, "de") for seed in range(30)]
    assert any("Vereinte Nationen" in found and "Steuer" in found for found in switched)
    assert all("Kyoto" in found and "12" in found for found in switched)
    assert switched[3] == Switcher(words, seed=3).switched(text, "de")
    assert any("税" in Switcher(words, seed=seed).switched(text, "zh") for seed in range(9))


@given(st.lists(WORDS, max_size=5), st.integers(0, 10))
def test_tables_of_features_can_be_taken_apart_and_joined(texts: list[str], seed: int) -> None:
    whole = feature_rows(texts)
    assert len(whole) == len(texts)
    order = np.random.default_rng(seed).permutation(len(texts))
    taken = whole.take(order)
    again = feature_rows([texts[place] for place in order])
    assert np.array_equal(taken.codes, again.codes) and np.array_equal(taken.starts, again.starts)
    both = joined([whole, taken])
    assert np.array_equal(both.take(np.arange(len(texts), 2 * len(texts))).codes, taken.codes)


def test_features_outside_the_table_are_left_out() -> None:
    texts = ["мир дом", "мир", "нечто другое"]
    table = np.sort(np.unique([code for code, _ in features("мир")]))
    known = feature_rows(texts).known(table)
    assert [int(known.starts[place + 1] - known.starts[place]) > 0 for place in range(2)] == [True, True]
    assert set(table[known.codes].tolist()) <= {code for code, _ in features("мир")}


def test_a_share_of_the_features_goes_unseen_and_the_rest_keeps_its_place() -> None:
    rows = feature_rows(["one two three four", "", "мир дом"] * 200)
    thin = rows.thinned(0.3, np.random.default_rng(0))
    assert len(thin) == len(rows) and len(thin.codes) / len(rows.codes) == pytest.approx(0.7, abs=0.03)
    for place in (0, 1, 2, 599):
        whole, part = rows.take(np.array([place])), thin.take(np.array([place]))
        assert set(zip(part.codes, part.weights, strict=True)) <= set(zip(whole.codes, whole.weights, strict=True))
    assert rows.thinned(0.0, np.random.default_rng(0)).codes.tolist() == rows.codes.tolist()


def test_the_table_holds_the_features_that_most_texts_share() -> None:
    rows = feature_rows(["мир дом", "мир лес", "мир сад", "дом сад"])
    codes = table_codes(rows, np.array(["parallel"] * 4), rows=3)
    assert len(codes) == 3 and (np.diff(codes) > 0).all()
    assert set(codes.tolist()) <= {code for code, _ in features("мир")}


def test_an_epoch_has_every_parallel_sentence_once_and_some_of_the_rest() -> None:
    sources = np.array(["parallel"] * 5 + ["stories"] * 200)
    first, second = (np.bincount(epoch_order(sources, np.random.default_rng(seed)), minlength=205) for seed in range(2))
    assert first[:5].tolist() == second[:5].tolist() == [1] * 5
    assert set(first[5:].tolist()) == {0, 1} and 50 < first[5:].sum() < 180
    assert first.tolist() != second.tolist()


def test_neighbours_bring_texts_together_whose_english_is_alike() -> None:
    chooser = np.random.default_rng(0)
    centres = np.repeat(np.eye(4), 8, axis=0) * 10
    vectors = (centres + chooser.normal(size=centres.shape) * 0.1).astype(np.float16)
    targets = np.tile(np.arange(32), 3)
    near = Neighbours(vectors, targets, np.arange(64))
    batch = near.batch(8, chooser)
    assert len({int(targets[place]) // 8 for place in batch}) == 1
    assert (batch < 64).all()


@given(st.integers(0, 50), st.floats(1e-2, 10))
def test_packed_rows_are_near_what_they_were_and_nearer_than_by_their_largest_value(seed: int, size: float) -> None:
    table = (np.random.default_rng(seed).normal(size=(4, 64)) * size).astype(np.float32)
    bits, scales = packed(table)
    assert bits.shape == (4, 32) and bits.dtype == np.uint8
    steps = scales.astype(np.float32)[:, None]
    read = (np.concatenate([bits & 15, bits >> 4], axis=1).astype(np.float32) - 8) * steps
    plain_steps = np.abs(table).max(axis=1, keepdims=True) / 7
    plain = np.rint(table / plain_steps) * plain_steps
    error, plain_error = (np.square(each - table).mean(axis=1) for each in (read, plain))
    assert (error <= plain_error * 1.01).all() and (error <= np.square(table).mean(axis=1) * 0.03).all()


def test_places_count_what_is_nearer() -> None:
    pool = np.eye(3, dtype=np.float32)
    asked = np.array([[1.0, 0, 0], [0.6, 0.8, 0]], np.float32)
    assert ranks_of(asked, pool[[0, 0]], pool).tolist() == [0, 1]


def test_words_find_a_sentence_that_shares_a_name_and_nothing_else_does() -> None:
    english = ["Kyoto is old.", "Oslo is cold.", "It rains."]
    assert by_words(["Kyoto ist alt.", "Oslo", "Es regnet"], english).tolist() == [True, True, False]
