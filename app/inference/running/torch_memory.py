"""What a device's memory running out looks like in torch, and giving back what a failed try held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from app.inference.running.devices import Backend
from app.inference.running.fallback import OutOfDeviceMemory

Result = TypeVar("Result")


def within_memory(work: Callable[[], Result], *, torch: Any, device: Backend) -> Result:
    """What `work` gives. Raises OutOfDeviceMemory, with the memory of the failed try given back; other errors pass."""
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
    """CUDA has a type of its own for it, Apple's backend only the words."""
    return "out of memory" in str(error).lower()
