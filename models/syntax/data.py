"""The teacher's words as rows of tokens. The first token of a word carries its labels, further tokens none."""

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
    """Tokens with [CLS] and [SEP]; for each token its label numbers and the number of its head token, or NONE."""

    tokens: list[int]
    part: list[int]
    relation: list[int]
    entity: list[int]
    head: list[int]


def read_silver(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of the teacher's output."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def without_ending(line: dict[str, Any]) -> dict[str, Any]:
    """Return the line without its last full stop, as transcripts have it."""
    words = line["words"]
    last = len(words) - 1
    leaf = all(word[4] != last for word in words[:last])
    if words and line["text"].endswith((".", "!")) and words[last][2] == "PUNCT" and leaf and len(words) > 1:
        return {"text": line["text"][: words[last][0]].rstrip(), "words": words[:last]}
    return line


def row_of(line: dict[str, Any], tokenizer: Tokenizer) -> Row | None:
    """Return the line as a row; None if it is too long."""
    encoding = tokenizer.encode(line["text"])
    if len(encoding.ids) > LONGEST:
        return None
    words: Sequence[list[Any]] = line["words"]
    firsts = list(first_tokens(encoding))
    word_of_token, token_of_word = _owners(firsts, encoding, words)
    row = Row(encoding.ids, *([NONE] * len(encoding.ids) for _ in range(4)))
    for token, word in word_of_token.items():
        is_head = token_of_word[word] == token
        _, _, part, relation, head, entity = words[word]
        row.part[token] = _TAGGED.get(part, _PART["X"])
        row.relation[token] = _RELATION.get(relation, _RELATION["dep"]) if is_head else _RELATION[SAME]
        row.entity[token] = _ENTITY.get(entity if is_head else entity.replace("B-", "I-"), 0)
        row.head[token] = token_of_word.get(head, NONE) if is_head else token_of_word[word]
        if is_head and relation == "ROOT":
            row.head[token] = 0  # [CLS]
    return row


def first_tokens(encoding: Encoding) -> Iterator[int]:
    """Yield the first token of each of the tokenizer's words."""
    before = None
    for token, word in enumerate(encoding.word_ids):
        if word is not None and word != before:
            yield token
        before = word


def _owners(firsts: Sequence[int], encoding: Encoding, words: Sequence[list[Any]]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the teacher's word by its first token, and the first token by word."""
    word_of_token: dict[int, int] = {}
    first_of: dict[int, int] = {}
    word = 0
    for token in firsts:
        start = encoding.offsets[token][0]
        while word < len(words) and words[word][1] <= start:
            word += 1
        if word == len(words):
            break
        if words[word][0] <= start:
            word_of_token[token] = word
            first_of.setdefault(word, token)
    return word_of_token, first_of


def rows(lines: Sequence[dict[str, Any]], tokenizer: Tokenizer, *, seed: int, bare: float = 0.3) -> list[Row]:
    """Return the lines as rows. A share `bare` of them loses its full stop."""
    dice = random.Random(seed)
    candidate_rows = (row_of(without_ending(line) if dice.random() < bare else line, tokenizer) for line in lines)
    return [row for row in candidate_rows if row is not None and any(number != NONE for number in row.part)]
