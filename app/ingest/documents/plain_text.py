"""Turn plain text into a draft: paragraphs, wrapped lines joined, speaker turns and time codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.draft import Cut, Draft, Paragraph, Span, TimeMark
from app.ingest.documents.inline_timestamps import strip_timestamps
from app.ingest.documents.label_candidates import Candidate, Line
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.labels import Label, bare_time
from app.ingest.documents.paragraph_lines import MAX_WRAP_WIDTH, is_indented, lines_of, set_lines, wrap_width
from app.ingest.documents.source import check_length
from app.ingest.documents.text_layout import TextLayout, remove_page_layout
from app.ingest.rows.chats import looks_like_chat

# A bullet, a dash, ">>", or a number or letter of a list begins a new paragraph.
_LIST_ITEM = re.compile(r"\s*(?:>>+|[-*•‣▪–—·]|\(?\d{1,3}[.)]|[a-zA-Z][)])\s+\S")
# Direction marks and other characters that readers do not see. In Thai, Lao, Burmese and Khmer, U+200B separates words and stays.
_INVISIBLE = re.compile(
    r"[\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|(?<![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\u200b"
)
# A chat program puts U+200E before its own notices, and `read_chat` recognises them by it.
_INVISIBLE_IN_CHATS = re.compile(rf"(?!\u200e)(?:{_INVISIBLE.pattern})")
_CHAT_HEAD = 20_000
# Line breaks of all systems, with form feeds and Unicode's separators.
_BREAKS = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_SPEAKER_CHANGE = re.compile(r"\s*>>+(?=[\s\w])\s*")
_CHANGE_WITHIN = re.compile(r"[ \t](?=>>+\s)")
_MIN_WRAPPED_LENGTH = 40
_MIN_CAPTION_LINES, _MAX_CAPTION_WORDS = 8, 15


def clean_text(text: str) -> str:
    """Normalise `text`: one kind of line break, no NULs or invisible marks (a chat keeps U+200E), no lone surrogates."""
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


def _are_untimed_captions(lines: Sequence[str]) -> bool:
    """Return True if the lines are captions without times: many short lower-case lines without full stops."""
    nonblank = [line.strip() for line in lines if line.strip()]
    if len(nonblank) < _MIN_CAPTION_LINES:
        return False
    # Automatic captions have no capitals and no full stops.
    lowercase_count = sum(line[0].islower() for line in nonblank)
    short_count = sum(2 <= len(line.split()) <= _MAX_CAPTION_WORDS for line in nonblank)
    return min(lowercase_count, short_count) * 10 >= len(nonblank) * 8 and sum(line[-1] in ".!?:;,…" for line in nonblank) * 20 < len(
        nonblank
    )


def _breaks_off(line: str, after: str) -> bool:
    """Return True if a line that began a sentence breaks off and the next one continues in lower case."""
    return (
        len(line) >= _MIN_WRAPPED_LENGTH and line.rstrip()[-1:].isalnum() and after.lstrip()[0].islower() and not line.lstrip()[0].islower()
    )


def _continues_paragraph(line: str, after: str, width: int) -> bool:
    """Return True if `after` continues the paragraph of `line`."""
    if not line.strip() or not after.strip() or _LIST_ITEM.match(after):
        return False
    if not width or width > MAX_WRAP_WIDTH:
        return width > MAX_WRAP_WIDTH or _breaks_off(line, after)
    # A wrapped line had no room for the first word of the next one.
    next_word = after.split(maxsplit=1)[0]
    return len(line.rstrip()) + 1 + len(next_word) >= width * 0.8 or (after.lstrip()[0].islower() and len(line) > width * 0.5)


def _continues_indented(before: str, line: str) -> bool:
    """Return True if a line continues an indented paragraph: it is at the left margin, directly below another."""
    return bool(before.strip() and line.strip()) and not line[0].isspace()


class _Turns:
    """Tracks the speaker from line to line. A transcript's speaker holds until the next label, a quoted one for a paragraph."""

    def __init__(self, *, transcript: bool, clocked: bool) -> None:
        self.speaker = ""
        self.times: list[TimeMark] = []
        self._transcript, self._clocked = transcript, clocked
        self._announced = False

    def enter(self, offset: int, line: str, label: Label | None) -> int:
        """Process the label or time code of a line; return the offset of its words."""
        if label:
            self.speaker, self._announced = label.name, label.end >= len(line.rstrip())
            if label.time is not None:
                self.times.append(TimeMark(offset=offset, time=label.time))
            return label.end
        # ">>" says that another person speaks, but not who.
        if change := _SPEAKER_CHANGE.match(line):
            self.speaker = ""
            return change.end()
        stamp = bare_time(line)
        if stamp and (stamp[1] >= len(line.rstrip()) or line.lstrip()[0] in "[(" or self._clocked):
            self.times.append(TimeMark(offset=offset, time=stamp[0]))
            return stamp[1]
        # In an article, a quoted speaker does not name the paragraphs that follow.
        if not self._transcript and not self._announced:
            self.speaker = ""
        self._announced = False
        return 0


