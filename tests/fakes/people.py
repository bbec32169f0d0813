"""Other users of this computer: files and programs of users and groups by number, and access control lists without the usual tools."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.rights import acl
from app.rights.acl import Entry, Tag
from tests.fakes.command_line import ROOT, Done

ANNA, BERTA, STRANGER = 54101, 54102, 54103
DESK = 54500
"""A group that Anna and Berta are in, and the stranger is not."""

needs_root = pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs other users, and so root")


def base(*named: Entry, owner: int = 7, group: int = 5, mask: int = 7, other: int = 0) -> tuple[Entry, ...]:
    """Return a complete access list with these entries, in the order that the kernel requires."""
    users = [entry for entry in named if entry.tag is Tag.USER]
    groups = [entry for entry in named if entry.tag is Tag.GROUP]
    first = (Entry(Tag.OWNER, owner), *users, Entry(Tag.GROUP_OWNER, group), *groups)
    return (*first, Entry(Tag.MASK, mask), Entry(Tag.OTHER, other))


def lists_work(folder: Path) -> bool:
    """Return True if the file system supports access control lists."""
    try:
        acl.write(folder, base(Entry(Tag.USER, 5, ANNA)))
    except OSError:
        return False
    entries = acl.read(folder)
    acl.remove(folder)
    folder.chmod(0o755)
    return bool(entries)


def place_for_all() -> Iterator[Path]:
    """Provide a folder that everybody can reach, outside pytest's folders, which are private to root."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)  # noqa: PTH101
        yield Path(name)


def as_user(user: int, *arguments: str | Path, home: Path, mask: int = 0o022, group: int | None = None) -> Done:
    """Run the program as this user, who is also in DESK unless it is the stranger."""
    environment = os.environ | {"PRIORCHECK_HOME": str(home / str(user)), "HOME": str(home), "TMPDIR": str(home)}
    environment.pop("PRIORCHECK_UMASK", None)
    completed = subprocess.run(
        [sys.executable, "-m", "app", *map(str, arguments)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        user=user,
        group=group or user,
        extra_groups=[] if user == STRANGER else [DESK],
        umask=mask,
    )
    return Done(completed.returncode, completed.stdout, completed.stderr)


def may_read(user: int, path: Path) -> bool:
    """Return True if the kernel lets this user read a file."""
    code = "import sys; open(sys.argv[1], 'rb').read(1)"
    groups = [] if user == STRANGER else [DESK]
    completed = subprocess.run(
        [sys.executable, "-S", "-c", code, str(path)], user=user, group=user, extra_groups=groups, capture_output=True, check=False, cwd="/"
    )
    return completed.returncode == 0
