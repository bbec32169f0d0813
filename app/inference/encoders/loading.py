"""Loads the encoder for this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.inference.encoders.openvino_encoder import OpenVinoEncoder
from app.inference.encoders.routed_encoder import RoutedEncoder
from app.inference.encoders.student_encoder import StudentEncoder
from app.inference.manifest import checked_model
from app.inference.running.devices import choose_backend
from app.inference.running.fallback import OutOfDeviceMemory, report_shortage
from app.ports import TextEncoder


def load_encoder(
    *, models: Path, device: str = "auto", threads: int | None = None, notify: Callable[[str], None] | None = None
) -> TextEncoder:
    """Load the bundled English encoder: with torch if there is an accelerator, else with OpenVINO on `threads` cores (None:
    all).

    `notify` receives a message when the accelerator runs out of memory and the processor takes over; without it the message is
    logged. Raises ModelError: `model-missing`, `model-altered`, `model-mismatch`, `device-missing`.
    """
    entry = checked_model("encoder", models)
    backend = choose_backend(device)

    def on_processor() -> TextEncoder:
        return OpenVinoEncoder(entry, threads=threads)

    if backend == "cpu":
        return on_processor()
    from app.inference.encoders.torch_encoder import torch_encoder

    try:
        return torch_encoder(entry, device=backend, fallback=on_processor, notify=notify)
    except OutOfDeviceMemory:
        report_shortage("encoder", notify)
    return on_processor()


def load_multilingual_encoder(
    *,
    language: Callable[[str], str],
    models: Path,
    device: str = "auto",
    threads: int | None = None,
    notify: Callable[[str], None] | None = None,
) -> TextEncoder:
    """Load the bundled encoder for all languages: the English one, and the student for texts that `language` classifies as another
    language.

    `language` returns a text's code (`TextLanguages`). Options and errors are those of `load_encoder`.
    """
    english = load_encoder(models=models, device=device, threads=threads, notify=notify)
    return RoutedEncoder(english, StudentEncoder(checked_model("multilingual", models)), language=language)
