"""Pairs to token rows in MPNet's vocabulary.

The row has the parts of `app.inference.pairs.pair_text`, so that both trunks see the same of a sentence and a fact-check:

    <s> sentence </s> claim </s> title, claimant, year </s> speaker, sentences before </s>

The claim may be longer here, since published evidence (the premise of a stance pair) often has more than 56 word pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from app.inference.pairs.number_spelling import with_same_spelling
from app.inference.pairs.pair_text import ABOUT, AROUND, CLAIM, SENTENCE, PairTokens
from app.ports import PairInput

START, END = 0, 2
# [unused0] to [unused4], which no text contains.
TITLE, CLAIMANT, YEAR, SPEAKER, BEFORE = 5, 6, 7, 8, 9
LIMITS = {"sentence": 64, "claim": 128, "title": 24, "name": 8, "before": 24}
"""Word pieces that are read of each part."""
_CHARACTERS_PER_TOKEN = 24

_Key = tuple[str, str]


class MpnetPairTokenizer:
    """Pairs to token rows of at most 264 tokens; quantities that both texts hold are written alike first."""

    def __init__(self, path: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def __call__(self, pairs: Sequence[PairInput]) -> list[PairTokens]:
        """Return the tokens and their kinds of each pair, in order."""
        pairs = [with_same_spelling(pair) for pair in pairs]
        pieces = self._pieces({key for pair in pairs for part in _parts(pair) for _, key in part})
        return [_row(pair, pieces) for pair in pairs]

    def length(self, text: str) -> int:
        """Return the number of word pieces of a text."""
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def _pieces(self, keys: Iterable[_Key]) -> dict[_Key, list[int]]:
        ordered = sorted(keys)
        texts = [text[: LIMITS[part] * _CHARACTERS_PER_TOKEN] for text, part in ordered]
        encodings = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return {key: encoding.ids[: LIMITS[key[1]]] for key, encoding in zip(ordered, encodings, strict=True)}


def _parts(pair: PairInput) -> tuple[list[tuple[int | None, _Key]], ...]:
    """The texts of each kind in order, each with the mark that precedes it and the limit that it has."""
    year = "" if pair.published is None else str(pair.published.year)
    return (
        [(None, (pair.sentence, "sentence"))],
        [(None, (pair.claim, "claim"))],
        [(TITLE, (pair.title, "title")), (CLAIMANT, (pair.claimant, "name")), (YEAR, (year, "name"))],
        [(SPEAKER, (pair.speaker, "name")), *((BEFORE, (text, "before")) for text in pair.context)],
    )


def _row(pair: PairInput, pieces: dict[_Key, list[int]]) -> PairTokens:
    tokens, kinds = [START], [SENTENCE]
    for kind, part in zip((SENTENCE, CLAIM, ABOUT, AROUND), _parts(pair), strict=True):
        own = [token for mark, key in part if pieces[key] for token in ([] if mark is None else [mark]) + pieces[key]]
        if own or kind in (SENTENCE, CLAIM):
            tokens += [*own, END]
            kinds += [kind] * (len(own) + 1)
    return tokens, kinds
