"""Trim a reader's span to the words that name an answer.

A reader trained on articles marks too much of a post: "the tram should be called Line 1", "Nile, 6,650 km", "it was no engine
damage". Grammar decides most cases: the end of a clause, words that repeat the question, and introductory words. English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.ask.answer_words import compared_once, singular
from app.ask.lexicon import Lexicon, core, lexicon
from app.ask.statement import BE, DO, HAVE, LONGEST, MODALS
from app.domain.wordlists import COUNTS, FUNCTION_WORDS, SCALES

_BREAK = re.compile(
    r"(?<!\bSt)(?<!\bMr)(?<!\bDr)(?<!\bJr)(?<!\bSr)(?<!\bNo)(?<!\bMt)(?<!\bMs)(?<=\w\w)\.(?=\s|$)|(?<=\W\d)\.(?=\s|$)|[!?…;:]+(?=\s|$)"
    r"|\.{2,}|[\"“”()\[\]=<>|•]|\s[–—-]+\s|,(?=\s)(?!\s\d{4}\b)"
    r"|\b(?:vs|versus)\b|[\U0001f000-\U0001faff☀-➿⬀-⯿️‍]+"
)
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(
    r"[$€£]?\d[\d.,]*\d(?:\s?(?:%|percent|per cent|thousand|million|billion|trillion|k\b|m\b|bn\b))?"
    r"|\d(?:\s?(?:%|percent|per cent|thousand|million|billion|trillion|k\b|m\b|bn\b))?",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday|century|decade|year|month|week|day|morning|night|spring|summer|autumn|winter|yesterday|today|tomorrow|"
    r"never|always|soon|now|ago|before|after|during|when)s?\b",
    re.IGNORECASE,
)
_LEADING = frozenset(
    """it its it's that's thats there's there this that these those he she they they're we i you not never only just about around over
    nearly almost roughly approximately probably maybe perhaps even also still really because of due to from by via called named mainly
    mostly like definitely actually simply so and or but either both clearly obviously apparently isn't wasn't aren't weren't either at in
    on near with for well yes no, ok okay more than least up supposedly allegedly literally into through always""".split()
)
_ENDING = frozenset(
    """now again today too already anyway instead either also really again once more full stop lol please though itself themselves
    obviously alone""".split()
)
_CLAUSE = frozenset(
    """that which who whom whose because so when while if after before since until although though but as than where why how what
    whatever whoever and/or""".split()
)
_OPENING = frozenset("who whom whose what which whatever whoever why how when where if whether".split())
_INTRODUCING = BE | frozenset("isn't wasn't aren't weren't it's that's called named says say said because".split())
_HELPING = BE | DO | HAVE | MODALS | frozenset("cannot gets got".split())
_GENERIC = frozenset("main real true only cause reason answer culprit name thing what biggest best first".split())
_NAMING = frozenset("name call blame thank try use".split())
_NUMBER_WORDS = frozenset(COUNTS) | frozenset(SCALES) | frozenset("hundred half dozen".split())


@dataclass(frozen=True, slots=True)
class _Asked:
    """The parts of a question that trimming needs: its words in the singular, and what it asks for."""

    words: frozenset[str]
    count: bool
    time: bool
    reason: bool

    @classmethod
    def of(cls, question: str) -> _Asked:
        plain = " ".join(question[:LONGEST].casefold().split())
        return cls(
            words=frozenset(compared_once(plain).tokens) | frozenset(map(_stem, plain.split())),
            count=re.search(r"\bhow many\b", plain) is not None,
            time=re.match(r"(?:(?:since|until|in|on) )?(?:when|(?:what|which) (?:year|day|date|month|century))\b", plain) is not None,
            reason=re.match(r"(?:why|how)\b(?! (?:many|much))", plain) is not None,
        )


def shortened(text: str, start: int, end: int, question: str) -> tuple[int, int] | None:
    """The first and last place in the text of the answer within what was marked there; None where nothing of it names an answer."""
    parsed = _Asked.of(question)
    for low, high in _pieces(text, start, end):
        if parsed.count:
            span = _number(text, low, high)
        else:
            span = _cut([(low + match.start(), low + match.end()) for match in _WORD.finditer(text[low:high])], text, parsed)
        if span is not None and (not parsed.time or _TIME.search(text[span[0] : span[1]])):
            return span
    return None


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the pieces between marks that end a clause."""
    low = start
    for mark in _BREAK.finditer(text, start, end):
        if text[low : mark.start()].strip():
            yield low, mark.start()
        low = mark.end()
    if text[low:end].strip():
        yield low, end


