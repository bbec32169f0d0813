"""What a reader reaches: F1_CONTRO@e on Perspectrum's dev part over the first stage's first hundred, and on the articles held back
exact match, F1 and how often it rightly says that there is no answer."""

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
from models.reader.spans import Asked, held_back_part
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
    """All of it; of the questions held back every so many-th, so that so many are asked."""
    held = held_back_part(data)
    return {**contradictions(model, opinions, tokenizer, depth=depth), **reading(model, held[:: max(1, len(held) // questions)], tokenizer)}


def opinion_logits(model: Reader, rows: list[PairTokens], *, batch: int = 64) -> NDArray[np.float32]:
    """Logits (rows, 3)."""
    order = sorted(range(len(rows)), key=lambda row: len(rows[row][0]))
    found = np.zeros((len(rows), 3), np.float32)
    with torch.inference_mode():
        for low in range(0, len(order), batch):
            places = order[low : low + batch]
            found[places] = model.opinion(*tensors([rows[place] for place in places])).numpy()
    return found


def contradictions(model: Reader, opinions: Opinions, tokenizer: Tokenizer, *, depth: int) -> dict[str, float]:
    """Macro F1_CONTRO@e of the dev claims; each of the first `depth` posts goes to the side that it takes rather than not."""
    scores: dict[str, list[float]] = {f"{name}@{e}": [] for e in EVIDENCE for name in ("stance", "blend")}
    for topic in opinions.dev:
        rows = topic.found[:depth]
        texts = [one.ids for one in tokenizer.encode_batch([opinions.texts[row] for row in rows], add_special_tokens=False)]
        claim = tokenizer.encode(topic.claim, add_special_tokens=False).ids
        logits = opinion_logits(model, [row_of(claim, text) for text in texts])
        given = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        for name, power in (("stance", 0.0), ("blend", 0.3)):
            ranked = given[:, :2] * (1.0 + np.arange(len(rows)))[:, None] ** -power
            for e in EVIDENCE:
                found = contradiction_score(_question(topic), _prediction(rows, given, ranked), e)
                if found is not None:
                    scores[f"{name}@{e}"].append(found.f1)
    return {name: round(float(np.mean(values)), 4) for name, values in scores.items()}


def _question(topic: Topic) -> Question:
    supporting, refuting = (frozenset(map(str, rows)) for rows in (topic.supporting, topic.refuting))
    answer = GoldAnswer(names=("yes",), supporting=supporting, refuting=refuting)
    return Question(qid=topic.qid, text=topic.claim, kind=QuestionType.YES_NO, answers=(answer,))


def _prediction(rows: NDArray[np.int32], given: NDArray[np.float32], ranked: NDArray[np.float32]) -> Prediction:
    side = given[:, :2].argmax(axis=1)
    columns = []
    for which in (0, 1):
        places = [place for place in np.argsort(-ranked[:, which], kind="stable") if side[place] == which]
        columns.append(tuple(frozenset((str(rows[place]),)) for place in places))
    return Prediction(answers=(FoundAnswer(name="yes", supporting=columns[0], refuting=columns[1]),))


def reading(model: Reader, asked: list[Asked], tokenizer: Tokenizer) -> dict[str, float]:
    """Exact match and F1 over all questions (an unanswerable one counts 1 where nothing is answered), and accuracy of "no answer"
    (Rajpurkar et al. 2018), with the threshold at 0."""
    found = answers(model, asked, tokenizer)
    scores = [exact_and_overlap(one, text if margin > 0 else "") for one, (text, margin) in zip(asked, found, strict=True)]
    silent = [(margin <= 0) == (not one.answers) for one, (_, margin) in zip(asked, found, strict=True)]
    forced = [exact_and_overlap(one, text)[1] for one, (text, _) in zip(asked, found, strict=True) if one.answers]
    exact, overlap = np.array(scores).mean(axis=0)
    names = ("exact", "f1", "no_answer", "f1_of_answerable")
    return {name: round(float(value), 4) for name, value in zip(names, (exact, overlap, np.mean(silent), np.mean(forced)), strict=True)}


def answers(model: Reader, asked: list[Asked], tokenizer: Tokenizer) -> list[tuple[str, float]]:
    """The likeliest answer to each question with its margin over "no answer"."""
    return [best_span(model, one, tokenizer) for one in asked]


def exact_and_overlap(one: Asked, said: str) -> tuple[float, float]:
    """Exact match and F1 of what is said ("": nothing), against the best of the gold answers."""
    gold = [normalised(answer) for _, answer in one.answers] or [""]
    own = normalised(said)
    return max(float(own == answer) for answer in gold), max(_f1(own.split(), answer.split()) for answer in gold)


def best_span(model: Reader, one: Asked, tokenizer: Tokenizer) -> tuple[str, float]:
    """The likeliest answer in any window of the paragraph, and by how much its logits exceed those of "no answer" there."""
    question = tokenizer.encode(one.question, add_special_tokens=False).ids[:QUESTION_LIMIT]
    context = tokenizer.encode(one.context, add_special_tokens=False)
    starts = list(range(0, max(1, len(context.ids) - WINDOW + STRIDE), STRIDE))
    rows = [row_of(question, context.ids[start : start + WINDOW]) for start in starts]
    with torch.inference_mode():
        logits = model.spans(*tensors(rows)).numpy()
    best = ("", -np.inf)
    for start, given in zip(starts, logits, strict=True):
        inside = given[len(question) + 2 : len(question) + 2 + min(WINDOW, len(context.ids) - start)]
        both = inside[:, 0][:, None] + inside[:, 1][None, :]
        both = np.where(np.triu(np.ones_like(both)) - np.triu(np.ones_like(both), LONGEST) > 0, both, -np.inf)
        begin, end = np.unravel_index(both.argmax(), both.shape)
        margin = float(both[begin, end] - given[0].sum())
        if margin > best[1]:
            low, high = context.offsets[start + begin][0], context.offsets[start + end][1]
            best = (one.context[low:high], margin)
    return best


def _f1(found: list[str], wanted: list[str]) -> float:
    if not found or not wanted:
        return float(found == wanted)
    same = sum((Counter(found) & Counter(wanted)).values())
    return 2 * same / (len(found) + len(wanted))
