"""Writes the pinned versions with the hashes of their files: `python packaging/lock.py`; `… lock.py NAME…` takes newer ones of these.

constraints.txt has what the program, its tests and its packaging need, for every system and every Python from 3.11. locks/ has what is
installed apart from it: `build.txt` (the tools that compile hnswlib and llama.cpp), `compiled.txt` (what is always compiled here),
`cuda.txt` (what a torch for graphics processors asks for), `torch-cpu.txt` (a torch for the processor, from an index that has one) and
`llm.txt` (the extra llm). Every file of a release that the index offers is listed, so that another system finds its own among them.
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
"""What hnswlib and llama-cpp-python name in their pyproject.toml. On Linux the system's CMake is taken."""
COMPILED = ("hnswlib",)
_CUDA = re.compile(r"nvidia-|cuda-|triton$")
_HEADER = "# Written by `python packaging/lock.py`: {what}.\n"
_ENTRY = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?:.*\\\n(?:    --hash=.*\n?)+)", re.MULTILINE)


def entries(text: str) -> dict[str, str]:
    """The entries of a lock file by name. A name with two versions, for two Pythons, has both in its text."""
    found: dict[str, str] = {}
    for match in _ENTRY.finditer(text):
        name = canonicalize_name(match["name"])
        found[name] = found.get(name, "") + match[0]
    return found


def versions(text: str) -> dict[str, set[str]]:
    """The versions of a lock file by name."""
    found: dict[str, set[str]] = {}
    for match in _ENTRY.finditer(text):
        found.setdefault(canonicalize_name(match["name"]), set()).add(match["version"])
    return found


def resolved(inputs: Sequence[str], wanted: Sequence[str], *, newer: Sequence[str]) -> dict[str, str]:
    """What uv finds for the files `inputs` with its options `wanted`, at the versions pinned so far but for `newer`."""
    locks = [path for path in (CONSTRAINTS, *sorted(LOCKS.glob("*.txt"))) if path != TORCH_CPU and path.is_file()]
    known = [entry for path in locks for entry in entries(path.read_text("utf-8")).items()]
    pinned = {line for name, text in known if name not in newer for line in _pins(text)}
    with tempfile.TemporaryDirectory() as folder:
        constraint = Path(folder) / "pinned.txt"
        constraint.write_text("\n".join(sorted(pinned)), "utf-8")
        for_all = ("--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header", "--quiet")
        command = [sys.executable, "-m", "uv", "pip", "compile", *for_all, "--constraint", str(constraint), *wanted, *inputs]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return entries(done.stdout)


def _pins(text: str) -> list[str]:
    """The lines of an entry with version and marker, without the hashes."""
    return [line.removesuffix("\\").strip() for line in text.splitlines() if "==" in line and not line.startswith(" ")]


def build_tools(newer: Sequence[str]) -> dict[str, str]:
    """The tools that compile, as `resolved` finds them."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "build.in"
        source.write_text("".join(f"{tool}\n" for tool in BUILD_TOOLS), "utf-8")
        return resolved([str(source)], [], newer=newer)


def torch_for_the_processor(version: str) -> str:
    """The entry of this system's torch for the processor, with the hashes known so far; "" where the index has none."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps", "--ignore-installed", "--report", "-"]
    done = subprocess.run([*command, f"torch=={version}+cpu"], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        return ""
    (one,) = json.loads(done.stdout)["install"]
    return f"torch=={version}+cpu \\\n    --hash=sha256:{one['download_info']['archive_info']['hashes']['sha256']}\n"


def write(path: Path, what: str, found: Mapping[str, str]) -> None:
    """Write one lock file, in the order of names."""
    path.write_text(_HEADER.format(what=what) + "".join(found[name] for name in sorted(found)), "utf-8", newline="\n")
    print(f"{path.relative_to(ROOT)}: {len(found)} packages")


def main() -> None:
    """Write all of them."""
    newer = [canonicalize_name(name) for name in sys.argv[1:]]
    LOCKS.mkdir(exist_ok=True)
    everything = resolved(["pyproject.toml"], ["--extra", "dev", "--extra", "package"], newer=newer)
    cuda = {name: text for name, text in everything.items() if _CUDA.match(name)}
    main_part = {name: text for name, text in everything.items() if name not in cuda}
    with_llm = resolved(["pyproject.toml"], ["--extra", "llm"], newer=newer)
    llm = {name: text for name, text in with_llm.items() if name not in everything}
    (version,) = versions(main_part["torch"])["torch"]
    for_processor = torch_for_the_processor(version)
    write(CONSTRAINTS, "what the program, its tests and its packaging need", main_part)
    write(LOCKS / "build.txt", "the tools that compile", build_tools(newer))
    write(LOCKS / "compiled.txt", "what is compiled here", {name: main_part[name] for name in COMPILED})
    write(LOCKS / "cuda.txt", "what a torch for graphics processors needs", cuda)
    write(LOCKS / "llm.txt", "the extra llm", llm)
    if for_processor:
        write(TORCH_CPU, "a torch for the processor", {"torch": for_processor})


if __name__ == "__main__":
    main()
