"""Training examples of the student by source: texts with the English text that has the target vector.

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
"""Number of times that an example of this source occurs in an epoch."""
_COUNTS = {"parallel": 2.0, "english": 0.5, "switched": 0.5, "messages": 0.5, "programs": 0.3, "stories": 0.4, "names": 0.7,
           "words": 4.0, "sentences": 4.0}  # fmt: skip
"""Weight of a text of this source in the choice of features. Some languages have word lists only; many have games."""
_CHUNK = 100_000


@dataclass(frozen=True, slots=True)
class Example:
    """A text, the English text that has the target vector, and the source."""

    text: str
    english: str
    source: str


def training_examples(data: Path, teacher: Teacher, *, seed: int, variants: int) -> list[Example]:
    """Return all examples with an English side that the teacher has encoded. Test texts are excluded."""
    held_back = held_back_english(data) | {same(pair.english) for pair in parallel(data, "development")}
    pairs = parallel(data, "train")
    collected = read_collected()
    plain = [text for text in english_texts(data) if teacher.knows(text)]
    candidates = [Example(pair.text, pair.english, "parallel") for pair in pairs]
    candidates += [Example(pair.text, pair.english, source) for source, pair in collected if source != "messages" or _drawn(pair.text)]
    sentences = list(dict.fromkeys([*(pair.english for pair in pairs), *plain]))
    candidates += [Example(text, text, "english") for text in [*sentences, *dict.fromkeys(pair.english for _, pair in collected)]]
    listed = [
        *own_words(),
        *(pair for source, pair in collected if source in {"dictionary", "cldr", "names"} and key(pair.english) not in FUNCTION_WORDS),
    ]
    switcher = Switcher(dictionaries(listed, pairs), seed=seed)
    for index, text in enumerate(plain * variants):
        language = SWITCHED_LANGUAGES[(index * 7 + index // len(plain)) % len(SWITCHED_LANGUAGES)]
        candidates.append(Example(switcher.switched(text, language), text, "switched"))
    usable = [example for example in candidates if same(example.english) not in held_back and teacher.knows(example.english)]
    return list(dict.fromkeys(usable))


def _drawn(text: str) -> bool:
    """Return True for two of five messages, by hash. There are many, and their words repeat."""
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[0] < 102


def table_codes(features: FeatureRows, sources: NDArray[np.str_], *, rows: int) -> NDArray[np.int64]:
    """Return the codes with the largest total weight over all texts, sorted, at most `rows`. Codes of a single text are left out,
    since they say little about any other."""
    weight = np.array([_COUNTS.get(source, 1.0) for source in sources])
    parts = []
    for start in range(0, len(features), _CHUNK):
        part = np.arange(start, min(start + _CHUNK, len(features)))
        texts = features.take(part)
        parts.append(_summed(texts.codes, np.repeat(weight[part], np.diff(texts.starts)) * texts.weights, np.ones(len(texts.codes))))
    codes, weights, times = _summed(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    order = np.argsort(-weights * (times > 1), kind="stable")
    frequent = order[: min(rows, int((times > 1).sum()))]
    return np.sort(codes[frequent])


def _summed(
    codes: NDArray[np.int64], weights: NDArray[np.float64], times: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return each distinct code with the sums of its weights and counts."""
    unique_codes, inverse = np.unique(codes, return_inverse=True)
    summed, counted_times = (np.asarray(np.bincount(inverse, weights=column), np.float64) for column in (weights, times))
    return unique_codes, summed, counted_times


def example_features(examples: Sequence[Example]) -> FeatureRows:
    """Return the features of all examples, in order. Examples of one source are adjacent."""
    return joined([_cached([example.text for example in part]) for _, part in groupby(examples, key=lambda example: example.source)])


def _cached(texts: Sequence[str]) -> FeatureRows:
    """Return `feature_rows`, cached under `build/` for the next run over the same texts."""
    hasher = hashlib.sha256(Path(student_text.__file__).read_bytes())
    for text in texts:
        hasher.update(text.encode("utf-8", "replace") + b"\0")
    path = KEPT.parent / f"features-{hasher.hexdigest()[:16]}.npz"
    if path.is_file():
        with np.load(path) as archive:
            return FeatureRows(archive["codes"], archive["weights"], archive["starts"])
    computed = feature_rows(texts, student_text.LEARNT)
    np.savez(path, codes=computed.codes, weights=computed.weights, starts=computed.starts)
    return computed


def epoch_order(sources: NDArray[np.str_], chooser: np.random.Generator) -> NDArray[np.int64]:
    """Return the shuffled example indexes of an epoch. Each example is repeated by its source's weight; a fraction is drawn at
    random."""
    copies = np.array([_WEIGHT[source] for source in sources])
    times = np.floor(copies + chooser.random(len(copies))).astype(np.int64)
    return chooser.permutation(np.repeat(np.arange(len(sources)), times))


def counted(sources: NDArray[np.str_]) -> dict[str, int]:
    """Return the number of examples by source."""
    return {str(name): count for name, count in sorted(Counter(sources.tolist()).items())}


def read_examples(path: Path = EXAMPLES) -> list[Example]:
    """Read the output of `python -m models.multilingual.examples`."""
    return [Example(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main(data: Path) -> None:
    """Write the examples and their features."""
    examples = training_examples(data, Teacher(threads=1), seed=0, variants=2)
    lines = (json.dumps(asdict(example), ensure_ascii=True) + "\n" for example in examples)
    EXAMPLES.write_text("".join(lines), encoding="utf-8")
    example_features(examples)
    print(counted(np.array([example.source for example in examples])))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
