"""Plain text into a draft: paragraphs, lines wrapped by hand joined again, speaker turns and time codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.draft import Cut, Draft, Paragraph, Span, TimeMark
from app.ingest.documents.label_candidates import Candidate, Line
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.labels import Label, bare_time
from app.ingest.documents.set_lines import WRAP_MOST, is_indented, lines_of, set_lines, wrap_width
from app.ingest.documents.source import check_length
from app.ingest.documents.stamps import without_stamps
from app.ingest.documents.text_layout import TextLayout, lay_out
from app.ingest.rows.chats import looks_like_chat

_LIST_ITEM = re.compile(r"\s*(?:>>+|[-*•‣▪–—·]|\(?\d{1,3}[.)]|[a-zA-Z][)])\s+\S")
_INVISIBLE = re.compile(
    r"[\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|(?<![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\u200b"
)
"""Marks of direction and the like, which readers do not see; between letters of Thai, Lao, Burmese and Khmer U+200B parts words."""
_INVISIBLE_IN_CHATS = re.compile(rf"(?!\u200e)(?:{_INVISIBLE.pattern})")
"""A chat's program puts U+200E before what it says itself; `read_chat` tells it by that from what people write."""
_CHAT_HEAD = 20_000
_BREAKS = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CHANGE = re.compile(r"\s*>>+(?=[\s\w])\s*")
_CHANGE_INSIDE = re.compile(r"[ \t](?=>>+\s)")
_WRAP_LEAST = 40
_CAPTION_LINES, _CAPTION_WORDS = 8, 15


def clean_text(text: str) -> str:
    """`text` with one kind of line break, without NULs and invisible marks (a chat keeps U+200E), and with lone surrogates replaced."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    if not text.isascii():
        text = text.encode("utf-8", errors="replace").decode("utf-8") if _has_surrogates(text) else text
        text = (_INVISIBLE_IN_CHATS if looks_like_chat(text[:_CHAT_HEAD]) else _INVISIBLE).sub("", text)
    return _BREAKS.sub("\n", text)


def _has_surrogates(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _line_spans(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


def _unpunctuated(lines: Sequence[str]) -> bool:
    """Whether the lines are captions without times: many short ones in small letters that no full stop ends."""
    written = [line.strip() for line in lines if line.strip()]
    if len(written) < _CAPTION_LINES:
        return False
    small = sum(line[0].islower() for line in written)
    short = sum(2 <= len(line.split()) <= _CAPTION_WORDS for line in written)
    return min(small, short) * 10 >= len(written) * 8 and sum(line[-1] in ".!?:;,…" for line in written) * 20 < len(written)


def _running(line: str, after: str) -> bool:
    """Whether a line that began a sentence breaks off in its middle and the next one goes on in small letters."""
    return len(line) >= _WRAP_LEAST and line.rstrip()[-1:].isalnum() and after.lstrip()[0].islower() and not line.lstrip()[0].islower()


def _joins(line: str, after: str, width: int) -> bool:
    """Whether `after` goes on with the paragraph of `line`."""
    if not line.strip() or not after.strip() or _LIST_ITEM.match(after):
        return False
    if not width or width > WRAP_MOST:
        return width > WRAP_MOST or _running(line, after)
    next_word = after.split(maxsplit=1)[0]
    return len(line.rstrip()) + 1 + len(next_word) >= width * 0.8 or (after.lstrip()[0].islower() and len(line) > width * 0.5)


def _hangs(before: str, line: str) -> bool:
    """Return True if a line goes on with an indented paragraph: it stands at the left edge, right below another."""
    return bool(before.strip() and line.strip()) and not line[0].isspace()


class _Turns:
    """Who speaks, while the lines go by. A transcript's speaker holds until the next label, a quoted one for a paragraph."""

    def __init__(self, *, transcript: bool, clocked: bool) -> None:
        self.speaker = ""
        self.times: list[TimeMark] = []
        self._transcript, self._clocked = transcript, clocked
        self._announced = False

    def enter(self, offset: int, line: str, label: Label | None) -> int:
        """Take the label or time code off the line; returns where its words begin."""
        if label:
            self.speaker, self._announced = label.name, label.end >= len(line.rstrip())
            if label.time is not None:
                self.times.append(TimeMark(offset=offset, time=label.time))
            return label.end
        if change := _CHANGE.match(line):
            self.speaker = ""
            return change.end()
        stamp = bare_time(line)
        if stamp and (stamp[1] >= len(line.rstrip()) or line.lstrip()[0] in "[(" or self._clocked):
            self.times.append(TimeMark(offset=offset, time=stamp[0]))
            return stamp[1]
        if not self._transcript and not self._announced:
            self.speaker = ""
        self._announced = False
        return 0


