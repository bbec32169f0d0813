"""Permissions of new files and folders, and of files that replace others."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.rights import acl
from app.rights.umask import users_umask

_POSIX = os.name == "posix"
_NO_GROUP = ~0o070
_COPYFILE_ACL = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """Owner, group, mode and access control list of a file or folder; `attributes` are its other extended attributes."""

    source: Path
    mode: int
    owner: int
    group: int
    entries: tuple[acl.Entry, ...] = ()
    attributes: Mapping[str, bytes] = field(default_factory=dict)


def permissions_of(path: Path) -> Permissions:
    """Read the permissions of a file or folder; links are followed. Raises OSError."""
    status = path.stat()
    entries, attributes = acl.read(path), {} if stat.S_ISDIR(status.st_mode) else _attributes(path)
    return Permissions(source=path, mode=status.st_mode, owner=status.st_uid, group=status.st_gid, entries=entries, attributes=attributes)


def apply(path: Path, permissions: Permissions) -> None:
    """Set a file's or folder's permissions as far as the system lets this user, and never wider than given.

    Whoever can read a folder can also enter it. Raises OSError where the mode cannot be set.
    """
    if not _POSIX:
        return
    folder = path.is_dir()
    mode, entries = _converted(permissions, folder=folder)
    mode |= path.stat().st_mode & stat.S_ISGID  # inherited from the folder above
    if not _set_owner(path, permissions):
        mode, entries = mode & _NO_GROUP, acl.without_group_owner(entries)
    for name, value in ({} if folder else permissions.attributes).items():
        with suppress(OSError):  # kinds that only the system may set
            os.setxattr(path, name, value)
    acl.remove(path)
    if entries:
        with suppress(OSError):  # a file system without them
            acl.write(path, entries)
            return
        mode &= _NO_GROUP  # the bits of a file with a list are its mask, not the group's rights
    path.chmod(mode)
    _copy_mac_acl(permissions.source, path)


def set_permissions(path: Path, *, like: Path | None = None) -> None:
    """Copy the permissions of `like`, the file to be replaced or a neighbour, to a new file or folder.

    Without one, the new file is for its owner alone, or also for its group where the folder is shared with that group.
    """
    if not _POSIX:
        return
    if like is not None and like.exists():
        apply(path, permissions_of(like))
        return
    bits = 0o7 if path.is_dir() else 0o6
    setgid = path.stat().st_mode & stat.S_ISGID if bits == 0o7 else 0
    path.chmod(setgid | bits << 6 | (inherited_group_bits(path.parent) & bits) << 3)


def set_export_permissions(path: Path, *, like: Path | None = None) -> None:
    """Copy the permissions of `like` to an exported file; without one, set those that the user's other new files get in its folder."""
    if not _POSIX:
        return
    if like is not None and like.exists():
        apply(path, permissions_of(like))
        return
    defaults = acl.read(path.parent, acl.DEFAULT)
    if not defaults:
        path.chmod(0o666 & ~users_umask())
        return
    group_bits, other_bits = _group_bits(defaults), acl.rights_of(defaults, acl.Tag.OTHER) or 0
    path.chmod(0o600 | (group_bits & 0o6) << 3 | other_bits & 0o6)


def make_folder(path: Path, *, like: Path | None = None, parents: bool = True) -> None:
    """Create a folder, and with `parents` the missing ones above it, each with `set_permissions`. An existing folder stays as it is.
    Raises OSError."""
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
    set_permissions(path, like=like)


def make_file(path: Path, *, like: Path | None = None) -> None:
    """Create an empty file with `set_permissions` unless it exists. The code that fills it need not consider permissions. Raises
    OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        set_permissions(path, like=like)


def make_export_folder(path: Path) -> None:
    """Create a folder for exports, and those above it, with the permissions of the user's other new folders. Raises OSError."""
    if path.is_dir():
        return
    make_export_folder(path.parent)
    path.mkdir(exist_ok=True)
    _set_export_folder_permissions(path)


def set_export_tree_permissions(folder: Path) -> None:
    """Set the permissions of an exported folder, and of everything in it, to those that the user's other new files get there."""
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            _set_export_folder_permissions(path)
        elif not path.is_symlink():
            set_export_permissions(path)


def _set_export_folder_permissions(path: Path) -> None:
    if _POSIX and not acl.read(path.parent, acl.DEFAULT):
        path.chmod(path.stat().st_mode & stat.S_ISGID | 0o777 & ~users_umask())


def inherited_group_bits(folder: Path) -> int:
    """Return the group's rights in a folder that is shared with a group (setgid bit or default ACL); 0 for any other folder."""
    if defaults := acl.read(folder, acl.DEFAULT):
        return _group_bits(defaults)
    mode = folder.stat().st_mode
    return (mode >> 3) & 0o7 if mode & stat.S_ISGID else 0


def _group_bits(entries: tuple[acl.Entry, ...]) -> int:
    mask = acl.rights_of(entries, acl.Tag.MASK)
    return mask if mask is not None else acl.rights_of(entries, acl.Tag.GROUP_OWNER) or 0


def _converted(permissions: Permissions, *, folder: bool) -> tuple[int, tuple[acl.Entry, ...]]:
    """Return mode and list, converted where a folder's are to be used for a file, or a file's for a folder."""
    bits, entries = stat.S_IMODE(permissions.mode), permissions.entries
    if stat.S_ISDIR(permissions.mode) == folder:
        return bits & (0o2777 if folder else 0o777), entries
    if folder:
        return bits & 0o666 | (bits & 0o444) >> 2 | 0o700, acl.for_folder(entries)
    return bits & 0o666 | 0o600, acl.for_file(entries)


def _set_owner(path: Path, permissions: Permissions) -> bool:
    """Set owner and group. Return whether the group could be set; only root can give a file to another user."""
    status = path.stat()
    if os.geteuid() == 0 and status.st_uid != permissions.owner:
        with suppress(OSError):
            os.chown(path, permissions.owner, -1)
    if status.st_gid != permissions.group:
        with suppress(OSError):
            os.chown(path, -1, permissions.group)
    return path.stat().st_gid == permissions.group


def _attributes(path: Path) -> dict[str, bytes]:
    if sys.platform != "linux":
        return {}
    attributes: dict[str, bytes] = {}
    with suppress(OSError):
        for name in os.listxattr(path):
            if name not in (acl.ACCESS, acl.DEFAULT):
                attributes[name] = os.getxattr(path, name)
    return attributes


def _copy_mac_acl(source: Path, target: Path) -> None:
    if sys.platform == "darwin":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).copyfile(os.fsencode(source), os.fsencode(target), None, _COPYFILE_ACL)
