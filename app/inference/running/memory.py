"""How much memory this process has needed at most."""

from __future__ import annotations

import sys


def peak_megabytes() -> float:
    """Peak resident memory in megabytes; 0 where the system does not tell (Windows)."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024
