"""Rules for paraphrases of a text, and for texts with exchanged parts. The rule gives the label."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable

from models.examples.alter import NAME, Altered

_UNITS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety", 100: "one hundred"}
_WORD_OF = {str(number): word for number, word in (*enumerate(_UNITS), *_TENS.items())}
_NUMBER_OF = {word: number for number, word in _WORD_OF.items() if number not in {"0", "1"}}
_SHARES = {"50": "half", "25": "a quarter", "75": "three quarters", "33": "a third", "20": "a fifth", "10": "a tenth", "67": "two thirds"}
_PERCENT = re.compile(r"\b(\d+(?:\.\d+)?) ?(?:percent|per cent|%)(?: of)?(?!\w)")
_SHARE_OF = re.compile(r"\b(\d+) ?(?:percent|per cent|%) of\b")
_DOLLARS = re.compile(r"\$(\d[\d,]*(?:\.\d+)?)(?: (million|billion|trillion))?")
_BIG = re.compile(r"\b(\d{1,3}),000(,000)?\b")
_SMALL = re.compile(rf"(?<![\w.,$-])({'|'.join(sorted(_WORD_OF, key=len, reverse=True))})(?![\w.,%-])")
_NUMBER_WORD = re.compile(rf"\b({'|'.join(sorted(_NUMBER_OF, key=len, reverse=True))})\b(?!-)", re.IGNORECASE)
_YEAR = re.compile(r"\bin ((?:19|20)\d\d)\b")
_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = re.compile(r"\b(January|February|March|April|June|July|August|September|October|November|December)\b")
_TOO_SMALL, _LONGEST_SIDE = 2, 8

_VERB_BETWEEN = re.compile(
    r"\b\w{2,}(?:ed|es|s)\b|\b(?:beat|cut|gave|got|hit|led|left|lent|made|met|paid|put|sent|sold|spent|told|took|won)\b"
)
_TOGETHER = re.compile(r"\b(?:and|or|with|nor|versus|vs|met|both|than)\b|[,;:]", re.IGNORECASE)
_IS = r"(?:is|are|was|were|has|have|had|gets?|got|pays?|paid|spends?|spent|makes?|made|does|do|did|earns?|costs?)"
_COMPARISON = re.compile(
    rf"^(?P<one>[^,;:]{{3,70}}?) (?P<verb>{_IS}\b[^,;:]*?\b)(?P<degree>more|less|fewer|higher|lower|better|worse|larger|smaller|bigger|"
    r"richer|poorer|older|younger|faster|slower|safer|cheaper)\b(?P<rest>[^,;:]*?) than (?P<other>[^,;:.]{3,70})\.?$"
)
_OTHER_DEGREE = dict(
    pair
    for word, other in (
        ("more", "less"),
        ("higher", "lower"),
        ("better", "worse"),
        ("larger", "smaller"),
        ("richer", "poorer"),
        ("older", "younger"),
        ("faster", "slower"),
    )
    for pair in ((word, other), (other, word))
)


def other_words(text: str, chooser: random.Random) -> Altered:
    """Return the text with one number in another form ("50 percent of" as "half of", "$2 billion" as "2 billion dollars"); None if
    no number has one."""
    rewordings = [(pattern, match, make) for pattern, make in _WAYS for match in pattern.finditer(text) if make(match)]
    if not rewordings:
        return None
    _, match, make = chooser.choice(rewordings)
    return text[: match.start()] + make(match) + text[match.end() :]


def _percent(match: re.Match[str]) -> str:
    suffix = " of" if match[0].endswith(" of") else ""
    sign = match[1] + "%" if "%" not in match[0] else match[1] + " percent"
    return sign + suffix


def _share(match: re.Match[str]) -> str:
    return f"{_SHARES[match[1]]} of" if match[1] in _SHARES else ""


def _dollars(match: re.Match[str]) -> str:
    return f"{match[1]} {match[2]} dollars" if match[2] else f"{match[1]} dollars"


def _big(match: re.Match[str]) -> str:
    return f"{match[1]} million" if match[2] else f"{match[1]} thousand"


_WAYS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_PERCENT, _percent),
    (_SHARE_OF, _share),
    (_DOLLARS, _dollars),
    (_BIG, _big),
    (_SMALL, lambda match: _WORD_OF[match[1]] if int(match[1]) >= _TOO_SMALL else ""),
    (_NUMBER_WORD, lambda match: _NUMBER_OF[match[1].casefold()]),
    (_YEAR, lambda match: f"in the year {match[1]}"),
)


def other_month(text: str, chooser: random.Random) -> Altered:
    """Return the text with one month replaced; None if it has none."""
    matches = list(_MONTH.finditer(text))
    if not matches:
        return None
    match = chooser.choice(matches)
    return text[: match.start()] + chooser.choice([month for month in _MONTHS if month != match[0]]) + text[match.end() :]


def swapped_names(text: str, _: random.Random) -> Altered:
    """Return the text with two names exchanged around a verb; None if there are none, or if they do something together."""
    names = list(NAME.finditer(text))
    for name, other in itertools.pairwise(names):
        between = text[name.end() : other.start()]
        is_joint = _TOGETHER.search(between) or name[0] in other[0] or other[0] in name[0]
        if not is_joint and _VERB_BETWEEN.search(between) and len(between.split()) <= _LONGEST_SIDE:
            return text[: name.start()] + other[0] + between + name[0] + text[other.end() :]
    return None


def swapped_comparison(text: str, _: random.Random) -> Altered:
    """Return "A is more … than B" as "B is more … than A"; None if the text has no comparison."""
    match = _COMPARISON.match(text)
    if match is None or match["one"].casefold() in match["other"].casefold():
        return None
    return f"{_first_up(match['other'])} {match['verb']}{match['degree']}{match['rest']} than {_first_down(match['one'])}."


def turned_comparison(text: str, chooser: random.Random) -> Altered:
    """Return "A is higher than B" as "B is lower than A", with the same meaning; None if the text has no comparison."""
    match = _COMPARISON.match(text)
    if match is None or match["degree"] not in _OTHER_DEGREE or swapped_comparison(text, chooser) is None:
        return None
    return f"{_first_up(match['other'])} {match['verb']}{_OTHER_DEGREE[match['degree']]}{match['rest']} than {_first_down(match['one'])}."


def _first_up(text: str) -> str:
    return text[0].upper() + text[1:]


def _first_down(text: str) -> str:
    words = text.split(" ", 1)
    plain = words[0].casefold() in {
        "the",
        "a",
        "an",
        "our",
        "their",
        "his",
        "her",
        "this",
        "that",
        "these",
        "those",
        "we",
        "people",
        "women",
        "men",
    }
    return text[0].lower() + text[1:] if plain else text


WRAPPERS: tuple[Callable[[str], str], ...] = (
    lambda text: f"{bare(text)}, as everybody in this room knows.",
    lambda text: f"{bare(text)} – you can look it up.",
    lambda text: f"Believe me, folks: {bare(text)}.",
    lambda text: f"And we all know what the numbers say: {bare(text)}.",
    lambda text: f"“{bare(text)},” she told the crowd.",
    lambda text: f"He repeated it on Monday: “{bare(text)}.”",
)
"""The claim with words around it that neither add nor deny."""

QUOTED_DENIALS: tuple[Callable[[str], str], ...] = (
    lambda text: f"“{bare(text)}”? That is simply not so.",
    lambda text: f"“{bare(text)},” they say, and it is made up from beginning to end.",
    lambda text: f"My opponent told you “{bare(text)},” and every word of it was wrong.",
    lambda text: f"People who say “{bare(text)}” have got it backwards.",
    lambda text: f"He said “{bare(text)},” but the records show the opposite.",
    lambda text: f"{bare(text)}? No, that never happened.",
)
"""The claim as a quotation that is denied."""


def bare(text: str) -> str:
    return text.strip().strip("\"“”'").rstrip(".!?,;: ")
