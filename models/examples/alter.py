"""Texts with one thing changed: a denial, an opposite word, another number or name. What changes tells the label."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from app.stance.antonyms import OPPOSITES

_VERBS = "is|are|was|were|has|have|had|can|could|will|would|should|must|does|did|do"
_VERB = re.compile(rf"\b({_VERBS})\b(?! (?:not|never|no)\b)", re.IGNORECASE)
_DENIED = re.compile(rf"\b({_VERBS}) not\b|\bcannot\b|\b(\w+)n['’]t\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)(?![\w])")
_NUMBER_WORDS = "two three four five six seven eight nine ten twelve twenty thirty forty fifty".split()
_WORD_NUMBER = re.compile(rf"\b({'|'.join(_NUMBER_WORDS)}|half|double|twice)\b", re.IGNORECASE)
NAME = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z]+)+\b")
_MORE = (Path(__file__).resolve().parent / "opposites.txt").read_text(encoding="utf-8").split()
"""Beside those that the program reads off the words: what is another claim, but not surely a contradiction."""
_OPPOSITES = [*OPPOSITES, *((one, other) for one, _, other in (pair.partition("/") for pair in _MORE))]
_OPPOSITE: dict[str, str] = {}
for _one, _other in [*_OPPOSITES, *((other, one) for one, other in _OPPOSITES)]:
    _OPPOSITE.setdefault(_one, _other)
_OPPOSITE_WORD = re.compile(r"\b(" + "|".join(sorted(_OPPOSITE, key=len, reverse=True)) + r")\b", re.IGNORECASE)

Altered = str | None


def negated(text: str, chooser: random.Random) -> Altered:
    """One auxiliary verb denied; None where there is none."""
    found = _VERB.search(text)
    if found is None:
        return None
    word = chooser.choice(("not", "not", "not", "never"))
    return f"{text[: found.end()]} {word}{text[found.end() :]}"


def affirmed(text: str, _: random.Random) -> Altered:
    """A denial taken out; None where there is none."""
    found = _DENIED.search(text)
    if found is None or found[0].casefold() in {"won't", "won’t", "can't", "can’t", "shan't"}:
        return None
    verb = found[1] or found[2] or "can"
    return f"{text[: found.start()]}{verb}{text[found.end() :]}"


def opposite(text: str, chooser: random.Random) -> Altered:
    """One word replaced by its opposite; None where none is known."""
    places = list(_OPPOSITE_WORD.finditer(text))
    if not places:
        return None
    found = chooser.choice(places)
    other = _OPPOSITE[found[0].casefold()]
    return text[: found.start()] + (other.capitalize() if found[0][0].isupper() else other) + text[found.end() :]


def other_number(text: str, chooser: random.Random) -> Altered:
    """One number changed by so much that no rounding explains it; a year by two to nine."""
    places = [*_NUMBER.finditer(text), *_WORD_NUMBER.finditer(text)]
    if not places:
        return None
    found = chooser.choice(places)
    return text[: found.start()] + _another(found[0], chooser) + text[found.end() :]


def _another(number: str, chooser: random.Random) -> str:
    if not number[0].isdigit():
        return chooser.choice([word for word in _NUMBER_WORDS if word != number.casefold()])
    plain = number.replace(",", "")
    value = float(plain)
    if re.fullmatch(r"(?:19|20)\d\d", number):
        return str(int(value) + chooser.choice((-1, 1)) * chooser.randint(2, 9))
    changed = value * chooser.choice((0.1, 0.2, 0.4, 0.5, 1.7, 2.0, 3.0, 5.0, 10.0))
    if "." in plain:
        return f"{changed:.1f}"
    rounded = max(1, round(changed))
    rounded += rounded == value
    return f"{rounded:,}" if "," in number else str(rounded)


def other_name(text: str, names: list[str], chooser: random.Random) -> Altered:
    """One full name replaced by another; None where there is none."""
    places = list(NAME.finditer(text))
    if not places:
        return None
    found = chooser.choice(places)
    other = chooser.choice(names)
    return None if other == found[0] else text[: found.start()] + other + text[found.end() :]


def full_names(texts: list[str]) -> list[str]:
    """The full names in these texts, each once, in order."""
    return list(dict.fromkeys(name for text in texts for name in NAME.findall(text)))


DENIALS: tuple[Callable[[str], str], ...] = (
    lambda text: f"It is not true that {lowered(text)}",
    lambda text: f"It is false that {lowered(text)}",
    lambda text: f"There is no evidence that {lowered(text)}",
    lambda text: f"The claim that {lowered(text).rstrip('.')} is wrong.",
    lambda text: f"Nobody has shown that {lowered(text)}",
    lambda text: f"That is a lie: {lowered(text).rstrip('.')} is simply not the case.",
    lambda text: f"I deny that {lowered(text)}",
    lambda text: f"She denied that {lowered(text)}",
    lambda text: f"They keep saying that {lowered(text).rstrip('.')}, but that is a myth.",
)
ASSERTIONS: tuple[Callable[[str], str], ...] = (
    lambda text: f"It is true that {lowered(text)}",
    lambda text: f"The fact is that {lowered(text)}",
    lambda text: f"Look, {lowered(text)}",
    lambda text: f"As I said before, {lowered(text)}",
    lambda text: f"It is not false that {lowered(text)}",
    lambda text: f"Nobody can deny that {lowered(text)}",
    lambda text: f"Everybody knows that {lowered(text)}",
    lambda text: f"There is no doubt that {lowered(text)}",
    lambda text: f"It is not wrong to say that {lowered(text)}",
)


def lowered(text: str) -> str:
    """With a small first letter, unless the first word is a name or an abbreviation."""
    first = text.split(" ", 1)[0]
    usual = first.casefold() in STARTERS
    return text[0].lower() + text[1:] if usual and text else text


STARTERS = frozenset(
    "the a an in on at there this that these those we they it he she you our his her their its more most some all every each no under over "
    "since when if as for from by with after before only just nearly almost about one two three four five many few people last next".split()
)
