"""Reranks matches with a language model; the new order is stored next to the original one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.llm_order import with_order, without_order
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.ranked import RankedSentence, RunRecord
from app.errors import InputError
from app.ports import LanguageModel
from app.reranking import Reranked, RerankOptions, Way, listwise, pointwise, pooling
from app.reranking.option import summed
from app.reranking.questions import Candidate, answer_room, order_question, yes_question
from app.reranking.windows import windows
from app.translation import mark, tr

RERANKING = mark("Putting matches in order with the language model")
_TOLD_FROM, _MINUTE = 5.0, 60.0
_SAMPLE = 8
# Of the room for an answer, what is used of it: single digits take less than double ones.
_SAID_SHARE = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankedEntries:
    """All entries, the first `finished` of them with a new order (the others did not fit the time budget), and the record."""

    entries: tuple[RankedSentence, ...]
    finished: int
    record: RerankRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankRecord:
    """The record of a reranking for the run record. `seconds` is wall-clock time."""

    model: str
    options: RerankOptions
    entries: int
    total: Reranked
    seconds: float

    def added_to(self, run: RunRecord) -> RunRecord:
        """Return the run record with this reranking in place of an earlier one."""
        faults = self.total.faults
        parameters = (
            ("llm_way", self.options.way.value),
            ("llm_depth", str(self.options.depth)),
            ("llm_temperature", f"{self.options.temperature:g}"),
            ("llm_seed", str(self.options.seed)),
            ("llm_reranked", str(self.entries)),
            ("llm_tokens_read", str(self.total.prompt_tokens)),
            ("llm_tokens_said", str(self.total.tokens)),
            ("llm_faults", tr_faults(faults.missing, faults.repeated, faults.invented, faults.expected)),
        )
        return replace(
            run,
            models=(*(pair for pair in run.models if pair[0] != "language_model"), ("language_model", self.model)),
            parameters=(*(pair for pair in run.parameters if not pair[0].startswith("llm_")), *parameters),
            seconds=(*(pair for pair in run.seconds if pair[0] != "language_model"), ("language_model", round(self.seconds, 3))),
        )


def tr_faults(missing: int, twice: int, invented: int, total: int) -> str:
    """Return the counts of errors in the model's orders, as a text."""
    return f"{missing} missing, {twice} twice, {invented} invented of {total}"


def check_way(model: LanguageModel, way: Way) -> None:
    """Raise InputError `rerank-way` if the model does not support this way."""
    if model.ranks is (way is Way.POOLING):
        return
    if model.ranks:
        message = tr("The language model scores documents; it can put matches in order by “pooling” only.")
    else:
        message = tr("The language model was not made to score documents: “pooling” does not work with it.")
    raise InputError("rerank-way", message, hint=tr("Choose another way, or another GGUF file."))


def usual_way(model: LanguageModel) -> Way:
    """Return the way that this model was trained for."""
    return Way.POOLING if model.ranks else Way.LISTWISE


def rerank(
    entries: Sequence[RankedSentence],
    *,
    model: LanguageModel,
    options: RerankOptions,
    progress: Progress,
    cancel: CancelToken,
    budget: float | None = None,
    expected: float | None = None,
) -> RerankedEntries:
    """Rerank each entry's first `options.depth` matches with the model; `expected` (seconds) is shown with the progress.

    After `budget` seconds no further entry is begun; the remaining ones come back without an order. Raises ModelError as the model
    does, InputError `rerank-way`, and Cancelled.
    """
    check_way(model, options.way)
    started = time.perf_counter()
    activity = _activity(expected)
    reranked: list[RankedSentence] = []
    total = Reranked(order=())
    for index, entry in enumerate(entries):
        progress(ProgressUpdate(activity, index, len(entries)))
        if budget is not None and time.perf_counter() - started >= budget:
            break
        reply = _rerank(entry, model=model, options=options, cancel=cancel)
        total = summed(total, reply)
        reranked.append(with_order(entry, reply.order))
    finished = len(reranked)
    reranked += [without_order(entry) for entry in entries[finished:]]
    progress(ProgressUpdate(activity, finished, len(entries)))
    record = RerankRecord(model=model.identity.key(), options=options, entries=finished, total=total, seconds=time.perf_counter() - started)
    return RerankedEntries(entries=tuple(reranked), finished=finished, record=record)


def _activity(expected: float | None) -> str:
    """Return the activity text, with the expected time where that is more than a moment."""
    if expected is None or expected < _TOLD_FROM:
        return tr(RERANKING)
    if expected < 2 * _MINUTE:
        return tr("{activity}, about {count} s in all", activity=tr(RERANKING), count=round(expected))
    return tr("{activity}, about {count} min in all", activity=tr(RERANKING), count=round(expected / _MINUTE))


def _rerank(entry: RankedSentence, *, model: LanguageModel, options: RerankOptions, cancel: CancelToken) -> Reranked:
    cancel.check()
    candidates, claim = _candidates(entry, options), entry.sentence.text
    if options.way is Way.LISTWISE:
        return listwise(claim, candidates, model=model, options=options, cancel=cancel)
    by_itself = pointwise if options.way is Way.POINTWISE else pooling
    return by_itself(claim, candidates, model=model, cancel=cancel)


def _candidates(entry: RankedSentence, options: RerankOptions) -> list[Candidate]:
    return [Candidate(match.factcheck.claim, match.factcheck.title) for match in entry.matches[: options.depth]]


def estimated_seconds(
    entries: Sequence[RankedSentence], *, model: LanguageModel, options: RerankOptions, cancel: CancelToken
) -> float | None:
    """Estimate the time of a reranking from the prompts of a few entries and the pace measured on this machine; None if it was
    never measured.

    The first call loads the model.
    """
    if not entries:
        return 0.0
    step = max(1, len(entries) // _SAMPLE)
    sample = entries[::step]
    prompt_tokens = answer_tokens = 0
    for entry in sample:
        tokens = _tokens(entry, model=model, options=options, cancel=cancel)
        prompt_tokens, answer_tokens = prompt_tokens + tokens[0], answer_tokens + tokens[1]
    pace = model.pace
    return None if pace is None else pace.seconds(prompt_tokens=prompt_tokens, answer_tokens=answer_tokens) * len(entries) / len(sample)


def _tokens(entry: RankedSentence, *, model: LanguageModel, options: RerankOptions, cancel: CancelToken) -> tuple[int, int]:
    """Return the numbers of tokens (read, written) for the prompts of one entry."""
    candidates, claim = _candidates(entry, options), entry.sentence.text
    if options.way is Way.LISTWISE:
        parts = [candidates[begin:end] for begin, end in windows(len(candidates), window=options.window, step=options.step)]
        texts = [message.text for part in parts for message in order_question(claim, part, words=48)]
        return sum(model.count(texts, cancel=cancel)), round(_SAID_SHARE * sum(answer_room(len(part)) for part in parts))
    if options.way is Way.POINTWISE:
        texts = [message.text for candidate in candidates for message in yes_question(claim, candidate, words=80)]
    else:
        texts = [text for candidate in candidates for text in (claim, candidate.words(200))]
    return sum(model.count(texts, cancel=cancel)), 0
