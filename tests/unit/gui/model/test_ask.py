"""Texts, chart of times, groups and filters of the Ask page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from app.domain.answer_edits import Side
from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.domain.post import Post
from app.domain.posts import PostFilter
from app.domain.ranked import RunRecord
from app.gui.model.ask import AskView, remembered, sided
from app.gui.model.ask_filter import LANGUAGE, PLATFORM, chips, with_days, with_value, without
from app.gui.model.ask_groups import grouped
from app.gui.model.ask_times import times
from app.gui.model.ask_words import (
    contested_words,
    found_words,
    held_words,
    meaning_words,
    post_facts,
    post_with_link,
    side_words,
    spoken_post,
)
from app.gui.model.day_range import DayRange

NOON = datetime(2021, 3, 1, 12, tzinfo=UTC)


def opinion(day: datetime | None = None, *, cluster: int = 0, share: float = 0.9, name: str = "a") -> Opinion:
    remainder = (1 - share) / 2
    post = Post(id=name, text="It  is\nso", author="@x", platform="mastodon", published=day, url="https://a.example/1", engagement=1200)
    return Opinion(post=post, score=0.5, relevance=0.5, stance=(share, remainder, remainder), cluster=cluster)


def answer(*days: datetime | None, against: tuple[datetime | None, ...] = (), contested: float = 0.5) -> Answer:
    supporting = tuple(opinion(day, name=f"s{number}") for number, day in enumerate(days))
    refuting = tuple(opinion(day, name=f"r{number}") for number, day in enumerate(against))
    return Answer(name="it", claim="it is so", contested=contested, supporting=supporting, refuting=refuting)


@pytest.mark.parametrize(
    ("share", "words"), [(0.9, "Hotly contested"), (0.5, "Contested"), (0.2, "Somewhat contested"), (0, "Hardly contested")]
)
def test_controversy_texts(share: float, words: str) -> None:
    assert contested_words(answer(NOON, against=(NOON,), contested=share)) == words


def test_an_answer_with_one_side_is_labelled_so() -> None:
    assert contested_words(answer(NOON)) == "Nobody refutes it"
    assert contested_words(answer(against=(NOON,))) == "Nobody supports it"
    assert contested_words(answer()) == "No post takes a side"


def test_texts_for_a_posts_confidence() -> None:
    words = [side_words(opinion(share=share), Side.SUPPORTS) for share in (0.999, 0.7, 0.4)]
    assert words == ["Very likely supports it: >99%", "Likely supports it: 70%", "Perhaps supports it: 40%"]
    assert side_words(replace(opinion(), corrected=True), Side.REFUTES) == "You said: it refutes this"


def test_texts_about_a_post() -> None:
    copied = replace(opinion(NOON), same_as=("b", "c"))
    assert post_facts(copied) == "@x · mastodon · 2021-03-01 · ×3 · 1,200 reactions"
    assert post_facts(Opinion(post=Post(id="a", text="x"), score=0, relevance=0, stance=(1, 0, 0))) == "Author not named · no date"
    assert spoken_post(copied, Side.SUPPORTS) == (
        "Very likely supports it: 90%. It is so. @x · mastodon · 2021-03-01 · ×3 · 1,200 reactions. 3 posts with these words."
    )
    assert post_with_link(copied) == "It  is\nso\n@x, mastodon, 2021-03-01\nhttps://a.example/1"


def asked(kind: QuestionType, *answers: Answer, holding: Holding | None = None) -> Answered:
    run = RunRecord(program="test", created="2026-01-01")
    return Answered(question="Is it?", kind=kind, answers=answers, run=run, holding=holding, retrieved=("a", "b"), searched=40_000)


def test_summary_of_a_yes_no_question() -> None:
    answered = asked(QuestionType.YES_NO, answer(NOON, NOON, against=(NOON,)), holding=Holding.YES)
    assert held_words(answered).endswith("Supporting: 2, refuting: 1.") and "not whether it is true" in held_words(answered)
    only = replace(answered.answers[0], refuting=(replace(opinion(), corrected=True),))
    assert held_words(replace(answered, answers=(only,))).endswith("Your corrections count once you ask again.")
    assert found_words(answered) == "2 posts read of 40,000"
    assert found_words(asked(QuestionType.ENTITY, answer(NOON))) == "1 answer · 2 posts read of 40,000"


@pytest.mark.parametrize(
    ("posts", "encoded", "words"),
    [
        (40_000, 12_300, "12,300 of 40,000 posts can be found by meaning; all by their words."),
        (40_000, 40_000, "40,000 posts; all can be found by meaning and by words."),
        (40_000, None, "40,000 posts"),
    ],
)
def test_texts_for_the_number_of_encoded_posts(posts: int, encoded: int | None, words: str) -> None:
    assert meaning_words(posts, encoded) == words


@pytest.mark.parametrize(
    ("last", "names"),
    [
        (timedelta(days=3), ["2021-03-01", "2021-03-02", "2021-03-03", "2021-03-04"]),
        (timedelta(days=60), ["week of 2021-03-01", "week of 2021-04-26"]),
        (timedelta(days=900), ["2021-03", "2023-08"]),
        (timedelta(days=9000), ["2021", "2045"]),
    ],
)
def test_time_bins_fit_the_span_without_gaps(last: timedelta, names: list[str]) -> None:
    chart = times(answer(NOON, None, against=(NOON + last,)))
    names_shown = [time_bin.name for time_bin in chart.bins]
    assert (names_shown if len(names) > 2 else [names_shown[0], names_shown[-1]]) == names
    assert (chart.bins[0].supporting, chart.bins[-1].refuting, chart.undated) == (1, 1, 1)
    assert sum(time_bin.supporting + time_bin.refuting for time_bin in chart.bins) == 2 and chart.most == 1
    assert chart.words.endswith("1 post without a date")


def test_the_first_and_last_day_of_the_calendar_work() -> None:
    ends = [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)]
    chart = times(answer(*ends, against=(NOON,)))
    assert len(chart.bins) == 400 and sum(time_bin.supporting + time_bin.refuting for time_bin in chart.bins) == 3
    assert times(answer(None)).bins == () and times(answer()).words == ""


def test_near_identical_opinions_are_grouped() -> None:
    opinions = [opinion(cluster=number, name=str(position)) for position, number in enumerate((7, 3, 7, 7, 1))]
    groups = grouped(opinions, merge_similar=True)
    assert [(group.head.post.id, [entry.post.id for entry in group.further]) for group in groups] == [
        ("0", ["2", "3"]),
        ("1", []),
        ("4", []),
    ]
    assert groups[0].words == "and 2 that say nearly the same" and groups[1].words == ""
    assert len(grouped(opinions, merge_similar=False)) == 5


def test_every_filter_has_a_chip_that_removes_it() -> None:
    among = with_days(with_value(with_value(PostFilter(), PLATFORM, "x"), LANGUAGE, "es"), DayRange(date(2021, 1, 1), None))
    filter_chips = chips(among)
    assert [chip.label for chip in filter_chips] == ["x", "es", "Published from 2021-01-01"]
    for chip in filter_chips:
        among = without(among, chip)
    assert among == PostFilter() and chips(among) == ()


def test_edits_are_undone_and_made_again() -> None:
    view = AskView()
    assert view.history.undo() is None and view.history.redo() is None
    view.show(asked(QuestionType.ENTITY, answer(NOON, against=(NOON,))))
    first_answer = view.answer("it")
    assert first_answer is not None
    view.make(sided(first_answer, first_answer.supporting[0], Side.REFUTES))
    assert view.shown is not None and len(view.shown.answers[0].refuting) == 2 and view.edits[0].text == "It  is\nso"
    undone = view.history.next_undo
    assert view.history.undo() is not None and view.shown == view.found and view.history.next_redo is not None
    assert view.history.redo() == undone and view.history.next_redo is None and len(view.shown.answers[0].refuting) == 2
    view.history.undo()
    view.make(sided(first_answer, first_answer.supporting[0], Side.NEITHER))
    assert view.history.next_redo is None and len(view.edits) == 1
    again = AskView()
    assert view.found is not None
    again.show(view.found, tuple(view.edits))
    assert again.shown == view.shown


def test_recent_questions_come_once_the_latest_first() -> None:
    recent: tuple[str, ...] = ()
    for question in ("A?", "B?", "a", *map(str, range(30))):
        recent = remembered(recent, question)
    assert len(recent) == 20 and recent[0] == "29"
    assert remembered(("A?", "B?"), "b") == ("b", "A?")
