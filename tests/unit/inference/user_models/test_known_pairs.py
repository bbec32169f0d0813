"""The check that a user's own model has to pass, run with models whose answers are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from app.domain.progress import CancelToken, no_progress
from app.inference.user_models.known_pairs import KNOWN, NEEDED, best_columns, encoder_share, pair_share, stance_rows, stance_share
from app.inference.user_models.user_encoder import Prompts, prompted
from app.ports import FloatMatrix, ModelIdentity, PairInput
from tests.fakes.encoder import FakeEncoder

IDENTITY = ModelIdentity(name="knowing", artefact="0" * 64, backend="fake", precision="float32")
_KIND = {(entry.claim, text): kind for entry in KNOWN for kind, text in enumerate((entry.same, entry.denied, entry.other))}


class KnowingStance:
    """Stance scorer that has the right answer for each pair; `columns` gives the column of support, refute and neutral."""

    identity = IDENTITY

    def __init__(self, columns: Sequence[int] = (0, 1, 2)) -> None:
        self._columns = columns

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        rows = np.full((len(premises), 3), 0.1, np.float32)
        for row, pair in enumerate(zip(premises, hypotheses, strict=True)):
            rows[row, self._columns[_KIND[pair]]] = 0.8 - 0.001 * row
        return rows


class Pairs:
    """Pair scorer with one score for pairs of the same claim and one for others."""

    identity = IDENTITY

    def __init__(self, same: float, other: float) -> None:
        self._by_kind = (same, same, other)

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        return np.array([self._by_kind[_KIND[pair.claim, pair.sentence]] for pair in pairs], np.float32)


def test_an_encoder_that_knows_spellings_passes_and_one_that_knows_nothing_fails() -> None:
    encoder = FakeEncoder(dimension=512)
    assert encoder_share(encoder, encoder) >= NEEDED["encoder"]

    class Nothing(FakeEncoder):
        def _vector(self, text: str) -> np.ndarray:
            return np.eye(self.dimension, dtype=np.float32)[0]

    assert encoder_share(Nothing(), Nothing()) == 0


def test_pair_scorers() -> None:
    assert pair_share(Pairs(0.9, 0.1)) == 1
    assert pair_share(Pairs(0.5, 0.5)) == 0
    assert pair_share(Pairs(0.1, 0.9)) == 0
    assert not pair_share(Pairs(float("nan"), 0.1)) >= NEEDED["pair_scorer"]


@pytest.mark.parametrize("columns", [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1)])
def test_the_order_of_labels_is_found_and_a_wrong_one_fails(columns: tuple[int, int, int]) -> None:
    assert best_columns(stance_rows(KnowingStance(columns))) == columns
    assert (stance_share(KnowingStance(columns)) >= NEEDED["stance"]) == (columns == (0, 1, 2))


def test_prompts_are_found_by_their_names() -> None:
    assert Prompts.of({}) == Prompts()
    assert Prompts.of({"query": "query: ", "passage": "passage: ", "other": "x"}) == Prompts(query="query: ", passage="passage: ")
    assert Prompts.of({"query": "q: ", "document": "d: "}) == Prompts(query="q: ", passage="d: ")
    assert Prompts.of({"sts": "same: "}, default="sts") == Prompts(query="same: ", passage="same: ")
    assert Prompts.of({"query": "q: "}) == Prompts(query="q: ")


def test_a_prompt_precedes_every_text() -> None:
    inner = FakeEncoder()
    rows = prompted(inner, "query: ").encode(["one", ""], progress=no_progress, cancel=CancelToken())
    assert inner.encoded == ["query: one", "query: "]
    assert np.array_equal(rows, FakeEncoder().encode(["query: one", "query: "], progress=no_progress, cancel=CancelToken()))
    assert prompted(inner, "") is inner