def _number(text: str, low: int, high: int) -> tuple[int, int] | None:
    figure = _NUMBER.search(text, low, high)
    if figure is not None:
        return figure.start(), figure.end()
    words = [(low + match.start(), low + match.end()) for match in _WORD.finditer(text[low:high])]
    number_indexes = [index for index, word in enumerate(words) if core(text[word[0] : word[1]]) in _NUMBER_WORDS]
    return (words[number_indexes[0]][0], words[number_indexes[-1]][1]) if number_indexes else None


def _cut(spans: Sequence[tuple[int, int]], text: str, parsed: _Asked) -> tuple[int, int] | None:
    """The part of one clause that names something."""
    vocabulary = lexicon()
    words = [core(text[low:high]) for low, high in spans]
    if words[0] in _OPENING:
        return None
    first = _begin(words, parsed)
    last = _end(words, first, parsed, vocabulary)
    while last > first and _trails(words, first, last, parsed):
        last -= 1
    named = words[first:last]
    if not any(_names(word, parsed) for word in named) or (not parsed.reason and _verbal(named, vocabulary)):
        return None
    low, high = spans[first][0], spans[last - 1][1]
    marked = text[low:high]
    trimmed = marked.rstrip(".,;:!?'’*_~")
    return low, high - (len(marked) - len(trimmed)) - (2 if re.search(r"['’]s$", trimmed) and last - first == 1 else 0)


def _begin(words: Sequence[str], parsed: _Asked) -> int:
    """The place behind what only leads in: "the cause of it is", "it was no", "about", "name it"."""
    first = 0
    for index, word in enumerate(words[:-1]):
        if word in _INTRODUCING and all(not _names(previous, parsed) or previous in _INTRODUCING | _GENERIC for previous in words[:index]):
            first = index + 1
    if first == 0:
        reporting_verb = next((index for index, word in enumerate(words[:-1]) if word in {"says", "said", "called", "named"}), None)
        first = 0 if reporting_verb is None else reporting_verb + 1
    elif words[first] in {"no", "not"}:
        first += 1
    while first + 1 < len(words):
        is_naming = words[first] in _NAMING and words[first + 1] in {"it", "him", "her", "them", "the"}
        if words[first] in _LEADING or (words[first] == "no" and not parsed.reason):
            first += 1
        elif is_naming:
            first += 2 if words[first + 1] != "the" else 1
        else:
            break
    return min(first, len(words) - 1)


def _end(words: Sequence[str], first: int, parsed: _Asked, vocabulary: Lexicon) -> int:
    """The place where another clause or the predicate begins."""
    for index in range(first + 1, len(words)):
        word, before = words[index], words[index - 1]
        if word in _CLAUSE or word in {"or", "/"}:
            return index
        if parsed.reason or vocabulary.has("determiners", before) or vocabulary.has("prepositions", before):
            continue
        if _finite(word, vocabulary):
            return index
    return len(words)


def _finite(word: str, vocabulary: Lexicon) -> bool:
    if word in _HELPING or word.endswith(("n't", "'ll", "'ve", "'re")):
        return True
    base = vocabulary.verb(word) or vocabulary.thirds.get(word)
    if base is not None:
        return not base.noun
    return word in vocabulary.pasts and word not in {"found", "left", "saw", "felt", "ground", "wound", "bit", "rose", "lay", "broken"}


def _trails(words: Sequence[str], first: int, last: int, parsed: _Asked) -> bool:
    """Return True if the last word adds nothing: a function word, or a word of the question after a preposition."""
    word = words[last - 1]
    if word in _ENDING or word in FUNCTION_WORDS or word in _LEADING or not any(map(str.isalnum, word)):
        return True
    if _names(word, parsed):
        return False
    before_last = words[first : last - 1]
    index = next((index for index in range(len(before_last) - 1, -1, -1) if lexicon().has("prepositions", before_last[index])), None)
    return index is not None and index > 0 and not any(_names(word_after, parsed) for word_after in before_last[index + 1 :])


def _verbal(words: Sequence[str], vocabulary: Lexicon) -> bool:
    """Return True if the words begin with a predicate: "finished the day"."""
    if len(words) < 2 or words[0] not in vocabulary.pasts | vocabulary.thirds:
        return False
    return any(vocabulary.has(name, words[1]) for name in ("determiners", "pronouns", "prepositions"))


def _names(word: str, parsed: _Asked) -> bool:
    """Return True if a word is telling and not a word of the question."""
    return (
        any(map(str.isalnum, word))
        and word not in FUNCTION_WORDS
        and word not in _LEADING
        and word not in _HELPING
        and _stem(word) not in parsed.words
    )


def _stem(word: str) -> str:
    plain = core(word).removesuffix("'s")
    return singular(plain)
