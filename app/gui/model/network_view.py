"""The network record in the window's words. Times are in the user's time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.gui.model.labels import one_line
from app.network import Entry, Outcome, Reading
from app.translation import mark, tr, trn

FEATURES = (
    mark("Links that you open: your own browser goes online for them, after a question. Priorcheck hands it the address and nothing else."),
)
WATCH = mark(
    "Priorcheck sends nothing. Should a library that it uses try to go online, the attempt is refused and listed here. The record covers "
    "connections made from Python. On Linux the system also refuses internet connections of native code in the analysis. Every version "
    "is tested from outside: each packet, look-up and file is recorded while the program works. The guide says how to repeat that test."
)
NOTHING = mark("Nothing has gone online from here, and nothing has tried to.")
UNKNOWN = mark("Network: see the record")

_OUTCOMES = {
    Outcome.BROWSER: mark("Opened in browser"),
    Outcome.REFUSED: mark("Refused"),
    Outcome.ALLOWED: mark("Not stopped"),
}
_RECORDED = frozenset(
    {
        mark("A link you opened"),
        mark("analysis"),
        mark("command line"),
        mark("internet socket"),
        mark("further attempts of this run are not listed"),
        mark("reading"),
        mark("this computer"),
    }
)


@dataclass(frozen=True, slots=True)
class Line:
    """One use or attempt as it is listed."""

    time: str
    client: str
    host: str
    outcome: str


def summary(reading: Reading, since: datetime) -> str:
    """Return the number of uses since this start, and ever."""
    current_entries = [entry for entry in reading.entries if entry.time >= since]
    lost = trn("{count} line of the record cannot be read.", "{count} lines of the record cannot be read.", reading.unreadable)
    if reading.entries:
        usage = tr("Since this start: {now}. Ever: {ever}.", now=_told(current_entries), ever=_told(list(reading.entries)))
    else:
        usage = tr("Nothing that can be read is on record.") if reading.unreadable else tr(NOTHING)
    return f"{usage} {lost}" if reading.unreadable else usage


def in_short(reading: Reading, since: datetime) -> str:
    """For the status line, of this start of the program."""
    now = [entry for entry in reading.entries if entry.time >= since]
    refused = _number(now, Outcome.REFUSED)
    if _number(now, Outcome.ALLOWED):
        return tr(UNKNOWN)
    if refused:
        return trn("Offline: {count} attempt refused", "Offline: {count} attempts refused", refused)
    return tr("Offline")


def lines(reading: Reading) -> tuple[Line, ...]:
    """Every entry, the latest first."""
    return tuple(_line(entry) for entry in reversed(reading.entries))


def _line(entry: Entry) -> Line:
    time_text = entry.time.astimezone().strftime("%Y-%m-%d %H:%M")
    sender = _recorded(entry.who)
    if entry.process != "window":
        sender = f"{sender} ({_recorded(entry.process)})"
    outcome_words = {outcome.value: tr(words) for outcome, words in _OUTCOMES.items()}
    return Line(time_text, sender, _recorded(entry.host), outcome_words.get(entry.outcome, one_line(entry.outcome)))


def _recorded(words: str) -> str:
    """Translate an English entry of the record."""
    return tr(words) if words in _RECORDED else one_line(words)


def _told(entries: list[Entry]) -> str:
    parts = [
        trn("{count} link opened", "{count} links opened", _number(entries, Outcome.BROWSER)),
        trn("{count} attempt refused", "{count} attempts refused", _number(entries, Outcome.REFUSED)),
    ]
    if allowed := _number(entries, Outcome.ALLOWED):
        parts.append(trn("{count} not stopped", "{count} not stopped", allowed))
    return ", ".join(parts)


def _number(entries: list[Entry], outcome: Outcome) -> int:
    return sum(entry.outcome == outcome for entry in entries)
