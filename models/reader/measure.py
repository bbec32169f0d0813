"""Measures of a reader.

On Perspectrum's dev part F1_CONTRO@e over the first hundred results of the first stage. On the held-back articles exact match, F1,
and the share of unanswerable questions that it recognises.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from app.domain.ask import QuestionType
from app.inference.pairs.pair_text import PairTokens
from app.inference.pairs.span_head import LONGEST
from app.inference.reading.rows import QUESTION_LIMIT, WINDOW, row_of
from models.reader.network import Reader
from models.reader.opinions import Opinions, Topic
from models.reader.spans import AnnotatedQuestion, held_back_part
from models.research.mythqa.answers import normalised
from models.research.mythqa.gold import GoldAnswer, Question
from models.research.mythqa.measures import contradiction_score
from models.research.mythqa.predictions import FoundAnswer, Prediction
from models.trunk.losses import tensors

EVIDENCE = (1, 10, 100)
STRIDE = WINDOW // 2


def measured(
    model: Reader, opinions: Opinions, data: Path, tokenizer: Tokenizer, *, depth: int = 100, questions: int = 400
) -> dict[str, float]:
    """Return all measures. `questions` limits the held-back questions to an even sample."""
    held_back = held_back_part(data)
    return {
        **contradictions(model, opinions, tokenizer, depth=depth),
        **reading(model, held_back[:: max(1, len(held_back) // questions)], tokenizer),
    }


def opinion_logits(model: Reader, rows: list[PairTokens], *, batch: int = 64) -> NDArray[np.float32]:
    """Return logits (rows, 3)."""
    order = sorted(range(len(rows)), key=lambda row: len(rows[row][0]))
    logits = np.zeros((len(rows), 3), np.float32)
    with torch.inference_mode():
        for low in range(0, len(order), batch):
            batch_indexes = order[low : low + batch]
            logits[batch_indexes] = model.opinion(*tensors([rows[index] for index in batch_indexes])).numpy()
    return logits


def contradictions(model: Reader, opinions: Opinions, tokenizer: Tokenizer, *, depth: int) -> dict[str, float]:
    """Return the macro F1_CONTRO@e of the dev claims. Each of the first `depth` posts goes to its more probable side."""
    scores: dict[str, list[float]] = {f"{name}@{e}": [] for e in EVIDENCE for name in ("stance", "blend")}
    for topic in opinions.dev:
        rows = topic.ranked_rows[:depth]
        texts = [encoding.ids for encoding in tokenizer.encode_batch([opinions.texts[row] for row in rows], add_special_tokens=False)]
        claim = tokenizer.encode(topic.claim, add_special_tokens=False).ids
        logits = opinion_logits(model, [row_of(claim, text) for text in texts])
        probabilities = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        for name, power in (("stance", 0.0), ("blend", 0.3)):
            ranked = probabilities[:, :2] * (1.0 + np.arange(len(rows)))[:, None] ** -power
            for e in EVIDENCE:
                score = contradiction_score(_question(topic), _prediction(rows, probabilities, ranked), e)
                if score is not None:
                    scores[f"{name}@{e}"].append(score.f1)
    return {name: round(float(np.mean(values)), 4) for name, values in scores.items()}


def _question(topic: Topic) -> Question:
    supporting, refuting = (frozenset(map(str, rows)) for rows in (topic.supporting, topic.refuting))
    answer = GoldAnswer(names=("yes",), supporting=supporting, refuting=refuting)
    return Question(qid=topic.qid, text=topic.claim, kind=QuestionType.YES_NO, answers=(answer,))


def _prediction(rows: NDArray[np.int32], probabilities: NDArray[np.float32], ranked: NDArray[np.float32]) -> Prediction:
    side = probabilities[:, :2].argmax(axis=1)
    columns = []
    for column in (0, 1):
        side_indexes = [index for index in np.argsort(-ranked[:, column], kind="stable") if side[index] == column]
        columns.append(tuple(frozenset((str(rows[index]),)) for index in side_indexes))
    return Prediction(answers=(FoundAnswer(name="yes", supporting=columns[0], refuting=columns[1]),))


def reading(model: Reader, questions: list[AnnotatedQuestion], tokenizer: Tokenizer) -> dict[str, float]:
    """Return exact match and F1 over all questions, and accuracy of "no answer" (Rajpurkar et al. 2018), with the threshold at 0.

    An unanswerable question counts 1 if it gets no answer.
    """
    predictions = answers(model, questions, tokenizer)
    scores = [
        exact_and_overlap(question, text if margin > 0 else "") for question, (text, margin) in zip(questions, predictions, strict=True)
    ]
    silence_right = [(margin <= 0) == (not question.answers) for question, (_, margin) in zip(questions, predictions, strict=True)]
    forced = [exact_and_overlap(question, text)[1] for question, (text, _) in zip(questions, predictions, strict=True) if question.answers]
    exact, overlap = np.array(scores).mean(axis=0)
    names = ("exact", "f1", "no_answer", "f1_of_answerable")
    return {
        name: round(float(value), 4) for name, value in zip(names, (exact, overlap, np.mean(silence_right), np.mean(forced)), strict=True)
    }


def answers(model: Reader, questions: list[AnnotatedQuestion], tokenizer: Tokenizer) -> list[tuple[str, float]]:
    """Return the likeliest answer to each question with its margin over "no answer"."""
    return [best_span(model, question, tokenizer) for question in questions]


def exact_and_overlap(question: AnnotatedQuestion, answer_text: str) -> tuple[float, float]:
    """Return exact match and F1 of an answer ("": no answer) against the best of the gold answers."""
    gold = [normalised(answer) for _, answer in question.answers] or [""]
    predicted = normalised(answer_text)
    return max(float(predicted == answer) for answer in gold), max(_f1(predicted.split(), answer.split()) for answer in gold)


def best_span(model: Reader, annotated: AnnotatedQuestion, tokenizer: Tokenizer) -> tuple[str, float]:
    """Return the most likely answer in any window of the paragraph, and the margin of its logits over those of "no answer" there."""
    question = tokenizer.encode(annotated.question, add_special_tokens=False).ids[:QUESTION_LIMIT]
    context = tokenizer.encode(annotated.context, add_special_tokens=False)
    starts = list(range(0, max(1, len(context.ids) - WINDOW + STRIDE), STRIDE))
    rows = [row_of(question, context.ids[start : start + WINDOW]) for start in starts]
    with torch.inference_mode():
        logits = model.spans(*tensors(rows)).numpy()
    best = ("", -np.inf)
    for start, window_logits in zip(starts, logits, strict=True):
        text_logits = window_logits[len(question) + 2 : len(question) + 2 + min(WINDOW, len(context.ids) - start)]
        span_scores = text_logits[:, 0][:, None] + text_logits[:, 1][None, :]
        span_scores = np.where(np.triu(np.ones_like(span_scores)) - np.triu(np.ones_like(span_scores), LONGEST) > 0, span_scores, -np.inf)
        begin, end = np.unravel_index(span_scores.argmax(), span_scores.shape)
        margin = float(span_scores[begin, end] - window_logits[0].sum())
        if margin > best[1]:
            low, high = context.offsets[start + begin][0], context.offsets[start + end][1]
            best = (annotated.context[low:high], margin)
    return best


def _f1(predicted: list[str], expected: list[str]) -> float:
    if not predicted or not expected:
        return float(predicted == expected)
    overlap = sum((Counter(predicted) & Counter(expected)).values())
    return 2 * overlap / (len(predicted) + len(expected))
