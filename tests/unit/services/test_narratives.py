"""Narratives of a real library: found, stored, changed by hand, filtered; repeats of claims."""

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
    """Yield an engine over the invented stories."""
    with narrative_engine(tmp_path / "library", STORIES) as built:
        yield built


def narrative_of(narrative_map: NarrativeMap, item: str) -> Narrative:
    """Return the narrative of a fact-check."""
    return next(narrative for narrative in narrative_map.narratives if f"factcheck:{item}" in narrative.items)


def test_narratives_are_found_with_their_facts(engine: NarrativeEngine) -> None:
    narrative_map = found(engine)
    story = narrative_of(narrative_map, "croc-1")
    assert story.items == tuple(f"factcheck:{member}" for member in ("croc-1", "croc-2", "croc-3", "croc-m", "undated"))
    assert (story.first, story.last, story.factchecks, story.posts) == (date(2021, 3, 1), date(2021, 6, 1), 5, 0)
    assert story.publishers == (("Valley Facts", 3), ("Harbour Check", 1), ("Someone Else", 1))
    assert story.languages == (("en", 4), ("pt", 1)) and story.countries == (("PT", 3), ("NO", 1))
    assert story.ruling is Ruling.AGREE and story.repeats == 2
    assert narrative_of(narrative_map, "otter-1").ruling is Ruling.CHANGED and narrative_of(narrative_map, "otter-1").turns == (
        "factcheck:otter-2",
    )
    assert narrative_map.found and narrative_map.fresh and narrative_map.alone == 1 and len(narrative_map.narratives) == 2
    assert (
        narrative_map.run.factchecks == len(STORIES)
        and narrative_map.run.models
        and {edge.one for edge in narrative_map.edges} <= {item.key for item in narrative_map.items}
    )
    assert read_narratives(engine=engine) == replace(narrative_map, run=read_narratives(engine=engine).run)


def test_changed_rulings_are_marked_but_not_copies(tmp_path: Path) -> None:
    first = check("bridge-1", "The bridge of Harlow collapsed in the storm", "Desk", "2024-01-01")
    copy = replace(first, id="bridge-2", published=date(2024, 1, 5))
    turned = replace(first, id="bridge-3", published=date(2024, 3, 1), verdict=Verdict.TRUE, rating="true")
    with narrative_engine(tmp_path / "library", (first, copy, turned)) as engine:
        story = narrative_of(found(engine), "bridge-1")
    assert story.items == ("factcheck:bridge-1", "factcheck:bridge-3")
    assert story.ruling is Ruling.CHANGED and story.turns == ("factcheck:bridge-3",)


def test_a_repeat_is_another_publishers_earlier_check_of_the_same_claim(engine: NarrativeEngine) -> None:
    narrative_map = found(engine)
    assert {(repeat.later, repeat.earlier, repeat.days) for repeat in narrative_map.repeats} == {
        ("croc-2", "croc-1", 42),
        ("croc-3", "croc-1", 61),
    }
    (second,) = (repeat for repeat in narrative_map.repeats if repeat.later == "croc-2")
    assert second.new_language and second.probability > 0.9
    debunk = earlier_debunks(["croc-2", "croc-m", "alone"], engine=engine)
    assert set(debunk) == {"croc-2"}
    assert (debunk["croc-2"].publisher, debunk["croc-2"].language, debunk["croc-2"].days) == ("Harbour Check", "en", 42)


def test_a_judgement_is_kept_undone_and_takes_a_repeat_off_the_card(engine: NarrativeEngine) -> None:
    narrative_map = found(engine)
    wrong = [repeat for repeat in narrative_map.repeats if repeat.later == "croc-2"]
    outcome = do_act(judge(wrong, Judgement.IRRELEVANT, **WHO), engine=engine)
    assert outcome.undo and not outcome.changed and earlier_debunks(["croc-2"], engine=engine) == {}
    assert [repeat.judgement for repeat in read_narratives(engine=engine).repeats if repeat.later == "croc-2"] == [Judgement.IRRELEVANT]
    assert undo_act(engine=engine).redo and "croc-2" in earlier_debunks(["croc-2"], engine=engine)


