"""The network record: lossless, complete lines only, concurrent writers."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.network import Entry, Outcome, Reading, append, read, record_path


def entry(host: str = "desk.example", *, outcome: str = Outcome.BROWSER) -> Entry:
    return Entry(time=datetime(2026, 3, 1, 12, 30, tzinfo=UTC), process="window", who="a link", host=host, outcome=outcome)


def test_nothing_was_ever_recorded_without_a_file(own_home: Path) -> None:
    assert read() == Reading()
    assert not record_path().exists()


def test_entries_are_read_oldest_first(own_home: Path) -> None:
    append(entry())
    append(entry("日報.example"))
    assert [line.host for line in read().entries] == ["desk.example", "日報.example"]
    assert read().entries[0] == entry()
    assert record_path() == own_home / "data" / "network.jsonl"


@pytest.mark.parametrize(
    "rubbish", ["{", "[]", "null", '{"time": 3}', '{"time": "2026-01-01", "process": 1, "who": "", "host": "", "outcome": ""}']
)
def test_a_line_that_cannot_be_read_costs_only_itself_and_is_counted(own_home: Path, rubbish: str) -> None:
    append(entry())
    with record_path().open("a", encoding="utf-8") as stream:
        stream.write(rubbish + "\n")
    append(entry("other.example"))
    assert [line.host for line in read().entries] == ["desk.example", "other.example"]
    assert read().unreadable == 1


def test_a_line_torn_by_a_crash_does_not_swallow_the_next(own_home: Path) -> None:
    append(entry())
    with record_path().open("ab") as stream:
        stream.write(b'{"time": "2026-03-')
    append(entry("other.example"))
    assert [line.host for line in read().entries] == ["desk.example", "other.example"]
    assert read().unreadable == 1


def test_a_long_host_is_cut_and_a_broken_one_written_all_the_same(own_home: Path) -> None:
    append(entry("x" * 5000 + "\n"))
    append(entry("a\ud800b"))
    assert [len(line.host) for line in read().entries] == [200, 3]


def test_a_record_that_cannot_be_written_is_reported(own_home: Path) -> None:
    record_path().mkdir(parents=True)
    with pytest.raises(OSError):
        append(entry())
    with pytest.raises(OSError):
        read()


def test_many_processes_write_at_once_and_no_line_is_lost(own_home: Path) -> None:
    code = (
        "import sys\nfrom datetime import UTC, datetime\nfrom app.network import Entry, append\n"
        "for number in range(100):\n"
        "    append(Entry(time=datetime.now(UTC), process=sys.argv[1], who='x' * 150, host=str(number), outcome='refused'))\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(number)]) for number in range(3)]
    assert [child.wait(60) for child in running] == [0, 0, 0]
    log = read()
    assert log.unreadable == 0
    for number in range(3):
        assert [line.host for line in log.entries if line.process == str(number)] == [str(line) for line in range(100)]
