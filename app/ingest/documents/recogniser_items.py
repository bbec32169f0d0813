"""Keys and values by which speech recognisers give words, times and speakers, read from one JSON object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.ingest.documents.timing import parse_stamp

# Keys for the words, in order of preference.
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
_DURATIONS = "duration dur length dDurationMs durationMilliseconds durationInTicks duration_ms durationMs Duration".split()
SPEAKERS = (
    "speaker speaker_name speakerName speakerDisplayName speaker_label speakerLabel speaker_id speakerId speakerTag "
    "speaker_tag participant "
    "from name channel_label channel"
).split()
_NAMES = ("name", "display_name", "displayName", "speaker_name", "label", "id")
# Seconds of a millisecond and of a tick (100 nanoseconds), and the number from which seconds are a date.
_MILLISECOND, _TICK, _MIN_DATE = 1e-3, 1e-7, 1e8
_QUANTITY = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)\s?(s|ms|sec|seconds)?")
# An ISO 8601 duration, as Azure writes times: "PT1M2.5S".
_ISO_DURATION = re.compile(r"PT(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?")
# Numbered speakers: "spk_0", "speaker 1", "ch_2", "A".
_NUMBERED = re.compile(r"(?:spk|speaker|ch|s)[ _-]?(\d{1,3})|(\d{1,3}|[A-Z])", re.IGNORECASE)
_UNKNOWN_SPEAKERS = frozenset(["uu", "unk", "unknown", "none", "null", "n/a", "?"])
_MAX_NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Item:
    """A run of words. Times are in seconds, unless `bare`: numbers of unknown unit.

    `joins` marks punctuation that belongs to the word before.
    """

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
    """Return the object with the keys of its first alternative merged into it."""
    for name in CHOICES:
        if isinstance(alternatives := item.get(name), list) and alternatives and isinstance(alternatives[0], dict):
            item = {**alternatives[0], **{key: value for key, value in item.items() if key != name}}
    return item


def text_of(item: Mapping[str, object]) -> str:
    """Return the words of an object, "" if it has none."""
    return next((value for name in TEXTS if isinstance(value := item.get(name), str) and value), "")


def _time(value: object, name: str) -> _Time | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e15:
        if value > _MIN_DATE and name in ("timestamp", "time", "ts"):
            # Seconds since 1970 are the time of a post, not of a recording.
            return None
        if name.endswith(("Ms", "_ms", "Milliseconds")) or name == "offsets":
            return _Time(value * _MILLISECOND)
        return _Time(value * _TICK) if name.endswith("Ticks") or name in ("Offset", "Duration") else _Time(float(value), bare=True)
    if isinstance(value, str):
        return _written(value.strip())
    if isinstance(value, dict) and "seconds" in value:
        seconds, nanos = _time(value["seconds"], ""), _time(value.get("nanos", 0), "")
        return _Time(seconds.value + (nanos.value * 1e-9 if nanos else 0.0)) if seconds else None
    return _time(value["relative"], "") if isinstance(value, dict) and "relative" in value else None


def _written(value: str) -> _Time | None:
    if match := _QUANTITY.fullmatch(value):
        return _Time(float(match[1]) * (_MILLISECOND if match[2] == "ms" else 1.0), bare=not match[2])
    if (match := _ISO_DURATION.fullmatch(value)) and value != "PT":
        return _Time(float(match[1] or 0) * 3600 + float(match[2] or 0) * 60 + float(match[3] or 0))
    seconds = parse_stamp(value) if ":" in value or "：" in value else None
    return None if seconds is None else _Time(seconds)


def _span(item: Mapping[str, object]) -> tuple[_Time | None, _Time | None]:
    """Return start and end of an object that stores both in one value ("timestamp": [1.0, 2.0])."""
    for name in ("offsets", "timestamps", "timestamp", "time"):
        value = item.get(name)
        if isinstance(value, list) and len(value) == 2:
            return _time(value[0], name), _time(value[1], name)
        if isinstance(value, dict) and ("from" in value or "start" in value):
            return _time(value.get("from", value.get("start")), name), _time(value.get("to", value.get("end")), name)
    return None, None


def times_of(item: Mapping[str, object]) -> tuple[_Time | None, _Time | None]:
    """Return start and end of an object, None for each that is absent or unreadable."""
    start, end = _span(item)
    start = start or next((time for name in STARTS if (time := _time(item.get(name), name))), None)
    end = end or next((time for name in _ENDS if (time := _time(item.get(name), name))), None)
    lasting = next((time for name in _DURATIONS if (time := _time(item.get(name), name))), None)
    if end is None and start is not None and lasting is not None:
        end = _Time(start.value + lasting.value, start.bare)
    return start, end


def speaker_of(item: Mapping[str, object], names: Mapping[str, str]) -> str:
    """Return the speaker, "" if unknown. `names` maps speaker numbers to names."""
    for key in SPEAKERS:
        value = item.get(key)
        if isinstance(value, dict):
            value = next((value[name] for name in _NAMES if isinstance(value.get(name), (str, int))), None)
        if isinstance(value, bool) or not isinstance(value, (str, int)) or (key in ("from", "name") and _is_no_name(value)):
            continue
        if value == 0 and key in ("speakerTag", "speaker_tag"):
            # Google's tag 0 means that speakers were not distinguished.
            continue
        if name := _name(str(value), names):
            return name
    return ""


def _is_no_name(value: str | int) -> bool:
    return isinstance(value, int) or _written(value.strip()) is not None


def _name(value: str, names: Mapping[str, str]) -> str:
    value = " ".join(value.split())
    if value.casefold() in _UNKNOWN_SPEAKERS:
        return ""
    if value in names:
        return names[value]
    # pyannote's names ("SPEAKER_00") stay as they are written.
    numbered = _NUMBERED.fullmatch(value) if not value.startswith("SPEAKER_") else None
    return f"Speaker {numbered[1] or numbered[2]}" if numbered else value[:_MAX_NAME_LENGTH]


def is_punctuation(item: Mapping[str, object]) -> bool:
    """Return True if the object is a punctuation mark."""
    return item.get("type") in ("punctuation", "punct")
