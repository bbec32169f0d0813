"""Differences of names between a sentence and a checked claim: persons, organisations and groups (who), places (where).

A name counts as mentioned in the other text if both share a content word or its beginning (“Canada”, “Canadian”), or if one
abbreviates the other (“NATO”, “North Atlantic Treaty Organization”). Only names of one kind are compared, and both texts must have
one that the other lacks: speakers leave out what their listeners know.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import regex

from app.domain.speech import SlotDifference, SlotKind
from app.domain.syntax import Entity, Syntax
from app.domain.wordlists import FUNCTION_WORDS

# Labels of named entities by slot, in the scheme of OntoNotes. Only names of one group are compared.
_ENTITY_LABELS = {
    SlotKind.WHO: (frozenset({"PERSON"}), frozenset({"ORG", "PRODUCT", "LAW"}), frozenset({"NORP"})),
    SlotKind.WHERE: (frozenset({"GPE", "LOC", "FAC"}),),
}
_ABBREVIATION = regex.compile(r"(?:\p{Lu}\.?){2,6}")
# The words inside a handle or hashtag (“@ElisaMoran”).
_HANDLE_PARTS = regex.compile(r"\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+")
_CAPITALISED = regex.compile(r"\p{Lu}")
_LETTERS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
# Words that agree in this many letters, but for their ending, count as the same word.
_MIN_STEM = 4
# Relations of a name that does something, suffers it, owns something or is something.
_PARTY_RELATIONS = ("nsubj", "nsubjpass", "dobj", "dative", "ROOT", "poss", "attr", "conj", "appos")
# Names of one place that share no letters: its short name, abbreviations and long name.
_ALTERNATIVE_NAMES = (
    ("america", ("us", "usa"), "united states"),
    ("britain", ("uk",), "united kingdom"),
    ("europe", ("eu",), "european union"),
)


def name_difference(kind: SlotKind, sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference in names of one kind if each text has a name that the other lacks."""
    for labels in _ENTITY_LABELS[kind]:
        spoken_names, checked_names = _unmentioned_names(labels, sentence, claim), _unmentioned_names(labels, claim, sentence)
        if spoken_names and checked_names and not any(_may_be_short_for(*names) for names in product(spoken_names, checked_names)):
            return _difference(kind, spoken_names, checked_names)
    return None


def person_difference(sentence: Syntax, claim: Syntax) -> SlotDifference | None:
    """Return the difference between two persons with the same family name and different first names, neither of whom the other text
    mentions."""
    for spoken, checked in product(_full_names(sentence, claim), _full_names(claim, sentence)):
        (*spoken_first, spoken_family), (*checked_first, checked_family) = spoken.text.split(), checked.text.split()
        if normalised_word(spoken_family) == normalised_word(checked_family) and not any(
            _may_be_same_first_name(*names) for names in product(spoken_first, checked_first)
        ):
            return _difference(SlotKind.WHO, [spoken], [checked])
    return None


def _full_names(syntax: Syntax, other: Syntax) -> list[Entity]:
    """Return the persons of a text with first and family name, without those whose full name is in the other text."""
    return [
        entity
        for entity in syntax.entities
        if entity.kind == "PERSON" and len(entity.text.split()) > 1 and not _named_in_full(entity, other)
    ]


def _difference(kind: SlotKind, spoken_names: Iterable[Entity], checked_names: Iterable[Entity]) -> SlotDifference:
    """Return the difference between these names, each listed once."""
    return SlotDifference(kind=kind, said=_joined_names(spoken_names), checked=_joined_names(checked_names))


def _joined_names(names: Iterable[Entity]) -> str:
    return ", ".join(dict.fromkeys(name.text for name in names))


def content_words(text: str) -> set[str]:
    """Return the content words of a name in plain letters, with an alternative name of the place."""
    words = {normalised_word(word) for word in _LETTERS.findall(text)}
    return (words - FUNCTION_WORDS or words) | _alternative_names(text)


