"""Read JSON from speech recognisers: lists of utterances, segments or words with times and, in some, speakers.

Whisper, whisper.cpp, WhisperX and OpenAI, AssemblyAI, Deepgram, ElevenLabs, Speechmatics, Amazon, Google, Azure, Rev, Otter, Vosk,
podcasts, captions of videos, lists of {speaker, text}, and JSON Lines of any of them. Formats are not identified by producer: all
lists with words are compared, and the one that says most about who speaks when is read.
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
from app.ingest.documents.double_encoding import repair_line
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.recogniser_items import PARTS, SPEAKERS, STARTS, Item, is_punctuation, speaker_of, spread, text_of, times_of
from app.ingest.documents.source import damaged
from app.ingest.rows.text import plain_text
from app.translation import tr

# Keys by which producers name their lists of words, segments or utterances.
_WORD_LISTS = (
    "utterances audio_segments segments events captions cues transcript transcription transcripts monologues "
    "recognizedPhrases results words "
    "paragraphs sentences chunks messages entries tokens"
).split()
_KEY = re.compile(rf'"(?:{"|".join((*STARTS, *_WORD_LISTS, *SPEAKERS, "text"))})"\s*:')
_JSON_START = re.compile(r'[{\[]\s*["{\[}\]]')
_HTML_TAG = re.compile(r"</(?:p|span|div|b|i)>")
_HTML_STAMP = re.compile(r'<span[^<>]{0,200}class="timestamp"[^<>]{0,200}>\s*([\d:.]{4,12})\s*</span>')
# Keys of lists that give the names of speakers.
_SPEAKER_LISTS = ("speakers", "participants", "agents")
_MIN_WORDS_SHARE = 0.4
_MAX_WORDS_AN_ITEM, _MAX_LETTERS_AN_ITEM = 1.5, 20
_PUNCTUATION = re.compile(r"[.,!?;:…%)\]}»”’。，、！？；：।؟،]+")
# Milliseconds, microseconds, ticks of 100 nanoseconds, nanoseconds.
_UNITS = (1e-3, 1e-6, 1e-7, 1e-9)
# Seconds a letter of usual speech, and the pace beyond which nobody speaks.
_USUAL_SECONDS_A_LETTER, _MAX_SECONDS_A_LETTER = 0.07, 2.0
_MAX_DEPTH = 12
_TEXT_ONLY = frozenset(
    "text transcript transcription language language_code duration task usage model id confidence logprobs words segments "
    "x_groq index line "
    "language_probability sentence status media media-source media-time".split()
)

Tracks = dict[str, list[Item]]


def looks_like_recogniser_json(text: str, *, promised: bool = False) -> bool:
    """Return True if a text is JSON with keys for words and times, any JSON if its suffix is .json, or one valid JSON value."""
    head = text[:4000].lstrip()
    if head[:1] not in ("{", "["):
        return False
    return promised or _KEY.search(head) is not None or (_JSON_START.match(head) is not None and _is_whole(text))


def _is_whole(text: str) -> bool:
    try:
        json.loads(text, strict=False)
    except JSON_ERRORS:
        return False
    return True


def _values(text: str) -> tuple[object, int]:
    """Return the value of a JSON text, and the number of unreadable lines. JSON Lines become a list. Raises InputError."""
    try:
        return json.loads(text, strict=False), 0
    except JSON_ERRORS as error:
        lines = [line for line in text.split("\n") if line.strip()]
        values = list(_lines_of(lines))
        if len(values) * 2 <= len(lines):
            values = list(_concatenated_values(text))
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


def _concatenated_values(text: str) -> Iterator[object]:
    """Yield the objects of a text that concatenates several; none if it contains anything else."""
    decoder, position, values = json.JSONDecoder(strict=False), 0, list[object]()
    try:
        while position < len(text):
            value, position = decoder.raw_decode(text, position)
            values.append(value)
            position += len(text[position : position + 100]) - len(text[position : position + 100].lstrip())
    except JSON_ERRORS:
        return
    yield from values


class _Finder:
    """Walks through a JSON value; every list of objects with words becomes a track, keyed by its path."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.tracks: Tracks = {}
        self._names = names

    def walk(self, value: object, path: str = "", speaker: str = "", depth: int = 0) -> None:
        """Collect the tracks of a value; `speaker` comes from the enclosing object."""
        # The walk is recursive, and hostile files nest without end.
        if depth > _MAX_DEPTH:
            return
        if isinstance(value, list):
            # In a recording with several channels, each channel is one speaker.
            channels = path.endswith("channels") and len(value) > 1
            for number, element in enumerate(value):
                self.walk(element, path + "[]", f"Speaker {number}" if channels else speaker, depth + 1)
        elif isinstance(value, dict):
            item = spread(value)
            speaker = speaker_of(item, self._names) or speaker
            if parsed := _item(item, speaker):
                self.tracks.setdefault(path, []).append(parsed)
            for name, part in item.items():
                if isinstance(part, (list, dict)):
                    self.walk(part, f"{path}.{name}", speaker, depth + 1)


