"""Rules that change one thing of a text: a negation, an opposite word, another number or name. The kind of change gives the label."""

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
"""Further opposites. Replacing one makes another claim, but not certainly a contradiction."""
_OPPOSITES = [*OPPOSITES, *((word, other) for word, _, other in (pair.partition("/") for pair in _MORE))]
_OPPOSITE: dict[str, str] = {}
for _word, _other in [*_OPPOSITES, *((other, word) for word, other in _OPPOSITES)]:
    _OPPOSITE.setdefault(_word, _other)
_OPPOSITE_WORD = re.compile(r"\b(" + "|".join(sorted(_OPPOSITE, key=len, reverse=True)) + r")\b", re.IGNORECASE)

Altered = str | None


def negated(text: str, chooser: random.Random) -> Altered:
    """Return the text with one auxiliary verb negated; None if it has none."""
    match = _VERB.search(text)
    if match is None:
        return None
    word = chooser.choice(("not", "not", "not", "never"))
    return f"{text[: match.end()]} {word}{text[match.end() :]}"


def affirmed(text: str, _: random.Random) -> Altered:
    """Return the text without one negation; None if it has none."""
    match = _DENIED.search(text)
    if match is None or match[0].casefold() in {"won't", "won’t", "can't", "can’t", "shan't"}:
        return None
    verb = match[1] or match[2] or "can"
    return f"{text[: match.start()]}{verb}{text[match.end() :]}"


def opposite(text: str, chooser: random.Random) -> Altered:
    """Return the text with one word replaced by its opposite; None if no opposite is listed."""
    matches = list(_OPPOSITE_WORD.finditer(text))
    if not matches:
        return None
    match = chooser.choice(matches)
    other = _OPPOSITE[match[0].casefold()]
    return text[: match.start()] + (other.capitalize() if match[0][0].isupper() else other) + text[match.end() :]


def other_number(text: str, chooser: random.Random) -> Altered:
    """Return the text with one number changed, by more than rounding explains. A year changes by two to nine."""
    matches = [*_NUMBER.finditer(text), *_WORD_NUMBER.finditer(text)]
    if not matches:
        return None
    match = chooser.choice(matches)
    return text[: match.start()] + _another(match[0], chooser) + text[match.end() :]


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
    """Return the text with one full name replaced; None if it has none."""
    matches = list(NAME.finditer(text))
    if not matches:
        return None
    match = chooser.choice(matches)
    other = chooser.choice(names)
    return None if other == match[0] else text[: match.start()] + other + text[match.end() :]


def full_names(texts: list[str]) -> list[str]:
    """Return the distinct full names in these texts, in order."""
    return list(dict.fromkeys(name for text in texts for name in NAME.findall(text)))


DENIALS: tuple[Callable[[str], str], ...] = (
    lambda text: f"It is not true that {lower_first(text)}",
    lambda text: f"It is false that {lower_first(text)}",
    lambda text: f"There is no evidence that {lower_first(text)}",
    lambda text: f"The claim that {lower_first(text).rstrip('.')} is wrong.",
    lambda text: f"Nobody has shown that {lower_first(text)}",
    lambda text: f"That is a lie: {lower_first(text).rstrip('.')} is simply not the case.",
    lambda text: f"I deny that {lower_first(text)}",
    lambda text: f"She denied that {lower_first(text)}",
    lambda text: f"They keep saying that {lower_first(text).rstrip('.')}, but that is a myth.",
)
ASSERTIONS: tuple[Callable[[str], str], ...] = (
    lambda text: f"It is true that {lower_first(text)}",
    lambda text: f"The fact is that {lower_first(text)}",
    lambda text: f"Look, {lower_first(text)}",
    lambda text: f"As I said before, {lower_first(text)}",
    lambda text: f"It is not false that {lower_first(text)}",
    lambda text: f"Nobody can deny that {lower_first(text)}",
    lambda text: f"Everybody knows that {lower_first(text)}",
    lambda text: f"There is no doubt that {lower_first(text)}",
    lambda text: f"It is not wrong to say that {lower_first(text)}",
)


def lower_first(text: str) -> str:
    """Return the text with a small first letter, unless it begins with a name or an abbreviation."""
    first = text.split(" ", 1)[0]
    is_common = first.casefold() in STARTERS
    return text[0].lower() + text[1:] if is_common and text else text


STARTERS = frozenset(
    "the a an in on at there this that these those we they it he she you our his her their its more most some all every each no under over "
    "since when if as for from by with after before only just nearly almost about one two three four five many few people last next".split()
)
