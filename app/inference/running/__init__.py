"""Batch execution on devices: batch sizes, running out of memory, cancellation."""
