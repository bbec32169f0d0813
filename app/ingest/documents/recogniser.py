"""What speech recognisers write as JSON: lists of utterances, segments or words with their times and, some of them, speakers.

Whisper, whisper.cpp, WhisperX and OpenAI, AssemblyAI, Deepgram, ElevenLabs, Speechmatics, Amazon, Google, Azure, Rev, Otter, Vosk,
podcasts, captions of videos, lists of {speaker, text}, JSON Lines of any of them. No format is named: the lists of a file that hold words
are compared, and the one that says most of who speaks when is read.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from app.decoding import JSON_ERRORS
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.recogniser_items import PARTS, SPEAKERS, STARTS, Item, is_sign, speaker_of, spread, text_of, times_of
from app.ingest.documents.source import damaged
from app.ingest.documents.twice import repaired_line
from app.ingest.rows.text import plain_text
from app.translation import tr

_LISTS = (
    "utterances audio_segments segments events captions cues transcript transcription transcripts monologues "
    "recognizedPhrases results words "
    "paragraphs sentences chunks messages entries tokens"
).split()
_KEY = re.compile(rf'"(?:{"|".join((*STARTS, *_LISTS, *SPEAKERS, "text"))})"\s*:')
_OPENED = re.compile(r'[{\[]\s*["{\[}\]]')
_MARKED_UP = re.compile(r"</(?:p|span|div|b|i)>")
_STAMPED = re.compile(r'<span[^<>]{0,200}class="timestamp"[^<>]{0,200}>\s*([\d:.]{4,12})\s*</span>')
_PEOPLE = ("speakers", "participants", "agents")
_LEAST_SHARE = 0.4
_WORDY, _SHORT = 1.5, 20
_SIGNS = re.compile(r"[.,!?;:…%)\]}»”’。，、！？；：।؟،]+")
_UNITS = (1e-3, 1e-6, 1e-7, 1e-9)
_USUAL_PACE, _SLOW = 0.07, 2.0
"""Seconds a letter of speech, and more than which nobody speaks."""
_DEEPEST = 12
_TEXT_ONLY = frozenset(
    "text transcript transcription language language_code duration task usage model id confidence logprobs words segments "
    "x_groq index line "
    "language_probability sentence status media media-source media-time".split()
)

Tracks = dict[str, list[Item]]


def looks_recognised(text: str, *, promised: bool = False) -> bool:
    """Whether a text is JSON: one that speaks of words and times, any where its name promises it, or a whole value without damage."""
    head = text[:4000].lstrip()
    if head[:1] not in ("{", "["):
        return False
    return promised or _KEY.search(head) is not None or (_OPENED.match(head) is not None and _is_whole(text))


def _is_whole(text: str) -> bool:
    try:
        json.loads(text, strict=False)
    except JSON_ERRORS:
        return False
    return True


def _values(text: str) -> tuple[object, int]:
    """The value of a JSON text, and how many lines could not be read; the values of JSON Lines are a list. Raises InputError."""
    try:
        return json.loads(text, strict=False), 0
    except JSON_ERRORS as error:
        lines = [line for line in text.split("\n") if line.strip()]
        values = list(_lines_of(lines))
        if len(values) * 2 <= len(lines):
            values = list(_run_together(text))
        if not values:
            raise damaged("transcript in JSON") from error
        return values, len(lines) - len(values) if len(values) * 2 > len(lines) else 0


def _lines_of(lines: Sequence[str]) -> Iterator[object]:
    for line in lines:
        try:
            value = json.loads(line.strip().rstrip(","), strict=False)
        except JSON_ERRORS:
            continue
        if isinstance(value, (dict, list)):
            yield value


def _run_together(text: str) -> Iterator[object]:
    """The objects of a text that holds several, one behind the other; none where it holds anything else."""
    decoder, place, values = json.JSONDecoder(strict=False), 0, list[object]()
    try:
        while place < len(text):
            value, place = decoder.raw_decode(text, place)
            values.append(value)
            place += len(text[place : place + 100]) - len(text[place : place + 100].lstrip())
    except JSON_ERRORS:
        return
    yield from values


class _Finder:
    """One walk through a value; every list of objects with words becomes a track, named by the way to it."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.tracks: Tracks = {}
        self._names = names

    def walk(self, value: object, way: str = "", speaker: str = "", depth: int = 0) -> None:
        """Gather the tracks of a value; `speaker` is who speaks in what is around it."""
        if depth > _DEEPEST:
            return
        if isinstance(value, list):
            channels = way.endswith("channels") and len(value) > 1
            for number, each in enumerate(value):
                self.walk(each, way + "[]", f"Speaker {number}" if channels else speaker, depth + 1)
        elif isinstance(value, dict):
            item = spread(value)
            speaker = speaker_of(item, self._names) or speaker
            if found := _item(item, speaker):
                self.tracks.setdefault(way, []).append(found)
            for name, part in item.items():
                if isinstance(part, (list, dict)):
                    self.walk(part, f"{way}.{name}", speaker, depth + 1)


