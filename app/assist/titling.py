"""Titles a narrative in the words of its fact-checks and posts."""

from __future__ import annotations

from collections.abc import Sequence

from app.assist.asking import TEXT, Asker, Assisted, Question, object_form
from app.assist.grounding import content_words, share, source_terms, unsupported_terms
from app.assist.prompt_delimiters import Block, numbered
from app.assist.reading import text_of
from app.domain.assisted import Dropped, DropReason

SHOWN = 12
"""Texts of a narrative that the model is shown."""
_LONGEST, _GIVEN = 12, 0.75
_CHARACTERS = 90
_TASK = (
    "The numbered texts in <texts> tell the same story. Name this story in at most ten words, in the language that most of them are in, as "
    "a neutral heading: what it is about, not whether it is true. Use words that the texts use."
)


def title(texts: Sequence[str], *, asker: Asker) -> Assisted[str]:
    """Return a title, "" where it does not pass the checks. Raises as the model does."""
    sample = texts[:SHOWN]
    if not sample:
        return Assisted(value="")
    question = Question(words=_TASK, blocks=(Block("texts", numbered(sample)),), schema=object_form(title=TEXT), max_tokens=64)
    reply, usage = asker.ask(question)
    if not reply:
        return Assisted(value="", usage=usage)
    heading = text_of(reply, "title").strip(" \"'“”„«».")
    source = source_terms(sample)
    stray = [
        word for word in unsupported_terms(heading, source) if word.isdecimal() or not share(word, source)
    ]  # headings have capitals of their own
    if not any(map(str.isalnum, heading)) or len(heading.split()) > _LONGEST or len(heading) > _CHARACTERS:
        return Assisted(value="", usage=usage.without(Dropped(heading, DropReason.SHAPE)))
    if stray:
        return Assisted(value="", usage=usage.without(Dropped(heading, DropReason.STRAY, ", ".join(stray))))
    if not content_words(heading) or share(heading, source) < _GIVEN:  # “What they said” names no story
        return Assisted(value="", usage=usage.without(Dropped(heading, DropReason.FOREIGN)))
    return Assisted(value=heading, usage=usage)
