"""Split a statement after its first clause, and expand its short forms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ask.grammatical_number import plural
from app.ask.lexicon import core, lexicon
from app.ask.statement import BE, HAVE, MODALS
from app.verify.quotation import within_quotation
from app.verify.verb import PERSONS, SAYING, SURE, finite_verb

ASIDE = frozenset("although though because while whereas".split())
"""Behind a comma they begin another clause."""
_RELATIVE = frozenset("which who whose whom where".split())
_HELPING = BE | HAVE | MODALS
_SHORT = re.compile(r"(i|he|she|it|we|you|they|there|that|who)['’](s|re|ve|ll|m)", re.IGNORECASE)
_FULL = {"s": "is", "re": "are", "ve": "have", "ll": "will", "m": "am"}


def expand_contractions(tokens: list[str]) -> list[str]:
    """Short forms behind a pronoun in full: "it's been" is "it has been", "we're" "we are"."""
    expanded: list[str] = []
    for index, token in enumerate(tokens):
        short = _SHORT.fullmatch(token)
        if short is None:
            expanded.append(token)
            continue
        following = core(tokens[index + 1]) if index + 1 < len(tokens) else ""
        second_next = core(tokens[index + 2]) if index + 2 < len(tokens) else ""
        passive = following in lexicon().participles and second_next in {"by", "in", "on", "at"}
        means_has = following in {"been", "had", "got"} or (following in lexicon().participles and not passive)
        expanded += [short[1], "has" if means_has and short[2].lower() == "s" else _FULL[short[2].lower()]]
    return expanded


def first_end(tokens: Sequence[str], cores: Sequence[str]) -> int:
    """Return the end of the first clause: before a word that begins another one after a comma, or "and" with a verb of the same
    subject."""
    after_saying = False
    for index in range(2, len(tokens) - 1):
        after_saying |= cores[index - 1] in SAYING
        if not within_quotation(tokens, index) and _parts_here(tokens, cores, index, after_saying=after_saying):
            return index
    return len(tokens)


def _parts_here(tokens: Sequence[str], cores: Sequence[str], index: int, *, after_saying: bool) -> bool:
    """Return True if another clause begins here. After a verb of saying, a clause with "and" may be part of the statement that is
    reported."""
    word, after, comma = cores[index], cores[index + 1 : index + 4], tokens[index - 1].endswith(",")
    if word in {"and", "but", "so"} and after[0] != "that" and (word == "but" or not after_saying):
        if after[0] in _HELPING or (not comma and word == "and" and _told_twice(tokens[:index], cores[:index], after[0])):
            return True
        short = "that" not in cores[:index] and not _HELPING.isdisjoint(after[1:])
        return (comma and finite_verb(tokens[index + 1 :], cores[index + 1 :])[0] > 1.0) or (
            short and not comma and finite_verb(tokens[:index], cores[:index])[0] >= SURE
        )
    return comma and (word in ASIDE or (word in PERSONS | _RELATIVE and not after_saying))


def _told_twice(tokens: Sequence[str], cores: Sequence[str], word: str) -> bool:
    """Return True if a simple past stands before and another one here: "hit the coast and killed 40"."""
    pasts = lexicon().pasts
    score, at = finite_verb(tokens, cores)
    if word not in pasts or score <= 0 or cores[at] not in pasts or cores[at] in BE | HAVE:
        return False
    return pasts[cores[at]].base != cores[at] or not plural(tokens[:at])


def without_aside(tokens: list[str], cores: list[str]) -> tuple[list[str], list[str]]:
    """The words without a clause between commas that only describes ("The bridge, which was built in 1932, fell")."""
    for index in range(1, len(tokens)):
        if cores[index] in _RELATIVE and tokens[index - 1].endswith(",") and not within_quotation(tokens, index):
            after = next((end for end in range(index + 1, len(tokens)) if tokens[end - 1].endswith(",")), 0)
            if after and not finite_verb(tokens[:index], cores[:index])[0] > 0:
                plain = tokens[index - 1].rstrip(",")
                return [*tokens[: index - 1], plain, *tokens[after:]], [*cores[:index], *cores[after:]]
    return tokens, cores
