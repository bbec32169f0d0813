"""Encoder on an accelerator with sentence-transformers and torch, in half precision.

Pooling and normalisation use float32, so that the vectors agree with the processor's to a cosine of 0.999.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.progress import CancelToken, Progress
from app.errors import ModelError
from app.inference.encoders.batch_encoder import BatchEncoder, EmbeddingModel
from app.inference.manifest import REINSTALL, ModelEntry, read_config
from app.inference.running.batching import TextTokenizer, TokenMatrix
from app.inference.running.budget import BatchBudget, batch_limits
from app.inference.running.devices import Backend, Precision, default_precision, require_torch
from app.inference.running.fallback import DeviceFallback, Notify, OutOfDeviceMemory
from app.inference.running.torch_memory import is_out_of_memory, within_memory
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity, TextEncoder
from app.translation import tr

# Padded tokens a batch: how many to begin with, and how many to try at most.
_BUDGETS: Mapping[Backend, tuple[int, int]] = {"cuda": (16_384, 1 << 20), "mps": (4096, 131_072), "cpu": (512, 512)}
# No text is read further, whatever a folder allows: sentences, claims and passages are shorter.
_MOST_TOKENS = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class TorchSource:
    """A sentence-transformers folder: the identity of its vectors, the reader of its texts (a name of TEXT_VERSIONS), loading
    options, and the error for a failed load."""

    folder: Path
    name: str
    artefact: str
    failed: Callable[[str], ModelError]
    reader: str
    options: Mapping[str, Any] = field(default_factory=dict)


class TorchModel:
    """The folder's own modules; the network in the device's usual precision unless another is named, the later modules in float32."""

    step: int | None = None

    def __init__(self, source: TorchSource, *, device: Backend, precision: Precision | None = None) -> None:
        require_torch(tr("The encoder “{name}”", name=source.name))
        import torch

        precision = precision or default_precision(device)
        self._torch: Any = torch
        self._device = device
        try:
            model = _sentence_transformer(source)
            self._modules: Any = model.to(device=device).eval()
            self._modules[0].to(dtype=getattr(torch, precision))
        except (OSError, ValueError, RuntimeError, KeyError, TypeError, AttributeError, ImportError) as error:
            if is_out_of_memory(error):
                raise OutOfDeviceMemory from error
            raise source.failed(first_line(error)) from error
        self.tokenizer: Any = model.tokenizer
        self.max_tokens = min(int(model.max_seq_length or _MOST_TOKENS), _MOST_TOKENS)
        self.budget, self.most = batch_limits(_BUDGETS, device, precision)
        self.dimension = int(model.get_embedding_dimension())
        self.identity = ModelIdentity(
            name=source.name, artefact=source.artefact, backend=f"torch-{device}", precision=precision, reading=reading(source.reader)
        )

    def embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return unit vectors (texts, dimension). Raises OutOfDeviceMemory after freeing the memory of the failed attempt."""
        return within_memory(lambda: self._embed(tokens, mask), torch=self._torch, device=self._device)

    def _embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        torch = self._torch
        arrays = {"input_ids": tokens, "attention_mask": mask}
        with torch.inference_mode():
            features = {name: torch.from_numpy(array).to(self._device) for name, array in arrays.items()}
            for module in self._modules:
                features = module(features)
                # Pooled in single precision, so that the vectors agree with the processor's to a cosine of 0.999.
                features["token_embeddings"] = features["token_embeddings"].float()
            vectors = features["sentence_embedding"].float()
            return np.asarray(torch.nn.functional.normalize(vectors, dim=1).cpu().numpy(), np.float32)


def _sentence_transformer(source: TorchSource) -> Any:
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # it writes to stderr, which a windowed program does not have
    transformers_logging.set_verbosity_error()
    options = {"use_safetensors": True, **source.options}
    return SentenceTransformer(
        str(source.folder), device="cpu", local_files_only=True, trust_remote_code=False, model_kwargs=options
    ).float()


def first_line(error: Exception) -> str:
    """Return a model library's error message, shortened for use in a sentence."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200].rstrip('.')}" if lines else type(error).__name__


class TorchEncoder:
    """A `TextEncoder` on an accelerator with a fallback encoder for when not even one text fits into the device's memory.

    All rows of a call come from one device. After the switch `identity` is the fallback's, so that caches and indexes notice it.
    """

    def __init__(
        self,
        model: EmbeddingModel,
        tokenize: Callable[[Sequence[str]], list[list[int]]],
        *,
        fallback: Callable[[], TextEncoder],
        budget: BatchBudget | None = None,
        notify: Notify | None = None,
    ) -> None:
        first: TextEncoder = BatchEncoder(model, tokenize, budget=budget)
        self._encoder = DeviceFallback(first, fallback, role="encoder", notify=notify)

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.active.identity

    @property
    def dimension(self) -> int:
        return self._encoder.active.dimension

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors (len(texts), dimension). Raises Cancelled."""
        return self._encoder.run(lambda encoder: encoder.encode(texts, progress=progress, cancel=cancel))


def torch_encoder(entry: ModelEntry, *, device: Backend, fallback: Callable[[], TextEncoder], notify: Notify | None = None) -> TorchEncoder:
    """Load the bundled encoder on this device. Raises OutOfDeviceMemory, ModelError `model-mismatch`."""
    model = TorchModel(bundled_source(entry), device=device)
    budget = BatchBudget(model.budget, limit=model.most)
    return TorchEncoder(model, bundled_tokenizer(entry), fallback=fallback, budget=budget, notify=notify)


def bundled_source(entry: ModelEntry) -> TorchSource:
    """Return the bundled encoder's folder as a torch source."""

    def failed(reason: str) -> ModelError:
        message = tr("The model '{name}' cannot be loaded by torch: {reason}.", name=entry.name, reason=reason)
        return ModelError("model-mismatch", message, hint=tr(REINSTALL))

    options = {"add_pooling_layer": False}
    return TorchSource(folder=entry.folder, name=entry.name, artefact=entry.artefact, failed=failed, reader="encoder", options=options)


def bundled_tokenizer(entry: ModelEntry) -> TextTokenizer:
    """Load the bundled encoder's tokenizer."""
    return TextTokenizer(entry.path("tokenizer.json"), max_tokens=int(read_config(entry)["priorcheck"]["max_tokens"]))