def _item(item: Mapping[str, object], speaker: str) -> Item | None:
    parts = next((each for name in PARTS if isinstance(each := item.get(name), list)), [])
    objects = [spread(part) for part in parts if isinstance(part, dict)]
    text = text_of(item) or _joined([text_of(part) for part in objects])
    if not text:
        return None
    start, end = times_of(item)
    if start is None:
        within = [times_of(part) for part in objects]
        start = next((begin for begin, _ in within if begin), None)
        end = next((until for _, until in reversed(within) if until), None) or end
    bare = bool(start and start.bare)
    final = item.get("isFinal") is not False and item.get("is_final") is not False
    begin, until = (None if time is None else time.value for time in (start, end))
    return Item(text, begin, until, speaker, bare, is_sign(item), final)


def _joined(words: Sequence[str]) -> str:
    """Words of parts in a row, with the blanks that they bring along, or else one between two of them."""
    spaced = any(not word.strip() for word in words if word) or any(word[:1].isspace() for word in words)
    return re.sub(r"\s+([.,!?;:…])", r"\1", ("" if spaced else " ").join(filter(None, words))) if words else ""


def _names(value: object) -> dict[str, str]:
    """The names of those whom the file lists as its speakers, by their numbers."""
    listed = next((each for key in _PEOPLE if isinstance(value, dict) and isinstance(each := value.get(key), list)), [])
    people = [person for person in listed if isinstance(person, dict)]
    named = ((person.get("id"), person.get("name") or person.get("speaker_name")) for person in people)
    return {str(number): name for number, name in named if number is not None and isinstance(name, str) and name}


def _letters(items: Iterable[Item]) -> int:
    return sum(sum(map(str.isalnum, item.text)) for item in items)


def _is_wordy(items: Sequence[Item]) -> bool:
    """Return True if the items are single words."""
    return (
        len(items) > 1 and sum(len(item.text.split()) for item in items) <= _WORDY * len(items) and _letters(items) <= _SHORT * len(items)
    )


def _best_track(tracks: Tracks) -> tuple[str, list[Item]]:
    """The list that says most of who speaks when among those that hold most of the words; sentences rather than single words."""
    finals = {way: [item for item in items if item.final] for way, items in tracks.items()}
    most = max((_letters(items) for items in finals.values()), default=0)
    ranked = [
        (
            sum(bool(item.speaker) for item in items) * 2 >= len(items),
            sum(item.start is not None for item in items) * 2 >= len(items) or any(item.start is not None for item in items),
            not _is_wordy(items),
            -place,
            way,
        )
        for place, (way, items) in enumerate(finals.items())
        if most and _letters(items) >= most * _LEAST_SHARE
    ]
    if not ranked:
        return "", []
    way = max(ranked)[4]
    return way, finals[way]


def _told_once(items: list[Item]) -> list[Item]:
    """The items without those that are said again with their speaker, as Google's last result says all words."""
    named = [item for item in items if item.speaker]
    others = [item for item in items if not item.speaker]
    if named and others and "".join(item.text for item in named).casefold() == "".join(item.text for item in others).casefold():
        return named
    return items


def _whole_words(items: list[Item]) -> list[Item]:
    """The words of a list of single words: blanks and signs that are items of their own joined to the words before them."""
    separated = any(not item.text.strip() for item in items) or sum(item.text[:1].isspace() for item in items) * 2 > len(items)
    kept: list[Item] = []
    apart = True
    for item in items:
        if not item.text.strip():
            apart = True
            continue
        if not kept and item.joins:
            continue  # a sign without a word before it
        begins = item.text[:1].isspace() or apart if separated else not (item.joins or _SIGNS.fullmatch(item.text.strip()))
        if kept and not begins and (item.speaker == kept[-1].speaker or item.joins):
            end = item.end if item.end is not None and not item.joins else kept[-1].end
            kept[-1] = replace(kept[-1], text=kept[-1].text + item.text.strip(), end=end)
        else:
            kept.append(item)
        apart = item.text[-1:].isspace()
    return kept


