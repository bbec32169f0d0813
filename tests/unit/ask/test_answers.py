"""Merging of answers. The pairs in tests/golden/ask are our own; known failures are listed here."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from app.ask.answers import FADING, FoundAnswer, clear, merged, same, weight

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "ask"
FAILING = {"answers.txt": set[str](), "answers_written_before.txt": set[str]()}
FEWEST = {"answers.txt": 80, "answers_written_before.txt": 40}
QUESTION = "What started it?"


def _answers(*texts: str, probability: float = 0.5) -> list[FoundAnswer]:
    return [FoundAnswer(row=row, text=text, probability=probability, rank=row) for row, text in enumerate(texts)]


def _names(*texts: str, question: str = QUESTION) -> set[str]:
    return {group.name for group in merged(_answers(*texts), question)}


@pytest.mark.parametrize("name", FAILING)
def test_pairs(name: str) -> None:
    lines = [line for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines() if line and not line.startswith("# ")]
    assert len(lines) >= FEWEST[name]
    failing = set()
    for line in lines:
        merge = " = " in line
        first, second = line.split(" = " if merge else " # ")
        if same(first, second) != merge or same(second, first) != merge:
            failing.add(line)
    assert failing == FAILING[name]


def test_a_group_has_its_forms_counted_and_its_posts_best_first() -> None:
    answers = [
        FoundAnswer(row=7, text="the USA", probability=0.2, rank=3),
        FoundAnswer(row=8, text="America.", probability=0.9, rank=1),
        FoundAnswer(row=9, text="“the USA”", probability=0.4, rank=2),
    ]
    (group,) = merged(answers, QUESTION)
    assert group.name == "USA"
    assert group.forms == (("the USA", 2), ("America", 1))
    assert [member.row for member in group.members] == [8, 9, 7]


def test_the_score_is_a_saturating_sum() -> None:
    # weights: 0.5 * 60/60 = 0.5 and 0.6 * 60/120 = 0.3; 0.8 / 1.8 = 0.4444…
    answers = [FoundAnswer(row=1, text="bats", probability=0.5, rank=0), FoundAnswer(row=2, text="bat", probability=0.6, rank=FADING)]
    (group,) = merged(answers, QUESTION)
    assert group.score == pytest.approx(0.8 / 1.8)
    assert [weight(answer) for answer in answers] == pytest.approx([0.5, 0.3])


def test_every_further_post_adds_less() -> None:
    scores = [
        merged([FoundAnswer(row=row, text="bats", probability=1.0, rank=0) for row in range(count)], QUESTION)[0].score
        for count in (1, 2, 3, 4)
    ]
    steps = [after - before for before, after in pairwise(scores)]
    assert scores[0] == 0.5
    assert steps == sorted(steps, reverse=True)
    assert all(step > 0 for step in steps)


def test_a_post_gives_one_answer_the_one_that_adds_most() -> None:
    answers = [
        FoundAnswer(row=1, text="bats", probability=0.2, rank=0),
        FoundAnswer(row=1, text="pangolins", probability=0.9, rank=0),
        FoundAnswer(row=1, text="it", probability=1.0, rank=0),
    ]
    assert [group.name for group in merged(answers, QUESTION)] == ["pangolins"]


@pytest.mark.parametrize(
    "answer", ["", "it", "they", "this", "🙂", "...", "the", "who", "COVID-19", "coronavirus", "cause", "%", "the coronavirus"]
)
def test_no_answers(answer: str) -> None:
    assert merged(_answers(answer), "What is the cause of COVID-19?") == []


def test_a_repetition_of_the_question_is_no_answer() -> None:
    question = "Who should be the next mayor of Vasby?"
    assert _names("the new mayor", "Vasby's former mayor", "Ilse Korn", question=question) == {"Ilse Korn"}
    assert _names("the new road", "New York", question="What divides the town?") == {"new road", "New York"}


def test_alternatives_of_a_question_may_be_answers() -> None:
    assert _names("China", "India", question="Which is bigger, China or India?") == {"China", "India"}
    assert _names("19", question="How many died of COVID-19 and the other 18?") == {"19"}


def test_a_family_name_goes_to_the_only_full_name() -> None:
    assert _names("Ann Lee", "Lee", "Soros") == {"Ann Lee", "Soros"}
    assert _names("Ann Lee", "Tom Lee", "Lee") == {"Ann Lee", "Tom Lee", "Lee"}


def test_a_general_name_merges_with_its_only_specific_one() -> None:
    assert len(_names("turbines", "wind turbines", "rust")) == 2
    assert len(_names("slaves", "slaves under the whip")) == 1
    assert _names("turbines", "wind turbines", "steam turbines") == {"turbines", "wind turbines", "steam turbines"}


@pytest.mark.parametrize(
    ("short", "long"),
    [("garlic", "not garlic"), ("lack", "lack of crew"), ("York", "New York"), ("bridge", "bridge toll"), ("C", "vitamin C")],
)
def test_a_different_thing_is_not_merged(short: str, long: str) -> None:
    assert not same(short, long)


def test_weak_answers_are_left_out_if_one_is_strong() -> None:
    strong = [FoundAnswer(row=row, text="rust", probability=0.9, rank=row) for row in range(3)]
    faint, fair = (FoundAnswer(row=9, text="algae", probability=sure, rank=9) for sure in (0.1, 0.7))
    assert [group.name for group in clear(merged([*strong, faint], QUESTION))] == ["rust"]
    assert [group.name for group in clear(merged([*strong, fair], QUESTION))] == ["rust", "algae"]
    assert clear([]) == []


def test_a_common_wording_is_no_slip_of_another() -> None:
    many = ["pharmacist"] * 4 + ["pharmocist"] * 3
    assert _names(*many) == {"pharmacist", "pharmocist"}
    assert _names(*many[:5]) == {"pharmacist"}


@pytest.mark.parametrize(("word", "other_word"), [("Twain", "Train"), ("brain", "bruin"), ("boats", "bolts")])
def test_a_letter_more_in_a_short_word_is_another_word(word: str, other_word: str) -> None:
    assert not same(word, other_word)


def test_impossible_numbers_are_kept_in_range() -> None:
    assert weight(FoundAnswer(row=1, text="x", probability=7.0, rank=-5)) == 1.0
    assert weight(FoundAnswer(row=1, text="x", probability=-7.0, rank=5)) == 0.0


def test_repeated_guesses_are_left_out_if_one_answer_is_sure() -> None:
    sure = FoundAnswer(row=1, text="rust", probability=0.8, rank=0)
    guesses = [FoundAnswer(row=row, text="algae", probability=0.3, rank=row) for row in (2, 3, 4)]
    assert [group.name for group in clear(merged([sure, *guesses], QUESTION))] == ["rust"]
    assert [group.name for group in clear(merged(guesses, QUESTION))] == ["algae"]


def test_answers_to_how_many_are_amounts_merged_with_and_without_unit() -> None:
    answers = ("120 million", "120 million crowns", "the hospital", "dozens", "80m", "12 dogs")
    assert _names(*answers, question="How much did the stadium cost?") == {"120 million", "dozens", "80m", "12 dogs"}
    assert "hospital" in _names(*answers, question="What did the stadium cost?")
    assert not same("12 dogs", "12 people") and same("12", "12 people") and not same("120 million", "130 million crowns")
