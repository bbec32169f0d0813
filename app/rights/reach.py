"""Who else can read a file in fact: its own rights, and whether every folder above it lets them through."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from app.rights import acl
from app.rights.acl import ENTER, READ, Tag

if os.name == "posix":
    import grp
    import pwd

_MOST = 2000


@dataclass(frozen=True, slots=True, order=True)
class Reader:
    """Somebody else, as the system knows them: `kind` is "everyone", "group" or "user"; `id` the number of the latter two."""

    kind: str
    id: int = -1

    @property
    def name(self) -> str:
        """The name of the group or user, its number where it has none; nothing for everyone."""
        return "" if self.kind == "everyone" else _named(self.kind, self.id)


_EVERYONE = Reader("everyone")


@dataclass(frozen=True, slots=True)
class _Known:
    """What decides who may do something with one file or folder."""

    path: Path
    mode: int
    owner: int
    group: int
    entries: tuple[acl.Entry, ...]

    def gives(self, reader: Reader) -> int:
        """The bits that this reader has."""
        if reader.kind == "everyone":
            return self.mode & 0o7
        named = Tag.USER if reader.kind == "user" else Tag.GROUP
        mask = acl.rights_of(self.entries, Tag.MASK)
        found = [each.rights for each in self.entries if each.tag is named and each.id == reader.id]
        if reader.kind == "group" and reader.id == self.group:
            own = acl.rights_of(self.entries, Tag.GROUP_OWNER)
            found.append(own if own is not None else self.mode >> 3 & 0o7)
        if reader.kind == "user" and reader.id == self.owner:
            return 0o7
        if not found:
            return self.mode & 0o7
        return max(found) & (0o7 if mask is None else mask)

    def named(self) -> set[Reader]:
        """Everybody whom its rights speak of, beside the owner."""
        kinds = {Tag.USER: "user", Tag.GROUP: "group"}
        listed = {Reader(kinds[each.tag], each.id) for each in self.entries if each.tag in kinds}
        return {_EVERYONE, Reader("group", self.group)} | listed


def readers(path: Path, *, most: int = _MOST) -> tuple[Reader, ...]:
    """Who beside its owner (and the system's administrator) can read a file, or list a folder or read anything in it; of a folder the
    first `most` entries are looked at, nearest first. Where everyone can, nobody else is named."""
    if os.name != "posix":
        return ()
    try:
        place = path.resolve(strict=True)
        above = [_known(parent) for parent in place.parents]
        found = set() if any(map(_closed, above)) else set(_readers(_known(place), above, most))
    except OSError:
        return ()
    return (_EVERYONE,) if _EVERYONE in found else tuple(sorted(found))


def _known(path: Path) -> _Known:
    known = path.lstat()
    return _Known(path, known.st_mode, known.st_uid, known.st_gid, acl.read(path) if not stat.S_ISLNK(known.st_mode) else ())


def _closed(known: _Known) -> bool:
    """Whether a folder keeps everybody out; of one with a list, the group's bits are the most that it gives to anyone named."""
    return not known.mode & 0o077


def _readers(top: _Known, above: list[_Known], most: int) -> Iterator[Reader]:
    waiting, seen = [(top, above)], 0
    while waiting and seen < most:
        known, parents = waiting.pop(0)
        seen += 1
        for reader in known.named():
            if known.gives(reader) & READ and _is_somebody(reader, top.owner) and all(each.gives(reader) & ENTER for each in parents):
                yield reader
        if stat.S_ISDIR(known.mode) and not _closed(known):
            with suppress(OSError):
                waiting += [(_known(each), [known, *parents]) for each in known.path.iterdir() if not each.is_symlink()]


@lru_cache
def _is_somebody(reader: Reader, owner: int) -> bool:
    """Whether it is anybody but the owner: many systems give each user a group of their own."""
    if reader.kind == "user":
        return reader.id not in (owner, 0)
    if reader.kind != "group":
        return True
    try:
        group, name = grp.getgrgid(reader.id), pwd.getpwuid(owner).pw_name
    except KeyError:
        return True
    others = set(group.gr_mem) - {name, "root"}
    return bool(others) or any(each.pw_gid == reader.id and each.pw_name not in (name, "root") for each in pwd.getpwall())


def _named(kind: str, number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name if kind == "group" else pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
