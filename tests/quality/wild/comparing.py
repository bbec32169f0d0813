"""Compares the result with the expectation; each difference is either a loss or a falsehood."""

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
    """One difference; `loss` means that content is only missing and nothing false is shown."""

    text: str
    loss: bool = False


def differences(expect: Mapping[str, Any], reading: Reading) -> list[Difference]:
    """Return all differences; with `any_of` those of the alternative with the fewest."""
    mismatches = [Difference(fault) for fault in reading.faults]
    if alternatives := expect.get("any_of"):
        return mismatches + min((differences(alternative, reading) for alternative in alternatives), key=len)
    if expect.get("refused"):
        return mismatches + list(_refusal(expect, reading))
    if reading.refusal:
        return [*mismatches, Difference(f"refused: {reading.refusal}", loss=True)]
    for key, check in _CHECKS.items():
        if key in expect:
            mismatches += check(expect[key], reading)
    return mismatches


def plain(text: str) -> str:
    """Return a text with single blanks and composed letters."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _words(text: str) -> str:
    """Return a text without optional line breaks, which readers may keep or drop."""
    return plain(text.replace("\u200b", ""))


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
    false = [item for item in items if not any(_same(expectation, item) for expectation in expected)]
    missing = [expectation for expectation in expected if not any(_same(expectation, item) for item in items)]
    mismatches = [Difference(f"not expected: {_shown(item)}") for item in false]
    mismatches += [Difference(f"missing: {_shown(expectation)}", loss=True) for expectation in missing]
    return mismatches or [Difference(f"{len(items)} sentences, expected {len(expected)}, or in another order")]


def _shown(item: Mapping[str, Any]) -> str:
    keys = ("speaker", "speaker_any", "start", "end", "page", "text")
    return " ".join(f"{key}={item[key]!r}" for key in keys if item.get(key) is not None)


def _same(expected: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    return _words(expected["text"]) == _words(str(item["text"])) and _same_details(expected, item)


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


def _same_time(expected: float | None, actual: float | None) -> bool:
    if expected is None or actual is None:
        return expected is actual
    return abs(expected - actual) <= _SECONDS


def _contains(expected: Sequence[Mapping[str, Any]], reading: Reading) -> Iterator[Difference]:
    for expectation in expected:
        if any(_same(expectation, item) for item in reading.items):
            continue
        words = _words(expectation["text"])
        yield Difference(f"missing: {_shown(expectation)}", loss=not any(words in _words(_all(item)) for item in reading.items))


def _within(expected: Sequence[Mapping[str, Any] | str], reading: Reading) -> Iterator[Difference]:
    for entry in expected:
        expectation = {"text": entry} if isinstance(entry, str) else entry
        words = _words(expectation["text"])
        having = [item for item in reading.items if words in _words(_all(item))]
        if not any(_same_details(expectation, item) for item in having):
            yield Difference(f"in no {'such ' if having else ''}sentence: {_shown(expectation)}", loss=not having)


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
    names_read = list(dict.fromkeys(_name(item["speaker"]) for item in reading.items if item["speaker"]))
    expected_names = [{_name(entry)} if isinstance(entry, str) else {_name(name) for name in entry} for entry in expected]
    if len(names_read) != len(expected_names) or not all(name in names for name, names in zip(names_read, expected_names, strict=True)):
        yield Difference(f"speakers {names_read}, expected {list(expected)}")


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
    words, joined = "".join(_words(expected).split()), "".join("".join(_words(item["text"]).split()) for item in reading.items)
    if words != joined:
        yield Difference(f"joined text differs: {joined[:200]!r}", loss=len(joined) < len(words))


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
            candidates = [item for item in reading.items if words == plain(_all(item))]
            actual = {key: candidates[0].get(key) for key in row} if candidates else None
            yield Difference(f"no row {dict(row)}" + (f"; but {actual}" if actual else ""), loss=_only_missing(row, candidates))


def _only_missing(row: Mapping[str, Any], candidates: Sequence[Mapping[str, Any]]) -> bool:
    return not candidates or all(
        candidates[0].get(key) in (None, "") or _field_like(value, candidates[0].get(key), key) for key, value in row.items()
    )


def _row_like(row: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    return all(_field_like(value, item.get(key), key) for key, value in row.items())


def _field_like(expected: Any, actual: Any, key: str) -> bool:
    if isinstance(expected, list):
        return any(_field_like(option, actual, key) for option in expected)
    if expected in (None, "") or actual in (None, ""):
        return not (expected or actual)
    if key == "published" and len(str(expected)) == len("2024-05-03"):
        return str(actual).startswith(str(expected))
    return plain(str(expected)) == plain(str(actual))


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
