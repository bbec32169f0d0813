"""Narratives of 100,000 fact-checks with known stories, then of 1,000 more: time and agreement with the truth.
Vectors are invented at real size: a story is a direction near its topic's, its fact-checks have cosines from .5 to .9 with each
other, and stories of one topic about .4, as in the PolitiFact claims. Half of all fact-checks belong to no story. A fact-check's
text names its vector, so that nothing has to be encoded; library, indexes, files and grouping are the real ones.
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
    """A TextEncoder over invented stories: a text “topic 7 story 21 wording 3” has a vector near its story's, always the same."""

    identity = ModelIdentity(name="known-stories", artefact="0" * 32, backend="made-up", precision="float32")
    dimension = DIMENSION

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, DIMENSION), np.float32)

    def _vector(self, text: str) -> FloatMatrix:
        _, topic, _, story, _, wording, *_ = text.split()
        rng = np.random.default_rng([int(story), int(wording)])
        centre = _unit(0.65 * _direction(1, int(topic)) + 0.76 * _direction(2, int(story)))
        nearness = rng.uniform(0.72, 0.95)
        return _unit(nearness * centre + np.sqrt(1 - nearness**2) * _unit(rng.standard_normal(DIMENSION)))


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Measure the first grouping, that of 1,000 more, and both against the true stories."""
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
    kept_share = _kept_ids(first, second)
    yield Result(name="narratives: items that kept their narrative's id when 1,000 came", value=f"{kept_share:.2%}")
    library.close()


def made_up(count: int) -> tuple[list[FactCheck], dict[str, int]]:
    """Return fact-checks in random order, and each one's story by its id; -1 if it belongs to none."""
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
    sizes = Counter(text[1] for text in texts)
    checks = [_factcheck(number, *text) for number, text in enumerate(texts)]
    return checks, {check.id: text[1] if sizes[text[1]] > 1 else -1 for check, text in zip(checks, texts, strict=True)}


def b_cubed(predicted: dict[str, str], truth: dict[str, int]) -> tuple[float, float]:
    """Return B-cubed precision and recall of groups, averaged over items (Bagga and Baldwin 1998). An item without a group is a
    group by itself."""
    group = {item: predicted.get(item, f"alone {item}") for item in truth}
    story = {item: (number if number >= 0 else f"alone {item}") for item, number in truth.items()}
    joint = Counter((group[item], story[item]) for item in truth)
    in_group, in_story = Counter(group.values()), Counter(story.values())
    precision = sum(count * count / in_group[label] for (label, _), count in joint.items()) / len(truth)
    recall = sum(count * count / in_story[story_label] for (_, story_label), count in joint.items()) / len(truth)
    return precision, recall


def _agreement(name: str, narrative_map: NarrativeMap, stories: dict[str, int]) -> Result:
    from sklearn.metrics import adjusted_rand_score

    narrative_of = {item.split(":", 1)[1]: narrative.id for narrative in narrative_map.narratives for item in narrative.items}
    story_of = {item: story for item, story in stories.items() if item in narrative_of or story >= 0}
    precision, recall = b_cubed(narrative_of, story_of)
    predicted = [narrative_of.get(item, f"alone {item}") for item in story_of]
    rand = adjusted_rand_score([str(story) if story >= 0 else f"alone {item}" for item, story in story_of.items()], predicted)
    largest = max(len(narrative.items) for narrative in narrative_map.narratives)
    value = f"adjusted Rand {rand:.3f}; B-cubed precision {precision:.3f}, recall {recall:.3f}; {len(narrative_map.narratives)} found, largest {largest}"
    return Result(name=name, value=value)


def _kept_ids(first: NarrativeMap, second: NarrativeMap) -> float:
    before = {item: narrative.id for narrative in first.narratives for item in narrative.items}
    after = {item: narrative.id for narrative in second.narratives for item in narrative.items}
    return sum(after.get(item) == identifier for item, identifier in before.items()) / len(before)


def _find(folder: Path, library: Library, encoder: KnownStories) -> tuple[NarrativeMap, float]:
    narrative_store = open_narratives(folder)
    engine = NarrativeEngine(library=library, store=narrative_store, encoder=lambda: encoder, country_of=lambda *_: "")
    started = time.perf_counter()
    narratives = find_narratives(engine=engine, posts=False, progress=no_progress, cancel=CancelToken())
    seconds = time.perf_counter() - started
    narrative_store.close()
    return narratives, seconds


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
