"""Compares the speaker read for each sentence with the true one."""

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
    """Return letters and digits only, without case."""
    return "".join(_LETTERS.findall(unicodedata.normalize("NFKC", text).casefold()))


def speakers_read(data: str | bytes, suffix: str) -> tuple[Draft, list[tuple[int, int, str]]]:
    """Return the draft of a file, and the spans of its text with their speakers."""
    raw = data.encode() if isinstance(data, str) else data
    draft = read_draft(raw, f"debate.{suffix}", cancel=CancelToken(), progress=no_progress)
    return draft, [(span.start, span.end, span.speaker) for span in draft.spans]


def speakers_of_baseline(text: str) -> list[tuple[int, int, str]]:
    """Trivial baseline: a label is capitals before a colon at the beginning of a line."""
    labels = list(_BASELINE.finditer(text))
    ends = [*(label.start() for label in labels[1:]), len(text)][: len(labels)]
    return [(label.end(), end, label[1]) for label, end in zip(labels, ends, strict=True)] or [(0, len(text), "")]


def compare(text: str, spans: Sequence[tuple[int, int, str]], turns: Sequence[Turn]) -> Counter[str]:
    """Count sentences: `right`, `wrong` (another speaker), `none` (no speaker), `lost`; and `extra`: spans with words that nobody
    said."""
    stream, owners = list[str](), list[int]()
    for number, (start, end, _) in enumerate(spans):
        letters = folded(text[start:end])
        stream.append(letters)
        owners.extend([number] * len(letters))
    letters, position, counts, used = "".join(stream), 0, Counter[str](), [0] * len(spans)
    for turn in turns:
        for sentence in turn.sentences:
            letters_of_sentence = folded(sentence)
            if not letters_of_sentence:
                continue
            offset = letters.find(letters_of_sentence, position, position + len(letters_of_sentence) + 4000)
            if offset < 0:
                counts["lost"] += 1
                continue
            position = offset + len(letters_of_sentence)
            said_by = {spans[owner][2] for owner in {owners[offset], owners[position - 1]}}
            for owner in owners[offset:position]:
                used[owner] += 1
            counts[_judged(said_by, turn.person.surname)] += 1
    lengths = Counter(owners)
    counts["extra"] = sum(lengths[number] - used[number] > 2 for number in range(len(spans)))
    return counts


def _judged(said_by: set[str], surname: str) -> str:
    if said_by == {""}:
        return "none"
    return "right" if len(said_by) == 1 and folded(surname) in folded(next(iter(said_by))) else "wrong"
