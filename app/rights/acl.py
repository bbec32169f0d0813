"""POSIX access control lists as Linux keeps them in extended attributes; everywhere else there are none.

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
    """Whom an entry is about."""

    OWNER = 0x01
    USER = 0x02
    GROUP_OWNER = 0x04
    GROUP = 0x08
    MASK = 0x10
    OTHER = 0x20


@dataclass(frozen=True, slots=True)
class Entry:
    """`rights` are bits of READ, WRITE and ENTER; `id` is that of a named user or group."""

    tag: Tag
    rights: int
    id: int = _NO_ID


def read(path: Path, name: str = ACCESS) -> tuple[Entry, ...]:
    """The list of a file; empty where it has none, or the system knows none."""
    if sys.platform != "linux":
        return ()
    try:
        return decoded(os.getxattr(path, name))
    except (OSError, ValueError):
        return ()


def write(path: Path, entries: tuple[Entry, ...], name: str = ACCESS) -> None:
    """Give a file this list. Raises OSError."""
    if sys.platform == "linux":
        os.setxattr(path, name, encoded(entries))


def remove(path: Path, name: str = ACCESS) -> None:
    """Take a file's list away, if it has one."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.removexattr(path, name)


def decoded(raw: bytes) -> tuple[Entry, ...]:
    """The entries of an attribute. Raises ValueError for another version's."""
    try:
        (version,) = _HEADER.unpack_from(raw)
        if version != _VERSION:
            raise ValueError("unknown version of access control lists")
        return tuple(Entry(Tag(tag), rights, number) for tag, rights, number in _ENTRY.iter_unpack(raw[_HEADER.size :]))
    except struct.error as error:
        raise ValueError(str(error)) from error


def encoded(entries: tuple[Entry, ...]) -> bytes:
    """The attribute of these entries."""
    return _HEADER.pack(_VERSION) + b"".join(_ENTRY.pack(each.tag, each.rights, each.id) for each in entries)


def for_file(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """A folder's list for a file in it: nothing is run."""
    return tuple(replace(each, rights=each.rights & ~ENTER) for each in entries)


def for_folder(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """A file's list for a folder beside it: who may read may enter."""
    return tuple(replace(each, rights=each.rights | (ENTER if each.rights & READ else 0)) for each in entries)


def without_group_owner(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The list with nothing for the owning group: for a file whose group could not be made the one that the entry meant."""
    return tuple(replace(each, rights=0) if each.tag is Tag.GROUP_OWNER else each for each in entries)


def rights_of(entries: tuple[Entry, ...], tag: Tag) -> int | None:
    """What the entry of this tag gives; None where there is none."""
    return next((each.rights for each in entries if each.tag is tag), None)
