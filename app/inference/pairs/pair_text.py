"""Token rows of a sentence and a published text for the cross-encoder.

Each part of a row has its own limit, so a long one never displaces another. In BERT's vocabulary:

[CLS] sentence [SEP] claim [SEP] title, claimant, year [SEP] speaker, sentences before [SEP]

Each token carries the kind of its part: 0 the sentence, 1 the claim, 2 the fact-check's metadata, 3 the sentence's context. The
network embeds the kind modulo 2 and pools over kinds 0 and 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.ports import PairInput

SENTENCE, CLAIM, ABOUT, AROUND = 0, 1, 2, 3
_LIMITS = {"sentence": 64, "claim": 56, "title": 24, "name": 8, "before": 24}
_CHARACTERS_PER_TOKEN = 24
_SURROGATES = re.compile("[\ud800-\udfff]")

PairTokens = tuple[list[int], list[int]]
"""Token numbers and their kinds, of equal length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFormat:
    """Special tokens of a vocabulary that mark the parts of a row, and the number of word pieces that a row takes of each part."""

    start: int
    end: int
    title: int
    claimant: int
    year: int
    speaker: int
    before: int
    limits: Mapping[str, int]


# [CLS], [SEP], and marks of BERT's vocabulary that no text contains ([unused0] to [unused4]).
BERT_ROWS = RowFormat(start=101, end=102, title=1, claimant=2, year=3, speaker=4, before=5, limits=_LIMITS)


class PairTokenizer:
    """Turns pairs into token rows of at most 192 tokens, or as many as another format allows."""

    def __init__(self, path: Path, row_format: RowFormat = BERT_ROWS) -> None:
        from tokenizers import Tokenizer

        self._format = row_format
        self._tokenizer: Any = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def __call__(self, pairs: Sequence[PairInput]) -> list[PairTokens]:
        """Return the tokens of each pair, in order."""
        texts = {(text, part) for pair in pairs for text, part in _texts(pair)}
        tokens = self._tokens(texts)
        return [_assembled(pair, tokens, self._format) for pair in pairs]

    def _tokens(self, texts: Iterable[tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
        keys, limits = sorted(texts), self._format.limits
        clean = [_SURROGATES.sub("\ufffd", text[: limits[part] * _CHARACTERS_PER_TOKEN]) for text, part in keys]
        encodings = self._tokenizer.encode_batch_fast(clean, add_special_tokens=False)
        return {key: encoding.ids[: limits[key[1]]] for key, encoding in zip(keys, encodings, strict=True)}


def _texts(pair: PairInput) -> list[tuple[str, str]]:
    texts = [(pair.sentence, "sentence"), (pair.claim, "claim"), (pair.title, "title"), (pair.claimant, "name"), (pair.speaker, "name")]
    if pair.published is not None:
        texts.append((str(pair.published.year), "name"))
    return texts + [(text, "before") for text in pair.context]


def _assembled(pair: PairInput, tokens: dict[tuple[str, str], list[int]], marks: RowFormat) -> PairTokens:
    sentence = [marks.start, *tokens[pair.sentence, "sentence"], marks.end]
    claim = [*tokens[pair.claim, "claim"], marks.end]
    about = _marked(marks.title, tokens[pair.title, "title"]) + _marked(marks.claimant, tokens[pair.claimant, "name"])
    if pair.published is not None:
        about += _marked(marks.year, tokens[str(pair.published.year), "name"])
    around = _marked(marks.speaker, tokens[pair.speaker, "name"])
    for text in pair.context:
        around += _marked(marks.before, tokens[text, "before"])
    parts = [
        (sentence, SENTENCE),
        (claim, CLAIM),
        *(([*part, marks.end], kind) for part, kind in ((about, ABOUT), (around, AROUND)) if part),
    ]
    return [token for part, _ in parts for token in part], [kind for part, kind in parts for _ in part]


def _marked(mark: int, tokens: list[int]) -> list[int]:
    return [mark, *tokens] if tokens else []
