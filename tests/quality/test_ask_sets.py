"""The posts and questions of the demo and the held-out set: ids, labels, languages, and a lossless import. Originality cannot be
tested here: all texts were written for this project."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.domain.ask import QuestionType
from app.domain.importing import RefusedRow
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.ingest.posts import read_posts
from app.paths import resources_dir
from app.services.demo import demo_factchecks, demo_posts
from models.research.mythqa.answers import normalised
from models.research.mythqa.gold import GoldAnswer, Question, read_gold

ASK = Path(__file__).parent / "ask"
DEMO = resources_dir() / "demo"
LANGUAGES = {"en", "es", "de", "fr", "pt"}
PLATFORMS = {"x", "bluesky", "mastodon", "facebook", "reddit", "telegram"}
FIELDS = {"id", "text", "author", "published", "platform", "language"}
MOST_ANSWERS = 10


@dataclass(frozen=True, slots=True)
class AskSet:
    """One set as rows of its files and as imported."""

    rows: list[dict[str, Any]]
    posts: dict[str, Post]
    questions: list[Question]

    def labels(self) -> list[tuple[Question, GoldAnswer, frozenset[str]]]:
        """Yield each answer with all posts about it."""
        return [(question, answer, answer.evidence | answer.neutral) for question in self.questions for answer in question.answers]


def load(posts: Path, gold: Path) -> AskSet:
    """Read the set, its posts through the program's import."""
    rows = [json.loads(line) for line in posts.read_text(encoding="utf-8").splitlines()]
    read = read_posts(posts, options=PostImportOptions(), progress=no_progress, cancel=CancelToken())
    accepted = [entry.post for entry in read if not isinstance(entry, RefusedRow)]
    return AskSet(rows, {post.id: post for post in accepted}, read_gold(gold))


@pytest.fixture(scope="module")
def demo() -> AskSet:
    return load(DEMO / "posts.jsonl", ASK / "demo_gold.jsonl")


@pytest.fixture(scope="module")
def held_out() -> AskSet:
    return load(ASK / "heldout_posts.jsonl", ASK / "heldout_gold.jsonl")


@pytest.fixture(params=["demo", "held_out"])
def ask_set(request: pytest.FixtureRequest) -> AskSet:
    """Provide each of the two sets."""
    fixture_value = request.getfixturevalue(request.param)
    assert isinstance(fixture_value, AskSet)
    return fixture_value


def test_the_sets_are_as_large_as_they_should_be(demo: AskSet, held_out: AskSet) -> None:
    assert len(demo.rows) >= 500 and len(demo.questions) >= 16
    assert len(held_out.rows) >= 580 and len(held_out.questions) == 30
    several = [
        question
        for question_set in (demo, held_out)
        for question in question_set.questions
        if _answers(question) in range(2, MOST_ANSWERS + 1)
    ]
    assert len(several) >= 46


def test_ids_are_unique_and_every_post_reads_back_as_it_is_written(ask_set: AskSet) -> None:
    assert len(ask_set.posts) == len(ask_set.rows) == len({row["id"] for row in ask_set.rows})
    for row in ask_set.rows:
        post = ask_set.posts[row["id"]]
        assert set(row) >= FIELDS and set(row) - FIELDS <= {"engagement", "repeats", "replies_to"}
        assert (post.text, post.author, post.platform, post.language) == (row["text"], row["author"], row["platform"], row["language"])
        assert post.published == datetime.fromisoformat(row["published"]) and post.published < datetime(2026, 1, 1, tzinfo=UTC)
        assert (post.engagement, post.repeats, post.replies_to) == (
            row.get("engagement"),
            row.get("repeats", ""),
            row.get("replies_to", ""),
        )


def test_posts_are_of_several_platforms_and_languages_and_months(ask_set: AskSet) -> None:
    assert {post.platform for post in ask_set.posts.values()} == PLATFORMS
    languages = Counter(post.language for post in ask_set.posts.values())
    assert set(languages) == LANGUAGES
    assert 0.12 < 1 - languages["en"] / len(ask_set.posts) < 0.22
    assert len({(post.published.year, post.published.month) for post in ask_set.posts.values() if post.published}) >= 6


def test_a_repeated_or_answered_post_exists_and_is_older(ask_set: AskSet) -> None:
    passed_on = [post for post in ask_set.posts.values() if post.repeats]
    answering = [post for post in ask_set.posts.values() if post.replies_to]
    assert len(passed_on) >= 10 and len(answering) >= 8
    for post in (*passed_on, *answering):
        original = ask_set.posts[post.repeats or post.replies_to]
        assert original.platform == post.platform and original.published and post.published and original.published < post.published
    assert all(post.text == ask_set.posts[post.repeats].text for post in passed_on)