def test_ids_are_stable_and_only_new_items_are_compared(engine: NarrativeEngine) -> None:
    before = found(engine)
    more = [
        check("croc-9", f"{CROCODILE} they say", "Third Desk", "2022-01-01"),
        check("new", "Tea turns rain sour in Orrin", "X", "2022-01-01"),
    ]
    engine.library.apply(LibraryChange(upsert=more), encoder=FakeEncoder(dimension=256), progress=no_progress, cancel=CancelToken())
    assert not read_narratives(engine=engine).fresh
    compared: list[ProgressUpdate] = []
    after = find_narratives(engine=engine, progress=compared.append, cancel=CancelToken())
    assert {entry.id for entry in after.narratives} == {entry.id for entry in before.narratives}
    assert narrative_of(after, "croc-9").id == narrative_of(before, "croc-1").id and after.fresh
    assert max(update.total for update in compared if update.activity == "Comparing fact-checks") == 2
    assert {(entry.later, entry.earlier) for entry in before.repeats} < {(entry.later, entry.earlier) for entry in after.repeats}
    again = find_narratives(engine=engine, regroup_all=True, progress=no_progress, cancel=CancelToken())
    assert [(entry.id, entry.items) for entry in again.narratives] == [(entry.id, entry.items) for entry in after.narratives]
    assert again.repeats == after.repeats


def test_deleted_and_edited_items_leave_their_narrative(engine: NarrativeEngine) -> None:
    story = narrative_of(found(engine), "croc-1").id
    edited = replace(STORIES[2], claim="Bees were seen at the pole in winter")
    change = LibraryChange(upsert=[edited], delete=["croc-1"])
    engine.library.apply(change, encoder=FakeEncoder(dimension=256), progress=no_progress, cancel=CancelToken())
    after = found(engine)
    assert [set(narrative.items) for narrative in after.narratives if narrative.id == story] == [
        {"factcheck:croc-2", "factcheck:croc-m", "factcheck:undated"}
    ]
    assert not after.repeats


def test_manual_changes_survive_regrouping_and_can_be_undone(engine: NarrativeEngine) -> None:
    before = found(engine)
    story, used_ids = narrative_of(before, "croc-1"), [narrative.id for narrative in before.narratives]
    outcome = do_act(split(story, ["factcheck:croc-m", "factcheck:undated"], used_ids=used_ids, **WHO), engine=engine)
    assert {len(narrative.items) for narrative in outcome.changed} == {2, 3} and not outcome.gone and outcome.undo == outcome.act.label  # type: ignore[union-attr]
    apart = find_narratives(engine=engine, regroup_all=True, progress=no_progress, cancel=CancelToken())
    assert (
        narrative_of(apart, "croc-1").id == story.id
        and narrative_of(apart, "croc-m").id != story.id
        and narrative_of(apart, "croc-m").by_hand
    )
    merged = do_act(merge(narrative_of(apart, "croc-1"), [narrative_of(apart, "otter-1")], **WHO), engine=engine)
    assert merged.gone == (narrative_of(apart, "otter-1").id,) and len(merged.changed[0].items) == 5
    do_act(rename(merged.changed[0], "  Beasts  of the street ", **WHO), engine=engine)
    do_act(take_out(merged.changed[0], ["factcheck:otter-2"], **WHO), engine=engine)
    now = found(engine)
    assert narrative_of(now, "otter-1").name == "Beasts of the street" and narrative_of(now, "otter-1").named_by_hand
    assert not any("factcheck:otter-2" in narrative.items for narrative in now.narratives)
    for _ in range(4):
        assert undo_act(engine=engine).act is not None
    assert undo_act(engine=engine).act is None
    back = read_narratives(engine=engine)
    assert [(narrative.id, narrative.items, narrative.name, narrative.by_hand) for narrative in back.narratives] == [
        (narrative.id, narrative.items, narrative.name, narrative.by_hand) for narrative in before.narratives
    ]
    assert redo_act(engine=engine).act is not None and len(read_narratives(engine=engine).narratives) == 3


