"""Captions of text files cut at their timing lines: SubRip, SubViewer and WebVTT alike.

Blank lines inside a caption, missing ones between captions, numbers above, beside or behind the words, captions whose times are missing
or cannot be read: no line of words is lost here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine
from app.ingest.documents.timing import Between, Timing, frame_rate, lone_stamp, parse_timing, unreadable_timing

_GLUED = re.compile(r"(.*[^\W\d_]|.*[.!?…。！？»”’\"')\]])(\d{1,6})")
_LEAST_COUNTED = 2
_SENTENCE = re.compile(r"(?:\S+\s+){2,}\S*[.!?…][\"”’»)]*")
_COUNTED = re.compile(r"(\D{1,20}?)\s?\d{1,6}")
_UNREADABLE = Timing(None, None)

Groups = list[list[str]]
"""Runs of lines between blank ones."""


@dataclass(frozen=True, slots=True)
class Block:
    """A caption as it stands: its times, its number or identifier, and its lines."""

    timing: Timing
    number: str
    groups: Groups


def timing_lines(lines: Sequence[str]) -> dict[int, Timing]:
    """The timing lines by their place; times with a comma or a gap between them count where most lines with times have the same."""
    rate = frame_rate(lines)
    found = {place: timing for place, line in enumerate(lines) if (timing := parse_timing(line, rate=rate))}
    if not found:  # nothing but when each caption begins, below its number
        lone = {place: timing for place, line in enumerate(lines) if (timing := lone_stamp(line))}
        return lone if lone and all(place and lines[place - 1].strip().isdecimal() for place in lone) else {}
    kinds = Counter(timing.between for timing in found.values())
    usual = kinds.most_common(1)[0][0] if kinds else Between.ARROW
    return {place: timing for place, timing in found.items() if timing.between in (Between.ARROW, Between.RULE, usual)}


def _with_unreadable(lines: Sequence[str], found: dict[int, Timing]) -> list[tuple[int, Timing]]:
    broken = (
        place
        for place, line in enumerate(lines)
        if place not in found and unreadable_timing(line, numbered=place > 0 and lines[place - 1].strip().isdecimal())
    )
    return sorted([*found.items(), *((place, _UNREADABLE) for place in broken)], key=lambda pair: pair[0])


def grouped(lines: Sequence[str]) -> Groups:
    """The lines in runs between blank ones."""
    groups: Groups = [[]]
    for line in lines:
        if line.strip():
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _counts_on(number: str, before: str) -> bool:
    return number.isdecimal() and before.isdecimal() and int(number) == int(before) + 1


def _without_number(lines: list[str], number: str, *, named: bool) -> tuple[list[str], str]:
    """The lines above a timing line without its number or identifier, and that; `number` is the caption's that they belong to."""
    core = lines[:]
    while core and not core[-1].strip():
        core.pop()
    if not core:
        return [], ""
    last, near, alone = core[-1].strip(), len(core) == len(lines), len(core) < 2 or not core[-2].strip()
    if _counts_on(last, number) or (near and alone and last.isdecimal()):
        return core[:-1], last
    if named and near and alone and len(core) > 1 and not _SENTENCE.fullmatch(last):
        return core[:-1], last
    glued = _GLUED.fullmatch(core[-1].rstrip()) if near else None
    if glued and _counts_on(glued[2], number):
        return [*core[:-1], glued[1]], glued[2]
    return core, ""


def _split(timing: Timing, number: str, lines: list[str]) -> Iterator[Block]:
    """The caption, and behind it those that have a number and words but no times."""
    groups: Groups = []
    for group in grouped(lines):
        if groups and len(group) > 1 and _counts_on(group[0].strip(), number):
            yield Block(timing, number, groups)
            timing, number, groups = _UNREADABLE, group[0].strip(), [group[1:]]
        else:
            groups.append(group)
    yield Block(timing, number, groups)


def counted_names(lines: Sequence[str]) -> bool:
    """Return True if the lines above the times are one word and a number that goes on ("Caption 1")."""
    names = [_COUNTED.fullmatch(lines[place - 1].strip()) for place in timing_lines(lines) if place]
    return len(names) >= _LEAST_COUNTED and None not in names and len({name[1] for name in names if name}) == 1


def caption_blocks(text: str, *, named: bool = False) -> tuple[list[str], list[Block]]:
    """The lines above the first caption, and the captions in their order; `named` where any lone line above the times is an identifier."""
    lines = text.split("\n")
    marks = _with_unreadable(lines, timing_lines(lines))
    first = marks[0][0] if marks else len(lines)
    above, number = _without_number(lines[:first], "", named=named)
    if above and not number and (above[-1].strip().isdecimal() or (named and _COUNTED.fullmatch(above[-1].strip()))):
        number = above.pop().strip()
    blocks: list[Block] = []
    for (place, timing), following in zip(marks, [*(place for place, _ in marks), len(lines)][1:], strict=True):
        number = timing.number or number
        body = lines[place + 1 : following]
        body, next_number = _without_number(body, number, named=named) if following < len(lines) else (body, "")
        blocks += _split(timing, number, [timing.words, *body] if timing.words else body)
        number = next_number
    return above, blocks


def untimed_blocks(lines: Sequence[str]) -> list[Block]:
    """Lines above the first timing line as captions without times, each without the number that stands above it."""
    groups = grouped(lines)
    return [Block(_UNREADABLE, "", [group[1:] if group[0].strip().isdecimal() and len(group) > 1 else group]) for group in groups]


def cues_of_blocks(blocks: Sequence[Block], shown: Callable[[Block], Sequence[CueLine]]) -> Iterator[Cue]:
    """A cue for each caption with words; one without a readable time stands behind the one before it."""
    begins = [block.timing.start for block in blocks]
    start, end = 0.0, 0.0
    for place, block in enumerate(blocks):
        timed = block.timing.start is not None
        if block.timing.start is not None:
            start = block.timing.start
            following = next(
                (begin for begin in begins[place + 1 : place + 2] if begin is not None and begin > start), start + LAST_SECONDS
            )
            end = block.timing.end if block.timing.end is not None else following
        if lines := tuple(shown(block)):
            yield Cue(start, end, lines, timed=timed)
