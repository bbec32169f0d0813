r"""Single entry point for developers on every system: `python packaging/dev.py
demo|test|bench|soak|check|screenshots|package|clean`.

Sets up `.venv` with the pinned packages, checks Qt's system libraries, then runs the task. Uses only the standard library, since
nothing is installed yet when it starts. On Windows: `py packaging\\dev.py demo`.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
LOCKS = ROOT / "packaging" / "locks"
RESEARCH = ROOT / "models" / "research"
# llama-cpp-python is compiled here: without its tools, and for any processor with AVX2, since its wheel is kept for other environments.
LLAMA_OPTIONS = f'-DLLAVA_BUILD=OFF -DGGML_NATIVE=OFF "-DCMAKE_PROJECT_llama_cpp_INCLUDE={ROOT.as_posix()}/packaging/llama_cpp.cmake"'
LIGHT_ENV = {
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    # Without it, hnswlib is compiled for this very processor, and dies of an illegal instruction on others.
    "HNSWLIB_NO_NATIVE": "1",
    # Some containers ask for it; each of the hundreds of processes that the tests start would compile the program again.
    "PYTHONDONTWRITEBYTECODE": "",
}

# The shared libraries that Qt's Linux build opens, and the Debian packages they come in.
QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libgomp.so.1": "libgomp1",
}
# Programs that the tests start, and the Debian packages they come in: the proof that nothing is sent needs a trace, a network
# namespace, and a screen with somebody at its keys.
TEST_PROGRAMS = {"strace": "strace", "ip": "iproute2", "unshare": "util-linux", "Xvfb": "xvfb", "xdotool": "xdotool"}
FONT_FILES = ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts")


def say(text: str) -> None:
    """Print a message to the terminal."""
    print(f"== {text}", file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], *, env: dict[str, str] | None = None, check: bool = True, silent: bool = False) -> int:
    """Run a command in the project's root; with `check`, end the program with its exit code when it fails."""
    variables = {**os.environ, **LIGHT_ENV, **(env or {})}
    out = subprocess.DEVNULL if silent else None
    code = subprocess.call([str(part) for part in command], cwd=ROOT, env=variables, stdout=out)
    if check and code:
        sys.exit(code)
    return code


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_system_packages() -> list[str]:
    """Return the missing Debian packages: Qt's libraries, a font, a C++ compiler and CMake, and programs that the tests start.

    The compiler builds hnswlib and llama.cpp.
    """
    if sys.platform != "linux":
        return []
    missing = [package for library, package in QT_LIBRARIES.items() if not _loads(library)]
    if not any(Path(font).exists() for font in FONT_FILES):
        missing.append("fonts-dejavu-core")
    if not (shutil.which("c++") or shutil.which("g++")):
        missing.append("g++")
    if not shutil.which("cmake"):
        missing.append("cmake")
    return missing + [package for program, package in TEST_PROGRAMS.items() if not shutil.which(program)]


def ensure_emulator() -> None:
    """Install QEMU, which emulates a processor without AVX for the test of the packaged program."""
    if sys.platform == "linux" and not shutil.which("qemu-x86_64"):
        install_system_packages(["qemu-user"])


def ensure_system_packages() -> None:
    """Install the system packages that this machine lacks."""
    missing = missing_system_packages()
    if missing:
        install_system_packages(missing)


def install_system_packages(missing: Sequence[str]) -> None:
    """Install these packages if permitted (root on Debian or Ubuntu). Otherwise print the command in one line."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say(f"installing system packages: {' '.join(missing)}")
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        run(["apt-get", "update", "-qq"], env=quiet, check=False)
        if run([*command[:2], "-qq", "-o", "Dpkg::Use-Pty=0", *command[2:]], env=quiet, check=False, silent=True) == 0:
            return
    say(f"missing system packages; install them with: sudo {' '.join(command)}")


def _stamp() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in (ROOT / "pyproject.toml", RESEARCH / "pyproject.toml", CONSTRAINTS, *sorted(LOCKS.glob("*.txt"))):
        digest.update(path.read_bytes())
    digest.update(repr((LLAMA_OPTIONS.replace(ROOT.as_posix(), ""), LIGHT_ENV["HNSWLIB_NO_NATIVE"])).encode())
    return digest.hexdigest()


def ensure_environment() -> None:
    """Create `.venv` and install the pinned packages, once for each state of pyproject.toml and the lock files.

    pip compares every file with the hashes in the lock files and installs nothing else.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python is told by
        sys.exit("Priorcheck needs Python 3.11 or newer; start this with such a Python.")
    stamp = VENV / "priorcheck.stamp"
    if stamp.is_file() and stamp.read_text() == _stamp():
        return
    ensure_system_packages()
    if not PYTHON.exists():
        say("creating .venv")
        venv.create(VENV, with_pip=True)
    say("installing packages (some minutes the first time)")
    install(LOCKS / "build.txt")
    # An index with a build of torch for the processor alone is preferred: it is a tenth of the size.
    install(LOCKS / "torch-cpu.txt", "-qq", check=False)
    install(LOCKS / "compiled.txt", "--force-reinstall", *_portable_cache())
    install(CONSTRAINTS)
    if _torch_needs_cuda():
        install(LOCKS / "cuda.txt")
    run([PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ".", "--editable", RESEARCH])
    install_language_model()
    stamp.write_text(_stamp())


def install(packages: Path, *options: str, env: dict[str, str] | None = None, check: bool = True) -> int:
    """Install the packages of a lock file with the build tools that are already installed. Return pip's exit code."""
    locked_options = ("--no-deps", "--no-build-isolation", "--require-hashes")
    return run([PYTHON, "-m", "pip", "install", "--quiet", *locked_options, *options, "--requirement", packages], env=env, check=check)


