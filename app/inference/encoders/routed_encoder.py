"""Encoder that routes texts by language: English to the claim encoder, all others to the multilingual student.

Both share one vector space, so that a Portuguese fact-check is found by its English claim. The route depends only on the text, and
therefore so does its vector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.inference.encoders.batch_encoder import ACTIVITY
from app.inference.encoders.text_languages import ENGLISH
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity, TextEncoder
from app.translation import tr

# Texts between two looks at the cancel token.
_BETWEEN_LOOKS = 256


class RoutedEncoder:
    """A `TextEncoder` over two encoders; `language` returns a text's code (`TextLanguages`)."""

    def __init__(self, english: TextEncoder, student: TextEncoder, *, language: Callable[[str], str]) -> None:
        self._english = english
        self._student = student
        self._language = language

    @property
    def identity(self) -> ModelIdentity:
        """Identity with both names and the first eight hex digits of both artefacts; backend and precision are the English
        encoder's; `reading` covers both encoders and the choice between them."""
        english, student = self._english.identity, self._student.identity
        return ModelIdentity(
            name=f"{english.name}+{student.name}",
            artefact=f"{english.artefact[:8]}{student.artefact[:8]}",
            backend=english.backend,
            precision=english.precision,
            reading=reading(english.reading, student.reading, "languages"),
        )

    @property
    def dimension(self) -> int:
        return self._english.dimension

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors (len(texts), dimension). Raises Cancelled."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        progress(ProgressUpdate(tr(ACTIVITY), 0, len(texts)))
        is_foreign = np.zeros(len(texts), np.bool_)
        for position, text in enumerate(texts):
            if position % _BETWEEN_LOOKS == 0:
                cancel.check()
            # The route depends on the text only, and so does its vector.
            is_foreign[position] = self.is_foreign(text)
        encoded = 0
        for encoder, positions in ((self._english, np.flatnonzero(~is_foreign)), (self._student, np.flatnonzero(is_foreign))):
            if len(positions):
                part = [texts[position] for position in positions.tolist()]
                vectors[positions] = encoder.encode(part, progress=_shifted(progress, encoded, len(texts)), cancel=cancel)
                encoded += len(positions)
        return vectors

    def keeps(self, maker: ModelIdentity, text: str) -> bool:
        """Return True if `maker` is the English encoder and the text is English: an index made by it keeps that text's vector."""
        return maker == self._english.identity and not self.is_foreign(text)

    def is_foreign(self, text: str) -> bool:
        """Return True if the text is routed to the student."""
        return self._language(text) != ENGLISH


def _shifted(progress: Progress, offset: int, total: int) -> Progress:
    def listen(update: ProgressUpdate) -> None:
        progress(ProgressUpdate(tr(ACTIVITY), offset + update.done, total))

    return listen
