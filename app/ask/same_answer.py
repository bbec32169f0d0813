"""Decide whether two answers are the same: equal words, a typing error, a name and its last part. Digits and opposites never count
as errors."""

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


def keys_of(answer: Compared) -> tuple[Hashable, ...]:
    """Return keys that are equal for answers that differ only in case, article, number, the order around "in", or a space."""
    joined = [("", answer.joined)] if len(answer.joined) >= _JOINED else []
    return tuple((key, answer.figures) for key in (answer.tokens, answer.turned, *joined))


def initials(answer: Compared) -> Hashable:
    """Return a key that an answer shares with its misspellings: the first letter of each word, and the figures."""
    return tuple(token[0] for token in answer.tokens), answer.figures


def slipped(first: Compared, second: Compared) -> bool:
    """Return True if one answer is the other with one or two wrong letters in one word. The first letter, digits, known names, and
    words that are both in the list of English words count as right."""
    if first.figures != second.figures or len(first.tokens) != len(second.tokens):
        return False
    differing = [pair for pair in zip(first.tokens, second.tokens, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and _slip(*differing[0])


def _slip(first: str, second: str) -> bool:
    shorter = min(len(first), len(second))
    if shorter < _ONE_SLIP or first[0] != second[0] or not (first.isalpha() and second.isalpha()):
        return False
    allowed = 2 if shorter >= _TWO_SLIPS else 1
    vocabulary = lexicon()
    if abs(len(first) - len(second)) > allowed or (_known(vocabulary, first) and _known(vocabulary, second)) or _derived(first, second):
        return False
    return _distance(first, second, allowed) <= allowed


def _known(vocabulary: Lexicon, word: str) -> bool:
    return (
        word in vocabulary.verbs
        or word in vocabulary.thirds
        or word in vocabulary.pasts
        or word in vocabulary.gerunds
        or any(word in words for words in vocabulary.lists.values())
    )


def _derived(first: str, second: str) -> bool:
    """Return True if the words differ in their endings, as employers and employees do; one more letter at the end is still a typing
    error."""
    common = next(
        (index for index, (first_letter, second_letter) in enumerate(zip(first, second, strict=False)) if first_letter != second_letter),
        min(len(first), len(second)),
    )
    tail = max(len(first), len(second)) - common
    return tail <= 2 and not (tail == 1 and len(first) != len(second) and {first[-1], second[-1]} & set("e"))


def _distance(first: str, second: str, limit: int) -> int:
    """Letters to put in, take out or change; two neighbours that changed places count once."""
    before: list[int] = []
    row = list(range(len(second) + 1))
    for row_number, letter in enumerate(first, 1):
        before, last, row = row, before, [row_number]
        for at, sign in enumerate(second, 1):
            cost = min(before[at] + 1, row[at - 1] + 1, before[at - 1] + (letter != sign))
            if row_number > 1 and at > 1 and letter == second[at - 2] and first[row_number - 2] == sign:
                cost = min(cost, last[at - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def is_family_name(short: Compared, long: Compared) -> bool:
    """Return True if the shorter name is the end of the longer one: "Gates" of "Bill Gates", not "York" of "New York"."""
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
    """Return True if the longer answer describes the shorter one in more detail: "turbines" and "wind turbines", "120 million" and
    "120 million crowns". Names, figures and opposite descriptions ("not garlic", "anti-vaccine groups") are excluded."""
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
