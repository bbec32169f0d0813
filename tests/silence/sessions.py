"""The steps of the proof: every command that uses models or the library, a window session, and the controls that must be caught."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "resources" / "demo"
DEBATE = DEMO / "debate.vtt"
QUESTION = "What caused the blackout in Port Ellis?"
CLAIM = "Aeroplanes make a quarter of the world's carbon dioxide."
_FEEDS = ("factchecks_en.jsonl", "factchecks_other.jsonl", "factchecks_stories.jsonl")
_HIDES_TELEMETRY = ("CI", "TF_BUILD", "GITHUB_ACTIONS", "GITLAB_CI", "CIRCLECI", "TRAVIS", "JENKINS_URL", "BUILDKITE", "TEAMCITY_VERSION")
"""Build machines set these; libraries that send usage data keep quiet there, and the proof would show nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """A program to run. `allowed` are folders it may write to besides its own and temporary ones; `status` is the exit code it must have."""

    name: str
    command: tuple[str, ...]
    allowed: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    status: int = 0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """Folders of one run, all below `folder`: an empty user's home, the program's own home, temporary files, outputs."""

    folder: Path

    @property
    def home(self) -> Path:
        """The user's home, where other software would leave files."""
        return self.folder / "home"

    @property
    def own(self) -> Path:
        """The program's own folders (`PRIORCHECK_HOME`)."""
        return self.folder / "own"

    @property
    def temporary(self) -> Path:
        """TMPDIR."""
        return self.folder / "tmp"

    @property
    def outputs(self) -> Path:
        """Return the folder for files that the commands are told to write."""
        return self.folder / "out"

    def make(self) -> None:
        """Create the folders, and settings that spare the window its first questions."""
        for path in (self.home, self.own, self.temporary, self.outputs):
            path.mkdir(parents=True)
        config = self.home / ".config" / "priorcheck"
        config.mkdir(parents=True)
        (config / "settings.toml").write_text('theme = "light"\nlanguage = "en"\nreviewer = "Reviewer"\n', "utf-8")

    def environment(self, additions: Mapping[str, str] = {}) -> dict[str, str]:
        """A user's environment without anything from a build machine; what the tests set for themselves is left out too."""
        inherited = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        assert not set(inherited) & set(_HIDES_TELEMETRY)
        own_variables = {
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "PRIORCHECK_HOME": str(self.own),
            "QT_QPA_PLATFORM": "offscreen",
        }
        return {**inherited, **own_variables, "PYTHONDONTWRITEBYTECODE": "1", **additions}


def library_commands(program: Sequence[str], sandbox: Sandbox) -> list[Step]:
    """Return the steps that make the library which all others use."""
    steps = {
        "library import": ("import", *(str(DEMO / feed) for feed in _FEEDS)),
        "import posts": ("import", "--kind", "posts", str(DEMO / "posts.jsonl")),
        "import evidence": ("import", "--kind", "evidence", str(DEMO / "evidence")),
        "library index": ("index",),
    }
    return [_on_library(program, sandbox, name, "library", *arguments) for name, arguments in steps.items()]


def commands(program: Sequence[str], sandbox: Sandbox, *, learns: bool) -> list[Step]:
    """Return the steps that use the library. Without `learns` (the frozen program has no torch) `adapt` must refuse with 2."""
    out = sandbox.outputs
    queries = out / "queries.jsonl"
    queries.write_text(json.dumps({"qid": "1", "text": CLAIM}) + "\n", "utf-8")
    steps = {
        "rank": ("rank", str(DEBATE), "--out", str(out / "ranked.jsonl")),
        "rank to PDF": ("rank", str(DEBATE), "--out", str(out / "ranked.pdf")),
        "match": ("match", "--queries", str(queries), "--out", str(out / "matches.jsonl")),
        "ask": ("ask", QUESTION, "--out", str(out / "answers.json")),
        "verify": ("verify", CLAIM, "--date", "2025-04-12", "--out", str(out / "verified.json")),
        "narratives": ("narratives", "--posts", "--out", str(out / "stories.json")),
        "doctor": ("doctor",),
    }
    adapting = ("adapt", "--limit", "200", "--no-use", "--out", str(out / "adapted"))
    return [
        *(_on_library(program, sandbox, name, *arguments) for name, arguments in steps.items()),
        _on_library(program, sandbox, "adapt", *adapting, status=0 if learns else 2),
    ]


