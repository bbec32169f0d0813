"""One or several: the number of a noun phrase, and a verb in the number of its new subject."""

from __future__ import annotations

from collections.abc import Sequence

from app.ask.lexicon import core, lexicon, third_person

_PARTS = frozenset(
    "half most some many few several all percent quarter third thirds quarters two three four five six seven eight nine ten".split()
)
"""Before "of" they count what stands behind it."""
_VAGUE = frozenset({("more", "than"), ("less", "than"), ("fewer", "than"), ("at", "least"), ("up", "to")})

_ACRONYM = 5
"""Letters of an acronym at most: a longer word in capitals alone is a word that is shouted (“HACKERS”)."""


def plural(words_before: Sequence[str]) -> bool:
    """Return True if a noun phrase is plural, by its last word before "of" and the like, or by "and"."""
    vocabulary = lexicon()
    cores = [core(word) for word in words_before]
    if tuple(cores[:2]) in _VAGUE:
        return plural(words_before[2:])
    if "and" in cores and not any(vocabulary.has("prepositions", word) for word in cores[: cores.index("and")]):
        return True
    head = next((index for index, word in enumerate(cores) if index and vocabulary.has("prepositions", word)), len(cores))
    last = cores[head - 1] if head else ""
    if head < len(cores) and (last in _PARTS or last[:1].isdigit()):
        return plural(words_before[head + 1 :])
    if vocabulary.has("plurals", last) or vocabulary.has("demonyms", last):
        return True
    return len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "'s", "news", "ics"))


def agreeing(token: str, answer: str) -> str:
    """A present verb in the number of the answer; any other form as it is."""
    vocabulary = lexicon()
    word = core(token)
    if "% of " in answer:
        return token
    is_plural = plural(answer.split()) and not _is_name(answer)
    pairs = {"is": "are", "was": "were", "has": "have"}
    if is_plural:
        return pairs.get(word) or (vocabulary.thirds[word].base if word in vocabulary.thirds and word not in vocabulary.pasts else token)
    singular_of = {plural_form: singular_form for singular_form, plural_form in pairs.items()}
    past = word in vocabulary.pasts and not (
        word in vocabulary.verbs and vocabulary.verbs[word].noun and vocabulary.verbs[word].past != word
    )
    return singular_of.get(word) or (third_person(word) if word in vocabulary.verbs and not past else token)


def _is_name(answer: str) -> bool:
    """Return True if the answer ends in a proper name, which is singular in spite of its s (Texas)."""
    last = answer.rsplit(maxsplit=1)[-1]
    vocabulary = lexicon()
    word = core(last)
    if "and" in [core(token) for token in answer.split()]:
        return False
    return (
        vocabulary.has("names", word)
        or (last[:1].isupper() and not last.isupper() and len(answer.split()) > 1 and not vocabulary.has("demonyms", word))
        or (last.isupper() and len(word) <= _ACRONYM)
    )
