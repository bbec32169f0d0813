"""Texts with other words and the same meaning, and texts whose parts have changed places. What changes tells the label."""

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
    for one, other in (
        ("more", "less"),
        ("higher", "lower"),
        ("better", "worse"),
        ("larger", "smaller"),
        ("richer", "poorer"),
        ("older", "younger"),
        ("faster", "slower"),
    )
    for pair in ((one, other), (other, one))
)


def other_words(text: str, chooser: random.Random) -> Altered:
    """One number said in another way ("50 percent of" as "half of", "$2 billion" as "2 billion dollars"); None where none can be."""
    ways = [(pattern, found, make) for pattern, make in _WAYS for found in pattern.finditer(text) if make(found)]
    if not ways:
        return None
    _, found, make = chooser.choice(ways)
    return text[: found.start()] + make(found) + text[found.end() :]


def _percent(found: re.Match[str]) -> str:
    of = " of" if found[0].endswith(" of") else ""
    sign = found[1] + "%" if "%" not in found[0] else found[1] + " percent"
    return sign + of


def _share(found: re.Match[str]) -> str:
    return f"{_SHARES[found[1]]} of" if found[1] in _SHARES else ""


def _dollars(found: re.Match[str]) -> str:
    return f"{found[1]} {found[2]} dollars" if found[2] else f"{found[1]} dollars"


def _big(found: re.Match[str]) -> str:
    return f"{found[1]} million" if found[2] else f"{found[1]} thousand"


_WAYS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_PERCENT, _percent),
    (_SHARE_OF, _share),
    (_DOLLARS, _dollars),
    (_BIG, _big),
    (_SMALL, lambda found: _WORD_OF[found[1]] if int(found[1]) >= _TOO_SMALL else ""),
    (_NUMBER_WORD, lambda found: _NUMBER_OF[found[1].casefold()]),
    (_YEAR, lambda found: f"in the year {found[1]}"),
)


def other_month(text: str, chooser: random.Random) -> Altered:
    """One month replaced by another; None where there is none."""
    places = list(_MONTH.finditer(text))
    if not places:
        return None
    found = chooser.choice(places)
    return text[: found.start()] + chooser.choice([month for month in _MONTHS if month != found[0]]) + text[found.end() :]


def swapped_names(text: str, _: random.Random) -> Altered:
    """Two names with a verb between them in each other's place; None where there are none, or where they do something together."""
    names = list(NAME.finditer(text))
    for one, other in itertools.pairwise(names):
        between = text[one.end() : other.start()]
        said_of_both = _TOGETHER.search(between) or one[0] in other[0] or other[0] in one[0]
        if not said_of_both and _VERB_BETWEEN.search(between) and len(between.split()) <= _LONGEST_SIDE:
            return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]
    return None


def swapped_comparison(text: str, _: random.Random) -> Altered:
    """ "A is more … than B" as "B is more … than A"; None where nothing is compared."""
    found = _COMPARISON.match(text)
    if found is None or found["one"].casefold() in found["other"].casefold():
        return None
    return f"{_first_up(found['other'])} {found['verb']}{found['degree']}{found['rest']} than {_first_down(found['one'])}."


def turned_comparison(text: str, chooser: random.Random) -> Altered:
    """ "A is higher than B" as "B is lower than A": the same said from the other side; None where nothing is compared."""
    found = _COMPARISON.match(text)
    if found is None or found["degree"] not in _OTHER_DEGREE or swapped_comparison(text, chooser) is None:
        return None
    return f"{_first_up(found['other'])} {found['verb']}{_OTHER_DEGREE[found['degree']]}{found['rest']} than {_first_down(found['one'])}."


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
"""The claim repeated, with words around it that neither add nor deny."""

QUOTED_DENIALS: tuple[Callable[[str], str], ...] = (
    lambda text: f"“{bare(text)}”? That is simply not so.",
    lambda text: f"“{bare(text)},” they say, and it is made up from beginning to end.",
    lambda text: f"My opponent told you “{bare(text)},” and every word of it was wrong.",
    lambda text: f"People who say “{bare(text)}” have got it backwards.",
    lambda text: f"He said “{bare(text)},” but the records show the opposite.",
    lambda text: f"{bare(text)}? No, that never happened.",
)
"""The claim quoted to be denied."""


def bare(text: str) -> str:
    return text.strip().strip("\"“”'").rstrip(".!?,;: ")
