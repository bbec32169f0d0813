"""The emulated processor for testing the packaged program: it has no AVX, in child processes either, and detects a library that
needs more."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

from emulation import EMULATOR, TOO_OLD, WITHOUT_AVX, Emulation, EmulationError, can_emulate

PYTHON = Path(sys.executable)
needs_emulator = pytest.mark.skipif(
    not can_emulate() or not shutil.which(EMULATOR) or not shutil.which("g++"), reason="Linux on x86-64 with qemu-user and g++ is needed"
)
SOURCE = '__attribute__((constructor)) static void begin(void) { __asm__ volatile("%s"); }'


@pytest.fixture
def emulation(tmp_path: Path) -> Emulation:
    return Emulation(tmp_path)


@pytest.fixture
def library(tmp_path: Path) -> Callable[[str], Path]:
    """Provide a factory of libraries that execute one instruction when loaded."""

    def make(instruction: str) -> Path:
        path = tmp_path / f"lib{instruction.split(maxsplit=1)[0]}.so"
        command = ["g++", "-x", "c", "-", "-shared", "-fPIC", "-o", str(path)]
        subprocess.run(command, input=SOURCE % instruction, text=True, check=True)
        return path

    return make


@needs_emulator
def test_children_run_without_avx(emulation: Emulation) -> None:
    assert emulation.child_exit_codes(PYTHON) == WITHOUT_AVX == (0, -4)


@needs_emulator
def test_a_processor_that_has_avx_is_no_proof(emulation: Emulation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emulation, "prefix", lambda *_: ())
    with pytest.raises(EmulationError, match="without AVX"):
        emulation.prove(PYTHON)


@needs_emulator
def test_a_library_that_needs_a_newer_processor_is_detected(emulation: Emulation, library: Callable[[str], Path], tmp_path: Path) -> None:
    plain = library("nop")
    needing = [library(instruction) for instruction in ("vxorps %ymm0, %ymm0, %ymm0", "vpaddd %ymm0, %ymm0, %ymm0")]
    newest = library("andn %eax, %eax, %eax")
    missing = tmp_path / "libmissing.so"
    failed = emulation.load([plain, *needing, newest, missing], PYTHON, beside=tmp_path)
    assert set(failed) == {str(path) for path in (*needing, newest, missing)}
    assert all(failed[str(path)] == "signal 4" for path in (*needing, newest)) and "No such file" in failed[str(missing)]


@needs_emulator
def test_the_installed_hnswlib_is_for_every_processor(emulation: Emulation) -> None:
    import hnswlib

    assert [emulation.nearest_row(Path(hnswlib.__file__), PYTHON, row=row) for row in (0, 7, 199)] == [0, 7, 199]


@needs_emulator
def test_a_processor_that_is_too_old_is_refused_in_one_sentence(emulation: Emulation) -> None:
    command = [*emulation.prefix(TOO_OLD), sys.executable, "-m", "app", "doctor"]
    completed = subprocess.run(command, cwd=Path(__file__).resolve().parents[2], capture_output=True, text=True, check=False)
    assert (completed.returncode, completed.stdout, completed.stderr.count("\n")) == (2, "", 1) and "SSE4.2" in completed.stderr


def test_a_missing_emulator_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmulationError, match="qemu-user"):
        Emulation(tmp_path)
