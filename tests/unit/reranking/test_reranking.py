"""Reranking by a language model: windows, orders in answers, the three methods, and the record."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.document import Sentence
from app.domain.llm_order import (
    compare_orders,
    comparison_words,
    cut,
    in_llm_order,
    is_reranked,
    with_order,
    without_order,
    worth_reranking,
)
from app.domain.match import Match
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.domain.ranked import Outcome, RankedSentence, RunRecord
from app.domain.review import Decision, Mark
from app.domain.verdict import SentenceVerdict
from app.errors import Cancelled, InputError, ModelError
from app.ports import Ending
from app.reranking import Reranked, RerankOptions, Way, listwise, pointwise, pooling, read_order
from app.reranking.questions import Candidate, fitting_claim, order_form
from app.reranking.reading import Faults
from app.reranking.windows import windows
from app.services.reranking import check_way, estimated_seconds, rerank, usual_way
from tests.fakes.llm import ErringRanker, FakeLanguageModel
from tests.fakes.malformed import malformed_answers
from tests.fakes.matches import make_match

CLAIM = "The bridge was opened in 1931."


def worth(text: str) -> float:
    """Read a candidate's relevance from its text, such as “worth 7”."""
    return float(text.rpartition("worth ")[2].split()[0])


def candidates(values: Sequence[int]) -> list[Candidate]:
    return [Candidate(f"A checked claim worth {value}") for value in values]


def order_of(values: Sequence[int], answer: ErringRanker, **options: int) -> Reranked:
    listwise_options = RerankOptions(way=Way.LISTWISE, **options)
    return listwise(CLAIM, candidates(values), model=FakeLanguageModel(answer), options=listwise_options, cancel=CancelToken())


def entry(*matches: Match, rank: int = 1, outcome: Outcome = Outcome.MATCH) -> RankedSentence:
    return RankedSentence(
        rank=rank,
        sentence=Sentence(index=rank - 1, text=CLAIM, start=0, end=len(CLAIM)),
        score=0.9,
        probability=0.9,
        verdict=SentenceVerdict.FALSE,
        outcome=outcome,
        matches=matches,
    )


def matches(count: int) -> list[Match]:
    return [make_match(claim=f"A checked claim worth {number}", identifier=f"fc-{number}") for number in range(count)]


# Windows.


@given(count=st.integers(0, 120), window=st.integers(2, 30), step=st.integers(1, 30))
def test_windows_go_from_the_tail_to_the_head_and_leave_nothing_out(count: int, window: int, step: int) -> None:
    spans = windows(count, window=window, step=step)
    assert (not spans) == (count < 2)
    for begin, end in spans:
        assert 0 <= begin < end <= count and end - begin <= window
    if spans:
        assert spans[0][1] == count and spans[-1][0] == 0
    for (begin, _), (next_begin, next_end) in itertools.pairwise(spans):
        assert next_begin < begin < next_end  # each overlaps the one before, so that what is best is carried on


def test_the_thesis_windows_of_fifty_are_four() -> None:
    assert windows(50, window=20, step=10) == [(30, 50), (20, 40), (10, 30), (0, 20)]


# Orders read out of answers.


def test_orders_are_read_leniently() -> None:
    assert read_order("[3] > [1] > [2]", 3) == ((2, 0, 1), Faults(expected=3))
    assert read_order("3, 1, 2", 3)[0] == (2, 0, 1)
    assert read_order("Of the 2 best: [3] > [1]", 3) == ((2, 0, 1), Faults(expected=3, missing=1))
    assert read_order("[2] > [2] > [9] > [1]", 3) == ((1, 0, 2), Faults(expected=3, repeated=1, invented=1, missing=1))
    assert read_order("", 3) == ((0, 1, 2), Faults(expected=3, missing=3))
    assert read_order("[" + "9" * 5000 + "]", 2) == ((0, 1), Faults(expected=2, invented=1, missing=2))


@pytest.mark.parametrize("count", [2, 7, 20])
def test_malformed_answers_give_every_index_once(count: int) -> None:
    for answer in malformed_answers(1000, places=count, seed=count):
        order, faults = read_order(answer, count)
        assert sorted(order) == list(range(count)), answer[:80]
        assert 0 <= faults.missing <= count == faults.expected


