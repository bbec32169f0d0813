"""Reader and stance towards statements, each over its network's logits: answers in posts, and whose side a post takes.

A post that is longer than a network reads at once is read in windows: its answer is that of the window with the surest one, its side
that of the window that takes one most surely. What holds no letter or digit, or none that the vocabulary knows, says nothing.
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
    """A network that reads a question or statement beside the windows of a post."""

    def __init__(self, logits: PairLogits, tokenizer: ReaderTokenizer, head: Head) -> None:
        self._logits, self._tokenizer, self._head = logits, tokenizer, head

    @property
    def identity(self) -> ModelIdentity:
        return self._logits.identity

    def _asked(
        self, questions: Sequence[str], texts: Sequence[str], cancel: CancelToken
    ) -> tuple[list[tuple[int, int]], NDArray[np.intp], FloatMatrix]:
        """Windows of all texts, whose they are, and the head's logits for them."""
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
    """A Reader, by the head `span`."""

    def read(self, question: str, texts: Sequence[str], *, cancel: CancelToken) -> list[Span | None]:
        """The likeliest answer in each text; its probability is sigmoid(scale * margin + shift) (Platt 1999)."""
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
    """A StanceScorer of posts towards statements, by the head `opinion`."""

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities (n, 3) of posts (premises) towards statements, float32; columns support, refute, neither. Raises Cancelled."""
        _, owner, head_logits = self._asked(hypotheses, premises, cancel)
        logits = head_logits.astype(np.float64) / self._head.calibration["temperature"]
        logits[np.isnan(logits).any(axis=1)] = (-np.inf, -np.inf, 0.0)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities = powers / powers.sum(axis=1, keepdims=True)
        stances = np.zeros((len(premises), 3), np.float32)
        order = np.lexsort((-np.arange(len(probabilities)), -probabilities[:, 2], owner))  # the surest side of each post comes last
        stances[owner[order]] = probabilities[order]
        return stances
