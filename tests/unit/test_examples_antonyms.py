"""Pairs that turn on one word, from a few lines in the form of WordNet's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.examples.antonyms import Sense, antonym_pairs, senses
from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT

ADJECTIVES = """  1 This is a line of the licence.
00000100 00 a 02 safe 0 secure 0 002 & 00000300 a 0000 ! 00000200 a 0101 | free from danger
00000200 00 a 01 dangerous 0 001 ! 00000100 a 0101 | causing danger; "a dangerous ice"
00000300 00 a 01 rare_word 0 000 | seldom
00000400 00 a 01 wet 0 001 ! 00000500 a 0101 | covered with a liquid
00000500 00 a 01 dry(p) 0 001 ! 00000400 a 0101 | free from liquid
"""
VERBS = "00000700 30 v 01 raise 0 001 ! 00000800 v 0101 01 + 02 00 | move upwards\n00000800 30 v 01 lower 0 001 ! 00000700 v 0101 01 + 02 00 | move down\n"
COUNTS = "".join(
    f"{word}%{kind}:00:00:: 1 9\n"
    for word, kind in (("safe", 3), ("secure", 5), ("dangerous", 3), ("wet", 3), ("dry", 3), ("raise", 2), ("lower", 2))
)


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    for name, text in (("data.adj", ADJECTIVES), ("data.verb", VERBS), ("cntlist.rev", COUNTS)):
        (tmp_path / name).write_text(text, encoding="latin-1")
    return tmp_path


def test_words_in_use_with_an_antonym_are_read(wordnet: Path) -> None:
    found = {sense.word: sense for sense in senses(wordnet)}
    assert found["safe"] == Sense("safe", "a", ("secure",), ("dangerous",))
    assert set(found) == {"safe", "dangerous", "wet", "dry", "raise", "lower"}


def test_labels_follow_from_the_words(wordnet: Path) -> None:
    pairs = antonym_pairs(wordnet, 600, seed=3)
    assert len(pairs) == 600 and pairs == antonym_pairs(wordnet, 600, seed=3)
    for label in (SUPPORT, REFUTE, NEUTRAL):
        assert sum(pair.label == label for pair in pairs) > 50
    groups = [{"safe", "secure"}, {"dangerous"}, {"wet"}, {"dry"}, {"raise"}, {"lower"}]
    against = {1: 0, 0: 1, 2: 3, 3: 2, 4: 5, 5: 4}

    def meaning(text: str) -> tuple[int, bool]:
        words = text.rstrip(".").split()
        (at,) = [place for place, group in enumerate(groups) if group & set(words)]
        return at, "not" in words

    for pair in pairs:
        (one, denied), (other, other_denied) = meaning(pair.premise), meaning(pair.hypothesis)
        if pair.label == NEUTRAL:
            assert other not in {one, against[one]}
        elif pair.label == SUPPORT:
            assert (other == one) == (denied == other_denied)
        else:
            assert (other_denied and other == one) or (other == against[one] and not other_denied)
