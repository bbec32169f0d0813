"""The questions that a multi-answer set can be made from, each with the sentence that answers it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.reader.alone import asks_alone, sentences_of, stands_alone, tidy
from models.reader.answer_kinds import answered
from models.reader.spans import Asked

_FEWEST_SHARED = 2
_COMMON = frozenset(
    "the and for was are how its his her what which when where whom whose who many much year did does have had has been were that with "
    "from this into they not any all name".split()
)


@dataclass(frozen=True, slots=True)
class Source:
    """A question with the sentence that answers it; the first of the annotated `names` is how the sentence says it."""

    asked: Asked
    sentence: str
    kind: str
    names: tuple[str, ...]


def sources_of(article: Sequence[Asked]) -> list[Source]:
    """At most one of each sentence and each question."""
    by_sentence: dict[str, Source] = {}
    for one in article:
        source = _source(one)
        if source is not None and all(source.asked.question != other.asked.question for other in by_sentence.values()):
            by_sentence.setdefault(source.sentence, source)
    return list(by_sentence.values())


def _source(one: Asked) -> Source | None:
    kind, names = answered(one)
    if not names or not asks_alone(one.question) or names[0].casefold() in one.question.casefold():
        return None
    for first, sentence in sentences_of(one.context):
        text = tidy(sentence)
        here = any(first <= start < first + len(sentence) for start, _ in one.answers)
        once = len(re.findall(rf"(?<!\w){re.escape(names[0])}(?!\w)", text)) == 1
        if here and once and stands_alone(text) and len(_shared(one.question, text)) >= _FEWEST_SHARED:
            return Source(one, text, kind, names)
    return None


def tells(text: str, source: Source) -> bool:
    """Whether a sentence is the source or may answer its question, too."""
    return text == source.sentence or (source.names[0] in text and len(_shared(source.asked.question, text)) > 1)


def _shared(question: str, text: str) -> set[str]:
    words, others = ({word.casefold()[:6] for word in re.findall(r"\w{3,}", one)} - _COMMON for one in (question, text))
    return words & others
