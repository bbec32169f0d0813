"""What the span head learns from: questions with paragraphs of SQuAD 2.0, cut into windows of a post's length.

A fifth of the articles is held back. Questions that XQuAD has too are left out of training, so that XQuAD can be a test.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from app.inference.reading.rows import QUESTION_LIMIT, WINDOW, row_of

HELD_BACK = ("1973_oil_crisis", "Harvard_University", "Normans", "Yuan_dynasty")
"""Every fifth of the 16 articles in alphabetical order: 1,170 of the 6,078 questions."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a paragraph; `answers` are (first character, text), none where the paragraph holds no answer."""

    qid: str
    article: str
    question: str
    context: str
    answers: tuple[tuple[int, str], ...]


def read_asked(data: Path) -> list[Asked]:
    """All questions of the file."""
    content = json.loads((data / "qa" / "squad2_cs224n_dev.json").read_text(encoding="utf-8"))
    return [
        Asked(
            entry["id"],
            article["title"],
            entry["question"],
            paragraph["context"],
            tuple(dict.fromkeys((answer["answer_start"], answer["text"]) for answer in entry["answers"])),
        )
        for article in content["data"]
        for paragraph in article["paragraphs"]
        for entry in paragraph["qas"]
    ]


def training_part(data: Path) -> list[Asked]:
    """Without the articles held back and the questions of XQuAD."""
    known = {line.strip() for line in _xquad_questions(data)}
    return [one for one in read_asked(data) if one.article not in HELD_BACK and one.question.strip() not in known]


def held_back_part(data: Path) -> list[Asked]:
    """The articles that no network has read."""
    return [one for one in read_asked(data) if one.article in HELD_BACK]


def _xquad_questions(data: Path) -> list[str]:
    content = json.loads((data / "multilingual" / "xquad" / "xquad.en.json").read_text(encoding="utf-8"))
    return [entry["question"] for article in content["data"] for part in article["paragraphs"] for entry in part["qas"]]


@dataclass(frozen=True, slots=True)
class SpanRow:
    """Tokens, their kinds, and the first and last token of the answer (0 and 0: none in this window)."""

    tokens: list[int]
    kinds: list[int]
    begin: int
    end: int


class SpanRows:
    """One window of each question's paragraph, others at every pass."""

    def __init__(self, asked: list[Asked], tokenizer: Tokenizer, *, seed: int) -> None:
        self._asked = asked
        self._chooser = random.Random(seed)
        self._questions = [
            one.ids[:QUESTION_LIMIT] for one in tokenizer.encode_batch([a.question for a in asked], add_special_tokens=False)
        ]
        contexts = sorted({one.context for one in asked})
        encoded = tokenizer.encode_batch(contexts, add_special_tokens=False)
        self._contexts = dict(zip(contexts, encoded, strict=True))

    def __call__(self) -> list[SpanRow]:
        """One pass over all questions."""
        return [self._row(number) for number in self._chooser.sample(range(len(self._asked)), len(self._asked))]

    def _row(self, number: int) -> SpanRow:
        one, question = self._asked[number], self._questions[number]
        context = self._contexts[one.context]
        span = self._span(one, context.offsets) if one.answers else None
        window = self._chooser.randint(WINDOW // 3, WINDOW)
        latest = max(0, len(context.ids) - window)
        if span is None or self._chooser.random() < 0.1:  # a window without the answer, where there is one
            start = self._chooser.randint(0, latest)
        else:
            start = self._chooser.randint(max(0, min(latest, span[1] + 1 - window)), min(latest, span[0]))
        tokens, kinds = row_of(question, context.ids[start : start + window])
        first = len(question) + 2 - start
        inside = span is not None and span[0] >= start and span[1] < start + window
        return SpanRow(tokens, kinds, span[0] + first, span[1] + first) if inside and span else SpanRow(tokens, kinds, 0, 0)

    def _span(self, one: Asked, offsets: list[tuple[int, int]]) -> tuple[int, int] | None:
        """First and last token of one of the answers."""
        start, text = self._chooser.choice(one.answers)
        inside = [place for place, (low, high) in enumerate(offsets) if low < start + len(text) and high > start]
        return (inside[0], inside[-1]) if inside else None
