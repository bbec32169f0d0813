"""Bundled cross-encoder: one trunk that reads a pair, and a head for each task. `config.json` gives each head's number of logits
and its calibration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import ModelError
from app.inference.manifest import REINSTALL, ModelEntry, read_config
from app.inference.pairs.number_spelling import with_same_spelling
from app.inference.pairs.pair_logits import PairLogits
from app.inference.pairs.pair_text import CLAIM, SENTENCE, PairTokenizer, PairTokens
from app.ports import PairInput
from app.translation import tr

# BERT's marks for what its vocabulary does not hold, for the beginning, and for the end of a part.
_SILENT = frozenset({100, 101, 102})


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Columns of its logits among those of all heads, and its calibration by name ("scale", "shift", "temperature")."""

    columns: tuple[int, ...]
    calibration: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trunk:
    """A loaded cross-encoder, shared by all roles that use it."""

    name: str
    logits: PairLogits
    heads: Mapping[str, Head]

    def head(self, name: str, *, size: int, calibration: Sequence[str]) -> Head:
        """Return the head of this name. Raises ModelError `model-mismatch` if it is missing or of another kind."""
        head = self.heads.get(name)
        if head is None or len(head.columns) != size or not set(calibration) <= head.calibration.keys():
            raise mismatch(self.name)
        return head


Rows = Callable[[Sequence[PairInput]], list[PairTokens]]
"""Pairs to token rows."""


@dataclass(frozen=True, slots=True)
class PairReader:
    """A format of token rows: its name in TEXT_VERSIONS, and a factory of row builders from a tokenizer file."""

    name: str
    rows: Callable[[Path], Rows]


PAIRS = PairReader("pairs", PairTokenizer)


class TrunkTokenizer:
    """Turns pairs into token rows, after spelling equal quantities alike; None for texts outside the vocabulary."""

    def __init__(self, entry: ModelEntry, reader: PairReader = PAIRS) -> None:
        try:
            self._tokenize = reader.rows(entry.path("tokenizer.json"))
        except Exception as error:  # the tokenizers library raises nothing more special
            raise mismatch(entry.name) from error

    def __call__(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Return the token row of each pair, in order; None if sentence or claim is unreadable."""
        has_words = [_has_words(pair.sentence) and _has_words(pair.claim) for pair in pairs]
        rows = iter(self._tokenize([with_same_spelling(pair) for pair, speaks in zip(pairs, has_words, strict=True) if speaks]))
        return [row if speaks and _is_readable(row := next(rows)) else None for speaks in has_words]


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def _is_readable(row: PairTokens) -> bool:
    read = {kind for token, kind in zip(*row, strict=True) if token not in _SILENT}
    return {SENTENCE, CLAIM} <= read


def read_heads(entry: ModelEntry) -> dict[str, Head]:
    """Return the heads in `config.json` in the order of their columns. Raises ModelError `model-altered`, `model-mismatch`."""
    about = read_config(entry).get("priorcheck")
    head_entries: Mapping[str, Mapping[str, Any]] = about.get("heads", {}) if isinstance(about, dict) else {}
    heads: dict[str, Head] = {}
    first = 0
    try:
        for name, numbers in head_entries.items():
            after = first + int(numbers["size"])
            calibration = {key: float(value) for key, value in numbers.items() if key != "size"}
            heads[name] = Head(columns=tuple(range(first, after)), calibration=calibration)
            first = after
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise mismatch(entry.name) from error
    if not heads:
        raise mismatch(entry.name)
    return heads


def mismatch(name: str, reason: object = "") -> ModelError:
    """Return the error `model-mismatch`."""
    first_line = next(iter(str(reason).splitlines()), "")
    message = tr("The model '{name}' does not fit this version of the program.", name=name)
    if first_line:
        message = tr("The model '{name}' does not fit this version of the program: {reason}", name=name, reason=first_line)
    return ModelError("model-mismatch", message, hint=tr(REINSTALL))
