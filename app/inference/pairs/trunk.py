"""The bundled cross-encoder: one trunk that reads a pair, and a head for each question asked of it.

Each head's numbers in `config.json` say how many logits it gives and how they become probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import ModelError
from app.inference.manifest import REINSTALL, ModelEntry, read_config
from app.inference.pairs.alike import alike
from app.inference.pairs.pair_logits import PairLogits
from app.inference.pairs.pair_text import CLAIM, SENTENCE, PairTokenizer, PairTokens
from app.ports import PairInput
from app.translation import tr

_SILENT = frozenset({100, 101, 102})
"""BERT's marks for what its vocabulary does not hold, for the beginning, and for the end of a part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The places of its logits among those of all heads, and its calibration by name ("scale", "shift", "temperature")."""

    columns: tuple[int, ...]
    calibration: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trunk:
    """A loaded cross-encoder, shared by every role that asks it something."""

    name: str
    logits: PairLogits
    heads: Mapping[str, Head]

    def head(self, name: str, *, size: int, calibration: Sequence[str]) -> Head:
        """The head of this name. Raises ModelError `model-mismatch` when it is not there or not of this kind."""
        head = self.heads.get(name)
        if head is None or len(head.columns) != size or not set(calibration) <= head.calibration.keys():
            raise mismatch(self.name)
        return head


Rows = Callable[[Sequence[PairInput]], list[PairTokens]]
"""Pairs to token rows."""


@dataclass(frozen=True, slots=True)
class PairReader:
    """One way of turning pairs into token rows: its name in TEXT_VERSIONS, and what makes the rows with a tokenizer file's vocabulary."""

    name: str
    rows: Callable[[Path], Rows]


PAIRS = PairReader("pairs", PairTokenizer)


class TrunkTokenizer:
    """Pairs, their equal quantities written alike, to token rows, None for what the vocabulary cannot read."""

    def __init__(self, entry: ModelEntry, reader: PairReader = PAIRS) -> None:
        try:
            self._tokenize = reader.rows(entry.path("tokenizer.json"))
        except Exception as error:  # the tokenizers library raises nothing more special
            raise mismatch(entry.name) from error

    def __call__(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """The token row of each pair, in order; None where sentence or claim says nothing."""
        speaking = [_has_words(pair.sentence) and _has_words(pair.claim) for pair in pairs]
        rows = iter(self._tokenize([alike(pair) for pair, speaks in zip(pairs, speaking, strict=True) if speaks]))
        return [row if speaks and _is_readable(row := next(rows)) else None for speaks in speaking]


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def _is_readable(row: PairTokens) -> bool:
    read = {kind for token, kind in zip(*row, strict=True) if token not in _SILENT}
    return {SENTENCE, CLAIM} <= read


def read_heads(entry: ModelEntry) -> dict[str, Head]:
    """The heads that `config.json` names, in the order of their columns. Raises ModelError `model-altered`, `model-mismatch`."""
    about = read_config(entry).get("priorcheck")
    listed: Mapping[str, Mapping[str, Any]] = about.get("heads", {}) if isinstance(about, dict) else {}
    heads: dict[str, Head] = {}
    first = 0
    try:
        for name, numbers in listed.items():
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
    """The error that a model is not what this program reads."""
    first_line = next(iter(str(reason).splitlines()), "")
    message = tr("The model '{name}' does not fit this version of the program.", name=name)
    if first_line:
        message = tr("The model '{name}' does not fit this version of the program: {reason}", name=name, reason=first_line)
    return ModelError("model-mismatch", message, hint=tr(REINSTALL))
