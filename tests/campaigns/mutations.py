"""Mutations of a file: bytes, pieces, numbers, markup and parts of archives. The result depends only on the random generator."""

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


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return the file with one to six mutations, at most 400,000 bytes. Sometimes a part of an archive is altered instead of its
    bytes."""
    if data[:2] == b"PK" and rng.random() < 0.75:
        return _archive(data, rng)
    content = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        content = rng.choice(_MUTATIONS)(content, rng)[:_MOST]
    return bytes(content)


def _archive(data: bytes, rng: random.Random) -> bytes:
    """Alter, drop, double or rename one part."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    index = rng.randrange(len(parts))
    name, content = parts[index]
    act = rng.random()
    if act < 0.7:
        parts[index] = (name, mutated(content, rng))
    elif act < 0.8:
        del parts[index]
    elif act < 0.9:
        parts[index] = (rng.choice(("../../x", "/etc/x", name.upper(), "a" * 300, "nul", "x\\y")), content)
    else:
        parts.append((f"{name}2", content))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for part, content in parts:
            archive.writestr(zipfile.ZipInfo(part, (2024, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()


def _span(content: bytearray, rng: random.Random, limit: int = 64) -> tuple[int, int]:
    start = rng.randrange(len(content) + 1)
    return start, min(len(content), start + rng.randrange(1, limit))


def _flip(content: bytearray, rng: random.Random) -> bytearray:
    for _ in range(rng.randrange(1, 8) if content else 0):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return content


def _cut(content: bytearray, rng: random.Random) -> bytearray:
    start, end = _span(content, rng, 512)
    del content[start:end]
    return content


def _truncated(content: bytearray, rng: random.Random) -> bytearray:
    return content[: rng.randrange(len(content) + 1)]


def _inserted(content: bytearray, rng: random.Random) -> bytearray:
    start, _ = _span(content, rng)
    content[start:start] = rng.choice(_SPECIAL)
    return content


def _doubled(content: bytearray, rng: random.Random) -> bytearray:
    start, end = _span(content, rng, 256)
    content[start:start] = content[start:end] * rng.choice((1, 2, 50))
    return content


def _moved(content: bytearray, rng: random.Random) -> bytearray:
    start, end = _span(content, rng, 256)
    piece = content[start:end]
    del content[start:end]
    target, _ = _span(content, rng)
    content[target:target] = piece
    return content


def _noise(content: bytearray, rng: random.Random) -> bytearray:
    start, end = _span(content, rng)
    content[start:end] = rng.randbytes(end - start)
    return content


def _renumbered(content: bytearray, rng: random.Random) -> bytearray:
    numbers = list(_NUMBER.finditer(content))
    if numbers:
        start, end = rng.choice(numbers).span()
        content[start:end] = rng.choice(_NUMBERS)
    return content


def _nested(content: bytearray, rng: random.Random) -> bytearray:
    depth, start = rng.choice((50, 900, 5000)), _span(content, rng)[0]
    before, after = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"<div>", b"</div>"), (b"{", b"}"), (b"(", b")"), (b"> ", b"")))
    content[start:start] = before * depth + after * depth
    return content


_MUTATIONS: tuple[Mutation, ...] = (_flip, _flip, _cut, _truncated, _inserted, _inserted, _doubled, _moved, _noise, _renumbered, _nested)
