"""How often a foreign sentence finds its English one first: `python -m models.multilingual.measure DATA [--others]`.

Two domains: the held-back fifth of tatoeba and stsb, each language among its own English sentences; and XQuAD's questions, among all
1,190, which nothing was trained on. The student reads all texts; with `--others`, stock MiniLM and BM25 read a draw of 200 a language
beside it. Writes metrics.json.
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
"""The languages whose mean is the target: 0.85 and 0.60."""
_DRAWN = 200

Vectors = NDArray[np.float32]
Finder = Callable[[Sequence[str], Sequence[str]], NDArray[np.bool_]]
"""Foreign texts, English texts (the first so many are their own) to whether each found its own first."""


def sets(data: Path) -> dict[str, dict[str, list[Pair]]]:
    """The pairs by domain and language."""
    test = parallel(data, "test")
    held_back = {language: [pair for pair in test if pair.language == language] for language in LANGUAGES}
    return {"held back": held_back, "xquad": {language: xquad(data, language) for language in XQUAD_LANGUAGES}}


def measure_domains(domains: dict[str, dict[str, list[Pair]]], finder: Finder, *, most: int | None = None) -> dict[str, dict[str, float]]:
    """Accuracy@1 by domain and language, with the mean of the languages that the target names."""
    found: dict[str, dict[str, float]] = {}
    for domain, languages in domains.items():
        rates = {language: _rate(pairs, finder, most) for language, pairs in languages.items() if pairs}
        found[domain] = rates | {"mean": round(float(np.mean([rates[language] for language in MEANS[domain]])), 4)}
    return found


def _rate(pairs: list[Pair], finder: Finder, most: int | None) -> float:
    chosen = np.random.default_rng(0).permutation(len(pairs))
    asked, rest = np.split(chosen, [min(most or len(pairs), len(pairs))])
    english = [pairs[place].english for place in [*asked, *rest]]
    return round(float(finder([pairs[place].text for place in asked], english).mean()), 4)


def by_student(teacher: Teacher, encoder: TextEncoder) -> Finder:
    """The student reads the foreign side, the claim encoder the English one."""

    def find(texts: Sequence[str], english: Sequence[str]) -> NDArray[np.bool_]:
        pool = teacher.vectors[teacher.rows(english)].astype(np.float32)
        return _first(_encode(encoder, texts), pool)

    return find


def by_encoder(encoder: TextEncoder) -> Finder:
    """One encoder reads both sides."""
    known: dict[str, Vectors] = {}

    def find(texts: Sequence[str], english: Sequence[str]) -> NDArray[np.bool_]:
        missing = [text for text in dict.fromkeys(english) if text not in known]
        known.update(zip(missing, _encode(encoder, missing), strict=True))
        return _first(_encode(encoder, texts), np.stack([known[text] for text in english]))

    return find


def by_words(texts: Sequence[str], english: Sequence[str]) -> NDArray[np.bool_]:
    """BM25 over English stems and numbers; a text that shares none with its English one finds nothing."""
    index = bm25s.BM25()
    index.index([_stems(text) or [""] for text in english], show_progress=False)
    found = np.zeros(len(texts), np.bool_)
    for place, text in enumerate(texts):
        known = [stem for stem in _stems(text) if stem in index.vocab_dict]
        if known:
            scores = index.get_scores(known)
            found[place] = scores[place] > 0 and int((scores >= scores[place]).sum()) == 1
    return found


def _stems(text: str) -> list[str]:
    return list(Stemmer.Stemmer("english").stemWords(regex.findall(r"[\p{L}\p{M}\p{N}]+", text.casefold())))


def _first(vectors: Vectors, pool: Vectors) -> NDArray[np.bool_]:
    scores = vectors @ pool.T
    own = scores[np.arange(len(vectors)), np.arange(len(vectors))]
    return np.asarray((scores > own[:, None] + 1e-6).sum(axis=1) == 0)


def _encode(encoder: TextEncoder, texts: Sequence[str]) -> Vectors:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def main() -> None:
    """Measure, print, and keep what is known of the others."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--others", action="store_true")
    told = parser.parse_args()
    path = FOLDER / "metrics.json"
    report = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    domains = sets(told.data)
    teacher = Teacher(threads=1)
    teacher.learn(pair.english for languages in domains.values() for pairs in languages.values() for pair in pairs)
    report["texts"] = {domain: {name: len(pairs) for name, pairs in languages.items()} for domain, languages in domains.items()}
    report["student"] = measure_domains(domains, by_student(teacher, StudentEncoder(checked_model("multilingual"))))
    if told.others:
        report["bm25"] = measure_domains(domains, by_words, most=_DRAWN)
        report["stock"] = measure_domains(domains, by_encoder(load_second_encoder(None)), most=_DRAWN)
    write_json(path, report)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
