"""Sentences of a paragraph, and tests whether one is clear without its context."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"(?<=[.!?])[\"”]? +(?=[A-Z\d\"“])")
_ABBREVIATED = re.compile(r"(?:\b(?:U\.S|St|AD|Mr|Mrs|Dr|Jr|Sr|c|ca|cf|vs|e\.g|i\.e|No|[A-Z])\.)$")
_NOTE = re.compile(r"\[\w+\]")
_BRACKETS = re.compile(r" ?\([^()]*\)")
_POINTING = re.compile(
    r"^(?:it|its|they|their|them|he|his|him|she|her|this|that|these|those|such|there|then|here|both|each|another|others?|some|one|but|and|or|"
    r"so|yet|however|thus|therefore|also|moreover|furthermore|meanwhile|instead|hence|similarly|likewise|nevertheless|by then|"
    r"at (?:this|that) time|soon|for example|for instance|as a result|in addition|afterwards|later)\b"
    r"|\b(?:this|these|such(?! as)|the (?:former|latter)(?= \w+ (?:is|was|are|were|had|has)\b|,)|the other|above|aforementioned)\b"
    r"|\bresulting\b|^the [a-z]+ (?:was|were|is|are|had|has|began|led|gave|became|took|made|[a-z]+ed)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|its|they|their|them|he|his|him|himself|she|her|we|our)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<!^)\b[A-Z][a-z]+|^[A-Z][a-z]+ [A-Z][a-z]+")
_POINTING_QUESTION = re.compile(
    r"\b(?:it|its|they|their|them|he|his|him|she|her|this|these|those|such|following|article|passage|author|here|"
    r"the (?:school|university|college|crisis|campus))\b",
    re.IGNORECASE,
)
_FEWEST, _MOST = 7, 42


def sentences_of(context: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a paragraph with the offset of their first character."""
    start = 0
    for match in _END.finditer(context):
        if _ABBREVIATED.search(context[start : match.start()]) is None:
            yield start, context[start : match.start()] + match[0].strip()
            start = match.end()
    yield start, context[start:]


def tidy(sentence: str) -> str:
    """Return a sentence without notes and brackets, which no post would have."""
    return " ".join(_BRACKETS.sub("", _NOTE.sub("", sentence)).split()).strip('"“”')


def is_standalone(sentence: str) -> bool:
    """Return True if a sentence is clear without its context: a whole sentence, and a name before each pronoun."""
    if not _FEWEST <= len(sentence.split()) <= _MOST or not sentence.endswith(".") or not sentence[0].isupper():
        return False
    if _POINTING.search(sentence) or sentence.count('"') % 2 or sentence.count("(") != sentence.count(")"):
        return False
    pronoun, name = _PRONOUN.search(sentence), _NAME.search(sentence)
    return name is not None and (pronoun is None or name.start() < pronoun.start())


def is_standalone_question(question: str) -> bool:
    """Return True if a question is clear without its paragraph: it names something and has no open reference."""
    return _POINTING_QUESTION.search(question) is None and re.search(r"(?<!^)\b[A-Z]\w+|\d{3}", question) is not None
