"""Detects processors that are too old: NumPy and others need x86-64-v2 (SSE4.2) and crash without it.

The check runs before these libraries are loaded. The C library and Windows report the processor's abilities; where they do not, and on
other kinds of processor, nothing is refused.
"""

from __future__ import annotations

import ctypes
import os
import sys

TOO_OLD = "This computer's processor is too old: Priorcheck needs one with SSE4.2 (x86-64-v2), as most made since 2011 are."
_SSE4_2 = 1 << 20
"""The bit in register ECX of CPUID's leaf 1."""
_WINDOWS_SSSE3, _WINDOWS_SSE4_2 = 36, 38


class _CpuidFeature(ctypes.Structure):
    """glibc's `struct cpuid_feature`: the registers EAX, EBX, ECX and EDX of a CPUID leaf, and which of their features are usable."""

    _fields_ = (("cpuid", ctypes.c_uint32 * 4), ("active", ctypes.c_uint32 * 4))


def too_old() -> bool:
    """True where the processor lacks instructions that the program needs."""
    return _has_sse4_2() is False


def _has_sse4_2() -> bool | None:
    """Return None where that cannot be determined."""
    if sys.platform == "win32":
        if os.environ.get("PROCESSOR_ARCHITECTURE") != "AMD64":
            return None
        present = ctypes.windll.kernel32.IsProcessorFeaturePresent
        # An older Windows knows neither number and answers no to both.
        return bool(present(_WINDOWS_SSE4_2)) or (False if present(_WINDOWS_SSSE3) else None)
    registers = _first_leaf()
    return None if registers is None else bool(registers[2] & _SSE4_2)


def _first_leaf() -> tuple[int, ...] | None:
    """Return the registers of CPUID's leaf 1 (glibc 2.33 or newer on x86-64); None elsewhere."""
    try:
        get_leaf = ctypes.CDLL(None).__x86_get_cpuid_feature_leaf
    except (OSError, AttributeError):
        return None
    get_leaf.restype = ctypes.POINTER(_CpuidFeature)
    return tuple(get_leaf(0).contents.cpuid)
