"""Checks whether this processor can run the installed llama.cpp.

The usual builds need AVX2 and related features. A processor without them may still have a build made for it, so a separate process tries
it: a missing instruction crashes that process and not this one.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Mapping

USUAL = ("AVX2", "FMA3", "F16C", "BMI2")
"""The features that llama.cpp is built for by default, by NumPy's names."""
_TRIAL = "import llama_cpp; llama_cpp.llama_backend_init()"
_TRIAL_SECONDS = 120
_INTEL = frozenset({"X86_V2", "SSE42"})


def missing_features() -> tuple[str, ...]:
    """Return the usual features that this processor lacks; () on other kinds of processor, and where NumPy does not report them.

    NumPy queries the processor itself, on every system; Linux's /proc/cpuinfo is wrong under an emulator.
    """
    try:
        features: Mapping[str, bool] = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    except (ImportError, AttributeError):
        return ()
    if not any(features.get(name) for name in _INTEL):
        return ()
    return tuple(name for name in USUAL if not features.get(name, True))


def runs_llama() -> bool:
    """Return False if llama.cpp would crash this process by an instruction that the processor lacks."""
    if not missing_features():
        return True
    # In a process of its own: an unknown instruction would crash this one.
    command = [sys.executable, "-c", _TRIAL]
    try:
        return subprocess.run(command, capture_output=True, timeout=_TRIAL_SECONDS, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
