"""A title for a narrative, in the words of its fact-checks and posts."""

from __future__ import annotations

from collections.abc import Sequence

from app.assist.asking import TEXT, Asker, Assisted, Question, object_form
from app.assist.fence import Block, numbered
from app.assist.grounding import content_words, given, share, strays
from app.assist.reading import text_of
from app.domain.assisted import Dropped, Why

SHOWN = 12
"""Texts of a narrative that the model is shown."""
_LONGEST, _GIVEN = 12, 0.75
_CHARACTERS = 90
_TASK = (
    "The numbered texts in <texts> tell the same story. Name this story in at most ten words, in the language that most of them are in, as "
    "a neutral heading: what it is about, not whether it is true. Use words that the texts use."
)


def title(texts: Sequence[str], *, asker: Asker) -> Assisted[str]:
    """A title, "" where what was said did not hold. Raises as the model does."""
    shown = texts[:SHOWN]
    if not shown:
        return Assisted(found="")
    question = Question(words=_TASK, blocks=(Block("texts", numbered(shown)),), schema=object_form(title=TEXT), max_tokens=64)
    found, spent = asker.ask(question)
    if not found:
        return Assisted(found="", spent=spent)
    said = text_of(found, "title").strip(" \"'“”„«».")
    source = given(shown)
    stray = [word for word in strays(said, source) if word.isdecimal() or not share(word, source)]  # headings have capitals of their own
    if not any(map(str.isalnum, said)) or len(said.split()) > _LONGEST or len(said) > _CHARACTERS:
        return Assisted(found="", spent=spent.without(Dropped(said, Why.SHAPE)))
    if stray:
        return Assisted(found="", spent=spent.without(Dropped(said, Why.STRAY, ", ".join(stray))))
    if not content_words(said) or share(said, source) < _GIVEN:  # “What they said” names no story
        return Assisted(found="", spent=spent.without(Dropped(said, Why.FOREIGN)))
    return Assisted(found=said, spent=spent)
