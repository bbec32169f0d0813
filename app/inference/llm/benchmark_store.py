"""Stored measurements of language models: digests of files, and each model's speed on this machine.

Everything can be measured again: a missing or damaged file only costs time.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

import msgspec

from app.decoding import DECODING_ERRORS
from app.domain.progress import CancelToken
from app.file_replacement import replace_file
from app.inference.llm.gguf_file import GgufModel, digest_of

_MOST = 50


class BenchmarkRun(msgspec.Struct, frozen=True, kw_only=True):
    """Measured configuration of a model on this machine: `gpu_layers` is -1 for all; threads and tokens per second for reading
    prompts (`read`) and generating (`said`)."""

    context: int
    gpu_layers: int
    device: str
    read_threads: int
    said_threads: int
    read: float
    said: float


class _Digest(msgspec.Struct, frozen=True, kw_only=True):
    size: int
    changed: int
    sha256: str


class _Content(msgspec.Struct, kw_only=True):
    digests: dict[str, _Digest] = msgspec.field(default_factory=dict)
    runs: dict[str, BenchmarkRun] = msgspec.field(default_factory=dict)


class BenchmarkStore:
    """Store of the measurements in one small JSON file. Nothing is stored if the disk is not writable; that is no error."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def digest(self, model: GgufModel, *, cancel: CancelToken) -> str:
        """Return the SHA-256 of the whole file; recomputed only if its size or time has changed. Raises as `digest_of`."""
        content, key = self._read(), str(model.path)
        recorded = content.digests.get(key)
        # Hashing gigabytes takes long; size and time tell whether the file is another one.
        if recorded is not None and (recorded.size, recorded.changed) == (model.size, model.changed):
            return recorded.sha256
        sha256 = digest_of(model.path, cancel=cancel)
        content.digests.pop(key, None)
        content.digests[key] = _Digest(size=model.size, changed=model.changed, sha256=sha256)
        self._write(content)
        return sha256

    def run(self, fingerprint: str, *, device: str, threads: int | None) -> BenchmarkRun | None:
        """Return the last configuration of this model here, None if unknown."""
        return self._read().runs.get(_key(fingerprint, device, threads))

    def keep_run(self, fingerprint: str, run: BenchmarkRun, *, device: str, threads: int | None) -> None:
        """Store the configuration of this model."""
        content, key = self._read(), _key(fingerprint, device, threads)
        content.runs.pop(key, None)
        content.runs[key] = run
        self._write(content)

    def forget_run(self, fingerprint: str, *, device: str, threads: int | None) -> None:
        """Delete a configuration that no longer works, so that the model is measured again."""
        content = self._read()
        if content.runs.pop(_key(fingerprint, device, threads), None) is not None:
            self._write(content)

    def _read(self) -> _Content:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Content)
        except (OSError, *DECODING_ERRORS):
            return _Content()

    def _write(self, content: _Content) -> None:
        for entries in (content.digests, content.runs):
            for key in list(entries)[:-_MOST]:
                del entries[key]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._path, msgspec.json.encode(content))
        except OSError:
            return


def _key(fingerprint: str, device: str, threads: int | None) -> str:
    """Return the key of a configuration; it depends on the machine, the device and the number of threads."""
    return f"{fingerprint}:{platform.node()}:{os.cpu_count()}:{device}:{threads or 0}"
