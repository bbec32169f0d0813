"""Read SAMI captions (.smi): `<SYNC Start=…>` in milliseconds, one class for each language."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.progress import CancelToken
from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.rows.text import without_comments
from app.translation import tr

_SYNC, _PARAGRAPH = re.compile(r"<sync\b[^<>]{0,200}>", re.IGNORECASE), re.compile(r"<p\b[^<>]{0,300}>", re.IGNORECASE)
_START = re.compile(r"\bstart\s*=\s*[\"']?\s*(-?\d{1,9})\b", re.IGNORECASE)
_CLASS = re.compile(r"\bclass\s*=\s*[\"']?([\w.-]{1,40})", re.IGNORECASE)
_BREAK, _TAG = re.compile(r"<br\s{0,9}/?>", re.IGNORECASE), re.compile(r"<[^<>]{1,500}>")


def looks_like_sami(text: str) -> bool:
    """Return True if a text is SAMI."""
    return re.match(r"\s*<sami\b", text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class _Caption:
    start: float | None
    language: str
    lines: tuple[str, ...]


def _captions(text: str) -> Iterator[_Caption]:
    """Yield the caption of every language at each time. An empty caption ends the one before it."""
    marks = list(_SYNC.finditer(text))
    for mark, following in zip(marks, [*(match.start() for match in marks), len(text)][1:], strict=True):
        body = text[mark.end() : following]
        start_match = _START.search(mark[0])
        start = max(0.0, int(start_match[1]) / 1000) if start_match else None
        paragraphs = list(_PARAGRAPH.finditer(body))
        begins = [0, *(match.end() for match in paragraphs)]
        ends = [*(match.start() for match in paragraphs), len(body)]
        languages = ["", *(named[1] if (named := _CLASS.search(match[0])) else "" for match in paragraphs)]
        for language, begin, end in zip(languages, begins, ends, strict=True):
            lines = (" ".join(html.unescape(_TAG.sub("", line)).split()) for line in _BREAK.split(body[begin:end]))
            if begin or body[begin:end].strip():
                yield _Caption(start, language.casefold(), tuple(line for line in lines if line))


def read_sami(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of the captions (cleaned before) in the language with most words. A note names the others."""
    captions = list(_captions(without_comments(text)))
    words = Counter(caption.language for caption in captions for line in caption.lines for _ in line.split())
    # A file may hold captions in several languages; mixing them would repeat every sentence.
    language = words.most_common(1)[0][0] if words else ""
    draft = draft_of_cues(list(_cues([caption for caption in captions if caption.language == language])), kind="sami", cancel=cancel)
    other_languages = sorted(name for name in words if name != language)
    if other_languages:
        draft.notes.append(
            tr("The file holds captions in several languages; those marked {names} were left out.", names=", ".join(other_languages))
        )
    return draft


def _cues(captions: list[_Caption]) -> Iterator[Cue]:
    start = end = 0.0
    for index, caption in enumerate(captions):
        if caption.start is not None:
            start = caption.start
            end = next((later.start for later in captions[index + 1 : index + 2] if later.start is not None), start + LAST_SECONDS)
        if caption.lines:
            yield Cue(start, max(start, end), tuple(CueLine((Word(line),)) for line in caption.lines), timed=caption.start is not None)
