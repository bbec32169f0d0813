"""Wording features of check-worthiness: kinds of words, figures, names, and a bag of words and word pairs, for English.

The bag of words follows Hassan et al. 2017 ("Toward Automated Fact-Checking", section 4), where words are the strongest features.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[%$€£?]|\.\.\.|--")
# Read of each text, like the encoder's limit in tokens.
_MOST_WORDS = 256
_CHARACTERS_PER_WORD = 64

KINDS = {
    "past": "was were had did been went came made got took gave left lost won became began spent cut raised passed signed fell rose grew",
    "perfect": "has have had been i've we've he's she's they've you've it's",
    "present": "is are am isn't aren't there's there",
    "future": "will won't shall gonna going tomorrow i'll we'll he'll she'll they'll you'll it'll",
    "modal": "would should could must might may can can't cannot need ought wouldn't shouldn't couldn't let let's",
    "speaker": "i i'm i've i'd i'll my me mine myself",
    "speakers": "we we're we've we'd we'll our us ours",
    "listener": "you you're you've you'd you'll your yours",
    "others": "he he's she she's they they're they've his her their him them it its",
    "opinion": "think believe hope feel want wish agree guess suppose love like proud glad convinced sure",
    "talk": "know understand mean tell say look listen",
    "comparison": "more less fewer most least higher lower larger largest biggest highest lowest greatest worst best better worse than "
    "increase increased decrease decreased rate average record double doubled twice half",
    "scale": "hundred thousand million billion trillion dozens hundreds thousands millions billions trillions percent % $ € £ dollars",
    "count": "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety "
    "first second third",
    "quantity": "all every each none never always only many majority most nobody everybody everyone",
    "time": "year years month months ago since last decade decades century today day days week weeks history yesterday during",
    "negation": "not never no nothing nobody none neither nor cannot",
    "question": "what why how who when where which ? do does",
    "courtesy": "thank thanks please sir ladies gentlemen good evening welcome okay yes",
    "joint": "if because so but when",
    "report": "said says voted vote called claimed promised proposed supported opposed against wrote testified signed",
}
"""Kinds of words, each counted and marked."""
_KIND_SETS = tuple(frozenset(words.split()) for words in KINDS.values())
_FURTHER = (
    "length", "length_8", "length_15", "length_40", "figures", "has_figure", "years", "has_ed", "ed", "names", "has_name", "has_acronym",
    "ing", "has_not", "asks", "trails_off", "quotes",
)  # fmt: skip
SURFACE_NAMES = (*(f"{kind}_{form}" for kind in KINDS for form in ("count", "any")), *_FURTHER)

Features = NDArray[np.float64]


def tokens(text: str) -> list[str]:
    """Return words and punctuation as written, at most the first 256."""
    return _TOKEN.findall(text[: _MOST_WORDS * _CHARACTERS_PER_WORD])[:_MOST_WORDS]


def surface(text: str) -> list[float]:
    """Return one number in [0, 2] for each of SURFACE_NAMES."""
    surface_tokens = tokens(text)
    words = [word.lower().replace("’", "'") for word in surface_tokens]
    features: list[float] = []
    for kind in _KIND_SETS:
        count = sum(word in kind for word in words)
        # Capped, so that length by itself does not raise the score.
        features += (min(count, 3) / 3, float(count > 0))
    return features + _further(text, surface_tokens, words)


def _further(text: str, surface_tokens: Sequence[str], words: Sequence[str]) -> list[float]:
    length = max(1, len(words))
    figures = [word for word in words if word[0].isdigit()]
    years = sum(len(word) == 4 and word[:2] in {"19", "20"} for word in figures)
    past = sum(len(word) > 4 and word.endswith("ed") for word in words)
    names = sum(word[0].isupper() and word != "I" and not word.startswith(("I'", "I’")) for word in surface_tokens[1:])
    acronyms = sum(len(word) > 1 and word.isupper() for word in surface_tokens)
    running = sum(len(word) > 5 and word.endswith("ing") for word in words)
    end = text.rstrip()[-3:]
    return [
        math.log1p(length) / 4, min(length, 8) / 8, min(length, 15) / 15, min(length, 40) / 40,
        min(len(figures), 3) / 3, float(bool(figures)), min(years, 2) / 2, float(past > 0), min(past, 3) / 3,
        min(names, 4) / 4, float(names > 0), float(acronyms > 0), min(running, 2) / 2,
        float(any(word.endswith("n't") for word in words)), float(end.endswith("?")), float(end in {"...", "…"} or end.endswith("…")),
        float(any(sign in text for sign in '"“”')),
    ]  # fmt: skip


def terms(text: str) -> Counter[str]:
    """Count the lower-case words and pairs of adjacent words; figures become their number of digits ("#3")."""
    words = [_term(word) for word in tokens(text)]
    return Counter([*words, *(f"{first} {second}" for first, second in pairwise(words))])


def _term(word: str) -> str:
    return f"#{len(word)}" if word.isdecimal() else word.lower().replace("’", "'")


class TermWeighting:
    """TF-IDF with sublinear counts and rows of unit length; `idf` has one number for each term of the vocabulary."""

    def __init__(self, vocabulary: Sequence[str], idf: Features) -> None:
        self._column = {term: column for column, term in enumerate(vocabulary)}
        self._idf = idf

    def __len__(self) -> int:
        return len(self._column)

    def row(self, text: str) -> tuple[NDArray[np.intp], Features]:
        """Return columns and values of the terms in the vocabulary; both empty if there are none."""
        weighted_terms = sorted((self._column[term], count) for term, count in terms(text).items() if term in self._column)
        columns = np.array([column for column, _ in weighted_terms], np.intp)
        values = (1.0 + np.log([count for _, count in weighted_terms])) * self._idf[columns]
        return columns, values / (np.linalg.norm(values) or 1.0)
