"""Token vectors of the bundled encoder, by torch from its float16 weights.

BERTScore needs them; the encoder only gives the vector of the whole text.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import ModelError
from app.inference.manifest import REINSTALL, ModelEntry, checked_model, read_config
from app.inference.running.batching import TextTokenizer, length_batches, padded
from app.inference.running.devices import Precision
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity

_BUDGET = 4096
"""Padded tokens a batch."""
_SPECIAL = 1
"""Special tokens at either end of a text ([CLS] and [SEP])."""


class TokenEncoder(Protocol):
    """Encoder of texts to one vector for each token, for measures that compare words in context (BERTScore)."""

    @property
    def identity(self) -> ModelIdentity: ...

    def encode_tokens(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> tuple[FloatMatrix, NDArray[np.int64]]:
        """Return the token vectors of all texts (tokens, dimension), and where each text begins, (len(texts) + 1,).

        Vectors are float32 and L2-normalised, without special tokens. Text i has the rows from starts[i] to starts[i + 1], perhaps
        none.
        """
        ...


class TorchTokenEncoder:
    """A `TokenEncoder` on the processor: the last hidden layer, without pooling."""

    def __init__(self, entry: ModelEntry, *, precision: Precision = "float32") -> None:
        import torch
        from transformers import AutoModel
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()
        about = read_config(entry)["priorcheck"]
        try:
            model = AutoModel.from_pretrained(
                str(entry.folder), local_files_only=True, add_pooling_layer=False, dtype=getattr(torch, precision)
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelError("model-mismatch", f"The model '{entry.name}' cannot be loaded by torch: {error}", hint=REINSTALL) from error
        self._torch: Any = torch
        self._model: Any = model.eval()
        self._tokenize = TextTokenizer(entry.path("tokenizer.json"), max_tokens=int(about["max_tokens"]))
        self.identity = ModelIdentity(
            name=f"{entry.name}-tokens", artefact=entry.artefact, backend="torch-cpu", precision=precision, reading=reading("encoder")
        )

    def encode_tokens(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> tuple[FloatMatrix, NDArray[np.int64]]:
        """Return unit vectors of all tokens and the offsets of each text, as in `TokenEncoder`. Raises Cancelled."""
        token_lists = self._tokenize(texts)
        lengths = np.array([len(tokens) - 2 * _SPECIAL for tokens in token_lists], np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        vectors = np.zeros((int(starts[-1]), int(self._model.config.hidden_size)), np.float32)
        encoded = 0
        for positions in length_batches(token_lists, budget=_BUDGET):
            cancel.check()
            hidden = self._hidden([token_lists[position] for position in positions])
            for row, position in zip(hidden, positions, strict=True):
                vectors[starts[position] : starts[position + 1]] = row[_SPECIAL : _SPECIAL + lengths[position]]
            encoded += len(positions)
            progress(ProgressUpdate("Encoding the words of texts", encoded, len(texts)))
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12), starts

    def _hidden(self, token_lists: list[list[int]]) -> FloatMatrix:
        tokens, mask = padded(token_lists)
        with self._torch.inference_mode():
            output = self._model(input_ids=self._torch.from_numpy(tokens), attention_mask=self._torch.from_numpy(mask))
        return np.asarray(output.last_hidden_state.float().numpy(), np.float32)


def load_token_encoder(*, models: Path | None = None, precision: Precision = "float32") -> TokenEncoder:
    """Load the token encoder of the bundled model. Raises ModelError: `model-missing`, `model-altered`, `model-mismatch`."""
    return TorchTokenEncoder(checked_model("encoder", models), precision=precision)
