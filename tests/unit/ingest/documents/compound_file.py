"""A writer of compound files, the container of Office documents before 2007 ([MS-CFB], version 3), for tests that need odd ones."""

from __future__ import annotations

import struct
from collections.abc import Mapping

_SECTOR, _SMALLEST = 512, 4096  # smaller streams would go into a container of their own
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def compound_file(streams: Mapping[str, bytes]) -> bytes:
    """The file with these streams, each padded with zeros to at least 4,096 bytes."""
    padded = {name: content.ljust(_SMALLEST, b"\0") for name, content in streams.items()}
    counts = {name: -(-len(content) // _SECTOR) for name, content in padded.items()}
    folder = -(-(len(streams) + 1) * 128 // _SECTOR)
    total = folder + sum(counts.values())
    fat_count = next(count for count in range(1, 100) if count * 128 >= count + total)
    table = [_FAT] * fat_count + _chain(fat_count, folder)
    starts, at = {}, fat_count + folder
    for name, count in counts.items():
        starts[name] = at
        table += _chain(at, count)
        at += count
    table += [_FREE] * (fat_count * 128 - len(table))
    body = b"".join(content.ljust(-(-len(content) // _SECTOR) * _SECTOR, b"\0") for content in padded.values())
    entries = [_entry("Root Entry", 5, child=1 if streams else _FREE)]
    entries += [_entry(name, 2, start=starts[name], size=len(padded[name]), right=number + 1 if number < len(streams) else _FREE)
                for number, name in enumerate(padded, start=1)]  # fmt: skip
    directory = b"".join(entries).ljust(folder * _SECTOR, b"\0")
    return _header(fat_count) + struct.pack(f"<{len(table)}I", *table) + directory + body


def _chain(first: int, count: int) -> list[int]:
    return [*range(first + 1, first + count), _END]


def _header(fat_count: int) -> bytes:
    fats = [*range(fat_count), *[_FREE] * (109 - fat_count)]
    return struct.pack(
        "<8s16s5H6s9I109I", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, b"",
        0, fat_count, fat_count, 0, _SMALLEST, _END, 0, _END, 0, *fats,
    )  # fmt: skip


def _entry(name: str, kind: int, *, start: int = _END, size: int = 0, child: int = _FREE, right: int = _FREE) -> bytes:
    coded = name.encode("utf-16-le")
    return struct.pack("<64sHBBIII16sIQQIQ", coded, len(coded) + 2, kind, 1, _FREE, right, child, b"", 0, 0, 0, start, size)
