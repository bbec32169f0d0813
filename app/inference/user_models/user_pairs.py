"""The user's own cross-encoders: a transformers folder for sequence classification, run by torch.

One label scores the similarity of two texts (a reranker), three are support, refute and neutral (an inference model).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from app.inference.encoders.torch_encoder import first_line
from app.inference.pairs.pair_logits import PairLogits, PairModel
from app.inference.pairs.pair_text import PairTokens
from app.inference.running.batching import TokenMatrix
from app.inference.running.budget import BatchBudget
from app.inference.running.devices import Backend, default_precision, require_torch
from app.inference.running.fallback import DeviceFallback, Notify, OutOfDeviceMemory, report_shortage
from app.inference.running.torch_memory import is_out_of_memory, within_memory
from app.inference.text_versions import reading
from app.inference.user_models.model_folder import ModelFolder
from app.inference.user_models.user_encoder import readable
from app.ports import FloatMatrix, ModelIdentity, PairInput, VectorCache
from app.translation import tr

# Padded tokens a batch, to begin with and at most.
_BUDGETS = {"cuda": (8192, 1 << 18), "mps": (4096, 16_384), "cpu": (1024, 1024)}
_MOST_TOKENS = 512
_HEAD = ("classifier", "score", "classification_head", "head")


class UserPairModel:
    """A `PairModel` over a folder; float16 on an accelerator, float32 on the processor. A reranker reads the sentence first, as its
    query; an inference model the published text, as its premise."""

    workers = 1
    step: int | None = None

    def __init__(self, folder: ModelFolder, *, device: Backend) -> None:
        require_torch(tr("The model “{name}”", name=folder.name))
        import torch

        precision = default_precision(device)
        self._torch: Any = torch
        self._device = device
        try:
            self._tokenizer, model = _loaded(folder)
            self._model: Any = model.to(device=device, dtype=getattr(torch, precision)).eval()
        except (OSError, ValueError, RuntimeError, KeyError, TypeError, AttributeError, ImportError) as error:
            if is_out_of_memory(error):
                raise OutOfDeviceMemory from error
            raise folder.not_loaded(first_line(error)) from error
        config = self._model.config
        self.columns = int(config.num_labels)
        self.labels: Mapping[int, str] = {int(number): str(label) for number, label in config.id2label.items()}
        self._padding = int(config.pad_token_id or 0)
        self._typed = "token_type_ids" in self._tokenizer.model_input_names
        self._max_tokens = min(int(self._tokenizer.model_max_length), _positions(config), _MOST_TOKENS)
        self.budget = BatchBudget(_BUDGETS[device][0], limit=_BUDGETS[device][1])
        self.identity = ModelIdentity(
            name=folder.name, artefact=folder.fingerprint, backend=f"torch-{device}", precision=precision, reading=reading("own_pairs")
        )

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Return the token row of each pair; None if sentence or claim has no letter and no digit."""
        is_readable = [any(map(str.isalnum, pair.sentence)) and any(map(str.isalnum, pair.claim)) for pair in pairs]
        readable_pairs = [pair for pair, is_pair_readable in zip(pairs, is_readable, strict=True) if is_pair_readable]
        if not readable_pairs:
            return [None] * len(pairs)
        sentences = readable([pair.sentence for pair in readable_pairs], max_tokens=self._max_tokens)
        claims = readable([pair.claim for pair in readable_pairs], max_tokens=self._max_tokens)
        sides = (sentences, claims) if self.columns == 1 else (claims, sentences)
        encoding = self._tokenizer(*sides, truncation=True, max_length=self._max_tokens, return_token_type_ids=True)
        rows = iter(zip(encoding["input_ids"], encoding["token_type_ids"], strict=True))
        return [next(rows) if is_pair_readable else None for is_pair_readable in is_readable]

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return logits (pairs, columns). Raises OutOfDeviceMemory."""
        return within_memory(lambda: self._logits(tokens, kinds, mask), torch=self._torch, device=self._device)

    def _logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        torch = self._torch
        arrays = {"input_ids": np.where(mask == 1, tokens, self._padding), "attention_mask": mask}
        if self._typed:
            arrays["token_type_ids"] = kinds
        with torch.inference_mode():
            logits = self._model(**{name: torch.from_numpy(array).to(self._device) for name, array in arrays.items()}).logits
            return np.asarray(logits.float().cpu().numpy(), np.float32)


def _loaded(folder: ModelFolder) -> tuple[Any, Any]:
    """Load tokenizer and model on the processor. Raises ModelError `own-model-unfit` for a model of another task."""
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()
    transformers_logging.set_verbosity_error()
    options: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
    labels = int(AutoConfig.from_pretrained(str(folder.folder), **options).num_labels)
    if labels not in {1, 3}:
        raise folder.unfit(tr("it gives {number} numbers for a pair, where one or three are needed", number=labels))
    model, report = AutoModelForSequenceClassification.from_pretrained(
        str(folder.folder), use_safetensors=True, output_loading_info=True, **options
    )
    if any(name.split(".")[0] in _HEAD for name in report["missing_keys"]):
        raise folder.unfit(tr("it holds no trained head for pairs, so it is no cross-encoder"))
    return AutoTokenizer.from_pretrained(str(folder.folder), **options), model


def _positions(config: Any) -> int:
    """Return the number of tokens that the network has positions for; RoBERTa reserves two."""
    positions = int(getattr(config, "max_position_embeddings", None) or _MOST_TOKENS)
    return positions - 2 if config.model_type in {"roberta", "xlm-roberta", "camembert", "mpnet"} else positions


def load_user_pairs(
    folder: ModelFolder, *, device: Backend, cache: VectorCache | None = None, notify: Notify | None = None
) -> tuple[PairLogits, Mapping[int, str]]:
    """Load the folder's logits and its label names by column. Raises ModelError `own-model-unfit`."""

    def on_processor() -> PairModel:
        return UserPairModel(folder, device="cpu")

    role = folder.role.replace("_", " ")
    try:
        model = UserPairModel(folder, device=device)
    except OutOfDeviceMemory:
        report_shortage(role, notify)
        model = UserPairModel(folder, device="cpu")
    first: PairModel = model
    return PairLogits(DeviceFallback(first, on_processor, role=role, notify=notify), cache=cache), model.labels
