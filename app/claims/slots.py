"""Differences between a sentence and a checked claim about the same subject: who, where, when, how much, compared to what.

Both sides must be specific: a detail that only one of them mentions is no difference, since speakers leave out what their listeners
know. Names are compared in `names`, periods in `times`. Amounts count as equal within a tenth of each other, or if one is a bound
that the other satisfies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

import regex

from app.claims.names import alike, name_difference, person_difference, plain, telling
from app.claims.times import time_difference
from app.domain.quantities import quantities
from app.domain.speech import ClaimPair, SlotDifference, SlotKind
from app.domain.syntax import Syntax

_NAMES = frozenset({"PERSON", "ORG", "NORP", "GPE", "LOC", "FAC", "PRODUCT"})
_YEAR = regex.compile(r"\b(?:1[89]|20)\d\d\b")
_PERCENT = regex.compile(r"%|per ?cent\b")
_OUT_OF = regex.compile(r"\s+(?:out of|in)\s+(?:every\s+)?")
_MOST_SHARES = 1000
_STEM = 4
_NEAR = Decimal("0.1")
_EXTENTS = {
    word: extent
    for extent, words in {"all": "all every each", "most": "most", "some": "some several few many", "none": "no"}.items()
    for word in words.split()
}
"""English words before a noun by how many of its kind they mean."""
_ABOVE = frozenset("more over above least exceeding beyond upwards".split())
_BELOW = frozenset("less fewer under below most".split())


def slot_differences(sentence: Syntax, claim: Syntax, pair: ClaimPair) -> tuple[SlotDifference, ...]:
    """Return the differences of a pair of texts, at most one of each kind, in the order of SlotKind."""
    differences = (
        _roles(sentence, claim) or person_difference(sentence, claim) or name_difference(SlotKind.WHO, sentence, claim),
        name_difference(SlotKind.WHERE, sentence, claim),
        time_difference(pair),
        _amounts(sentence, claim) or _extents(sentence, claim),
        _compared(sentence, claim),
        _restricted(sentence, claim),
    )
    return tuple(difference for difference in differences if difference is not None)


def _amounts(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference in amounts of the same unit, if one of the sentence's fits none of the claim's."""
    spoken, checked = _measured(sentence), _measured(claim)
    for unit in spoken.keys() & checked.keys():
        unmatched = [amount for amount in spoken[unit] if not any(_fits(amount, other) for other in checked[unit])]
        counterparts = [other for other in checked[unit] if not any(_fits(amount, other) for amount in spoken[unit])]
        if unmatched:
            shown_amounts = counterparts or checked[unit]
            return SlotDifference(
                kind=SlotKind.HOW_MUCH,
                said=", ".join(amount.text for amount in unmatched),
                checked=", ".join(amount.text for amount in shown_amounts),
            )
    return None


@dataclass(frozen=True, slots=True)
class _Amount:
    """A number with its words; `bound` is 1 for “more than …”, -1 for “less than …”."""

    value: Decimal
    text: str
    bound: int


def _shares(syntax: Syntax) -> tuple[list[_Amount], list[tuple[int, int]]]:
    """Return shares such as "one in three" and "eight out of ten" in per cent, and the ranges of their words."""
    values = {quantity.start: quantity for quantity in quantities(syntax.text)}
    shares, parts = [], []
    for match in _OUT_OF.finditer(syntax.text):
        some = next((quantity for quantity in values.values() if quantity.end == match.start()), None)
        total = values.get(match.end())
        before = syntax.text[: match.start()].split()[-1:]
        count = some.value if some else Decimal(1) if before and before[0].lower() in ("one", "a") else None
        if count is not None and total is not None and 0 < count < total.value <= _MOST_SHARES:
            start = some.start if some else match.start() - len(before[0])
            first = sum(word.end <= start for word in syntax.words)
            percent = (100 * count / total.value).quantize(Decimal(1))
            shares.append(_Amount(percent, syntax.text[start : total.end], _bound(syntax, first, first)))
            parts.append((start, total.end))
    return shares, parts