def _item(item: Mapping[str, object], speaker: str) -> Item | None:
    parts = next((value for name in PARTS if isinstance(value := item.get(name), list)), [])
    objects = [spread(part) for part in parts if isinstance(part, dict)]
    text = text_of(item) or _joined([text_of(part) for part in objects])
    if not text:
        return None
    start, end = times_of(item)
    if start is None:
        part_times = [times_of(part) for part in objects]
        start = next((start_seconds for start_seconds, _ in part_times if start_seconds), None)
        end = next((end_seconds for _, end_seconds in reversed(part_times) if end_seconds), None) or end
    bare = bool(start and start.bare)
    # Streaming recognisers also send provisional results.
    final = item.get("isFinal") is not False and item.get("is_final") is not False
    start_seconds, end_seconds = (None if time is None else time.value for time in (start, end))
    return Item(text, start_seconds, end_seconds, speaker, bare, is_punctuation(item), final)


def _joined(words: Sequence[str]) -> str:
    """Join the words of parts, with their own blanks or else one blank between two."""
    spaced = any(not word.strip() for word in words if word) or any(word[:1].isspace() for word in words)
    return re.sub(r"\s+([.,!?;:…])", r"\1", ("" if spaced else " ").join(filter(None, words))) if words else ""


def _names(value: object) -> dict[str, str]:
    """Return the names in the file's list of speakers, by speaker number."""
    listed = next((entries for key in _SPEAKER_LISTS if isinstance(value, dict) and isinstance(entries := value.get(key), list)), [])
    people = [person for person in listed if isinstance(person, dict)]
    named = ((person.get("id"), person.get("name") or person.get("speaker_name")) for person in people)
    return {str(number): name for number, name in named if number is not None and isinstance(name, str) and name}


def _letters(items: Iterable[Item]) -> int:
    return sum(sum(map(str.isalnum, item.text)) for item in items)


def _are_single_words(items: Sequence[Item]) -> bool:
    """Return True if the items are single words."""
    return (
        len(items) > 1
        and sum(len(item.text.split()) for item in items) <= _MAX_WORDS_AN_ITEM * len(items)
        and _letters(items) <= _MAX_LETTERS_AN_ITEM * len(items)
    )


def _best_track(tracks: Tracks) -> tuple[str, list[Item]]:
    """Return the path and items of the best list among those with most of the words.

    Speakers count first, then times, then sentences rather than single words.
    """
    finals = {path: [item for item in items if item.final] for path, items in tracks.items()}
    max_letters = max((_letters(items) for items in finals.values()), default=0)
    ranked = [
        (
            sum(bool(item.speaker) for item in items) * 2 >= len(items),
            sum(item.start is not None for item in items) * 2 >= len(items) or any(item.start is not None for item in items),
            not _are_single_words(items),
            # Of equal lists the first one.
            -index,
            path,
        )
        for index, (path, items) in enumerate(finals.items())
        if max_letters and _letters(items) >= max_letters * _MIN_WORDS_SHARE
    ]
    if not ranked:
        return "", []
    path = max(ranked)[4]
    return path, finals[path]


def _without_duplicates(items: list[Item]) -> list[Item]:
    """Drop items that are repeated with a speaker, as in Google's last result, which contains all words."""
    named = [item for item in items if item.speaker]
    unnamed = [item for item in items if not item.speaker]
    if named and unnamed and "".join(item.text for item in named).casefold() == "".join(item.text for item in unnamed).casefold():
        return named
    return items


def _whole_words(items: list[Item]) -> list[Item]:
    """Join blanks and punctuation marks that are items of their own to the words before them."""
    # Some producers mark words by a leading blank (Whisper's tokens), others by blanks of their own, others not at all.
    separated = any(not item.text.strip() for item in items) or sum(item.text[:1].isspace() for item in items) * 2 > len(items)
    words: list[Item] = []
    apart = True
    for item in items:
        if not item.text.strip():
            apart = True
            continue
        if not words and item.joins:
            # A punctuation mark without a word before it.
            continue
        begins = item.text[:1].isspace() or apart if separated else not (item.joins or _PUNCTUATION.fullmatch(item.text.strip()))
        if words and not begins and (item.speaker == words[-1].speaker or item.joins):
            end = item.end if item.end is not None and not item.joins else words[-1].end
            words[-1] = replace(words[-1], text=words[-1].text + item.text.strip(), end=end)
        else:
            words.append(item)
        apart = item.text[-1:].isspace()
    return words


