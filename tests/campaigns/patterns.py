"""Every regular expression of the readers, and a search for texts on which one backtracks badly."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import regex

import app.ingest
from app.ingest.documents.labels import LONGEST_LABEL

REPEATED = (
    " ", "\t", "\n", " \n", "\r", "\"", "'", "“", "[", "]", "[[", "(", ")", "{", "<", "<a ", "<!--", "</", "<p>", ">", ">>", "> ", "-", "--", "—", "=", "#", "*",
    "**", "**a", "__", "_a", "~~", "`", "`a", "|", ":", "a:", ": ", "0", "0:", "1.", "1,000,", "00:00:00", "2020-01-", "http://", "a.", "A. ", "Mr. ",
    "A", "a", "Ab ", "a ", "é", "é ", "e\u0301", "&", "&a", "&#1", "/", "//", "\\", "!", "![", "[a](", "[a][", "[^", "♪", "♪ a", "@", ".", "..", "?", ";", ",", "a,", "中", "(a", "(a ", "<meta ",
    "<link rel=canonical ", "<script ", "application/ld+json ", "<title>", "ref=", "mergeCell ", "{\\", "{a", "title:", "1:", "1 ", "I", "IV ", "x-", "-x", "a_", "12h",
)  # fmt: skip
"""What is repeated without end."""
BEFORE_AND_AFTER = (("", ""), ("a", "!"), ("<", "\x00"), ("[", "\n"), ("**", "b"), ('"', "\u2028"), ("12:30 ", "x"), ("---\n", "x"))


Use = tuple[str, Any, str]
"""Where a pattern stands, the pattern, and the method that the code calls it by."""
_METHODS = ("match", "fullmatch", "search", "sub", "finditer", "findall", "split")


_LABELS = (
    *(f"label_candidates.{name}" for name in ("_COLON", "_POINT", "_DASH", "_SQUARE", "_ROUND", "_TABBED", "_ALONE", "_DETAIL_BEHIND")),
)
BOUNDS = {
    **{f"app.ingest.documents.{name}": ("match", LONGEST_LABEL) for name in _LABELS},
    "app.ingest.documents.formats._FLAT_OPENDOCUMENT": ("search", 1024),
    "app.ingest.documents.abbreviations._INITIALS": ("search", 200),
    "app.ingest.documents.full_stops._WORD_BEFORE": ("match", 200),
    "app.ingest.documents.full_stops._ORDINAL": ("search", 200),
    "app.ingest.documents.full_stops._CLOCK": ("search", 200),
    "app.ingest.documents.unpunctuated._PUNCTUATION_END": ("search", 40),
    "app.ingest.documents.table_rows._UNIT": ("search", 200),
}
"""Expressions that are only ever given short texts: the method that is called, and the most characters."""


def patterns() -> Iterator[Use]:
    """Yield every compiled expression at the top level of a module of `app.ingest`, also in tables, with each method called on it."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(app.ingest.__path__[0]).rglob("*.py"))
    for module in pkgutil.walk_packages(app.ingest.__path__, "app.ingest."):
        for name, value in vars(importlib.import_module(module.name)).items():
            called = [method for method in _METHODS if re.search(rf"\b{name}\.{method}\b", sources)]
            for pattern in _inside(value):
                yield from ((f"{module.name}.{name}", pattern, method) for method in called or ("sub",))


def _inside(value: object) -> Iterator[Any]:
    if isinstance(value, re.Pattern | regex.Pattern):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _inside(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _inside(item)


def seconds(pattern: Any, method: str, text: str) -> float:
    """Return the processor time of the expression on a text."""
    subject: Any = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
    started = time.process_time()
    matches = pattern.sub(subject[:0], subject) if method == "sub" else getattr(pattern, method)(subject)
    for _ in matches if method == "finditer" else ():
        pass
    return time.process_time() - started


def slow(name: str, pattern: Any, method: str, *, size: int, limit: float) -> str:
    """Return a text of at most `size` characters (or of the expression's own limit) on which the expression takes more than `limit`
    seconds, "" for none. Lengths are doubled, so that a very slow expression does not block the search."""
    method, longest = BOUNDS.get(name, (method, size))
    for repeated in REPEATED:
        for before, after in BEFORE_AND_AFTER:
            length = 1000
            while length <= size and length <= 4 * longest:
                text = (before + repeated * (length // len(repeated)) + after)[:longest]
                if (elapsed := seconds(pattern, method, text)) > limit and seconds(pattern, method, text) > limit:
                    return f"{before!r} {repeated!r} x {length // len(repeated)} {after!r}: {elapsed:.2f} s"
                length *= 4
    return ""
