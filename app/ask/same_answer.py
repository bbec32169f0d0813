"""Whether two answers are one: the same words, a slip of the pen, a name and its last part. Digits and opposites never slip."""

from __future__ import annotations

from collections.abc import Hashable

from app.ask.answer_words import Compared
from app.ask.lexicon import Lexicon, lexicon
from app.domain.wordlists import FUNCTION_WORDS

_ONE_SLIP, _TWO_SLIPS = 6, 11
"""Letters of a word from which one, from which two of them may be wrong."""
_OTHER_PLACE = frozenset(
    """new north south east west northern southern eastern western upper lower great greater central equatorial papua san santa saint st el
    la los las old latin black white red anti non not no without never neither nor hardly less fewer ex former first second third""".split()
)
_JOINED = 5
"""Letters from which a space more or less makes no other answer."""
_GIVEN = 3
"""Words that may stand before a family name."""
_DESCRIBED = 2
"""Words that may stand before a thing and only describe it."""
_COUNTED = 2
"""Words behind an amount that say of what it is."""
_WHERE = frozenset("in at on under from with by during near inside".split())


def keys_of(one: Compared) -> tuple[Hashable, ...]:
    """What answers share that differ in nothing but case, article, number, the order around "in" or a space."""
    joined = [("", one.joined)] if len(one.joined) >= _JOINED else []
    return tuple((key, one.figures) for key in (one.tokens, one.turned, *joined))


def initials(one: Compared) -> Hashable:
    """What an answer and its slip have in common: the first letter of each word, and the figures."""
    return tuple(token[0] for token in one.tokens), one.figures


def slipped(one: Compared, other: Compared) -> bool:
    """Whether one is the other with one or two wrong letters in one word. The first letter, digits, known names and words that both
    are in the list of English words are right."""
    if one.figures != other.figures or len(one.tokens) != len(other.tokens):
        return False
    differing = [pair for pair in zip(one.tokens, other.tokens, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and _slip(*differing[0])


def _slip(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    if shorter < _ONE_SLIP or one[0] != other[0] or not (one.isalpha() and other.isalpha()):
        return False
    allowed = 2 if shorter >= _TWO_SLIPS else 1
    known = lexicon()
    if abs(len(one) - len(other)) > allowed or (_known(known, one) and _known(known, other)) or _derived(one, other):
        return False
    return _distance(one, other, allowed) <= allowed


def _known(known: Lexicon, word: str) -> bool:
    return (
        word in known.verbs
        or word in known.thirds
        or word in known.pasts
        or word in known.gerunds
        or any(word in words for words in known.lists.values())
    )


def _derived(one: str, other: str) -> bool:
    """Whether the words differ in their ends, which tell employers from employees; one letter more at the end is a slip all the same."""
    common = next((place for place, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), min(len(one), len(other)))
    tail = max(len(one), len(other)) - common
    return tail <= 2 and not (tail == 1 and len(one) != len(other) and {one[-1], other[-1]} & set("e"))


def _distance(one: str, other: str, limit: int) -> int:
    """Letters to put in, take out or change; two neighbours that changed places count once."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        before, last, row = row, before, [place]
        for at, sign in enumerate(other, 1):
            cost = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != sign))
            if place > 1 and at > 1 and letter == other[at - 2] and one[place - 2] == sign:
                cost = min(cost, last[at - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def is_family_name(short: Compared, long: Compared) -> bool:
    """Whether the shorter is the end of the longer's name: "Gates" of "Bill Gates", not "York" of "New York"."""
    before = long.tokens[: len(long.tokens) - len(short.tokens)]
    if (
        not before
        or len(before) > _GIVEN
        or long.tokens[len(before) :] != short.tokens
        or long.figures
        or not (short.capital and long.capital)
    ):
        return False
    return all(token.isalpha() and token not in _OTHER_PLACE for token in before) and not any(
        token.startswith("@") for token in long.tokens
    )


def is_described(short: Compared, long: Compared) -> bool:
    """Whether the longer is the shorter thing described more closely: "turbines" of "wind turbines", "slaves" of "slaves under the whip";
    or an amount that says of what it is: "120 million" of "120 million crowns".

    Names, figures and what is described as something else ("not garlic", "anti-vaccine groups") are not.
    """
    size = len(short.tokens)
    if short.figures and short.figures == long.figures and len(short.figures) == size:
        return long.tokens[:size] == short.tokens and size < len(long.tokens) <= size + _COUNTED
    if not 0 < size < len(long.tokens) or short.figures or long.figures or (short.capital and long.capital):
        return False
    if any(token.startswith("@") or not token.isalpha() for token in (*short.tokens, *long.tokens)) or len(short.tokens[-1]) < len("lab"):
        return False
    before, after = long.tokens[:-size], long.tokens[size:]
    if long.tokens[-size:] == short.tokens:
        return len(before) <= _DESCRIBED and not any(token in _OTHER_PLACE or token in FUNCTION_WORDS for token in before)
    return long.tokens[:size] == short.tokens and after[0] in _WHERE
