"""Questions for a multi-answer set, each with the sentence that answers it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.reader.answer_kinds import answered
from models.reader.spans import AnnotatedQuestion
from models.reader.standalone import is_standalone, is_standalone_question, sentences_of, tidy

_FEWEST_SHARED = 2
_COMMON = frozenset(
    "the and for was are how its his her what which when where whom whose who many much year did does have had has been were that with "
    "from this into they not any all name".split()
)


@dataclass(frozen=True, slots=True)
class Source:
    """Annotated question with the sentence that answers it. The first of the annotated `names` is the wording of the sentence."""

    annotated: AnnotatedQuestion
    sentence: str
    kind: str
    names: tuple[str, ...]


def sources_of(article: Sequence[AnnotatedQuestion]) -> list[Source]:
    """Return the sources in an article, at most one for each sentence and each question."""
    by_sentence: dict[str, Source] = {}
    for question in article:
        source = _source(question)
        if source is not None and all(source.annotated.question != other.annotated.question for other in by_sentence.values()):
            by_sentence.setdefault(source.sentence, source)
    return list(by_sentence.values())


def _source(question: AnnotatedQuestion) -> Source | None:
    kind, names = answered(question)
    if not names or not is_standalone_question(question.question) or names[0].casefold() in question.question.casefold():
        return None
    for first, sentence in sentences_of(question.context):
        text = tidy(sentence)
        has_answer = any(first <= start < first + len(sentence) for start, _ in question.answers)
        occurs_once = len(re.findall(rf"(?<!\w){re.escape(names[0])}(?!\w)", text)) == 1
        if has_answer and occurs_once and is_standalone(text) and len(_shared(question.question, text)) >= _FEWEST_SHARED:
            return Source(question, text, kind, names)
    return None


def may_answer(text: str, source: Source) -> bool:
    """Return True if a sentence is the source or may also answer its question."""
    return text == source.sentence or (source.names[0] in text and len(_shared(source.annotated.question, text)) > 1)


def _shared(question: str, text: str) -> set[str]:
    words, text_words = ({word.casefold()[:6] for word in re.findall(r"\w{3,}", part)} - _COMMON for part in (question, text))
    return words & text_words
