"""Narratives of a real library: found, kept over time, changed by hand, told with filters; repeats and what they repeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.domain.judgement import Judgement
from app.domain.narrative import Narrative, NarrativeFilter, NarrativeMap, Ruling
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.domain.timeline import Step
from app.domain.verdict import Verdict
from app.errors import Cancelled, InputError, LibraryError
from app.narratives.operations import judge, merge, rename, split, take_out
from app.ports import LibraryChange
from app.services.narrative_engine import NarrativeEngine
from app.services.narrative_repeats import earlier_debunks
from app.services.narrative_series import series_statistics
from app.services.narratives import do_act, find_narratives, read_narratives, redo_act, select_narratives, undo_act
from app.store import open_posts
from tests.fakes.encoder import FakeEncoder
from tests.fakes.narratives import CROCODILE, POSTS, STORIES, check, found, narrative_engine

WHO = {"reviewer": "Ana", "at": "2026-01-01T00:00:00"}


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[NarrativeEngine]:
    """An engine over the invented stories."""
    with narrative_engine(tmp_path / "library", STORIES) as made:
        yield made


def of(told: NarrativeMap, item: str) -> Narrative:
    """The narrative that a fact-check is in."""
    return next(each for each in told.narratives if f"factcheck:{item}" in each.items)


def test_stories_are_found_and_told(engine: NarrativeEngine) -> None:
    told = found(engine)
    story = of(told, "croc-1")
    assert story.items == tuple(f"factcheck:{each}" for each in ("croc-1", "croc-2", "croc-3", "croc-m", "undated"))
    assert (story.first, story.last, story.factchecks, story.posts) == (date(2021, 3, 1), date(2021, 6, 1), 5, 0)
    assert story.publishers == (("Valley Facts", 3), ("Harbour Check", 1), ("Someone Else", 1))
    assert story.languages == (("en", 4), ("pt", 1)) and story.countries == (("PT", 3), ("NO", 1))
    assert story.ruling is Ruling.AGREE and story.repeats == 2
    assert of(told, "otter-1").ruling is Ruling.CHANGED and of(told, "otter-1").turns == ("factcheck:otter-2",)
    assert told.found and told.fresh and told.alone == 1 and len(told.narratives) == 2
    assert (
        told.run.factchecks == len(STORIES) and told.run.models and {edge.one for edge in told.edges} <= {item.key for item in told.items}
    )
    assert read_narratives(engine=engine) == replace(told, run=read_narratives(engine=engine).run)


def test_a_ruling_that_was_changed_on_its_page_is_told_and_other_copies_are_not(tmp_path: Path) -> None:
    first = check("bridge-1", "The bridge of Harlow collapsed in the storm", "Desk", "2024-01-01")
    copy = replace(first, id="bridge-2", published=date(2024, 1, 5))
    turned = replace(first, id="bridge-3", published=date(2024, 3, 1), verdict=Verdict.TRUE, rating="true")
    with narrative_engine(tmp_path / "library", (first, copy, turned)) as engine:
        story = of(found(engine), "bridge-1")
    assert story.items == ("factcheck:bridge-1", "factcheck:bridge-3")
    assert story.ruling is Ruling.CHANGED and story.turns == ("factcheck:bridge-3",)


def test_a_repeat_is_another_publishers_earlier_check_of_the_same_claim(engine: NarrativeEngine) -> None:
    told = found(engine)
    assert {(each.later, each.earlier, each.days) for each in told.repeats} == {("croc-2", "croc-1", 42), ("croc-3", "croc-1", 61)}
    (second,) = (each for each in told.repeats if each.later == "croc-2")
    assert second.new_language and second.probability > 0.9
    debunk = earlier_debunks(["croc-2", "croc-m", "alone"], engine=engine)
    assert set(debunk) == {"croc-2"}
    assert (debunk["croc-2"].publisher, debunk["croc-2"].language, debunk["croc-2"].days) == ("Harbour Check", "en", 42)


def test_a_judgement_is_kept_undone_and_takes_a_repeat_off_the_card(engine: NarrativeEngine) -> None:
    told = found(engine)
    wrong = [each for each in told.repeats if each.later == "croc-2"]
    outcome = do_act(judge(wrong, Judgement.IRRELEVANT, **WHO), engine=engine)
    assert outcome.undo and not outcome.changed and earlier_debunks(["croc-2"], engine=engine) == {}
    assert [each.judgement for each in read_narratives(engine=engine).repeats if each.later == "croc-2"] == [Judgement.IRRELEVANT]
    assert undo_act(engine=engine).redo and "croc-2" in earlier_debunks(["croc-2"], engine=engine)


def test_ids_stay_when_more_comes_and_only_what_is_new_is_looked_at(engine: NarrativeEngine) -> None:
    before = found(engine)
    more = [
        check("croc-9", f"{CROCODILE} they say", "Third Desk", "2022-01-01"),
        check("new", "Tea turns rain sour in Orrin", "X", "2022-01-01"),
    ]
    engine.library.apply(LibraryChange(upsert=more), encoder=FakeEncoder(dimension=256), progress=no_progress, cancel=CancelToken())
    assert not read_narratives(engine=engine).fresh
    compared: list[ProgressUpdate] = []
    after = find_narratives(engine=engine, progress=compared.append, cancel=CancelToken())
    assert {each.id for each in after.narratives} == {each.id for each in before.narratives}
    assert of(after, "croc-9").id == of(before, "croc-1").id and after.fresh
    assert max(update.total for update in compared if update.activity == "Comparing fact-checks") == 2
    assert {(each.later, each.earlier) for each in before.repeats} < {(each.later, each.earlier) for each in after.repeats}
    again = find_narratives(engine=engine, regroup_all=True, progress=no_progress, cancel=CancelToken())
    assert [(each.id, each.items) for each in again.narratives] == [(each.id, each.items) for each in after.narratives]
    assert again.repeats == after.repeats


def test_what_is_deleted_or_edited_leaves_its_story(engine: NarrativeEngine) -> None:
    story = of(found(engine), "croc-1").id
    edited = replace(STORIES[2], claim="Bees were seen at the pole in winter")
    change = LibraryChange(upsert=[edited], delete=["croc-1"])
    engine.library.apply(change, encoder=FakeEncoder(dimension=256), progress=no_progress, cancel=CancelToken())
    after = found(engine)
    assert [set(each.items) for each in after.narratives if each.id == story] == [
        {"factcheck:croc-2", "factcheck:croc-m", "factcheck:undated"}
    ]
    assert not after.repeats


def test_split_merge_take_out_and_rename_hold_against_grouping_anew_and_are_undone(engine: NarrativeEngine) -> None:
    told = found(engine)
    story, taken = of(told, "croc-1"), [each.id for each in told.narratives]
    outcome = do_act(split(story, ["factcheck:croc-m", "factcheck:undated"], used_ids=taken, **WHO), engine=engine)
    assert {len(each.items) for each in outcome.changed} == {2, 3} and not outcome.gone and outcome.undo == outcome.act.label  # type: ignore[union-attr]
    apart = find_narratives(engine=engine, regroup_all=True, progress=no_progress, cancel=CancelToken())
    assert of(apart, "croc-1").id == story.id and of(apart, "croc-m").id != story.id and of(apart, "croc-m").by_hand
    merged = do_act(merge(of(apart, "croc-1"), [of(apart, "otter-1")], **WHO), engine=engine)
    assert merged.gone == (of(apart, "otter-1").id,) and len(merged.changed[0].items) == 5
    do_act(rename(merged.changed[0], "  Beasts  of the street ", **WHO), engine=engine)
    do_act(take_out(merged.changed[0], ["factcheck:otter-2"], **WHO), engine=engine)
    now = found(engine)
    assert of(now, "otter-1").name == "Beasts of the street" and of(now, "otter-1").named_by_hand
    assert not any("factcheck:otter-2" in each.items for each in now.narratives)
    for _ in range(4):
        assert undo_act(engine=engine).act is not None
    assert undo_act(engine=engine).act is None
    back = read_narratives(engine=engine)
    assert [(each.id, each.items, each.name, each.by_hand) for each in back.narratives] == [
        (each.id, each.items, each.name, each.by_hand) for each in told.narratives
    ]
    assert redo_act(engine=engine).act is not None and len(read_narratives(engine=engine).narratives) == 3


def test_filters_choose_what_is_told_and_not_what_is_grouped(engine: NarrativeEngine) -> None:
    whole = found(engine)
    some = read_narratives(engine=engine, among=NarrativeFilter(language="pt"))
    assert [each.items for each in some.narratives] == [("factcheck:croc-2",)]
    assert some.narratives[0].claim == of(whole, "croc-1").claim and [each.later for each in some.repeats] == ["croc-2"]
    late = read_narratives(engine=engine, among=NarrativeFilter(since=date(2021, 4, 13), until=date(2021, 5, 1)))
    assert [each.items for each in late.narratives] == [("factcheck:croc-3",)]
    one = read_narratives(engine=engine, among=NarrativeFilter(publisher="harbour check"))
    assert {len(each.items) for each in one.narratives} == {1, 2}
    only = select_narratives(whole, [of(whole, "otter-1").id])
    assert len(only.narratives) == 1 and not only.repeats and len(only.items) == 2 and select_narratives(whole, []) is whole


def test_posts_join_the_stories_that_they_tell(tmp_path: Path) -> None:
    with closing(open_posts(tmp_path / "library", create=True)) as posts:
        posts.add(POSTS, progress=no_progress, cancel=CancelToken())
        with narrative_engine(tmp_path / "library", STORIES, posts=posts) as engine:
            left_out = found(engine)
            assert "2 posts were left out" in left_out.remarks[0] and not any(each.posts for each in left_out.narratives)
            posts.encode(encoder=FakeEncoder(dimension=256), progress=no_progress, cancel=CancelToken())
            told = found(engine)
            story = of(told, "croc-1")
            assert "post:p1" in story.items and story.posts == 1 and story.platforms == (("x", 1),) and not told.remarks
            assert story.items[0] == "post:p1" and story.central.startswith("factcheck:")
            assert of(read_narratives(engine=engine, among=NarrativeFilter(posts=False)), "croc-1").items == tuple(story.items[1:])
            again = found(engine, posts=False)
            assert not any(each.posts for each in again.narratives)


def test_a_cancel_leaves_what_was_kept(engine: NarrativeEngine) -> None:
    before = found(engine)
    token = CancelToken()
    with pytest.raises(Cancelled):
        find_narratives(engine=engine, regroup_all=True, progress=lambda _: token.cancel(), cancel=token)
    assert read_narratives(engine=engine).narratives == before.narratives


def test_before_anything_was_found_there_is_nothing_and_an_empty_library_says_so(tmp_path: Path) -> None:
    with narrative_engine(tmp_path / "library", STORIES) as engine:
        told = read_narratives(engine=engine)
        assert not told.found and not told.fresh and told.narratives == () and earlier_debunks(["croc-2"], engine=engine) == {}
    with narrative_engine(tmp_path / "empty") as engine, pytest.raises(LibraryError) as raised:
        found(engine)
    assert raised.value.code == "library-empty"


def test_a_series_of_a_few_days_is_counted_and_its_statistics_are_refused(engine: NarrativeEngine) -> None:
    told = found(engine)
    options = {"among": NarrativeFilter(), "step": Step.WEEK, "window": 4, "progress": no_progress, "cancel": CancelToken()}
    got = series_statistics(engine=engine, narratives=(of(told, "croc-1").id,), **options)  # type: ignore[arg-type]
    assert sum(got.series.factchecks) == 4 and all("at least 40 weeks" in each.refused for each in got.findings)
    with pytest.raises(InputError) as raised:
        series_statistics(engine=engine, narratives=("n-none",), **options)  # type: ignore[arg-type]
    assert raised.value.code == "series-empty"
