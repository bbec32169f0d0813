"""Write lock files: pinned versions with the hashes of their files. `python packaging/lock.py NAME…` updates the named packages.

constraints.txt lists the packages that the program, its tests and its packaging need, for every system and every Python from 3.11.
locks/ lists packages that are installed separately: `build.txt` (the tools that compile hnswlib and llama.cpp), `compiled.txt`
(packages that are always compiled here), `cuda.txt` (requirements of a torch for graphics processors), `torch-cpu.txt` (a torch for
the processor, from an index that has one) and `llm.txt` (the extra llm). All files of a release are listed, also those for other
systems.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
LOCKS = ROOT / "packaging" / "locks"
TORCH_CPU = LOCKS / "torch-cpu.txt"
BUILD_TOOLS = (
    "setuptools>=77", "wheel", "numpy", "pybind11>=2.0", "scikit-build-core[pyproject]>=0.9.2", "ninja", "cmake ; sys_platform != 'linux'",
)  # fmt: skip
"""The build requirements in the pyproject.toml of hnswlib and llama-cpp-python. On Linux the system's CMake is used."""
COMPILED = ("hnswlib",)
EXTRAS = ("gpu", "research", "statistics", "test", "package")
"""Extras in constraints.txt: those of the packaged program, and those of `dev` without llm, which some machines cannot
compile."""
_CUDA = re.compile(r"nvidia-|cuda-|triton$")
_HEADER = "# Written by `python packaging/lock.py`: {what}.\n"
_ENTRY = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?:.*\\\n(?:    --hash=.*\n?)+)", re.MULTILINE)


def entries(text: str) -> dict[str, str]:
    """Parse a lock file into its entries by package name. A package with two versions, for two Pythons, has both in its text."""
    entries_by_name: dict[str, str] = {}
    for match in _ENTRY.finditer(text):
        name = canonicalize_name(match["name"])
        entries_by_name[name] = entries_by_name.get(name, "") + match[0]
    return entries_by_name


def versions(text: str) -> dict[str, set[str]]:
    """Parse the versions in a lock file by package name."""
    versions_by_name: dict[str, set[str]] = {}
    for match in _ENTRY.finditer(text):
        versions_by_name.setdefault(canonicalize_name(match["name"]), set()).add(match["version"])
    return versions_by_name


def resolve(inputs: Sequence[str], options: Sequence[str], *, update: Sequence[str]) -> dict[str, str]:
    """Resolve the requirement files `inputs` with uv, keeping all pinned versions except those of the packages in `update`.

    Return the lock entries by name. Raises CalledProcessError.
    """
    locks = [path for path in (CONSTRAINTS, *sorted(LOCKS.glob("*.txt"))) if path != TORCH_CPU and path.is_file()]
    locked = [entry for path in locks for entry in entries(path.read_text("utf-8")).items()]
    pinned = {line for name, text in locked if name not in update for line in _pins(text)}
    with tempfile.TemporaryDirectory() as folder:
        constraint = Path(folder) / "pinned.txt"
        constraint.write_text("\n".join(sorted(pinned)), "utf-8")
        universal = ("--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header", "--quiet")
        command = [sys.executable, "-m", "uv", "pip", "compile", *universal, "--constraint", str(constraint), *options, *inputs]
        completed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return entries(completed.stdout)


def _pins(text: str) -> list[str]:
    """Return the lines of an entry that hold version and marker, without the hashes."""
    return [line.removesuffix("\\").strip() for line in text.splitlines() if "==" in line and not line.startswith(" ")]


def build_tools(update: Sequence[str]) -> dict[str, str]:
    """Resolve the build tools. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "build.in"
        source.write_text("".join(f"{tool}\n" for tool in BUILD_TOOLS), "utf-8")
        return resolve([str(source)], [], update=update)


def torch_cpu(version: str) -> str:
    """Return the lock entry of this system's torch for the processor; "" if the index has none."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps", "--ignore-installed", "--report", "-"]
    completed = subprocess.run([*command, f"torch=={version}+cpu"], stdout=subprocess.PIPE, text=True, check=False)
    if completed.returncode:
        return ""
    (package,) = json.loads(completed.stdout)["install"]
    return f"torch=={version}+cpu \\\n    --hash=sha256:{package['download_info']['archive_info']['hashes']['sha256']}\n"


def write(path: Path, purpose: str, packages: Mapping[str, str]) -> None:
    """Write one lock file, sorted by name."""
    path.write_text(_HEADER.format(what=purpose) + "".join(packages[name] for name in sorted(packages)), "utf-8", newline="\n")
    print(f"{path.relative_to(ROOT)}: {len(packages)} packages")


def main() -> None:
    """Write all lock files."""
    update = [canonicalize_name(name) for name in sys.argv[1:]]
    LOCKS.mkdir(exist_ok=True)
    resolved = resolve(["pyproject.toml"], [f"--extra={extra}" for extra in EXTRAS], update=update)
    cuda = {name: text for name, text in resolved.items() if _CUDA.match(name)}
    without_cuda = {name: text for name, text in resolved.items() if name not in cuda}
    with_llm = resolve(["pyproject.toml"], ["--extra", "llm"], update=update)
    llm = {name: text for name, text in with_llm.items() if name not in resolved}
    (version,) = versions(without_cuda["torch"])["torch"]
    torch = torch_cpu(version)
    write(CONSTRAINTS, "what the program, its tests and its packaging need", without_cuda)
    write(LOCKS / "build.txt", "the tools that compile", build_tools(update))
    write(LOCKS / "compiled.txt", "what is compiled here", {name: without_cuda[name] for name in COMPILED})
    write(LOCKS / "cuda.txt", "what a torch for graphics processors needs", cuda)
    write(LOCKS / "llm.txt", "the extra llm", llm)
    if torch:
        write(TORCH_CPU, "a torch for the processor", {"torch": torch})


if __name__ == "__main__":
    main()
