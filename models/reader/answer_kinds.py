"""Kinds of answers (a year, a person, a place …), and the other answers of a kind in an article.

An answer is replaced only by another of its kind, so that the generated sentence reads naturally.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.reader.spans import AnnotatedQuestion

_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_SMALL = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
_SHAPES = {
    "day": re.compile(rf"(?:{_MONTH}) \d{{1,2}}, \d{{4}}"),
    "month": re.compile(rf"(?:{_MONTH}) \d{{4}}"),
    "decade": re.compile(r"\b1\d\d0s"),
    "year": re.compile(r"(?<![\d$.,–-])(?:1\d|20)\d\d(?![\d%,.–-]?\d|s\b| (?:BC|million|men|people))"),
    "century": re.compile(r"\b\d{1,2}(?:st|nd|rd|th) century"),
    "money": re.compile(r"(?:US)?\$\d[\d.,]*\d?(?: (?:million|billion|trillion))?"),
    "percent": re.compile(r"\b\d+(?:\.\d+)?(?:%| percent)"),
    "large number": re.compile(r"(?<![$\d.,])\d+(?:\.\d+)? (?:million|billion)\b|(?<![$\d.,])\d{1,3}(?:,\d{3})+\b"),
    "small number": re.compile(rf"\b(?:{_SMALL})\b"),
    "number": re.compile(r"(?<![$\d.,–-])\b[2-9]\d{0,2}(?![\d%]|[.,–-]\d| (?:million|billion|percent)|(?:st|nd|rd|th)\b)\b"),
}
_NUMBERS = frozenset({"money", "percent", "large number", "small number", "number"})
_TIMES = frozenset({"day", "month", "decade", "year", "century"})
_HOW_MANY = re.compile(
    r"\bhow (?:many|much|large|big|long|old|far)\b|\b(?:percent|percentage|price|number|amount|cost|size)\b", re.IGNORECASE
)
_WHEN = re.compile(r"\b(?:when|year|date|century|decade|month)\b", re.IGNORECASE)
_PERSON_WORD = (
    "individual|person|leader|president|king|emperor|ruler|duke|count|khan|general|scholar|physician|son|nephew|brother|wife|grandfather"
)
_WHO = re.compile(
    rf"^(?:who|whom|whose)\b|\b(?:what|which) (?:\w+ )?(?:{_PERSON_WORD})\b|\bname of (?:[\w'’]+ )?(?:{_PERSON_WORD})\b", re.I
)
_PLACES = {
    "country": re.compile(r"\b(?:what|which) (?:\w+ )?(?:country|nation|state)\b", re.IGNORECASE),
    "river": re.compile(r"\b(?:what|which) (?:\w+ )?river\b", re.IGNORECASE),
    "place": re.compile(
        r"^(?:to |from |in )?where\b|\b(?:what|which) (?:\w+ )?(?:city|capital|town|region|area|province|island|place)\b", re.IGNORECASE
    ),
}
_NAMED = re.compile(r"\b(?:[Ww]hat|[Ww]hich) ([a-z]{4,})\b")
_VAGUE = frozenset("type kind name form sort term thing does were title event group other".split())
_NO_PERSON = re.compile(r"\b(?:and|Ministry|Council|Secretariat|Office|University|College|Academy|Company|Party|Empire|Government)\b")
_ODD = frozenset(("Iran", "Cornell", "Karluk Kara-Khanid", "the Adriatic", "Adriatic", "the Israelis", "Central Asian Muslims"))
"""Answers to "who" and "where" in the held-back articles that are no persons and no places; found by eye."""
_NO_PLACE = re.compile(r"\b(?:Battle|Siege|War|British|French|Western|Eastern|Central)\b")
_NAME_WORDS = re.compile(r"(?:[A-Z][\w’'-]*\.?|of|the|and|de|la|le|von|I{1,3}|[IVX]+)")
_MOST_WORDS = 5
_FARTHEST_YEARS, _FARTHEST_TIMES = 80, 10


def kind_of(question: str, answer: str) -> str:
    """Return the kind of an answer by the question's words and the answer's form; "" if it is no kind that can be replaced."""
    shape = next((name for name, pattern in _SHAPES.items() if pattern.fullmatch(answer)), "")
    if shape in _TIMES:
        return shape if _WHEN.search(question) else ""
    if shape in _NUMBERS:
        return shape if _HOW_MANY.search(question) else ""
    if not _is_name(answer) or answer in _ODD:
        return ""
    if _WHO.search(question):
        return "" if _NO_PERSON.search(answer) else "group" if _is_group(answer) else "person"
    place_kind = next((kind for kind, pattern in _PLACES.items() if pattern.search(question)), "")
    if place_kind:
        return "" if _NO_PLACE.search(answer) else place_kind
    named = _NAMED.search(question)
    return f"name: {_singular(named[1])}" if named and named[1] not in _VAGUE else ""


def of_each_kind(questions: Sequence[AnnotatedQuestion], article: str) -> dict[str, list[tuple[str, ...]]]:
    """Return the answers of an article by kind, each with its other wordings. Numbers and times are found by their form, names
    among the answers."""
    by_kind: dict[str, dict[str, tuple[str, ...]]] = {
        kind: {match[0]: (match[0],) for match in pattern.finditer(article)} for kind, pattern in _SHAPES.items()
    }
    for question in questions:
        kind, names = answered(question)
        if names and kind not in _SHAPES:
            by_kind.setdefault(kind, {}).setdefault(names[0], names)
    return {kind: list(texts.values()) for kind, texts in by_kind.items()}


def answered(question: AnnotatedQuestion) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a question's answer and its annotated wordings, one of that kind first; "" and () if it has none.

    A question also has none if its annotators disagree, or if a position was marked and no answer.
    """
    texts = dict.fromkeys(text.strip(' .,;:"“”()') for _, text in question.answers)
    wordings = sorted((text for text in texts if text), key=len, reverse=True)
    for text in wordings:
        kind = kind_of(question.question, text)
        if kind:
            annotators_agree = all(alike(text, other) for other in wordings)
            return (kind, (text, *(other for other in wordings if other != text))) if annotators_agree else ("", ())
    return "", ()


