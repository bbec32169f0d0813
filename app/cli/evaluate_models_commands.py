"""`evaluate stance|checkworthy|retrieval`: the models' own measures."""

from __future__ import annotations

import argparse
from typing import Any


def add_commands(measures: Any, common: argparse.ArgumentParser) -> None:
    """Add stance, checkworthy and retrieval to `evaluate`."""
