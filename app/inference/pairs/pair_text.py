"""Token rows of a sentence and a published text for the cross-encoder.

Each part of a row has its own limit, so that a long one never displaces another:

[CLS] sentence [SEP] claim [SEP] title, claimant, year [SEP] speaker, sentences before [SEP]

Each token carries the kind of its part: 0 the sentence, 1 the claim, 2 the fact-check's metadata, 3 the sentence's context. The
network embeds the kind modulo 2 and pools over kinds 0 and 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from app.ports import PairInput

SENTENCE, CLAIM, ABOUT, AROUND = 0, 1, 2, 3
_CLS, _SEP = 101, 102
# Marks of BERT's vocabulary that no text contains ([unused0] to [unused4]).
_TITLE, _CLAIMANT, _YEAR, _SPEAKER, _BEFORE = 1, 2, 3, 4, 5
_LIMITS = {"sentence": 64, "claim": 56, "title": 24, "name": 8, "before": 24}
_CHARACTERS_PER_TOKEN = 24
_SURROGATES = re.compile("[\ud800-\udfff]")

PairTokens = tuple[list[int], list[int]]
"""Token numbers and their kinds, of equal length."""


class PairTokenizer:
    """Turns pairs into token rows of at most 192 tokens."""

    def __init__(self, path: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def __call__(self, pairs: Sequence[PairInput]) -> list[PairTokens]:
        """Return the tokens of each pair, in order."""
        texts = {(text, part) for pair in pairs for text, part in _texts(pair)}
        tokens = self._tokens(texts)
        return [_assembled(pair, tokens) for pair in pairs]

    def _tokens(self, texts: Iterable[tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
        keys = sorted(texts)
        clean = [_SURROGATES.sub("\ufffd", text[: _LIMITS[part] * _CHARACTERS_PER_TOKEN]) for text, part in keys]
        encodings = self._tokenizer.encode_batch_fast(clean, add_special_tokens=False)
        return {key: encoding.ids[: _LIMITS[key[1]]] for key, encoding in zip(keys, encodings, strict=True)}


def _texts(pair: PairInput) -> list[tuple[str, str]]:
    texts = [(pair.sentence, "sentence"), (pair.claim, "claim"), (pair.title, "title"), (pair.claimant, "name"), (pair.speaker, "name")]
    if pair.published is not None:
        texts.append((str(pair.published.year), "name"))
    return texts + [(text, "before") for text in pair.context]


def _assembled(pair: PairInput, tokens: dict[tuple[str, str], list[int]]) -> PairTokens:
    sentence = [_CLS, *tokens[pair.sentence, "sentence"], _SEP]
    claim = [*tokens[pair.claim, "claim"], _SEP]
    about = _marked(_TITLE, tokens[pair.title, "title"]) + _marked(_CLAIMANT, tokens[pair.claimant, "name"])
    if pair.published is not None:
        about += _marked(_YEAR, tokens[str(pair.published.year), "name"])
    around = _marked(_SPEAKER, tokens[pair.speaker, "name"])
    for text in pair.context:
        around += _marked(_BEFORE, tokens[text, "before"])
    parts = [(sentence, SENTENCE), (claim, CLAIM), *(([*part, _SEP], kind) for part, kind in ((about, ABOUT), (around, AROUND)) if part)]
    return [token for part, _ in parts for token in part], [kind for part, kind in parts for _ in part]


def _marked(mark: int, tokens: list[int]) -> list[int]:
    return [mark, *tokens] if tokens else []
