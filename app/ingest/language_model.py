"""py3langid's naive Bayes over bytes (Lui and Baldwin 2012), for many texts at once.

The library classifies one text at a time, and sorts and names the result. Here the log-likelihoods of a batch are one matrix.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import chain
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_MIN_SHARE = 1e-30
# A thread may load the model in advance (`language.prepared_meanwhile`); others then wait for it.
_LOAD_LOCK = threading.Lock()


class LanguageModel:
    """The classifier, restricted to some languages; `codes` names the columns of its results."""

    def __init__(self, identifier: LanguageIdentifier, languages: Iterable[str]) -> None:
        identifier.set_languages(sorted(set(languages) & set(identifier.labels)))
        self.codes: tuple[str, ...] = tuple(identifier.labels)
        self._transitions, self._features = identifier.tk_nextmove, identifier.tk_output
        self._state_offsets = [row << 8 for row in identifier.tk_row]
        self._likelihoods, self._priors = np.ascontiguousarray(identifier.nb_ptc), identifier.nb_pc
        # A language with two scripts has two classes.
        self._language_of_class = np.array([[label == code for code in self.codes] for label in identifier.nb_classes], dtype=np.float64)

    def log_shares(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the log-probability of each language (columns) for each text (rows), at least 1e-30.

        As in the library, log-likelihoods are divided by the square root of the number of bytes, which calibrates it for texts of
        any length.
        """
        encoded = [_encoded(text) for text in texts]
        scores = self._log_likelihoods(encoded)
        scores /= np.sqrt([[max(1, len(data))] for data in encoded])
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        logarithms: NDArray[np.float64] = np.log(np.maximum(shares @ self._language_of_class, _MIN_SHARE))
        return logarithms

    def _log_likelihoods(self, encoded: Sequence[bytes]) -> NDArray[np.float64]:
        """Return the log-likelihoods of each class; a text without any feature is equally likely in all."""
        from py3langid.langid import visit_counts

        counts = [visit_counts(self._transitions, self._state_offsets, self._features, data) or {} for data in encoded]
        lengths = np.array(list(map(len, counts)))
        features = np.fromiter(chain.from_iterable(counts), np.intp)
        # As in the library, repeated features count logarithmically.
        weights = np.log1p(np.fromiter(chain.from_iterable(feature_counts.values() for feature_counts in counts), np.float32))
        scores = sums_of_runs(self._likelihoods[features].astype(np.float32) * weights[:, None], lengths)
        scores[lengths > 0] += self._priors
        return scores


def sums_of_runs(rows: NDArray[np.float32], lengths: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the sums of consecutive runs of rows with these lengths; an empty run sums to zeros."""
    sums = np.zeros((len(lengths), rows.shape[1]))
    has_rows = lengths > 0
    if has_rows.any():
        sums[has_rows] = np.add.reduceat(rows, np.cumsum(lengths[has_rows]) - lengths[has_rows], axis=0)
    return sums


def _encoded(text: str) -> bytes:
    """Return the bytes that the library would classify; a text in capitals is put in lower case."""
    return unicodedata.normalize("NFC", text.lower() if text.isupper() else text).encode("utf-8", errors="surrogatepass")


def load_model(languages: Iterable[str]) -> LanguageModel:
    """Return the model, loaded once at the first call."""
    with _LOAD_LOCK:
        return _load_once(tuple(languages))


@cache
def _load_once(languages: tuple[str, ...]) -> LanguageModel:
    from py3langid import langid, modelio

    with _unpacking_in_memory(modelio):
        return LanguageModel(langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True), languages)


def _memory_file(*, suffix: str) -> BytesIO:  # noqa: ARG001 -- called as the library calls its temporary file
    return BytesIO()


@contextmanager
def _unpacking_in_memory(modelio: Any) -> Iterator[None]:
    """Unpack the library's 68 MB in memory within this context. The library itself uses a temporary file, which a full disk
    prevents."""
    usual, modelio.tempfile = modelio.tempfile, SimpleNamespace(TemporaryFile=_memory_file)
    try:
        yield
    finally:
        modelio.tempfile = usual