def _seconds_per_unit(items: Sequence[Item]) -> float:
    """Return the unit of bare numbers in seconds: milliseconds or less if speech would otherwise be impossibly slow."""
    ends = [(item.start, item.end, item) for item in items if item.bare and item.start is not None and item.end is not None]
    spoken = sum(end - start for start, end, _ in ends)
    letters = _letters(item for _, _, item in ends)
    if not letters or spoken <= _MAX_SECONDS_A_LETTER * letters:
        return 1.0
    # Producers do not name their units, so the pace of speech decides.
    return min(_UNITS, key=lambda unit: abs(math.log(spoken / letters * unit / _USUAL_SECONDS_A_LETTER)))


def _cues(items: Sequence[Item], cancel: CancelToken) -> Iterator[Cue]:
    unit = _seconds_per_unit(items)
    start, end = 0.0, 0.0
    for number, item in enumerate(items):
        if number % 256 == 0:
            cancel.check()
        scale = unit if item.bare else 1.0
        if item.start is not None:
            start = item.start * scale
            end = max(start, item.end * scale if item.end is not None else start)
        words = " ".join(repair_line(item.text).split())
        if words:
            yield Cue(start, end, (CueLine((Word(words),), item.speaker),), timed=item.start is not None)


def _is_plain(value: object, path: str) -> bool:
    """Return True if a text without times or speakers is a transcript: a whole response, or a list named as one."""
    if path.rstrip("[]").rpartition(".")[2] in _WORD_LISTS or path.endswith("channels[]"):
        return True
    objects = value if isinstance(value, list) else [value]
    return path in ("", "[]") and all(isinstance(record, dict) and sum(key not in _TEXT_ONLY for key in record) <= 1 for record in objects)


def _plain_words(text: str) -> str:
    """Return the text; for HTML, as oTranscribe stores it, without tags and with timestamps in brackets."""
    return plain_text(_HTML_STAMP.sub(r" [\1] ", text)).strip() if _HTML_TAG.search(text) else text


def _language(value: object) -> str:
    """Return the language that the file names, as an ISO 639-1 code, or of three letters if there is none of two; "" if none."""
    parts = [value, *(value.values() if isinstance(value, dict) else ())]
    for part in parts:
        declared = (
            next((part[key] for key in ("language", "language_code", "languageCode") if key in part), "") if isinstance(part, dict) else ""
        )
        if isinstance(declared, str) and (code := _language_code(declared)):
            return code
    return ""


def _language_code(declared: str) -> str:
    """Return the code for "en-US", "eng" or "english"; "" if it is no language."""
    from babel import Locale
    from babel.core import get_global

    short = re.split("[-_]", declared.strip().lower())[0]
    if len(short) in (2, 3) and short.isalpha():
        return str(get_global("language_aliases").get(short, short))
    return next((code for code, name in Locale("en").languages.items() if name.lower() == short and len(code) < 4), "")


def read_recogniser_json(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of the transcript. Raises InputError `document-damaged` for broken JSON.

    Raises `document-unsupported` for JSON without a transcript.
    """
    value, unread = _values(text)
    finder = _Finder(_names(value))
    finder.walk(value)
    path, items = _best_track(finder.tracks)
    timed, named = any(item.start is not None for item in items), any(item.speaker for item in items)
    if not items or not (timed or (named and len(items) > 1) or _is_plain(value, path)):
        raise InputError(
            "document-unsupported",
            tr("This JSON file holds no transcript: no list of words with their times."),
            hint=tr("Export the transcript as text, SRT or WebVTT and open that."),
        )
    if timed or named:
        items = _without_duplicates(items)
        draft = draft_of_cues(
            list(_cues(_whole_words(items) if _are_single_words(items) else items, cancel)), kind="json", cancel=cancel, count=timed
        )
    else:
        draft = draft_of_paragraphs([Paragraph(repair_line(_plain_words(item.text))) for item in items], kind="json", cancel=cancel)
    if unread:
        draft.notes.append(tr("Lines of the file that could not be read: {count}.", count=unread))
    draft.language = _language(value)
    return draft
