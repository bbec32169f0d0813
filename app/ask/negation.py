"""Detect that a post denies an answer in the very clause that names it: "no shark", "it isn't the turbines", "the Nile, not the
Amazon"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from app.ports import FloatMatrix

_CLAUSE = re.compile(r"[.!?;:,\n]+(?=\s|$)|\s[–—-]+\s|[()“”\"]|\b(?:but|while|whereas|although|though|because|since|so)\b", re.IGNORECASE)
_DENIAL = re.compile(
    r"\b(?:no|not|never|neither|nor|none|nothing|nobody|cannot|without|false|untrue|wrong|myth|hoax|lie|lies|nonsense|rubbish|"
    r"debunked|disproved|hardly|least of all|instead of|rather than|can['’]?t|won['’]?t|\w+n['’]t|"
    r"isnt|wasnt|dont|doesnt|didnt|arent|werent)\b",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"\b(?:not (?:only|just|even|surprising\w*|to mention)|no (?:doubt|wonder|question|matter|objections?|longer a secret)|why not|"
    r"nothing but|nothing (?:\w+ ){0,2}(?:more|better|worse|faster|like)|never (?:mind|forget|again)|"
    r"never (?:see|have|get) (?:\w+ ){1,3}again|(?:nobody|no ?one) (?:says?|denies|talks|tells|wants|dares|counts|cares|listens|has said)|"
    r"(?:can['’]?t|cannot) tell me|do(?: not|n['’]?t) (?:care|forget|miss))\b",
    re.IGNORECASE,
)
"""Turns of phrase with such a word in them that deny nothing: “nothing kills more birds than cats”."""
_ALONE = frozenset({"no", "nope", "nah"})


def without_contradicted(
    stances: FloatMatrix, texts: Sequence[str], names: Callable[[str], bool], names_rivals: Callable[[str], bool]
) -> FloatMatrix:
    """Probabilities (n, 3) of support, refute, neither, where a post whose words go against its more probable side takes no side.

    A post that denies the answer cannot stand for it, one that denies nothing, or only other answers, cannot stand against it. Words never
    put a post on a side. `names` and `names_rivals`: whether a text speaks of the answer, and of another one.
    """
    signs = np.array([_lean(text, names, names_rivals) for text in texts], np.int64)
    contradicted = signs * (stances[:, 0] - stances[:, 1]) < 0
    return np.where(contradicted[:, None], np.array([0.0, 0.0, 1.0], np.float32), stances).astype(np.float32)


def _lean(text: str, names: Callable[[str], bool], names_rivals: Callable[[str], bool]) -> int:
    """1 where nothing is denied, or only other answers are ("not the mayor, it was the king"); -1 where this one is; else 0."""
    if not denies(text):
        return 1
    clauses = [clause for clause in _CLAUSE.split(text) if clause and clause.strip()]
    denying = [clause for clause in clauses if denies(clause) and clause.strip().casefold() not in _ALONE]
    if any(map(names, denying)):
        return -1
    return 1 if denying and all(map(names_rivals, denying)) and any(map(names, clauses)) else 0


def denies(text: str) -> bool:
    """Return True if a text contains a word of denial."""
    return _DENIAL.search(_NO_DENIAL.sub(" ", text)) is not None
