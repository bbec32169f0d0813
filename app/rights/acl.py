"""POSIX access control lists, which Linux stores as extended attributes; empty on every other system.

The format is the kernel's (`posix_acl_xattr.h`): a version, then entries of tag, rights and id, little-endian.
"""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"
READ, WRITE, ENTER = 4, 2, 1
_HEADER, _ENTRY = struct.Struct("<I"), struct.Struct("<HHI")
_VERSION = 2
_NO_ID = 0xFFFFFFFF


class Tag(IntEnum):
    """The person or group that an entry is about."""

    OWNER = 0x01
    USER = 0x02
    GROUP_OWNER = 0x04
    GROUP = 0x08
    MASK = 0x10
    OTHER = 0x20


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: `rights` are bits of READ, WRITE and ENTER; `id` is the number of a named user or group."""

    tag: Tag
    rights: int
    id: int = _NO_ID


def read(path: Path, name: str = ACCESS) -> tuple[Entry, ...]:
    """Read a file's list; empty where the file has none, or the system does not support them."""
    if sys.platform != "linux":
        return ()
    try:
        return decoded(os.getxattr(path, name))
    except (OSError, ValueError):
        return ()


def write(path: Path, entries: tuple[Entry, ...], name: str = ACCESS) -> None:
    """Set a file's list. Raises OSError."""
    if sys.platform == "linux":
        os.setxattr(path, name, encoded(entries))


def remove(path: Path, name: str = ACCESS) -> None:
    """Remove a file's list, if it has one."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.removexattr(path, name)


def decoded(raw: bytes) -> tuple[Entry, ...]:
    """Decode the entries of an attribute. Raises ValueError where its version is unknown."""
    try:
        (version,) = _HEADER.unpack_from(raw)
        if version != _VERSION:
            raise ValueError("unknown version of access control lists")
        return tuple(Entry(Tag(tag), rights, number) for tag, rights, number in _ENTRY.iter_unpack(raw[_HEADER.size :]))
    except struct.error as error:
        raise ValueError(str(error)) from error


def encoded(entries: tuple[Entry, ...]) -> bytes:
    """Encode entries as an attribute."""
    return _HEADER.pack(_VERSION) + b"".join(_ENTRY.pack(entry.tag, entry.rights, entry.id) for entry in entries)


def for_file(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Turn a folder's list into one for a file in it, which nobody may execute."""
    return tuple(replace(entry, rights=entry.rights & ~ENTER) for entry in entries)


def for_folder(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Turn a file's list into one for a folder next to it: whoever may read may enter."""
    return tuple(replace(entry, rights=entry.rights | (ENTER if entry.rights & READ else 0)) for entry in entries)


def without_group_owner(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Deny the owning group everything: for a file whose group could not be set to the one that the entry meant."""
    return tuple(replace(entry, rights=0) if entry.tag is Tag.GROUP_OWNER else entry for entry in entries)


def rights_of(entries: tuple[Entry, ...], tag: Tag) -> int | None:
    """Return the rights in the entry with this tag; None where there is none."""
    return next((entry.rights for entry in entries if entry.tag is tag), None)