def test_filters_affect_display_but_not_grouping(engine: NarrativeEngine) -> None:
    everything = found(engine)
    some = read_narratives(engine=engine, among=NarrativeFilter(language="pt"))
    assert [entry.items for entry in some.narratives] == [("factcheck:croc-2",)]
    assert some.narratives[0].claim == narrative_of(everything, "croc-1").claim and [entry.later for entry in some.repeats] == ["croc-2"]
    late = read_narratives(engine=engine, among=NarrativeFilter(since=date(2021, 4, 13), until=date(2021, 5, 1)))
    assert [entry.items for entry in late.narratives] == [("factcheck:croc-3",)]
    by_publisher = read_narratives(engine=engine, among=NarrativeFilter(publisher="harbour check"))
    assert {len(entry.items) for entry in by_publisher.narratives} == {1, 2}
    only = select_narratives(everything, [narrative_of(everything, "otter-1").id])
    assert len(only.narratives) == 1 and not only.repeats and len(only.items) == 2 and select_narratives(everything, []) is everything


def test_posts_join_the_stories_that_they_tell(tmp_path: Path) -> None:
    with closing(open_posts(tmp_path / "library", create=True)) as posts:
        posts.add(POSTS, progress=no_progress, cancel=CancelToken())
        with narrative_engine(tmp_path / "library", STORIES, posts=posts) as engine:
            left_out = found(engine)
            assert "2 posts were left out" in left_out.remarks[0] and not any(narrative.posts for narrative in left_out.narratives)
            posts.encode(encoder=FakeEncoder(dimension=256), progress=no_progress, cancel=CancelToken())
            with_posts = found(engine)
            story = narrative_of(with_posts, "croc-1")
            assert "post:p1" in story.items and story.posts == 1 and story.platforms == (("x", 1),) and not with_posts.remarks
            assert story.items[0] == "post:p1" and story.central.startswith("factcheck:")
            assert narrative_of(read_narratives(engine=engine, among=NarrativeFilter(posts=False)), "croc-1").items == tuple(
                story.items[1:]
            )
            again = found(engine, posts=False)
            assert not any(narrative.posts for narrative in again.narratives)


def test_a_cancel_keeps_what_was_stored(engine: NarrativeEngine) -> None:
    before = found(engine)
    token = CancelToken()
    with pytest.raises(Cancelled):
        find_narratives(engine=engine, regroup_all=True, progress=lambda _: token.cancel(), cancel=token)
    assert read_narratives(engine=engine).narratives == before.narratives


def test_before_anything_was_found_there_is_nothing_and_an_empty_library_says_so(tmp_path: Path) -> None:
    with narrative_engine(tmp_path / "library", STORIES) as engine:
        narrative_map = read_narratives(engine=engine)
        assert (
            not narrative_map.found
            and not narrative_map.fresh
            and narrative_map.narratives == ()
            and earlier_debunks(["croc-2"], engine=engine) == {}
        )
    with narrative_engine(tmp_path / "empty") as engine, pytest.raises(LibraryError) as raised:
        found(engine)
    assert raised.value.code == "library-empty"


def test_a_series_of_a_few_days_is_counted_and_its_statistics_are_refused(engine: NarrativeEngine) -> None:
    narrative_map = found(engine)
    options = {"among": NarrativeFilter(), "step": Step.WEEK, "window": 4, "progress": no_progress, "cancel": CancelToken()}
    statistics = series_statistics(engine=engine, narratives=(narrative_of(narrative_map, "croc-1").id,), **options)  # type: ignore[arg-type]
    assert sum(statistics.series.factchecks) == 4 and all("at least 40 weeks" in finding.refused for finding in statistics.findings)
    with pytest.raises(InputError) as raised:
        series_statistics(engine=engine, narratives=("n-none",), **options)  # type: ignore[arg-type]
    assert raised.value.code == "series-empty"
