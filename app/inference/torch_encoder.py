"""The encoder on an accelerator, through sentence-transformers and torch, in half precision.

Pooling and normalisation are done in float32, so that the vectors agree with the processor's to a cosine of 0.999.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from app.domain.progress import CancelToken, Progress
from app.errors import ModelError
from app.inference.batch_encoder import BatchEncoder, EmbeddingModel
from app.inference.batching import TextTokenizer, TokenMatrix
from app.inference.devices import Backend
from app.inference.fallback import DeviceFallback, Notify, OutOfDeviceMemory
from app.inference.manifest import REINSTALL, ModelEntry, read_config
from app.ports import FloatMatrix, ModelIdentity, TextEncoder

_BUDGETS = {"cuda": 65536, "mps": 16384, "cpu": 512}


class TorchModel:
    """The model folder as sentence-transformers reads it; float16 on an accelerator, float32 on the processor."""

    def __init__(self, entry: ModelEntry, *, device: Backend, dimension: int) -> None:
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # it writes to stderr, which a windowed program does not have
        precision = "float32" if device == "cpu" else "float16"
        options = {"add_pooling_layer": False}
        try:
            model = SentenceTransformer(str(entry.folder), device="cpu", local_files_only=True, model_kwargs=options)
            self._model: Any = model.to(device=device, dtype=getattr(torch, precision)).eval()
        except (OSError, ValueError, RuntimeError) as error:
            if _is_out_of_memory(error):
                raise OutOfDeviceMemory from error
            raise ModelError("model-mismatch", f"The model '{entry.name}' cannot be loaded by torch: {error}", hint=REINSTALL) from error
        self._torch: Any = torch
        self._device = device
        self.budget = _BUDGETS[device]
        self.dimension = dimension
        self.identity = ModelIdentity(name=entry.name, artefact=entry.artefact, backend=f"torch-{device}", precision=precision)

    def embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Unit vectors (texts, dimension). Raises OutOfDeviceMemory; the memory of the failed try is given back."""
        try:
            return self._embed(tokens, mask)
        except RuntimeError as error:
            if not _is_out_of_memory(error):
                raise
        self._give_memory_back()
        raise OutOfDeviceMemory

    def _embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        torch = self._torch
        arrays = {"input_ids": tokens, "attention_mask": mask}
        with torch.inference_mode():
            features = {name: torch.from_numpy(array).to(self._device) for name, array in arrays.items()}
            for module in self._model:
                features = module(features)
                features["token_embeddings"] = features["token_embeddings"].float()
            return np.asarray(features["sentence_embedding"].float().cpu().numpy(), np.float32)

    def _give_memory_back(self) -> None:
        if self._device == "cuda":
            self._torch.cuda.empty_cache()
        elif self._device == "mps":
            self._torch.mps.empty_cache()


def _is_out_of_memory(error: Exception) -> bool:
    """CUDA has a type of its own for it, Apple's backend only the words."""
    return "out of memory" in str(error).lower()


class TorchEncoder:
    """A `TextEncoder` on an accelerator that goes on with another encoder once the device's memory does not hold one text.

    A call's rows all come from one device. After the change `identity` is the other encoder's, so caches and indexes see it.
    """

    def __init__(
        self,
        model: EmbeddingModel,
        tokenize: Callable[[Sequence[str]], list[list[int]]],
        *,
        fallback: Callable[[], TextEncoder],
        notify: Notify | None = None,
    ) -> None:
        first: TextEncoder = BatchEncoder(model, tokenize)
        self._encoder = DeviceFallback(first, fallback, role="encoder", notify=notify)

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.active.identity

    @property
    def dimension(self) -> int:
        return self._encoder.active.dimension

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Unit vectors (len(texts), dimension). Raises Cancelled."""
        return self._encoder.run(lambda encoder: encoder.encode(texts, progress=progress, cancel=cancel))


def torch_encoder(entry: ModelEntry, *, device: Backend, fallback: Callable[[], TextEncoder], notify: Notify | None = None) -> TorchEncoder:
    """The encoder of this model folder on this device. Raises OutOfDeviceMemory, ModelError `model-mismatch`."""
    about = read_config(entry)["priorcheck"]
    tokenize = TextTokenizer(entry.path("tokenizer.json"), max_tokens=int(about["max_tokens"]))
    model = TorchModel(entry, device=device, dimension=int(about["dimension"]))
    return TorchEncoder(model, tokenize, fallback=fallback, notify=notify)
