"""Nothing leaves the machine, observed from outside the process: `tests.silence` on these sources, and the controls that it must
catch. On Linux this is not skipped for root. Elsewhere there is no network namespace, and only the guard's own tests apply."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.offline import sitecustomize
from tests.silence.__main__ import SECONDS, in_words
from tests.silence.namespace import available

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has network namespaces"),
    pytest.mark.timeout(1200),
]
COMMANDS = {"library import", "rank", "match", "ask", "verify", "narratives", "adapt", "window"}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Run the whole proof once and return its report."""
    if (reason := available()) and os.geteuid() != 0:
        pytest.skip(f"this user may not make network namespaces: {reason}")
    out = tmp_path_factory.mktemp("silence") / "report.json"
    # Without the tests' own guard, which would refuse from within what is to be seen from outside.
    environment = {name: value for name, value in os.environ.items() if name not in (sitecustomize.NOTES, "PYTHONPATH")}
    command = [sys.executable, "-m", "tests.silence", "--out", str(out)]
    completed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert out.is_file(), completed.stderr
    findings: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return findings


def test_the_program_sends_nothing_and_writes_nowhere_else(report: dict[str, Any]) -> None:
    assert report["program"]["findings"] == [], "\n".join(in_words(report))
    assert set(report["program"]["traffic"]["counted"].values()) == {0}


def test_every_command_and_the_window_did_their_work(report: dict[str, Any]) -> None:
    steps = {step["name"]: step for step in report["program"]["steps"]}
    assert set(steps) >= COMMANDS and all(step["written"] for name, step in steps.items() if name in COMMANDS)
    assert steps["window"]["seconds"] >= SECONDS - 1
    # The window's worker ran a model, and so did the ranking: what loads OpenVINO was under the trace.
    assert "encoder" in steps["window"]["models"] and "encoder" in steps["rank"]["models"]


def test_a_native_connection_is_caught(report: dict[str, Any]) -> None:
    control = report["controls"]["native connect"]
    assert "TCP to 203.0.113.9 port 443" in control["traffic"]["packets"] and control["traffic"]["counted"]["silence0"] >= 1
    assert any("internet socket: connect" in finding for finding in control["findings"])


def test_a_native_lookup_is_caught(report: dict[str, Any]) -> None:
    control = report["controls"]["native lookup"]
    assert "collector.example (A)" in control["traffic"]["lookups"] and control["traffic"]["counted"]["lo"] >= 1
    assert "native lookup: looks hosts up: /etc/resolv.conf" in control["findings"]


def test_a_file_elsewhere_is_caught(report: dict[str, Any]) -> None:
    assert any(finding.endswith("/home/.cache/elsewhere/id") for finding in report["controls"]["file elsewhere"]["findings"])


def test_the_usage_report_of_a_library_is_caught(report: dict[str, Any]) -> None:
    control = report["controls"]["usage report"]
    assert control["traffic"]["lookups"] and control["traffic"]["packets"]
    assert any(finding.endswith("/openvino_ga_cid") for finding in control["findings"])
