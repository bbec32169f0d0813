"""Measure how often a foreign sentence finds its English one first: `python -m models.multilingual.measure DATA [--others]`.

There are two domains: the held-back fifth of tatoeba and stsb, each language among its own English sentences, and XQuAD's questions
among all 1,190, on which nothing was trained. The student reads all texts. With `--others`, stock MiniLM and BM25 read a sample of
200 texts for each language. Writes metrics.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import bm25s
import numpy as np
import regex
import Stemmer
from numpy.typing import NDArray

from app.domain.progress import CancelToken, no_progress
from app.inference.encoders.student_encoder import StudentEncoder
from app.inference.manifest import checked_model
from app.ports import TextEncoder
from models.multilingual.pairs import LANGUAGES, XQUAD_LANGUAGES, Pair, parallel, xquad
from models.multilingual.teacher import Teacher
from models.research.second_encoder import load_second_encoder
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
MEANS = {
    "held back": ("de", "es", "fr", "it", "nl", "pl", "pt", "ru", "zh", "ja"),
    "xquad": ("de", "es", "ru", "zh"),
}
"""Languages of the target's mean: 0.85 and 0.60."""
_DRAWN = 200

Vectors = NDArray[np.float32]
Finder = Callable[[Sequence[str], Sequence[str]], NDArray[np.bool_]]
"""From foreign texts and English texts (the first ones are their counterparts) to whether each found its own first."""


def sets(data: Path) -> dict[str, dict[str, list[Pair]]]:
    """Return the pairs by domain and language."""
    test = parallel(data, "test")
    held_back = {language: [pair for pair in test if pair.language == language] for language in LANGUAGES}
    return {"held back": held_back, "xquad": {language: xquad(data, language) for language in XQUAD_LANGUAGES}}


def measure_domains(domains: dict[str, dict[str, list[Pair]]], finder: Finder, *, limit: int | None = None) -> dict[str, dict[str, float]]:
    """Return accuracy@1 by domain and language, with the mean over the languages that the target names."""
    results: dict[str, dict[str, float]] = {}
    for domain, languages in domains.items():
        rates = {language: _rate(pairs, finder, limit) for language, pairs in languages.items() if pairs}
        results[domain] = rates | {"mean": round(float(np.mean([rates[language] for language in MEANS[domain]])), 4)}
    return results


def _rate(pairs: list[Pair], finder: Finder, limit: int | None) -> float:
    order = np.random.default_rng(0).permutation(len(pairs))
    queries, distractors = np.split(order, [min(limit or len(pairs), len(pairs))])
    english = [pairs[index].english for index in [*queries, *distractors]]
    return round(float(finder([pairs[index].text for index in queries], english).mean()), 4)


def by_student(teacher: Teacher, encoder: TextEncoder) -> Finder:
    """Return a finder in which the student reads the foreign side and the claim encoder the English one."""

    def find(texts: Sequence[str], english: Sequence[str]) -> NDArray[np.bool_]:
        pool = teacher.vectors[teacher.rows(english)].astype(np.float32)
        return _first(_encode(encoder, texts), pool)

    return find


def by_encoder(encoder: TextEncoder) -> Finder:
    """Return a finder in which one encoder reads both sides."""
    vectors_by_text: dict[str, Vectors] = {}

    def find(texts: Sequence[str], english: Sequence[str]) -> NDArray[np.bool_]:
        missing = [text for text in dict.fromkeys(english) if text not in vectors_by_text]
        vectors_by_text.update(zip(missing, _encode(encoder, missing), strict=True))
        return _first(_encode(encoder, texts), np.stack([vectors_by_text[text] for text in english]))

    return find


def by_words(texts: Sequence[str], english: Sequence[str]) -> NDArray[np.bool_]:
    """Return a finder by BM25 over English stems and numbers. A text without shared ones finds nothing."""
    index = bm25s.BM25()
    index.index([_stems(text) or [""] for text in english], show_progress=False)
    first_ranked = np.zeros(len(texts), np.bool_)
    for row, text in enumerate(texts):
        known_stems = [stem for stem in _stems(text) if stem in index.vocab_dict]
        if known_stems:
            scores = index.get_scores(known_stems)
            first_ranked[row] = scores[row] > 0 and int((scores >= scores[row]).sum()) == 1
    return first_ranked


def _stems(text: str) -> list[str]:
    return list(Stemmer.Stemmer("english").stemWords(regex.findall(r"[\p{L}\p{M}\p{N}]+", text.casefold())))


def _first(vectors: Vectors, pool: Vectors) -> NDArray[np.bool_]:
    scores = vectors @ pool.T
    right_scores = scores[np.arange(len(vectors)), np.arange(len(vectors))]
    return np.asarray((scores > right_scores[:, None] + 1e-6).sum(axis=1) == 0)


def _encode(encoder: TextEncoder, texts: Sequence[str]) -> Vectors:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def main() -> None:
    """Measure, print, and leave the other encoders' figures in metrics.json unchanged."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--others", action="store_true")
    arguments = parser.parse_args()
    path = FOLDER / "metrics.json"
    report = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    domains = sets(arguments.data)
    teacher = Teacher(threads=1)
    teacher.learn(pair.english for languages in domains.values() for pairs in languages.values() for pair in pairs)
    report["texts"] = {domain: {name: len(pairs) for name, pairs in languages.items()} for domain, languages in domains.items()}
    report["student"] = measure_domains(domains, by_student(teacher, StudentEncoder(checked_model("multilingual"))))
    if arguments.others:
        report["bm25"] = measure_domains(domains, by_words, limit=_DRAWN)
        report["stock"] = measure_domains(domains, by_encoder(load_second_encoder(None)), limit=_DRAWN)
    write_json(path, report)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
