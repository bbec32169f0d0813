"""Whether this processor runs the program at all: NumPy and others need x86-64-v2 (SSE4.2) and end the process without it.

Asked before anything of theirs is loaded, so without NumPy, and of the processor itself: the C library and Windows know it. Where they do
not tell, and on other kinds of processor, nothing is refused.
"""

from __future__ import annotations

import ctypes
import os
import sys

TOO_OLD = "This computer's processor is too old: Priorcheck needs one with SSE4.2 (x86-64-v2), as most made since 2011 are."
_SSE4_2 = 1 << 20
"""In the register ECX of CPUID's leaf 1."""
_WINDOWS_SSSE3, _WINDOWS_SSE4_2 = 36, 38


class _CpuidFeature(ctypes.Structure):
    """glibc's `struct cpuid_feature`: the registers EAX, EBX, ECX, EDX as the processor gives them, and what of them can be used."""

    _fields_ = (("cpuid", ctypes.c_uint32 * 4), ("active", ctypes.c_uint32 * 4))


def too_old() -> bool:
    """True where the program would die of an instruction that the processor does not know."""
    return _has_sse4_2() is False


def _has_sse4_2() -> bool | None:
    """None where it cannot be told."""
    if sys.platform == "win32":
        if os.environ.get("PROCESSOR_ARCHITECTURE") != "AMD64":
            return None
        present = ctypes.windll.kernel32.IsProcessorFeaturePresent
        # An older Windows knows neither number and answers no to both.
        return bool(present(_WINDOWS_SSE4_2)) or (False if present(_WINDOWS_SSSE3) else None)
    registers = _first_leaf()
    return None if registers is None else bool(registers[2] & _SSE4_2)


def _first_leaf() -> tuple[int, ...] | None:
    """The registers of CPUID's leaf 1, which glibc since 2.33 tells on x86-64; None elsewhere."""
    try:
        ask = ctypes.CDLL(None).__x86_get_cpuid_feature_leaf
    except (OSError, AttributeError):
        return None
    ask.restype = ctypes.POINTER(_CpuidFeature)
    return tuple(ask(0).contents.cpuid)