@given(answer=st.text(max_size=200), count=st.integers(0, 30))
def test_any_text_gives_every_index_once(answer: str, count: int) -> None:
    assert sorted(read_order(answer, count)[0]) == list(range(count))


@given(order=st.permutations(list(range(12))))
def test_a_complete_order_round_trips(order: list[int]) -> None:
    answer = " > ".join(f"[{index + 1}]" for index in order)
    assert read_order(answer, 12) == (tuple(order), Faults(expected=12))


# The three ways.


def test_a_model_without_mistakes_carries_the_best_from_the_tail_to_the_head() -> None:
    values = list(range(60))  # the best is last
    reranked = order_of(values, ErringRanker(relevance=worth))
    assert [values[index] for index in reranked.order[:10]] == list(range(59, 49, -1))
    assert sorted(reranked.order) == values and reranked.calls == 5 and reranked.faults == Faults(expected=100)
    assert reranked.tokens > 0 and reranked.prompt_tokens > 0


def test_one_window_is_put_in_the_right_order_at_once() -> None:
    values = [4, 9, 1, 7, 3]
    assert [values[index] for index in order_of(values, ErringRanker(relevance=worth)).order] == [9, 7, 4, 3, 1]


def test_omitted_candidates_follow_in_their_old_order() -> None:
    reranked = order_of(list(range(20)), ErringRanker(relevance=worth, missing=0.5, twice=0.3, invented=0.3, chatter=1.0))
    assert sorted(reranked.order) == list(range(20))
    assert reranked.faults.missing and reranked.faults.repeated and reranked.faults.invented


def test_a_model_with_more_mistakes_makes_worse_orders() -> None:
    inversions = []
    for swapped in (0.0, 0.3, 0.9):
        reranked = order_of(list(range(40)), ErringRanker(relevance=worth, swapped=swapped))
        order = reranked.order
        inversions.append(sum(order[first] < order[second] for first in range(40) for second in range(first + 1, 40)))
    assert inversions == sorted(inversions) and inversions[0] < inversions[2]


def test_an_answer_that_was_cut_off_is_used_as_far_as_it_goes() -> None:
    model = FakeLanguageModel(lambda _: " ".join(f"[{number}]" for number in range(20, 0, -1)) + " and so on" * 500)
    reranked = listwise(CLAIM, candidates(range(20)), model=model, options=RerankOptions(), cancel=CancelToken())
    assert reranked.order == tuple(range(19, -1, -1))
    completion = model.complete((), max_tokens=5, cancel=CancelToken())
    assert completion.reason is Ending.LENGTH


def test_a_small_context_makes_smaller_windows_and_shorter_texts() -> None:
    long = [Candidate(f"{'a long checked claim ' * 30} worth {number}") for number in range(12)]
    model = FakeLanguageModel(lambda _: "", context=700)
    reranked = listwise(CLAIM, long, model=model, options=RerankOptions(), cancel=CancelToken())
    assert reranked.order == tuple(range(12)) and reranked.calls >= 1
    assert all(len(call.split()) < 700 for call in model.calls)


def test_a_claim_that_fills_the_context_is_cut() -> None:
    model = FakeLanguageModel(context=400)
    claim = fitting_claim("word " * 5000, model=model, cancel=CancelToken())
    assert 10 < len(claim.split()) <= 100
    assert fitting_claim("a  short\nclaim", model=model, cancel=CancelToken()) == "a short claim"


def test_one_or_no_candidate_asks_nothing() -> None:
    model = FakeLanguageModel(lambda _: "")
    for count in (0, 1):
        reranked = listwise(CLAIM, candidates(range(count)), model=model, options=RerankOptions(), cancel=CancelToken())
        assert reranked.order == tuple(range(count)) and not model.calls
    assert pointwise(CLAIM, [], model=model, cancel=CancelToken()).order == ()
    assert pooling(CLAIM, [], model=model, cancel=CancelToken()).order == ()


