"""Fuzzy search: the letters of the query in their order, anywhere in the text, best where they begin words or stand together."""

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
    wanted = [folded for char in query if (folded := _folded(char)).strip()]
    letters = [_folded(char) for char in text]
    if not _in_order(wanted, letters):
        return None
    best, came_from = _table(wanted, letters, _starts(text))
    if not wanted:
        return 0, ()
    last = max(range(len(letters)), key=lambda place: best[-1][place])
    places = [last]
    for row in range(len(wanted) - 1, 0, -1):
        places.append(came_from[row][places[-1]])
    return best[-1][last], tuple(reversed(places))


def _table(wanted: list[str], letters: list[str], starts: list[bool]) -> tuple[list[list[int]], list[list[int]]]:
    """For each wanted character and each place where it stands, the best score so far and the place of the one before."""
    best: list[list[int]] = []
    came_from: list[list[int]] = []
    for row, char in enumerate(wanted):
        scores, before = [_NEVER] * len(letters), [-1] * len(letters)
        reach, reached = _NEVER, -1  # the best end of the row above that is not adjacent, with its gap's cost
        for place, letter in enumerate(letters):
            if row and place >= 2:
                reach, reached = _reached(best[row - 1], place - 2, reach, reached)
            if letter != char:
                continue
            own = _FIRST if place == 0 else _WORD if starts[place] else _PLAIN
            if row == 0:
                scores[place] = own - min(place, _LARGEST_GAP) * _GAP
                continue
            beside = best[row - 1][place - 1] + max(own, _NEXT) if place else _NEVER
            apart = reach + own
            scores[place], before[place] = (beside, place - 1) if beside >= apart else (apart, reached)
        best.append(scores)
        came_from.append(before)
    return best, came_from


def _reached(above: list[int], newcomer: int, reach: int, reached: int) -> tuple[int, int]:
    """The better of what was reached before, one character further away now, and the newcomer."""
    kept, fresh = reach - _GAP, above[newcomer] - _GAP
    return (fresh, newcomer) if fresh >= kept else (kept, reached)


def _in_order(wanted: list[str], letters: list[str]) -> bool:
    rest = iter(letters)
    return all(char in rest for char in wanted)


def _starts(text: str) -> list[bool]:
    """Where words begin."""
    return [char.isalnum() and (place == 0 or not text[place - 1].isalnum()) for place, char in enumerate(text)]


def _folded(char: str) -> str:
    """One character without case and accent, still counted as one."""
    return unicodedata.normalize("NFKD", char)[0].casefold()[:1]
