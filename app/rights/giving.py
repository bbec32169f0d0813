"""The rights of a file or folder that is new, and of a file that takes another's place."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.rights import acl
from app.rights.mask import users_mask

_POSIX = os.name == "posix"
_NO_GROUP = ~0o070
_COPYFILE_ACL = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """Whose a file or folder is and who may do what with it; `attributes` are its other extended attributes."""

    source: Path
    mode: int
    owner: int
    group: int
    entries: tuple[acl.Entry, ...] = ()
    attributes: Mapping[str, bytes] = field(default_factory=dict)


def rights_of(path: Path) -> Rights:
    """The rights of what is there, through a link. Raises OSError."""
    known = path.stat()
    entries, attributes = acl.read(path), {} if stat.S_ISDIR(known.st_mode) else _attributes(path)
    return Rights(source=path, mode=known.st_mode, owner=known.st_uid, group=known.st_gid, entries=entries, attributes=attributes)


def give(path: Path, rights: Rights) -> None:
    """Give a file or folder of ours these rights, as far as the system lets this user; never more than they say. A folder can be entered
    by those who can read. Raises OSError where its mode cannot be set."""
    if not _POSIX:
        return
    folder = path.is_dir()
    mode, entries = _fitting(rights, folder=folder)
    mode |= path.stat().st_mode & stat.S_ISGID  # passed on by the folder above
    if not _give_owner(path, rights):
        mode, entries = mode & _NO_GROUP, acl.without_group_owner(entries)
    for name, value in ({} if folder else rights.attributes).items():
        with suppress(OSError):  # kinds that only the system may set
            os.setxattr(path, name, value)
    acl.remove(path)
    if entries:
        with suppress(OSError):  # a file system without them
            acl.write(path, entries)
            return
        mode &= _NO_GROUP  # the bits of a file with a list are its mask, not the group's rights
    path.chmod(mode)
    _copy_mac_list(rights.source, path)


def settle(path: Path, *, like: Path | None = None) -> None:
    """Give a new file or folder the rights of `like`, where that is there: of the file it replaces, or of a neighbour. Otherwise it is its
    owner's alone, or also its group's where the folder is shared with a group."""
    if not _POSIX:
        return
    if like is not None and like.exists():
        give(path, rights_of(like))
        return
    bits = 0o7 if path.is_dir() else 0o6
    inherited = path.stat().st_mode & stat.S_ISGID if bits == 0o7 else 0
    path.chmod(inherited | bits << 6 | (shared_bits(path.parent) & bits) << 3)


def settle_export(path: Path, *, like: Path | None = None) -> None:
    """Give a file that the user asked for the rights of the one it replaces, or those that the user's other new files have there."""
    if not _POSIX:
        return
    if like is not None and like.exists():
        give(path, rights_of(like))
        return
    given = acl.read(path.parent, acl.DEFAULT)
    if not given:
        path.chmod(0o666 & ~users_mask())
        return
    group, others = _group_bits(given), acl.rights_of(given, acl.Tag.OTHER) or 0
    path.chmod(0o600 | (group & 0o6) << 3 | others & 0o6)


def make_folder(path: Path, *, like: Path | None = None, parents: bool = True) -> None:
    """Make a folder, and with `parents` those above it that are missing, each as `settle` says. Raises OSError; one that is there stays
    as it is."""
    if path.is_dir():
        return
    if parents:
        make_folder(path.parent)
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        if not path.is_dir():
            raise
        return
    settle(path, like=like)


def make_file(path: Path, *, like: Path | None = None) -> None:
    """Make an empty file as `settle` says, where there is none yet, so that whoever writes it need not think of rights. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        settle(path, like=like)


def make_export_folder(path: Path) -> None:
    """Make a folder for exports, and those above it, as the user's other new folders are. Raises OSError."""
    if path.is_dir():
        return
    make_export_folder(path.parent)
    path.mkdir(exist_ok=True)
    _settle_export_folder(path)


def settle_exported_folder(folder: Path) -> None:
    """Give a new folder that the user asked for, and all in it, the rights that the user's other new files have there."""
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            _settle_export_folder(path)
        elif not path.is_symlink():
            settle_export(path)


def _settle_export_folder(path: Path) -> None:
    if _POSIX and not acl.read(path.parent, acl.DEFAULT):
        path.chmod(path.stat().st_mode & stat.S_ISGID | 0o777 & ~users_mask())


def shared_bits(folder: Path) -> int:
    """What the group has in a folder that is shared with one (setgid bit or default ACL); nothing in any other."""
    if given := acl.read(folder, acl.DEFAULT):
        return _group_bits(given)
    mode = folder.stat().st_mode
    return (mode >> 3) & 0o7 if mode & stat.S_ISGID else 0


def _group_bits(given: tuple[acl.Entry, ...]) -> int:
    mask = acl.rights_of(given, acl.Tag.MASK)
    return mask if mask is not None else acl.rights_of(given, acl.Tag.GROUP_OWNER) or 0


def _fitting(rights: Rights, *, folder: bool) -> tuple[int, tuple[acl.Entry, ...]]:
    """Mode and list for a file, where they are a folder's, and the other way round."""
    bits, entries = stat.S_IMODE(rights.mode), rights.entries
    if stat.S_ISDIR(rights.mode) == folder:
        return bits & (0o2777 if folder else 0o777), entries
    if folder:
        return bits & 0o666 | (bits & 0o444) >> 2 | 0o700, acl.for_folder(entries)
    return bits & 0o666 | 0o600, acl.for_file(entries)


def _give_owner(path: Path, rights: Rights) -> bool:
    """Whether the group is now the one meant; only root can give a file to somebody else."""
    known = path.stat()
    if os.geteuid() == 0 and known.st_uid != rights.owner:
        with suppress(OSError):
            os.chown(path, rights.owner, -1)
    if known.st_gid != rights.group:
        with suppress(OSError):
            os.chown(path, -1, rights.group)
    return path.stat().st_gid == rights.group


def _attributes(path: Path) -> dict[str, bytes]:
    if sys.platform != "linux":
        return {}
    found: dict[str, bytes] = {}
    with suppress(OSError):
        for name in os.listxattr(path):
            if name not in (acl.ACCESS, acl.DEFAULT):
                found[name] = os.getxattr(path, name)
    return found


def _copy_mac_list(source: Path, target: Path) -> None:
    if sys.platform == "darwin":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).copyfile(os.fsencode(source), os.fsencode(target), None, _COPYFILE_ACL)