def alike(answer: str, other: str) -> bool:
    """Return True if two answers may mean the same: one is part of the other, or they share a word of a name."""
    first, second = _words(answer), _words(other)
    return bool(first & second) or answer.casefold() in other.casefold() or other.casefold() in answer.casefold()


def _words(text: str) -> set[str]:
    return {_singular(word.casefold()) for word in re.findall(r"\w+", text) if len(word) > len("the")}


def _is_name(answer: str) -> bool:
    words = answer.split()
    return bool(words) and len(words) <= _MOST_WORDS and words[-1][0].isupper() and all(_NAME_WORDS.fullmatch(word) for word in words)


def _is_group(answer: str) -> bool:
    return answer.casefold().startswith("the ") or (" " not in answer and answer.endswith(("s", "ese")))


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def rivals_in_reach(kind: str, answer: str, other: str) -> bool:
    """Return True if one answer could be mistaken for the other.

    Years and numbers must not be too far apart. All names qualify.
    """
    if kind not in {"year", "decade", *_NUMBERS} or kind == "small number":
        return True
    answer_value, other_value = _value(answer), _value(other)
    if kind in _TIMES:
        return abs(answer_value - other_value) <= _FARTHEST_YEARS
    return min(answer_value, other_value) > 0 and max(answer_value, other_value) / min(answer_value, other_value) <= _FARTHEST_TIMES


def _value(text: str) -> float:
    digits = re.sub(r"[^\d.]", "", text).strip(".")
    scale = next((factor for word, factor in (("million", 1e6), ("billion", 1e9), ("trillion", 1e12)) if word in text), 1.0)
    return float(digits) * scale
