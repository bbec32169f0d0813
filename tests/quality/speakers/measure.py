"""Who is read to have said each sentence, against who said it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from app.domain.progress import CancelToken, no_progress
from app.ingest.documents.draft import Draft
from app.ingest.documents.reader import read_draft
from tests.quality.speakers.turns import Turn

_BASELINE = re.compile(r"^[ \t]*([A-ZÀ-Þ][A-ZÀ-Þ .'’-]{1,40}):[ \t]*", re.MULTILINE)
_LETTERS = re.compile(r"[^\W_]+")


def folded(text: str) -> str:
    """Letters and digits alone, without case."""
    return "".join(_LETTERS.findall(unicodedata.normalize("NFKC", text).casefold()))


def speakers_read(data: str | bytes, suffix: str) -> tuple[Draft, list[tuple[int, int, str]]]:
    """The draft of a file, and the spans of its text with who says them."""
    raw = data.encode() if isinstance(data, str) else data
    draft = read_draft(raw, f"debate.{suffix}", cancel=CancelToken(), progress=no_progress)
    return draft, [(span.start, span.end, span.speaker) for span in draft.spans]


def speakers_of_baseline(text: str) -> list[tuple[int, int, str]]:
    """The trivial rule: a label is capitals before a colon at the beginning of a line."""
    labels = list(_BASELINE.finditer(text))
    ends = [*(label.start() for label in labels[1:]), len(text)][: len(labels)]
    return [(label.end(), end, label[1]) for label, end in zip(labels, ends, strict=True)] or [(0, len(text), "")]


def compare(text: str, spans: Sequence[tuple[int, int, str]], turns: Sequence[Turn]) -> Counter[str]:
    """Counts of sentences: `right`, `wrong` (another's), `none` (nobody's), `lost`; and `extra`: spans with words that nobody said."""
    stream, owners = list[str](), list[int]()
    for number, (start, end, _) in enumerate(spans):
        letters = folded(text[start:end])
        stream.append(letters)
        owners.extend([number] * len(letters))
    letters, place, found, used = "".join(stream), 0, Counter[str](), [0] * len(spans)
    for turn in turns:
        for sentence in turn.sentences:
            wanted = folded(sentence)
            if not wanted:
                continue
            at = letters.find(wanted, place, place + len(wanted) + 4000)
            if at < 0:
                found["lost"] += 1
                continue
            place = at + len(wanted)
            said_by = {spans[owner][2] for owner in {owners[at], owners[place - 1]}}
            for owner in owners[at:place]:
                used[owner] += 1
            found[_judged(said_by, turn.person.surname)] += 1
    lengths = Counter(owners)
    found["extra"] = sum(lengths[number] - used[number] > 2 for number in range(len(spans)))
    return found


def _judged(said_by: set[str], surname: str) -> str:
    if said_by == {""}:
        return "none"
    return "right" if len(said_by) == 1 and folded(surname) in folded(next(iter(said_by))) else "wrong"
