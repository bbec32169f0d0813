"""Equal quantities, written alike: a network that reads word pieces takes "three hundred million" and "300 million" for two numbers.

Only what both texts hold is touched, so that nothing becomes equal that was not.
"""

from __future__ import annotations

from dataclasses import replace

from app.domain.quantities import quantities
from app.ports import PairInput

_MOST = 1600
"""Characters that are looked at: more than a network reads."""


def alike(pair: PairInput) -> PairInput:
    """The pair, its sentence with every quantity that the claim holds, too, written as the claim writes it first."""
    said = quantities(pair.sentence[:_MOST])
    checked = quantities(pair.claim[:_MOST]) if said else ()
    if not checked:
        return pair
    wanted = {one.value: pair.claim[one.start : one.end] for one in reversed(checked)}
    sentence = pair.sentence
    for one in reversed(said):
        written = wanted.get(one.value)
        if written is not None and written.casefold() != sentence[one.start : one.end].casefold():
            sentence = sentence[: one.start] + written + sentence[one.end :]
    return pair if sentence == pair.sentence else replace(pair, sentence=sentence)
