"""English texts of the research data that the student learns to encode like the teacher, without translation.

They extend its vocabulary and names. Test sets are excluded.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from models.examples.factchecks import read_factchecks
from models.training import read_rows

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z\"“])|\n+")
_FEWEST_LETTERS, _MOST_LETTERS = 20, 240
_ARTICLE_SENTENCES = 60_000
_AVERITEC_SHARE = 0.85
_ENCYCLOPEDIC = frozenset({"fever-dev", "fever-symmetric", "climate-fever", "healthver", "fm2"})


def english_texts(data: Path) -> list[str]:
    """Return distinct claims, titles, questions, statements and article sentences, in a fixed order."""
    parts = [*_averitec(data), *_statements(data), *_factchecks(data), *_perspectives(data), *_articles(data)]
    return list(dict.fromkeys(text for part in parts if _FEWEST_LETTERS <= len(text := " ".join(part.split())) <= _MOST_LETTERS))


def _averitec(data: Path) -> Iterator[str]:
    """Yield claims and questions of the part that also trains the evidence models."""
    rows = json.loads((data / "averitec" / "train.json").read_text(encoding="utf-8"))
    for row in rows[: round(len(rows) * _AVERITEC_SHARE)]:
        yield str(row["claim"])
        questions = row["questions"]
        for question in questions if isinstance(questions, list) else re.findall(r"'question': ['\"](.+?)['\"], '", str(questions)):
            yield str(question["question"] if isinstance(question, dict) else question)


def _statements(data: Path) -> Iterator[str]:
    rows = read_rows(data / "stance" / "pairs.jsonl.gz")
    for row in sorted(rows, key=lambda row: row["source"] not in _ENCYCLOPEDIC):
        yield str(row["premise"])
        yield str(row["hypothesis"])


def _factchecks(data: Path) -> Iterator[str]:
    for name in ("snopes", "politifact"):
        for item in read_factchecks(data / name / "factchecks.jsonl.gz"):
            yield item.claim
            yield item.title


def _perspectives(data: Path) -> Iterator[str]:
    for name, field in (("claims", "claim"), ("perspectives", "text")):
        for row in read_rows(data / "perspectrum" / f"{name}.jsonl"):
            yield str(row[field])


def _articles(data: Path) -> list[str]:
    """Return sentences of PolitiFact's articles, sampled by hash so that the choice is the same everywhere."""
    sentences = {
        sentence
        for item in read_factchecks(data / "politifact" / "factchecks.jsonl.gz")
        for sentence in _SENTENCE_END.split(item.article[:6000])
    }
    return sorted(sentences, key=lambda text: hashlib.sha256(text.encode("utf-8", "replace")).digest())[:_ARTICLE_SENTENCES]
