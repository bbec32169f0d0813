"""One part of the proof, run inside its network namespace: steps under a trace, and the violations found."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.silence.namespace import SHARED_MEMORY, Recorder, Traffic
from tests.silence.sessions import ROOT, Sandbox, Screen, Step, commands, library_commands, window
from tests.silence.trace import Calls, outside, read_trace, traced

_LOCAL = ("/tmp/.X11-unix/", "@/tmp/.X11-unix/", "/var/run/nscd/", "/run/nscd/")
"""Named local sockets that a program may try: the X server, and the cache of user names, which is not there (see `namespace`)."""
_HOSTS = frozenset({"/etc/hosts", "/etc/resolv.conf"})
"""Whoever reads these is about to look a host up."""

_PATIENCE = 300.0
"""Seconds that a step may take."""


def run_program(program: Sequence[str], sandbox: Sandbox, *, seconds: float, learns: bool) -> dict[str, Any]:
    """Run every command, and the window at the same time for so many seconds. Return the report of this part."""
    recorder, screen = Recorder(sandbox.folder), Screen(sandbox)
    filling, using = library_commands(program, sandbox), commands(program, sandbox, learns=learns)
    steps = [_run(step, sandbox) for step in filling]
    with ThreadPoolExecutor(1) as beside:
        session = beside.submit(_window_session, program, sandbox, screen, seconds)
        steps += [_run(step, sandbox) for step in using]
        steps.append(session.result())
    screen.close()
    return _report(steps, recorder.stop(), sandbox)


def run_control(step: Step, sandbox: Sandbox) -> dict[str, Any]:
    """Run one control."""
    recorder = Recorder(sandbox.folder)
    return _report([_run(step, sandbox)], recorder.stop(), sandbox)


def _run(step: Step, sandbox: Sandbox) -> dict[str, Any]:
    return _finished(step, _start(step, sandbox), sandbox, time.monotonic())


def _start(step: Step, sandbox: Sandbox) -> subprocess.Popen[bytes]:
    command = traced(step.command, _trace(step, sandbox))
    working = ROOT if step.command[0] == sys.executable else sandbox.outputs
    log = (sandbox.folder / f"{step.name.replace(' ', '-')}.log").open("wb")
    with log:
        return subprocess.Popen(
            command, cwd=working, env=sandbox.environment(step.environment), stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )


def _finished(step: Step, process: subprocess.Popen[bytes], sandbox: Sandbox, began: float) -> dict[str, Any]:
    try:
        status = process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    calls = read_trace(_trace(step, sandbox), ROOT)
    findings = [f"{step.name}: {finding}" for finding in _judged(step, calls, sandbox)]
    if status != step.status:
        log = (sandbox.folder / f"{step.name.replace(' ', '-')}.log").read_text("utf-8", "replace")
        findings.append(f"{step.name}: ended with {status} instead of {step.status}: {log[-500:]}")
    return {
        "name": step.name,
        "status": status,
        "seconds": time.monotonic() - began,
        "processes": calls.processes,
        "models": sorted({Path(path).parent.name for path in calls.read if path.endswith("model.safetensors")}),
        "written": len(calls.written),
        "findings": findings,
    }


def _window_session(program: Sequence[str], sandbox: Sandbox, screen: Screen, seconds: float) -> dict[str, Any]:
    """Open the debate, walk through it and decide, ask the posts, and close the window after the time is over."""
    step = window(program, sandbox, screen.display)
    began = time.monotonic()
    process = _start(step, sandbox)
    if not screen.wait_for_window(150):
        process.kill()  # which the findings then tell, with what it said
    time.sleep(25)
    screen.keys("j", "j", "a", "n", "f", "ctrl+3")
    screen.text("What caused the blackout?")
    screen.keys("Return")
    time.sleep(8)
    screen.picture(sandbox.folder / "window.png")
    screen.keys("ctrl+1")
    time.sleep(max(0.0, began + seconds - time.monotonic()))
    screen.keys("ctrl+q")
    return _finished(step, process, sandbox, began)


def _trace(step: Step, sandbox: Sandbox) -> Path:
    folder = sandbox.folder / "trace"
    folder.mkdir(exist_ok=True)
    return folder / step.name.replace(" ", "-")


def _judged(step: Step, calls: Calls, sandbox: Sandbox) -> list[str]:
    if not calls.written and not calls.read:
        return ["the trace shows nothing"]
    own_folders = [sandbox.own, sandbox.temporary, SHARED_MEMORY]
    if step.environment.get("PRIORCHECK_HOME") == "":
        own_folders = [
            sandbox.temporary,
            SHARED_MEMORY,
            *(sandbox.home / folder / "priorcheck" for folder in (".local/share", ".config", ".cache")),
        ]
    sockets = [f"internet socket: {call}" for call in calls.internet]
    local = [f"local socket: {name}" for name in calls.unix if not name.replace('"', "").startswith(_LOCAL)]
    files = [f"file: {path}" for path in outside(calls.written, [*own_folders, *step.allowed])]
    hosts = [f"looks hosts up: {path}" for path in calls.read if path in _HOSTS]
    return [*sockets, *local, *hosts, *files]


def _report(steps: list[dict[str, Any]], traffic: Traffic, sandbox: Sandbox) -> dict[str, Any]:
    findings = [finding for step in steps for finding in step["findings"]]
    findings += [f"packet: {packet}" for packet in traffic.packets]
    findings += [f"look-up: {name}" for name in traffic.lookups]
    findings += [f"{count} packets sent by {name}" for name, count in traffic.counted.items() if count]
    findings += [f"left in shared memory: {path}" for path in SHARED_MEMORY.iterdir()]
    findings += [f"the program's own record: {path}" for path in sandbox.folder.rglob("network.jsonl")]
    return {
        "steps": steps,
        "traffic": {"packets": traffic.packets, "lookups": traffic.lookups, "counted": traffic.counted},
        "findings": findings,
    }
