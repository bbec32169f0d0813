"""The teacher's words as rows of tokens: each word's first token carries its labels, further tokens carry none."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Encoding, Tokenizer

from app.inference.syntax.labels import ENTITIES, PARTS, RELATIONS, SAME

NONE = -100
LONGEST = 96
_PART, _RELATION, _ENTITY = ({name: number for number, name in enumerate(names)} for names in (PARTS, RELATIONS, ENTITIES))
_TAGGED = _PART | {"SPACE": _PART["X"]}


@dataclass(frozen=True, slots=True)
class Row:
    """Tokens with [CLS] and [SEP], and for each token the numbers of its labels and of the token it depends on, NONE where it has none."""

    tokens: list[int]
    part: list[int]
    relation: list[int]
    entity: list[int]
    head: list[int]


def read_silver(path: Path) -> Iterator[dict[str, Any]]:
    """The teacher's lines."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def without_ending(line: dict[str, Any]) -> dict[str, Any]:
    """The same text without its last full stop, as transcripts have it."""
    words = line["words"]
    last = len(words) - 1
    leaf = all(word[4] != last for word in words[:last])
    if words and line["text"].endswith((".", "!")) and words[last][2] == "PUNCT" and leaf and len(words) > 1:
        return {"text": line["text"][: words[last][0]].rstrip(), "words": words[:last]}
    return line


def row_of(line: dict[str, Any], tokenizer: Tokenizer) -> Row | None:
    """The line as a row; None where it is too long."""
    encoding = tokenizer.encode(line["text"])
    if len(encoding.ids) > LONGEST:
        return None
    words: Sequence[list[Any]] = line["words"]
    firsts = list(first_tokens(encoding))
    owner, first_of = _owners(firsts, encoding, words)
    row = Row(encoding.ids, *([NONE] * len(encoding.ids) for _ in range(4)))
    for token, word in owner.items():
        own = first_of[word] == token
        _, _, part, relation, head, entity = words[word]
        row.part[token] = _TAGGED.get(part, _PART["X"])
        row.relation[token] = _RELATION.get(relation, _RELATION["dep"]) if own else _RELATION[SAME]
        row.entity[token] = _ENTITY.get(entity if own else entity.replace("B-", "I-"), 0)
        row.head[token] = first_of.get(head, NONE) if own else first_of[word]
        if own and relation == "ROOT":
            row.head[token] = 0  # [CLS]
    return row


def first_tokens(encoding: Encoding) -> Iterator[int]:
    """The first token of each of the tokenizer's words."""
    before = None
    for token, word in enumerate(encoding.word_ids):
        if word is not None and word != before:
            yield token
        before = word


def _owners(firsts: Sequence[int], encoding: Encoding, words: Sequence[list[Any]]) -> tuple[dict[int, int], dict[int, int]]:
    """By token the teacher's word that it begins in, and by word its first token."""
    owner: dict[int, int] = {}
    first_of: dict[int, int] = {}
    word = 0
    for token in firsts:
        start = encoding.offsets[token][0]
        while word < len(words) and words[word][1] <= start:
            word += 1
        if word == len(words):
            break
        if words[word][0] <= start:
            owner[token] = word
            first_of.setdefault(word, token)
    return owner, first_of


def rows(lines: Sequence[dict[str, Any]], tokenizer: Tokenizer, *, seed: int, bare: float = 0.3) -> list[Row]:
    """The lines as rows, a share of them without their full stop."""
    dice = random.Random(seed)
    made = (row_of(without_ending(line) if dice.random() < bare else line, tokenizer) for line in lines)
    return [row for row in made if row is not None and any(number != NONE for number in row.part)]
