"""Titles by a fake language model: only for narratives without a name, only in the words of their texts."""

from __future__ import annotations

import json

from app.assist import Asker
from app.domain.narrative import ItemKind, Narrative, NarrativeItem, NarrativeMap
from app.domain.progress import CancelToken, no_progress
from app.services.assisted_narratives import narrative_titles
from tests.fakes.llm import Asked, FakeLanguageModel

TEXTS = ("The old bridge of Velden was sold.", "Buses to Marrow run every hour.", "The library of Velden was closed.")


def narrative_map() -> NarrativeMap:
    items = tuple(NarrativeItem(id=f"i{index}", kind=ItemKind.FACTCHECK, text=text) for index, text in enumerate(TEXTS))
    narratives = tuple(
        Narrative(id=f"n{index}", name=str(index), claim=item.text, central=item.key, items=(item.key,), named_by_hand=index == 2)
        for index, item in enumerate(items)
    )
    return NarrativeMap(narratives=narratives, items=items)


def test_unnamed_narratives_get_a_title() -> None:
    def answer(prompt: Asked) -> str:
        return json.dumps({"title": "Old bridge of Velden"})

    model = FakeLanguageModel(answer)
    titles, record = narrative_titles(narrative_map(), limit=5, asker=Asker(model, CancelToken()), progress=no_progress)
    assert titles == {"n0": "Old bridge of Velden"}
    assert record.spent.calls == 2 and len(record.spent.dropped) == 1


def test_no_more_titles_than_the_limit() -> None:
    _, record = narrative_titles(narrative_map(), limit=1, asker=Asker(FakeLanguageModel(sloppy=True), CancelToken()), progress=no_progress)
    assert record.spent.calls == 1
