"""An answer fitted into its claim: with the noun it counts, with "in" before a place or a year, with "because of" before a cause."""

from __future__ import annotations

import re

from app.ask.lexicon import core, lexicon
from app.ask.question_parse import ParsedQuestion

_NUMBER_ONLY = re.compile(
    r"^(?:(?:about|around|over|under|nearly|almost|at least|more than|less than|fewer than|up to|some|only|roughly)\s+)?"
    r"[\d.,]+(?:\s*(?:k|m|bn|million|billion|thousand|hundred|dozen))?$",
    re.IGNORECASE,
)
_COUNT_WORDS = frozenset(
    """one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion hundreds
    thousands millions billions dozens of and no none many few half a""".split()
)
_MONEY = re.compile(r"[$€£¥₹]|\b(?:dollars?|euros?|pounds?|usd|eur|rupees|cents?|pence)\b", re.IGNORECASE)
_MONTHS = "january february march april may june july august september october november december".split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SEASONS = "spring summer autumn winter fall".split()
_TIMES = frozenset(
    "yesterday today tomorrow now never last next every after before during since until when while recently already soon ago".split()
)
_PLACES = frozenset("here there abroad everywhere nowhere home outside inside upstairs".split())
_SAID = frozenset("comment comments remark remarks statement statements slogan slogans word words phrase phrases slur slurs".split())
_SHARE = frozenset("percentage percent share proportion fraction".split())
_STRONG = frozenset("very extremely quite not hardly highly fairly rather totally completely 100%".split())
_FINITE = frozenset("is are was were has have had do does did can could will would should must may might".split())
_LOWERED = frozenset("the a an this these some his her its their our my no".split())


def lowered(answer: str) -> str:
    """An answer as it stands inside a sentence: "The lab" is "the lab", a name stays."""
    first = answer.split(" ", 1)[0]
    return answer[:1].lower() + answer[1:] if first.casefold() in _LOWERED else answer


def as_object(question: ParsedQuestion, answer: str) -> str:
    """The answer behind its verb; words that were said stand in quotation marks behind what they are."""
    if question.noun and core(question.noun[-1]) in _SAID and question.word in {"what", "which"}:
        return f"the {' '.join(question.noun)} “{answer}”"
    return lowered(answer)


def named(question: ParsedQuestion, answer: str) -> str:
    """The answer with what the question counts: "12" is "12 people", "40%" of teachers is "40% of teachers"."""
    if question.word in {"how many", "how much"}:
        return _counted(question, answer) if question.noun and not _repeats(question, answer) else answer
    head = core(question.noun[0]) if question.noun else ""
    noun = " ".join(question.noun[1:])
    if question.word == "whose":
        return f"{_owner(answer)} {' '.join(question.noun)}".rstrip()
    if head.endswith("'s") and question.word in {"which", "what"}:
        return f"{_owner(answer)} {noun}".rstrip()
    if head in _SHARE and re.search(r"\d|half|third|quarter|most", answer):
        return f"{answer} {noun}".rstrip()
    return answer


def _owner(answer: str) -> str:
    return answer if answer.endswith(("'s", "s'", "’s")) else answer + "'s"


def _counted(question: ParsedQuestion, answer: str) -> str:
    noun = " ".join(question.noun)
    if _NUMBER_ONLY.match(answer) is not None or all(core(word) in _COUNT_WORDS for word in answer.split()):
        return f"{answer} {noun}"
    if question.word == "how many" or _MONEY.search(answer) or core(question.noun[0]) == "money" or not answer[:1].isdecimal():
        return answer
    return f"{answer} of {noun}"


def _repeats(question: ParsedQuestion, answer: str) -> bool:
    """Return True if the answer already contains the counted noun, in either number."""
    heads = {core(word).rstrip("s") for word in question.noun}
    return any(core(word).rstrip("s") in heads for word in answer.split())


def preposition_of(noun: tuple[str, ...]) -> str:
    """Return the preposition for an answer to "which year" or "what day"; "" for other nouns."""
    head = core(noun[0]) if noun else ""
    return "in" if head in {"year", "month", "decade", "century"} else "on" if head in {"day", "date"} else ""


def asks_for_share(question: ParsedQuestion) -> bool:
    """Return True if the question asks for a share: "what percentage of teachers"."""
    return bool(question.noun) and core(question.noun[0]) in _SHARE


def is_time(answer: str) -> bool:
    """Return True if an answer certainly says when."""
    first = core(answer.split(maxsplit=1)[0])
    return not (lexicon().has("prepositions", first) and first not in _TIMES and not re.search(r"\d", answer)) and _when(answer, first)[1]


