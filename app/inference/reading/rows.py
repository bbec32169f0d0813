"""Token rows of a question or statement and a window of a post: [CLS] question [SEP] post [SEP], kinds 0 and 1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.inference.pairs.pair_text import CLAIM, SENTENCE, PairTokens
from app.inference.pairs.trunk import PairReader
from app.ports import PairInput

QUESTION_LIMIT, WINDOW = 48, 128
_CLS, _SEP = 101, 102
_CHARACTERS_PER_TOKEN = 24
_MOST_WINDOWS = 8
_SURROGATES = re.compile("[\ud800-\udfff]")


def row_of(question: Sequence[int], text: Sequence[int]) -> PairTokens:
    """Return token ids and kinds; at most `QUESTION_LIMIT` tokens of the question and `WINDOW` of the text."""
    first, second = [_CLS, *question[:QUESTION_LIMIT], _SEP], [*text[:WINDOW], _SEP]
    return first + second, [SENTENCE] * len(first) + [CLAIM] * len(second)


class ReaderTokenizer:
    """Turns pairs into token rows: the question or statement is `sentence`, the post's window `claim`; other fields are ignored."""

    def __init__(self, path: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def __call__(self, pairs: Sequence[PairInput]) -> list[PairTokens]:
        """Return the tokens of each pair, in order."""
        limits = {**{pair.claim: WINDOW for pair in pairs}, **{pair.sentence: WINDOW for pair in pairs}}
        texts = sorted(limits)
        clean = [_clean(text[: WINDOW * _CHARACTERS_PER_TOKEN]) for text in texts]
        tokens = {
            text: encoding.ids
            for text, encoding in zip(texts, self._tokenizer.encode_batch_fast(clean, add_special_tokens=False), strict=True)
        }
        return [row_of(tokens[pair.sentence], tokens[pair.claim]) for pair in pairs]

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Return the windows of a text as (start, end): at most `WINDOW` tokens each, cut between words, each overlapping the one
        before by half. At least one window; at most eight, the rest of the text is not read."""
        read = text[: _MOST_WINDOWS * WINDOW * _CHARACTERS_PER_TOKEN]
        encoding = self._tokenizer.encode(_clean(read), add_special_tokens=False)
        if len(encoding.ids) <= WINDOW:
            return [(0, len(read))]
        begins = [token for token, word in enumerate(encoding.word_ids) if token == 0 or word != encoding.word_ids[token - 1]]
        pieces: list[tuple[int, int]] = []
        first = 0
        while len(pieces) < _MOST_WINDOWS:
            last = min(first + WINDOW, len(encoding.ids))
            end = max((token for token in begins if first < token <= last), default=last) if last < len(encoding.ids) else last
            pieces.append((encoding.offsets[first][0], encoding.offsets[end - 1][1]))
            if end == len(encoding.ids):
                break
            first = max((token for token in begins if token <= first + WINDOW // 2 and token > first), default=end)
        return pieces

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return the (start, end) offsets of each token in the text."""
        offsets: list[tuple[int, int]] = self._tokenizer.encode(
            _clean(text[: WINDOW * _CHARACTERS_PER_TOKEN]), add_special_tokens=False
        ).offsets
        return offsets[:WINDOW]


POSTS = PairReader("posts", ReaderTokenizer)


def _clean(text: str) -> str:
    """Replace unreadable characters one by one, so that offsets stay the same."""
    return _SURROGATES.sub("\ufffd", text)
