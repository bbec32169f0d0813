"""Translated prose with its English side: the downloads of `packages`, cut into sentences if both sides have the same number.

Catalogues have the English text as the key of its translation (gettext). Debian's package descriptions are joined by the digest of
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
    """Yield sentences and words of games."""
    for name in STORIES:
        yield from _package(name)


def programs() -> Iterator[Pair]:
    """Yield sentences and words of programs, and the descriptions of Debian's packages."""
    for name in PROGRAMS:
        yield from _package(name)
    yield from _descriptions()


def cut(language: str, text: str, english: str) -> Iterator[Pair]:
    """Yield the pair, or its parts if both sides have the same number of lines, and of sentences in them.

    Markup and placeholders are removed. Parts that are the same on both sides, have few letters, or are still very long are left
    out.
    """
    for foreign, plain in _parts(_LINE, text, english):
        for part, english_part in _parts(_SENTENCE, _clean(foreign), _clean(plain)):
            if part != english_part and len(english_part) <= _LONGEST and _worded(part) and _worded(english_part):
                yield Pair(language, part, english_part)


def _parts(separator: re.Pattern[str], text: str, english: str) -> list[tuple[str, str]]:
    text_parts, english_parts = ([part for part in separator.split(side.strip()) if part.strip()] for side in (text, english))
    return list(zip(text_parts, english_parts, strict=True)) if len(text_parts) == len(english_parts) else [(text, english)]


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
    """Return the language of a catalogue by its folder or name; "" if it is not one of ours."""
    for part in (path.stem.split(".")[0], *reversed(path.parts[:-1])):
        if part in _CODES:
            return _CODES[part]
        match = _REGIONS.fullmatch(part)
        if match and (code := match["code"] or match["plain"]) in LANGUAGES:
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
            messages = read_po(file)
        except (PoFileError, LookupError, ValueError):
            print(f"cannot be read: {path}")
            return
    for message in messages:
        if isinstance(message.id, str) and message.id and isinstance(message.string, str) and message.string and not message.fuzzy:
            yield message.id, message.string


def _descriptions() -> Iterator[Pair]:
    """Yield summary and paragraphs of each described package."""
    english = dict(_entries("en"))
    for locale in DESCRIBED:
        if locale == "en":
            continue
        language = _CODES.get(locale, locale[:2])
        for digest, paragraphs in _entries(locale):
            plain = english.get(digest, [])
            if len(plain) == len(paragraphs):
                for text, plain_text in zip(paragraphs, plain, strict=True):
                    yield from cut(language, text, plain_text)


def _entries(locale: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the digest of the English description, with summary and paragraphs in this locale."""
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
