"""A parser for tests: it knows the syntax of some invented sentences, as a large parser reads them, and of no other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from app.domain.progress import CancelToken
from app.domain.syntax import Syntax, Word
from app.ports import ModelIdentity

_FILE = Path(__file__).with_name("parsed_sentences.json")


@cache
def _known() -> dict[str, list[list[Any]]]:
    payload: dict[str, list[list[Any]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return payload


def parsed(text: str) -> Syntax:
    """Return the syntax of one of the sentences, with or without its last full stop. Raises KeyError for another."""
    rows_by_text = _known()
    rows = rows_by_text[text] if text in rows_by_text else [row for row in rows_by_text[f"{text}."] if row[1] < len(text)]
    words = (
        Word(word, start, start + len(word), part, relation, head, entity, begins)
        for word, start, part, relation, head, entity, begins in rows
    )
    return Syntax(text, tuple(words))


class FakeParser:
    """A SyntaxReader over these sentences."""

    identity = ModelIdentity(name="fake-syntax", artefact="0" * 64, backend="fake", precision="float32")

    def parse(self, texts: Sequence[str], *, cancel: CancelToken) -> list[Syntax]:
        cancel.check()
        return [parsed(text) for text in texts]
