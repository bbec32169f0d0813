"""Fuzzy search: the query's letters in order, anywhere in the text; best at the beginnings of words or next to each other."""

from __future__ import annotations

import unicodedata

_FIRST, _WORD, _NEXT, _PLAIN = 12, 10, 8, 1
_GAP, _LARGEST_GAP = 1, 6
_NEVER = -(10**9)


def fuzzy(query: str, text: str) -> tuple[int, tuple[int, ...]] | None:
    """Score and the places of the matched characters in `text`, or None where the query's characters are not all there in order.

    Case, accents and the query's spaces do not count. The score is the best over all ways to place the query: a character that
    begins the text, begins a word, or follows the one before it counts more; each character passed over costs a little.
    An empty query is found everywhere, with score 0.
    """
    query_letters = [folded for char in query if (folded := _folded(char)).strip()]
    letters = [_folded(char) for char in text]
    if not _in_order(query_letters, letters):
        return None
    best, came_from = _table(query_letters, letters, _starts(text))
    if not query_letters:
        return 0, ()
    last = max(range(len(letters)), key=lambda index: best[-1][index])
    positions = [last]
    for row in range(len(query_letters) - 1, 0, -1):
        positions.append(came_from[row][positions[-1]])
    return best[-1][last], tuple(reversed(positions))


def _table(query_letters: list[str], letters: list[str], starts: list[bool]) -> tuple[list[list[int]], list[list[int]]]:
    """Compute, for each letter of the query and each index of the text, the best score and the index of the letter before."""
    best: list[list[int]] = []
    came_from: list[list[int]] = []
    for row, char in enumerate(query_letters):
        scores, before = [_NEVER] * len(letters), [-1] * len(letters)
        reach, reached = _NEVER, -1  # the best end of the row above that is not adjacent, with its gap's cost
        for index, letter in enumerate(letters):
            if row and index >= 2:
                reach, reached = _reached(best[row - 1], index - 2, reach, reached)
            if letter != char:
                continue
            letter_score = _FIRST if index == 0 else _WORD if starts[index] else _PLAIN
            if row == 0:
                scores[index] = letter_score - min(index, _LARGEST_GAP) * _GAP
                continue
            adjacent_score = best[row - 1][index - 1] + max(letter_score, _NEXT) if index else _NEVER
            gap_score = reach + letter_score
            scores[index], before[index] = (adjacent_score, index - 1) if adjacent_score >= gap_score else (gap_score, reached)
        best.append(scores)
        came_from.append(before)
    return best, came_from


def _reached(above: list[int], newcomer: int, reach: int, reached: int) -> tuple[int, int]:
    """Return the better of two (score, index) pairs: the earlier one, now one character further away, and the newcomer."""
    reached_score, newcomer_score = reach - _GAP, above[newcomer] - _GAP
    return (newcomer_score, newcomer) if newcomer_score >= reached_score else (reached_score, reached)


def _in_order(query_letters: list[str], letters: list[str]) -> bool:
    remaining_letters = iter(letters)
    return all(char in remaining_letters for char in query_letters)


def _starts(text: str) -> list[bool]:
    """Return for each character whether it begins a word."""
    return [char.isalnum() and (index == 0 or not text[index - 1].isalnum()) for index, char in enumerate(text)]


def _folded(char: str) -> str:
    """One character without case and accent, still counted as one."""
    return unicodedata.normalize("NFKD", char)[0].casefold()[:1]
