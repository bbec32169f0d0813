"""Rank pooling: a model trained to score query and document gives each fact-check its score."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken
from app.ports import LanguageModel
from app.reranking.option import Reranked
from app.reranking.questions import Candidate

_WORDS = 200


def pooling(claim: str, candidates: Sequence[Candidate], *, model: LanguageModel, cancel: CancelToken) -> Reranked:
    """Rerank the candidates by score; ties keep their order. Raises ModelError as the model does, and Cancelled."""
    if not candidates:
        return Reranked(order=())
    started = time.perf_counter()
    documents = [candidate.words(_WORDS) for candidate in candidates]
    scores = [float(model.rank(claim, [document], cancel=cancel)[0]) for document in documents]
    read = sum(model.count([text for document in documents for text in (claim, document)], cancel=cancel))
    order = np.argsort(-np.asarray(scores), kind="stable")
    return Reranked(
        order=tuple(int(index) for index in order),
        prompt_tokens=read,
        calls=len(candidates),
        seconds=time.perf_counter() - started,
    )
