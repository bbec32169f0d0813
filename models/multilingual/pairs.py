"""Parallel sentences of the research data, by part.

The last fifth of every file is the test. Sentences that also occur in a training part, in either language, are removed from it. The
last tenth of the training part is the development part. XQuAD's questions are read for the test only.
"""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

TEST_SHARE, DEVELOPMENT_SHARE = 0.2, 0.1
STSB_LANGUAGES = ("de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "zh")
XQUAD_LANGUAGES = ("ar", "de", "el", "es", "hi", "ro", "ru", "th", "tr", "vi", "zh")
_TWO_LETTERS = {
    "ara": "ar", "ben": "bn", "bul": "bg", "ces": "cs", "cmn": "zh", "dan": "da", "deu": "de", "ell": "el", "est": "et", "fin": "fi",
    "fra": "fr", "hin": "hi", "hun": "hu", "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko", "lit": "lt", "nld": "nl", "nob": "no",
    "pes": "fa", "pol": "pl", "por": "pt", "ron": "ro", "rus": "ru", "slk": "sk", "spa": "es", "swe": "sv", "swh": "sw", "tam": "ta",
    "tgl": "tl", "tha": "th", "tur": "tr", "ukr": "uk", "urd": "ur", "vie": "vi",
}  # fmt: skip

LANGUAGES = tuple(sorted(_TWO_LETTERS.values()))
_NO_LETTERS = re.compile(r"[\W_]+")

Part = Literal["train", "development", "test"]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Pair:
    """A text, its language, and its English version."""

    language: str
    text: str
    english: str


@dataclass(frozen=True, slots=True)
class Rated:
    """Two sentences, each in English and in a foreign language, and their rated similarity, 0 to 5."""

    english: str
    foreign: str
    other_english: str
    other: str
    similarity: float


def rated(data: Path, language: str) -> list[Rated]:
    """Return the rated pairs of stsb's development part."""
    folder = data / "multilingual" / "stsb"
    result = []
    for part in ("train", "dev"):
        lines = zip(_csv(folder / f"stsb-en-{part}.csv"), _csv(folder / f"stsb-{language}-{part}.csv"), strict=True)
        rows = [Rated(plain[0], foreign[0], plain[1], foreign[1], float(plain[2])) for plain, foreign in lines]
        result += _cut(rows, "development")
    return result


def same(text: str) -> str:
    """Return a text's letters and digits, case-folded, for comparison."""
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKC", text).casefold())


def parallel(data: Path, part: Part) -> list[Pair]:
    """Return the pairs of one part, file by file. The test part excludes texts of training and development."""
    files = [*_tatoeba(data / "multilingual" / "tatoeba"), *_stsb(data / "multilingual" / "stsb")]
    if part != "test":
        return [pair for rows in files for pair in _cut(rows, part)]
    earlier_texts = {
        same(side) for rows in files for split in ("train", "development") for pair in _cut(rows, split) for side in _sides(pair)
    }
    return _once(pair for rows in files for pair in _cut(rows, "test") if not any(same(side) in earlier_texts for side in _sides(pair)))


def held_back_english(data: Path) -> set[str]:
    """Return the English sides of the test set and XQuAD's questions, as `same` writes them. No training text may be one of these."""
    return {same(pair.english) for pair in parallel(data, "test")} | {same(pair.english) for pair in xquad(data, "de")}


def xquad(data: Path, language: str) -> list[Pair]:
    """Return the 1,190 questions in this language with their English text."""
    folder = data / "multilingual" / "xquad"
    english = dict(_questions(folder / "xquad.en.json"))
    return [Pair(language, text, english[name]) for name, text in _questions(folder / f"xquad.{language}.json")]


def _questions(path: Path) -> Iterator[tuple[str, str]]:
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                yield str(question["id"]), str(question["question"])


def _sides(pair: Pair) -> tuple[str, str]:
    return pair.text, pair.english


def _once(pairs: Iterable[Pair]) -> list[Pair]:
    """Return each English sentence once for a language, because duplicates could not be told apart."""
    return list({(pair.language, same(pair.english)): pair for pair in pairs}.values())


def _cut(rows: list[Row], part: Part) -> list[Row]:
    known_count = round(len(rows) * (1 - TEST_SHARE))
    fitted = round(known_count * (1 - DEVELOPMENT_SHARE))
    return {"train": rows[:fitted], "development": rows[fitted:known_count], "test": rows[known_count:]}[part]


def _tatoeba(folder: Path) -> Iterator[list[Pair]]:
    for path in sorted(folder.glob("*-eng.tsv")):
        language = _TWO_LETTERS[path.name[:3]]
        lines = path.read_text(encoding="utf-8").splitlines()
        sides = [line.split("\t") for line in lines if line.count("\t") == 1]
        yield [Pair(language, text.strip(), english.strip()) for text, english in sides]


def _stsb(folder: Path) -> Iterator[list[Pair]]:
    for part in ("train", "dev"):
        english = _csv(folder / f"stsb-en-{part}.csv")
        for language in STSB_LANGUAGES:
            foreign = _csv(folder / f"stsb-{language}-{part}.csv")
            pairs = zip(foreign, english, strict=True)
            yield [Pair(language, text, plain) for row, same_row in pairs for text, plain in zip(row[:2], same_row[:2], strict=True)]


def _csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))
