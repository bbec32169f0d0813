"""Segmentation of a fact-check's body into passages: its sentences, with their offsets."""

from __future__ import annotations

import sentencex

MAX_PASSAGE_CHARACTERS = 600


def split_passages(body: str, language: str = "") -> list[tuple[int, int]]:
    """Return code-point offsets (start, end) of the body's sentences, in order, trimmed of white space, none empty.

    A sentence of more than 600 characters (a table, text without punctuation) is cut at white space.
    """
    spans: list[tuple[int, int]] = []
    for boundary in sentencex.get_sentence_boundaries(language or "en", body):
        start, end = _trim(body, int(boundary["start_index"]), int(boundary["end_index"]))
        spans.extend(_cut(body, start, end))
    return spans


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    return start + lead, start + max(lead, len(piece.rstrip()))


def _cut(text: str, start: int, end: int) -> list[tuple[int, int]]:
    pieces = []
    while end - start > MAX_PASSAGE_CHARACTERS:
        # Only spaces in the second half count, so that no piece becomes very short.
        space = text.rfind(" ", start + MAX_PASSAGE_CHARACTERS // 2, start + MAX_PASSAGE_CHARACTERS)
        middle = space if space > start else start + MAX_PASSAGE_CHARACTERS
        pieces.append(_trim(text, start, middle))
        start, end = _trim(text, middle, end)
    pieces.append((start, end))
    return [(low, high) for low, high in pieces if high > low]