def test_the_grammar_allows_only_existing_indexes() -> None:
    grammar = order_form(3).grammar
    assert '"1" | "2" | "3"' in grammar and '"4"' not in grammar and "{2}" in grammar


def test_pointwise_orders_by_how_surely_the_answer_is_yes() -> None:
    def likes(prompt: object, choice: str) -> float:
        sure = worth(prompt.question.split("fact-checked:\n")[1].split("\n")[0]) / 10  # type: ignore[attr-defined]
        return sure if choice == "Yes" else 1 - sure

    reranked = pointwise(CLAIM, candidates([2, 8, 5, 8]), model=FakeLanguageModel(likes=likes), cancel=CancelToken())
    assert reranked.order == (1, 3, 2, 0) and reranked.calls == 4  # what is alike keeps its order


def test_pooling_orders_by_the_models_own_scores() -> None:
    model = FakeLanguageModel(relevance=lambda _query, document: worth(document))
    assert pooling(CLAIM, candidates([2, 8, 5]), model=model, cancel=CancelToken()).order == (1, 2, 0)


# What is kept of it.


def test_the_new_order_is_stored_with_the_old_one() -> None:
    before = entry(*matches(4))
    after = with_order(before, (2, 0, 1))
    assert [match.factcheck.id for match in after.matches] == ["fc-0", "fc-1", "fc-2", "fc-3"]
    assert [match.llm_rank for match in after.matches] == [2, 3, 1, 0]
    assert [match.factcheck.id for match in in_llm_order(after.matches)] == ["fc-2", "fc-0", "fc-1", "fc-3"]
    assert is_reranked(after) and not is_reranked(before) and without_order(after) == before


def test_a_list_that_is_cut_keeps_what_is_first_in_either_order() -> None:
    after = with_order(entry(*matches(6)), (5, 4, 3, 2, 1, 0))
    assert [match.factcheck.id for match in cut(after, 2).matches] == ["fc-0", "fc-1", "fc-4", "fc-5"]


def test_entries_are_reranked_in_turn_and_the_record_says_how() -> None:
    entries = [entry(*matches(3), rank=rank) for rank in (1, 2)]
    updates: list[ProgressUpdate] = []
    reranked = rerank(
        entries,
        model=FakeLanguageModel(ErringRanker(relevance=worth)),
        options=RerankOptions(),
        progress=updates.append,
        cancel=CancelToken(),
    )
    assert reranked.finished == 2 and [match.llm_rank for match in reranked.entries[1].matches] == [3, 2, 1]
    assert [update.done for update in updates] == [0, 1, 2]
    run = reranked.record.added_to(reranked.record.added_to(RunRecord(program="p", created="c", models=(("encoder", "e"),))))
    assert run.models == (("encoder", "e"), ("language_model", "fake:ffffffffffffffff:llama-cpu:words"))
    parameters = dict(run.parameters)
    assert parameters["llm_way"] == "listwise" and parameters["llm_seed"] == "0" and parameters["llm_reranked"] == "2"
    assert len(run.parameters) == len(parameters)  # the second record replaced the first


def test_when_time_is_up_the_others_stay_as_they_were() -> None:
    entries = [entry(*matches(3), rank=rank) for rank in (1, 2)]
    reranked = rerank(entries, model=FakeLanguageModel(), options=RerankOptions(), progress=no_progress, cancel=CancelToken(), budget=0.0)
    assert reranked.finished == 0 and list(reranked.entries) == entries


def test_a_model_that_stops_or_a_cancel_ends_the_work() -> None:
    cancelled = CancelToken()
    cancelled.cancel()
    arguments = {"options": RerankOptions(), "progress": no_progress}
    with pytest.raises(Cancelled):
        rerank([entry(*matches(3))], model=FakeLanguageModel(), cancel=cancelled, **arguments)  # type: ignore[arg-type]
    with pytest.raises(ModelError) as caught:
        rerank([entry(*matches(3))], model=FakeLanguageModel(failing=["llm-stopped"]), cancel=CancelToken(), **arguments)  # type: ignore[arg-type]
    assert caught.value.code == "llm-stopped"


