"""Rule-made questions on piles of posts: exact answer offsets, and most posts without an answer."""

from __future__ import annotations

from models.reader.topics import topic_questions

CLAIMS = ["The moon landing of 1969 was filmed in a studio.", "Nine out of ten dentists recommend sugar."]


def test_every_answer_has_exact_offsets() -> None:
    for question in topic_questions(CLAIMS, count=3000, seed=5):
        assert "{" not in question.question + question.context and "\x02" not in question.context and "\x03" not in question.context
        assert question.question.strip() and question.context.strip()
        for start, answer in question.answers:
            assert answer.strip() == answer and answer and question.context[start : start + len(answer)] == answer


def test_six_in_ten_posts_hold_no_answer_and_the_others_hold_one() -> None:
    questions = topic_questions(CLAIMS, count=3000, seed=6)
    assert all(len(question.answers) <= 1 for question in questions)
    assert 0.55 < sum(not question.answers for question in questions) / len(questions) < 0.65
    assert any(question.context.rstrip("!. ").endswith(CLAIMS[1].rstrip(".")) for question in questions)


def test_questions_depend_only_on_the_seed() -> None:
    assert topic_questions(CLAIMS, count=50, seed=7) == topic_questions(CLAIMS, count=50, seed=7)
    assert topic_questions(CLAIMS, count=50, seed=7) != topic_questions(CLAIMS, count=50, seed=8)