def _is_transcript(labels: Sequence[Label | None], lines: Sequence[str]) -> bool:
    """Whether labels run the text, rather than stand in a piece of dialogue that an article quotes."""
    written = [label for label, line in zip(labels, lines, strict=True) if line.strip()]
    first = next((place for place, label in enumerate(written) if label), len(written))
    return first <= max(5, len(written) // 10) or sum(label is not None for label in written) * 3 >= len(written)


def _clocked(lines: Sequence[str]) -> bool:
    """Whether most lines begin with a time code that never falls back: then it is one without brackets, too."""
    written = [line for line in lines if line.strip()]
    times = [stamp[0] for stamp in map(bare_time, written) if stamp]
    return len(times) >= 3 and len(times) * 5 >= len(written) * 3 and times == sorted(times)


def _parted(lines: Sequence[Line], labels: Mapping[int, Sequence[Candidate]]) -> Iterator[tuple[str, Label | None, bool]]:
    """The lines, cut where a speaker begins in their middle: the words, the label, and whether they open a paragraph."""
    for number, line in enumerate(lines):
        begin = 0
        label: Label | None = None
        for one in labels.get(number, ()):
            if one.start and line.text[: one.start].strip():
                yield line.text[begin : one.start], label, line.opens
                begin = one.start + 1
            label = Label(one.head.name, one.end - begin, one.time)
        yield line.text[begin:], label, line.opens


def draft_of_text(
    text: str, *, kind: str = "text", wrapped: bool = True, named: frozenset[str] = frozenset(), cancel: CancelToken
) -> Draft:
    """A draft of `text` (cleaned before); a joined line break becomes a space, so that every offset stays what it was.

    `named` are speakers that the source marks as such. Raises InputError `document-too-large`; Cancelled.
    """
    if not text.strip():
        return Draft(text="", format=kind, spans=[])
    check_length(text)
    laid = lay_out(text, cancel=cancel) if wrapped else TextLayout(text, [])
    text = laid.text
    text = _CHANGE_INSIDE.sub("\n", text)
    draft = _draft_of_lines(text, set_lines(text), kind=kind, wrapped=wrapped, named=named, line_starts=laid.line_starts, cancel=cancel)
    draft.notes.extend(laid.notes)
    return draft


def _draft_of_lines(
    text: str, set_in: Sequence[Line], *, kind: str, wrapped: bool, named: frozenset[str], line_starts: list[int], cancel: CancelToken
) -> Draft:
    parts = list(_parted(set_in, labels_of(set_in, named=named, cancel=cancel)))
    cancel.check()
    lines, labels = [line for line, _, _ in parts], [label for _, label, _ in parts]
    text = "\n".join(lines)
    spans = _line_spans(text)
    captions = wrapped and _unpunctuated(lines)
    width = 10 * WRAP_MOST if captions else wrap_width(lines) if wrapped else 0
    characters: list[str] = []
    indented = wrapped and is_indented(set_in)
    turns, found = _Turns(transcript=_is_transcript(labels, lines), clocked=_clocked(lines)), list[Span]()
    cancel.check()
    for number, ((start, end), line) in enumerate(cancellable(zip(spans, lines, strict=True), cancel)):
        joined = bool(
            number
            and wrapped
            and not labels[number]
            and (_joins(lines[number - 1], line, width) or (indented and _hangs(lines[number - 1], line)))
            and found
            and _open(found[-1], start)
        )
        characters.extend((" " if joined else "\n", line) if number else (line,))
        if joined:
            found[-1] = Span(start=found[-1].start, end=end, speaker=found[-1].speaker)
        elif line.strip():
            words = start + turns.enter(start, line, labels[number])
            if text[words:end].strip():
                found.append(Span(start=words, end=end, speaker=turns.speaker))
    cut = Cut.CAPTIONS if captions else Cut.SENTENCES
    return Draft(
        text="".join(characters),
        format=kind,
        spans=found,
        cut=cut,
        times=_rising(turns.times),
        line_starts=line_starts,
    )


def _open(span: Span, start: int) -> bool:
    return span.end == start - 1


def _rising(times: list[TimeMark]) -> list[TimeMark]:
    # Time codes that fall back are page numbers or scores rather than a clock: without order they are of no use.
    kept: list[TimeMark] = []
    for mark in times:
        if not kept or (mark.time or 0.0) >= (kept[-1].time or 0.0):
            kept.append(mark)
    return kept


def draft_of_paragraphs(paragraphs: Sequence[Paragraph], *, kind: str, named: frozenset[str] = frozenset(), cancel: CancelToken) -> Draft:
    """A draft of a laid-out document's paragraphs, one a line, with speaker labels found and pages marked. Raises Cancelled."""
    kept = [replace(paragraph, text=paragraph.text.rstrip()) for paragraph in paragraphs if paragraph.text.strip()]
    if not kept:
        return Draft(text="", format=kind, spans=[])
    stripped = without_stamps([paragraph.text for paragraph in kept], cancel=cancel)
    kept = [
        replace(paragraph, text=text, turns=tuple((stripped.moved(number, within), page) for within, page in paragraph.turns))
        for number, (paragraph, text) in enumerate(zip(kept, stripped.texts, strict=True))
    ]
    text = check_length("\n".join(paragraph.text for paragraph in kept))
    lines = list(cancellable(lines_of(kept), cancel))
    draft = _draft_of_lines(text, lines, kind=kind, wrapped=False, named=named, line_starts=[], cancel=cancel)
    stripped.mark(draft)
    draft.pages = list(_page_marks(kept))
    return draft


def _page_marks(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[int, int]]:
    offset, page = 0, None
    for paragraph in paragraphs:
        begins = () if paragraph.page is None else ((0, paragraph.page),)
        for within, number in (*begins, *paragraph.turns):
            if number != page:
                page = number
                yield offset + within, number
        offset += len(paragraph.text) + 1
