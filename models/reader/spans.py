"""Training data of the span head: questions and paragraphs of SQuAD 2.0, cut into windows of a post's length.

A fifth of the articles is held back. Questions that XQuAD also has are excluded from training, so that XQuAD can be a test.
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
class AnnotatedQuestion:
    """Question about a paragraph, with its annotated answers.

    `answers` are (first character, text); empty if the paragraph has no answer.
    """

    qid: str
    article: str
    question: str
    context: str
    answers: tuple[tuple[int, str], ...]


def read_questions(data: Path) -> list[AnnotatedQuestion]:
    """Read all questions of the SQuAD file."""
    content = json.loads((data / "qa" / "squad2_cs224n_dev.json").read_text(encoding="utf-8"))
    return [
        AnnotatedQuestion(
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


def training_part(data: Path) -> list[AnnotatedQuestion]:
    """Return the questions outside the held-back articles and XQuAD."""
    xquad_questions = {line.strip() for line in _xquad_questions(data)}
    return [
        question
        for question in read_questions(data)
        if question.article not in HELD_BACK and question.question.strip() not in xquad_questions
    ]


def held_back_part(data: Path) -> list[AnnotatedQuestion]:
    """Return the questions of the articles that no network has read."""
    return [question for question in read_questions(data) if question.article in HELD_BACK]


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
    """One window of each question's paragraph, different ones at every pass."""

    def __init__(self, questions: list[AnnotatedQuestion], tokenizer: Tokenizer, *, seed: int) -> None:
        self._asked = questions
        self._chooser = random.Random(seed)
        self._questions = [
            entry.ids[:QUESTION_LIMIT] for entry in tokenizer.encode_batch([a.question for a in questions], add_special_tokens=False)
        ]
        contexts = sorted({entry.context for entry in questions})
        encoded = tokenizer.encode_batch(contexts, add_special_tokens=False)
        self._contexts = dict(zip(contexts, encoded, strict=True))

    def __call__(self) -> list[SpanRow]:
        """Return the rows of one pass over all questions."""
        return [self._row(number) for number in self._chooser.sample(range(len(self._asked)), len(self._asked))]

    def _row(self, number: int) -> SpanRow:
        annotated, question = self._asked[number], self._questions[number]
        context = self._contexts[annotated.context]
        span = self._span(annotated, context.offsets) if annotated.answers else None
        window = self._chooser.randint(WINDOW // 3, WINDOW)
        latest = max(0, len(context.ids) - window)
        if span is None or self._chooser.random() < 0.1:  # sometimes a window without the answer
            start = self._chooser.randint(0, latest)
        else:
            start = self._chooser.randint(max(0, min(latest, span[1] + 1 - window)), min(latest, span[0]))
        tokens, kinds = row_of(question, context.ids[start : start + window])
        first = len(question) + 2 - start
        in_window = span is not None and span[0] >= start and span[1] < start + window
        return SpanRow(tokens, kinds, span[0] + first, span[1] + first) if in_window and span else SpanRow(tokens, kinds, 0, 0)

    def _span(self, question: AnnotatedQuestion, offsets: list[tuple[int, int]]) -> tuple[int, int] | None:
        """Return the first and last token of one of the answers."""
        start, text = self._chooser.choice(question.answers)
        answer_tokens = [index for index, (low, high) in enumerate(offsets) if low < start + len(text) and high > start]
        return (answer_tokens[0], answer_tokens[-1]) if answer_tokens else None
