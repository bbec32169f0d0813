"""Out-of-memory errors of torch devices, and freeing the memory of a failed attempt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from app.inference.running.devices import Backend
from app.inference.running.fallback import OutOfDeviceMemory

Result = TypeVar("Result")


def within_memory(work: Callable[[], Result], *, torch: Any, device: Backend) -> Result:
    """Return the result of `work`. Raises OutOfDeviceMemory after freeing the memory of the failed attempt; other errors pass
    through."""
    try:
        return work()
    except RuntimeError as error:
        if not is_out_of_memory(error):
            raise
    # Outside the handler, where the traceback no longer holds on to the tensors.
    if device == "cuda":
        torch.cuda.empty_cache()
    elif device == "mps":
        torch.mps.empty_cache()
    raise OutOfDeviceMemory


def is_out_of_memory(error: Exception) -> bool:
    """Return True for an out-of-memory error. CUDA has a type for it; Apple's backend is recognised by the message."""
    return "out of memory" in str(error).lower()
