"""SAMI captions (.smi): `<SYNC Start=…>` in milliseconds, a class for each language."""

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


def looks_sami(text: str) -> bool:
    """Return True if a text is SAMI."""
    return re.match(r"\s*<sami\b", text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class _Shown:
    start: float | None
    language: str
    lines: tuple[str, ...]


def _shown(text: str) -> Iterator[_Shown]:
    """What every language shows from each time on; nothing shown ends what was."""
    marks = list(_SYNC.finditer(text))
    for mark, following in zip(marks, [*(each.start() for each in marks), len(text)][1:], strict=True):
        body = text[mark.end() : following]
        begun = _START.search(mark[0])
        start = max(0.0, int(begun[1]) / 1000) if begun else None
        paragraphs = list(_PARAGRAPH.finditer(body))
        begins = [0, *(each.end() for each in paragraphs)]
        ends = [*(each.start() for each in paragraphs), len(body)]
        languages = ["", *(named[1] if (named := _CLASS.search(each[0])) else "" for each in paragraphs)]
        for language, begin, end in zip(languages, begins, ends, strict=True):
            lines = (" ".join(html.unescape(_TAG.sub("", line)).split()) for line in _BREAK.split(body[begin:end]))
            if begin or body[begin:end].strip():
                yield _Shown(start, language.casefold(), tuple(line for line in lines if line))


def read_sami(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of the captions (cleaned before) in the language that says most; a note tells of others."""
    shown = list(_shown(without_comments(text)))
    words = Counter(each.language for each in shown for line in each.lines for _ in line.split())
    language = words.most_common(1)[0][0] if words else ""
    draft = draft_of_cues(list(_cues([each for each in shown if each.language == language])), kind="sami", cancel=cancel)
    others = sorted(name for name in words if name != language)
    if others:
        draft.notes.append(tr("The file holds captions in several languages; those marked {names} were left out.", names=", ".join(others)))
    return draft


def _cues(shown: list[_Shown]) -> Iterator[Cue]:
    start = end = 0.0
    for place, each in enumerate(shown):
        if each.start is not None:
            start = each.start
            end = next((later.start for later in shown[place + 1 : place + 2] if later.start is not None), start + LAST_SECONDS)
        if each.lines:
            yield Cue(start, max(start, end), tuple(CueLine((Word(line),)) for line in each.lines), timed=each.start is not None)
