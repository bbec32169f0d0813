"""A pytest plugin that writes what the long campaigns measured into tests/benchmarks/RESULTS.md: `python -m pytest -p tests.figures -m soak`.

A test notes its numbers with the fixture `figure`; the numbers of tests of one campaign are added up, one row a campaign. A campaign one of
whose tests failed is written as not met, with how many. Works with pytest-xdist, since the numbers travel in the tests' reports.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.table import Result, environment, write_results

ROOT = Path(__file__).resolve().parent.parent
PROPERTY = "figure"
_BUSY = 0.5
"""The load of a machine, a core, from which others are at work on it."""

Figure = Callable[..., None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--figures FILE` writes to another file."""
    parser.addoption("--figures", default=str(ROOT / "tests" / "benchmarks" / "RESULTS.md"), help="where the campaigns' figures go")


def noted(record: Callable[[str, object], None]) -> Figure:
    """Return the function behind the fixture `figure`: `figure("altered files", "nothing is raised", read=5000, MB=310)`."""

    def figure(campaign: str, target: str, **numbers: float) -> None:
        record(PROPERTY, [campaign, target, numbers])

    return figure


def results(reports: list[pytest.TestReport]) -> list[Result]:
    """One result a campaign, from the reports of its tests."""
    sums: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    failed: dict[tuple[str, str], int] = defaultdict(int)
    for report in reports:
        for name, noted_there in report.user_properties:
            if name == PROPERTY and report.when == "call":
                campaign, target, numbers = noted_there  # type: ignore[misc]
                failed[campaign, target] += report.failed
                for words, number in numbers.items():  # type: ignore[union-attr]
                    sums[campaign, target][words] += number
    return [
        Result(name=f"soak: {key[0]}", value=_value(sums[key], failed[key]), target=key[1], met=not failed[key]) for key in sorted(failed)
    ]


def _value(numbers: dict[str, float], failed: int) -> str:
    parts = [f"{number:,.0f} {words.replace('_', ' ')}" for words, number in numbers.items()]
    return ", ".join([*parts, *([f"{failed} tests failed"] if failed else [])])


def pytest_configure(config: pytest.Config) -> None:
    """Remember how busy the machine was before the campaigns."""
    load = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 0.0
    config.stash[_SHARED] = load > _BUSY


_SHARED = pytest.StashKey[bool]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the rows and write them."""
    ended = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    figures = results(ended)
    if not figures:
        return
    terminalreporter.section("figures")
    for result in figures:
        terminalreporter.write_line(result.line())
    machine = environment() + (", shared with other work" if config.stash[_SHARED] else "")
    write_results(figures, Path(config.getoption("figures")), machine)
