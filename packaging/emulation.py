"""Runs a program, and whatever it starts, on an emulated processor: x86-64-v2, without AVX, as QEMU's `Nehalem` is.

The system is told, for the command and its children alone, that the emulator runs every program of this architecture (binfmt_misc in a
namespace of its own, Linux 6.7 or newer). The emulator is such a program itself, so a copy of it is marked in a byte that systems do not
read, and marked programs are run as ever. Neither does the command have a network.
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
"""The oldest processor that has to run the program, and one that may refuse it."""
_MARKED_BYTE = 15
"""The last of the bytes that pad the identification at the head of every ELF file."""
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
        said = stream.read().decode("utf-8", "replace")
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code:
        failed[path] = said or f"signal {-code}"
json.dump(failed, sys.stdout)
"""
# Builds a graph with the program's own hnswlib and finds in it what was put in.
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
print(graph.knn_query(rows[7:8], k=1)[0][0][0])
"""


class EmulationError(Exception):
    """This system cannot emulate, or what it emulates is not what it should be."""


class Emulation:
    """Commands on an emulated processor. Raises EmulationError where this system cannot do it."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which(EMULATOR)
        if found is None:
            raise EmulationError(f"{EMULATOR} is missing (Debian's package qemu-user)")
        self._emulator = folder / EMULATOR
        content = bytearray(Path(found).read_bytes())
        content[_MARKED_BYTE] = 1
        self._emulator.write_bytes(content)
        self._emulator.chmod(0o755)

    def prefix(self, processor: str = MODERN) -> tuple[str, ...]:
        """What goes before a command."""
        told = (f"QEMU_CPU={processor}", f"EMULATOR={self._emulator}")
        return ("unshare", "--user", "--map-root-user", "--mount", "--net", "env", *told, "sh", "-ec", _START, "sh")

    def prove(self, python: Path) -> None:
        """The children of a command are emulated too: AVX is refused there, everything else runs. Raises EmulationError."""
        ends = [self._run([str(python), "-c", _RUN_CHILD, _RUN_CODE, code]).strip() for code in (_PLAIN, _WITH_AVX)]
        if ends != ["0", str(-signal.SIGILL)]:
            raise EmulationError(f"a process without AVX and one with it ended with {ends} on the emulated processor")

    def load(self, libraries: Sequence[Path], python: Path, *, beside: Path) -> dict[str, str]:
        """Load each library in a process of its own, as the program in the folder `beside` does; those that cannot be, with the reason."""
        names = json.dumps([str(path) for path in libraries])
        failed: dict[str, str] = json.loads(
            self._run([str(python), "-c", _LOAD], given=names, environment={"LD_LIBRARY_PATH": str(beside)})
        )
        return failed

    def build_graph(self, hnswlib: Path, python: Path) -> None:
        """The vectors' index works. Raises EmulationError."""
        found = self._run([str(python), "-c", _GRAPH, str(hnswlib)]).strip()
        if found != "7":
            raise EmulationError(f"hnswlib found {found} instead of 7 on the emulated processor")

    def _run(self, command: Sequence[str], given: str = "", environment: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            # The variable is for the command: what starts it has libraries of its own.
            [*self.prefix(), "env", *(f"{name}={value}" for name, value in (environment or {}).items()), *command],
            input=given, capture_output=True, text=True, timeout=3600, check=False,
        )  # fmt: skip
        if done.returncode:
            raise EmulationError(f"{command[0]} ended with {done.returncode} on the emulated processor: {done.stderr[-2000:]}")
        return done.stdout


def can_emulate() -> bool:
    """Whether this is a system whose programs are tried so."""
    return sys.platform == "linux" and os.uname().machine == "x86_64"
