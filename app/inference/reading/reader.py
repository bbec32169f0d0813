"""Reader and stance scorer of posts, each over its network's logits.

A post that is longer than the network's input is read in windows: its answer is the best one of any window, its side that of the
window with the strongest stance. Texts without a letter or digit, or without any known to the vocabulary, have neither.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.inference.pairs.pair_logits import PairLogits
from app.inference.pairs.trunk import Head
from app.inference.reading.rows import ReaderTokenizer
from app.ports import FloatMatrix, ModelIdentity, PairInput, Span

OPINION, SPAN = "opinion", "span"
MARGIN, BEGIN, END = 0, 1, 2
"""Columns of the head `span`: by how much the best span's logits exceed those of "no answer", and its first and last token."""


class _Windowed:
    """A network that reads a question or statement together with the windows of a post."""

    def __init__(self, logits: PairLogits, tokenizer: ReaderTokenizer, head: Head) -> None:
        self._logits, self._tokenizer, self._head = logits, tokenizer, head

    @property
    def identity(self) -> ModelIdentity:
        return self._logits.identity

    def _asked(
        self, questions: Sequence[str], texts: Sequence[str], cancel: CancelToken
    ) -> tuple[list[tuple[int, int]], NDArray[np.intp], FloatMatrix]:
        """Return the windows of all texts, the index of each window's text, and the head's logits for the windows."""
        text_windows = {text: self._tokenizer.windows(text) for text in dict.fromkeys(texts)}
        windows = [window for text in texts for window in text_windows[text]]
        pairs = [
            PairInput(sentence=question, claim=text[low:high])
            for question, text in zip(questions, texts, strict=True)
            for low, high in text_windows[text]
        ]
        owner = np.repeat(np.arange(len(texts)), [len(text_windows[text]) for text in texts])
        return windows, owner, self._logits(pairs, cancel=cancel)[:, list(self._head.columns)]


class PostReader(_Windowed):
    """A Reader over the head `span`."""

    def read(self, question: str, texts: Sequence[str], *, cancel: CancelToken) -> list[Span | None]:
        """Return the most probable answer in each text, with the probability sigmoid(scale * margin + shift) (Platt 1999)."""
        windows, owner, values = self._asked([question] * len(texts), texts, cancel)
        spans: list[Span | None] = []
        for index, text in enumerate(texts):
            rows = np.flatnonzero(owner == index)
            rows = rows[np.isfinite(values[rows, MARGIN])]
            if not len(rows):
                spans.append(None)
                continue
            best = rows[np.argmax(values[rows, MARGIN])]
            margin, begin, end = values[best].tolist()
            low, high = windows[best]
            offsets = self._tokenizer.places(text[low:high])
            scale, shift = self._head.calibration["scale"], self._head.calibration["shift"]
            probability = 1.0 / (1.0 + float(np.exp(-np.clip(scale * margin + shift, -60.0, 60.0))))
            spans.append(Span(start=low + offsets[int(begin)][0], end=low + offsets[int(end)][1], probability=probability))
        return spans


class PostOpinions(_Windowed):
    """A StanceScorer of posts towards statements over the head `opinion`."""

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities (n, 3) of posts (premises) towards statements, float32; columns support, refute, neither. Raises
        Cancelled."""
        _, owner, head_logits = self._asked(hypotheses, premises, cancel)
        logits = head_logits.astype(np.float64) / self._head.calibration["temperature"]
        logits[np.isnan(logits).any(axis=1)] = (-np.inf, -np.inf, 0.0)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities = powers / powers.sum(axis=1, keepdims=True)
        stances = np.zeros((len(premises), 3), np.float32)
        order = np.lexsort((-np.arange(len(probabilities)), -probabilities[:, 2], owner))  # the surest side of each post comes last
        stances[owner[order]] = probabilities[order]
        return stances
