"""Real debates in other layouts, and records as in each country: every sentence keeps its speaker."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.quality.speakers.layouts import LAYOUTS
from tests.quality.speakers.measure import compare, speakers_read
from tests.quality.speakers.turns import Turn, debates

_TRANSCRIPTS = Path(__file__).parents[3].parent / "shared/data/debates_train/transcripts"
_TURNS, _EVERY = 30, 12
_LEAST = {
    "capitals-colon": 0.99,
    "title-colon": 0.99,
    "office-once": 0.99,
    "inside-lines": 0.98,
    "capitals-alone": 0.98,
    "square": 0.99,
    "hearing": 0.99,
    "record": 0.99,
    "html-table": 0.98,
    "docx-table": 0.98,
}
"""Shares of sentences: what is reached in these debates, all or all but one sentence, less a margin for changes elsewhere.
`python -m tests.quality.speakers` tells the figures of all debates and layouts."""
_NEED_A_RETURN = frozenset({"capitals-alone", "docx-table"})
"""Layouts without a sign behind the name or a row of headings: there names are only found where somebody speaks twice, a known limit."""


@pytest.fixture(scope="module")
def talks() -> list[list[Turn]]:
    """Return the first turns of every twelfth debate outside the training data, where several people speak."""
    if not _TRANSCRIPTS.exists():
        pytest.skip("the debates are not on this machine")
    begun = [turns[:_TURNS] for _, turns in list(debates(_TRANSCRIPTS))[1::_EVERY]]
    return [turns for turns in begun if len({turn.person for turn in turns}) > 1]


def _somebody_returns(turns: Sequence[Turn]) -> bool:
    return max(Counter(turn.person for turn in turns).values()) > 1


@pytest.mark.parametrize("name", _LEAST)
def test_debates_keep_their_speakers_in_other_layouts(name: str, talks: list[list[Turn]]) -> None:
    suffix, layout = LAYOUTS[name]
    counts = Counter[str]()
    for number, turns in enumerate(talks):
        if name not in _NEED_A_RETURN or _somebody_returns(turns):
            draft, spans = speakers_read(layout(turns, random.Random(number)), suffix)
            counts += compare(draft.text, spans, turns)
    total = sum(counts[outcome] for outcome in ("right", "wrong", "none", "lost"))
    assert total > 100 and counts["right"] >= _LEAST[name] * total, dict(counts)