def _on_library(program: Sequence[str], sandbox: Sandbox, name: str, *arguments: str, status: int = 0) -> Step:
    library = sandbox.outputs / "library"
    return Step(name, (*program, *arguments, "--library", str(library)), (sandbox.outputs,), status=status)


def window(program: Sequence[str], sandbox: Sandbox, display: str) -> Step:
    """Return the window's step: it opens the demo debate with the demo's library, in the folders of a user who sets no variable."""
    environment = {"PRIORCHECK_HOME": "", "QT_QPA_PLATFORM": "xcb", "DISPLAY": display}
    command = (*program, "--library", str(sandbox.outputs / "library"), "--open", str(DEBATE))
    return Step("window", command, (sandbox.outputs,), environment)


class Screen:
    """An X server without a network port, and keys for the window on it."""

    def __init__(self, sandbox: Sandbox) -> None:
        read, write = os.pipe()
        command = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp")
        self._log = (sandbox.folder / "xvfb.log").open("wb")
        self._server = subprocess.Popen(command, pass_fds=(write,), stdout=self._log, stderr=self._log)
        os.close(write)
        with os.fdopen(read) as number:
            self.display = f":{number.readline().strip()}"

    def wait_for_window(self, seconds: float) -> bool:
        """Wait until the main window is there; return whether it came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._tool("search", "--onlyvisible", "--name", "Priorcheck"):
                return True
            time.sleep(0.5)
        return False

    def keys(self, *names: str) -> None:
        """Press keys in the window, one after the other."""
        windows = self._tool("search", "--onlyvisible", "--name", "Priorcheck").split()
        if windows:
            self._tool("windowfocus", windows[-1])
        for name in names:
            self._tool("key", name)
            time.sleep(0.3)

    def text(self, text: str) -> None:
        """Type a text where the focus is."""
        self._tool("type", "--delay", "20", text)

    def picture(self, path: Path) -> None:
        """Save a screenshot where ImageMagick is installed, to help with a failure."""
        environment = {**os.environ, "DISPLAY": self.display}
        subprocess.run(["import", "-window", "root", str(path)], env=environment, check=False, capture_output=True)

    def close(self) -> None:
        """End the server."""
        self._server.terminate()
        self._server.wait(20)
        self._log.close()

    def _tool(self, *arguments: str) -> str:
        environment = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(["xdotool", *arguments], env=environment, capture_output=True, text=True, check=False).stdout


_NATIVE_CONNECT = """
import ctypes, socket, struct
libc = ctypes.CDLL(None)
handle = libc.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK, 0)
address = struct.pack("=HH4s8x", socket.AF_INET, socket.htons(443), socket.inet_aton("203.0.113.9"))
libc.connect(handle, address, len(address))
import time; time.sleep(1)
"""
_NATIVE_LOOKUP = """
import ctypes
libc = ctypes.CDLL(None)
libc.getaddrinfo(b"collector.example", b"443", None, ctypes.byref(ctypes.c_void_p()))
"""
_WRITES_ELSEWHERE = """
from pathlib import Path
folder = Path.home() / ".cache" / "elsewhere"
folder.mkdir(parents=True)
(folder / "id").write_text("1")
"""
_USAGE_REPORT = """
import time
import openvino
time.sleep(10)
"""


def controls(sandbox: Sandbox) -> dict[str, Step]:
    """Return programs that each break the promise in one way; a proof that does not catch them proves nothing.

    They run in this Python from the sources. `usage report` imports OpenVINO without `app`, which keeps it from reporting that
    to its maker.
    """
    out = sandbox.outputs
    scripts = {
        "native connect": (_NATIVE_CONNECT,),
        "native lookup": (_NATIVE_LOOKUP,),
        "file elsewhere": (_WRITES_ELSEWHERE,),
        "usage report": (_USAGE_REPORT,),
    }
    environment = {"PYTHONPATH": str(ROOT)}
    return {name: Step(name, (sys.executable, "-c", *script), (out,), environment) for name, script in scripts.items()}
