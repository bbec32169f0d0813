"""Training and test data of the multilingual student: disjoint parts, switched words, tables, neighbours, packed rows."""

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
def test_no_test_text_is_in_the_training_data(shared_data: Path) -> None:
    training_texts = {same(side) for pair in parallel(shared_data, "train")[::3] for side in (pair.text, pair.english)}
    test = parallel(shared_data, "test")
    assert len(test) > 20_000
    assert not [pair for pair in test if same(pair.text) in training_texts or same(pair.english) in training_texts]
    assert len({same(pair.english) for pair in xquad(shared_data, "zh")}) > 1_100


def test_comparison_ignores_case_marks_and_width() -> None:
    assert same("The  End!") == same("the end") == same("ＴＨＥ end")
    assert same("the end") != same("the ends")


def test_the_word_lists_are_complete() -> None:
    pairs = list(own_words())
    assert len(pairs) > 35_000
    assert all(pair.text.strip() and pair.english.strip() for pair in pairs)


def test_the_sentences_are_complete_and_not_from_the_evaluation() -> None:
    pairs = list(own_sentences())
    assert len(pairs) > 2_400
    assert all(pair.text.strip() and pair.english.strip() for pair in pairs)
    assert not {same(pair.english) for pair in pairs} & {same(pair.english) for pair in shift_pairs()}


@pytest.mark.data
def test_no_sentence_of_our_own_is_in_the_test(shared_data: Path) -> None:
    ours = {same(side) for pair in own_sentences() for side in (pair.text, pair.english)}
    test_texts = {same(side) for pair in parallel(shared_data, "test") for side in (pair.text, pair.english)}
    assert not ours & test_texts


@pytest.mark.parametrize("path", sorted(WORD_LISTS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_word_list_says_each_english_word_once(path: Path) -> None:
    english = Counter(line.split("|")[0].casefold() for line in path.read_text(encoding="utf-8").splitlines())
    assert [word for word, count in english.items() if count > 1] == []


@pytest.mark.parametrize("path", sorted(SENTENCES.glob("*.txt")), ids=lambda path: path.stem)
def test_sentences_are_unique(path: Path) -> None:
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
    letters, foreign = regex.compile(rf"[{scripts}]"), regex.compile(rf"[\p{{L}}--[{scripts}]]", regex.VERSION1)
    questions = [pair.text for pair in shift_pairs() if pair.language == language]
    assert questions and all(letters.search(text) and not foreign.search(text) for text in questions)


def test_means_of_the_other_domain_are_over_all_languages_and_by_group() -> None:
    many, few = GROUPS
    scores = {"dev de": 0.9, "dev fr": 0.7, "shift fr": 0.0}
    scores |= {f"shift {language}": 0.75 for language in many} | {f"shift {language}": 0.25 for language in few}
    averages = means(scores, {name: value / 2 for name, value in scores.items()})
    mean_shift = (4 * 0.75 + 7 * 0.25) / 12
    assert averages == pytest.approx(
        {"dev": 0.8, "shift": mean_shift, "shift mrr": mean_shift / 2}
        | {"shift de es ru zh": 0.75, "shift mrr de es ru zh": 0.375}
        | {"shift ar el hi ro th tr vi": 0.25, "shift mrr ar el hi ro th tr vi": 0.125}
    )


def test_names_of_countries_come_from_cldr() -> None:
    assert Pair("ru", "Бразилия", "Brazil") in set(cldr_names())


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("menu\x04_Open %s in {name}…", "Open in …"),
        ("use --force <b>now</b>\\n", "use now"),
        ("50%% of “it”", "50 of it"),
    ],
)
def test_messages_lose_their_placeholders(message: str, expected: str) -> None:
    assert plain(message) == expected


LISTED = [Pair("de", "Steuer", "tax"), Pair("de", "Vereinte Nationen", "United Nations"), Pair("zh", "税", "tax")]
PARALLEL = [Pair("de", f"Der Hund bellt {number}", f"The dog barks {number}") for number in range(6)]
PARALLEL += [Pair("de", f"Eine Katze schläft {number}", f"A cat sleeps {number}") for number in range(6)]