def placed(question: ParsedQuestion, answer: str) -> bool:
    """Return True if an answer to "where" needs no "in": it has a preposition, or the question ends in one."""
    vocabulary = lexicon()
    first = core(answer.split(maxsplit=1)[0])
    ends_in_preposition = bool(question.predicate) and vocabulary.has("prepositions", core(question.predicate[-1]))
    return ends_in_preposition or (vocabulary.has("prepositions", first) and not is_time(answer)) or first in _PLACES


def ending(question: ParsedQuestion, spoken_answer: str, text: str) -> tuple[str, bool]:
    """Return the adjunct of place, time, cause or manner that an answer adds to a claim, and whether that is certain."""
    answer = lowered(spoken_answer)
    first = core(spoken_answer.split(maxsplit=1)[0])
    if question.preposition:
        has_preposition = lexicon().has("prepositions", first)
        return f" {answer}" if has_preposition else f" {question.preposition} {answer}", True
    if question.word == "where":
        return _where(answer, first, core(text.rsplit(maxsplit=1)[-1])), True
    if question.word == "when":
        return _when(answer, first)
    if question.word == "why":
        return _why(answer, first, spoken_answer.split())
    return _how(answer, first) if question.word == "how" else (f": {spoken_answer}", False)


def _where(answer: str, first: str, last: str) -> str:
    vocabulary = lexicon()
    if vocabulary.has("prepositions", last):
        noun_phrase = answer.partition(" ")[2]
        return f" {noun_phrase}" if first == last and noun_phrase else f" {answer}"
    return f" {answer}" if vocabulary.has("prepositions", first) or first in _PLACES else f" in {answer}"


def _how(answer: str, first: str) -> tuple[str, bool]:
    vocabulary = lexicon()
    if vocabulary.has("prepositions", first) or first == "using":
        return f" {answer}", True
    return (f" by {answer}", True) if vocabulary.is_gerund(first) else (f": {answer}", False)


def _when(answer: str, first: str) -> tuple[str, bool]:
    vocabulary = lexicon()
    if vocabulary.has("prepositions", first) or first in _TIMES or core(answer.rsplit(maxsplit=1)[-1]) in {"ago", "later", "before"}:
        return f" {answer}", True
    if first in _DAYS or re.match(r"^\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?[A-Za-z]+|^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d", answer):
        return f" on {answer}", True
    if re.match(r"^\d{1,2}(?::\d\d)?\s*(?:am|pm|o['’]clock)$|^\d{1,2}:\d\d$|^(?:noon|midnight)$", answer, re.IGNORECASE):
        return f" at {answer}", True
    if first in _MONTHS:
        return (f" on {answer}" if re.match(r"^\w+ \d{1,2}(?:st|nd|rd|th)?\b(?!\d)", answer) else f" in {answer}"), True
    if re.match(r"^(?:the\s+)?(?:(?:early|late|mid)[- ])?(?:\d{3,4}s?|\d\d?(?:st|nd|rd|th) century)$", answer) or first in _SEASONS:
        return f" in {answer}", True
    return f": {answer}", False


def _why(answer: str, first: str, words: list[str]) -> tuple[str, bool]:
    if first in {"because", "to", "due", "for", "since", "as", "so", "by", "in", "out", "from", "after"}:
        return f" {answer}", True
    verb = lexicon().verb(first)
    if verb is not None and not verb.noun:
        return f" to {answer}", True
    clause = any(finite(core(word)) for word in words[1:])
    return (f" because {answer}", True) if clause else (f" because of {answer}", True)


def finite(word: str) -> bool:
    """Return True if a word is a finite verb: an auxiliary, an irregular past, a third person that is no plural noun."""
    vocabulary = lexicon()
    past, third = vocabulary.pasts.get(word), vocabulary.thirds.get(word)
    return word in _FINITE or (past is not None and past.past != past.participle) or (third is not None and not third.noun)


def measured(question: ParsedQuestion, answer: str) -> tuple[str, bool]:
    """The answer to "how old", "how effective" with its adjective: "190 years old", "95% effective"; certain for figures."""
    adjective = core(question.measure)
    if adjective in {"often", "long", "far"}:
        return answer, bool(re.match(r"^\w+", answer))
    if any(core(word) == adjective for word in answer.split()):
        return answer, True
    figure = answer[:1].isdecimal() or core(answer.split(maxsplit=1)[0]) in _STRONG
    return f"{answer} {question.measure}", figure
