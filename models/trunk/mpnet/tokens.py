"""Token rows of pairs in MPNet's vocabulary, with the parts of `app.inference.pairs.pair_text`.

    <s> sentence </s> claim </s> title, claimant, year </s> speaker, sentences before </s>

The claim may be longer than in the product's rows, since published evidence (the premise of a stance pair) often has more than 56
word pieces.
"""

from __future__ import annotations

from pathlib import Path

from app.inference.pairs.number_spelling import with_same_spelling
from app.inference.pairs.pair_text import BERT_ROWS, PairTokenizer, RowFormat
from app.inference.pairs.trunk import Rows

CLAIM_LIMIT = 128
"""Number of word pieces that a row takes of a claim."""

# <s>, </s>, and marks that no text contains ([unused0] to [unused4]).
MPNET_ROWS = RowFormat(start=0, end=2, title=5, claimant=6, year=7, speaker=8, before=9, limits={**BERT_ROWS.limits, "claim": CLAIM_LIMIT})


def mpnet_rows(tokenizer: Path) -> Rows:
    """Return a builder of token rows of at most 264 tokens. It first spells quantities alike that both texts of a pair hold."""
    tokenize = PairTokenizer(tokenizer, MPNET_ROWS)
    return lambda pairs: tokenize([with_same_spelling(pair) for pair in pairs])
