"""Narratives of 100,000 fact-checks whose stories are known, then of 1,000 more: how long it takes, and how near it comes to the truth.

Vectors are made up at real size: a story is a direction near its topic's, its fact-checks lie around it at cosines from .5 to .9 of each
other, stories of one topic at some .4, as in the PolitiFact claims. Half of all fact-checks belong to no story. A fact-check's text names
its vector, so that nothing has to be encoded; library, indexes, files and grouping are the real ones.
"""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from app.bootstrap.library_files import open_narratives
from app.domain.factcheck import FactCheck
from app.domain.narrative import NarrativeMap
from app.domain.progress import CancelToken, Progress, no_progress
from app.ports import FloatMatrix, Library, LibraryChange, ModelIdentity
from app.services.narrative_engine import NarrativeEngine
from app.services.narratives import find_narratives
from app.store import open_library
from tests.benchmarks.table import Result

COUNT, MORE = 100_000, 1_000
TOPICS, DIMENSION = 2_000, 384
_SEED = 20261123


class KnownStories:
    """A TextEncoder over made-up stories: a text “topic 7 story 21 wording 3” has a vector near its story's, the same each time."""

    identity = ModelIdentity(name="known-stories", artefact="0" * 32, backend="made-up", precision="float32")
    dimension = DIMENSION

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, DIMENSION), np.float32)

    def _vector(self, text: str) -> FloatMatrix:
        _, topic, _, story, _, wording, *_ = text.split()
        own = np.random.default_rng([int(story), int(wording)])
        centre = _unit(0.65 * _direction(1, int(topic)) + 0.76 * _direction(2, int(story)))
        nearness = own.uniform(0.72, 0.95)
        return _unit(nearness * centre + np.sqrt(1 - nearness**2) * _unit(own.standard_normal(DIMENSION)))


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """The first grouping, that of 1,000 more, and both against the stories that were made."""
    folder = work / "narratives"
    shutil.rmtree(folder, ignore_errors=True)
    factchecks, stories = made_up(COUNT + MORE)
    encoder = KnownStories()
    library = open_library(folder, create=True)
    _take_in(library, factchecks[:COUNT], encoder)
    first, seconds = _find(folder, library, encoder)
    yield Result(name="narratives: 100,000 fact-checks grouped", value=f"{seconds:.0f} s", target="< 300 s", met=seconds < 300)
    yield _agreement("narratives: 100,000 fact-checks, against the stories made", first, stories)
    _take_in(library, factchecks[COUNT:], encoder)
    second, seconds = _find(folder, library, encoder)
    yield Result(name="narratives: 1,000 more", value=f"{seconds:.1f} s", target="< 10 s", met=seconds < 10)
    yield _agreement("narratives: 101,000 fact-checks, against the stories made", second, stories)
    kept = _kept_ids(first, second)
    yield Result(name="narratives: items that kept their narrative's id when 1,000 came", value=f"{kept:.2%}")
    library.close()


def made_up(count: int) -> tuple[list[FactCheck], dict[str, int]]:
    """Fact-checks in an order drawn by lot, and each one's story by its id; -1 for one that belongs to none."""
    chance = np.random.default_rng(_SEED)
    texts: list[tuple[int, int, int]] = []
    story = 0
    while len(texts) < count:
        story += 1
        size = 1 if chance.random() < 0.72 else min(2 + int(chance.pareto(1.3)), 200)
        topic = int(chance.integers(TOPICS))
        texts += [(topic, story, wording) for wording in range(size)]
    chance.shuffle(texts)
    texts = texts[:count]
    sizes = Counter(each[1] for each in texts)
    checks = [_factcheck(number, *each) for number, each in enumerate(texts)]
    return checks, {check.id: each[1] if sizes[each[1]] > 1 else -1 for check, each in zip(checks, texts, strict=True)}


def b_cubed(found: dict[str, str], truth: dict[str, int]) -> tuple[float, float]:
    """Precision and recall of groups, averaged over items (Bagga and Baldwin 1998); an item in no group is one by itself."""
    group = {item: found.get(item, f"alone {item}") for item in truth}
    story = {item: (number if number >= 0 else f"alone {item}") for item, number in truth.items()}
    both = Counter((group[item], story[item]) for item in truth)
    in_group, in_story = Counter(group.values()), Counter(story.values())
    precision = sum(count * count / in_group[one] for (one, _), count in both.items()) / len(truth)
    recall = sum(count * count / in_story[other] for (_, other), count in both.items()) / len(truth)
    return precision, recall


def _agreement(name: str, found: NarrativeMap, stories: dict[str, int]) -> Result:
    from sklearn.metrics import adjusted_rand_score

    there = {item.split(":", 1)[1]: each.id for each in found.narratives for item in each.items}
    known = {item: story for item, story in stories.items() if item in there or story >= 0}
    precision, recall = b_cubed(there, known)
    told = [there.get(item, f"alone {item}") for item in known]
    rand = adjusted_rand_score([str(story) if story >= 0 else f"alone {item}" for item, story in known.items()], told)
    largest = max(len(each.items) for each in found.narratives)
    value = f"adjusted Rand {rand:.3f}; B-cubed precision {precision:.3f}, recall {recall:.3f}; {len(found.narratives)} found, largest {largest}"
    return Result(name=name, value=value)


def _kept_ids(first: NarrativeMap, second: NarrativeMap) -> float:
    before = {item: each.id for each in first.narratives for item in each.items}
    after = {item: each.id for each in second.narratives for item in each.items}
    return sum(after.get(item) == identifier for item, identifier in before.items()) / len(before)


def _find(folder: Path, library: Library, encoder: KnownStories) -> tuple[NarrativeMap, float]:
    kept = open_narratives(folder)
    engine = NarrativeEngine(library=library, store=kept, encoder=lambda: encoder, country_of=lambda *_: "")
    started = time.perf_counter()
    found = find_narratives(engine=engine, posts=False, progress=no_progress, cancel=CancelToken())
    seconds = time.perf_counter() - started
    kept.close()
    return found, seconds


def _take_in(library: Library, factchecks: Sequence[FactCheck], encoder: KnownStories) -> None:
    library.apply(LibraryChange(upsert=factchecks), encoder=encoder, progress=no_progress, cancel=CancelToken())


def _factcheck(number: int, topic: int, story: int, wording: int) -> FactCheck:
    return FactCheck(
        id=f"made-{number:06d}",
        claim=f"topic {topic} story {story} wording {wording} of a claim that somebody checked",
        publisher=f"Desk {number % 40}",
        url=f"https://desk{number % 40}.example/{number}",
        published=date(2015, 1, 1) + timedelta(days=number % 3_650),
        language="en",
    )


def _direction(kind: int, number: int) -> FloatMatrix:
    return _unit(np.random.default_rng([kind, number]).standard_normal(DIMENSION))


def _unit(vector: np.ndarray) -> FloatMatrix:
    return (vector / np.linalg.norm(vector)).astype(np.float32)