def _portable_cache() -> tuple[str, ...]:
    """Return pip's option for a separate cache of wheels that run on every processor.

    The usual cache may hold a wheel that was compiled for this processor only.
    """
    completed = subprocess.run([PYTHON, "-m", "pip", "cache", "dir"], capture_output=True, text=True, check=False)
    return ("--no-cache-dir",) if completed.returncode else ("--cache-dir", f"{completed.stdout.strip()}-portable")


def _torch_needs_cuda() -> bool:
    script = "import importlib.metadata as m; print(any(r.startswith(('nvidia-', 'cuda-')) for r in m.requires('torch') or ()))"
    return subprocess.run([PYTHON, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "True"


def install_language_model() -> None:
    """Install the extra llm, which is compiled. If that fails, set-up continues and the tests of the extra are skipped."""
    say("compiling llama.cpp for the extra llm (about three minutes on two processors, the first time)")
    cmake_arguments = os.environ.get("CMAKE_ARGS", "")
    if install(LOCKS / "llm.txt", env={"CMAKE_ARGS": f"{LLAMA_OPTIONS} {cmake_arguments}".strip()}, check=False):
        say("llama-cpp-python cannot be compiled here; going on without a language model, whose tests are skipped")


def checks() -> None:
    """Check formatting, lint, types and import directions."""
    for tool, *arguments in (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",), ("lint-imports",)):
        say(" ".join((tool, *arguments)))
        run([BIN / tool, *arguments])


def _pytest(arguments: Sequence[str]) -> None:
    workers = str(max(1, min(4, os.cpu_count() or 1)))
    env = {"QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1"}
    run([PYTHON, "-m", "pytest", "-q", "-n", workers, "--dist", "loadfile", *arguments], env=env)


def test(arguments: Sequence[str]) -> None:
    """Run every check and every test except the long campaigns. The last line is pytest's count."""
    checks()
    ensure_system_packages()  # a set-up from before may lack what newer tests start
    say("tests")
    _pytest(["-m", "not soak", *arguments])


def soak(arguments: Sequence[str]) -> None:
    """Run the long campaigns. The figures go to the terminal and to tests/benchmarks/RESULTS.md."""
    _pytest(["-m", "soak", "--timeout", "7200", "-p", "tests.figures", *arguments])


def demo(arguments: Sequence[str]) -> None:
    """Run the bundled demo: ranking, report, and the window if there is a display."""
    report = ROOT / "build" / "priorcheck-demo.html"
    report.parent.mkdir(exist_ok=True)
    run([BIN / "priorcheck", "demo", "--out", report, *arguments])


def bench(arguments: Sequence[str]) -> None:
    """Run the benchmarks. The table goes to the terminal and to tests/benchmarks/RESULTS.md."""
    run([PYTHON, "-m", "tests.benchmarks", *arguments])


def screenshots(arguments: Sequence[str]) -> None:
    """Take the README's pictures of the real window, then those of the user guide."""
    run([PYTHON, ROOT / "packaging" / "screenshots.py", *arguments])
    run([PYTHON, ROOT / "packaging" / "guide_pictures.py"])


def package(arguments: Sequence[str]) -> None:
    """Build the program in one folder (dist/priorcheck) and this system's installer.

    The program is tested without a network and on an emulated processor. The bill of materials and checksums are written next
    to it, then the note that these files and packages were built and tested.
    """
    ensure_system_packages()  # the Debian package asks for whatever the program opens, by the packages that are here
    ensure_emulator()
    say("building dist/priorcheck")
    run([PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", ROOT / "packaging" / "priorcheck.spec"])
    say("trying it")
    run([PYTHON, ROOT / "packaging" / "smoke.py", ROOT / "dist" / "priorcheck", *arguments])
    if sys.platform == "linux" and shutil.which("dpkg-deb"):
        say("making the Debian package")
        run([PYTHON, ROOT / "packaging" / "linux" / "deb.py", ROOT / "dist" / "priorcheck", ROOT / "dist"])
    say("writing its bill of materials and the checksums")
    run([PYTHON, ROOT / "packaging" / "sbom.py", ROOT / "dist" / "priorcheck", ROOT / "dist"])
    run([PYTHON, ROOT / "packaging" / "checksums.py", ROOT / "dist"])
    run([PYTHON, ROOT / "packaging" / "built.py", "--write"])


def clean(_: Sequence[str]) -> None:
    """Remove the files of set-up and tests. The user's own folders are not touched."""
    for name in (".venv", "build", "dist", "out", ".mypy_cache", ".ruff_cache", ".hypothesis", ".import_linter_cache"):
        shutil.rmtree(ROOT / name, ignore_errors=True)


TASKS: dict[str, Callable[[Sequence[str]], None]] = {
    "demo": demo,
    "test": test,
    "bench": bench,
    "soak": soak,
    "check": lambda _: checks(),
    "screenshots": screenshots,
    "package": package,
    "clean": clean,
}


def main() -> None:
    """Set up, then run the task named on the command line with the arguments after its name."""
    parser = argparse.ArgumentParser(description="Set up Priorcheck and run one task.")
    parser.add_argument("task", choices=sorted(TASKS))
    arguments, task_arguments = parser.parse_known_args()
    if arguments.task != "clean":
        ensure_environment()
    TASKS[arguments.task](task_arguments)


if __name__ == "__main__":
    main()
