"""Whether a post denies an answer in the very clause that names it: "no shark", "it isn't the turbines", "the Nile, not the Amazon"."""

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
_TURN = 1.5
"""Log-odds by which a denial turns a post against the answer, and by which a post without any speaks for it. Fitted on the demo posts."""


_GIVEN = 2.0
"""Of a text that the answer was read from, how many times as much it leans when it denies nothing."""


def turned(
    stances: FloatMatrix, texts: Sequence[str], given: Sequence[bool], names: Callable[[str], bool], rivals: Callable[[str], bool]
) -> FloatMatrix:
    """Probabilities (n, 3) of support, refute, neither, with the first two shared out anew by what the texts say in so many words: one
    that denies the answer leans against it, one that denies nothing of it leans to it, the more where it gave the answer itself (`given`,
    n). What is neither stays so. `names` and `rivals`: whether a text speaks of the answer, and of another one."""
    leans = [_lean(text, names, rivals) for text in texts]
    lean = np.array([_GIVEN * one if own and one > 0 else one for one, own in zip(leans, given, strict=True)], np.float64)
    sides = np.maximum(stances[:, :2].astype(np.float64), np.finfo(np.float32).tiny)
    odds = np.log(sides[:, 0] / sides[:, 1]) + _TURN * lean
    share = 1.0 / (1.0 + np.exp(-odds))
    both = sides.sum(axis=1)
    return np.column_stack([both * share, both * (1.0 - share), stances[:, 2]]).astype(np.float32)


def _lean(text: str, names: Callable[[str], bool], rivals: Callable[[str], bool]) -> float:
    """1 where nothing is denied, or only other answers are ("not the mayor, it was the king"); -1 where this one is; else 0."""
    if not denies(text):
        return 1.0
    clauses = [clause for clause in _CLAUSE.split(text) if clause and clause.strip()]
    denying = [clause for clause in clauses if denies(clause) and clause.strip().casefold() not in _ALONE]
    if any(map(names, denying)):
        return -1.0
    return 1.0 if denying and all(map(rivals, denying)) and any(map(names, clauses)) else 0.0


def denies(text: str) -> bool:
    """Whether a word of denial stands in a text."""
    return _DENIAL.search(_NO_DENIAL.sub(" ", text)) is not None