def test_dictionaries_contain_listed_and_cooccurring_words() -> None:
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
    assert any("Vereinte Nationen" in sentence and "Steuer" in sentence for sentence in switched)
    assert all("Kyoto" in sentence and "12" in sentence for sentence in switched)
    assert switched[3] == Switcher(words, seed=3).switched(text, "de")
    assert any("税" in Switcher(words, seed=seed).switched(text, "zh") for seed in range(9))


@given(st.lists(WORDS, max_size=5), st.integers(0, 10))
def test_feature_tables_can_be_split_and_joined(texts: list[str], seed: int) -> None:
    rows = feature_rows(texts)
    assert len(rows) == len(texts)
    order = np.random.default_rng(seed).permutation(len(texts))
    shuffled = rows.take(order)
    again = feature_rows([texts[row] for row in order])
    assert np.array_equal(shuffled.codes, again.codes) and np.array_equal(shuffled.starts, again.starts)
    both = joined([rows, shuffled])
    assert np.array_equal(both.take(np.arange(len(texts), 2 * len(texts))).codes, shuffled.codes)


def test_features_outside_the_table_are_left_out() -> None:
    texts = ["мир дом", "мир", "нечто другое"]
    table = np.sort(np.unique([code for code, _ in features("мир")]))
    table_rows = feature_rows(texts).known(table)
    assert [int(table_rows.starts[row + 1] - table_rows.starts[row]) > 0 for row in range(2)] == [True, True]
    assert set(table[table_rows.codes].tolist()) <= {code for code, _ in features("мир")}


def test_thinning_drops_a_share_of_features_and_keeps_the_others() -> None:
    rows = feature_rows(["one two three four", "", "мир дом"] * 200)
    thin = rows.thinned(0.3, np.random.default_rng(0))
    assert len(thin) == len(rows) and len(thin.codes) / len(rows.codes) == pytest.approx(0.7, abs=0.03)
    for row in (0, 1, 2, 599):
        full, part = rows.take(np.array([row])), thin.take(np.array([row]))
        assert set(zip(part.codes, part.weights, strict=True)) <= set(zip(full.codes, full.weights, strict=True))
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
    neighbours = Neighbours(vectors, targets, np.arange(64))
    batch = neighbours.batch(8, chooser)
    assert len({int(targets[row]) // 8 for row in batch}) == 1
    assert (batch < 64).all()


@given(st.integers(0, 50), st.floats(1e-2, 10))
def test_packed_rows_are_closer_than_with_maximum_scaling(seed: int, size: float) -> None:
    table = (np.random.default_rng(seed).normal(size=(4, 64)) * size).astype(np.float32)
    bits, scales = packed(table)
    assert bits.shape == (4, 32) and bits.dtype == np.uint8
    steps = scales.astype(np.float32)[:, None]
    read = (np.concatenate([bits & 15, bits >> 4], axis=1).astype(np.float32) - 8) * steps
    plain_steps = np.abs(table).max(axis=1, keepdims=True) / 7
    plain = np.rint(table / plain_steps) * plain_steps
    error, plain_error = (np.square(values - table).mean(axis=1) for values in (read, plain))
    assert (error <= plain_error * 1.01).all() and (error <= np.square(table).mean(axis=1) * 0.03).all()


def test_ranks_count_nearer_rows() -> None:
    pool = np.eye(3, dtype=np.float32)
    queries = np.array([[1.0, 0, 0], [0.6, 0.8, 0]], np.float32)
    assert ranks_of(queries, pool[[0, 0]], pool).tolist() == [0, 1]


def test_a_shared_word_finds_its_sentence() -> None:
    english = ["Kyoto is old.", "Oslo is cold.", "It rains."]
    assert by_words(["Kyoto ist alt.", "Oslo", "Es regnet"], english).tolist() == [True, True, False]
