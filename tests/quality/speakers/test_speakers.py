"""Real debates in other layouts, and records in each country's: every sentence stays with the person who said it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.quality.speakers.layouts import LAYOUTS
from tests.quality.speakers.measure import compare, speakers_read
from tests.quality.speakers.turns import debates

_TRANSCRIPTS = Path(__file__).parents[3].parent / "shared/data/debates_train/transcripts"
_LEAST = 0.97
"""Of the debates that the weights have not seen; `python -m tests.quality.speakers` tells the figures of all."""
_EASY = (
    "capitals-colon",
    "title-colon",
    "office-once",
    "inside-lines",
    "capitals-alone",
    "square",
    "hearing",
    "record",
    "html-table",
    "docx-table",
)


@pytest.mark.skipif(not _TRANSCRIPTS.exists(), reason="the debates are not on this machine")
@pytest.mark.parametrize("name", _EASY)
def test_debates_keep_their_speakers_in_other_layouts(name: str) -> None:
    suffix, layout = LAYOUTS[name]
    found = Counter[str]()
    for number, (_, turns) in list(enumerate(debates(_TRANSCRIPTS)))[1::12]:
        if len({turn.person for turn in turns[:30]}) > 1:
            draft, spans = speakers_read(layout(turns[:30], random.Random(number)), suffix)
            found += compare(draft.text, spans, turns[:30])
    total = sum(found[each] for each in ("right", "wrong", "none", "lost"))
    assert total > 100 and found["right"] >= _LEAST * total, dict(found)
