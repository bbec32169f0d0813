"""Questions answered from posts in memory, with a rule-based reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

import numpy as np
import pytest

from app.domain.ask import Answer, Answered, AskOptions, Holding, Opinion, QuestionType, most_interesting_first
from app.domain.post import Post
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.errors import Cancelled, InputError
from app.ports import FloatMatrix
from app.services.ask_engine import AskEngine
from app.services.asking import ask_posts
from app.services.reports.asked import asked_row
from tests.fakes.encoder import FakeEncoder
from tests.fakes.post_library import MemoryPosts
from tests.fakes.readers_by_rule import RuleReader

WELL = "What makes the water of Marrow brown?"


def post(number: int, text: str, *, day: int = 1, platform: str = "x", language: str = "en", repeats: str = "") -> Post:
    when = datetime(2026, 3, day, 12, tzinfo=UTC)
    return Post(id=f"p{number:02}", text=text, author=f"a{number}", published=when, platform=platform, language=language, repeats=repeats)


POSTS = [
    post(1, "The brown water of Marrow = rust from old pipes"),
    post(2, "Brown water in Marrow again = rust, they told me", day=2),
    post(3, "No, the brown water of Marrow is not it = rust never", day=3),
    post(4, "Water of Marrow is brown = algae everywhere", day=4, platform="mastodon"),
    post(5, "RT @a1: The brown water of Marrow = rust from old pipes", day=5, repeats="p01"),
    post(6, "The buses are late again", day=6),
    post(7, "😂😂😂", day=7),
    post(8, "El agua de Marrow está marrón = óxido", day=8, language="es"),
    post(9, "Yes the bridge is closed for good", day=9),
    post(10, "No, the bridge is open again", day=10),
    post(11, "yes yes, closed, saw it myself", day=11),
]


def engine(posts: list[Post], *, encoded: bool = True) -> AskEngine:
    library = MemoryPosts(posts)
    encoder = FakeEncoder()
    if encoded:
        library.encode(encoder=encoder, progress=no_progress, cancel=CancelToken())
    reader = RuleReader()
    return AskEngine(posts=library, encoder=encoder, reader=reader, opinions=reader)


def ask(question: str, ask_engine: AskEngine | None = None, **options: object) -> Answered:
    chosen_engine = ask_engine or engine(POSTS)
    return ask_posts(question, engine=chosen_engine, options=AskOptions(**options), progress=no_progress, cancel=CancelToken())  # type: ignore[arg-type]


def ids(column: tuple[Opinion, ...]) -> set[str]:
    return {opinion.post.id for opinion in column}


def test_an_entity_question_gets_its_distinct_answers_with_both_camps_the_contested_one_first() -> None:
    answered = ask(WELL)
    assert answered.kind is QuestionType.ENTITY and answered.holding is None
    assert [answer.name.casefold() for answer in answered.answers] == ["rust", "algae"]
    rust, algae = answered.answers
    assert (ids(rust.supporting), ids(rust.refuting)) == ({"p01", "p02"}, {"p03"})
    assert (ids(algae.supporting), ids(algae.refuting)) == ({"p04"}, set())
    assert rust.contested > algae.contested == 0.0
    assert "rust" in rust.claim.casefold() and "water" in rust.claim.casefold()
    assert {opinion.said.casefold() for opinion in rust.supporting} == {"rust"}


def test_copies_are_counted_and_one_is_shown() -> None:
    rust = ask(WELL).answers[0]
    assert {opinion.post.id: opinion.same_as for opinion in rust.supporting}["p01"] == ("p05",)


def test_a_yes_no_question_gets_one_claim_with_both_sides_and_what_the_posts_hold() -> None:
    answered = ask("Is the bridge closed for good?")
    assert answered.kind is QuestionType.YES_NO
    (answer,) = answered.answers
    assert {"p09", "p11"} <= ids(answer.supporting) and "p10" in ids(answer.refuting)
    assert not ids(answer.supporting) & ids(answer.refuting)
    assert answered.holding is not None
    assert answer.claim == "The bridge is closed for good"


def test_the_type_can_be_overridden() -> None:
    assert ask(WELL, kind=QuestionType.YES_NO).kind is QuestionType.YES_NO


def test_without_opinions_there_is_no_balance() -> None:
    answered = ask("Is the moon hollow?", engine([POSTS[5], POSTS[6]]))
    assert answered.holding is Holding.NOT_SURE
    assert any("takes a side" in remark for remark in answered.remarks)


def test_only_posts_that_pass_the_filter_are_asked() -> None:
    answered = ask(WELL, among=PostFilter(platform="mastodon"))
    assert [answer.name.casefold() for answer in answered.answers] == ["algae"]
    assert (answered.searched, answered.retrieved) == (1, ("p04",))
    late = ask(WELL, among=PostFilter(since=date(2026, 3, 3)))
    assert "p01" not in late.retrieved and "p02" not in late.retrieved


def test_posts_without_a_vector_are_found_by_words_with_a_remark() -> None:
    answered = ask(WELL, engine(POSTS, encoded=False))
    assert [answer.name.casefold() for answer in answered.answers] == ["rust", "algae"]
    assert answered.encoded == 0 < answered.waiting < answered.searched and any("words alone" in remark for remark in answered.remarks)


def test_posts_in_a_language_that_the_reader_does_not_know_take_no_side() -> None:
    answered = ask(WELL)
    assert "p08" not in {post for answer in answered.answers for post in ids(answer.supporting) | ids(answer.refuting)}
    assert any("another language" in remark for remark in ask("¿Qué enturbia el agua de Marrow desde hace años?").remarks)


def test_a_text_of_symbols_gives_no_answer() -> None:
    answered = ask(WELL, engine([POSTS[6]]))
    assert answered.answers == () and answered.searched == 1


def test_an_empty_question_and_an_empty_library_are_errors() -> None:
    for question in ("", "  ?!", "😂"):
        with pytest.raises(InputError, match="no question"):
            ask(question)
    with pytest.raises(InputError, match="no posts"):
        ask(WELL, engine([]))


def test_cancel_is_honoured_and_the_index_is_closed() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        ask_posts(WELL, engine=engine(POSTS), options=AskOptions(), progress=no_progress, cancel=token)


def test_the_same_question_gets_the_same_answer_whatever_the_order_of_the_posts() -> None:
    first, second = ask(WELL), ask(WELL, engine(POSTS[::-1]))
    assert [answer.name for answer in first.answers] == [answer.name for answer in second.answers]
    assert [ids(answer.supporting) for answer in first.answers] == [ids(answer.supporting) for answer in second.answers]


def test_rows_of_a_yes_no_question_are_yes_and_no_each_with_its_own_support() -> None:
    answered = ask("Is the bridge closed for good?")
    row = asked_row(answered)
    columns = {answer["answer"]: {opinion["id"] for opinion in answer["supporting"]} for answer in row["answers"]}
    assert columns == {"YES": ids(answered.answers[0].supporting), "NO": ids(answered.answers[0].refuting)}
    assert row["type"] == "yes-no" and row["holds"] in {"YES", "NO", "NOT SURE"}
    assert all(not answer["refuting"] for answer in row["answers"])


def test_rows_show_so_many_posts_of_a_side_and_say_how_many_there_are() -> None:
    row = asked_row(ask(WELL), limit=1)
    rust = row["answers"][0]
    assert (len(rust["supporting"]), rust["supporting_posts"], rust["refuting_posts"]) == (1, 2, 1)
    odds = rust["supporting"][0]["stance_probabilities"]
    assert odds["support"] == pytest.approx(0.9) and odds["neutral"] == pytest.approx(0.05) and sum(odds.values()) == pytest.approx(1.0)


def test_only_the_first_posts_are_read_for_answers() -> None:
    first = ask(WELL, read=1)
    assert len(first.answers) == 1 and len(first.retrieved) > 1
    assert ("read", "1") in first.run.parameters


def test_posts_that_do_not_mention_an_answer_take_no_side() -> None:
    other = post(12, "No, never: it is the dye works that does it to the water of Marrow, nothing else")
    answered = ask(WELL, engine([*POSTS, other]))
    rust = next(answer for answer in answered.answers if answer.name.casefold() == "rust")
    assert "p12" not in ids(rust.supporting) | ids(rust.refuting)


def test_the_record_names_the_models_and_the_choices() -> None:
    run = ask(WELL, retrieved=7, among=PostFilter(platform="x")).run
    assert {"encoder", "reader", "opinions"} == {name for name, _ in run.models}
    assert {("retrieved", "7"), ("platform", "x")} <= set(run.parameters)


def test_an_engine_without_factchecks_names_none() -> None:
    assert all(not answer.debunks for answer in ask(WELL, replace(engine(POSTS), factchecks=None)).answers)


class Unconvinced(RuleReader):
    """Second network that never takes a side."""

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.tile(np.array([[0.001, 0.001, 0.998]], np.float32), (len(premises), 1))


def test_a_second_opinion_can_take_a_post_off_its_side_and_never_to_the_other() -> None:
    question = "Is the bridge closed for good?"
    alone = ask(question).answers[0]
    agreed = ask(question, replace(engine(POSTS), stance=RuleReader())).answers[0]
    silent = ask(question, replace(engine(POSTS), stance=Unconvinced()))
    assert ids(agreed.supporting) <= ids(alone.supporting) and ids(agreed.refuting) <= ids(alone.refuting) and ids(agreed.supporting)
    assert not silent.answers[0].supporting and not silent.answers[0].refuting and silent.holding is Holding.NOT_SURE


def test_normative_questions_need_no_second_network() -> None:
    question = "Should the bridge be closed for good?"
    assert ids(ask(question, replace(engine(POSTS), stance=Unconvinced())).answers[0].supporting) == ids(
        ask(question).answers[0].supporting
    )


def test_a_post_that_only_asks_takes_no_side() -> None:
    asking = post(13, "yes, is the bridge closed?")
    assert "p13" not in ids(ask("Is the bridge closed for good?", engine([*POSTS, asking])).answers[0].supporting)


def test_a_claim_that_the_rules_are_not_sure_of_is_question_and_answer() -> None:
    (answer,) = ask("Is animal testing necessary for medical progress?").answers
    assert answer.claim == "Is animal testing necessary for medical progress? Yes"


def test_unlikely_answers_do_not_rank_first_for_being_contested() -> None:
    hardly = Answer(name="Margaret Sanger", claim="", contested=0.4, sureness=0.2)
    surely = Answer(name="al-Zarqawi", claim="", contested=0.2, sureness=0.9)
    undisputed, disputed = replace(surely, name="a", contested=0.0), replace(surely, name="b", contested=0.5)
    assert [answer.name for answer in most_interesting_first([hardly, surely, undisputed, disputed])] == [
        "b",
        "al-Zarqawi",
        "a",
        "Margaret Sanger",
    ]


def test_an_answer_says_how_surely_it_is_one() -> None:
    rust, algae = ask(WELL).answers
    assert 0 < algae.sureness < rust.sureness < 1 and asked_row(ask(WELL))["answers"][0]["sureness"] == pytest.approx(
        rust.sureness, abs=1e-6
    )
