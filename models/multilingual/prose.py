"""Translated prose beside its English: what `packages` fetched, cut into sentences where both sides have as many.

Catalogues keep the English text as the key of its translation (gettext); Debian's descriptions of packages are joined by the digest of
the English one.
"""

from __future__ import annotations

import gettext
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.pofile import PoFileError, read_po

from models.multilingual.packages import DESCRIBED, LISTS, PROGRAMS, PROSE, STORIES
from models.multilingual.pairs import LANGUAGES, Pair

_CODES = {"nb": "no", "zh_CN": "zh", "zh_TW": "zh", "zh_Hans": "zh", "zh_Hant": "zh"}
_REGIONS = re.compile(r"(?P<code>[a-z]{2})_[A-Z]{2}|(?P<plain>[a-z]{2})")
_MARKUP = re.compile(
    r"<[^<>]{1,80}>|\[/?\w+(?:=[^\]]*)?\]|%(?:\d+\$)?[-+ #0]*\d*(?:\.\d+)?(?:l{1,2}|h|z|j|t)?[a-zA-Z%]|%\d+|\$\|?\w+\|?|\{[^{}]{0,40}\}|"
    r"&\w*;|\\[nt]|[_`~*|]|^\S{1,40}(?: \S{1,40}){0,3}\^"
)
_LINE = re.compile(r"\n\s*\.?\s*")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"')»”]*\s+(?=\S)|(?<=[。！？])\s*(?=\S)")
_LETTERS = re.compile(r"[^\W\d_]")
_APT_HELPER = "/usr/lib/apt/apt-helper"
_LONGEST, _FEWEST_LETTERS = 260, 3


def stories() -> Iterator[Pair]:
    """Sentences and words of games."""
    for name in STORIES:
        yield from _package(name)


def programs() -> Iterator[Pair]:
    """Sentences and words of programs, and the descriptions of Debian's packages."""
    for name in PROGRAMS:
        yield from _package(name)
    yield from _descriptions()


def cut(language: str, text: str, english: str) -> Iterator[Pair]:
    """The pair, or its parts: lines where both sides have as many, in them sentences likewise. Markup and placeholders are gone; what is
    the same on both sides, has hardly a letter or is very long still is left out.
    """
    for said, plain in _parts(_LINE, text, english):
        for part, english_part in _parts(_SENTENCE, _clean(said), _clean(plain)):
            if part != english_part and len(english_part) <= _LONGEST and _worded(part) and _worded(english_part):
                yield Pair(language, part, english_part)


def _parts(seam: re.Pattern[str], text: str, english: str) -> list[tuple[str, str]]:
    ours, theirs = ([part for part in seam.split(side.strip()) if part.strip()] for side in (text, english))
    return list(zip(ours, theirs, strict=True)) if len(ours) == len(theirs) else [(text, english)]


def _clean(text: str) -> str:
    return " ".join(_MARKUP.sub(" ", text).split())


def _worded(text: str) -> bool:
    letters = len(_LETTERS.findall(text))
    return letters >= 1 and letters * 2 > len(text.replace(" ", "")) and len(text) >= (_FEWEST_LETTERS if text.isascii() else 1)


def _package(name: str) -> Iterator[Pair]:
    for path in sorted((PROSE / name).rglob("*.[mp]o")):
        language = _language(path)
        if language:
            for english, text in _messages(path):
                yield from cut(language, text, english)


def _language(path: Path) -> str:
    """The language of a catalogue by its folder or its name; "" where it is none of ours."""
    for part in (path.stem.split(".")[0], *reversed(path.parts[:-1])):
        if part in _CODES:
            return _CODES[part]
        found = _REGIONS.fullmatch(part)
        if found and (code := found["code"] or found["plain"]) in LANGUAGES:
            return code
    return ""


def _messages(path: Path) -> Iterator[tuple[str, str]]:
    if path.suffix == ".po":
        yield from _source_messages(path)
        return
    with path.open("rb") as file:
        try:
            table = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        except (OSError, LookupError, ValueError):
            print(f"cannot be read: {path}")
            return
    for key, text in table.items():
        if isinstance(key, str) and key and text:
            yield key.rpartition("\x04")[2], text


def _source_messages(path: Path) -> Iterator[tuple[str, str]]:
    with path.open("rb") as file:
        try:
            found = read_po(file)
        except (PoFileError, LookupError, ValueError):
            print(f"cannot be read: {path}")
            return
    for message in found:
        if isinstance(message.id, str) and message.id and isinstance(message.string, str) and message.string and not message.fuzzy:
            yield message.id, message.string


def _descriptions() -> Iterator[Pair]:
    """Summary and paragraphs of each described package."""
    english = dict(_entries("en"))
    for locale in DESCRIBED:
        if locale == "en":
            continue
        language = _CODES.get(locale, locale[:2])
        for digest, told in _entries(locale):
            plain = english.get(digest, [])
            if len(plain) == len(told):
                for text, same in zip(told, plain, strict=True):
                    yield from cut(language, text, same)


def _entries(locale: str) -> Iterator[tuple[str, list[str]]]:
    """Digest of the English description, and its summary and paragraphs in this locale."""
    name = f"*_bookworm_main_i18n_Translation-{locale.replace('_', '%5f')}.lz4"
    for path in sorted(LISTS.glob(name)):
        unpacked = subprocess.run([_APT_HELPER, "cat-file", str(path)], check=True, capture_output=True)
        for block in unpacked.stdout.decode("utf-8", "replace").split("\n\n"):
            yield from _entry(block.splitlines())


def _entry(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    digest, parts = "", [""]
    for line in lines:
        if line.startswith("Description-md5: "):
            digest = line.partition(": ")[2]
        elif line.startswith("Description-"):
            parts = [line.partition(": ")[2], ""]
        elif line.strip() == ".":
            parts.append("")
        elif line.startswith("  "):
            parts += [line.strip(), ""]  # a line of its own, as in lists
        elif line.startswith(" "):
            parts[-1] = f"{parts[-1]} {line.strip()}".strip()
    if digest:
        yield digest, [part for part in parts if part]
