"""Fits what the bundled scorers would say of a pair across languages, from its vectors: `python -m models.multilingual.calibrate DATA`.

The scorers read English, and everything behind them goes by the scale of their probabilities. So each pair of an English sentence and
a foreign text is given the score that its scorer gives the sentence and the text's English side, and a logistic model over the measures
of `app.inference.pairs.across` learns the mean of these scores. Pairs come from parts that the student was not trained on: stsb's rated
pairs with the partner translated, the foreign sentences nearest to each, and sentences of debates with the foreign texts nearest to
them, which say something else as nearly everything does that a library offers. Writes `across` into config.json; run
`python -m models.manifest` after it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from app.domain.progress import CancelToken, no_progress
from app.inference import load_encoder, load_pair_scorer, load_prefilter
from app.inference.encoders.student_encoder import StudentEncoder
from app.inference.manifest import ModelEntry, ModelFile
from app.inference.pairs.across import MEASURES, across_measures
from app.paths import models_dir
from app.ports import PairInput, PairScorer
from app.retrieval import MemoryEncoder
from models.examples.links import debate_sentences
from models.multilingual.pairs import STSB_LANGUAGES, Pair, parallel, rated
from models.multilingual.teacher import Teacher
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
_NEAREST = 3
_SENTENCES, _FEWEST_WORDS = 3000, 4
_PAIRS = {"prefilter": 40_000, "pair_scorer": 6_000}
"""So many pairs are scored, drawn with a seed: the cross-encoder takes 30 ms for each."""
_HELD_OUT = "ja"
"""The language that is measured on, fitted on the others."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence, a foreign text's English side, the measures of sentence and foreign text, and the language."""

    sentence: str
    english: str
    measures: tuple[float, ...]
    language: str


def rows(data: Path, student: StudentEncoder, teacher: Teacher) -> Iterator[Row]:
    """All pairs, language by language."""
    pool = parallel(data, "development")
    spoken = [one.text for one in debate_sentences(data / "debates_train") if len(one.text.split()) >= _FEWEST_WORDS]
    drawn = np.random.default_rng(0).choice(len(spoken), _SENTENCES, replace=False)
    said = [spoken[place] for place in drawn]
    for language in STSB_LANGUAGES:
        likely = rated(data, language)
        partners = [Pair(language, one.other, one.other_english) for one in likely]
        yield from _near([one.english for one in likely], partners, student, teacher, own=True)
        own = [pair for pair in pool if pair.language == language]
        yield from _near(said, own, student, teacher, own=False)


def _near(sentences: Sequence[str], texts: Sequence[Pair], student: StudentEncoder, teacher: Teacher, *, own: bool) -> Iterator[Row]:
    """Each sentence with the foreign texts nearest to it, and with the one in its own place."""
    teacher.learn(sentences)
    english = teacher.vectors[teacher.rows(sentences)].astype(np.float32)
    foreign = student.encode([pair.text for pair in texts], progress=no_progress, cancel=CancelToken())
    cosines = english @ foreign.T
    for place, sentence in enumerate(sentences):
        chosen = [*np.argsort(-cosines[place])[:_NEAREST].tolist(), *([place] if own else [])]
        for other in dict.fromkeys(chosen):
            pair = texts[other]
            yield Row(sentence, pair.english, across_measures(float(cosines[place, other]), sentence, pair.text), pair.language)


def _fitted(found: Sequence[Row], scores: Scores) -> LogisticRegression:
    """The mean score by the measures: each row counts as hit and as miss, by its score (cross entropy with soft targets)."""
    measures = np.array([row.measures for row in found])
    model = LogisticRegression(C=10.0, max_iter=2000)
    sides = np.repeat([1, 0], len(found))
    return model.fit(np.concatenate([measures, measures]), sides, sample_weight=np.concatenate([scores, 1 - scores]))


def _said(model: LogisticRegression, found: Sequence[Row]) -> Scores:
    return np.asarray(model.predict_proba(np.array([row.measures for row in found]))[:, 1], np.float64)


def calibrated(found: list[Row], scorer: PairScorer, most: int) -> dict[str, object]:
    """Weights and bias for one scorer, and how near they come to its scores in a language left out."""
    drawn = np.random.default_rng(1).permutation(len(found))[:most]
    chosen = [found[place] for place in drawn]
    pairs = [PairInput(sentence=row.sentence, claim=row.english) for row in chosen]
    scores = np.asarray(scorer.score(pairs, cancel=CancelToken()), np.float64)
    asked = np.array([row.language == _HELD_OUT for row in chosen])
    rest = [row for row, out in zip(chosen, asked, strict=True) if not out]
    trial = _fitted(rest, scores[~asked])
    guesses = _said(trial, [row for row, out in zip(chosen, asked, strict=True) if out])
    model = _fitted(chosen, scores)
    return {
        "weights": dict(zip(MEASURES, (round(float(weight), 4) for weight in model.coef_[0]), strict=True)),
        "bias": round(float(model.intercept_[0]), 4),
        "measured": {
            "pairs": len(chosen),
            "mean score": round(float(scores.mean()), 5),
            f"{_HELD_OUT}: mean score, and what was said": [round(float(scores[asked].mean()), 5), round(float(guesses.mean()), 5)],
            f"{_HELD_OUT}: correlation": round(float(np.corrcoef(scores[asked], guesses)[0, 1]), 4),
        },
    }


def calibrate(data: Path) -> None:
    """Fit for both scorers, and write."""
    found = list(rows(data, StudentEncoder(_entry()), Teacher(threads=2)))
    scorers = {"prefilter": load_prefilter(MemoryEncoder(load_encoder(models=models_dir()))), "pair_scorer": load_pair_scorer()}
    across = {role: calibrated(found, scorer, _PAIRS[role]) for role, scorer in scorers.items()}
    config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    write_json(FOLDER / "config.json", config | {"across": across})
    print(json.dumps(across, indent=1))


def _entry() -> ModelEntry:
    """The student as it was exported, before the manifest knows it."""
    files = tuple(ModelFile(path=name, size=0, sha256="") for name in ("model.safetensors", "config.json"))
    return ModelEntry(role="multilingual", name="multilingual-student-1", folder=FOLDER, licence="", code=1, files=files)


if __name__ == "__main__":
    calibrate(Path(sys.argv[1]))