def _measured(syntax: Syntax) -> dict[str, list[_Amount]]:
    """Return the amounts of a text by unit; years are left out, and "two in three" is a share in per cent."""
    shares, parts = _shares(syntax)
    amounts: dict[str, list[_Amount]] = {"%": shares} if shares else {}
    for quantity in quantities(syntax.text):
        if any(low <= quantity.start < high for low, high in parts):
            continue
        text = syntax.text[quantity.start : quantity.end]
        words = [number for number, word in enumerate(syntax.words) if quantity.start <= word.start < quantity.end]
        if words and not _YEAR.fullmatch(text):
            amounts.setdefault(_unit(syntax, words[-1]), []).append(_Amount(quantity.value, text, _bound(syntax, words[0], words[-1])))
    return amounts


def _unit(syntax: Syntax, number: int) -> str:
    """Return the unit of a number: “%”, “money”, or the first letters of the noun that it counts."""
    kind, behind = syntax.words[number].entity, syntax.text[syntax.words[number].end :].lstrip()
    if kind == "PERCENT" or _PERCENT.match(behind):
        return "%"
    if kind == "MONEY":
        return "money"
    for above in syntax.above(number):
        word = syntax.words[above]
        if word.part in ("NOUN", "PROPN"):
            return plain(word.text)[:_STEM]
        if word.part not in ("NUM", "ADP", "ADJ", "ADV"):
            break
    return ""


def _fits(spoken: _Amount, checked: _Amount) -> bool:
    """Return True if the sentence's amount is the claim's, perhaps rounded, or a bound that it satisfies."""
    if spoken.bound * checked.bound < 0:
        return False
    apart = abs(spoken.value - checked.value)
    if apart <= _NEAR * max(abs(spoken.value), abs(checked.value)) and apart <= max(_last_digit(spoken.value), _last_digit(checked.value)):
        return True
    return not checked.bound and (
        (spoken.bound > 0 and checked.value >= spoken.value) or (spoken.bound < 0 and checked.value <= spoken.value)
    )


def _last_digit(value: Decimal) -> Decimal:
    """Return the place value of the last non-zero digit: 10,000 in 270,000, 0.1 in 4.2."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(0)


def _bound(syntax: Syntax, first: int, last: int) -> int:
    words = {word.lower for word in syntax.words[max(0, first - 3) : last + 1]}
    if words & {"least", "no"}:
        return 1
    return 1 if words & _ABOVE else -1 if words & _BELOW else 0


def _extents(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference in quantifiers of the same noun: all of it in one text, most, some or none in the other."""
    for (noun, extent, spoken_text), (their_noun, their_extent, checked_text) in product(_extents_of(sentence), _extents_of(claim)):
        if alike(noun, their_noun) and extent != their_extent:
            return SlotDifference(kind=SlotKind.HOW_MUCH, said=spoken_text, checked=checked_text)
    return None


def _extents_of(syntax: Syntax) -> Iterable[tuple[str, str, str]]:
    """Yield each quantified noun: the noun, the extent, the words."""
    for number, word in enumerate(syntax.words):
        if word.part in ("NOUN", "PROPN"):
            for before in syntax.dependents(number, "det", "predet", "amod", "quantmod", "nummod"):
                extent = _EXTENTS.get(syntax.words[before].lower)
                if extent and before < number:
                    yield plain(word.text), extent, syntax.text[syntax.words[before].start : word.end]


