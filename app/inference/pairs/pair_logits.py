"""Cross-encoder logits of text pairs, cached and computed in batches."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from app.domain.progress import CancelToken
from app.inference.pairs.pair_text import PairTokens
from app.inference.running.batch_runner import BatchRunner
from app.inference.running.batching import Positions, TokenMatrix
from app.inference.running.budget import BatchBudget
from app.inference.running.fallback import DeviceFallback
from app.ports import FloatMatrix, ModelIdentity, PairInput, VectorCache

# Pairs tokenised at a time: a tenth of a second, after which cancel is heard.
_WINDOW = 2048


class PairModel(Protocol):
    """Backend with its tokenizer: pairs to token rows, padded rows to logits."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def columns(self) -> int:
        """Number of logits for each pair, over all heads."""
        ...

    @property
    def budget(self) -> BatchBudget:
        """Batch size in padded tokens; one budget for the model's lifetime."""
        ...

    @property
    def workers(self) -> int:
        """Number of batches to compute in parallel."""
        ...

    @property
    def step(self) -> int | None:
        """Row lengths are padded to a multiple of this (see BatchRunner); None if that has no benefit."""
        ...

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Return the token row of each pair; None if the model cannot read its sentence or claim."""
        ...

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return logits (pairs, columns) of padded rows (pairs, width). Raises OutOfDeviceMemory."""
        ...


class PairLogits:
    """Computes the logits of pairs, each a function of its pair only; one pass gives those of all heads.

    All rows of a call come from one device: if not even a single pair fits into its memory, the processor repeats the whole call,
    and `identity` changes. As thread-safe as the model.
    """

    def __init__(self, model: DeviceFallback[PairModel], *, cache: VectorCache | None = None) -> None:
        self._model = model
        self._cache = cache

    @property
    def identity(self) -> ModelIdentity:
        return self._model.active.identity

    @property
    def columns(self) -> int:
        """Number of logits for each pair."""
        return self._model.active.columns

    def __call__(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Return logits (len(pairs), columns), float32; NaN in the rows of unreadable pairs. Raises Cancelled.

        Finished rows are cached even if the call is cancelled.
        """
        row_of: dict[str, int] = {}
        unique: list[PairInput] = []
        rows = np.empty(len(pairs), np.intp)
        # Equal pairs are computed once.
        for number, pair in enumerate(pairs):
            rows[number] = row_of.setdefault(_key(pair), len(unique))
            if rows[number] == len(unique):
                unique.append(pair)
        logits = self._model.run(lambda model: self._complete(model, list(row_of), unique, cancel))
        return logits[rows]

    def _complete(self, model: PairModel, keys: list[str], pairs: list[PairInput], cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        logits, missing = self._known(model, keys)
        finished_parts: list[Positions] = []
        try:
            for start in range(0, len(missing), _WINDOW):
                cancel.check()
                window = missing[start : start + _WINDOW]
                for positions, values in _computed(model, [pairs[index] for index in window], cancel):
                    logits[window[positions]] = values
                    finished_parts.append(window[positions])
        finally:
            if self._cache is not None and finished_parts:
                finished = np.concatenate(finished_parts)
                self._cache.put(model.identity.key(), [keys[index] for index in finished], logits[finished])
        return logits

    def _known(self, model: PairModel, keys: list[str]) -> tuple[FloatMatrix, Positions]:
        """Return the logits with cached rows filled in, and the indexes of the missing ones."""
        logits = np.full((len(keys), model.columns), np.nan, np.float32)
        is_known = np.zeros(len(keys), np.bool_)
        if self._cache is not None and keys:
            rows, is_cached = self._cache.get(model.identity.key(), keys)
            if rows is not None and rows.shape[1] == model.columns:
                is_known = is_cached
                logits[is_known] = rows[is_known]
        return logits, np.flatnonzero(~is_known)


def _computed(model: PairModel, pairs: list[PairInput], cancel: CancelToken) -> Iterator[tuple[Positions, FloatMatrix]]:
    """Yield indexes into `pairs` and their logits, batch by batch; unreadable pairs are left out."""
    tokenised = model.tokenize(pairs)
    rows = [row for row in tokenised if row is not None]
    readable = np.flatnonzero([row is not None for row in tokenised])
    logits = np.empty((len(rows), model.columns), np.float32)

    def compute(rows: list[PairTokens], width: int) -> FloatMatrix:
        return model.logits(*padded_pairs(rows, width))

    runner: BatchRunner[PairTokens] = BatchRunner(
        compute, length=lambda row: len(row[0]), budget=model.budget, workers=model.workers, step=model.step
    )
    for positions in runner.fill(logits, rows, cancel):
        yield readable[positions], logits[positions]


def padded_pairs(rows: Sequence[PairTokens], width: int = 0) -> tuple[TokenMatrix, TokenMatrix, TokenMatrix]:
    """Return token ids, kinds and mask, each (pairs, longest or `width`), padded with zeros."""
    width = max(width, *(len(tokens) for tokens, _ in rows))
    tokens, kinds, mask = (np.zeros((len(rows), width), np.int64) for _ in range(3))
    for row, (numbers, parts) in enumerate(rows):
        tokens[row, : len(numbers)] = numbers
        kinds[row, : len(numbers)] = parts
        mask[row, : len(numbers)] = 1
    return tokens, kinds, mask


def _key(pair: PairInput) -> str:
    """Return an unambiguous cache key of everything that a pair's token row depends on."""
    year = pair.published.year if pair.published is not None else None
    return json.dumps([pair.sentence, pair.claim, pair.title, pair.claimant, year, pair.speaker, *pair.context])
