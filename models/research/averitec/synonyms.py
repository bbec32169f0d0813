"""Synonyms for METEOR: the single words of every WordNet synset of a word or its base forms.

The table is made from WordNet 3.0 by `packaging/synonyms.py`; its licence is in `resources/licences`. Base forms are found as in
WordNet's own morphology (morphy(7WN)), once, as in NLTK.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from functools import cache, lru_cache

from app import paths
from app.errors import InputError

_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "n": (("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""Endings of inflected words for each part of speech, with the endings of their base forms."""


@dataclass(slots=True)
class _Part:
    """Table of one part of speech: the words that share a synset with a word, and the base forms of irregular forms."""

    words: dict[str, set[str]] = field(default_factory=dict)
    irregular: dict[str, list[str]] = field(default_factory=dict)


@lru_cache(maxsize=100_000)
def synonyms(word: str) -> frozenset[str]:
    """Return the word and its synonyms in lower case. Synonyms with capital letters are left out.

    Raises InputError when the installation lacks the table.
    """
    words = {word}
    for name, part in _table().items():
        for form in (word, *_base_forms(word, name, part)):
            words |= part.words.get(form, frozenset())
    return frozenset(words)


def _base_forms(word: str, name: str, part: _Part) -> list[str]:
    if word in part.irregular:
        return part.irregular[word]
    return [word.removesuffix(ending) + base for ending, base in _ENDINGS[name] if word.endswith(ending)]


@cache
def _table() -> dict[str, _Part]:
    path = paths.resources_dir() / "wordnet" / "synonyms.txt.gz"
    try:
        content = gzip.decompress(path.read_bytes()).decode("ascii")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        message = "The table of synonyms is missing from this installation or damaged."
        raise InputError("synonyms-missing", message, hint="Install Priorcheck again.") from error
    parts = {name: _Part() for name in _ENDINGS}
    for line in content.splitlines():
        kind, *words = line.split(" ")
        part = parts[kind[0]]
        if kind.endswith("!"):
            part.irregular[words[0]] = words[1:]
            continue
        small = [word for word in words if word == word.lower()]
        for word in words:
            part.words.setdefault(word.lower(), set()).update(small)
    return parts
