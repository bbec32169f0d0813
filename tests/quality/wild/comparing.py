"""Compare what was read with what is expected; each difference says whether words are merely missing or something false stands there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.quality.wild.reading import Reading

_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as expected; `loss` where nothing false is shown, only something is missing."""

    text: str
    loss: bool = False


def differences(expect: Mapping[str, Any], reading: Reading) -> list[Difference]:
    """All differences; of `any_of` those of the alternative that has the fewest."""
    found = [Difference(fault) for fault in reading.faults]
    if alternatives := expect.get("any_of"):
        return found + min((differences(one, reading) for one in alternatives), key=len)
    if expect.get("refused"):
        return found + list(_refusal(expect, reading))
    if reading.refusal:
        return [*found, Difference(f"refused: {reading.refusal}", loss=True)]
    for key, check in _CHECKS.items():
        if key in expect:
            found += check(expect[key], reading)
    return found


def plain(text: str) -> str:
    """A text with single blanks and composed letters."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _name(speaker: str | None) -> str:
    return plain(speaker or "").strip(" .:,;-–—").casefold()


def _refusal(expect: Mapping[str, Any], reading: Reading) -> Iterator[Difference]:
    if not reading.refusal:
        yield Difference("not refused")
    missing = [word for word in expect.get("message", ()) if word.casefold() not in reading.refusal.casefold()]
    if reading.refusal and missing:
        yield Difference(f"the refusal does not say {missing}: {reading.refusal}")


def _sentences(expected: Sequence[Mapping[str, Any]], reading: Reading) -> list[Difference]:
    items = reading.items
    if len(items) == len(expected) and all(map(_same, expected, items)):
        return []
    false = [item for item in items if not any(_same(one, item) for one in expected)]
    missing = [one for one in expected if not any(_same(one, item) for item in items)]
    found = [Difference(f"not expected: {_shown(item)}") for item in false]
    found += [Difference(f"missing: {_shown(one)}", loss=True) for one in missing]
    return found or [Difference(f"{len(items)} sentences, expected {len(expected)}, or in another order")]


def _shown(item: Mapping[str, Any]) -> str:
    keys = ("speaker", "speaker_any", "start", "end", "page", "text")
    return " ".join(f"{key}={item[key]!r}" for key in keys if item.get(key) is not None)


def _same(expected: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    return plain(expected["text"]) == plain(str(item["text"])) and _same_details(expected, item)


def _same_details(expected: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    return (
        _same_speaker(expected, item)
        and all(_same_time(expected[key], item[key]) for key in ("start", "end") if key in expected)
        and ("page" not in expected or expected["page"] == item["page"])
    )


def _same_speaker(expected: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    if "speaker_any" in expected:
        return _name(item["speaker"]) in {_name(name) for name in expected["speaker_any"]}
    return "speaker" not in expected or _name(item["speaker"]) == _name(expected["speaker"])


def _same_time(expected: float | None, found: float | None) -> bool:
    if expected is None or found is None:
        return expected is found
    return abs(expected - found) <= _SECONDS


def _contains(expected: Sequence[Mapping[str, Any]], reading: Reading) -> Iterator[Difference]:
    for one in expected:
        if any(_same(one, item) for item in reading.items):
            continue
        words = plain(one["text"])
        yield Difference(f"missing: {_shown(one)}", loss=not any(words in plain(_all(item)) for item in reading.items))


def _within(expected: Sequence[Mapping[str, Any] | str], reading: Reading) -> Iterator[Difference]:
    for one in expected:
        wanted = {"text": one} if isinstance(one, str) else one
        words = plain(wanted["text"])
        having = [item for item in reading.items if words in plain(_all(item))]
        if not any(_same_details(wanted, item) for item in having):
            yield Difference(f"in no {'such ' if having else ''}sentence: {_shown(wanted)}", loss=not having)


def _all(item: Mapping[str, Any]) -> str:
    return str(item.get("text") or item.get("claim") or "")


def _absent(expected: Sequence[str], reading: Reading) -> Iterator[Difference]:
    for words in expected:
        for item in reading.items:
            if plain(words) in plain(_all(item)) or (words and words in _all(item)):
                yield Difference(f"should not be there: {words!r} in {_all(item)[:200]!r}")
                break


def _absent_speakers(expected: Sequence[str], reading: Reading) -> Iterator[Difference]:
    wrong = {_name(name) for name in expected}
    for item in reading.items:
        if _name(item.get("speaker")) in wrong:
            yield Difference(f"nobody is called {item['speaker']!r}: {item['text']!r}")


def _speakers(expected: Sequence[str | Sequence[str]], reading: Reading) -> Iterator[Difference]:
    found = list(dict.fromkeys(_name(item["speaker"]) for item in reading.items if item["speaker"]))
    wanted = [{_name(one)} if isinstance(one, str) else {_name(name) for name in one} for one in expected]
    if len(found) != len(wanted) or not all(name in names for name, names in zip(found, wanted, strict=True)):
        yield Difference(f"speakers {found}, expected {list(expected)}")


def _count(expected: int, reading: Reading) -> Iterator[Difference]:
    if len(reading.items) != expected:
        yield Difference(f"{len(reading.items)} items, expected {expected}", loss=len(reading.items) < expected)


def _longest(expected: int, reading: Reading) -> Iterator[Difference]:
    if any(len(item["text"]) > expected for item in reading.items):
        yield Difference(f"a sentence of {max(len(item['text']) for item in reading.items)} characters")


def _timed(expected: bool, reading: Reading) -> Iterator[Difference]:
    for item in reading.items:
        if (item["start"] is not None) != expected:
            yield Difference(f"time {item['start']} of {item['text']!r}")


def _joined(expected: str, reading: Reading) -> Iterator[Difference]:
    words, found = "".join(expected.split()), "".join("".join(item["text"].split()) for item in reading.items)
    if words != found:
        yield Difference(f"joined text differs: {found[:200]!r}", loss=len(found) < len(words))


def _title(expected: str, reading: Reading) -> Iterator[Difference]:
    if plain(expected) != plain(reading.title):
        yield Difference(f"title {reading.title!r}, expected {expected!r}")


def _date(expected: str, reading: Reading) -> Iterator[Difference]:
    if expected != reading.date:
        yield Difference(f"date {reading.date}, expected {expected}", loss=reading.date is None)


def _note(expected: Sequence[str], reading: Reading) -> Iterator[Difference]:
    words = [word.casefold() for word in expected]
    if not any(all(word in note.casefold() for word in words) for note in reading.notes):
        yield Difference(f"no note has {list(expected)}: {reading.notes}")


def _no_note(expected: bool, reading: Reading) -> Iterator[Difference]:
    if expected and reading.notes:
        yield Difference(f"notes where nothing is to tell: {reading.notes}")


def _rows(expected: Sequence[Mapping[str, Any]], reading: Reading) -> Iterator[Difference]:
    for row in expected:
        if not any(_row_like(row, item) for item in reading.items):
            words = plain(str(row.get("claim") or row.get("text") or ""))
            near = [item for item in reading.items if words == plain(_all(item))]
            said = {key: near[0].get(key) for key in row} if near else None
            yield Difference(f"no row {dict(row)}" + (f"; but {said}" if said else ""), loss=_only_missing(row, near))


def _only_missing(row: Mapping[str, Any], near: Sequence[Mapping[str, Any]]) -> bool:
    return not near or all(near[0].get(key) in (None, "") or _field_like(value, near[0].get(key), key) for key, value in row.items())


def _row_like(row: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    return all(_field_like(value, item.get(key), key) for key, value in row.items())


def _field_like(expected: Any, found: Any, key: str) -> bool:
    if isinstance(expected, list):
        return any(_field_like(one, found, key) for one in expected)
    if expected in (None, "") or found in (None, ""):
        return not (expected or found)
    if key == "published" and len(str(expected)) == len("2024-05-03"):
        return str(found).startswith(str(expected))
    return plain(str(expected)) == plain(str(found))


def _undated_told(expected: bool, reading: Reading) -> Iterator[Difference]:
    undated = [item for item in reading.items if not item.get("published")]
    if expected and undated and not any(re.search(r"\b(?:date|day|calendar|year)", note) for note in reading.notes):
        yield Difference(f"{len(undated)} rows without a date, and no note says so")


_CHECKS: Mapping[str, Callable[[Any, Reading], Iterable[Difference]]] = {
    "sentences": _sentences,
    "contains": _contains,
    "within": _within,
    "absent": _absent,
    "absent_speakers": _absent_speakers,
    "speakers": _speakers,
    "count": _count,
    "longest": _longest,
    "timed": _timed,
    "joined": _joined,
    "title": _title,
    "date": _date,
    "note": _note,
    "no_note": _no_note,
    "rows": _rows,
    "undated_told": _undated_told,
}
