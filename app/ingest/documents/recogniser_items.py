"""What speech recognisers call the words, times and speakers of their JSON, read from one object at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.ingest.documents.timing import parse_stamp

TEXTS = (
    "punctuated_word text transcript transcription caption content body display displayText DisplayText value word utterance "
    "sentence line utf8"
).split()
CHOICES, PARTS = ("alternatives", "nBest", "NBest"), ("words", "elements", "segs", "tokens")
STARTS = (
    "start start_time startTime start_ms startMs start_timestamp startTimestamp start_seconds startSeconds startSec "
    "startOffset start_offset "
    "begin begin_time beginTime data_start from ts tStartMs offsetMilliseconds offsetInTicks Offset offset offsets "
    "timestamps timestamp time"
).split()
_ENDS = (
    "end end_time endTime end_ms endMs end_timestamp endTimestamp end_seconds endSeconds endSec endOffset end_offset data_end to end_ts "
    "resultEndTime resultEndOffset"
).split()
_LENGTHS = "duration dur length dDurationMs durationMilliseconds durationInTicks duration_ms durationMs Duration".split()
SPEAKERS = (
    "speaker speaker_name speakerName speakerDisplayName speaker_label speakerLabel speaker_id speakerId speakerTag "
    "speaker_tag participant "
    "from name channel_label channel"
).split()
_NAMES = ("name", "display_name", "displayName", "speaker_name", "label", "id")
_MILLI, _TICK, _DATE = 1e-3, 1e-7, 1e8
_QUANTITY = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)\s?(s|ms|sec|seconds)?")
_LASTING = re.compile(r"PT(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?")
_NUMBERED = re.compile(r"(?:spk|speaker|ch|s)[ _-]?(\d{1,3})|(\d{1,3}|[A-Z])", re.IGNORECASE)
_NOBODY = frozenset(["uu", "unk", "unknown", "none", "null", "n/a", "?"])
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Item:
    """A run of words; times are seconds unless `bare`: numbers whose unit nothing tells. `joins` holds for signs that close "
    "the word before."""

    text: str
    start: float | None = None
    end: float | None = None
    speaker: str = ""
    bare: bool = False
    joins: bool = False
    final: bool = True


@dataclass(frozen=True, slots=True)
class _Time:
    value: float
    bare: bool = False


def spread(item: Mapping[str, object]) -> Mapping[str, object]:
    """The object with the first of its alternatives spread out in it."""
    for name in CHOICES:
        if isinstance(among := item.get(name), list) and among and isinstance(among[0], dict):
            item = {**among[0], **{key: value for key, value in item.items() if key != name}}
    return item


def text_of(item: Mapping[str, object]) -> str:
    """The words of an object as they stand, "" where it has none of its own."""
    return next((value for name in TEXTS if isinstance(value := item.get(name), str) and value), "")


def _time(value: object, name: str) -> _Time | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e15:
        if value > _DATE and name in ("timestamp", "time", "ts"):
            return None  # seconds since 1970: when something was posted
        if name.endswith(("Ms", "_ms", "Milliseconds")) or name == "offsets":
            return _Time(value * _MILLI)
        return _Time(value * _TICK) if name.endswith("Ticks") or name in ("Offset", "Duration") else _Time(float(value), bare=True)
    if isinstance(value, str):
        return _written(value.strip())
    if isinstance(value, dict) and "seconds" in value:
        seconds, nanos = _time(value["seconds"], ""), _time(value.get("nanos", 0), "")
        return _Time(seconds.value + (nanos.value * 1e-9 if nanos else 0.0)) if seconds else None
    return _time(value["relative"], "") if isinstance(value, dict) and "relative" in value else None


def _written(value: str) -> _Time | None:
    if found := _QUANTITY.fullmatch(value):
        return _Time(float(found[1]) * (_MILLI if found[2] == "ms" else 1.0), bare=not found[2])
    if (found := _LASTING.fullmatch(value)) and value != "PT":
        return _Time(float(found[1] or 0) * 3600 + float(found[2] or 0) * 60 + float(found[3] or 0))
    seconds = parse_stamp(value) if ":" in value or "：" in value else None
    return None if seconds is None else _Time(seconds)


def _span(item: Mapping[str, object]) -> tuple[_Time | None, _Time | None]:
    """The beginning and the end of an object that holds both in one value ("timestamp": [1.0, 2.0])."""
    for name in ("offsets", "timestamps", "timestamp", "time"):
        value = item.get(name)
        if isinstance(value, list) and len(value) == 2:
            return _time(value[0], name), _time(value[1], name)
        if isinstance(value, dict) and ("from" in value or "start" in value):
            return _time(value.get("from", value.get("start")), name), _time(value.get("to", value.get("end")), name)
    return None, None


def times_of(item: Mapping[str, object]) -> tuple[_Time | None, _Time | None]:
    """When an object begins and ends, None for what is not told or cannot be read."""
    start, end = _span(item)
    start = start or next((time for name in STARTS if (time := _time(item.get(name), name))), None)
    end = end or next((time for name in _ENDS if (time := _time(item.get(name), name))), None)
    lasting = next((time for name in _LENGTHS if (time := _time(item.get(name), name))), None)
    if end is None and start is not None and lasting is not None:
        end = _Time(start.value + lasting.value, start.bare)
    return start, end


def speaker_of(item: Mapping[str, object], names: Mapping[str, str]) -> str:
    """Who speaks; `names` holds the names of those whom the file lists by their numbers."""
    for key in SPEAKERS:
        value = item.get(key)
        if isinstance(value, dict):
            value = next((value[name] for name in _NAMES if isinstance(value.get(name), (str, int))), None)
        if isinstance(value, bool) or not isinstance(value, (str, int)) or (key in ("from", "name") and _is_no_name(value)):
            continue
        if value == 0 and key in ("speakerTag", "speaker_tag"):
            continue  # Google: not told apart
        if name := _name(str(value), names):
            return name
    return ""


def _is_no_name(value: str | int) -> bool:
    return isinstance(value, int) or _written(value.strip()) is not None


def _name(value: str, names: Mapping[str, str]) -> str:
    value = " ".join(value.split())
    if value.casefold() in _NOBODY:
        return ""
    if value in names:
        return names[value]
    numbered = _NUMBERED.fullmatch(value) if not value.startswith("SPEAKER_") else None
    return f"Speaker {numbered[1] or numbered[2]}" if numbered else value[:_LONGEST_NAME]


def is_sign(item: Mapping[str, object]) -> bool:
    """Return True if an object is a punctuation mark behind a word."""
    return item.get("type") in ("punctuation", "punct")