def _is_transcript(labels: Sequence[Label | None], lines: Sequence[str]) -> bool:
    """Return True if labels run through the text, rather than through a dialogue that an article quotes."""
    nonblank_labels = [label for label, line in zip(labels, lines, strict=True) if line.strip()]
    # A transcript may begin with a few lines about the event.
    first = next((index for index, label in enumerate(nonblank_labels) if label), len(nonblank_labels))
    return first <= max(5, len(nonblank_labels) // 10) or sum(label is not None for label in nonblank_labels) * 3 >= len(nonblank_labels)


def _has_bare_times(lines: Sequence[str]) -> bool:
    """Return True if most lines begin with a time code that never decreases. Then bare time codes count, too."""
    nonblank = [line for line in lines if line.strip()]
    times = [stamp[0] for stamp in map(bare_time, nonblank) if stamp]
    return len(times) >= 3 and len(times) * 5 >= len(nonblank) * 3 and times == sorted(times)


def _split_at_labels(lines: Sequence[Line], labels: Mapping[int, Sequence[Candidate]]) -> Iterator[tuple[str, Label | None, bool]]:
    """Yield the lines, split where a speaker begins within them: words, label, and whether they begin a paragraph."""
    for number, line in enumerate(lines):
        begin = 0
        label: Label | None = None
        for candidate in labels.get(number, ()):
            if candidate.start and line.text[: candidate.start].strip():
                yield line.text[begin : candidate.start], label, line.starts_paragraph
                begin = candidate.start + 1
            label = Label(candidate.speaker.name, candidate.end - begin, candidate.time)
        yield line.text[begin:], label, line.starts_paragraph


def draft_of_text(
    text: str, *, kind: str = "text", wrapped: bool = True, named: frozenset[str] = frozenset(), cancel: CancelToken
) -> Draft:
    """Return a draft of `text` (cleaned before). A joined line break becomes a space, so that offsets do not change.

    `named` are speakers that the source marks as such. Raises InputError `document-too-large`; Cancelled.
    """
    if not text.strip():
        return Draft(text="", format=kind, spans=[])
    # Before the costly steps.
    check_length(text)
    layout = remove_page_layout(text, cancel=cancel) if wrapped else TextLayout(text, [])
    text = layout.text
    text = _CHANGE_WITHIN.sub("\n", text)
    draft = _draft_of_lines(text, set_lines(text), kind=kind, wrapped=wrapped, named=named, line_starts=layout.line_starts, cancel=cancel)
    draft.notes.extend(layout.notes)
    return draft


def _draft_of_lines(
    text: str, source_lines: Sequence[Line], *, kind: str, wrapped: bool, named: frozenset[str], line_starts: list[int], cancel: CancelToken
) -> Draft:
    labelled_lines = list(_split_at_labels(source_lines, labels_of(source_lines, named=named, cancel=cancel)))
    cancel.check()
    lines, labels = [line for line, _, _ in labelled_lines], [label for _, label, _ in labelled_lines]
    text = "\n".join(lines)
    spans = _line_spans(text)
    captions = wrapped and _are_untimed_captions(lines)
    # Captions are joined whatever the length of their lines.
    width = 10 * MAX_WRAP_WIDTH if captions else wrap_width(lines) if wrapped else 0
    characters: list[str] = []
    indented = wrapped and is_indented(source_lines)
    turns, paragraph_spans = _Turns(transcript=_is_transcript(labels, lines), clocked=_has_bare_times(lines)), list[Span]()
    cancel.check()
    for number, ((start, end), line) in enumerate(cancellable(zip(spans, lines, strict=True), cancel)):
        joined = bool(
            number
            and wrapped
            and not labels[number]
            and (_continues_paragraph(lines[number - 1], line, width) or (indented and _continues_indented(lines[number - 1], line)))
            and paragraph_spans
            and _is_open(paragraph_spans[-1], start)
        )
        # A joined line break becomes a space, so that every offset stays the same.
        characters.extend((" " if joined else "\n", line) if number else (line,))
        if joined:
            paragraph_spans[-1] = Span(start=paragraph_spans[-1].start, end=end, speaker=paragraph_spans[-1].speaker)
        elif line.strip():
            words = start + turns.enter(start, line, labels[number])
            if text[words:end].strip():
                paragraph_spans.append(Span(start=words, end=end, speaker=turns.speaker))
    cut = Cut.CAPTIONS if captions else Cut.SENTENCES
    return Draft(
        text="".join(characters),
        format=kind,
        spans=paragraph_spans,
        cut=cut,
        times=_rising_times(turns.times),
        line_starts=line_starts,
    )


def _is_open(span: Span, start: int) -> bool:
    return span.end == start - 1


def _rising_times(times: list[TimeMark]) -> list[TimeMark]:
    # Time codes that fall back are page numbers or scores rather than a clock: without order they are of no use.
    rising: list[TimeMark] = []
    for mark in times:
        if not rising or (mark.time or 0.0) >= (rising[-1].time or 0.0):
            rising.append(mark)
    return rising


def draft_of_paragraphs(paragraphs: Sequence[Paragraph], *, kind: str, named: frozenset[str] = frozenset(), cancel: CancelToken) -> Draft:
    """Return a draft of a laid-out document's paragraphs, one a line, with speakers and pages. Raises Cancelled."""
    filled = [replace(paragraph, text=paragraph.text.rstrip()) for paragraph in paragraphs if paragraph.text.strip()]
    if not filled:
        return Draft(text="", format=kind, spans=[])
    stripped = strip_timestamps([paragraph.text for paragraph in filled], cancel=cancel)
    filled = [
        replace(
            paragraph,
            text=text,
            page_breaks=tuple((stripped.shifted_offset(number, within), page) for within, page in paragraph.page_breaks),
        )
        for number, (paragraph, text) in enumerate(zip(filled, stripped.texts, strict=True))
    ]
    text = check_length("\n".join(paragraph.text for paragraph in filled))
    lines = list(cancellable(lines_of(filled), cancel))
    draft = _draft_of_lines(text, lines, kind=kind, wrapped=False, named=named, line_starts=[], cancel=cancel)
    stripped.add_times(draft)
    draft.pages = list(_page_marks(filled))
    return draft


def _page_marks(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[int, int]]:
    offset, page = 0, None
    for paragraph in paragraphs:
        begins = () if paragraph.page is None else ((0, paragraph.page),)
        for within, number in (*begins, *paragraph.page_breaks):
            if number != page:
                page = number
                yield offset + within, number
        offset += len(paragraph.text) + 1