def _unit(items: Sequence[Item]) -> float:
    """What a bare number counts, in seconds: milliseconds and less where everybody would else speak slower than a letter in two seconds."""
    ends = [(item.start, item.end, item) for item in items if item.bare and item.start is not None and item.end is not None]
    spoken = sum(end - start for start, end, _ in ends)
    letters = _letters(item for _, _, item in ends)
    if not letters or spoken <= _SLOW * letters:
        return 1.0
    return min(_UNITS, key=lambda unit: abs(math.log(spoken / letters * unit / _USUAL_PACE)))


def _cues(items: Sequence[Item], cancel: CancelToken) -> Iterator[Cue]:
    unit = _unit(items)
    start, end = 0.0, 0.0
    for number, item in enumerate(items):
        if number % 256 == 0:
            cancel.check()
        scale = unit if item.bare else 1.0
        if item.start is not None:
            start = item.start * scale
            end = max(start, item.end * scale if item.end is not None else start)
        words = " ".join(repaired_line(item.text).split())
        if words:
            yield Cue(start, end, (CueLine((Word(words),), item.speaker),), timed=item.start is not None)


def _is_plain(value: object, way: str) -> bool:
    """Return True if a text without times or speakers is a transcript: a whole answer, or a list that is called one."""
    if way.rstrip("[]").rpartition(".")[2] in _LISTS or way.endswith("channels[]"):
        return True
    objects = value if isinstance(value, list) else [value]
    return way in ("", "[]") and all(isinstance(each, dict) and sum(key not in _TEXT_ONLY for key in each) <= 1 for each in objects)


def _plain_words(text: str) -> str:
    """The words of a text; of one in HTML, as oTranscribe keeps it, without tags and with its stamps in brackets."""
    return plain_text(_STAMPED.sub(r" [\1] ", text)).strip() if _MARKED_UP.search(text) else text


def _language(value: object) -> str:
    """The language that the file says it is in, as a code of ISO 639-1, or of three letters where there is none of two."""
    parts = [value, *(value.values() if isinstance(value, dict) else ())]
    for part in parts:
        said = (
            next((part[key] for key in ("language", "language_code", "languageCode") if key in part), "") if isinstance(part, dict) else ""
        )
        if isinstance(said, str) and (code := _language_code(said)):
            return code
    return ""


def _language_code(said: str) -> str:
    """The code of "en-US", "eng" or "english"; "" for what is no language."""
    from babel import Locale
    from babel.core import get_global

    short = re.split("[-_]", said.strip().lower())[0]
    if len(short) in (2, 3) and short.isalpha():
        return str(get_global("language_aliases").get(short, short))
    return next((code for code, name in Locale("en").languages.items() if name.lower() == short and len(code) < 4), "")


def read_recognised(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of the transcript. Raises InputError `document-damaged` for broken JSON, `document-unsupported` for any other kind."""
    value, unread = _values(text)
    finder = _Finder(_names(value))
    finder.walk(value)
    way, items = _best_track(finder.tracks)
    timed, named = any(item.start is not None for item in items), any(item.speaker for item in items)
    if not items or not (timed or (named and len(items) > 1) or _is_plain(value, way)):
        raise InputError(
            "document-unsupported",
            tr("This JSON file holds no transcript: no list of words with their times."),
            hint=tr("Export the transcript as text, SRT or WebVTT and open that."),
        )
    if timed or named:
        items = _told_once(items)
        draft = draft_of_cues(
            list(_cues(_whole_words(items) if _is_wordy(items) else items, cancel)), kind="json", cancel=cancel, count=timed
        )
    else:
        draft = draft_of_paragraphs([Paragraph(repaired_line(_plain_words(item.text))) for item in items], kind="json", cancel=cancel)
    if unread:
        draft.notes.append(tr("Lines of the file that could not be read: {count}.", count=unread))
    draft.language = _language(value)
    return draft
