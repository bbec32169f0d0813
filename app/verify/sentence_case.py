"""Is a sentence's first word written with a capital only because it is the first?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ask.lexicon import core, lexicon

_SMALL = ("determiners", "prepositions", "pronouns", "adverbs", "conjunctions", "plurals")
_OPENING = frozenset({"more", "only", "over", "according", "contrary", "due", "thanks"})
_MASS_END = re.compile(r"\w{3,}(?:ment|tion|sion|ness|ity|ism|ance|ence|ship|hood|phobia|ology|nomics|therapy)$")
_MASS = frozenset(
    """air alcohol asbestos beef beer bird blood border bread butter cannabis car cash cat cell cheese child chocolate climate cloth
    coal cocaine coffee corn cotton crime debt diesel dog drug dust electricity energy face fat fish flour fluoride food footage
    fuel garlic gas ginger gold grain grass gun health heat heroin homework honey house hunger ice income inflation knowledge land
    lead lemon marijuana meat medicine mercury milk money mud nature nicotine oil oxygen paper petrol phone plastic police pork
    poverty power radiation rain rent research rice salt sand school science sewage silver smoke snow soap soil soy steel sugar sun
    sunlight tax tea terrorism timber tobacco trade traffic trash turmeric uranium urine vinegar violence vodka waste water wealth
    wheat wind wine wood wool work""".split()
)
"""Nouns that begin a sentence without "the" and are no names; those in -tion, -ment and the like are known by their ends."""


def is_common(words: Sequence[str]) -> bool:
    """Return True if the first of these words, which begin a sentence, would be in lower case elsewhere.

    A capital after it ("New York", "Crystal Palace") makes it a name, unless it is a function word. A plural without "the" is no
    name ("Vaccines are …"), unless it is a demonym.
    """
    first, word = words[0], core(words[0])
    vocabulary = lexicon()
    if (len(first) > 1 and first.isupper()) or word == "i" or vocabulary.has("demonyms", word) or vocabulary.has("names", word):
        return False
    if any(vocabulary.has(name, word) for name in _SMALL) or word in _OPENING:
        return True
    if not word.isalpha() or (len(words) > 1 and words[1][:1].isupper() and not vocabulary.has("demonyms", core(words[1]))):
        return False
    return (
        vocabulary.has("adjectives", word)
        or word in vocabulary.gerunds
        or word in _MASS
        or _MASS_END.match(word) is not None
        or _several(word)
    )


def _several(word: str) -> bool:
    """Return True if a word has the form of a plural, which names seldom have."""
    return len(word) > 4 and word.endswith("s") and not word.endswith(("ss", "us", "is", "as", "os", "news", "ics"))