def test_a_method_that_the_model_lacks_is_refused_at_once() -> None:
    speaker, scorer = FakeLanguageModel(), FakeLanguageModel(relevance=lambda _query, _document: 0.0)
    assert usual_way(speaker) is Way.LISTWISE and usual_way(scorer) is Way.POOLING
    check_way(speaker, Way.POINTWISE)
    check_way(scorer, Way.POOLING)
    for model, way in ((speaker, Way.POOLING), (scorer, Way.LISTWISE), (scorer, Way.POINTWISE)):
        with pytest.raises(InputError) as caught:
            check_way(model, way)
        assert caught.value.code == "rerank-way"


@pytest.mark.parametrize("way", list(Way))
def test_the_time_is_estimated_from_the_questions_and_the_measured_pace(way: Way) -> None:
    model = FakeLanguageModel(relevance=(lambda _query, _document: 0.0) if way is Way.POOLING else None)
    few, many = ([entry(*matches(count), rank=rank) for rank in range(1, 11)] for count in (2, 20))
    options = RerankOptions(way=way)
    few_seconds, many_seconds = (estimated_seconds(some, model=model, options=options, cancel=CancelToken()) for some in (few, many))
    assert few_seconds is not None and many_seconds is not None and 0 < few_seconds < many_seconds
    assert estimated_seconds([], model=model, options=options, cancel=CancelToken()) == 0.0


def test_only_promising_entries_are_reranked() -> None:
    entries = [
        entry(*matches(3), rank=2),
        entry(*matches(3), rank=1, outcome=Outcome.NONE),
        entry(*matches(1), rank=3),
        entry(*matches(3), rank=4, outcome=Outcome.AMBIGUOUS),
    ]
    assert worth_reranking(entries, limit=5) == [0, 3] and worth_reranking(entries, limit=1) == [0]


# The user's own decisions.


def decided(confirmed: str, order: Sequence[int]) -> tuple[RankedSentence, dict[str, Mark]]:
    return with_order(entry(*matches(3)), order), {confirmed: Mark(decision=Decision.CONFIRMED)}


def test_both_orders_are_compared_on_what_was_confirmed() -> None:
    worse = compare_orders([decided("fc-0", (2, 1, 0))] * 12)
    assert (worse.decided, worse.own_first, worse.llm_first) == (12, 12, 0) and worse.enough and worse.worse
    words = comparison_words(worse)
    assert words == (
        "On your 12 decisions this model put the confirmed fact-check first 0 times, the order before it 12 times. "
        "It makes the order worse."
    )
    better = compare_orders([decided("fc-2", (2, 1, 0))] * 12)
    assert not better.worse and comparison_words(better).endswith("the order before it 0 times.")


def test_too_few_decisions_say_nothing_and_others_do_not_count() -> None:
    assert comparison_words(compare_orders([decided("fc-0", (2, 1, 0))] * 9)) == ""
    rejected = (with_order(entry(*matches(3)), (2, 1, 0)), {"fc-0": Mark(decision=Decision.REJECTED)})
    elsewhere = (with_order(entry(*matches(3)), (2, 1, 0)), {"fc-99": Mark(decision=Decision.CONFIRMED)})
    not_reranked = (entry(*matches(3)), {"fc-0": Mark(decision=Decision.CONFIRMED)})
    sentence_only = (with_order(entry(*matches(3)), (2, 1, 0)), {"": Mark(decision=Decision.CONFIRMED)})
    assert compare_orders([rejected, elsewhere, not_reranked, sentence_only]).decided == 0


@pytest.mark.parametrize(
    ("expected", "expected_text"), [(None, ""), (2.0, ""), (40.0, "about 40 s in all"), (600.0, "about 10 min in all")]
)
def test_the_expected_time_is_shown_with_the_progress(expected: float | None, expected_text: str) -> None:
    heard: list[ProgressUpdate] = []
    rerank(
        [entry(*matches(3))],
        model=FakeLanguageModel(),
        options=RerankOptions(),
        progress=heard.append,
        cancel=CancelToken(),
        expected=expected,
    )
    assert all(update.activity.endswith(expected_text or "language model") for update in heard)
