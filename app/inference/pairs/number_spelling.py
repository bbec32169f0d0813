"""Spelling of equal quantities: a network that reads word pieces takes "three hundred million" and "300 million" for two numbers.
Only quantities in both texts are changed, so that no different ones become equal."""

from __future__ import annotations

from dataclasses import replace

from app.domain.quantities import Quantity, quantities
from app.ports import PairInput

# Characters that are looked at: more than a network reads.
_MOST = 1600
# Characters before the cut in which no number is taken, since the cut may have gone through it.
_CUT = 64


def with_same_spelling(pair: PairInput) -> PairInput:
    """Return the pair with the sentence's quantities spelt as the claim spells them first, where the claim has the same ones."""
    sentence_quantities = _quantities(pair.sentence)
    checked = _quantities(pair.claim) if sentence_quantities else ()
    if not checked:
        return pair
    # Only quantities that both texts have, so that no different ones become equal. Reversed: the first spelling wins.
    by_value = {quantity.value: pair.claim[quantity.start : quantity.end] for quantity in reversed(checked)}
    sentence = pair.sentence
    # From the end, so that the offsets of the ones before stay right.
    for quantity in reversed(sentence_quantities):
        same_value = by_value.get(quantity.value)
        if same_value is not None and same_value.casefold() != sentence[quantity.start : quantity.end].casefold():
            sentence = sentence[: quantity.start] + same_value + sentence[quantity.end :]
    return pair if sentence == pair.sentence else replace(pair, sentence=sentence)


def _quantities(text: str) -> tuple[Quantity, ...]:
    if len(text) <= _MOST:
        return quantities(text)
    return tuple(quantity for quantity in quantities(text[:_MOST]) if quantity.end <= _MOST - _CUT)