def normalised_word(word: str) -> str:
    """Return a word in lower case without accents, marks and points."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if char.isalnum())


def same_stem(first: str, other: str) -> bool:
    """Return True if two words differ only in their ending."""
    if first == other:
        return True
    # Up to two letters of the shorter word may be an ending ("Canada", "Canadian").
    length = min(len(first), len(other))
    return length >= _MIN_STEM and first[: max(_MIN_STEM, length - 2)] == other[: max(_MIN_STEM, length - 2)]


def _unmentioned_names(labels: frozenset[str], syntax: Syntax, other: Syntax) -> list[Entity]:
    return [name for name in syntax.entities if name.kind in labels and not _is_mentioned(name, other) and _is_distinctive(name, syntax)]


def _is_distinctive(name: Entity, syntax: Syntax) -> bool:
    """Return True for a name that distinguishes claims: of a person, group or place, or of an organisation that acts or is acted
    upon. Organisations are often mentioned in passing ("just so you know from the Secret Service")."""
    if name.kind != "ORG":
        return True
    positions = range(name.first, name.last + 1)
    head = syntax.words[next((number for number in positions if syntax.words[number].head not in positions), name.last)]
    return head.relation in _PARTY_RELATIONS or (head.relation == "pobj" and syntax.words[head.head].relation == "agent")


def _is_mentioned(entity: Entity, other: Syntax) -> bool:
    """Return True if a text contains the name, an abbreviation of it, or the long form of the abbreviation."""
    spoken = set(_words_of(other)) | _alternative_names(other.text)
    if any(same_stem(term, spoken_term) for term in content_words(entity.text) for spoken_term in spoken):
        return True
    if short := _abbreviation(entity.text):
        return any(len(run) > 1 and _has_letters(short, run) for run in _initials_of_runs(other))
    initials = _initials([word for word in _LETTERS.findall(entity.text) if _CAPITALISED.match(word) and word != "The"])
    return len(initials) > 1 and initials in spoken


def _may_be_short_for(first: Entity, second: Entity) -> bool:
    """Return True if one is an abbreviation with the other's initials, perhaps among more ("INEC", "the electoral commission")."""
    for short, name in ((_abbreviation(first.text), second.text), (_abbreviation(second.text), first.text)):
        words = [word for word in _LETTERS.findall(name) if normalised_word(word) not in FUNCTION_WORDS]
        if short and len(words) > 1 and _has_letters(short, _initials(words)):
            return True
    return False


def _has_letters(short: str, initials: str) -> bool:
    """Return True if an abbreviation contains these letters in their order."""
    letters = iter(short)
    return all(letter in letters for letter in initials)


def _initials_of_runs(syntax: Syntax) -> Iterator[str]:
    """Yield the initials of each run of capitalised words; function words do not end a run."""
    run = ""
    for word in syntax.words:
        if _CAPITALISED.match(word.text) and normalised_word(word.text) not in FUNCTION_WORDS:
            run += normalised_word(word.text)[:1]
        elif normalised_word(word.text) not in FUNCTION_WORDS:
            yield run
            run = ""
    yield run


def _abbreviation(name: str) -> str:
    """Return the letters of an abbreviation in lower case; "" for another name."""
    stripped = name.removeprefix("the ").removeprefix("The ").removesuffix("'s").removesuffix("’s")
    return normalised_word(stripped) if _ABBREVIATION.fullmatch(stripped) else ""


def _words_of(syntax: Syntax) -> Iterator[str]:
    """Yield the words of a text, with handles and hashtags split into their parts."""
    for word in syntax.words:
        yield normalised_word(word.text)
        parts = _HANDLE_PARTS.findall(word.text)
        if len(parts) > 1:
            yield from map(normalised_word, parts)


def _initials(words: Sequence[str]) -> str:
    return "".join(normalised_word(word)[:1] for word in words)


def _alternative_names(text: str) -> set[str]:
    capitals = {normalised_word(word) for word in text.split() if _ABBREVIATION.match(word)}
    lower = text.casefold()
    return {name for name, short, long in _ALTERNATIVE_NAMES if capitals.intersection(short) or long in lower}


def _named_in_full(entity: Entity, other: Syntax) -> bool:
    spoken = {normalised_word(word.text) for word in other.words}
    return all(normalised_word(word) in spoken for word in entity.text.split())


def _may_be_same_first_name(first: str, second: str) -> bool:
    """Return True if one first name may be short for the other (“J.”, “Joe” and “Joseph”)."""
    short, long = sorted((normalised_word(first), normalised_word(second)), key=len)
    # Two letters also identify a nickname ("Joe" for "Joseph").
    return long.startswith(short[:2])
