"""Choice of the device to compute on, without importing torch on machines that cannot have an accelerator."""

from __future__ import annotations

import importlib.util
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from app.errors import ModelError
from app.translation import tr

Backend = Literal["cpu", "cuda", "mps"]
Precision = Literal["float32", "float16", "bfloat16"]

_NVIDIA_TRACES = {
    "Linux": ("/dev/nvidiactl", "/dev/nvidia0", "/proc/driver/nvidia/version", "/dev/dxg"),
    "Windows": ("C:/Windows/System32/nvcuda.dll",),
}


def accelerator_plausible(*, system: str = "", machine: str = "", exists: Callable[[str], bool] = lambda path: Path(path).exists()) -> bool:
    """Return True if there may be an accelerator, judged by the driver's files; importing torch to find out takes seconds."""
    system = system or platform.system()
    if system == "Darwin":
        return (machine or platform.machine()) == "arm64"
    return any(exists(trace) for trace in _NVIDIA_TRACES.get(system, ()))


def default_precision(device: Backend) -> Precision:
    """Return half precision for an accelerator, float32 for the processor, where results must depend only on the text."""
    return "float32" if device == "cpu" else "float16"


def choose_backend(device: str, *, plausible: Callable[[], bool] = accelerator_plausible) -> Backend:
    """Return the device for "auto", "cpu", "cuda" or "mps".

    Raises ModelError: `torch-missing`, or `device-missing` if a named device is not available.
    """
    if device == "cpu":
        return "cpu"
    if device == "auto":
        return next(iter(_available()), "cpu") if plausible() else "cpu"
    require_torch(tr("The device '{device}'", device=device))
    backend = next((available for available in _available() if available == device), None)
    if backend is None:
        message = tr("This computer has no device '{device}' that torch can use.", device=device)
        raise ModelError("device-missing", message, hint=tr("Choose the device 'auto' or 'cpu', or install the driver and its torch."))
    return backend


def require_torch(purpose: str) -> None:
    """Raise ModelError `torch-missing` if torch (the extra gpu) is not installed; `purpose` begins the message."""
    if any(importlib.util.find_spec(name) is None for name in ("torch", "sentence_transformers")):
        message = tr("{purpose} needs torch, which is not installed.", purpose=purpose)
        hint = tr('Install Priorcheck with the extra “gpu” in a Python of your own: pip install ".[gpu]" in its source.')
        raise ModelError("torch-missing", message, hint=hint)


def _available() -> list[Backend]:
    """Return the accelerators that torch can use, best first; empty if torch is missing or cannot be loaded."""
    try:
        import torch
    except (ImportError, OSError):
        return []
    backends: list[Backend] = []
    if torch.cuda.is_available():
        backends.append("cuda")
    if torch.backends.mps.is_available():
        backends.append("mps")
    return backends
