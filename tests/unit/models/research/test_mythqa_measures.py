"""Hit@k, MHit@k, F1_ans and F1_CONTRO@e: small cases worked by hand, and properties."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.ask import QuestionType
from models.research.mythqa.answers import matched, normalised
from models.research.mythqa.gold import GoldAnswer, Question
from models.research.mythqa.measures import Score, answer_score, contradiction_score, hit, multi_hit, side_hit
from models.research.mythqa.predictions import FoundAnswer, Posts, Prediction

SOME = settings(max_examples=60, deadline=None)
DEPTHS = (1, 2, 5)


def posts(*ids: str) -> Posts:
    """Return one post an id, best first; “a=b” is one post with both ids."""
    return tuple(frozenset(key.split("=")) for key in ids)


def gold(*names: str, for_it: str = "", against: str = "") -> GoldAnswer:
    return GoldAnswer(names=names, supporting=frozenset(for_it.split()), refuting=frozenset(against.split()))


def entity(*answers: GoldAnswer) -> Question:
    return Question(qid="q", text="Which food heals?", kind=QuestionType.ENTITY, answers=answers)


def yes_no(*, for_it: str = "", against: str = "") -> Question:
    return Question(qid="q", text="Does garlic heal?", kind=QuestionType.YES_NO, answers=(gold("yes", for_it=for_it, against=against),))


def found_answer(name: str, *, for_it: str = "", against: str = "") -> FoundAnswer:
    return FoundAnswer(name=name, supporting=posts(*for_it.split()), refuting=posts(*against.split()))


def predicted(*answers: FoundAnswer, strange: int = 0) -> Prediction:
    return Prediction(answers=answers, strange=strange)


def numbers(score: Score | None) -> tuple[float, float, float]:
    assert score is not None
    return score.precision, score.recall, score.f1


# Garlic has two posts for it and one against, honey one for it, water nobody's.
FOODS = entity(gold("garlic", "allium", for_it="1 2", against="3"), gold("honey", for_it="4"), gold("water"))


# --- retrieval --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("retrieved", "k", "of_any", "of_answers", "of_sides"),
    [
        # Garlic has the sides 1 2 and 3, honey the one side 4. Water has none and does not count.
        (("9", "3", "4", "1"), 1, 0.0, 0.0, 0.0),
        (("9", "3", "4", "1"), 2, 1.0, 1 / 2, 1 / 4),
        (("9", "3", "4", "1"), 3, 1.0, 1.0, 3 / 4),
        (("9", "3", "4", "1"), 1000, 1.0, 1.0, 1.0),
        (("8=2", "2=8"), 2, 1.0, 1 / 2, 1 / 4),  # grouped copies: any id of the group counts, the group once
        ((), 10, 0.0, 0.0, 0.0),
    ],
)
def test_hits_of_an_entity_question(retrieved: Sequence[str], k: int, of_any: float, of_answers: float, of_sides: float) -> None:
    first = posts(*retrieved)
    assert hit(FOODS, first, k) == of_any
    assert multi_hit(FOODS, first, k) == pytest.approx(of_answers)
    assert side_hit(FOODS, first, k) == pytest.approx(of_sides)


def test_a_yes_no_question_is_one_answer_for_mhit_and_two_sides() -> None:
    question = yes_no(for_it="1", against="2")
    assert (hit(question, posts("1"), 1), multi_hit(question, posts("1"), 1), side_hit(question, posts("1"), 1)) == (1.0, 1.0, 0.5)
    assert side_hit(yes_no(for_it="1"), posts("1"), 1) == 1.0  # no gold post against it, so nothing to find there


def test_without_gold_posts_there_is_nothing_to_find() -> None:
    for question in (yes_no(), entity(gold("water"))):
        assert hit(question, posts("1"), 1) is multi_hit(question, posts("1"), 1) is side_hit(question, posts("1"), 1) is None


def test_neutral_posts_are_no_hits() -> None:
    answer = GoldAnswer(names=("garlic",), supporting=frozenset("1"), neutral=frozenset("2"))
    assert hit(entity(answer), posts("2"), 1) == 0.0


# --- answers ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [("The U.S.A.", "usa"), ("  a   bat", "Bat"), ("an apple a day", "apple day"), ("covid-19", "COVID19"), ("Theatre", "theatre")],
)
def test_answers_are_equal_without_case_punctuation_articles_and_spaces(first: str, second: str) -> None:
    assert normalised(first) == normalised(second)


def test_answers_that_differ() -> None:
    assert normalised("the band") == "band" != normalised("bands") and normalised("theatre") == "theatre"


def test_each_gold_answer_is_found_once_and_aliases_count() -> None:
    assert matched(["The garlic!", "Allium", "milk", "honey"], FOODS.answers) == [0, None, None, 1]
    assert matched(["allium"], FOODS.answers) == [0] and matched([], FOODS.answers) == []
    twins = (gold("cats", "pets"), gold("dogs", "pets"))
    assert matched(["pets", "pets", "pets"], twins) == [0, 1, None]  # a name of two answers finds both, one after the other


# --- F1_ans -----------------------------------------------------------------------------------------------------------------------


def test_f1_of_answers() -> None:
    # Right: garlic, honey; found 4, gold 3: P = 2/4, R = 2/3, F1 = 2 · 1/2 · 2/3 / (1/2 + 2/3) = 4/7.
    prediction = predicted(found_answer("milk"), found_answer("Garlic"), found_answer("honey"), found_answer("tea"))
    assert numbers(answer_score(FOODS, prediction)) == pytest.approx((1 / 2, 2 / 3, 4 / 7))
    # The first two alone: right garlic; P = 1/2, R = 1/3, F1 = 2/5.
    assert numbers(answer_score(FOODS, prediction, limit=2)) == pytest.approx((1 / 2, 1 / 3, 2 / 5))


def test_a_repeated_answer_is_wrong() -> None:
    # Right: garlic once; found 2, gold 3.
    assert numbers(answer_score(FOODS, predicted(found_answer("garlic"), found_answer("The Allium")))) == pytest.approx(
        (1 / 2, 1 / 3, 2 / 5)
    )


def test_no_answer_scores_nothing() -> None:
    assert numbers(answer_score(FOODS, predicted())) == numbers(contradiction_score(FOODS, predicted(), 1)) == (0.0, 0.0, 0.0)
    assert numbers(answer_score(yes_no(for_it="1"), predicted(found_answer("yes")))) == (0.0, 0.0, 0.0)


def test_f1_of_yes_and_no() -> None:
    both = predicted(found_answer("yes", for_it="8", against="9"))
    assert numbers(answer_score(yes_no(for_it="1", against="2"), both)) == (1.0, 1.0, 1.0)  # which posts is not asked here
    # The gold says YES only: P = 1/2, R = 1, F1 = 2/3.
    assert numbers(answer_score(yes_no(for_it="1"), both)) == pytest.approx((1 / 2, 1.0, 2 / 3))
    # Only NO was found: P = 1, R = 1/2.
    assert numbers(answer_score(yes_no(for_it="1", against="2"), predicted(found_answer("yes", against="9")))) == pytest.approx(
        (1.0, 1 / 2, 2 / 3)
    )
    # YES and an answer that is neither: P = 1/2, R = 1.
    assert numbers(answer_score(yes_no(for_it="1"), predicted(found_answer("yes", for_it="1"), strange=1))) == pytest.approx(
        (1 / 2, 1.0, 2 / 3)
    )
    assert answer_score(yes_no(), both) is None and contradiction_score(yes_no(), both, 1) is None


# --- F1_CONTRO@e ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("e", "precision", "recall", "f1"),
    [
        # Garlic: for it 9 1 → 0 at e = 1, 1 at 2; against it 7 8 3 → 0, 0, 1 at 3. Honey 5 4 → 0, 1. Found 3 (milk is wrong), gold 3.
        (1, 0.0, 0.0, 0.0),
        (2, (1 / 2 + 1) / 3, (1 / 2 + 1) / 3, 1 / 2),
        (3, 2 / 3, 2 / 3, 2 / 3),
    ],
)
def test_contradiction_looks_at_the_first_e_posts_of_each_side(e: int, precision: float, recall: float, f1: float) -> None:
    prediction = predicted(
        found_answer("garlic", for_it="9 1", against="7 8 3"), found_answer("milk", for_it="1"), found_answer("honey", for_it="5 4")
    )
    assert numbers(contradiction_score(FOODS, prediction, e)) == pytest.approx((precision, recall, f1))


@pytest.mark.parametrize(
    ("answer", "credit"),
    [
        (found_answer("garlic", for_it="1", against="3"), 1.0),
        (found_answer("garlic", for_it="1"), 1 / 2),  # the gold has posts against it, none was shown
        (found_answer("garlic"), 0.0),
        (found_answer("garlic", for_it="3", against="1"), 0.0),  # the sides the wrong way round
        (found_answer("honey", for_it="4", against="9"), 1.0),  # the gold has one side: only that one counts
        (found_answer("honey", against="4"), 0.0),
        (found_answer("water"), 1.0),  # the gold has no post: the answer alone counts
        (found_answer("water", for_it="9", against="9"), 1.0),
        (found_answer("garlic", for_it="8=2", against="3=9"), 1.0),
    ],
)
def test_contribution_of_one_right_answer(answer: FoundAnswer, credit: float) -> None:
    score = numbers(contradiction_score(FOODS, predicted(answer), 1))
    # One answer found, three in the gold: P = c, R = c/3.
    assert score[:2] == pytest.approx((credit, credit / 3))


def test_contradiction_of_yes_and_no() -> None:
    question = yes_no(for_it="1 2", against="3")
    # YES right, NO shows a post of the other side: P = R = 1/2.
    assert numbers(contradiction_score(question, predicted(found_answer("yes", for_it="1", against="2")), 1)) == (0.5, 0.5, 0.5)
    # NO's second post is right.
    assert numbers(contradiction_score(question, predicted(found_answer("yes", for_it="1", against="2 3")), 2)) == (1.0, 1.0, 1.0)
    # Only YES was found: P = 1, R = 1/2.
    assert numbers(contradiction_score(question, predicted(found_answer("yes", for_it="2")), 1)) == pytest.approx((1.0, 1 / 2, 2 / 3))
    # The gold has no NO: its post cannot be right.
    assert numbers(contradiction_score(yes_no(for_it="1"), predicted(found_answer("yes", for_it="1", against="9")), 1)) == pytest.approx(
        (1 / 2, 1.0, 2 / 3)
    )


# --- what must hold of any --------------------------------------------------------------------------------------------------------

IDS = st.sampled_from([str(number) for number in range(8)])
NAMES = st.sampled_from(["garlic", "The Garlic", "honey", "water", "tea", "milk", "sun light"])
COLUMN = st.lists(IDS, max_size=5, unique=True).map(lambda ids: posts(*ids))
FOUND = st.builds(FoundAnswer, name=NAMES, supporting=COLUMN, refuting=COLUMN)
GOLD = st.builds(
    GoldAnswer, names=st.lists(NAMES, min_size=1, max_size=2).map(tuple), supporting=st.frozensets(IDS), refuting=st.frozensets(IDS)
)
ENTITY = st.lists(GOLD, min_size=1, max_size=4).map(lambda answers: entity(*answers))
YES_NO = st.builds(lambda gold_answer: Question(qid="q", text="Does it?", kind=QuestionType.YES_NO, answers=(gold_answer,)), GOLD)


@SOME
@given(ENTITY | YES_NO, st.lists(FOUND, min_size=1, max_size=5), COLUMN, st.sampled_from(DEPTHS))
def test_every_measure_lies_between_0_and_1_and_deeper_finds_no_less(
    question: Question, answers: list[FoundAnswer], retrieved: Posts, depth: int
) -> None:
    prediction = predicted(*answers)
    deep = contradiction_score(question, prediction, depth + 1)
    flat = contradiction_score(question, prediction, depth)
    plain = answer_score(question, prediction)
    hits = [measure(question, retrieved, k) for k in (depth, depth + 1) for measure in (hit, multi_hit, side_hit)]
    scores = [value for value in hits if value is not None] + [value for score in (deep, flat, plain) if score for value in numbers(score)]
    assert all(0.0 <= value <= 1.0 for value in scores)
    if deep is not None and flat is not None and plain is not None:
        assert flat.f1 <= deep.f1 + 1e-12 <= plain.f1 + 2e-12
    if hits[0] is not None:
        assert hits[2] <= hits[1] + 1e-12 <= hits[0] + 2e-12 and all(a <= b for a, b in zip(hits[:3], hits[3:], strict=True))


@SOME
@given(ENTITY, st.lists(FOUND, max_size=4), st.sampled_from(DEPTHS))
def test_a_wrong_answer_never_raises_precision_and_leaves_recall(question: Question, answers: list[FoundAnswer], e: int) -> None:
    before = numbers(contradiction_score(question, predicted(*answers), e))
    after = numbers(contradiction_score(question, predicted(*answers, found_answer("nobody's answer", for_it="1")), e))
    assert after[0] <= before[0] and after[1] == before[1] and after[2] <= before[2]


@SOME
@given(st.lists(GOLD, min_size=1, max_size=4, unique_by=lambda answer: normalised(answer.names[0])), st.sampled_from(DEPTHS))
def test_perfect_predictions_score_1(answers: list[GoldAnswer], e: int) -> None:
    plain = [GoldAnswer(names=answer.names[:1], supporting=answer.supporting, refuting=answer.refuting) for answer in answers]
    question = entity(*plain)
    found_answers = [
        FoundAnswer(
            name=gold_answer.names[0], supporting=posts(*sorted(gold_answer.supporting)), refuting=posts(*sorted(gold_answer.refuting))
        )
        for gold_answer in plain
    ]
    assert numbers(contradiction_score(question, predicted(*found_answers), e)) == pytest.approx((1.0, 1.0, 1.0))
    assert numbers(answer_score(question, predicted(*found_answers))) == pytest.approx((1.0, 1.0, 1.0))
    everything = posts(*sorted(frozenset[str]().union(*(gold_answer.evidence for gold_answer in plain))))
    assert multi_hit(question, everything, len(everything)) in {1.0, None} and side_hit(question, everything, len(everything)) in {
        1.0,
        None,
    }


# --- the same measure, written another way -----------------------------------------------------------------------------------------


def pairwise_scores(question: Question, answers: Sequence[FoundAnswer], e: int) -> tuple[float, float]:
    """Compute precision and recall of F1_CONTRO@e of an entity question pair by pair; names of answers must differ."""
    total = 0.0
    for answer in answers:
        for gold_answer in question.answers:
            if normalised(answer.name) != normalised(gold_answer.names[0]):
                continue
            parts = []
            for found_posts, annotated in ((answer.supporting, gold_answer.supporting), (answer.refuting, gold_answer.refuting)):
                if annotated:
                    parts.append(1 if any(key in annotated for post in found_posts[:e] for key in post) else 0)
            total += 1 if not parts else sum(parts) / len(parts)
    return total / len(answers) if answers else 0, total / len(question.answers)


PLAIN = st.builds(GoldAnswer, names=NAMES.map(lambda name: (name,)), supporting=st.frozensets(IDS), refuting=st.frozensets(IDS))
DIFFERENT = {"max_size": 4, "unique_by": lambda answer: normalised(answer.name if isinstance(answer, FoundAnswer) else answer.names[0])}


@SOME
@given(st.lists(PLAIN, min_size=1, **DIFFERENT), st.lists(FOUND, **DIFFERENT), st.sampled_from(DEPTHS))
def test_contradiction_equals_the_pairwise_count(gold_answers: list[GoldAnswer], answers: list[FoundAnswer], e: int) -> None:
    question = entity(*gold_answers)
    assert numbers(contradiction_score(question, predicted(*answers), e))[:2] == pytest.approx(pairwise_scores(question, answers, e))
