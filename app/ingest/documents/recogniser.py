"""What speech recognisers write as JSON: lists of utterances or segments with their words, times and, some of them, speakers.

Whisper and WhisperX (`segments`), AssemblyAI and Deepgram (`utterances`), downloaded video captions (a list, or `events` of `segs`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.source import damaged
from app.translation import tr

_LISTS = ("utterances", "segments", "events", "captions", "cues", "transcript", "monologues", "results")
_WORDS = ("text", "transcript", "caption", "content")
_STARTS, _ENDS = ("start", "start_time", "startTime", "tStartMs", "from"), ("end", "end_time", "endTime", "to")
_LENGTHS = ("duration", "dur", "dDurationMs")
_KEY = re.compile(rf'"(?:{"|".join((*_STARTS, *_LISTS))})"\s*:')
_SPEAKERS = ("speaker", "speaker_label", "speaker_name", "speakerName")
_SLOW = 2.0
_DEEPEST = 6


def looks_recognised(text: str, *, promised: bool = False) -> bool:
    """Whether a text is JSON that speaks of words and times; any JSON where its name promises it."""
    head = text[:4000].lstrip()
    return head[:1] in ("{", "[") and (promised or _KEY.search(head) is not None)


def _items(value: object, depth: int = 0) -> list[Mapping[str, object]]:
    """The first list of timed words in the value, utterances before segments."""
    if isinstance(value, list):
        found: list[Mapping[str, object]] = [
            item for item in value if isinstance(item, dict) and _time(item, _STARTS) is not None and _words(item)
        ]
        return found or next((inner for item in value[:20] if depth < _DEEPEST and (inner := _items(item, depth + 1))), [])
    if isinstance(value, dict) and depth < _DEEPEST:
        known = [value[name] for name in _LISTS if name in value]
        others = [part for name, part in value.items() if name not in _LISTS and isinstance(part, (dict, list))]
        return next((found for part in (*known, *others) if (found := _items(part, depth + 1))), [])
    return []


def _time(item: Mapping[str, object], names: tuple[str, ...]) -> float | None:
    for name in names:
        value = item.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e9:
            return float(value) / (1000 if name.endswith("Ms") else 1)
    return None


def _words(item: Mapping[str, object]) -> str:
    pieces = item.get("segs")
    if isinstance(pieces, list):
        return " ".join("".join(str(piece.get("utf8", "")) for piece in pieces if isinstance(piece, dict)).split())
    return next((" ".join(value.split()) for name in _WORDS if isinstance(value := item.get(name), str) and value.strip()), "")


def _speaker(item: Mapping[str, object]) -> str:
    value = next((item[name] for name in _SPEAKERS if item.get(name) not in (None, "")), "")
    return f"Speaker {value}" if isinstance(value, int) or (isinstance(value, str) and len(value) == 1) else str(value)[:60]


def _cues(items: list[Mapping[str, object]], cancel: CancelToken) -> Iterator[Cue]:
    timed = []
    for item in items:
        start = _time(item, _STARTS) or 0.0
        length = _time(item, _LENGTHS)
        timed.append((start, max(start, _time(item, _ENDS) or start + (length or 0.0)), item))
    spoken, letters = sum(end - start for start, end, _ in timed), sum(len(_words(item)) for _, _, item in timed)
    # Times that would make everybody speak slower than a letter in two seconds are milliseconds.
    unit = 0.001 if spoken > _SLOW * letters else 1.0
    for number, (start, end, item) in enumerate(timed):
        if number % 256 == 0:
            cancel.check()
        yield Cue(start * unit, end * unit, (CueLine((Word(_words(item)),), _speaker(item)),))


def read_recognised(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of the transcript. Raises InputError `document-damaged` for broken JSON, `document-unsupported` for any other kind."""
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        raise damaged("transcript in JSON") from error
    items = _items(value)
    if not items:
        raise InputError(
            "document-unsupported",
            tr("This JSON file holds no transcript: no list of words with their times."),
            hint=tr("Export the transcript as text, SRT or WebVTT and open that."),
        )
    draft = draft_of_cues(list(_cues(items, cancel)), kind="json", cancel=cancel)
    language = value.get("language") if isinstance(value, dict) else None
    draft.language = language if isinstance(language, str) and len(language) in (2, 3) and language.isalpha() else ""
    return draft
