"""Check that an answer is of the kind that its question asks for: a place for "where", an amount for "how many", a person for
"who".

The reader's span is a guess. "Where was she born?" with "Hillary" makes no sensible claim, so an answer of an uncertain kind is
shown beside its question instead of in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ask import adjuncts
from app.ask.aliases import named
from app.ask.lexicon import core, lexicon
from app.ask.question_parse import ParsedQuestion
from app.ask.statement import OPENERS

AMOUNT = re.compile(
    r"\d|\b(?:no|none|nobody|nothing|zero|free|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|dozens?|hundreds?|"
    r"thousands?|millions?|billions?|trillions?|half|third|quarter|most|many|few|several|all|every\w*|once|twice|daily|weekly|monthly|yearly|never|"
    r"always|often|rarely|centuries|decades|years|months|weeks|days|hours|minutes)\b",
    re.IGNORECASE,
)
"""What an answer to “How many …?” holds one of."""
_BARE_NUMBER = re.compile(r"[\d.,\s]+")
_SUBJECTS = frozenset("i you he she it we they".split())
_PLACING = "in|at|near|inside|outside|behind|under|beneath"
_NOBODY = frozenset("neither none nobody nothing nowhere".split())


def of_the_right_kind(question: ParsedQuestion, answer: str, texts: Sequence[str] = ()) -> bool:
    """Return True if a non-empty answer certainly fits the question. An unknown name is a place only if one of `texts`, which were
    read for it, says so ("near Skelby")."""
    if question.measure or question.word in {"how many", "how much"} or adjuncts.asks_for_share(question):
        return AMOUNT.search(answer) is not None
    if adjuncts.preposition_of(question.noun):
        return adjuncts.is_time(answer)
    if question.word == "where" and not question.preposition and not adjuncts.placed(question, answer):
        entity = named(answer)
        return (entity is not None and entity.kind == "place") or (not adjuncts.is_time(answer) and _is_place_in(texts, answer))
    if question.word == "why":
        return not adjuncts.is_time(answer) and _BARE_NUMBER.fullmatch(answer) is None
    if question.word in {"who", "whose"} and _BARE_NUMBER.fullmatch(answer) is not None:
        return False
    return question.word not in {"who", "whose", "what", "which"} or _is_noun_phrase(answer)


def _is_place_in(texts: Sequence[str], answer: str) -> bool:
    """Return True if a text has the answer after a preposition of place."""
    pattern = re.compile(rf"\b(?:{_PLACING})\s+(?:\w+\s+)?{re.escape(answer)}(?!\w)", re.IGNORECASE)
    return any(pattern.search(" ".join(text.split())) for text in texts)


def _is_noun_phrase(answer: str) -> bool:
    """Return True if an answer can be a subject or an object: no clause, no preposition at its start except before a number, and
    not "nobody", which would turn the claim into a denial."""
    first, *following = (core(word) for word in answer.split())
    starts = lexicon().has("prepositions", first) and not re.search(r"\d", answer)
    clause = (bool(following) and first in _SUBJECTS | OPENERS) or any(map(adjuncts.finite, following))
    return not (starts or clause or first in _NOBODY)
