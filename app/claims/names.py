"""Which names differ between a sentence and a checked claim: persons, organisations and groups (who), places (where).

A name of the one text counts as named in the other when they share a telling word or its beginning (“Canada”, “Canadian”), or when one is
short for the other (“NATO”, “North Atlantic Treaty Organization”). Only names of one sort are set against each other, and both texts must
have one that the other lacks: speakers leave out what their listeners know.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import regex

from app.domain.speech import SlotDifference, SlotKind
from app.domain.syntax import Entity, Syntax
from app.domain.wordlists import FUNCTION_WORDS

_SORTS = {
    SlotKind.WHO: (frozenset({"PERSON"}), frozenset({"ORG", "PRODUCT", "LAW"}), frozenset({"NORP"})),
    SlotKind.WHERE: (frozenset({"GPE", "LOC", "FAC"}),),
}
"""Sorts of names by slot, in the terms of OntoNotes."""
_SHORT = regex.compile(r"(?:\p{Lu}\.?){2,6}")
_PARTS = regex.compile(r"\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+")
"""The words of a handle or hashtag written as one (“@ElisaMoran”)."""
_CAPITALISED = regex.compile(r"\p{Lu}")
_LETTERS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_STEM = 4
_OTHER_NAMES = (("america", ("us", "usa"), "united states"), ("britain", ("uk",), "united kingdom"), ("europe", ("eu",), "european union"))
"""Names of the same places that share no letters with one another, their abbreviations and long forms."""


def name_difference(kind: SlotKind, sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Names of one sort, on each side one that the other text does not have."""
    for sort in _SORTS[kind]:
        mine, theirs = _missing(sort, sentence, claim), _missing(sort, claim, sentence)
        if mine and theirs:
            return difference_of(kind, mine, theirs)
    return None


def person_difference(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Two persons of one family name with other first names, neither of whom the other text names as well."""
    named = [
        [one for one in each.entities if one.kind == "PERSON" and len(one.text.split()) > 1 and not _named_in_full(one, other)]
        for each, other in ((sentence, claim), (claim, sentence))
    ]
    for one, other in product(*named):
        (*mine, my_last), (*theirs, their_last) = one.text.split(), other.text.split()
        if plain(my_last) == plain(their_last) and not any(_may_be_one(*names) for names in product(mine, theirs)):
            return difference_of(SlotKind.WHO, [one], [other])
    return None


def difference_of(kind: SlotKind, said: Iterable[Entity], checked: Iterable[Entity]) -> SlotDifference:
    """The difference between these names, each once."""
    one, other = (", ".join(dict.fromkeys(each.text for each in side)) for side in (said, checked))
    return SlotDifference(kind=kind, said=one, checked=other)


def telling(text: str) -> set[str]:
    """The words of a name but for those of the language's grammar, in plain letters; another name of the place beside them."""
    words = {plain(word) for word in _LETTERS.findall(text)}
    return (words - FUNCTION_WORDS or words) | _other_names(text)


def plain(word: str) -> str:
    """A word in small letters without accents, marks and points."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if char.isalnum())


def alike(one: str, other: str) -> bool:
    """Whether two words are the same but for their ending."""
    if one == other:
        return True
    length = min(len(one), len(other))
    return length >= _STEM and one[: max(_STEM, length - 2)] == other[: max(_STEM, length - 2)]


def _missing(sort: frozenset[str], syntax: Syntax, other: Syntax) -> list[Entity]:
    return [one for one in syntax.entities if one.kind in sort and not _named_in(one, other)]


def _named_in(entity: Entity, other: Syntax) -> bool:
    """Whether a text has a name, or one that it may be short for."""
    spoken = set(_spoken(other)) | _other_names(other.text)
    if any(alike(one, another) for one in telling(entity.text) for another in spoken):
        return True
    words = entity.text.removeprefix("the ").removeprefix("The ").split()
    if len(words) == 1 and _SHORT.fullmatch(words[0].removesuffix("'s").removesuffix("’s")):
        return plain(words[0]) in _initials([word.text for word in other.words])
    return any(len(initials) > 1 and initials in spoken for initials in [_initials(words)])


def _spoken(syntax: Syntax) -> Iterator[str]:
    """The words of a text, and of handles and hashtags their parts."""
    for word in syntax.words:
        yield plain(word.text)
        parts = _PARTS.findall(word.text)
        if len(parts) > 1:
            yield from map(plain, parts)


def _initials(words: Sequence[str]) -> str:
    return "".join(plain(word)[:1] for word in words if _CAPITALISED.match(word))


def _other_names(text: str) -> set[str]:
    capitals = {plain(word) for word in text.split() if _SHORT.match(word)}
    lower = text.casefold()
    return {name for name, short, long in _OTHER_NAMES if capitals.intersection(short) or long in lower}


def _named_in_full(entity: Entity, other: Syntax) -> bool:
    spoken = {plain(word.text) for word in other.words}
    return all(plain(word) in spoken for word in entity.text.split())


def _may_be_one(one: str, other: str) -> bool:
    """Whether one first name may be short for the other (“J.”, “Joe” and “Joseph”)."""
    one, other = plain(one), plain(other)
    return one[:2] == other[:2] or (min(len(one), len(other)) == 1 and one[:1] == other[:1])
