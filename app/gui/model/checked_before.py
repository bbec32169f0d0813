"""The words for a fact-check that repeats an earlier one of another publisher."""

from __future__ import annotations

from app.domain.direction import isolated
from app.domain.repeat import EarlierDebunk
from app.gui.model.labels import inert
from app.gui.model.language_names import language_name
from app.translation import trn


def earlier_words(debunk: EarlierDebunk) -> str:
    """Describe an earlier check of the claim: publisher, days before, and the language where it differs from this fact-check's."""
    publisher = isolated(inert(debunk.publisher))
    if not debunk.language or debunk.same_language:
        return trn(
            "Already checked by {publisher}, {count} day before",
            "Already checked by {publisher}, {count} days before",
            debunk.days,
            publisher=publisher,
        )
    return trn(
        "Already checked by {publisher} in {language}, {count} day before",
        "Already checked by {publisher} in {language}, {count} days before",
        debunk.days,
        publisher=publisher,
        language=language_name(debunk.language),
    )
