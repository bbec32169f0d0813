"""Files of MythQA: a JSON list or JSON Lines, whatever their names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from app.decoding import DECODING_ERRORS
from app.errors import InputError
from app.ingest.contents import whole_content
from models.research.gold_rows import Key, id_text, read_rows

Row = TypeVar("Row")

_NO_IDS = frozenset({"", "None"})
"""Annotators' entries for no post. The authors' evaluators drop both."""


def read_listed(path: Path, kind: type[Row], *, description: str) -> list[Row]:
    """Return the file's rows (.gz too), of a JSON list or of JSON Lines. Raises InputError as `read_rows` does."""
    content = whole_content(path)
    if not content.lstrip().startswith(b"["):
        return read_rows(path, kind, description=description)
    try:
        rows = msgspec.json.decode(content, type=list[kind])  # type: ignore[valid-type]
    except DECODING_ERRORS as error:
        raise InputError(
            "evaluation-row", f"“{path}” is no list of rows, each {description}: {error}.", hint="Correct the file."
        ) from error
    if not rows:
        raise InputError("evaluation-empty", f"“{path}” holds no row to score.", hint="Name a file with rows.")
    return rows


def post_ids(keys: Iterable[Key]) -> frozenset[str]:
    """Return the ids as text, without empty ones."""
    return frozenset(id_text(key) for key in keys) - _NO_IDS
