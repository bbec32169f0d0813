"""Tensors of safetensors files: types, several files, and files that are no safetensors."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from app.inference.network.tensors import Tensors


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int8, np.uint8, np.int64])
def test_a_tensor_is_read_as_it_was_written(dtype: type[np.generic], tmp_path: Path) -> None:
    array = np.arange(12).reshape(3, 4).astype(dtype)
    save_file({"a": array, "empty": array[:0]}, tmp_path / "x.safetensors", metadata={"made": "here"})
    tensors = Tensors(tmp_path / "x.safetensors")
    assert set(tensors) == {"a", "empty"} and len(tensors) == 2
    assert np.array_equal(tensors["a"], array) and tensors["a"].dtype == dtype and tensors["empty"].shape == (0, 4)


def test_the_first_file_with_a_name_decides(tmp_path: Path) -> None:
    for name, value in (("own", 1), ("shared", 2)):
        save_file({"both": np.full(2, value, np.float32), name: np.zeros(1, np.float32)}, tmp_path / name)
    tensors = Tensors(tmp_path / "own", tmp_path / "shared")
    assert tensors["both"].tolist() == [1, 1] and set(tensors) == {"both", "own", "shared"}


def test_writing_to_a_tensor_leaves_the_file_alone(tmp_path: Path) -> None:
    save_file({"a": np.zeros(3, np.float32)}, tmp_path / "x")
    before = (tmp_path / "x").read_bytes()
    Tensors(tmp_path / "x")["a"][:] = 7
    assert (tmp_path / "x").read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x01",
        b"not a model at all, only some words",
        struct.pack("<Q", 1 << 60) + b"{}",
        struct.pack("<Q", 2) + b"[]",
        struct.pack("<Q", 7) + b'{"a":1}',
        struct.pack("<Q", 64) + b'{"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}'.ljust(64) + bytes(8),
        struct.pack("<Q", 64) + b'{"a":{"dtype":"F32","shape":[9],"data_offsets":[0,8]}}'.ljust(64) + bytes(8),
        struct.pack("<Q", 64) + b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'.ljust(64) + bytes(3),
    ],
)
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(ValueError):
        Tensors(tmp_path / "x")


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Tensors(tmp_path / "none")
