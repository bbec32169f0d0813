"""Hostile inputs to whole commands: the files, the command for each, and its cost."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.campaigns import bombs

LIBRARY, FILE = "LIBRARY", "FILE"
RANK = ("rank", FILE, "--library", LIBRARY)
MATCH = ("match", "--queries", FILE, "--library", LIBRARY)
IMPORT = ("library", "import", FILE, "--library", LIBRARY)
POSTS, EVIDENCE = (*IMPORT, "--kind", "posts"), (*IMPORT, "--kind", "evidence")
_MEGABYTE = 1_000_000
_LOOK_EVERY = 0.02
_TOO_LONG = 120


@dataclass(frozen=True, slots=True)
class Attack:
    """A file with name and content, and a command in which FILE and LIBRARY stand for the two paths. `says` is part of the expected
    error message, "" if the command may also succeed."""

    name: str
    content: Callable[[], bytes]
    command: Sequence[str]
    says: str


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a command: processor seconds and peak bytes of all its processes, wall-clock seconds, exit code, and output."""

    code: int
    seconds: float
    clock: float
    memory: int
    err: str


ATTACKS = (
    Attack("forms.pdf", bombs.calling_forms, RANK, "far more"),
    Attack("stream.pdf", bombs.large_stream, RANK, "far more"),
    Attack("pages.pdf", bombs.same_pages, RANK, "far more"),
    Attack("newlines.txt", lambda: b"\n" * 60_000_000, RANK, "no text"),
    Attack("newlines-and-word.txt", lambda: b"\n" * 60_000_000 + b"Taxes fell.", RANK, "half a million lines"),
    Attack("blanks.txt", lambda: b"a" + b" " * 60_000_000 + b"b", RANK, "longer than"),
    Attack("letters.txt", lambda: b"a" * 60_000_000, RANK, "longer than"),
    Attack("letters-9.txt", lambda: b"a" * 9_000_000, RANK, ""),
    Attack("full-stops.txt", lambda: b". " * 4_000_000, RANK, ""),
    Attack("initials.txt", lambda: b"A. " * 3_000_000, RANK, ""),
    Attack("quotes.txt", lambda: b'"a. ' * 2_000_000, RANK, ""),
    Attack("colons.txt", lambda: b"A: b\n" * 400_000, RANK, ""),
    Attack("clock.txt", lambda: b"12:30 " + b" " * 5_000_000 + b"x", RANK, ""),
    Attack("brackets.md", lambda: b"[" * 1_200_000, RANK, ""),
    Attack("pictures.md", lambda: b"![a](" * 1_000_000, RANK, ""),
    Attack("backticks.md", lambda: b"".join(b"`" * (1 + number % 700) + b"a" for number in range(20_000)), RANK, ""),
    Attack("stars.md", lambda: b"**a " * 50_000, RANK, ""),
    Attack("comments.md", lambda: b"<!--" * 1_000_000, RANK, ""),
    Attack("quoted.md", lambda: b"> " * 2_000_000 + b"a", RANK, ""),
    Attack("tags.md", lambda: b"<a" * 500_000, RANK, ""),
    Attack("chapter.epub", bombs.named_chapter, RANK, ""),
    Attack("sheet.xlsx", bombs.tall_sheet, RANK, "times its size"),
    Attack("mail.eml", bombs.nested_mail, RANK, ""),
    Attack("groups.rtf", lambda: b"{\\rtf1" + b"{" * 8_000_000, RANK, ""),
    Attack("cues.vtt", lambda: b"WEBVTT\n\n" + b"00:00.000 --> 00:01.000\na\n\n" * 1_000_000, RANK, ""),
    Attack("tags.html", lambda: b"<html><body>" + b"<div>" * 3_000_000, RANK, ""),
    Attack("attributes.html", lambda: b"<html><body><p " + b"".join(b"a%d=1 " % n for n in range(400_000)) + b">a", RANK, ""),
    Attack("columns.csv", lambda: b"text" + b"," * 1_000_000 + b"\n" + (b"a" + b"," * 1_000_000 + b"\n") * 40, RANK, ""),
    Attack("words.json", lambda: b'{"segments": [' + b"[" * 10_000_000, RANK, ""),
    Attack("zeros.txt.gz", lambda: bombs.packed_line(b"\0", 2_000 * _MEGABYTE), RANK, " more "),
    Attack("line.jsonl", lambda: b'{"qid": 1, "text": "' + b"a" * 300_000_000 + b'"}\n', MATCH, "holds more than"),
    Attack("long.jsonl", lambda: b'{"qid": 1, "text": "' + b"a" * 100_000_000 + b'"}\n{"text": "b"}\n', MATCH, ""),
    Attack("packed.jsonl.gz", lambda: bombs.packed_line(b"\n", 2_000 * _MEGABYTE), MATCH, " more "),
    Attack("blank.jsonl", lambda: b"\n" * 120_000_000, MATCH, ""),
    Attack("deep.jsonl", lambda: b'{"text": ' + b"[" * 900_000 + b"\n", MATCH, ""),
    Attack("pairs.jsonl", lambda: b"[]\n" * 30_000_000, ("stance", "--pairs", FILE), "far more"),
    Attack("ratings.tsv", lambda: b"rating\n" + b"\t" * 120_000_000, ("library", "ratings", "--in", FILE), "far more"),
    Attack(
        "claims.json", lambda: b"[" + b"[],[],[],[],[],[],[],[],[],[]," * 4_000_000, ("verify", "--claims", FILE, "--library", LIBRARY), ""
    ),
    Attack("rows.jsonl.gz", lambda: bombs.packed_line(b"{}\n", 1_000 * _MEGABYTE), IMPORT, ""),
    Attack("lines.csv.gz", lambda: bombs.packed_line(b"\n", 1_000 * _MEGABYTE), IMPORT, ""),
    Attack("cells.csv.gz", lambda: bombs.packed_line(b",", 1_000 * _MEGABYTE), IMPORT, ""),
    Attack("header.csv", lambda: b"claim" + b"," * 1_000_000 + b"\n" + b"a\n" * 100_000, IMPORT, ""),
    Attack("wide.csv", lambda: b"claim" + b"," * 1_000_000 + b"\n" + (b"a" + b"," * 1_000_000 + b"\n") * 60, IMPORT, ""),
    Attack("header.xlsx", bombs.wide_header, IMPORT, ""),
    Attack("tall.xlsx", bombs.tall_sheet, IMPORT, "times its size"),
    Attack("lists.json", lambda: b"[" + b"[]," * 20_000_000 + b"[]]", IMPORT, ""),
    Attack("scripts.html", lambda: b"<script application/ld+json " * 1_000_000, IMPORT, ""),
    Attack("posts.json.gz", lambda: bombs.packed_line(b"[", 1_000 * _MEGABYTE), POSTS, ""),
    Attack("posts.zip", lambda: bombs.zipped_part("tweets.js", 1_000), POSTS, "unpacks to far more"),
    Attack("zips.zip", bombs.zips_in_zips, POSTS, ""),
    Attack("page.warc.gz", lambda: bombs.web_archive(2_000), EVIDENCE, ""),
    Attack("page.wacz", lambda: bombs.package_of(bombs.web_archive(2_000)), EVIDENCE, ""),
    Attack("forms-of-evidence.pdf", bombs.calling_forms, EVIDENCE, "far more"),
)