def _roles(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference if an action or comparison of the same two parties is reversed."""
    for doer, done_to in _deeds(sentence):
        for their_doer, their_done_to in _deeds(claim):
            crossed = _same(doer, their_done_to) and _same(done_to, their_doer)
            if crossed and not _same(doer, their_doer):
                return SlotDifference(
                    kind=SlotKind.WHO, said=f"{doer.text} → {done_to.text}", checked=f"{their_doer.text} → {their_done_to.text}"
                )
    return None


@dataclass(frozen=True, slots=True)
class _Party:
    """Agent or patient of an action: the phrase, its content words, and those of its names."""

    text: str
    words: frozenset[str]
    names: frozenset[str]


def _deeds(syntax: Syntax) -> Iterable[tuple[_Party, _Party]]:
    """Yield the two parties of each action or comparison, the agent first; of active and passive clauses alike."""
    for number, word in enumerate(syntax.words):
        if word.lower == "than":
            yield from _compared_parties(syntax, number)
        if word.part != "VERB":
            continue
        subject, passive_subjects = syntax.dependents(number, "nsubj"), syntax.dependents(number, "nsubjpass")
        agents = [inner for by in syntax.dependents(number, "agent") for inner in syntax.dependents(by, "pobj")]
        doers, patients = (subject, syntax.dependents(number, "dobj")) if subject else (agents, passive_subjects)
        if doers and patients:
            yield _phrase(syntax, doers[0]), _phrase(syntax, patients[0])


def _compared_parties(syntax: Syntax, than: int) -> Iterable[tuple[_Party, _Party]]:
    """Yield the subject of the clause around “than”, and the phrase after it."""
    behind = syntax.dependents(than, "pobj", "pcomp")
    subjects = (subject for above in syntax.above(than) for subject in syntax.dependents(above, "nsubj", "nsubjpass"))
    subject = next(subjects, None)
    if behind and subject is not None:
        yield _phrase(syntax, subject), _phrase(syntax, behind[0])


def _phrase(syntax: Syntax, number: int) -> _Party:
    phrase = syntax.below(number, without=("relcl", "acl", "prep", "advcl", "conj", "appos"))
    text = syntax.text[syntax.words[phrase[0]].start : syntax.words[phrase[-1]].end]
    names = " ".join(syntax.words[other].text for other in phrase if syntax.words[other].entity in _NAMES)
    return _Party(text, frozenset(telling(text)), frozenset(telling(names) if names else ()))


def _same(phrase: _Party, counterpart: _Party) -> bool:
    """Return True if two phrases mean the same party: by their names if both have some."""
    named = phrase.names and counterpart.names
    words = (phrase.names, counterpart.names) if named else (phrase.words, counterpart.words)
    return any(alike(word, another) for word, another in product(*words))


def _restricted(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference if the same noun has different noun modifiers ("beer sales", "wine sales")."""
    for noun, ours in _restrictions(sentence):
        for their_noun, theirs in _restrictions(claim):
            if alike(noun, their_noun) and not _mentioned(ours, claim) and not _mentioned(theirs, sentence):
                return SlotDifference(kind=SlotKind.WHAT, said=f"{ours} {noun}", checked=f"{theirs} {their_noun}")
    return None


def _restrictions(syntax: Syntax) -> Iterable[tuple[str, str]]:
    """Yield each common noun in lower case, with the nouns before it that specify its kind."""
    for number, word in enumerate(syntax.words):
        before = [syntax.words[other] for other in syntax.dependents(number, "compound") if syntax.words[other].part == "NOUN"]
        if word.part == "NOUN" and before:
            yield word.lower, " ".join(other.lower for other in before)


def _mentioned(words: str, other: Syntax) -> bool:
    return any(alike(word, plain(another.text)) for word in telling(words) for another in other.words)


def _compared(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference between “one of the highest” and “the highest”, or in the standard of a comparison."""
    spoken, checked = _among(sentence), _among(claim)
    if spoken and checked and (spoken[0] != checked[0]):
        return SlotDifference(kind=SlotKind.COMPARED, said=spoken[1], checked=checked[1])
    standard, checked_standard = _than(sentence), _than(claim)
    if (
        standard
        and checked_standard
        and not any(alike(term, counterpart) for term in telling(standard) for counterpart in telling(checked_standard))
    ):
        return SlotDifference(kind=SlotKind.COMPARED, said=f"than {standard}", checked=f"than {checked_standard}")
    return None


def _among(syntax: Syntax) -> tuple[bool, str] | None:
    """Return True if the text's superlative is one of several, with its words; None without a superlative."""
    for number, word in enumerate(syntax.words):
        superlative = word.part == "ADJ" and (word.lower.endswith("est") or _most(syntax, number))
        if superlative or (word.part == "ADV" and word.lower in ("most", "least") and syntax.words[word.head].part == "VERB"):
            before = [other.lower for other in syntax.words[max(0, number - 5) : number]]
            several = ("one" in before and "of" in before) or "among" in before
            start = syntax.words[max(0, number - (before[::-1].index("one") + 1 if several and "one" in before else 1))].start
            return several, syntax.text[start : word.end]
    return None


def _most(syntax: Syntax, number: int) -> bool:
    return any(syntax.words[other].lower in ("most", "least") for other in syntax.dependents(number, "advmod"))


def _than(syntax: Syntax) -> str:
    """Return the words after “than”, "" if there are none or only a number."""
    for number, word in enumerate(syntax.words):
        if word.lower == "than":
            behind = syntax.dependents(number, "pobj", "pcomp")
            if behind and syntax.words[behind[0]].part not in ("NUM",):
                below = syntax.below(behind[0])
                return syntax.text[syntax.words[below[0]].start : syntax.words[below[-1]].end]
    return ""
