"""Languages: accuracy of language detection on short texts, and paragraph retrieval by words only.
Detection is tested on whole sentences (Tatoeba, STSb) and on questions and paragraphs (XQuAD), each by itself: the share detected
correctly, and the share without a detected language. The choice between the English encoder and the multilingual student is tested
on Tatoeba's sentences and on Snopes's claims and titles. BM25 searches the paragraph of each XQuAD question among the 240 of its
language, with the word rules of that language and with the English rules that were used for all texts before; and among those of
all twelve languages, where a translation of the paragraph counts too.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from app.domain.progress import CancelToken
from app.inference import TextLanguages
from app.ingest.english_words import hardly_english
from app.ingest.language import detect_language
from app.store.bm25_index import Bm25Index
from app.store.postings import Text, eager_scores, extended_postings, no_postings
from models.examples.factchecks import CheckedClaim, read_factchecks
from tests.benchmarks.table import Result

_TATOEBA = {
    "ara": "ar", "ben": "bn", "bul": "bg", "ces": "cs", "cmn": "zh", "dan": "da", "deu": "de", "ell": "el", "est": "et", "fin": "fi",
    "fra": "fr", "hin": "hi", "hun": "hu", "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko", "lit": "lt", "nld": "nl", "nob": "no",
    "pes": "fa", "pol": "pl", "por": "pt", "ron": "ro", "rus": "ru", "slk": "sk", "spa": "es", "swe": "sv", "swh": "sw", "tam": "ta",
    "tgl": "tl", "tha": "th", "tur": "tr", "ukr": "uk", "urd": "ur", "vie": "vi",
}  # fmt: skip


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report detection by set and language, then retrieval by language."""
    for name, sets in (("Tatoeba", _tatoeba(data)), ("STSb", _stsb(data)), ("XQuAD questions", _questions(data))):
        yield from _detection(name, dict(sorted(sets.items())))
    yield from _readers(_tatoeba(data), read_factchecks(data / "snopes" / "factchecks.jsonl.gz"))
    yield from _retrieval(_xquad(data))


def _tatoeba(data: Path) -> dict[str, list[str]]:
    folder = data / "multilingual" / "tatoeba"
    columns = {code: _column(folder / f"{name}-eng.tsv", 0) for name, code in _TATOEBA.items()}
    return columns | {"en": [text for name in _TATOEBA for text in _column(folder / f"{name}-eng.tsv", 1)]}


def _column(path: Path, index: int) -> list[str]:
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return [row[index].strip() for row in rows if len(row) > index and row[index].strip()]


def _stsb(data: Path) -> dict[str, list[str]]:
    texts_by_language: dict[str, list[str]] = {}
    for path in sorted((data / "multilingual" / "stsb").glob("stsb-*-dev.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            texts_by_language[path.stem.split("-")[1]] = [text for row in csv.reader(file) for text in row[:2]]
    return texts_by_language


def _xquad(data: Path) -> dict[str, tuple[list[str], list[tuple[str, int]]]]:
    """Return, by language, the paragraphs, and the questions with their paragraph's number."""
    sets: dict[str, tuple[list[str], list[tuple[str, int]]]] = {}
    for path in sorted((data / "multilingual" / "xquad").glob("xquad.*.json")):
        paragraphs = [part for article in json.loads(path.read_text("utf-8"))["data"] for part in article["paragraphs"]]
        questions = [(question["question"], paragraph) for paragraph, part in enumerate(paragraphs) for question in part["qas"]]
        sets[path.name.split(".")[1]] = ([part["context"] for part in paragraphs], questions)
    return sets


def _questions(data: Path) -> dict[str, list[str]]:
    return {code: [text for text, _ in questions] for code, (_, questions) in _xquad(data).items()}


def _detection(name: str, sets: dict[str, list[str]]) -> Iterator[Result]:
    right: dict[str, float] = {}
    unknown: dict[str, float] = {}
    for code, texts in sets.items():
        detected = [detect_language(text) for text in texts]
        right[code], unknown[code] = detected.count(code) / len(detected), detected.count("") / len(detected)
    for outcome, shares in (("told rightly", right), ("told to be unknown", unknown)):
        per_language = ", ".join(f"{code} {share:.3f}" for code, share in shares.items())
        mean = sum(shares.values()) / len(shares)
        yield Result(name=f"languages: {name}, {outcome}, mean of {len(shares)} languages", value=f"{mean:.3f} ({per_language})")


def _readers(sets: dict[str, list[str]], factchecks: Sequence[CheckedClaim]) -> Iterator[Result]:
    """Report which encoder is chosen for a text, with and without a declared language."""
    language = TextLanguages(detect_language, foreign=hardly_english)

    def english(texts: Sequence[str]) -> float:
        return [language(text) for text in texts].count("en") / len(texts)

    foreign = {code: 1 - english(texts) for code, texts in sorted(sets.items()) if code != "en"}
    per_language = ", ".join(f"{code} {share:.3f}" for code, share in foreign.items())
    mean = sum(foreign.values()) / len(foreign)
    yield Result(name=f"languages: Tatoeba, read by the student, mean of {len(foreign)} languages", value=f"{mean:.4f} ({per_language})")
    kinds = {
        "Tatoeba": sets["en"],
        "Snopes claims": [item.claim for item in factchecks],
        "Snopes titles": [item.title for item in factchecks],
    }
    per_kind = ", ".join(f"{name} {english(texts):.4f}" for name, texts in kinds.items())
    yield Result(name="languages: English texts read by the English encoder", value=per_kind)


def _retrieval(sets: dict[str, tuple[list[str], list[tuple[str, int]]]]) -> Iterator[Result]:
    as_own_language = {code: _accuracy(_index([(text, code) for text in texts]), questions) for code, (texts, questions) in sets.items()}
    english = {code: _accuracy(_index([(text, "") for text in texts]), questions) for code, (texts, questions) in sets.items()}
    together = _index([(text, code) for code, (texts, _) in sets.items() for text in texts])
    count = len(next(iter(sets.values()))[0])
    mixed = {code: _accuracy(together, questions, of=count) for code, (_, questions) in sets.items()}
    named = {
        "read as its language": as_own_language,
        "read as English, as every text was before": english,
        "or the same paragraph in another language, among those of all languages": mixed,
    }
    for label, accuracies in named.items():
        per_language = ", ".join(f"{code} {share:.3f}" for code, share in accuracies.items())
        mean = sum(accuracies.values()) / len(accuracies)
        yield Result(name=f"languages: XQuAD, a question's paragraph first by BM25, {label}, mean", value=f"{mean:.3f} ({per_language})")


def _index(texts: Sequence[Text]) -> Bm25Index:
    postings = extended_postings(no_postings(), sources=np.full(len(texts), -1, np.int32), new_texts=texts, cancel=CancelToken())
    return Bm25Index(postings, eager_scores(postings))


def _accuracy(index: Bm25Index, questions: Sequence[tuple[str, int]], *, of: int = 0) -> float:
    """Return the share of questions whose paragraph ranks first. With `of`, each language has so many paragraphs in the same order."""
    first = index.search([text for text, _ in questions], 1).rows[:, 0]
    return float(np.mean((first % of if of else first) == np.array([paragraph for _, paragraph in questions])))
