"""The words of a question after the verb that opens it, and which of them are bound to the word before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.ask.lexicon import Lexicon, core, lexicon

LONGEST = 60
"""Words in which a subject's end is looked for."""
_ALONE = frozenset("this that these those all both some many most few one".split())
"""Determiners that can be a subject by themselves."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words as they stand and as they are in the lists; `opener` is the verb that opened the question."""

    tokens: Sequence[str]
    cores: Sequence[str]
    opener: str
    vocabulary: Lexicon

    def has(self, name: str, at: int) -> bool:
        """Return True if the word at this position is in the list of that name."""
        return 0 <= at < len(self.cores) and self.vocabulary.has(name, self.cores[at])

    def capital(self, at: int) -> bool:
        """Return True if the word at this position is capitalised."""
        return 0 <= at < len(self.tokens) and self.tokens[at][:1].isupper()

    def after(self, at: int) -> str:
        """The word behind this place, "" behind the last."""
        return self.cores[at + 1] if at + 1 < len(self.cores) else ""


def read_words(tokens: Sequence[str], opener: str) -> Words:
    """The first sixty words; abbreviations in capitals ("the WHO", "US") keep them and are none of the small words."""
    is_uppercase = all(token.upper() == token for token in tokens)
    cores = [core(token).upper() if _initials(token) and not is_uppercase else core(token) for token in tokens[:LONGEST]]
    return Words(tokens[:LONGEST], cores, opener, lexicon())


def _initials(token: str) -> bool:
    return len(core(token)) > 1 and token.isupper()


def blocked(words: Words, at: int) -> bool:
    """Return True if no predicate can begin here: the word is bound to the one before, or nothing before it can be a subject."""
    before = words.cores[at - 1]
    is_standalone = before in _ALONE and at == 1 and not _noun_like(words, at)
    is_bound = any(words.has(name, at - 1) for name in ("determiners", "prepositions", "conjunctions")) or _counted(words, at)
    is_bound = is_bound or before.casefold().endswith(("'s", "s'")) or words.tokens[at - 1].endswith(("s'", "s’"))
    return (is_bound and not is_standalone) or not (is_standalone or _has_noun(words, at)) or _in_relative(words, at)


def _counted(words: Words, at: int) -> bool:
    """Return True if a figure before this word counts it: "60 tests", but not "of 1931 stolen", nor before a word that is only a
    verb."""
    verb = words.vocabulary.verbs.get(words.cores[at])
    year = len(words.cores[at - 1]) == 4 and words.cores[at - 1].startswith(("19", "20"))
    is_unbound = year or words.has("prepositions", at - 2) or words.has("determiners", at)
    return words.cores[at - 1].isdecimal() and not is_unbound and (verb is None or verb.noun)


def _noun_like(words: Words, at: int) -> bool:
    word = words.cores[at]
    vocabulary = words.vocabulary
    return not (
        any(vocabulary.has(name, word) for name in ("adjectives", "adverbs", "determiners", "prepositions"))
        or vocabulary.is_participle(word)
        or vocabulary.is_gerund(word)
        or word in vocabulary.verbs
    )


def _has_noun(words: Words, at: int) -> bool:
    """Return True if the words before this position can be a subject: more than articles, adverbs and adjectives."""
    if at >= 2 and words.cores[0] == "the" and not words.has("adverbs", at - 1):
        return True
    return any(
        words.capital(index)
        or words.has("pronouns", index)
        or not (
            any(words.has(name, index) for name in ("determiners", "adjectives", "adverbs", "prepositions"))
            or (words.vocabulary.is_participle(words.cores[index]) and index + 1 == at)
        )
        for index in range(at)
    )


def _in_relative(words: Words, at: int) -> bool:
    """Return True if this is the first verb after "who", "that" or "which" inside the subject."""
    for index in range(at - 1, 0, -1):
        if words.has("relatives", index):
            cores_between = words.cores[index + 1 : at]
            return not any(_finite(words.vocabulary, word) for word in cores_between)
    return False


def _finite(vocabulary: Lexicon, word: str) -> bool:
    return (
        word in vocabulary.verbs
        or word in vocabulary.thirds
        or word in vocabulary.pasts
        or word in {"are", "can", "could", "will", "would", "has"}
    )
