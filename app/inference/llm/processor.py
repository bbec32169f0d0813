"""Whether this processor runs llama.cpp as it is installed.

The usual builds need AVX2 and its companions. A processor without them may still have a build of its own, so a second process tries: an
instruction that the processor does not know ends that one, and not the one that asks.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Mapping

USUAL = ("AVX2", "FMA3", "F16C", "BMI2")
"""What llama.cpp is built for where nobody says otherwise, by NumPy's names."""
_TRIAL = "import llama_cpp; llama_cpp.llama_backend_init()"
_TRIAL_SECONDS = 120
_INTEL = frozenset({"X86_V2", "SSE42"})


def missing_features() -> tuple[str, ...]:
    """The usual features that this processor lacks; () on another kind of processor, and where NumPy does not tell.

    NumPy asks the processor itself, on every system; what Linux lists in /proc/cpuinfo is wrong under an emulator.
    """
    try:
        features: Mapping[str, bool] = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    except (ImportError, AttributeError):
        return ()
    if not any(features.get(name) for name in _INTEL):
        return ()
    return tuple(name for name in USUAL if not features.get(name, True))


def runs_llama() -> bool:
    """False where llama.cpp would end this process by an instruction that the processor does not know."""
    if not missing_features():
        return True
    command = [sys.executable, "-c", _TRIAL]
    try:
        return subprocess.run(command, capture_output=True, timeout=_TRIAL_SECONDS, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
