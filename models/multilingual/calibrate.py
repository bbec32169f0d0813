"""Fits what the bundled scorers would say in English of a pair that is not: `python -m models.multilingual.calibrate DATA`.

The scorers read English, and everything behind them goes by the scale of their probabilities. So each pair with a foreign side is given
the score that its scorer gives the English sides of both, and a logistic model over the measures of `app.inference.pairs.across` learns
the mean of these scores. Pairs come from parts that the student was not trained on. Across languages: stsb's rated pairs with the
partner translated, the foreign sentences nearest to each, and sentences of debates with the foreign texts nearest to them, which say
something else as nearly everything does that a library offers. Within one other language: stsb's rated pairs with both translated, and
sentences with those nearest to them. Writes `across` and `within` into config.json; run `python -m models.manifest` after it.
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
from app.inference.pairs.across import MEASURES, WITHIN, across_measures, within_measures
from app.paths import models_dir
from app.ports import PairInput, PairScorer
from app.retrieval import JobCachingEncoder
from models.examples.links import debate_sentences
from models.multilingual.pairs import STSB_LANGUAGES, Pair, parallel, rated
from models.multilingual.teacher import Teacher
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
_NEAREST = 3
_SENTENCES, _FEWEST_WORDS = 3000, 4
_PAIRS = {"prefilter": 40_000, "pair_scorer": 6_000}
"""So many pairs are scored, drawn with a seed, half as many within a language, where each is scored twice: the cross-encoder takes 12 ms
for one."""
_HELD_OUT = "ja"
"""The language that is measured on, fitted on the others."""

Scores = NDArray[np.float64]
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Row:
    """Two texts as they are met and in English, the cosine of the former, and the language of the one that is not English."""

    said: str
    checked: str
    said_english: str
    checked_english: str
    cosine: float
    language: str


def across_rows(data: Path, student: StudentEncoder, teacher: Teacher) -> Iterator[Row]:
    """Pairs of an English sentence and a foreign text, language by language."""
    pool = parallel(data, "development")
    spoken = [one.text for one in debate_sentences(data / "debates_train") if len(one.text.split()) >= _FEWEST_WORDS]
    drawn = np.random.default_rng(0).choice(len(spoken), _SENTENCES, replace=False)
    said = [Pair("en", spoken[place], spoken[place]) for place in drawn]
    for language in STSB_LANGUAGES:
        likely = rated(data, language)
        ours, partners = (
            [Pair("en", one.english, one.english) for one in likely],
            [Pair(language, one.other, one.other_english) for one in likely],
        )
        own = [pair for pair in pool if pair.language == language]
        for sentences, texts, paired in ((ours, partners, True), (said, own, False)):
            teacher.learn(pair.english for pair in sentences)
            english = teacher.vectors[teacher.rows([pair.english for pair in sentences])].astype(np.float32)
            yield from _near(sentences, texts, english, _read(student, texts), paired=paired)


def within_rows(data: Path, student: StudentEncoder) -> Iterator[Row]:
    """Pairs of two texts of one foreign language, language by language."""
    pool = parallel(data, "development")
    for language in STSB_LANGUAGES:
        likely = rated(data, language)
        ours, partners = (
            [Pair(language, one.foreign, one.english) for one in likely],
            [Pair(language, one.other, one.other_english) for one in likely],
        )
        own = [pair for pair in pool if pair.language == language]
        for sentences, texts, paired in ((ours, partners, True), (own[::2], own[1::2], False)):
            yield from _near(sentences, texts, _read(student, sentences), _read(student, texts), paired=paired)


def _near(sentences: Sequence[Pair], texts: Sequence[Pair], ours: Vectors, theirs: Vectors, *, paired: bool) -> Iterator[Row]:
    """Each sentence with the texts nearest to it, and with the one in its own place."""
    cosines = ours @ theirs.T
    for place, one in enumerate(sentences):
        chosen = [*np.argsort(-cosines[place])[:_NEAREST].tolist(), *([place] if paired else [])]
        for near in dict.fromkeys(chosen):
            other = texts[near]
            if one.english != other.english:
                yield Row(one.text, other.text, one.english, other.english, float(cosines[place, near]), other.language)


def _read(student: StudentEncoder, texts: Sequence[Pair]) -> Vectors:
    return student.encode([pair.text for pair in texts], progress=no_progress, cancel=CancelToken())


def _fitted(measures: Vectors, scores: Scores) -> LogisticRegression:
    """The mean score by the measures: each row counts as hit and as miss, by its score (cross entropy with soft targets)."""
    sides = np.repeat([1, 0], len(measures))
    weights = np.concatenate([scores, 1 - scores])
    return LogisticRegression(C=10.0, max_iter=4000).fit(np.concatenate([measures, measures]), sides, sample_weight=weights)


def _entropy(guesses: Scores, scores: Scores) -> float:
    held = np.clip(guesses, 1e-6, 1 - 1e-6)
    return round(float(-(scores * np.log(held) + (1 - scores) * np.log(1 - held)).mean()), 4)


def calibrated(found: list[Row], scorer: PairScorer, most: int, *, within: bool) -> dict[str, object]:
    """Weights and bias for one scorer, and how near they come to its scores in a language left out; `within` one language also how near
    the scorer's own word comes."""
    drawn = np.random.default_rng(1).permutation(len(found))[: most // 2 if within else most]
    chosen = [found[place] for place in drawn]
    scores = _scored(scorer, [PairInput(sentence=row.said_english, claim=row.checked_english) for row in chosen])
    said = _scored(scorer, [PairInput(sentence=row.said, claim=row.checked) for row in chosen]) if within else scores
    if within:
        rows = [within_measures(row.cosine, row.said, row.checked, float(own)) for row, own in zip(chosen, said, strict=True)]
    else:
        rows = [across_measures(row.cosine, row.said, row.checked) for row in chosen]
    measures = np.array(rows)
    asked = np.array([row.language == _HELD_OUT for row in chosen])
    guesses = np.asarray(_fitted(measures[~asked], scores[~asked]).predict_proba(measures[asked])[:, 1], np.float64)
    model = _fitted(measures, scores)
    told: dict[str, object] = {
        "pairs": len(chosen),
        "mean score": round(float(scores.mean()), 5),
        f"{_HELD_OUT}: mean score, and what was said": [round(float(scores[asked].mean()), 5), round(float(guesses.mean()), 5)],
        f"{_HELD_OUT}: correlation": round(float(np.corrcoef(scores[asked], guesses)[0, 1]), 4),
        f"{_HELD_OUT}: cross entropy": _entropy(guesses, scores[asked]),
    }
    if within:
        told[f"{_HELD_OUT}: cross entropy of the scorer's own word"] = _entropy(said[asked], scores[asked])
    names = WITHIN if within else MEASURES
    weights = dict(zip(names, (round(float(weight), 4) for weight in model.coef_[0]), strict=True))
    return {"weights": weights, "bias": round(float(model.intercept_[0]), 4), "measured": told}


def _scored(scorer: PairScorer, pairs: Sequence[PairInput]) -> Scores:
    return np.asarray(scorer.score(pairs, cancel=CancelToken()), np.float64)


def calibrate(data: Path) -> None:
    """Fit for both scorers, and write."""
    student = StudentEncoder(_entry())
    found = {"across": list(across_rows(data, student, Teacher(threads=2))), "within": list(within_rows(data, student))}
    scorers = {"prefilter": load_prefilter(JobCachingEncoder(load_encoder(models=models_dir()))), "pair_scorer": load_pair_scorer()}
    fits = {
        kind: {role: calibrated(rows, scorer, _PAIRS[role], within=kind == "within") for role, scorer in scorers.items()}
        for kind, rows in found.items()
    }
    config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    write_json(FOLDER / "config.json", config | fits)
    print(json.dumps(fits, indent=1))


def _entry() -> ModelEntry:
    """The student as it was exported, before the manifest knows it."""
    files = tuple(ModelFile(path=name, size=0, sha256="") for name in ("model.safetensors", "config.json"))
    return ModelEntry(role="multilingual", name="multilingual-student-1", folder=FOLDER, licence="", code=1, files=files)


if __name__ == "__main__":
    calibrate(Path(sys.argv[1]))
