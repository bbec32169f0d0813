"""Time limit of tests for events that should happen at once."""

AT_ONCE = 10.0
"""Seconds within which what was cancelled or closed has ended however busy the machine is; its work would take far longer. That it is less
than one on a quiet machine is measured by the benchmarks."""
