"""Runs a program and its children on an emulated processor without AVX (x86-64-v2, QEMU's `Nehalem`).

For the command and its children alone, the system is configured to run every program of this architecture in the emulator (binfmt_misc in
a namespace of its own, Linux 6.7 or newer). The emulator is such a program itself; a copy of it is marked in a byte that the system
ignores, and marked programs run directly. The command has no network.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

EMULATOR = "qemu-x86_64"
MODERN, TOO_OLD = "Nehalem", "Conroe"
"""The oldest processor that has to run the program, and one that is too old for it."""
_MARKED_BYTE = 15
"""The last padding byte of the identification at the start of an ELF file."""
_START = r"""
ulimit -c 0
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x3e\x00'
mask='\xff\xff\xff\xff\xff\xfe\xfe\xfc\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf '%s' ":emulated:M::$head:$mask:$EMULATOR:PF" > /proc/sys/fs/binfmt_misc/register
exec "$@"
"""
# Machine code that returns at once, and with an instruction of AVX before that.
_PLAIN, _WITH_AVX = "c3", "c5fc57c0c3"
WITHOUT_AVX = (0, -signal.SIGILL)
"""Exit codes of that machine code on a processor without AVX."""
_RUN_CODE = """
import ctypes, mmap, sys
page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex(sys.argv[1]))
ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
"""
_RUN_CHILD = "import subprocess, sys; print(subprocess.run([sys.executable, '-c', *sys.argv[1:]]).returncode)"
_LOAD = """
import ctypes, json, os, sys
failed = {}
for path in json.load(sys.stdin):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            ctypes.CDLL(path)
        except OSError as error:
            os.write(writing, str(error).encode()[:4000])
            os._exit(1)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        message = stream.read().decode("utf-8", "replace")
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code:
        failed[path] = message or f"signal {-code}"
json.dump(failed, sys.stdout)
"""
# Builds a graph with the program's own hnswlib and searches it for one of its rows. Prints the number of the nearest row.
_GRAPH = """
import importlib.machinery, importlib.util, sys
import numpy
loader = importlib.machinery.ExtensionFileLoader("hnswlib", sys.argv[1])
hnswlib = importlib.util.module_from_spec(importlib.util.spec_from_loader("hnswlib", loader))
loader.exec_module(hnswlib)
rows = numpy.random.default_rng(0).standard_normal((200, 256)).astype(numpy.float32)
graph = hnswlib.Index(space="l2", dim=256)
graph.init_index(max_elements=len(rows))
graph.add_items(rows, num_threads=1)
print(graph.knn_query(rows[int(sys.argv[2])], k=1)[0][0][0])
"""


class EmulationError(Exception):
    """The system cannot emulate the processor, or a program failed on it."""


class Emulation:
    """Runs commands on the emulated processor. Raises EmulationError without an emulator."""

    def __init__(self, folder: Path) -> None:
        installed = shutil.which(EMULATOR)
        if installed is None:
            raise EmulationError(f"{EMULATOR} is missing (Debian's package qemu-user)")
        self._emulator = folder / EMULATOR
        content = bytearray(Path(installed).read_bytes())
        content[_MARKED_BYTE] = 1
        self._emulator.write_bytes(content)
        self._emulator.chmod(0o755)

    def prefix(self, processor: str = MODERN) -> tuple[str, ...]:
        """Return the words to put before a command."""
        variables = (f"QEMU_CPU={processor}", f"EMULATOR={self._emulator}")
        return ("unshare", "--user", "--map-root-user", "--mount", "--net", "env", *variables, "sh", "-ec", _START, "sh")

    def prove(self, python: Path) -> None:
        """Check that children are emulated too. Raises EmulationError."""
        exit_codes = self.child_exit_codes(python)
        if exit_codes != WITHOUT_AVX:
            raise EmulationError(f"a process without AVX and one with it ended with {exit_codes} on the emulated processor")

    def child_exit_codes(self, python: Path) -> tuple[int, ...]:
        """Run two children of a command, the second with an AVX instruction. Return their exit codes."""
        return tuple(int(self._run([str(python), "-c", _RUN_CHILD, _RUN_CODE, code])) for code in (_PLAIN, _WITH_AVX))

    def load(self, libraries: Sequence[Path], python: Path, *, beside: Path) -> dict[str, str]:
        """Load each library in a process of its own, as the program in the folder `beside` does. Return the failures with their reasons."""
        names = json.dumps([str(path) for path in libraries])
        failed: dict[str, str] = json.loads(
            self._run([str(python), "-c", _LOAD], stdin=names, environment={"LD_LIBRARY_PATH": str(beside)})
        )
        return failed

    def nearest_row(self, hnswlib: Path, python: Path, *, row: int) -> int:
        """Build an hnswlib graph and search it for one of its 200 rows. Return the nearest row's number. Raises EmulationError."""
        return int(self._run([str(python), "-c", _GRAPH, str(hnswlib), str(row)]))

    def _run(self, command: Sequence[str], stdin: str = "", environment: dict[str, str] | None = None) -> str:
        completed = subprocess.run(
            # Only the command gets these variables: the programs that start it have libraries of their own.
            [*self.prefix(), "env", *(f"{name}={value}" for name, value in (environment or {}).items()), *command],
            input=stdin, capture_output=True, text=True, timeout=3600, check=False,
        )  # fmt: skip
        if completed.returncode:
            raise EmulationError(f"{command[0]} ended with {completed.returncode} on the emulated processor: {completed.stderr[-2000:]}")
        return completed.stdout


def can_emulate() -> bool:
    """True on Linux on x86-64, the only system that is emulated."""
    return sys.platform == "linux" and os.uname().machine == "x86_64"
