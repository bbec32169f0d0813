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

from app.claims.names import content_words, name_difference, normalised_word, person_difference, same_stem
from app.claims.times import time_difference
from app.domain.quantities import quantities
from app.domain.speech import ClaimPair, SlotDifference, SlotKind
from app.domain.syntax import Syntax

_NAME_LABELS = frozenset({"PERSON", "ORG", "NORP", "GPE", "LOC", "FAC", "PRODUCT"})
_YEAR = regex.compile(r"\b(?:1[89]|20)\d\d\b")
_PERCENT = regex.compile(r"%|per ?cent\b")
_OUT_OF = regex.compile(r"\s+(?:out of|in)\s+(?:every\s+)?")
# "One in 2,000" is a rate and not a share in per cent.
_MAX_SHARE_TOTAL = 1000
_UNIT_LETTERS = 4
# Amounts are equal within this relative difference: speakers round.
_TOLERANCE = Decimal("0.1")
# English quantifiers by the extent that they express.
_EXTENTS = {
    word: extent
    for extent, words in {"all": "all every each", "most": "most", "some": "some several few many", "none": "no"}.items()
    for word in words.split()
}
# Words near a number that make it a lower bound, and an upper one.
_LOWER_BOUND_WORDS = frozenset("more over above least exceeding beyond upwards".split())
_UPPER_BOUND_WORDS = frozenset("less fewer under below most".split())


def slot_differences(sentence: Syntax, claim: Syntax, pair: ClaimPair) -> tuple[SlotDifference, ...]:
    """Return the differences of a pair of texts, at most one of each kind, in the order of SlotKind."""
    differences = (
        _role_difference(sentence, claim) or person_difference(sentence, claim) or name_difference(SlotKind.WHO, sentence, claim),
        name_difference(SlotKind.WHERE, sentence, claim),
        time_difference(pair),
        _amount_difference(sentence, claim) or _extent_difference(sentence, claim),
        _comparison_difference(sentence, claim),
        _restriction_difference(sentence, claim),
    )
    return tuple(difference for difference in differences if difference is not None)


