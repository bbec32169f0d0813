"""Publishers' own ratings for display, in normal words, never replaced by our coarser scale."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.translation import tr

Quote = Callable[[str], str]
"""What is done to texts from outside before they are put into a sentence, such as taking control characters away."""
_SLUG = re.compile(r"[^\W\d_]+(?:[-_][^\W\d_]+)*")
_TRUTH_O_METER = {
    "barely-true": "Mostly False",  # renamed by PolitiFact in July 2011; its data keep the old name
    "mostly-false": "Mostly False",
    "half-true": "Half True",
    "mostly-true": "Mostly True",
    "pants-fire": "Pants on Fire",
    "pants-on-fire": "Pants on Fire",
    "full-flop": "Full Flop",
    "half-flip": "Half Flip",
    "no-flip": "No Flip",
}
_LONGEST = 60


def rating_words(check: FactCheck, quote: Quote = str) -> str:
    """Return the publisher's rating in normal words: “Mostly False” for PolitiFact's “barely-true”, “Half true” for another's
    “half-true”.

    Long ratings are shortened. Without a rating of the publisher, our own verdict is used; without either, a note that there is
    none.
    """
    text = " ".join(quote(check.rating).split())
    if not text:
        return check.verdict.label if is_rated(check) else tr("no rating")
    truth_o_meter = (
        _TRUTH_O_METER.get(text.casefold().replace("_", "-").replace(" ", "-")) if "politifact" in check.publisher.casefold() else None
    )
    if truth_o_meter:
        return truth_o_meter
    if _SLUG.fullmatch(text):
        text = _sentence_case(re.sub("[-_]", " ", text))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def is_rated(check: FactCheck) -> bool:
    """Return True if there is a rating, the publisher's or ours."""
    return bool(check.rating.strip()) or check.verdict is not Verdict.UNRATED


def attributed_rating(check: FactCheck, quote: Quote = str) -> str:
    """Return publisher and rating: “PolitiFact: Mostly False”; only the rating if no publisher is known."""
    publisher = " ".join(quote(check.publisher).split())
    rating = rating_words(check, quote)
    return tr("{publisher}: {rating}", publisher=publisher, rating=rating) if publisher else rating


def verbatim_rating(check: FactCheck, quote: Quote = str) -> str:
    """Return the rating as published if it is displayed in other words, else ""."""
    text = " ".join(quote(check.rating).split())
    return "" if not text or text.casefold() == rating_words(check, quote).casefold() else text


def capitalised(text: str) -> str:
    """Return the text with a capital first letter, for a line of its own."""
    return text[:1].upper() + text[1:]


def _sentence_case(text: str) -> str:
    return capitalised(text.lower() if text.isupper() and " " in text else text)
