"""Where the first clause of a statement ends and another one begins, and its short forms in full."""

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


def in_full(tokens: list[str]) -> list[str]:
    """Short forms behind a pronoun in full: "it's been" is "it has been", "we're" "we are"."""
    found: list[str] = []
    for place, token in enumerate(tokens):
        short = _SHORT.fullmatch(token)
        if short is None:
            found.append(token)
            continue
        following = core(tokens[place + 1]) if place + 1 < len(tokens) else ""
        behind = core(tokens[place + 2]) if place + 2 < len(tokens) else ""
        passive = following in lexicon().participles and behind in {"by", "in", "on", "at"}
        has = following in {"been", "had", "got"} or (following in lexicon().participles and not passive)
        found += [short[1], "has" if has and short[2].lower() == "s" else _FULL[short[2].lower()]]
    return found


def first_end(tokens: Sequence[str], cores: Sequence[str]) -> int:
    """Where the first clause ends: before a word that begins another one behind a comma, or "and" with a verb of the same subject."""
    said = False
    for place in range(2, len(tokens) - 1):
        said |= cores[place - 1] in SAYING
        if not within_quotation(tokens, place) and _parts_here(tokens, cores, place, said=said):
            return place
    return len(tokens)


def _parts_here(tokens: Sequence[str], cores: Sequence[str], place: int, *, said: bool) -> bool:
    """Whether another clause begins here; behind a verb of saying (`said`) one with "and" may be part of what is said."""
    word, after, comma = cores[place], cores[place + 1 : place + 4], tokens[place - 1].endswith(",")
    if word in {"and", "but", "so"} and after[0] != "that" and (word == "but" or not said):
        if after[0] in _HELPING or (not comma and word == "and" and _told_twice(tokens[:place], cores[:place], after[0])):
            return True
        short = "that" not in cores[:place] and not _HELPING.isdisjoint(after[1:])
        return (comma and finite_verb(tokens[place + 1 :], cores[place + 1 :])[0] > 1.0) or (
            short and not comma and finite_verb(tokens[:place], cores[:place])[0] >= SURE
        )
    return comma and (word in ASIDE or (word in PERSONS | _RELATIVE and not said))


def _told_twice(tokens: Sequence[str], cores: Sequence[str], word: str) -> bool:
    """Whether a simple past stands before and another one here: "hit the coast and killed 40"."""
    pasts = lexicon().pasts
    score, at = finite_verb(tokens, cores)
    if word not in pasts or score <= 0 or cores[at] not in pasts or cores[at] in BE | HAVE:
        return False
    return pasts[cores[at]].base != cores[at] or not plural(tokens[:at])


def without_aside(tokens: list[str], cores: list[str]) -> tuple[list[str], list[str]]:
    """The words without a clause between commas that only describes ("The bridge, which was built in 1932, fell")."""
    for place in range(1, len(tokens)):
        if cores[place] in _RELATIVE and tokens[place - 1].endswith(",") and not within_quotation(tokens, place):
            after = next((end for end in range(place + 1, len(tokens)) if tokens[end - 1].endswith(",")), 0)
            if after and not finite_verb(tokens[:place], cores[:place])[0] > 0:
                plain = tokens[place - 1].rstrip(",")
                return [*tokens[: place - 1], plain, *tokens[after:]], [*cores[:place], *cores[after:]]
    return tokens, cores
