"""Titles of narratives over a model with behaviour: only of those without a name, only in the words of their texts."""

from __future__ import annotations

import json

from app.assist import Asker
from app.domain.narrative import ItemKind, Narrative, NarrativeItem, NarrativeMap
from app.domain.progress import CancelToken, no_progress
from app.services.assisted_narratives import narrative_titles
from tests.fakes.llm import Asked, FakeLanguageModel

TEXTS = ("The old bridge of Velden was sold.", "Buses to Marrow run every hour.", "The library of Velden was closed.")


def found() -> NarrativeMap:
    items = tuple(NarrativeItem(id=f"i{place}", kind=ItemKind.FACTCHECK, text=text) for place, text in enumerate(TEXTS))
    narratives = tuple(
        Narrative(id=f"n{place}", name=str(place), claim=item.text, central=item.key, items=(item.key,), named_by_hand=place == 2)
        for place, item in enumerate(items)
    )
    return NarrativeMap(narratives=narratives, items=items)


def test_those_without_a_name_get_a_title_in_their_words() -> None:
    def answer(asked: Asked) -> str:
        return json.dumps({"title": "Old bridge of Velden"})

    model = FakeLanguageModel(answer)
    titles, record = narrative_titles(found(), limit=5, asker=Asker(model, CancelToken()), progress=no_progress)
    assert titles == {"n0": "Old bridge of Velden"}
    assert record.spent.calls == 2 and len(record.spent.dropped) == 1


def test_no_more_are_asked_for_than_wanted() -> None:
    _, record = narrative_titles(found(), limit=1, asker=Asker(FakeLanguageModel(sloppy=True), CancelToken()), progress=no_progress)
    assert record.spent.calls == 1
