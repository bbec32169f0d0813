"""Finds out who else can read a file: its own permissions, and whether every folder above it lets them through."""

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

_LIMIT = 2000


@dataclass(frozen=True, slots=True, order=True)
class Reader:
    """Somebody other than the owner: `kind` is "everyone", "group" or "user"; `id` is the number of the group or user."""

    kind: str
    id: int = -1

    @property
    def name(self) -> str:
        """The name of the group or user, its number where it has none; "" for everyone."""
        return "" if self.kind == "everyone" else _name_of(self.kind, self.id)


_EVERYONE = Reader("everyone")


@dataclass(frozen=True, slots=True)
class _Permissions:
    """The permissions of one file or folder."""

    path: Path
    mode: int
    owner: int
    group: int
    entries: tuple[acl.Entry, ...]

    def granted_to(self, reader: Reader) -> int:
        """The rights (bits of READ, WRITE and ENTER) that a reader has."""
        if reader.kind == "everyone":
            return self.mode & 0o7
        tag = Tag.USER if reader.kind == "user" else Tag.GROUP
        mask = acl.rights_of(self.entries, Tag.MASK)
        entry_rights = [entry.rights for entry in self.entries if entry.tag is tag and entry.id == reader.id]
        if reader.kind == "group" and reader.id == self.group:
            rights = acl.rights_of(self.entries, Tag.GROUP_OWNER)
            entry_rights.append(rights if rights is not None else self.mode >> 3 & 0o7)
        if reader.kind == "user" and reader.id == self.owner:
            return 0o7
        if not entry_rights:
            return self.mode & 0o7
        return max(entry_rights) & (0o7 if mask is None else mask)

    def mentioned(self) -> set[Reader]:
        """Everybody except the owner whom the permissions mention."""
        kinds = {Tag.USER: "user", Tag.GROUP: "group"}
        readers = {Reader(kinds[entry.tag], entry.id) for entry in self.entries if entry.tag in kinds}
        return {_EVERYONE, Reader("group", self.group)} | readers


def readers(path: Path, *, limit: int = _LIMIT) -> tuple[Reader, ...]:
    """Return everybody except the owner (and the administrator) who can read a file, or list a folder or read anything in it.

    Of a folder, the first `limit` entries are examined, nearest first. Where everyone can read it, nobody else is listed.
    """
    if os.name != "posix":
        return ()
    try:
        target = path.resolve(strict=True)
        parents = [_permissions_of(folder) for folder in target.parents]
        result = set() if any(map(_is_closed, parents)) else set(_readers(_permissions_of(target), parents, limit))
    except OSError:
        return ()
    return (_EVERYONE,) if _EVERYONE in result else tuple(sorted(result))


def _permissions_of(path: Path) -> _Permissions:
    status = path.lstat()
    return _Permissions(path, status.st_mode, status.st_uid, status.st_gid, acl.read(path) if not stat.S_ISLNK(status.st_mode) else ())


def _is_closed(permissions: _Permissions) -> bool:
    """True where a folder keeps everybody out. With an access control list, the group bits are the most that anyone in it has."""
    return not permissions.mode & 0o077


def _readers(top: _Permissions, above: list[_Permissions], limit: int) -> Iterator[Reader]:
    queue, examined = [(top, above)], 0
    while queue and examined < limit:
        current, parents = queue.pop(0)
        examined += 1
        for reader in current.mentioned():
            readable = current.granted_to(reader) & READ and all(parent.granted_to(reader) & ENTER for parent in parents)
            if readable and _is_somebody_else(reader, top.owner):
                yield reader
        if stat.S_ISDIR(current.mode) and not _is_closed(current):
            with suppress(OSError):
                queue += [(_permissions_of(entry), [current, *parents]) for entry in current.path.iterdir() if not entry.is_symlink()]


@lru_cache
def _is_somebody_else(reader: Reader, owner: int) -> bool:
    """Return False where the reader is nobody but the owner: many systems give each user a group with no other member."""
    if reader.kind == "user":
        return reader.id not in (owner, 0)
    if reader.kind != "group":
        return True
    try:
        group, name = grp.getgrgid(reader.id), pwd.getpwuid(owner).pw_name
    except KeyError:
        return True
    members = set(group.gr_mem) - {name, "root"}
    return bool(members) or any(user.pw_gid == reader.id and user.pw_name not in (name, "root") for user in pwd.getpwall())


def _name_of(kind: str, number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name if kind == "group" else pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
