"""Query variants of any text are few, different, and deterministic."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from app.retrieval import query_variants
from app.retrieval.variants import MOST

_PIECES = st.sampled_from(
    [
        "Anna Berg",
        "said that",
        "9.5 million",
        "“",
        "”",
        '"',
        "#TagOne",
        "@anna",
        "https://t.co/x",
        "😱",
        ".",
        "!",
        ", and",
        "\n",
        "—",
        "(@x)",
        "BREAKING:",
        "RT",
    ]
)
_TEXTS = st.one_of(st.text(max_size=300), st.lists(st.one_of(_PIECES, st.text(max_size=12)), max_size=60).map(" ".join))


@given(_TEXTS)
def test_variants_are_few_and_different(text: str) -> None:
    variants = query_variants(text)
    assert len(variants) <= MOST and len({variant.text for variant in variants}) == len(variants)
    assert all(variant.text.strip() and variant.text != text for variant in variants)
    assert query_variants(text) == variants


@given(
    st.sampled_from(["a ", "A b. ", "“x ", "#a", "— @a(", "said that ", "1,", "\u200d", "said says ", ", a said"]), st.integers(200, 20_000)
)
def test_long_and_hostile_texts_are_fast(piece: str, times: int) -> None:
    before = time.process_time()
    query_variants(piece * times)
    assert time.process_time() - before < 5  # no test of speed: a pattern that runs away takes minutes
