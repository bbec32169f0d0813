"""Choice of the device, without importing torch where no accelerator can exist."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.errors import ModelError
from app.inference.network.runtime import usable_threads
from app.inference.running.budget import batch_limits
from app.inference.running.devices import accelerator_plausible, choose_backend

ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.parametrize(
    ("system", "machine", "existing", "plausible"),
    [
        ("Linux", "x86_64", set(), False),
        ("Linux", "x86_64", {"/dev/nvidia0"}, True),
        ("Linux", "x86_64", {"/dev/dxg"}, True),
        ("Windows", "AMD64", set(), False),
        ("Windows", "AMD64", {"C:/Windows/System32/nvcuda.dll"}, True),
        ("Darwin", "arm64", set(), True),
        ("Darwin", "x86_64", set(), False),
        ("FreeBSD", "amd64", {"/dev/nvidia0"}, False),
    ],
)
def test_an_accelerator_is_looked_for_by_its_drivers_files(system: str, machine: str, existing: set[str], plausible: bool) -> None:
    assert accelerator_plausible(system=system, machine=machine, exists=existing.__contains__) is plausible


def test_auto_takes_the_processor_where_nothing_speaks_for_an_accelerator() -> None:
    assert choose_backend("auto", plausible=lambda: False) == "cpu"
    assert choose_backend("cpu", plausible=lambda: True) == "cpu"


@pytest.mark.parametrize("device", ["mps", "abacus"])
def test_a_device_that_is_not_there_is_refused_with_a_hint(device: str) -> None:
    if device == "mps" and sys.platform == "darwin":
        pytest.skip("this computer may have that device")
    with pytest.raises(ModelError) as caught:
        choose_backend(device)
    assert caught.value.code == "device-missing"
    assert caught.value.hint


def test_threads_are_at_most_the_cores() -> None:
    cores = usable_threads(None)
    assert cores >= 1
    assert usable_threads(1) == 1
    assert usable_threads(10_000) == cores


def test_the_processor_path_loads_neither_torch_nor_scikit_learn() -> None:
    code = (
        "import sys\n"
        "from app.domain.progress import CancelToken, no_progress\n"
        "from app.inference import load_encoder, load_pair_scorer, load_stance_scorer\n"
        "from app.paths import models_dir\n"
        "encoder = load_encoder(models=models_dir(), device='cpu', threads=1)\n"
        "encoder.encode(['One sentence.'], progress=no_progress, cancel=CancelToken())\n"
        "load_pair_scorer(); load_stance_scorer().stance(['a'], ['b'], cancel=CancelToken())\n"
        "print([name for name in ('torch', 'sklearn', 'scipy', 'sentence_transformers', 'transformers') if name in sys.modules])\n"
    )
    completed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    assert completed.stdout.strip() == "[]"


def test_importing_the_package_loads_no_engine() -> None:
    code = "import sys, app.inference\nprint([name for name in ('torch', 'openvino', 'tokenizers', 'safetensors') if name in sys.modules])"
    completed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    assert completed.stdout.strip() == "[]"


def test_half_precision_takes_larger_batches_on_the_processor_only() -> None:
    usual = {"cpu": (512, 512), "cuda": (16_384, 1 << 20)}
    assert batch_limits(usual, "cpu", "float32") == (512, 512)
    assert batch_limits(usual, "cuda", "float16") == (16_384, 1 << 20)
    assert min(batch_limits(usual, "cpu", "bfloat16")) > 512
