"""Short device names for the status line."""

from __future__ import annotations

import pytest

from app.gui.model.labels import devices_in_short

CPU, GPU = "processor, float32", "GPU (CUDA), float16"


@pytest.mark.parametrize(
    ("devices", "summary"),
    [
        ((), ""),
        ((("encoder", CPU), ("stance", CPU), ("ranker", "processor")), "Processor"),
        ((("encoder", GPU), ("stance", GPU), ("ranker", "processor")), "GPU"),
        ((("encoder", CPU), ("stance", GPU), ("ranker", "processor")), "GPU and processor"),
        ((("encoder", GPU), ("stance", "not available")), "GPU"),
        ((("ranker", "processor"),), ""),
        ((("encoder", GPU), ("language model", "none chosen")), "GPU"),
        ((("encoder", GPU), ("answer scorer", "loaded when it is needed")), "GPU"),
        ((("encoder", GPU), ("answer scorer", CPU)), "GPU and processor"),
    ],
)
def test_devices_in_short(devices: tuple[tuple[str, str], ...], summary: str) -> None:
    assert devices_in_short(devices) == summary
