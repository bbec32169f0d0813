"""Trainable encoder: a sentence-transformers folder with trainable layers and frozen word embeddings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.errors import ModelError
from app.inference.encoders.torch_encoder import first_line
from app.inference.user_models.user_encoder import Prompts, readable
from app.translation import tr

# What words are is not learnt anew from one library, and what BERT pools with takes no part in a sentence's vector.
_UNUSED = ("embeddings", "pooler")


class TrainableEncoder:
    """The folder's modules in float32 on the processor.

    With `sparing`, gradient checkpointing recomputes the states within layers (Chen et al. 2016, section 4) if the network supports
    it: the same numbers with 1.3 GB less memory, in 1.5 times the time.
    """

    def __init__(self, folder: Path, *, prompts: Prompts, max_tokens: int, options: Mapping[str, Any], sparing: bool = False) -> None:
        self._prompts, self._max_tokens = prompts, max_tokens
        try:
            self.network: Any = _load(folder, options)
        except (OSError, ValueError, RuntimeError, KeyError, TypeError, AttributeError, ImportError) as error:
            message = tr("The encoder in “{folder}” cannot be trained: {reason}.", folder=folder, reason=first_line(error))
            raise ModelError("training-failed", message, hint=tr("Go back to the bundled encoder and try again.")) from error
        self._free()
        if sparing:
            _spare(self.network)

    def query_vectors(self, texts: Sequence[str]) -> Any:
        """Return unit vectors (texts, dimension) of queries, with gradients."""
        return self._vectors([self._prompts.query + text for text in texts])

    def passage_vectors(self, texts: Sequence[str]) -> Any:
        """Return unit vectors (texts, dimension) of published texts, with gradients."""
        return self._vectors([self._prompts.passage + text for text in texts])

    def trainable_parameters(self) -> dict[str, Any]:
        """Return the trainable parameters by name."""
        return {name: parameter for name, parameter in self.network.named_parameters() if parameter.requires_grad}

    def _vectors(self, texts: Sequence[str]) -> Any:
        import torch

        encoding = self.network.tokenizer(
            readable(texts, max_tokens=self._max_tokens), padding=True, truncation=True, max_length=self._max_tokens, return_tensors="pt"
        )
        features: Mapping[str, Any] = {"input_ids": encoding["input_ids"], "attention_mask": encoding["attention_mask"]}
        for module in self.network:
            features = module(features)
        return torch.nn.functional.normalize(features["sentence_embedding"], dim=1)

    def _free(self) -> None:
        for name, parameter in self.network.named_parameters():
            parameter.requires_grad = not any(part in name for part in _UNUSED)


def _spare(network: Any) -> None:
    for module in network.modules():
        if getattr(module, "supports_gradient_checkpointing", False):
            older = module.gradient_checkpointing_enable
            getattr(module, "activation_checkpointing_enable", older)({"use_reentrant": False})


def _load(folder: Path, options: Mapping[str, Any]) -> Any:
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()
    transformers_logging.set_verbosity_error()
    torch.manual_seed(0)  # a part that the folder has no weights for, and nobody uses, is the same at every load
    model_options = {"use_safetensors": True, "dtype": torch.float32, **options}
    return SentenceTransformer(
        str(folder), device="cpu", local_files_only=True, trust_remote_code=False, model_kwargs=model_options
    ).float()
