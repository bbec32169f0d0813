"""Pairs made by changing one detail of a published claim: a name, a place, a date, an amount, a direction or a quantifier.

Each pair has its stance and the details in which the two texts differ (the slots who, where, when, how much). Another name or place
makes another claim, which neither agrees nor disagrees. Another amount or the opposite direction disagrees. Another date is one of
the two.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from models.examples.alter import ASSERTIONS, NAME, STARTERS, full_names, opposite, other_number
from models.examples.polarity import NEUTRAL, NOT_SUPPORT, REFUTE, SUPPORT, StancePair
from models.examples.reword import WRAPPERS, other_month, other_words

WHO, WHERE, WHEN, HOW_MUCH = range(4)
ABSENT, SAME, DIFFERENT = range(3)
"""States of a slot: missing in one of the texts, equal, or different."""
WRAPPED, UNCHANGED = 0.4, 0.25
_PLACES = (
    "Afghanistan Argentina Australia Austria Bangladesh Belgium Brazil Britain Canada Chile China Colombia Cuba Denmark Egypt England "
    "Ethiopia Finland France Germany Greece Hungary India Indonesia Iran Iraq Ireland Israel Italy Japan Kenya Lebanon Libya Malaysia "
    "Mexico Morocco Netherlands Nigeria Norway Pakistan Peru Philippines Poland Portugal Qatar Romania Russia Scotland Spain Sudan "
    "Sweden Switzerland Syria Thailand Turkey Ukraine Venezuela Vietnam Yemen Zimbabwe",
    "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky "
    "Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon "
    "Pennsylvania Tennessee Texas Utah Vermont Virginia Wisconsin Wyoming",
    "Atlanta Austin Baghdad Berlin Boston Cairo Chicago Cleveland Dallas Delhi Denver Detroit Dublin Houston Istanbul Kabul London Madrid "
    "Memphis Miami Milwaukee Moscow Mumbai Paris Philadelphia Phoenix Pittsburgh Rome Seattle Sydney Tokyo Toronto Tucson Vienna Warsaw",
)
_SAME_KIND = {name: kind.split() for kind in _PLACES for name in kind.split()}
_PLACE = re.compile(rf"\b(?:{'|'.join(_SAME_KIND)})\b(?!-)")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MONTH = re.compile(r"\b(?:January|February|March|April|June|July|August|September|October|November|December) (?=\d)")
_NUMBER = re.compile(r"\d")
_QUANTIFIERS = (
    ("all", "most", SUPPORT),
    ("all", "some", SUPPORT),
    ("most", "some", SUPPORT),
    ("always", "sometimes", SUPPORT),
    ("some", "all", NEUTRAL),
    ("most", "all", NEUTRAL),
    ("sometimes", "always", NEUTRAL),
    ("all", "no", REFUTE),
    ("no", "all", REFUTE),
    ("most", "few", REFUTE),
    ("many", "few", REFUTE),
    ("few", "most", REFUTE),
    ("always", "never", REFUTE),
    ("never", "always", REFUTE),
    ("often", "never", REFUTE),
    ("no one", "everyone", REFUTE),
    ("more than", "less than", REFUTE),
    ("less than", "more than", REFUTE),
    ("at least", "at most", NOT_SUPPORT),
)
"""Label of a claim with the first word towards the same claim with the second."""
# Not “at all”, “how many”, “the most famous”, “a few”, “some 300”.
_BEFORE_NOUN = r"(?<!\bat )(?<!\bafter )(?<!\bhow )(?<!\bso )(?<!\bas )(?<!\bthe )(?<!\ba )\b{}(?= (?!\w+ous\b)[A-Za-z]\w+s\b)"
_DETERMINERS = frozenset({"all", "most", "some", "many", "few", "no"})
_DOWNWARD = re.compile(r"\b(?:no|not|never|nobody|without|if|few|every|all|cannot)\b|n['’]t\b", re.IGNORECASE)
"""Words after which “some” does not follow from “all”."""
_NO_DIRECTION = frozenset({"for", "against", "with", "without"})
_NO_AMOUNT = re.compile(r"COVID|[A-Z][a-z]+ \d")
_UNWRAPPED = ("Says", "On ", "Did ", "Was ", "Is ")
LATEST_YEAR = 2024


@dataclass(frozen=True, slots=True)
class Swap:
    """Stance pair with the states of its four slots."""

    pair: StancePair
    slots: tuple[int, ...]


Change = Callable[[str], Swap | None]


def people(claimants: Sequence[str]) -> list[str]:
    """Return the claimants that are full names of two words, each once, in order."""
    return [name for name in dict.fromkeys(claimants) if NAME.fullmatch(name) and len(name.split()) == 2]


@dataclass(frozen=True, slots=True)
class SwapMaker:
    """Maker of pairs from published claims. `people` are full names, used as replacements for each other."""

    claims: Sequence[str]
    people: Sequence[str]
    chooser: random.Random

    def swaps(self, count: int) -> list[Swap]:
        """Return `count` pairs. Every kind of change is equally frequent; in a quarter only the wording changes."""
        return [self._made(self._unchanged if self.chooser.random() < UNCHANGED else self._kind()) for _ in range(count)]

    def _kind(self) -> Change:
        return self.chooser.choice((self._name, self._place, self._date, self._amount, self._direction, self._quantifier))

    def _made(self, change: Change) -> Swap:
        while True:
            swap = change(self.chooser.choice(self.claims))
            if swap is not None and swap.pair.premise != swap.pair.hypothesis:
                return swap

    def _unchanged(self, claim: str) -> Swap | None:
        words = other_words(claim, self.chooser) or claim
        return self._swap("same", claim, words, SUPPORT, None)

    def _name(self, claim: str) -> Swap | None:
        names = [name for name in full_names([claim]) if name in self.people]
        if not names:
            return None
        old, new = self.chooser.choice(names), self.chooser.choice(self.people)
        related = set(old.split()) & set(new.split())
        return None if related else self._swap("name", claim, claim.replace(old, new), NEUTRAL, WHO)

    def _place(self, claim: str) -> Swap | None:
        names = _places(claim)
        if not names:
            return None
        old = self.chooser.choice(names)
        new = self.chooser.choice([name for name in _SAME_KIND[old] if name not in claim])
        return self._swap("place", claim, re.sub(rf"\b{old}\b", new, claim), NEUTRAL, WHERE)

    def _date(self, claim: str) -> Swap | None:
        years = list(_YEAR.finditer(claim))
        if not years:
            month = other_month(claim, self.chooser) if _MONTH.search(claim) else None
            return None if month is None else self._swap("date", claim, month, NOT_SUPPORT, WHEN)
        year = self.chooser.choice(years)
        other = int(year[0]) + self.chooser.choice((-1, 1)) * self.chooser.randint(1, 12)
        other = min(other, LATEST_YEAR)
        if other == int(year[0]):  # the latest year has no later one
            return None
        return self._swap("date", claim, claim[: year.start()] + str(other) + claim[year.end() :], NOT_SUPPORT, WHEN)

    def _amount(self, claim: str) -> Swap | None:
        changed = None if _NO_AMOUNT.search(claim) else other_number(claim, self.chooser)
        if changed is None or _YEAR.findall(claim) != _YEAR.findall(changed):
            return None
        return self._swap("amount", claim, changed, REFUTE, HOW_MUCH)

    def _direction(self, claim: str) -> Swap | None:
        changed = opposite(claim, self.chooser)
        if changed is None or (set(claim.split()) ^ set(changed.split())) & _NO_DIRECTION:
            return None
        return self._swap("direction", claim, changed, REFUTE, None)

    def _quantifier(self, claim: str) -> Swap | None:
        old, new, label = self.chooser.choice(_QUANTIFIERS)
        match = re.search(_BEFORE_NOUN.format(old) if old in _DETERMINERS else rf"\b{old}\b", claim, re.IGNORECASE)
        if match is None or _DOWNWARD.search(claim[: match.start()] + claim[match.end() :]):
            return None
        word = new.capitalize() if match[0][0].isupper() else new
        return self._swap("quantifier", claim, claim[: match.start()] + word + claim[match.end() :], label, None)

    def _swap(self, kind: str, claim: str, changed: str, label: int, slot: int | None) -> Swap:
        wrapped = not claim.startswith(_UNWRAPPED) and self.chooser.random() < WRAPPED
        hypothesis = self.chooser.choice((*ASSERTIONS, *WRAPPERS))(changed) if wrapped else changed
        slots = [SAME if _mentions(claim, index) else ABSENT for index in range(4)]
        if slot is None:
            slots = slots if kind == "same" else [*slots[:HOW_MUCH], ABSENT]
        else:
            slots[slot] = DIFFERENT
        return Swap(StancePair(claim, hypothesis, label, f"swap-{kind}"), tuple(slots))


def _places(claim: str) -> list[str]:
    """Return the listed places; not “Virginia” of “West Virginia”, nor “Paris” of “Paris Hilton”."""
    names = [match for match in NAME.finditer(claim) if match[0].split()[0].casefold() not in STARTERS]
    return [match[0] for match in _PLACE.finditer(claim) if not any(name.start() <= match.start() < name.end() for name in names)]


def _mentions(claim: str, slot: int) -> bool:
    without_years = _YEAR.sub("", claim)
    matches = (NAME.search(claim), _places(claim), _YEAR.search(claim) or _MONTH.search(claim), _NUMBER.search(without_years))
    return bool(matches[slot])
