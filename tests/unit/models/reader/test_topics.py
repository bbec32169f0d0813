"""Questions to piles of posts, made by rule: the answer stands where it is said to stand, and most posts hold none."""

from __future__ import annotations

from models.reader.topics import topic_questions

CLAIMS = ["The moon landing of 1969 was filmed in a studio.", "Nine out of ten dentists recommend sugar."]


def test_every_answer_stands_where_it_is_said_to_stand() -> None:
    for asked in topic_questions(CLAIMS, count=3000, seed=5):
        assert "{" not in asked.question + asked.context and "\x02" not in asked.context and "\x03" not in asked.context
        assert asked.question.strip() and asked.context.strip()
        for start, answer in asked.answers:
            assert answer.strip() == answer and answer and asked.context[start : start + len(answer)] == answer


def test_six_in_ten_posts_hold_no_answer_and_the_others_hold_one() -> None:
    asked = topic_questions(CLAIMS, count=3000, seed=6)
    assert all(len(one.answers) <= 1 for one in asked)
    assert 0.55 < sum(not one.answers for one in asked) / len(asked) < 0.65
    assert any(one.context.rstrip("!. ").endswith(CLAIMS[1].rstrip(".")) for one in asked)


def test_the_same_seed_makes_the_same_questions_and_another_others() -> None:
    assert topic_questions(CLAIMS, count=50, seed=7) == topic_questions(CLAIMS, count=50, seed=7)
    assert topic_questions(CLAIMS, count=50, seed=7) != topic_questions(CLAIMS, count=50, seed=8)