def test_gold_names_posts_that_are_there_and_no_post_takes_both_sides(ask_set: AskSet) -> None:
    for question, answer, posts in ask_set.labels():
        assert posts <= ask_set.posts.keys(), question.qid
        assert not answer.supporting & answer.refuting, (question.qid, answer.names[0])
        assert not answer.neutral & answer.evidence, (question.qid, answer.names[0])


def test_a_repeated_post_has_the_labels_of_its_original(ask_set: AskSet) -> None:
    for post in ask_set.posts.values():
        if post.repeats:
            for question, answer, _ in ask_set.labels():
                for side in (answer.supporting, answer.refuting, answer.neutral):
                    assert (post.id in side) == (post.repeats in side), (question.qid, post.id)


def test_every_answer_is_given_and_most_are_contested(ask_set: AskSet) -> None:
    answers = [answer for _, answer, _ in ask_set.labels()]
    assert all(answer.supporting for answer in answers)
    assert sum(answer.contested for answer in answers) >= 0.9 * len(answers)
    assert all(answer.contested for question, answer, _ in ask_set.labels() if question.kind is QuestionType.YES_NO)


def test_a_yes_no_question_has_its_claim_and_an_entity_question_its_own_answers(ask_set: AskSet) -> None:
    kinds = Counter(question.kind for question in ask_set.questions)
    assert kinds[QuestionType.ENTITY] > kinds[QuestionType.YES_NO] >= 6
    for question in ask_set.questions:
        assert bool(question.claim) == (question.kind is QuestionType.YES_NO), question.qid
        if question.kind is QuestionType.ENTITY:
            names = [name for answer in question.answers for name in {normalised(name) for name in answer.names}]
            assert max(Counter(names).values()) == 1, question.qid


def test_nearly_every_supporting_post_names_its_answer(ask_set: AskSet) -> None:
    unnamed = [
        ask_set.posts[post].text
        for question, answer, _ in ask_set.labels()
        if question.kind is QuestionType.ENTITY
        for post in answer.supporting
        if not any(f" {normalised(name)} " in f" {normalised(ask_set.posts[post].text)} " for name in answer.names)
    ]
    assert len(unnamed) <= 3, unnamed


def test_some_posts_answer_no_question(ask_set: AskSet) -> None:
    about = frozenset[str]().union(*(posts for _, _, posts in ask_set.labels()))
    assert 0.1 < 1 - len(about) / len(ask_set.posts) < 0.2


def test_the_offhand_posts_have_one_label_each_and_share_nothing_with_the_others(demo: AskSet, held_out: AskSet) -> None:
    offhand = load(ASK / "offhand_posts.jsonl", ASK / "offhand_gold.jsonl")
    labelled = [post for _, answer, _ in offhand.labels() for side in (answer.supporting, answer.refuting, answer.neutral) for post in side]
    assert sorted(labelled) == sorted(offhand.posts) and len(offhand.rows) == len(offhand.posts)
    assert all(len(answer.supporting) == len(answer.refuting) == 4 for _, answer, _ in offhand.labels())
    other_texts = {_plain(post.text) for question_set in (demo, held_out) for post in question_set.posts.values()}
    assert not other_texts & {_plain(post.text) for post in offhand.posts.values()}


def test_the_two_sets_share_nothing(demo: AskSet, held_out: AskSet) -> None:
    assert not demo.posts.keys() & held_out.posts.keys()
    assert not {_plain(post.text) for post in demo.posts.values()} & {_plain(post.text) for post in held_out.posts.values()} - {""}
    assert not {question.text for question in demo.questions} & {question.text for question in held_out.questions}


def test_the_demo_questions_match_its_gold(demo: AskSet) -> None:
    rows = [json.loads(line) for line in (DEMO / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["qid"], row["question"]) for row in rows] == [(question.qid, question.text) for question in demo.questions]


def test_the_demo_keeps_its_posts_apart_from_its_factchecks() -> None:
    assert [path.name for path in demo_factchecks()] == ["factchecks_en.jsonl", "factchecks_other.jsonl", "factchecks_stories.jsonl"]
    assert demo_posts() == (DEMO / "posts.jsonl",)


def _answers(question: Question) -> int:
    answer = question.answers[0]
    return len(question.answers) if question.kind is QuestionType.ENTITY else bool(answer.supporting) + bool(answer.refuting)


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()
