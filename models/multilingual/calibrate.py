"""Fit the pair scores of foreign texts to those of their English versions: `python -m models.multilingual.calibrate DATA`.

The scorers read English only, and all later steps depend on the scale of their probabilities. So each pair with a foreign side gets
the score of its English sides, and a logistic model over the measures of `app.inference.pairs.across` learns the mean of these
scores. The student was not trained on these pairs. Across languages they are stsb's rated pairs with the partner translated, the
foreign sentences nearest to each, and debate sentences with the nearest foreign texts, most of which say something else, as in a
real library. Within one other language they are stsb's rated pairs with both sides translated, and sentences with their nearest
ones. Writes `across` and `within` into config.json. Run `python -m models.manifest` after it.
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
"""Number of scored pairs, drawn with a seed. Within a language it is half, since each pair is scored twice: the cross-encoder
takes 12 ms for one."""
_HELD_OUT = "ja"
"""Language for measuring, while the others are fitted."""

Scores = NDArray[np.float64]
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Row:
    """Two texts in their own languages and in English.

    `cosine` compares the texts in their own languages; `language` is that of the text that is not English.
    """

    sentence: str
    checked: str
    sentence_english: str
    checked_english: str
    cosine: float
    language: str


def across_rows(data: Path, student: StudentEncoder, teacher: Teacher) -> Iterator[Row]:
    """Yield pairs of an English sentence and a foreign text, language by language."""
    pool = parallel(data, "development")
    spoken = [rated_pair.text for rated_pair in debate_sentences(data / "debates_train") if len(rated_pair.text.split()) >= _FEWEST_WORDS]
    drawn = np.random.default_rng(0).choice(len(spoken), _SENTENCES, replace=False)
    unrelated = [Pair("en", spoken[index], spoken[index]) for index in drawn]
    for language in STSB_LANGUAGES:
        likely = rated(data, language)
        sentence_vectors, partners = (
            [Pair("en", rated_pair.english, rated_pair.english) for rated_pair in likely],
            [Pair(language, rated_pair.other, rated_pair.other_english) for rated_pair in likely],
        )
        language_pairs = [pair for pair in pool if pair.language == language]
        for sentences, texts, paired in ((sentence_vectors, partners, True), (unrelated, language_pairs, False)):
            teacher.learn(pair.english for pair in sentences)
            english = teacher.vectors[teacher.rows([pair.english for pair in sentences])].astype(np.float32)
            yield from _near(sentences, texts, english, _read(student, texts), paired=paired)


def within_rows(data: Path, student: StudentEncoder) -> Iterator[Row]:
    """Yield pairs of two texts of one foreign language, language by language."""
    pool = parallel(data, "development")
    for language in STSB_LANGUAGES:
        likely = rated(data, language)
        sentence_vectors, partners = (
            [Pair(language, rated_pair.foreign, rated_pair.english) for rated_pair in likely],
            [Pair(language, rated_pair.other, rated_pair.other_english) for rated_pair in likely],
        )
        language_pairs = [pair for pair in pool if pair.language == language]
        for sentences, texts, paired in ((sentence_vectors, partners, True), (language_pairs[::2], language_pairs[1::2], False)):
            yield from _near(sentences, texts, _read(student, sentences), _read(student, texts), paired=paired)


def _near(
    sentences: Sequence[Pair], texts: Sequence[Pair], sentence_vectors: Vectors, text_vectors: Vectors, *, paired: bool
) -> Iterator[Row]:
    """Yield each sentence with the texts nearest to it, and with its own counterpart."""
    cosines = sentence_vectors @ text_vectors.T
    for index, sentence in enumerate(sentences):
        neighbours = [*np.argsort(-cosines[index])[:_NEAREST].tolist(), *([index] if paired else [])]
        for neighbour in dict.fromkeys(neighbours):
            other = texts[neighbour]
            if sentence.english != other.english:
                yield Row(sentence.text, other.text, sentence.english, other.english, float(cosines[index, neighbour]), other.language)


def _read(student: StudentEncoder, texts: Sequence[Pair]) -> Vectors:
    return student.encode([pair.text for pair in texts], progress=no_progress, cancel=CancelToken())


def _fitted(measures: Vectors, scores: Scores) -> LogisticRegression:
    """Return a model of the mean score by the measures. Each row counts as hit and as miss, weighted by its score (cross entropy
    with soft targets)."""
    sides = np.repeat([1, 0], len(measures))
    weights = np.concatenate([scores, 1 - scores])
    return LogisticRegression(C=10.0, max_iter=4000).fit(np.concatenate([measures, measures]), sides, sample_weight=weights)


def _entropy(guesses: Scores, scores: Scores) -> float:
    clipped = np.clip(guesses, 1e-6, 1 - 1e-6)
    return round(float(-(scores * np.log(clipped) + (1 - scores) * np.log(1 - clipped)).mean()), 4)


def calibrated(rows_read: list[Row], scorer: PairScorer, limit: int, *, within: bool) -> dict[str, object]:
    """Return weights and bias for one scorer, and their error in a left-out language.

    For pairs `within` one language the error of the scorer's own output is returned as well.
    """
    drawn = np.random.default_rng(1).permutation(len(rows_read))[: limit // 2 if within else limit]
    sample = [rows_read[index] for index in drawn]
    scores = _scored(scorer, [PairInput(sentence=row.sentence_english, claim=row.checked_english) for row in sample])
    cross_scores = _scored(scorer, [PairInput(sentence=row.sentence, claim=row.checked) for row in sample]) if within else scores
    if within:
        rows = [
            within_measures(row.cosine, row.sentence, row.checked, float(score)) for row, score in zip(sample, cross_scores, strict=True)
        ]
    else:
        rows = [across_measures(row.cosine, row.sentence, row.checked) for row in sample]
    measures = np.array(rows)
    held_out = np.array([row.language == _HELD_OUT for row in sample])
    guesses = np.asarray(_fitted(measures[~held_out], scores[~held_out]).predict_proba(measures[held_out])[:, 1], np.float64)
    model = _fitted(measures, scores)
    figures: dict[str, object] = {
        "pairs": len(sample),
        "mean score": round(float(scores.mean()), 5),
        f"{_HELD_OUT}: mean score, and what was said": [round(float(scores[held_out].mean()), 5), round(float(guesses.mean()), 5)],
        f"{_HELD_OUT}: correlation": round(float(np.corrcoef(scores[held_out], guesses)[0, 1]), 4),
        f"{_HELD_OUT}: cross entropy": _entropy(guesses, scores[held_out]),
    }
    if within:
        figures[f"{_HELD_OUT}: cross entropy of the scorer's own word"] = _entropy(cross_scores[held_out], scores[held_out])
    names = WITHIN if within else MEASURES
    weights = dict(zip(names, (round(float(weight), 4) for weight in model.coef_[0]), strict=True))
    return {"weights": weights, "bias": round(float(model.intercept_[0]), 4), "measured": figures}


def _scored(scorer: PairScorer, pairs: Sequence[PairInput]) -> Scores:
    return np.asarray(scorer.score(pairs, cancel=CancelToken()), np.float64)


def calibrate(data: Path) -> None:
    """Fit for both scorers, and write."""
    student = StudentEncoder(_entry())
    rows_by_kind = {"across": list(across_rows(data, student, Teacher(threads=2))), "within": list(within_rows(data, student))}
    scorers = {"prefilter": load_prefilter(JobCachingEncoder(load_encoder(models=models_dir()))), "pair_scorer": load_pair_scorer()}
    fits = {
        kind: {role: calibrated(rows, scorer, _PAIRS[role], within=kind == "within") for role, scorer in scorers.items()}
        for kind, rows in rows_by_kind.items()
    }
    config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    write_json(FOLDER / "config.json", config | fits)
    print(json.dumps(fits, indent=1))


def _entry() -> ModelEntry:
    """Return the exported student's entry before the manifest lists it."""
    files = tuple(ModelFile(path=name, size=0, sha256="") for name in ("model.safetensors", "config.json"))
    return ModelEntry(role="multilingual", name="multilingual-student-1", folder=FOLDER, licence="", code=1, files=files)


if __name__ == "__main__":
    calibrate(Path(sys.argv[1]))
