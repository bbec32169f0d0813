"""What the network record says, in the window's words. Times are shown in the user's own zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.gui.model.labels import count, one_line
from app.network import Entry, Outcome, Reading

FEATURES = (
    "Links that you open: your own browser goes online for them, after a question. Priorcheck hands it the address and nothing else.",
)
WATCH = (
    "Priorcheck itself sends nothing. Should a library that it uses try to, the window and the analysis refuse the attempt, and the "
    "attempt is listed here; on the command line it is listed. Watched are all connections made from Python; what a library’s "
    "native code does by itself cannot be seen from here."
)
NOTHING = "Nothing has gone online from here, and nothing has tried to."
UNKNOWN = "Network: see the record"

_OUTCOMES = {
    Outcome.BROWSER: "Opened in browser",
    Outcome.REFUSED: "Refused",
    Outcome.ALLOWED: "Not stopped",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One use or attempt as it is listed."""

    when: str
    who: str
    host: str
    outcome: str


def summary(reading: Reading, since: datetime) -> str:
    """How often since this start, and ever."""
    now = [entry for entry in reading.entries if entry.time >= since]
    lost = f" {count(reading.unreadable, 'line')} of the record cannot be read." if reading.unreadable else ""
    if not reading.entries:
        return f"Nothing that can be read is on record.{lost}" if lost else NOTHING
    return f"Since this start: {_told(now)}. Ever: {_told(list(reading.entries))}.{lost}"


def in_short(reading: Reading, since: datetime) -> str:
    """For the status line, of this start of the program."""
    now = [entry for entry in reading.entries if entry.time >= since]
    refused = _number(now, Outcome.REFUSED)
    if _number(now, Outcome.ALLOWED):
        return UNKNOWN
    return f"Offline: {count(refused, 'attempt')} refused" if refused else "Offline: nothing sent"


def lines(reading: Reading) -> tuple[Line, ...]:
    """Every entry, the latest first."""
    return tuple(_line(entry) for entry in reversed(reading.entries))


def _line(entry: Entry) -> Line:
    when = entry.time.astimezone().strftime("%Y-%m-%d %H:%M")
    who = one_line(entry.who if entry.process == "window" else f"{entry.who} ({entry.process})")
    known = {outcome.value: words for outcome, words in _OUTCOMES.items()}
    return Line(when, who, one_line(entry.host), known.get(entry.outcome, one_line(entry.outcome)))


def _told(entries: list[Entry]) -> str:
    parts = [f"{count(_number(entries, Outcome.BROWSER), 'link')} opened", f"{count(_number(entries, Outcome.REFUSED), 'attempt')} refused"]
    if allowed := _number(entries, Outcome.ALLOWED):
        parts.append(f"{allowed:,} not stopped")
    return ", ".join(parts)


def _number(entries: list[Entry], outcome: Outcome) -> int:
    return sum(entry.outcome == outcome for entry in entries)
