"""Rewords a claim for the search. Rewordings only add candidates: each candidate is then compared with the claim as written."""

from __future__ import annotations

import re

from app.assist.asking import TEXT, Asker, Assisted, Question, list_form, object_form
from app.assist.grounding import content_words, figures, holds, source_terms, unsupported_terms
from app.assist.prompt_delimiters import Block
from app.assist.reading import texts_of
from app.domain.assisted import Dropped, DropReason
from app.ranking.text import is_question
from app.stance import negation_mismatch

MOST = 3
_LONGEST = 40
_YEAR = re.compile(r"(?:19|20)\d\d")
_FEWEST = 2
_ALIKE = 0.85
_HELD = 0.3
"""Of the claim's content words, how many a wording must have in any form: its names and numbers at least."""
_TASK = (
    "Somebody said what stands in <claim>. Fact-checkers may have written the same claim in other words. Write it in up to {most} other "
    "ways, in its language, each as one short sentence such as stands at the head of a fact-check: other words for the same thing, "
    "without who says it. Keep its names and numbers and add none; do not deny what it affirms."
)


def reword(claim: str, *, asker: Asker, limit: int = MOST) -> Assisted[tuple[str, ...]]:
    """Return at most `limit` wordings that differ from the claim and from each other and name nothing that it does not. Raises as
    the model does."""
    form = object_form(wordings=list_form(TEXT, max_items=limit))
    question = Question(words=_TASK.format(most=limit), blocks=(Block("claim", claim),), schema=form, max_tokens=32 + 64 * limit)
    reply, usage = asker.ask(question)
    source, wordings = source_terms([claim]), list[str]()
    claimed = frozenset(content_words(claim))
    earlier_contents = [claimed]
    for text in texts_of(reply, "wordings"):
        content, stray = frozenset(content_words(text)), unsupported_terms(text, source)
        if len(text.split()) > _LONGEST or (len(content) < _FEWEST and text.isascii()) or is_question(text):
            usage = usage.without(Dropped(text, DropReason.SHAPE))
        elif stray:
            usage = usage.without(Dropped(text, DropReason.STRAY, ", ".join(stray)))
        elif not _counts(claim) <= _counts(text) or not _says_as_much(text, content, claimed):
            usage = usage.without(Dropped(text, DropReason.LOST))
        elif negation_mismatch(claim, text) or negation_mismatch(text, claim):
            usage = usage.without(Dropped(text, DropReason.OPPOSED))
        elif any(_likeness(content, other) >= _ALIKE for other in earlier_contents):
            usage = usage.without(Dropped(text, DropReason.REPEATED))
        elif len(wordings) < limit:
            earlier_contents.append(content)
            wordings.append(text)
    return Assisted(value=tuple(wordings), usage=usage)


def _counts(text: str) -> frozenset[str]:
    """Return the numbers of a text except its years, which a wording may leave out."""
    return frozenset(figure for figure in figures(text) if not _YEAR.fullmatch(figure))


def _says_as_much(text: str, content: frozenset[str], claimed: frozenset[str]) -> bool:
    """Return True if a wording has enough of the claim's content words, and at least half as many words. "Olive oil" repeats no
    claim about it."""
    wording = source_terms([text])
    held_count = sum(holds(word, wording) for word in claimed)
    return held_count >= _HELD * len(claimed) and len(content) >= len(claimed) / 2


def _likeness(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / (len(first | second) or 1)
