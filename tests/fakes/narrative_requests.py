"""Narrative requests of the fake task client: items that share most of their long words tell one story, and every act is stored.
A fact-check repeats every earlier one of another publisher in its narrative. Series are counted, their statistics refused.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import regex

from app.domain.factcheck import FactCheck
from app.domain.narrative import ItemKind, Narrative, NarrativeEdge, NarrativeItem, NarrativeMap, Ruling
from app.domain.narrative_operations import NarrativeOperation
from app.domain.post import Post
from app.domain.repeat import EarlierDebunk, Repeat
from app.domain.series import CountSeries, Finding, SeriesStatistics
from app.domain.timeline import Step
from app.narratives.operations import new_id
from app.worker import protocol
from tests.fakes.library_requests import Broken
from tests.fakes.library_requests import Step as Told

_WORD = regex.compile(r"\p{L}{4,}")
_ALIKE = 0.5
COUNTRIES = {"Sample desk": "GB", "Escritorio": "ES", "Mesa": "PT"}


class Storyteller:
    """The narratives of the fake's library. `generation` shows whether the library has changed since they were found."""

    def __init__(self, factchecks: Callable[[], Sequence[FactCheck]], posts: Callable[[], Sequence[Post]]) -> None:
        self._factchecks, self._posts = factchecks, posts
        self.found_with: int | None = None
        self.map = NarrativeMap()
        self.done: list[NarrativeOperation] = []
        self.undone: list[NarrativeOperation] = []

    def handlers(self) -> Mapping[type[protocol.AnyRequest], Callable[..., Iterator[Told]]]:
        """Return the handlers by request type."""
        return {
            protocol.FindNarratives: self._find,
            protocol.ReadNarratives: self._read,
            protocol.ActOnNarratives: self._act,
            protocol.UndoNarratives: self._undo,
            protocol.RedoNarratives: self._redo,
            protocol.ComputeSeries: self._series,
            protocol.WriteNarratives: self._write,
            protocol.FindEarlier: self._earlier,
        }

    def _items(self) -> list[NarrativeItem]:
        return [*map(_of_factcheck, self._factchecks()), *map(_of_post, self._posts())]

    def _find(self, request: protocol.FindNarratives) -> Iterator[Told]:
        items = self._items()
        yield "progressed", ("Comparing", 0, len(items))
        groups: list[list[NarrativeItem]] = []
        for item in items:
            home = next((group for group in groups if any(_alike(item, other) >= _ALIKE for other in group)), None)
            if home is None:
                groups.append([item])
            else:
                home.append(item)
        yield "progressed", ("Naming", len(items), len(items))
        stories = [group for group in groups if len(group) > 1]
        narrative_ids = {item.key: new_id([group[0].key]) for group in stories for item in group}
        for move in (move for act in self.done for move in act.moves):
            narrative_ids[move.item] = move.after.narrative
        self.found_with = len(items)
        self.map = _map(items, narrative_ids, {naming.narrative: naming.after for act in self.done for naming in act.names})
        yield "finished", (self._now(),)

    def _read(self, request: protocol.ReadNarratives) -> Iterator[Told]:
        yield "finished", (self._now(),)

    def _now(self) -> NarrativeMap:
        undo = self.done[-1].label if self.done else ""
        redo = self.undone[-1].label if self.undone else ""
        is_current = self.found_with == len(self._items())
        return replace(self.map, found=self.found_with is not None, fresh=is_current, undo=undo, redo=redo)

    def _act(self, request: protocol.ActOnNarratives) -> Iterator[Told]:
        self.done.append(request.act)
        self.undone.clear()
        yield self._apply(request.act)

    def _undo(self, request: protocol.UndoNarratives) -> Iterator[Told]:
        act = self.done.pop()
        self.undone.append(act)
        yield self._apply(act.inverse())

    def _redo(self, request: protocol.RedoNarratives) -> Iterator[Told]:
        act = self.undone.pop()
        self.done.append(act)
        yield self._apply(act)

    def _apply(self, act: NarrativeOperation) -> Told:
        before = {narrative.id: narrative for narrative in self.map.narratives}
        narrative_ids = {key: narrative.id for narrative in self.map.narratives for key in narrative.items}
        narrative_ids |= {move.item: move.after.narrative for move in act.moves}
        names = {narrative.id: narrative.name for narrative in self.map.narratives if narrative.named_by_hand}
        names |= {naming.narrative: naming.after for naming in act.names}
        now = _map(self.map.items, narrative_ids, names)
        judged = {change.pair: change.after for change in act.judgements}
        repeats = tuple(replace(narrative, judgement=judged.get(narrative.pair, narrative.judgement)) for narrative in self.map.repeats)
        self.map = replace(now, repeats=repeats)
        changed = tuple(narrative for narrative in now.narratives if before.get(narrative.id) != narrative)
        state = self._now()
        removed = tuple(set(before) - {narrative.id for narrative in now.narratives})
        return "finished", (protocol.NarrativesChanged(changed=changed, gone=removed, act=act, undo=state.undo, redo=state.redo),)

    def _series(self, request: protocol.ComputeSeries) -> Iterator[Told]:
        homes = {
            key
            for narrative in self.map.narratives
            for key in narrative.items
            if not request.narratives or narrative.id in request.narratives
        }
        days = [(item.day, item.kind) for item in self.map.items if item.key in homes and item.day]
        if not days:
            yield "failed", (Broken("narratives-no-dates", "Nothing here has a date.", "Choose other narratives."),)
            return
        first = min(day for day, _ in days)
        bins = (max(day for day, _ in days) - first).days // 7 + 1
        counts = {kind: Counter((day - first).days // 7 for day, of in days if of is kind) for kind in ItemKind}
        debunks, posts = (tuple(counts[kind].get(bin_number, 0) for bin_number in range(bins)) for kind in ItemKind)
        series = CountSeries(
            start=first - timedelta(days=first.weekday()),
            step=Step(request.step),
            factchecks=debunks,
            posts=posts,
            window=request.window,
            factchecks_mean=tuple(map(float, debunks)),
            posts_mean=tuple(map(float, posts)),
        )
        refused = Finding(name="Granger causality", refused="This needs at least 40 weeks.")
        yield "finished", (SeriesStatistics(series=series, findings=(refused,)),)

    def _earlier(self, request: protocol.FindEarlier) -> Iterator[Told]:
        """Report the library's first fact-check as the one that all others repeat."""
        first = self._factchecks()[0]
        debunk = EarlierDebunk(
            factcheck=first.id, publisher=first.publisher, language="pt", published=first.published or date(2020, 1, 1), days=42
        )
        yield "finished", (protocol.EarlierFound(earlier={identifier: debunk for identifier in request.ids if identifier != first.id}),)

    def _write(self, request: protocol.WriteNarratives) -> Iterator[Told]:
        written_names = [
            narrative.name for narrative in self.map.narratives if not request.narratives or narrative.id in request.narratives
        ]
        Path(request.path).write_text(json.dumps(written_names), encoding="utf-8")
        yield "finished", (protocol.Written(path=request.path),)


def _of_factcheck(check: FactCheck) -> NarrativeItem:
    return NarrativeItem(
        id=check.id,
        kind=ItemKind.FACTCHECK,
        text=check.claim,
        day=check.published,
        publisher=check.publisher,
        language=check.language,
        country=COUNTRIES.get(check.publisher, ""),
        claimant=check.claimant,
        verdict=check.verdict,
        rating=check.rating,
        url=check.url,
    )


def _of_post(post: Post) -> NarrativeItem:
    day = post.published.date() if post.published else None
    return NarrativeItem(
        id=post.id, kind=ItemKind.POST, text=post.text, day=day, publisher=post.author, platform=post.platform, language=post.language
    )


def _alike(narrative_item: NarrativeItem, other: NarrativeItem) -> float:
    words = [set(_WORD.findall(item.text.casefold())) for item in (narrative_item, other)]
    return len(words[0] & words[1]) / max(1, min(map(len, words)))


def _map(items: Sequence[NarrativeItem], narrative_ids: Mapping[str, str], names: Mapping[str, str]) -> NarrativeMap:
    """Return the narratives that follow from the items' assignments."""
    groups: dict[str, list[NarrativeItem]] = {}
    for item in sorted(items, key=lambda item: (item.day or date.max, item.key)):
        if narrative_ids.get(item.key):
            groups.setdefault(narrative_ids[item.key], []).append(item)
    repeats = [repeat for group in groups.values() for repeat in _repeats(group)]
    edges = [
        NarrativeEdge(one=left_item.key, other=right_item.key, similarity=min(1.0, 0.5 + _alike(left_item, right_item) / 2))
        for group in groups.values()
        for position, left_item in enumerate(group)
        for right_item in group[position + 1 :]
    ]
    narratives = tuple(_narrative(name, group, names.get(name, ""), repeats) for name, group in sorted(groups.items()))
    unassigned = len(items) - sum(map(len, groups.values()))
    return NarrativeMap(narratives=narratives, items=tuple(items), repeats=tuple(repeats), edges=tuple(edges), alone=unassigned, found=True)


def _repeats(group: Sequence[NarrativeItem]) -> Iterator[Repeat]:
    checks = [item for item in group if item.kind is ItemKind.FACTCHECK and item.day]
    for index, later in enumerate(checks):
        spoken = {item.language for item in checks[:index]}
        for earlier in checks[:index]:
            if earlier.publisher != later.publisher and earlier.day and later.day:
                days = (later.day - earlier.day).days
                new = later.language not in spoken
                yield Repeat(later=later.id, earlier=earlier.id, similarity=0.9, probability=0.93, days=days, new_language=new)


def _narrative(name: str, group: Sequence[NarrativeItem], given_name: str, repeats: Sequence[Repeat]) -> Narrative:
    checks = [item for item in group if item.kind is ItemKind.FACTCHECK]
    days = [item.day for item in group if item.day]
    rulings = {item.verdict.settles_true for item in checks if not item.verdict.ambiguous}
    words = Counter(word for item in group for word in _WORD.findall(item.text.casefold()))
    terms = tuple(sorted(words, key=lambda word: (-words[word], word))[:3])

    def counted(values: Iterator[str]) -> tuple[tuple[str, int], ...]:
        return tuple(Counter(filter(None, values)).most_common())

    return Narrative(
        id=name,
        name=given_name or " ".join(terms),
        claim=group[0].text,
        central=group[0].key,
        items=tuple(item.key for item in group),
        terms=terms,
        named_by_hand=bool(given_name),
        first=min(days, default=None),
        last=max(days, default=None),
        factchecks=len(checks),
        posts=len(group) - len(checks),
        languages=counted(item.language for item in group),
        publishers=counted(item.publisher for item in checks),
        countries=counted(item.country for item in checks),
        platforms=counted(item.platform for item in group),
        ruling=Ruling.CONFLICT if len(rulings) > 1 else Ruling.AGREE if rulings else Ruling.NONE,
        repeats=sum(any(repeat.later == item.id for item in checks) for repeat in repeats),
    )
