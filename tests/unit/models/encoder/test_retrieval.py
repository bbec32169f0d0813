"""Retrieval measures of an encoder on linked claims, and weights of the prefilter score."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from app.domain.document import Sentence
from app.domain.progress import CancelToken, no_progress
from app.ranking import FEATURES
from app.services.matching.candidates import SentenceCandidates
from models.encoder.retrieval import linked_ranks
from models.ranker.body_weight import reciprocal_rank
from models.ranker.files import blank
from tests.fakes.encoder import FakeEncoder

CLAIMS = ["the lake holds many fish", "the river was diverted twice", "taxes on bread went up"]


def test_ranks_are_of_the_nearest_linked_claim_and_unlinked_texts_are_skipped() -> None:
    encoder = FakeEncoder()
    vectors = encoder.encode(CLAIMS, progress=no_progress, cancel=CancelToken())
    linked_texts = [
        (CLAIMS[0], frozenset({"a"})),
        (CLAIMS[0], frozenset({"b", "a"})),
        (CLAIMS[1], frozenset({"c"})),
        ("nobody linked this", frozenset({"elsewhere"})),
    ]
    ranks = linked_ranks(linked_texts, ["a", "b", "c"], vectors, encoder)
    assert ranks.tolist()[:2] == [0, 0] and len(ranks) == 3 and ranks[2] >= 1


@pytest.mark.parametrize(("weight", "expected"), [(0.0, 1 / 3), (1.0, 1.0)])
def test_the_body_moves_a_candidate_up_by_its_weight(weight: float, expected: float) -> None:
    candidates = SentenceCandidates(
        sentence=Sentence(index=0, text="", start=0, end=0),
        rows=np.array([4, 5, 6, -1], np.int32),
        measures={
            "prefilter": np.array([0.3, 0.2, 0.1, 0.9], np.float32),
            "bm25_body": np.array([0.0, 1.0, 9.0, 0.0], np.float32),
        },
        prefilter_score=np.zeros(4, np.float32),
        foreign=np.zeros(4, np.bool_),
        preliminary=0.0,
        preliminary_probability=0.0,
        checkworthiness=0.5,
    )
    file = msgspec.structs.replace(blank(FEATURES).file, body_weight=weight)
    assert reciprocal_rank([(candidates, {2})], file) == pytest.approx(expected)
