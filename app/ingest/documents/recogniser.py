"""What speech recognisers write as JSON: lists of utterances or segments with their words, times and, some of them, speakers.

Whisper and WhisperX (`segments`), AssemblyAI and Deepgram (`utterances`), Amazon (`audio_segments`, `items`), Google and Azure (the first
of `alternatives`, of `nBest`), Rev (`monologues` of `elements`), podcasts (`body`), captions of videos (a list, or `events` of `segs`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from app.decoding import JSON_ERRORS
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.source import damaged
from app.translation import tr

_LISTS = (
    "utterances",
    "audio_segments",
    "segments",
    "events",
    "captions",
    "cues",
    "transcript",
    "monologues",
    "recognizedPhrases",
    "results",
)
_WORDS = ("text", "transcript", "caption", "content", "body", "display", "value")
_CHOICES, _PARTS = ("alternatives", "nBest"), ("elements", "words")
_STARTS = ("start", "start_time", "startTime", "startOffset", "tStartMs", "offsetMilliseconds", "from", "ts")
_ENDS = ("end", "end_time", "endTime", "endOffset", "to", "end_ts")
_LENGTHS = ("duration", "dur", "dDurationMs", "durationMilliseconds")
_TOLD = re.compile(r"(\d{1,8}(?:\.\d{1,9})?)s?")
_KEY = re.compile(rf'"(?:{"|".join((*_STARTS, *_LISTS))})"\s*:')
_SPEAKERS = ("speaker", "speaker_label", "speaker_name", "speakerName")
_NUMBERED = re.compile(r"spk_(\d{1,3})")
_SLOW = 2.0
_DEEPEST = 6


def looks_recognised(text: str, *, promised: bool = False) -> bool:
    """Whether a text is JSON that speaks of words and times; any JSON where its name promises it."""
    head = text[:4000].lstrip()
    return head[:1] in ("{", "[") and (promised or _KEY.search(head) is not None)


def _items(value: object, depth: int = 0) -> list[Mapping[str, object]]:
    """The first list of timed words in the value, utterances before segments."""
    if isinstance(value, list):
        items = [_chosen(item) for item in value if isinstance(item, dict)]
        found = list(_punctuated(item for item in items if _words(item)))
        return found or next((inner for item in value[:20] if depth < _DEEPEST and (inner := _items(item, depth + 1))), [])
    if isinstance(value, dict) and depth < _DEEPEST:
        known = [value[name] for name in _LISTS if name in value]
        others = [part for name, part in value.items() if name not in _LISTS and isinstance(part, (dict, list))]
        return next((found for part in (*known, *others) if (found := _items(part, depth + 1))), [])
    return []


def _chosen(item: Mapping[str, object]) -> Mapping[str, object]:
    """The item with the first of its alternatives spread out in it, and with the times of its parts where it has none itself."""
    for name in _CHOICES:
        if isinstance(among := item.get(name), list) and among and isinstance(among[0], dict):
            item = {**among[0], **item}
    parts = next((each for name in _PARTS if isinstance(each := item.get(name), list)), [])
    timed = [part for part in parts if isinstance(part, dict) and _time(part, _STARTS) is not None]
    if timed and _time(item, _STARTS) is None:
        last = _time(timed[-1], _ENDS)
        return {**item, "start": _time(timed[0], _STARTS), **({"end": last} if last is not None else {})}
    return item


def _punctuated(items: Iterable[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """The timed items, each with the signs behind it, which have no time of their own; other items without a time are none."""
    held: Mapping[str, object] | None = None
    for item in items:
        if _time(item, _STARTS) is not None:
            if held is not None:
                yield held
            held = item
        elif held is not None and item.get("type") == "punctuation":
            held = {**held, "text": _words(held) + _words(item)}
    if held is not None:
        yield held


def _time(item: Mapping[str, object], names: tuple[str, ...]) -> float | None:
    for name in names:
        value = item.get(name)
        if isinstance(value, str) and (told := _TOLD.fullmatch(value.strip())):
            value = float(told[1])
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e9:
            return float(value) / (1000 if name.endswith(("Ms", "Milliseconds")) else 1)
    return None


def _words(item: Mapping[str, object]) -> str:
    pieces = item.get("segs")
    if isinstance(pieces, list):
        return " ".join("".join(str(piece.get("utf8", "")) for piece in pieces if isinstance(piece, dict)).split())
    said = next((" ".join(value.split()) for name in _WORDS if isinstance(value := item.get(name), str) and value.strip()), "")
    if not said and isinstance(parts := item.get("elements"), list):
        return " ".join("".join(str(part.get("value", "")) for part in parts if isinstance(part, dict)).split())
    return said


def _speaker(item: Mapping[str, object]) -> str:
    value = next((item[name] for name in _SPEAKERS if item.get(name) not in (None, "")), "")
    if isinstance(value, str) and (numbered := _NUMBERED.fullmatch(value)):
        return f"Speaker {numbered[1]}"
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
    except JSON_ERRORS as error:
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