def cost_of(attack: Attack, folder: Path, library: Path) -> Cost:
    """Write the file, run the command on it in a new process, and measure all of its processes."""
    path = folder / attack.name
    path.write_bytes(attack.content())
    arguments = [str(path) if word == FILE else str(library) if word == LIBRARY else word for word in attack.command]
    started = time.monotonic()
    with (folder / "err").open("wb+") as err:
        process = subprocess.Popen([sys.executable, "-m", "app", *arguments, "--quiet"], stdout=subprocess.DEVNULL, stderr=err)
        memory, seconds = _measured(process, started)
        err.seek(0)
        return Cost(process.returncode, seconds, time.monotonic() - started, memory, err.read().decode())


def _measured(process: subprocess.Popen[bytes], started: float) -> tuple[int, float]:
    """Return peak memory and processor seconds of the process and its children, until it ends or runs far too long."""
    root, peak, used = psutil.Process(process.pid), 0, dict[int, float]()
    while process.poll() is None:
        memory = 0
        for member in _with_children(root):
            try:
                times = member.cpu_times()
                memory += member.memory_info().rss
            except psutil.Error:
                continue
            used[member.pid] = times.user + times.system
        peak = max(peak, memory)
        if time.monotonic() - started > _TOO_LONG:
            process.kill()
        time.sleep(_LOOK_EVERY)
    return peak, sum(used.values())


def _with_children(root: psutil.Process) -> list[psutil.Process]:
    try:
        return [root, *root.children(recursive=True)]
    except psutil.Error:
        return []
