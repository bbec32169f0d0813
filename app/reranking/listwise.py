"""Listwise reranking: the model orders a window of fact-checks, and the window slides from the tail of the list to its head.

Good candidates at the tail move to the head step by step (Ma et al. 2023, section 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.progress import CancelToken
from app.ports import LanguageModel
from app.reranking.option import Reranked, RerankOptions, summed
from app.reranking.questions import Candidate, answer_room, fitting_claim, fitting_words, order_form, order_question
from app.reranking.reading import read_order
from app.reranking.windows import windows

_SMALLEST = 2


def listwise(claim: str, candidates: Sequence[Candidate], *, model: LanguageModel, options: RerankOptions, cancel: CancelToken) -> Reranked:
    """Rerank the candidates. Raises ModelError as the model does, and Cancelled."""
    if len(candidates) < _SMALLEST:
        return Reranked(order=tuple(range(len(candidates))))
    claim = fitting_claim(claim, model=model, cancel=cancel)
    asking = _Asking(claim, candidates, model, options, cancel)
    order, window, words = list(range(len(candidates))), min(options.window, len(candidates)), None
    while words is None and window > _SMALLEST:
        words = asking.words_for(order[:window])
        window = window if words is not None else max(_SMALLEST, window // 2)
    total = Reranked(order=tuple(order))
    for begin, end in windows(len(candidates), window=window, step=min(options.step, max(1, window // 2))):
        window_order = asking.ask(order[begin:end])
        order[begin:end] = [order[begin + index] for index in window_order.order]
        total = summed(total, window_order)
    return replace(total, order=tuple(order))


@dataclass(slots=True)
class _Asking:
    claim: str
    candidates: Sequence[Candidate]
    model: LanguageModel
    options: RerankOptions
    cancel: CancelToken

    def words_for(self, indexes: Sequence[int]) -> int | None:
        """Return the number of words that each of these candidates may have; None where they do not fit."""
        return fitting_words(self.claim, [self.candidates[index] for index in indexes], model=self.model, cancel=self.cancel)

    def ask(self, indexes: Sequence[int]) -> Reranked:
        """Ask for the order of these candidates. Those that the reply does not name, such as one that was cut off, keep their order
        at the end."""
        selected = [self.candidates[index] for index in indexes]
        words = self.words_for(indexes)
        reply = self.model.complete(
            order_question(self.claim, selected, words=words or 1),
            max_tokens=answer_room(len(selected)),
            form=order_form(len(selected)),
            temperature=self.options.temperature,
            seed=self.options.seed,
            cancel=self.cancel,
        )
        order, faults = read_order(reply.text, len(selected))
        return Reranked(order=order, tokens=reply.tokens, prompt_tokens=reply.prompt_tokens, calls=1, seconds=reply.seconds, faults=faults)
