"""Altering a file: bytes, pieces, numbers, markup and the parts of archives. What is made follows from the dice alone."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable

_SPECIAL = (
    b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf0\x9f\x98\x80", "\u202e".encode(), "\u0000\u2028".encode(), b"\r", b"\n\n", b'"', b"'", b"\\", b"<", b"]]>",
    b"<![CDATA[", b"&#0;", b"&lol;", b"<!--", b"{", b"[", b"}", b"]", b",", b"%s", b"${x}", b"=cmd()", b"../../../x", b"9" * 400, b"-1", b"1e999", b"NaN", b"null",
    b"<script>", b"<table>" * 30, b"{\\rtf1" * 5, b"\\u-1?", b"\x1b[0m", b"-->", b"00:00:99,999 --> 99:99:99,999", b"A" * 70_000, b"\t" * 300, b"<b>" * 500,
)  # fmt: skip
_NUMBER = re.compile(rb"\d+")
_NUMBERS = (b"0", b"-1", b"4294967296", b"99999999999999999999", b"1e308", b"0.0000001", b"00012", b"2147483647")
_MOST = 400_000

Mutation = Callable[[bytearray, random.Random], bytearray]


def mutated(data: bytes, dice: random.Random) -> bytes:
    """The file with one to six alterations, at most 400,000 bytes; an archive has now and then a part altered instead of its own bytes."""
    if data[:2] == b"PK" and dice.random() < 0.75:
        return _archive(data, dice)
    content = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        content = dice.choice(_MUTATIONS)(content, dice)[:_MOST]
    return bytes(content)


def _archive(data: bytes, dice: random.Random) -> bytes:
    """One part altered, left out, doubled or renamed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    place = dice.randrange(len(parts))
    name, content = parts[place]
    act = dice.random()
    if act < 0.7:
        parts[place] = (name, mutated(content, dice))
    elif act < 0.8:
        del parts[place]
    elif act < 0.9:
        parts[place] = (dice.choice(("../../x", "/etc/x", name.upper(), "a" * 300, "nul", "x\\y")), content)
    else:
        parts.append((f"{name}2", content))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for part, content in parts:
            archive.writestr(zipfile.ZipInfo(part, (2024, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()


def _span(content: bytearray, dice: random.Random, most: int = 64) -> tuple[int, int]:
    start = dice.randrange(len(content) + 1)
    return start, min(len(content), start + dice.randrange(1, most))


def _flip(content: bytearray, dice: random.Random) -> bytearray:
    for _ in range(dice.randrange(1, 8) if content else 0):
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    return content


def _cut(content: bytearray, dice: random.Random) -> bytearray:
    start, end = _span(content, dice, 512)
    del content[start:end]
    return content


def _truncated(content: bytearray, dice: random.Random) -> bytearray:
    return content[: dice.randrange(len(content) + 1)]


def _inserted(content: bytearray, dice: random.Random) -> bytearray:
    start, _ = _span(content, dice)
    content[start:start] = dice.choice(_SPECIAL)
    return content


def _doubled(content: bytearray, dice: random.Random) -> bytearray:
    start, end = _span(content, dice, 256)
    content[start:start] = content[start:end] * dice.choice((1, 2, 50))
    return content


def _moved(content: bytearray, dice: random.Random) -> bytearray:
    start, end = _span(content, dice, 256)
    piece = content[start:end]
    del content[start:end]
    place, _ = _span(content, dice)
    content[place:place] = piece
    return content


def _noise(content: bytearray, dice: random.Random) -> bytearray:
    start, end = _span(content, dice)
    content[start:end] = dice.randbytes(end - start)
    return content


def _renumbered(content: bytearray, dice: random.Random) -> bytearray:
    found = list(_NUMBER.finditer(content))
    if found:
        start, end = dice.choice(found).span()
        content[start:end] = dice.choice(_NUMBERS)
    return content


def _nested(content: bytearray, dice: random.Random) -> bytearray:
    depth, start = dice.choice((50, 900, 5000)), _span(content, dice)[0]
    before, after = dice.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"<div>", b"</div>"), (b"{", b"}"), (b"(", b")"), (b"> ", b"")))
    content[start:start] = before * depth + after * depth
    return content


_MUTATIONS: tuple[Mutation, ...] = (_flip, _flip, _cut, _truncated, _inserted, _inserted, _doubled, _moved, _noise, _renumbered, _nested)
