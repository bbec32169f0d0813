"""Loading never runs code: every shipped file is data by its header, and no source of ours asks a library to run what a file holds."""

from __future__ import annotations

import gzip
import json
import pickle
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tests.architecture.shipped_files import code_trouble, shipped_trouble

ROOT = Path(__file__).resolve().parents[2]


def shipped() -> list[Path]:
    """Every file that the program brings beside its sources."""
    return [
        path for name in ("models", "resources") for path in sorted((ROOT / name).rglob("*")) if path.is_file() and path.suffix != ".pyc"
    ]


def test_every_shipped_file_is_data() -> None:
    files = shipped()
    assert len(files) > 100 and {".safetensors", ".json"} <= {path.suffix for path in files}
    assert {str(path.relative_to(ROOT)): told for path in files if (told := shipped_trouble(path))} == {}


@pytest.mark.parametrize("folder", ["app", "models", "packaging"])
def test_no_source_runs_what_a_file_holds(folder: str) -> None:
    sources = sorted((ROOT / folder).rglob("*.py"))
    assert sources
    assert {str(path.relative_to(ROOT)): told for path in sources if (told := code_trouble(path.read_text(encoding="utf-8")))} == {}


def _safetensors(header: object, body: bytes) -> bytes:
    told = json.dumps(header).encode()
    return struct.pack("<Q", len(told)) + told + body


def test_the_check_of_files_can_fail(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "zip.safetensors", "w") as packed:
        packed.writestr("data.pkl", pickle.dumps(1))
    np.save(tmp_path / "objects", np.array([object()]), allow_pickle=True)
    (tmp_path / "objects.npy").rename(tmp_path / "objects.txt")
    fine = {"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}
    samples: dict[str, bytes] = {
        "a.json": pickle.dumps({"a": 1}),
        "b.pkl": b"",
        "c.bin": b"\x00",
        "j.onnx": b"\x08\x08",
        "d.txt.gz": gzip.compress(pickle.dumps(1)),
        "e.svg": b"<svg onload='x()'/>",
        "f.html": b"<script src='https://x.example/a.js'></script>",
        "g.safetensors": _safetensors(fine, b"\x00" * 8 + b"more"),
        "h.safetensors": _safetensors(fine, b"\x00" * 4),
        "i.safetensors": struct.pack("<Q", 1 << 40) + b"{}",
    }
    for name, data in samples.items():
        (tmp_path / name).write_bytes(data)
    assert [path.name for path in sorted(tmp_path.iterdir()) if not shipped_trouble(path)] == []
    (tmp_path / "fine.safetensors").write_bytes(_safetensors(fine, b"\x00" * 8))
    assert shipped_trouble(tmp_path / "fine.safetensors") == ""


@pytest.mark.parametrize(
    "source",
    [
        "import pickle", "from joblib import load", "import dill.source", "eval('1')", "exec(x)", "__import__(name)",
        "torch.load(p)", "torch.load(p, weights_only=False)", "np.load(p, allow_pickle=True)", "run(x, shell=True)",
        "AutoModel.from_pretrained(p, trust_remote_code=wanted)", "os.system(x)",
    ],
)  # fmt: skip
def test_the_check_of_sources_can_fail(source: str) -> None:
    assert code_trouble(source)


def test_what_only_looks_alike_is_allowed() -> None:
    assert code_trouble("box.exec()\nmodel.eval()\nre.compile('x')\nnp.load(p)\nrun(x, shell=False)\n") == []
