"""Segmentation of a document into passages: whole sentences up to a scorer's input length; paragraphs are separate unless they are
short."""

from __future__ import annotations

from collections.abc import Iterator

from app.ingest.passages import split_passages

# Characters: about 150 words, which fit into the input of encoder and cross-encoder together with a question.
MAX_PASSAGE_CHARACTERS = 700
# A passage of this many characters ends at the next paragraph.
_MIN_BEFORE_PARAGRAPH = 350


def cut_passages(text: str, language: str = "") -> list[tuple[int, int]]:
    """Return code-point offsets (start, end) of the passages in order: none overlaps another, is empty or exceeds `MAX_PASSAGE_CHARACTERS`
    characters.

    A passage ends with a sentence. A paragraph (a line) begins a new one if the previous passage has enough text, so headings and
    list items stay with their text. Only white space is in no passage.
    """
    passages: list[tuple[int, int]] = []
    start = end = 0
    for first, last, is_paragraph_start in _sentences(text, language.partition("-")[0]):
        is_full = last - start > MAX_PASSAGE_CHARACTERS or (is_paragraph_start and end - start >= _MIN_BEFORE_PARAGRAPH)
        if is_full and end > start:
            passages.append((start, end))
            start = first
        if end == 0 or end <= start:
            start = first
        end = last
    if end > start:
        passages.append((start, end))
    return passages


def _sentences(text: str, language: str) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end) of each sentence, and whether it opens a paragraph."""
    offset = 0
    for line in text.split("\n"):
        for index, (start, end) in enumerate(split_passages(line, language)):
            yield offset + start, offset + end, index == 0
        offset += len(line) + 1
