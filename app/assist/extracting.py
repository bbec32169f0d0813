"""Extracts the answer to a question from each of several posts, word for word. An answer that the post does not contain is dropped."""

from __future__ import annotations

from collections.abc import Sequence

from app.assist.asking import NUMBER, TEXT, Asker, Assisted, Question, list_form, object_form
from app.assist.grounding import find_quote
from app.assist.prompt_delimiters import Block
from app.assist.reading import numbers_of, rows_of, text_of
from app.domain.assisted import NO_USAGE, Dropped, DropReason, TokenUsage

AT_ONCE = 8
"""Posts of one question."""
_LONGEST = 12
"""Words of an answer at most."""
_TASK = (
    "For each of the numbered posts that answers the question in <question>, give its number and its answer: the fewest words of the post "
    "that answer the question, copied exactly from it, such as a name or a thing. Leave out posts that do not answer it. It does not "
    "matter whether an answer is right."
)
Place = tuple[int, int]


def extract(question: str, texts: Sequence[str], *, asker: Asker) -> Assisted[tuple[Place | None, ...]]:
    """Return the span of the answer in each text, `text[start:end]`; None where there is none. Raises as the model does."""
    spans: list[Place | None] = []
    usage = NO_USAGE
    for start in range(0, len(texts), AT_ONCE):
        part, part_usage = _extract_part(question, texts[start : start + AT_ONCE], asker)
        spans += part
        usage += part_usage
    return Assisted(value=tuple(spans), usage=usage)


def _extract_part(question: str, texts: Sequence[str], asker: Asker) -> tuple[list[Place | None], TokenUsage]:
    blocks = [Block("question", question), *(Block(f"post-{index}", text) for index, text in enumerate(texts, start=1))]
    form = object_form(answers=list_form(object_form(post=NUMBER, answer=TEXT), max_items=len(texts)))
    reply, usage = asker.ask(Question(words=_TASK, blocks=tuple(blocks), schema=form, max_tokens=32 + 40 * len(texts)))
    spans: list[Place | None] = [None] * len(texts)
    for row in rows_of(reply, "answers"):
        answer, numbers = text_of(row, "answer"), numbers_of(row, "post")
        index = numbers[0] - 1 if numbers else -1
        if not 0 <= index < len(texts):
            usage = usage.without(Dropped(answer, DropReason.NO_REFERENCE))
        elif spans[index] is not None:
            usage = usage.without(Dropped(answer, DropReason.REPEATED))
        elif not any(map(str.isalnum, answer)) or len(answer.split()) > _LONGEST:
            usage = usage.without(Dropped(answer, DropReason.SHAPE))
        else:
            spans[index] = find_quote(answer, texts[index])
            if spans[index] is None:
                usage = usage.without(Dropped(answer, DropReason.NO_QUOTE))
    return spans, usage
