"""Synonyms as METEOR asks for them: the single words of every WordNet synset that a word, or a form it may be of, belongs to.

The table is made from WordNet 3.0 by `packaging/synonyms.py`; its licence is in `resources/licences`. Forms are found as WordNet's own
morphology does (morphy(7WN)), once, as NLTK does it.
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
"""What may end a word of each part of speech, and what its base form ends in."""


@dataclass(slots=True)
class _Part:
    """The words of one part of speech with those they share a synset with, and the irregular forms with what they are forms of."""

    words: dict[str, set[str]] = field(default_factory=dict)
    irregular: dict[str, list[str]] = field(default_factory=dict)


@lru_cache(maxsize=100_000)
def synonyms(word: str) -> frozenset[str]:
    """The word, in lower case, and its synonyms that are written in lower case.

    Raises InputError when the installation lacks the table.
    """
    found = {word}
    for name, part in _table().items():
        for form in (word, *_base_forms(word, name, part)):
            found |= part.words.get(form, frozenset())
    return frozenset(found)


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
