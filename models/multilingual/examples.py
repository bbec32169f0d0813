"""What the student is trained on: texts with the English text whose vector they should have, by source.

`python -m models.multilingual.examples DATA` writes `build/training/multilingual/examples.jsonl`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.inference.encoders import student_text
from models.multilingual.collect import own_words, read_collected
from models.multilingual.english import english_texts
from models.multilingual.features import FeatureRows, feature_rows, joined
from models.multilingual.pairs import XQUAD_LANGUAGES, held_back_english, parallel, same
from models.multilingual.switch import FUNCTION_WORDS, Switcher, dictionaries, key
from models.multilingual.teacher import KEPT, Teacher

EXAMPLES = KEPT.parent / "examples.jsonl"
SWITCHED_LANGUAGES = tuple(sorted({*XQUAD_LANGUAGES, *"fr it pt ja nl pl ko id".split(), *"bg cs da fi hu lt sv".split()}))
_WEIGHT = {"parallel": 1.0, "english": 0.4, "switched": 0.7, "words": 2.0, "sentences": 4.0, "dictionary": 0.3, "cldr": 0.3,
           "names": 0.2, "messages": 0.4, "stories": 0.5, "programs": 0.4}  # fmt: skip
"""How often an example of this source comes up an epoch."""
_COUNTS = {"parallel": 2.0, "english": 0.5, "switched": 0.5, "messages": 0.5, "programs": 0.3, "stories": 0.4, "names": 0.7,
           "words": 4.0, "sentences": 4.0}  # fmt: skip
"""What a text of this source counts where features are chosen: word lists are all there is of some languages, games are of many."""
_CHUNK = 100_000


@dataclass(frozen=True, slots=True)
class Example:
    """A text, the English text whose vector it should have, and where it is from."""

    text: str
    english: str
    source: str


def training_examples(data: Path, teacher: Teacher, *, seed: int, variants: int) -> list[Example]:
    """All examples whose English side the teacher has encoded; nothing of the test among them."""
    held_back = held_back_english(data) | {same(pair.english) for pair in parallel(data, "development")}
    pairs = parallel(data, "train")
    collected = read_collected()
    plain = [text for text in english_texts(data) if teacher.knows(text)]
    found = [Example(pair.text, pair.english, "parallel") for pair in pairs]
    found += [Example(pair.text, pair.english, source) for source, pair in collected if source != "messages" or _drawn(pair.text)]
    sentences = list(dict.fromkeys([*(pair.english for pair in pairs), *plain]))
    found += [Example(text, text, "english") for text in [*sentences, *dict.fromkeys(pair.english for _, pair in collected)]]
    listed = [
        *own_words(),
        *(pair for source, pair in collected if source in {"dictionary", "cldr", "names"} and key(pair.english) not in FUNCTION_WORDS),
    ]
    switcher = Switcher(dictionaries(listed, pairs), seed=seed)
    for place, text in enumerate(plain * variants):
        language = SWITCHED_LANGUAGES[(place * 7 + place // len(plain)) % len(SWITCHED_LANGUAGES)]
        found.append(Example(switcher.switched(text, language), text, "switched"))
    kept = [one for one in found if same(one.english) not in held_back and teacher.knows(one.english)]
    return list(dict.fromkeys(kept))


def _drawn(text: str) -> bool:
    """Two of five messages, by hash: there are many, and their words repeat."""
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[0] < 102


def table_codes(features: FeatureRows, sources: NDArray[np.str_], *, rows: int) -> NDArray[np.int64]:
    """The codes that weigh most over all texts, sorted, at most so many; one that a single text has says little of any other."""
    weight = np.array([_COUNTS.get(source, 1.0) for source in sources])
    parts = []
    for start in range(0, len(features), _CHUNK):
        part = np.arange(start, min(start + _CHUNK, len(features)))
        texts = features.take(part)
        parts.append(_summed(texts.codes, np.repeat(weight[part], np.diff(texts.starts)) * texts.weights, np.ones(len(texts.codes))))
    codes, weights, times = _summed(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    order = np.argsort(-weights * (times > 1), kind="stable")
    chosen = order[: min(rows, int((times > 1).sum()))]
    return np.sort(codes[chosen])


def _summed(
    codes: NDArray[np.int64], weights: NDArray[np.float64], times: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Each code once, with the sums of its weights and times."""
    once, inverse = np.unique(codes, return_inverse=True)
    summed, counted_times = (np.asarray(np.bincount(inverse, weights=each), np.float64) for each in (weights, times))
    return once, summed, counted_times


def example_features(examples: Sequence[Example]) -> FeatureRows:
    """The features of all examples, in order; those of one source lie together."""
    return joined([_cached([one.text for one in part]) for _, part in groupby(examples, key=lambda one: one.source)])


def _cached(texts: Sequence[str]) -> FeatureRows:
    """As `feature_rows`, kept under `build/` for the next run over the same texts."""
    hasher = hashlib.sha256(Path(student_text.__file__).read_bytes())
    for text in texts:
        hasher.update(text.encode("utf-8", "replace") + b"\0")
    path = KEPT.parent / f"features-{hasher.hexdigest()[:16]}.npz"
    if path.is_file():
        with np.load(path) as kept:
            return FeatureRows(kept["codes"], kept["weights"], kept["starts"])
    found = feature_rows(texts, student_text.LEARNT)
    np.savez(path, codes=found.codes, weights=found.weights, starts=found.starts)
    return found


def epoch_order(sources: NDArray[np.str_], chooser: np.random.Generator) -> NDArray[np.int64]:
    """Every example as often as its source's weight says (a fraction by chance), shuffled."""
    wanted = np.array([_WEIGHT[source] for source in sources])
    times = np.floor(wanted + chooser.random(len(wanted))).astype(np.int64)
    return chooser.permutation(np.repeat(np.arange(len(sources)), times))


def counted(sources: NDArray[np.str_]) -> dict[str, int]:
    """How many examples are of each source."""
    return {str(name): count for name, count in sorted(Counter(sources.tolist()).items())}


def read_examples(path: Path = EXAMPLES) -> list[Example]:
    """What `python -m models.multilingual.examples` wrote."""
    return [Example(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main(data: Path) -> None:
    """Write the examples and their features."""
    examples = training_examples(data, Teacher(threads=1), seed=0, variants=2)
    lines = (json.dumps(asdict(one), ensure_ascii=True) + "\n" for one in examples)
    EXAMPLES.write_text("".join(lines), encoding="utf-8")
    example_features(examples)
    print(counted(np.array([one.source for one in examples])))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
