"""Split caption files (SubRip, SubViewer, WebVTT) at their timing lines.

Real files have blank lines inside a caption, none between captions, numbers above, beside or after the words, and times that are
missing or unreadable. No line of words is lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine
from app.ingest.documents.timing import Separator, Timing, frame_rate, lone_stamp, parse_timing, unreadable_timing

# The next caption's number directly after the last word: "We left.12".
_ATTACHED_NUMBER = re.compile(r"(.*[^\W\d_]|.*[.!?…。！？»”’\"')\]])(\d{1,6})")
_MIN_COUNTED = 2
# Three words or more that end in a stop are text, never an identifier.
_SENTENCE = re.compile(r"(?:\S+\s+){2,}\S*[.!?…][\"”’»)]*")
_COUNTED_NAME = re.compile(r"(\D{1,20}?)\s?\d{1,6}")
_UNREADABLE = Timing(None, None)

# Groups of lines between blank lines.
Groups = list[list[str]]


@dataclass(frozen=True, slots=True)
class Block:
    """A caption as written: its times, its number or identifier, and its lines."""

    timing: Timing
    number: str
    groups: Groups


def timing_lines(lines: Sequence[str]) -> dict[int, Timing]:
    """Return the timing lines by line index.

    Times separated by a comma or a gap count only if most timing lines use that separator.
    """
    rate = frame_rate(lines)
    timings = {index: timing for index, line in enumerate(lines) if (timing := parse_timing(line, rate=rate))}
    # Some files give only the start of each caption, below its number.
    if not timings:
        lone = {index: timing for index, line in enumerate(lines) if (timing := lone_stamp(line))}
        return lone if lone and all(index and lines[index - 1].strip().isdecimal() for index in lone) else {}
    # Commas and gaps also separate numbers in tables, so the usual separator of the file decides.
    kinds = Counter(timing.separator for timing in timings.values())
    usual = kinds.most_common(1)[0][0] if kinds else Separator.ARROW
    return {index: timing for index, timing in timings.items() if timing.separator in (Separator.ARROW, Separator.RULE, usual)}


def _with_unreadable(lines: Sequence[str], timings: dict[int, Timing]) -> list[tuple[int, Timing]]:
    broken = (
        index
        for index, line in enumerate(lines)
        if index not in timings and unreadable_timing(line, numbered=index > 0 and lines[index - 1].strip().isdecimal())
    )
    return sorted([*timings.items(), *((index, _UNREADABLE) for index in broken)], key=lambda pair: pair[0])


def grouped(lines: Sequence[str]) -> Groups:
    """Split lines into groups at blank lines."""
    groups: Groups = [[]]
    for line in lines:
        if line.strip():
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _is_next_number(number: str, before: str) -> bool:
    return number.isdecimal() and before.isdecimal() and int(number) == int(before) + 1


def _without_number(lines: list[str], number: str, *, named: bool) -> tuple[list[str], str]:
    """Split the lines above a timing line into the words and the caption's number or identifier ("" if none).

    `number` is the number of the caption that the words belong to.
    """
    core = lines[:]
    while core and not core[-1].strip():
        core.pop()
    if not core:
        return [], ""
    last, adjacent, alone = core[-1].strip(), len(core) == len(lines), len(core) < 2 or not core[-2].strip()
    if _is_next_number(last, number) or (adjacent and alone and last.isdecimal()):
        return core[:-1], last
    if named and adjacent and alone and len(core) > 1 and not _SENTENCE.fullmatch(last):
        return core[:-1], last
    glued = _ATTACHED_NUMBER.fullmatch(core[-1].rstrip()) if adjacent else None
    if glued and _is_next_number(glued[2], number):
        return [*core[:-1], glued[1]], glued[2]
    return core, ""


def _split_untimed(timing: Timing, number: str, lines: list[str]) -> Iterator[Block]:
    """Yield the caption, and after it captions that have a number and words but no times."""
    groups: Groups = []
    for group in grouped(lines):
        if groups and len(group) > 1 and _is_next_number(group[0].strip(), number):
            yield Block(timing, number, groups)
            timing, number, groups = _UNREADABLE, group[0].strip(), [group[1:]]
        else:
            groups.append(group)
    yield Block(timing, number, groups)


def counted_names(lines: Sequence[str]) -> bool:
    """Return True if the line above every timing line is the same word with a number ("Caption 1")."""
    names = [_COUNTED_NAME.fullmatch(lines[index - 1].strip()) for index in timing_lines(lines) if index]
    return len(names) >= _MIN_COUNTED and None not in names and len({name[1] for name in names if name}) == 1


def caption_blocks(text: str, *, named: bool = False) -> tuple[list[str], list[Block]]:
    """Return the lines above the first caption, and the captions in order.

    With `named`, any single line above the times is an identifier.
    """
    lines = text.split("\n")
    marks = _with_unreadable(lines, timing_lines(lines))
    first = marks[0][0] if marks else len(lines)
    above, number = _without_number(lines[:first], "", named=named)
    if above and not number and (above[-1].strip().isdecimal() or (named and _COUNTED_NAME.fullmatch(above[-1].strip()))):
        number = above.pop().strip()
    blocks: list[Block] = []
    for (index, timing), following in zip(marks, [*(index for index, _ in marks), len(lines)][1:], strict=True):
        number = timing.number or number
        body = lines[index + 1 : following]
        body, next_number = _without_number(body, number, named=named) if following < len(lines) else (body, "")
        blocks += _split_untimed(timing, number, [timing.words, *body] if timing.words else body)
        number = next_number
    return above, blocks


def untimed_blocks(lines: Sequence[str]) -> list[Block]:
    """Return the lines above the first timing line as captions without times, each without its number."""
    groups = grouped(lines)
    return [Block(_UNREADABLE, "", [group[1:] if group[0].strip().isdecimal() and len(group) > 1 else group]) for group in groups]


def cues_of_blocks(blocks: Sequence[Block], parse_lines: Callable[[Block], Sequence[CueLine]]) -> Iterator[Cue]:
    """Yield a cue for each caption with words. A caption without a readable time gets the time of the one before it."""
    begins = [block.timing.start for block in blocks]
    # A caption without times keeps its position by the times of the caption before it.
    start, end = 0.0, 0.0
    for index, block in enumerate(blocks):
        timed = block.timing.start is not None
        if block.timing.start is not None:
            start = block.timing.start
            following = next(
                (begin for begin in begins[index + 1 : index + 2] if begin is not None and begin > start), start + LAST_SECONDS
            )
            end = block.timing.end if block.timing.end is not None else following
        if lines := tuple(parse_lines(block)):
            yield Cue(start, end, lines, timed=timed)
