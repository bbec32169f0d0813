"""Languages: how well short texts' language is told, and how well words alone find a question's paragraph.

Detection is asked of whole sentences (Tatoeba, STSb) and of questions and paragraphs (XQuAD), of each by itself: the share that is told
rightly, and the share for which no language is told; which encoder reads a text, the English one or the student of the others, is asked
of Tatoeba's sentences and of Snopes's claims and titles. BM25 is asked for the paragraph of each XQuAD question among the 240 of its language,
read by the rules of that language, and by the English ones that every text was read by before; and among those of all twelve languages,
where a translation of the paragraph is as good.
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
    """Detection by set and language, then retrieval by language."""
    for name, sets in (("Tatoeba", _tatoeba(data)), ("STSb", _stsb(data)), ("XQuAD questions", _questions(data))):
        yield from _detection(name, dict(sorted(sets.items())))
    yield from _readers(_tatoeba(data), read_factchecks(data / "snopes" / "factchecks.jsonl.gz"))
    yield from _retrieval(_xquad(data))


def _tatoeba(data: Path) -> dict[str, list[str]]:
    folder = data / "multilingual" / "tatoeba"
    columns = {code: _column(folder / f"{name}-eng.tsv", 0) for name, code in _TATOEBA.items()}
    return columns | {"en": [text for name in _TATOEBA for text in _column(folder / f"{name}-eng.tsv", 1)]}


def _column(path: Path, place: int) -> list[str]:
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return [row[place].strip() for row in rows if len(row) > place and row[place].strip()]


def _stsb(data: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted((data / "multilingual" / "stsb").glob("stsb-*-dev.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found[path.stem.split("-")[1]] = [text for row in csv.reader(file) for text in row[:2]]
    return found


def _xquad(data: Path) -> dict[str, tuple[list[str], list[tuple[str, int]]]]:
    """By language the paragraphs, and the questions with the number of the paragraph of each."""
    found: dict[str, tuple[list[str], list[tuple[str, int]]]] = {}
    for path in sorted((data / "multilingual" / "xquad").glob("xquad.*.json")):
        paragraphs = [part for article in json.loads(path.read_text("utf-8"))["data"] for part in article["paragraphs"]]
        questions = [(one["question"], place) for place, part in enumerate(paragraphs) for one in part["qas"]]
        found[path.name.split(".")[1]] = ([part["context"] for part in paragraphs], questions)
    return found


def _questions(data: Path) -> dict[str, list[str]]:
    return {code: [text for text, _ in questions] for code, (_, questions) in _xquad(data).items()}


def _detection(name: str, sets: dict[str, list[str]]) -> Iterator[Result]:
    right: dict[str, float] = {}
    unknown: dict[str, float] = {}
    for code, texts in sets.items():
        told = [detect_language(text) for text in texts]
        right[code], unknown[code] = told.count(code) / len(told), told.count("") / len(told)
    for what, shares in (("told rightly", right), ("told to be unknown", unknown)):
        each = ", ".join(f"{code} {share:.3f}" for code, share in shares.items())
        mean = sum(shares.values()) / len(shares)
        yield Result(name=f"languages: {name}, {what}, mean of {len(shares)} languages", value=f"{mean:.3f} ({each})")


def _readers(sets: dict[str, list[str]], factchecks: Sequence[CheckedClaim]) -> Iterator[Result]:
    """Which encoder reads a text, told or not."""
    language = TextLanguages(detect_language, foreign=hardly_english)

    def english(texts: Sequence[str]) -> float:
        return [language(text) for text in texts].count("en") / len(texts)

    foreign = {code: 1 - english(texts) for code, texts in sorted(sets.items()) if code != "en"}
    each = ", ".join(f"{code} {share:.3f}" for code, share in foreign.items())
    mean = sum(foreign.values()) / len(foreign)
    yield Result(name=f"languages: Tatoeba, read by the student, mean of {len(foreign)} languages", value=f"{mean:.4f} ({each})")
    kinds = {
        "Tatoeba": sets["en"],
        "Snopes claims": [item.claim for item in factchecks],
        "Snopes titles": [item.title for item in factchecks],
    }
    told = ", ".join(f"{name} {english(texts):.4f}" for name, texts in kinds.items())
    yield Result(name="languages: English texts read by the English encoder", value=told)


def _retrieval(sets: dict[str, tuple[list[str], list[tuple[str, int]]]]) -> Iterator[Result]:
    own = {code: _accuracy(_index([(text, code) for text in texts]), questions) for code, (texts, questions) in sets.items()}
    english = {code: _accuracy(_index([(text, "") for text in texts]), questions) for code, (texts, questions) in sets.items()}
    together = _index([(text, code) for code, (texts, _) in sets.items() for text in texts])
    count = len(next(iter(sets.values()))[0])
    mixed = {code: _accuracy(together, questions, of=count) for code, (_, questions) in sets.items()}
    named = {
        "read as its language": own,
        "read as English, as every text was before": english,
        "or the same paragraph in another language, among those of all languages": mixed,
    }
    for what, found in named.items():
        each = ", ".join(f"{code} {share:.3f}" for code, share in found.items())
        mean = sum(found.values()) / len(found)
        yield Result(name=f"languages: XQuAD, a question's paragraph first by BM25, {what}, mean", value=f"{mean:.3f} ({each})")


def _index(texts: Sequence[Text]) -> Bm25Index:
    postings = extended_postings(no_postings(), sources=np.full(len(texts), -1, np.int32), new_texts=texts, cancel=CancelToken())
    return Bm25Index(postings, eager_scores(postings))


def _accuracy(index: Bm25Index, questions: Sequence[tuple[str, int]], *, of: int = 0) -> float:
    """The share of questions whose paragraph comes first; with `of`, the paragraphs of each language are so many, in the same order."""
    first = index.search([text for text, _ in questions], 1).rows[:, 0]
    return float(np.mean((first % of if of else first) == np.array([place for _, place in questions])))
