"""Encoder on the processor with ONNX Runtime: weights stored as float16, computed in float32."""

from __future__ import annotations

import os
from functools import cache
from threading import Lock
from typing import Any

import numpy as np

from app.errors import ModelError
from app.inference.encoders.batch_encoder import BatchEncoder
from app.inference.manifest import REINSTALL, ModelEntry, read_config
from app.inference.running.batching import TextTokenizer, TokenMatrix
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity
from app.translation import tr

# Padded tokens a batch: measured best, the activations stay in the processor's cache.
_BUDGET = 512
_ONCE = Lock()


class OnnxModel:
    """The graph `model.onnx` over the tensors of `model.safetensors`: token ids and mask in, unit vectors out."""

    budget = _BUDGET

    def __init__(self, entry: ModelEntry, *, dimension: int) -> None:
        self._session = open_session(entry)
        self._name: str = self._session.get_outputs()[0].name
        self.dimension = dimension
        self.identity = ModelIdentity(
            name=entry.name, artefact=entry.artefact, backend="onnx-cpu", precision="float32", reading=reading("encoder")
        )

    def embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return unit vectors (texts, dimension)."""
        rows = self._session.run([self._name], {"input_ids": tokens, "attention_mask": mask})[0]
        return np.asarray(rows, np.float32)


def open_session(entry: ModelEntry, *, branch: bool = False) -> Any:
    """Open an ONNX Runtime session over the model's graph, with one thread for each call. The graph of a `branch` refers to weights
    relative to the folder of all models. Raises ModelError `model-mismatch`."""
    with _ONCE:
        onnxruntime = _runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # batches run side by side instead (BatchRunner)
    options.log_severity_level = 3
    options.enable_mem_pattern = False  # rows are of any length, and each length would be planned and kept anew
    options.add_session_config_entry("session.use_env_allocators", "1")
    try:
        if branch:
            options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(entry.folder.resolve().parent))
            return onnxruntime.InferenceSession(entry.path("model.onnx").read_bytes(), options, providers=["CPUExecutionProvider"])
        return onnxruntime.InferenceSession(str(entry.path("model.onnx")), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime's own exceptions share no base class but this
        message = tr("The model '{name}' cannot be loaded: {reason}", name=entry.name, reason=error)
        raise ModelError("model-mismatch", message, hint=tr(REINSTALL)) from error


@cache
def _runtime() -> Any:
    """Import ONNX Runtime, without logging and with one memory arena for all sessions.

    This is the only import of it. Its telemetry is disabled here through the API, in addition to the environment variable that
    `app` sets.
    """
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    _share_memory(onnxruntime)
    return onnxruntime


def _share_memory(onnxruntime: Any) -> None:
    """Make all sessions of this process share one arena, which grows by the requested size. ONNX Runtime's default arenas, one for
    each session, double instead: one long batch kept 32 MB more for good."""
    kinds, same_as_requested = onnxruntime.OrtAllocatorType, 1
    about = onnxruntime.OrtMemoryInfo("Cpu", kinds.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT)
    arena_options = {
        "max_mem": 0,
        "arena_extend_strategy": same_as_requested,
        "initial_chunk_size_bytes": -1,
        "max_dead_bytes_per_chunk": -1,
    }
    onnxruntime.create_and_register_allocator(about, onnxruntime.OrtArenaCfg(arena_options))


def usable_threads(requested: int | None) -> int:
    """Return the requested number of threads (None: all cores), at most one for each core that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, requested)) if requested else cores


class OnnxEncoder(BatchEncoder):
    """A `TextEncoder` without torch or an accelerator."""

    def __init__(self, entry: ModelEntry, *, threads: int | None = None) -> None:
        about = read_config(entry)["priorcheck"]
        tokenize = TextTokenizer(entry.path("tokenizer.json"), max_tokens=int(about["max_tokens"]))
        super().__init__(OnnxModel(entry, dimension=int(about["dimension"])), tokenize, workers=usable_threads(threads))
