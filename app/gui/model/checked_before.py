"""The words for a fact-check that repeats an earlier one of another publisher."""

from __future__ import annotations

from app.domain.direction import isolated
from app.domain.repeat import EarlierDebunk
from app.gui.model.labels import inert
from app.gui.model.language_names import language_name
from app.translation import trn


def earlier_words(found: EarlierDebunk) -> str:
    """Who had checked the claim, how many days before; in which language, where that is another one than the fact-check's own."""
    publisher = isolated(inert(found.publisher))
    if not found.language or found.same_language:
        return trn(
            "Already checked by {publisher}, {count} day before",
            "Already checked by {publisher}, {count} days before",
            found.days,
            publisher=publisher,
        )
    return trn(
        "Already checked by {publisher} in {language}, {count} day before",
        "Already checked by {publisher} in {language}, {count} days before",
        found.days,
        publisher=publisher,
        language=language_name(found.language),
    )