def _amount_difference(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference in amounts of the same unit, if one of the sentence's fits none of the claim's."""
    spoken, checked = _amounts_by_unit(sentence), _amounts_by_unit(claim)
    for unit in spoken.keys() & checked.keys():
        unmatched = [
            amount for amount in spoken[unit] if not any(_is_compatible(amount, checked_amount) for checked_amount in checked[unit])
        ]
        counterparts = [
            checked_amount for checked_amount in checked[unit] if not any(_is_compatible(amount, checked_amount) for amount in spoken[unit])
        ]
        if unmatched:
            compared_amounts = counterparts or checked[unit]
            return SlotDifference(
                kind=SlotKind.HOW_MUCH,
                said=", ".join(amount.text for amount in unmatched),
                checked=", ".join(amount.text for amount in compared_amounts),
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
    shares, ranges = [], []
    for match in _OUT_OF.finditer(syntax.text):
        part = next((quantity for quantity in values.values() if quantity.end == match.start()), None)
        total = values.get(match.end())
        preceding_word = syntax.text[: match.start()].split()[-1:]
        count = part.value if part else Decimal(1) if preceding_word and preceding_word[0].lower() in ("one", "a") else None
        if count is not None and total is not None and 0 < count < total.value <= _MAX_SHARE_TOTAL:
            start = part.start if part else match.start() - len(preceding_word[0])
            first = sum(word.end <= start for word in syntax.words)
            percent = (100 * count / total.value).quantize(Decimal(1))
            shares.append(_Amount(percent, syntax.text[start : total.end], _bound(syntax, first, first)))
            ranges.append((start, total.end))
    return shares, ranges


def _amounts_by_unit(syntax: Syntax) -> dict[str, list[_Amount]]:
    """Return the amounts of a text by unit; years are left out, and "two in three" is a share in per cent."""
    shares, ranges = _shares(syntax)
    amounts: dict[str, list[_Amount]] = {"%": shares} if shares else {}
    for quantity in quantities(syntax.text):
        if any(low <= quantity.start < high for low, high in ranges):
            continue
        text = syntax.text[quantity.start : quantity.end]
        words = [number for number, word in enumerate(syntax.words) if quantity.start <= word.start < quantity.end]
        # Years are compared as times.
        if words and not _YEAR.fullmatch(text):
            amounts.setdefault(_unit(syntax, words[-1]), []).append(_Amount(quantity.value, text, _bound(syntax, words[0], words[-1])))
    return amounts


def _unit(syntax: Syntax, number: int) -> str:
    """Return the unit of a number: “%”, “money”, or the first letters of the noun that it counts."""
    kind, following = syntax.words[number].entity, syntax.text[syntax.words[number].end :].lstrip()
    if kind == "PERCENT" or _PERCENT.match(following):
        return "%"
    if kind == "MONEY":
        return "money"
    for ancestor in syntax.above(number):
        word = syntax.words[ancestor]
        if word.part in ("NOUN", "PROPN"):
            return normalised_word(word.text)[:_UNIT_LETTERS]
        if word.part not in ("NUM", "ADP", "ADJ", "ADV"):
            break
    return ""


def _is_compatible(spoken: _Amount, checked: _Amount) -> bool:
    """Return True if the sentence's amount is the claim's, perhaps rounded, or a bound that it satisfies."""
    if spoken.bound * checked.bound < 0:
        return False
    distance = abs(spoken.value - checked.value)
    # Rounding changes a number by no more than its last digit.
    if distance <= _TOLERANCE * max(abs(spoken.value), abs(checked.value)) and distance <= max(
        _last_digit(spoken.value), _last_digit(checked.value)
    ):
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
    # "No fewer than" contains a word of the other bound.
    if words & {"least", "no"}:
        return 1
    return 1 if words & _LOWER_BOUND_WORDS else -1 if words & _UPPER_BOUND_WORDS else 0


def _extent_difference(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference in quantifiers of the same noun: all of it in one text, most, some or none in the other."""
    for (noun, extent, spoken_text), (claim_noun, claim_extent, checked_text) in product(_extents_of(sentence), _extents_of(claim)):
        if same_stem(noun, claim_noun) and extent != claim_extent:
            return SlotDifference(kind=SlotKind.HOW_MUCH, said=spoken_text, checked=checked_text)
    return None


def _extents_of(syntax: Syntax) -> Iterable[tuple[str, str, str]]:
    """Yield each quantified noun: the noun, the extent, the words."""
    for number, word in enumerate(syntax.words):
        if word.part in ("NOUN", "PROPN"):
            for modifier in syntax.dependents(number, "det", "predet", "amod", "quantmod", "nummod"):
                extent = _EXTENTS.get(syntax.words[modifier].lower)
                if extent and modifier < number:
                    yield normalised_word(word.text), extent, syntax.text[syntax.words[modifier].start : word.end]


def _role_difference(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference if an action or comparison of the same two parties is reversed."""
    for agent, patient in _parties_of_actions(sentence):
        for claim_agent, claim_patient in _parties_of_actions(claim):
            is_reversed = _is_same_party(agent, claim_patient) and _is_same_party(patient, claim_agent)
            if is_reversed and not _is_same_party(agent, claim_agent):
                return SlotDifference(
                    kind=SlotKind.WHO, said=f"{agent.text} → {patient.text}", checked=f"{claim_agent.text} → {claim_patient.text}"
                )
    return None


@dataclass(frozen=True, slots=True)
class _Party:
    """Agent or patient of an action: the text of the phrase, its content words, and those of its names."""

    text: str
    words: frozenset[str]
    names: frozenset[str]


def _parties_of_actions(syntax: Syntax) -> Iterable[tuple[_Party, _Party]]:
    """Yield the two parties of each action or comparison, agent first, from active and passive clauses."""
    for number, word in enumerate(syntax.words):
        if word.lower == "than":
            yield from _compared_parties(syntax, number)
        if word.part != "VERB":
            continue
        subjects, passive_subjects = syntax.dependents(number, "nsubj"), syntax.dependents(number, "nsubjpass")
        agents = [agent_noun for preposition in syntax.dependents(number, "agent") for agent_noun in syntax.dependents(preposition, "pobj")]
        doers, patients = (subjects, syntax.dependents(number, "dobj")) if subjects else (agents, passive_subjects)
        if doers and patients:
            yield _phrase(syntax, doers[0]), _phrase(syntax, patients[0])


def _compared_parties(syntax: Syntax, than: int) -> Iterable[tuple[_Party, _Party]]:
    """Yield the subject of the clause around “than”, and the phrase after it."""
    compared = syntax.dependents(than, "pobj", "pcomp")
    subjects = (subject for ancestor in syntax.above(than) for subject in syntax.dependents(ancestor, "nsubj", "nsubjpass"))
    subject = next(subjects, None)
    if compared and subject is not None:
        yield _phrase(syntax, subject), _phrase(syntax, compared[0])


def _phrase(syntax: Syntax, number: int) -> _Party:
    phrase = syntax.below(number, without=("relcl", "acl", "prep", "advcl", "conj", "appos"))
    text = syntax.text[syntax.words[phrase[0]].start : syntax.words[phrase[-1]].end]
    names = " ".join(syntax.words[word_number].text for word_number in phrase if syntax.words[word_number].entity in _NAME_LABELS)
    return _Party(text, frozenset(content_words(text)), frozenset(content_words(names) if names else ()))


def _is_same_party(phrase: _Party, counterpart: _Party) -> bool:
    """Return True if two phrases mean the same party: by their names if both have some."""
    both_named = phrase.names and counterpart.names
    words = (phrase.names, counterpart.names) if both_named else (phrase.words, counterpart.words)
    return any(same_stem(word, another) for word, another in product(*words))


def _restriction_difference(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference if the same noun has different noun modifiers ("beer sales", "wine sales")."""
    for noun, modifiers in _restrictions(sentence):
        for claim_noun, claim_modifiers in _restrictions(claim):
            if same_stem(noun, claim_noun) and not _is_mentioned(modifiers, claim) and not _is_mentioned(claim_modifiers, sentence):
                return SlotDifference(kind=SlotKind.WHAT, said=f"{modifiers} {noun}", checked=f"{claim_modifiers} {claim_noun}")
    return None


def _restrictions(syntax: Syntax) -> Iterable[tuple[str, str]]:
    """Yield each common noun in lower case, with the nouns before it that specify its kind."""
    for number, word in enumerate(syntax.words):
        modifiers = [
            syntax.words[modifier_number]
            for modifier_number in syntax.dependents(number, "compound")
            if syntax.words[modifier_number].part == "NOUN"
        ]
        if word.part == "NOUN" and modifiers:
            yield word.lower, " ".join(modifier.lower for modifier in modifiers)


def _is_mentioned(words: str, other: Syntax) -> bool:
    return any(same_stem(word, normalised_word(another.text)) for word in content_words(words) for another in other.words)


def _comparison_difference(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference between “one of the highest” and “the highest”, or in the standard of a comparison."""
    spoken, checked = _superlative(sentence), _superlative(claim)
    if spoken and checked and (spoken[0] != checked[0]):
        return SlotDifference(kind=SlotKind.COMPARED, said=spoken[1], checked=checked[1])
    standard, checked_standard = _standard_of_comparison(sentence), _standard_of_comparison(claim)
    if (
        standard
        and checked_standard
        and not any(same_stem(term, counterpart) for term in content_words(standard) for counterpart in content_words(checked_standard))
    ):
        return SlotDifference(kind=SlotKind.COMPARED, said=f"than {standard}", checked=f"than {checked_standard}")
    return None


def _superlative(syntax: Syntax) -> tuple[bool, str] | None:
    """Return the text's superlative: True if it is one of several ("one of the highest"), and its words; None without a
    superlative."""
    for number, word in enumerate(syntax.words):
        is_superlative = word.part == "ADJ" and (word.lower.endswith("est") or _has_degree_adverb(syntax, number))
        if is_superlative or (word.part == "ADV" and word.lower in ("most", "least") and syntax.words[word.head].part == "VERB"):
            preceding_words = [preceding.lower for preceding in syntax.words[max(0, number - 5) : number]]
            is_one_of_several = ("one" in preceding_words and "of" in preceding_words) or "among" in preceding_words
            start = syntax.words[
                max(0, number - (preceding_words[::-1].index("one") + 1 if is_one_of_several and "one" in preceding_words else 1))
            ].start
            return is_one_of_several, syntax.text[start : word.end]
    return None


def _has_degree_adverb(syntax: Syntax, number: int) -> bool:
    return any(syntax.words[adverb].lower in ("most", "least") for adverb in syntax.dependents(number, "advmod"))


def _standard_of_comparison(syntax: Syntax) -> str:
    """Return the words after “than”; "" if there are none or only a number."""
    for number, word in enumerate(syntax.words):
        if word.lower == "than":
            compared = syntax.dependents(number, "pobj", "pcomp")
            if compared and syntax.words[compared[0]].part not in ("NUM",):
                phrase = syntax.below(compared[0])
                return syntax.text[syntax.words[phrase[0]].start : syntax.words[phrase[-1]].end]
    return ""
