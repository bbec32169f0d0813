"""METEOR and its parts: worked by hand, and compared with NLTK's scores if the data exists."""

from __future__ import annotations

import csv
import runpy
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from app import paths
from app.errors import InputError
from models.research.averitec import synonyms as synonyms_module
from models.research.averitec.meteor import meteor, meteor_of_words
from models.research.averitec.porter import stem
from models.research.averitec.synonyms import synonyms
from models.research.averitec.words import words, words_of_sentence

GOLDEN = Path(__file__).resolve().parents[3] / "golden" / "meteor"
texts = st.lists(st.sampled_from("the dog hound ran running fast in a park parks , .".split()), max_size=12)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Caresses", "caress"),
        ("ponies", "poni"),
        ("dies", "die"),
        ("died", "die"),
        ("spied", "spi"),
        ("agreed", "agre"),
        ("feed", "feed"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("conflated", "conflat"),
        ("happy", "happi"),
        ("enjoy", "enjoy"),
        ("fly", "fli"),
        ("by", "by"),
        ("relational", "relat"),
        ("radically", "radic"),
        ("hopefully", "hope"),
        ("geologi", "geolog"),
        ("electrical", "electr"),
        ("adoption", "adopt"),
        ("replacement", "replac"),
        ("controlling", "control"),
        ("rate", "rate"),
        ("cease", "ceas"),
        ("skies", "sky"),
        ("news", "news"),
        ("yyyy", "yyyi"),
        ("U.S.", "u.s."),
    ],
)
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_stems_are_porters_where_nltk_does_not_depart_from_him() -> None:
    porter = Stemmer.Stemmer("porter")
    plain = """abandoned ability absolutely academic accompanying achievement adjustable administration allowance announcement argued
    articles attacking automatic beginnings believed billions calculation campaigning ceiling characterization claims communities
    conditional considerable decisiveness defensible demonstrations differences digitizer effective elections evidence factories
    feudalism financial formalize formative goodness government hospitals immigrants inference investigations irritant killing laws
    legislators majorities ministers national nervousness operators organization percentages politicians predication presidents
    probate questioned rational regulators restrictions sensibilities stated statistics taxes testing troubles vaccinations verified
    viruses votes weakening witnesses""".split()
    assert {word: stem(word) for word in plain} == {word: porter.stemWord(word) for word in plain}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said "no" (twice), didn\'t he?', ["He", "said", "``", "no", "''", "(", "twice", ")", ",", "did", "n't", "he", "?"]),
        ("It cost $3.50: 10,000 people's 50%.", ["It", "cost", "$", "3.50", ":", "10,000", "people", "'s", "50", "%", "."]),
        ("We cannot... we're 'gonna' – 'tis so--so", "We can not ... we 're ' gon na ' – ' tis so -- so".split()),
        ("Mr. Smith’s “wall.”", ["Mr.", "Smith", "’", "s", "“", "wall", ".", "”"]),
        ("", []),
    ],
)
def test_words_and_signs(text: str, expected: list[str]) -> None:
    assert words_of_sentence(text) == expected


def test_full_stops_between_sentences_are_words() -> None:
    assert words("It rained. They left, e.g. home.") == ("it", "rained", ".", "they", "left", ",", "e.g.", "home", ".")


def test_synonyms_of_a_word_and_of_its_base_form() -> None:
    assert {"dog", "hound", "chase", "frank"} <= synonyms("dog") and "hot dog" not in synonyms("dog")
    assert "black_eye" not in synonyms("mice") and {"mice", "mouse"} <= synonyms("mice")
    assert "begin" in synonyms("starting") and "heavy" in synonyms("heavier")
    assert synonyms("qwrtz") == {"qwrtz"} and "Paris" not in synonyms("paris")


def test_a_missing_or_damaged_table_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "resources_dir", lambda: tmp_path)
    synonyms_module._table.cache_clear()
    with pytest.raises(InputError, match="missing from this installation"):
        synonyms("a word that no other test asks for")
    (tmp_path / "wordnet").mkdir()
    (tmp_path / "wordnet" / "synonyms.txt.gz").write_bytes(b"\x1f\x8b damaged")
    with pytest.raises(InputError, match="or damaged"):
        synonyms("a word that no other test asks for")
    monkeypatch.undo()
    synonyms_module._table.cache_clear()


def score(candidate: str, reference: str) -> float:
    return meteor_of_words(candidate.split(), reference.split())


def test_scores_by_hand() -> None:
    # Three words in one chunk: P = R = 1, penalty .5 / 27.
    assert score("the cat sat", "the cat sat") == pytest.approx(1 - 0.5 / 27)
    # P = 1, R = 2/3, two words apart on one side: two chunks of two matches, penalty .5.
    assert score("the sat", "the cat sat") == pytest.approx(0.5 * (2 / 3) / (0.9 + 0.1 * 2 / 3))
    # By stem and by synonym as by the word itself.
    assert score("dogs ran", "dog ran") == score("hound ran", "dog ran") == score("dog ran", "dog ran") > 0
    # A text leans to the reference's length: the longer one loses less than the one that says too little.
    assert score("the cat sat down now", "the cat sat") > score("the cat", "the cat sat down now")
    assert score("", "the cat") == score("the cat", "") == score("no", "yes") == 0.0


def test_a_text_is_cut_into_words_first() -> None:
    assert meteor("The cat sat.", "the cat sat .") == score("the cat sat .", "the cat sat .")


@given(texts, texts)
def test_scores_lie_between_0_and_1_and_are_best_for_the_same(candidate: list[str], reference: list[str]) -> None:
    value = meteor_of_words(candidate, reference)
    assert 0.0 <= value <= 1.0 and (value > 0) == bool(value)
    assert value <= (meteor_of_words(reference, reference) if reference else 0.0) + 1e-12


def golden_rows() -> list[dict[str, str]]:
    with (GOLDEN / "nltk.tsv").open(encoding="ascii", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def pairs(shared_data: Path) -> list[tuple[str, str]]:
    texts = runpy.run_path(str(GOLDEN / "make.py"))["texts_of"](shared_data / "averitec" / "train.json")

    def text(key: str) -> str:
        return str(texts[tuple(map(int, key.split("/")))])

    return [(text(row["candidate"]), text(row["reference"])) for row in golden_rows()]


def lower(sentence: str) -> Sequence[str]:
    return [word.lower() for word in words_of_sentence(sentence)]


@pytest.mark.data
def test_scores_are_nltks_own_on_a_thousand_pairs(pairs: list[tuple[str, str]]) -> None:
    ours = [meteor_of_words(lower(candidate), lower(reference)) for candidate, reference in pairs]
    assert len(ours) == 1000 and ours == pytest.approx([float(row["one_sentence"]) for row in golden_rows()], abs=1e-12)


@pytest.mark.data
def test_our_sentence_splitting_changes_scores_little(pairs: list[tuple[str, str]]) -> None:
    theirs = [float(row["sentences"]) for row in golden_rows()]
    ours = [meteor(*pair) for pair in pairs]
    gaps = [abs(our_score - their_score) for our_score, their_score in zip(ours, theirs, strict=True)]
    assert fmean(gaps) < 0.001 and max(gaps) < 0.1 and fmean(gap < 1e-12 for gap in gaps) > 0.9
    assert fmean(ours) == pytest.approx(fmean(theirs), abs=0.0005)
