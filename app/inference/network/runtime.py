"""OpenVINO on the processor. This is the only import of it; `app` keeps it from loading its usage reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.errors import ModelError
from app.inference.manifest import REINSTALL
from app.inference.network.graph import Graph, Node
from app.inference.network.tensors import Tensors
from app.translation import tr

BACKEND = "openvino-cpu"

PRECISION_SWITCH = "PRIORCHECK_PROCESSOR_PRECISION"
"""Environment variable for tests and measurements: "float32" computes so on a processor with bfloat16, too."""


_ONCE = Lock()


@cache
def _openvino() -> Any:
    sys.modules.setdefault("openvino.tools.ovc", None)  # type: ignore[arg-type]  # the model converter: slow to import, and not needed
    # Imported late: a command whose results are all cached does not need it.
    import openvino

    return openvino


@cache
def _core() -> Any:
    return _openvino().Core()


def usual_precision() -> str:
    """Return the precision that this processor computes in: bfloat16 where it has instructions for it, else float32."""
    if os.environ.get(PRECISION_SWITCH) == "float32":
        return "float32"
    return "bfloat16" if "BF16" in _core().get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "float32"


def usable_threads(requested: int | None) -> int:
    """Return the requested number of threads (None: all cores), at most one for each core that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, requested)) if requested else cores


def compiled(
    name: str, *weights: Path, build: Callable[[Graph], Mapping[str, Node]], threads: int = 1, precision: str | None = None
) -> Network:
    """Return the network of the model `name` whose outputs `build` makes over the tensors of these files (a branch's own first).

    `precision` is "float32" or "bfloat16" (None: what suits the processor). Raises ModelError `model-mismatch`.
    """
    with _ONCE:
        operators = _openvino().opset15
    try:
        graph = Graph(Tensors(*weights), operators)
        outputs = build(graph)
        return Network(graph.inputs, outputs, threads=threads, precision=precision)
    except (OSError, ValueError, KeyError, RuntimeError) as error:  # OpenVINO raises RuntimeError
        message = tr("The model '{name}' cannot be loaded: {reason}", name=name, reason=error)
        raise ModelError("model-mismatch", message, hint=tr(REINSTALL)) from error


class Network:
    """A network, compiled when it first runs: a command whose results are all in a cache never compiles it.

    Several threads may call `run` at the same time; each call is computed by one thread.
    """

    def __init__(self, inputs: Mapping[str, Any], outputs: Mapping[str, Any], *, threads: int = 1, precision: str | None = None) -> None:
        for name, node in outputs.items():
            node.output(0).get_tensor().set_names({name})
        self.precision = precision or usual_precision()
        self._names = list(inputs)
        self._model: Any = _openvino().Model(list(outputs.values()), list(inputs.values()), "network")
        self._outputs: dict[str, Any] = {}
        self._threads = threads
        self._idle: SimpleQueue[Any] = SimpleQueue()
        self._compiling = Lock()

    def run(self, outputs: Sequence[str], feed: Mapping[str, NDArray[np.int64]]) -> list[NDArray[Any]]:
        """Return these outputs for inputs (rows, tokens). Raises RuntimeError for what the device cannot compute."""
        if self._model is not None:
            self._compile()
        request = self._idle.get()
        try:
            results = request.infer({name: np.ascontiguousarray(feed[name]) for name in self._names}, share_inputs=True)
            return [np.array(results[self._outputs[name]]) for name in outputs]
        finally:
            self._idle.put(request)

    def _compile(self) -> None:
        with self._compiling:
            if self._model is None:
                return
            settings = {
                "INFERENCE_PRECISION_HINT": {"float32": "f32", "bfloat16": "bf16"}[self.precision],
                "INFERENCE_NUM_THREADS": self._threads,
                "NUM_STREAMS": self._threads,
                "ENABLE_CPU_PINNING": False,
            }
            compiled_model = _core().compile_model(self._model, "CPU", settings)
            self._outputs = {output.get_any_name(): output for output in compiled_model.outputs}
            for _ in range(self._threads):
                self._idle.put(compiled_model.create_infer_request())
            self._model = None
