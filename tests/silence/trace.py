"""System calls of a program and all its children, recorded by strace: which sockets it asked for and which files it wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_CALLS = (
    "socket,connect,bind,sendto,sendmsg,sendmmsg,io_uring_setup,open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,"
    "rename,renameat,renameat2,link,linkat,symlink,symlinkat,truncate,execve"
)
_SOCKET_CALLS = ("socket", "connect", "bind", "send", "io_uring_setup")
_LINE = re.compile(r"^(\w+)\((.*)\)\s+= (-?\w+)(?:<(.*)>)?(?: .*)?$")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_FOLDER = re.compile(r"^(?:AT_FDCWD|\d+)<([^>]*)>, $")
_WRITES = re.compile(r"\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)\b")
_INTERNET = re.compile(r"\bAF_(?:INET6?|PACKET)\b")
_UNIX = re.compile(r'sa_family=AF_UNIX, sun_path=(@?"[^"]*")')
_DEVICES = frozenset({"/dev/null", "/dev/tty", "/dev/zero", "/dev/full"})


def traced(command: Sequence[str], output: Path) -> list[str]:
    """Return the command under strace; each process writes its calls to a file `output.PID`."""
    options = ("-ff", "--seccomp-bpf", "-yy", "-qq", "-s", "512", "-e", f"trace={_CALLS}", "-e", "signal=none")
    return ["strace", *options, "-o", str(output), "--", *command]


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of a trace: `internet` are calls with internet sockets, `unix` the named local sockets that were connected to,
    `written` the created or written paths, `programs` the executed ones, `processes` their number."""

    internet: tuple[str, ...]
    unix: tuple[str, ...]
    written: tuple[str, ...]
    read: tuple[str, ...]
    programs: tuple[str, ...]
    processes: int


def read_trace(output: Path, folder: Path) -> Calls:
    """Read all files of a trace; `folder` is the working directory that relative paths belong to."""
    files = sorted(output.parent.glob(f"{output.name}.*"))
    internet, unix, written, read, programs = [], [], [], [], []
    for line in _lines(files):
        if line.startswith(_SOCKET_CALLS) and (_INTERNET.search(line) or line.startswith("io_uring_setup")):
            internet.append(line.strip()[:200])
        unix += _UNIX.findall(line) if line.startswith("connect") else []
        if line.startswith("execve") and line.rstrip().endswith("= 0"):
            programs += _TEXT.findall(line)[:1]
        for path, writes in _files(line, folder):
            (written if writes else read).append(path)
    unique = (tuple(dict.fromkeys(entries)) for entries in (internet, unix, written, read, programs))
    return Calls(*unique, processes=len(files))


def outside(paths: Iterable[str], allowed: Sequence[Path]) -> list[str]:
    """Return the paths that are no device and neither lie in an allowed folder nor lead to one."""
    folders = [folder.resolve() for folder in allowed]
    return [path for path in paths if path not in _DEVICES and not path.startswith("/memfd:") and not _near(Path(path), folders)]


def _near(path: Path, folders: Iterable[Path]) -> bool:
    """Return True if the path is in one of the folders, or is a parent of one."""
    return any(path.is_relative_to(folder) or folder.is_relative_to(path) for folder in folders)


def _lines(files: Iterable[Path]) -> Iterator[str]:
    for path in files:
        with path.open(encoding="utf-8", errors="replace") as stream:
            yield from stream


def _files(line: str, folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield each path that a successful call opened or made, and whether it wrote."""
    matched = _LINE.match(line.strip())
    if matched is None:
        return
    call, arguments, result, opened = matched.groups()
    if result.startswith("-") or call == "execve" or call.startswith(_SOCKET_CALLS):
        return
    if call in ("open", "openat", "openat2", "creat"):
        path = (opened or "").removesuffix(" (deleted)")
        yield _device(path), call == "creat" or bool(_WRITES.search(arguments))
        return
    named = list(_paths(arguments, folder))
    for path in named[-1:] if "link" in call else named:  # a link's first name is what it points to
        yield path, True


def _device(path: str) -> str:
    """strace names a character device as `/dev/null<char 1:3>`."""
    return path.partition("<")[0]


def _paths(arguments: str, folder: Path) -> Iterator[str]:
    """Yield the paths named in the arguments of rename, mkdir and the like; an older name in a rename is one too."""
    end = 0
    for matched in _TEXT.finditer(arguments):
        base = _FOLDER.match(arguments[end : matched.start()].lstrip(", "))
        end = matched.end()
        yield str((Path(base.group(1)) if base else folder) / matched.group(1))
