"""Binding of llama.cpp in the language model's process: a loaded model, tokens, computing, sampling.

Only the library's C functions are used, whose meaning llama.h fixes. Every call starts from an empty context, so that results do
not depend on earlier calls.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import llama_cpp as lib
import numpy as np

from app.ports.arrays import FloatMatrix

_READ_AT_ONCE = 256
_TOP_K, _TOP_P, _MIN_P = 40, 0.95, 0.05
_ABORTED = 2
_KINDS = ("CUDA", "ROCm", "Metal", "MTL", "Vulkan", "SYCL")


class AbortedError(Exception):
    """Raised when a computation was cancelled."""


class NotLoadedError(Exception):
    """Raised for a file that cannot be loaded."""


class MemoryShortError(Exception):
    """Raised when there is not enough memory for the context."""


class FormError(Exception):
    """Raised for an invalid grammar."""


class NativeModel:
    """A loaded model. `stopped` is polled during computation. Raises NotLoadedError, MemoryShortError and AbortedError."""

    def __init__(self, path: str, *, context: int, threads: int, gpu_layers: int, ranks: bool, stopped: Callable[[], bool]) -> None:
        lib.llama_backend_init()
        self.stopped = stopped
        # Both callbacks must live as long as the model.
        self._abort = lib.ggml_abort_callback(lambda _: stopped())
        self._going_on = lib.llama_progress_callback(lambda _, __: not stopped())
        self.device = _device() if gpu_layers else "cpu"
        settings = lib.llama_model_default_params()
        settings.n_gpu_layers = 0x7FFFFFFF if gpu_layers < 0 else gpu_layers
        settings.progress_callback = self._going_on
        self._model = lib.llama_model_load_from_file(path.encode(), settings)
        if not self._model:
            if stopped():
                raise AbortedError
            raise NotLoadedError("the file cannot be loaded")
        self.vocabulary = lib.llama_model_get_vocab(self._model)
        self._context = lib.llama_init_from_model(self._model, self._running(context, threads, ranks=ranks))
        if not self._context:
            lib.llama_model_free(self._model)
            raise MemoryShortError("there is no memory for the context")
        self.context = int(lib.llama_n_ctx(self._context))
        self._memory = lib.llama_get_memory(self._context)

    def _running(self, context: int, threads: int, *, ranks: bool) -> Any:
        settings = lib.llama_context_default_params()
        settings.n_ctx = context
        settings.n_batch = context if ranks else min(context, 2 * _READ_AT_ONCE)
        settings.n_ubatch = settings.n_batch
        settings.n_threads = settings.n_threads_batch = threads
        settings.embeddings = ranks
        if ranks:
            settings.pooling_type = lib.LLAMA_POOLING_TYPE_RANK
        settings.abort_callback = self._abort
        settings.no_perf = True
        return settings

    def close(self) -> None:
        """Free the memory."""
        lib.llama_free(self._context)
        lib.llama_model_free(self._model)

    def use_threads(self, *, generating: int, reading: int) -> None:
        """Set the number of threads for single tokens and for prompts."""
        lib.llama_set_n_threads(self._context, generating, reading)

    def tokens(self, text: str, *, special: bool, begin: bool = False) -> list[int]:
        """Return the text's tokens. With `special`, names of control tokens are parsed as such; with `begin`, the tokens that the
        model expects at the beginning are prepended."""
        content = text.encode("utf-8", "replace")
        room = len(content) + 8
        buffer = (lib.llama_token * room)()
        count = lib.llama_tokenize(self.vocabulary, content, len(content), buffer, room, False, special)
        tokens = list(buffer[: max(0, count)])
        first = lib.llama_vocab_bos(self.vocabulary)
        if begin and lib.llama_vocab_get_add_bos(self.vocabulary) and tokens[:1] != [first]:
            tokens.insert(0, first)
        return tokens

    def piece(self, token: int) -> bytes:
        """Return the bytes of a token; empty for a control token."""
        for room in (64, 4096):
            buffer = ctypes.create_string_buffer(room)
            count = lib.llama_token_to_piece(self.vocabulary, token, buffer, room, 0, False)
            if count >= 0:
                return buffer.raw[:count]
        return b""

    def name(self, token: int) -> str:
        """Return a token's name in the vocabulary, "" without one."""
        return lib.llama_vocab_get_text(self.vocabulary, token).decode("utf-8", "replace") if token >= 0 else ""

    def markers(self) -> list[str]:
        """Return the names of all control tokens."""
        count = lib.llama_vocab_n_tokens(self.vocabulary)
        return [name for token in range(count) if lib.llama_vocab_is_control(self.vocabulary, token) and (name := self.name(token))]

    def read(self, tokens: Sequence[int]) -> None:
        """Compute these tokens from an empty context. Raises AbortedError."""
        # From an empty context, so that results do not depend on earlier calls.
        lib.llama_memory_clear(self._memory, True)
        for start in range(0, len(tokens), _READ_AT_ONCE):
            self._compute(tokens[start : start + _READ_AT_ONCE])

    def say(self, *, max_tokens: int, grammar: str, temperature: float, seed: int) -> Iterator[int]:
        """Yield up to `max_tokens` generated tokens until the end of the answer. Raises AbortedError and FormError."""
        chain = self._sampler(grammar, temperature, seed)
        try:
            for count in range(max_tokens):
                if self.stopped():
                    raise AbortedError
                token = int(lib.llama_sampler_sample(chain, self._context, -1))
                if lib.llama_vocab_is_eog(self.vocabulary, token):
                    return
                yield token
                if count + 1 < max_tokens:
                    self._compute([token])
        finally:
            lib.llama_sampler_free(chain)

    def logits(self) -> FloatMatrix:
        """Return the logits (vocabulary,) of the next token, float32."""
        count = int(lib.llama_vocab_n_tokens(self.vocabulary))
        return np.ctypeslib.as_array(lib.llama_get_logits_ith(self._context, -1), shape=(count,)).astype(np.float32)

    def score(self, tokens: Sequence[int]) -> float:
        """Return a reranker's score of a pair. Raises AbortedError."""
        if self._memory:
            lib.llama_memory_clear(self._memory, True)
        self._compute(tokens)
        return float(lib.llama_get_embeddings_seq(self._context, 0)[0])

    def _compute(self, tokens: Sequence[int]) -> None:
        if self.stopped():
            raise AbortedError
        array = (lib.llama_token * len(tokens))(*tokens)
        code = int(lib.llama_decode(self._context, lib.llama_batch_get_one(array, len(tokens))))
        if code == _ABORTED or (code and self.stopped()):
            raise AbortedError
        if code:
            raise RuntimeError(f"llama_decode gave {code}")

    def _sampler(self, grammar: str, temperature: float, seed: int) -> Any:
        chain = lib.llama_sampler_chain_init(lib.llama_sampler_chain_default_params())
        if grammar:
            keeping = lib.llama_sampler_init_grammar(self.vocabulary, grammar.encode(), b"root")
            if not keeping:
                lib.llama_sampler_free(chain)
                raise FormError("the grammar cannot be read")
            lib.llama_sampler_chain_add(chain, keeping)
        for link in _links(temperature, seed):
            lib.llama_sampler_chain_add(chain, link)
        return chain


def _links(temperature: float, seed: int) -> list[Any]:
    if temperature <= 0:
        return [lib.llama_sampler_init_greedy()]
    return [
        lib.llama_sampler_init_top_k(_TOP_K),
        lib.llama_sampler_init_top_p(_TOP_P, 1),
        lib.llama_sampler_init_min_p(_MIN_P, 1),
        lib.llama_sampler_init_temp(temperature),
        lib.llama_sampler_init_dist(seed & 0xFFFFFFFF),
    ]


def _device() -> str:
    """Return the graphics processor that the library was built for, "cpu" without one."""
    if not lib.llama_supports_gpu_offload():
        return "cpu"
    system_info = lib.llama_print_system_info().decode("utf-8", "replace")
    return next((kind.lower() for kind in _KINDS if kind in system_info), "gpu")
