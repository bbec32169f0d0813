"""Pointwise reranking: the log-odds of a Yes to whether one fact-check is about the claim."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken
from app.ports import LanguageModel
from app.reranking.option import Reranked
from app.reranking.questions import NO, YES, Candidate, fitting_claim, yes_question

_WORDS = 80


def pointwise(claim: str, candidates: Sequence[Candidate], *, model: LanguageModel, cancel: CancelToken) -> Reranked:
    """Rerank the candidates by the log-odds of Yes; ties keep their order.

    Sachan et al. 2022 and Liang et al. 2022 compare such scorings. Raises ModelError as the model does, and Cancelled.
    """
    if not candidates:
        return Reranked(order=())
    started = time.perf_counter()
    claim = fitting_claim(claim, model=model, cancel=cancel)
    questions = [yes_question(claim, candidate, words=_WORDS) for candidate in candidates]
    odds = []
    for question in questions:
        yes_logit, no_logit = model.choice_logits(question, (YES, NO), cancel=cancel)
        odds.append(float(yes_logit) - float(no_logit))
    read = sum(model.count([message.text for question in questions for message in question], cancel=cancel))
    order = np.argsort(-np.asarray(odds), kind="stable")
    return Reranked(
        order=tuple(int(index) for index in order), prompt_tokens=read, calls=len(candidates), seconds=time.perf_counter() - started
    )
