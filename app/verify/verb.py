"""Find the finite verb of a plain English statement, by word forms and neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from app.ask.grammatical_number import plural
from app.ask.lexicon import lexicon
from app.ask.statement import BE, DO, HAVE, MODALS
from app.verify.quotation import within_quotation

SAYING = frozenset("says said claims claimed stated tweeted told announced admitted confirmed wrote warned posted called promised".split())
PERSONS = frozenset("he she it they we you i".split())
SURE = 1.9
"""The score of what can hardly be anything but a verb."""
BINDING = ("determiners", "prepositions", "conjunctions")
"""Lists of words behind which no finite verb stands."""
_LATER, _QUOTED, _TOLD = 0.07, 1.5, 1.2
"""What each further word before a verb costs, a quotation around it, and that it is in what somebody "claimed that"."""


def finite_verb(tokens: Sequence[str], cores: Sequence[str]) -> tuple[float, int]:
    """The best score of a finite verb, and its place; 0 where there is none."""
    return max(((_score(tokens, cores, at) - _LATER * at, at) for at in range(1, len(cores))), default=(0.0, 0))


def _score(tokens: Sequence[str], cores: Sequence[str], at: int) -> float:
    """Score the word at this position as the finite verb of the main clause; 0 if it cannot be."""
    vocabulary, word = lexicon(), cores[at]
    before = "nobody" if tuple(cores[max(at - 2, 0) : at]) == ("no", "one") else cores[at - 1]
    if (
        tokens[at - 1].startswith(("“", '"'))
        or (word in DO and at == len(cores) - 1)
        or (before in {"to", "not"} and word not in HAVE | BE)
        or before in {"be", "been", "being"}
        or (before in PERSONS and cores[max(at - 2, 0)] == "than")
        or (word in SAYING and before in HAVE | BE)
    ):
        return 0.0
    strength = _strength(word, vocabulary.has("adverbs", before))
    bound = any(vocabulary.has(name, before) for name in BINDING) and not (before == "that" and at == 1) and without_not(word) == word
    if not strength or bound:
        return 0.0
    if "that" in cores[1:at] and any(word in vocabulary.pasts for word in cores[1 : cores.index("that", 1)]):
        strength -= _TOLD
    if vocabulary.has("relatives", before):
        return strength - 2.0 if at > 1 else strength
    if tokens[at][:1].isupper() and not (
        _headline(tokens) or (word in vocabulary.pasts and all(token[:1].isupper() for token in tokens[:at]))
    ):
        return 0.0
    if strength < 1.3 and not plural(tokens[:at]):
        return 0.0
    return strength - _QUOTED * within_quotation(tokens, at)


def _headline(tokens: Sequence[str]) -> bool:
    """Return True if most words are capitalised, as in headlines. Elsewhere a capitalised word is part of a name."""
    return sum(token[:1].isupper() for token in tokens) > 0.6 * len(tokens)


def _strength(word: str, after_adverb: bool) -> float:
    vocabulary = lexicon()
    if without_not(word) in BE | MODALS | DO | HAVE:
        return 2.8
    if word in SAYING:
        return 3.0
    adverb_bonus = 0.5 if after_adverb else 0.0
    if word in vocabulary.pasts:
        verb = vocabulary.pasts[word]
        return (1.6 if verb.past == verb.participle else 2.6) + adverb_bonus
    if word in vocabulary.thirds:
        return (1.6 if vocabulary.thirds[word].noun else 2.4) + adverb_bonus
    verb_here = vocabulary.verbs.get(word)
    return 0.0 if verb_here is None else (0.6 if verb_here.noun else 1.2) + adverb_bonus


def without_not(word: str) -> str:
    """A helping verb without its n't."""
    return {"won't": "will", "can't": "can", "cannot": "can"}.get(word, word.removesuffix("n't"))
