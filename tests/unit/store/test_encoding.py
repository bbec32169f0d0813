"""Encoding of missing texts: longest first, each once, resumable, unit vectors only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.errors import Cancelled, ModelError
from app.ports import FloatMatrix
from app.store.encoding import SideFile, encode_missing
from app.store.generation import text_hash
from tests.fakes.encoder import FakeEncoder

TEXTS = {text_hash(text): text for text in (f"{'word ' * (n % 9)}number {n}" for n in range(700))}


def run(
    folder: Path, encoder: FakeEncoder, *, progress: Progress = no_progress, cancel: CancelToken | None = None
) -> dict[bytes, FloatMatrix]:
    side = SideFile(folder, encoder)
    return encode_missing(TEXTS, encoder=encoder, side=side, progress=progress, cancel=cancel or CancelToken())


def cancelled_run(folder: Path) -> FakeEncoder:
    """Stop after the first batch."""
    token, encoder = CancelToken(), FakeEncoder()

    def listen(update: ProgressUpdate) -> None:
        if update.done >= 512:
            token.cancel()

    with pytest.raises(Cancelled):
        run(folder, encoder, progress=listen, cancel=token)
    return encoder


def test_longest_first_and_each_once(tmp_path: Path) -> None:
    encoder, updates = FakeEncoder(), []
    stored = run(tmp_path, encoder, progress=updates.append)
    assert sorted(encoder.encoded) == sorted(TEXTS.values()) and set(stored) == set(TEXTS)
    lengths = [len(text) for text in encoder.encoded]
    assert lengths == sorted(lengths, reverse=True)
    assert [update.done for update in updates] == sorted(update.done for update in updates) and updates[-1].done == 700
    vectors = FakeEncoder().encode(list(TEXTS.values()), progress=no_progress, cancel=CancelToken())
    assert np.array_equal(np.stack([stored[name] for name in TEXTS]), vectors)


def test_finished_vectors_are_not_encoded_again(tmp_path: Path) -> None:
    first = cancelled_run(tmp_path)
    second = FakeEncoder()
    stored = run(tmp_path, second)
    assert len(first.encoded) == 512 and len(second.encoded) == 188 and len(stored) == 700


def test_another_encoder_starts_again(tmp_path: Path) -> None:
    cancelled_run(tmp_path)
    other = FakeEncoder(name="other")
    run(tmp_path, other)
    assert len(other.encoded) == 700


@pytest.mark.parametrize("harm", ["torn", "flipped", "zeros"])
def test_a_torn_or_altered_record_is_encoded_again(tmp_path: Path, harm: str) -> None:
    encoder = cancelled_run(tmp_path)
    file = SideFile(tmp_path, encoder).path
    content = bytearray(file.read_bytes())
    record = len(content) // 512
    if harm == "torn":
        content = content[: -record // 2]
    elif harm == "flipped":
        content[500 * record + 40] ^= 1
    else:
        content += bytes(record)
    file.write_bytes(content)
    again = FakeEncoder()
    stored = run(tmp_path, again)
    assert len(again.encoded) == {"torn": 189, "flipped": 200, "zeros": 188}[harm]
    vectors = FakeEncoder().encode(list(TEXTS.values()), progress=no_progress, cancel=CancelToken())
    assert np.array_equal(np.stack([stored[name] for name in TEXTS]), vectors)


@pytest.mark.parametrize("fault", ["zeros", "nan", "long"])
def test_vectors_not_of_length_one_are_refused(tmp_path: Path, fault: str) -> None:
    class Faulty(FakeEncoder):
        def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
            vectors = super().encode(texts, progress=progress, cancel=cancel)
            vectors[3] = {"zeros": 0.0, "nan": np.nan, "long": 1.0}[fault]
            return vectors

    with pytest.raises(ModelError) as raised:
        run(tmp_path, Faulty())
    assert raised.value.code == "encoder-output"
