"""Other names of places, bodies, diseases, people and common terms, from `resources/ask/aliases.tsv`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from app.errors import PriorcheckError
from app.paths import resources_dir
from app.translation import tr

_LONGEST = 7
"""Words of the longest name."""
_WORD = re.compile(r"[^\W_]+(?:['’&][^\W_]+)*|&")
_SHORT = 3
"""Capitals up to which a name is itself only in capitals: "who" is a pronoun, "un" an article."""


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """A thing with several names, the shown one first.

    `other_names` are its names in other languages; `ambiguous` names are good to search with but mean something else too; `related` are
    its adjectives and people.
    """

    kind: str
    names: tuple[str, ...]
    other_names: tuple[str, ...]
    ambiguous: tuple[str, ...]
    related: tuple[str, ...]

    @property
    def key(self) -> str:
        """The shown name."""
        return self.names[0]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text: its first and last character, and the thing that it names."""

    start: int
    end: int
    entity: NamedEntity


def words_of(text: str) -> tuple[str, ...]:
    """A name's words in small letters without accents, stops and hyphens: "U.S.A." is "usa"."""
    return tuple(folded(match.group()) for match in _WORD.finditer(_joined(text)))


def folded(text: str) -> str:
    """Small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _joined(text: str) -> str:
    """Initials without their stops, of the same length: "U.S." becomes "US  " so that offsets stay."""
    return re.sub(r"\b(?:[^\W\d_]\.){2,}", lambda match: match.group().replace(".", "").ljust(len(match.group())), text)


def named(text: str) -> NamedEntity | None:
    """The thing that a whole text names, None where it is in no list; names of three capitals only in capitals."""
    words = words_of(text)
    for entity in _names().get(_without_article(words), ()):
        if _spelt(entity, text):
            return entity
    return None


def mentions(text: str) -> tuple[Mention, ...]:
    """Names in a text from left to right, the longest at each place; near names count."""
    flat = _joined(text)
    word_matches = list(_WORD.finditer(flat))
    folds = [folded(match.group()) for match in word_matches]
    return tuple(Mention(mention.start, _end(text, flat, mention.end), mention.entity) for mention in _mentions(flat, word_matches, folds))


def _end(text: str, flat: str, end: int) -> int:
    """The end of initials in the text itself: with the stops that were taken out."""
    while end < len(text) and flat[end] == " " and text[end] != " ":
        end += 1
    return end


def _mentions(flat: str, word_matches: Sequence[re.Match[str]], folds: Sequence[str]) -> Iterator[Mention]:
    names = _names(with_ambiguous=True)
    start = 0
    while start < len(word_matches):
        for length in range(min(_LONGEST, len(word_matches) - start), 0, -1):
            text = flat[word_matches[start].start() : word_matches[start + length - 1].end()]
            entity = next((candidate for candidate in names.get(tuple(folds[start : start + length]), ()) if _spelt(candidate, text)), None)
            if entity is not None:
                yield Mention(word_matches[start].start(), word_matches[start + length - 1].end(), entity)
                start += length - 1
                break
        start += 1


def _without_article(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if len(words) > 1 and words[0] in {"the", "el", "la", "der", "die", "das", "le", "les", "o", "a", "los"} else words


def _spelt(entity: NamedEntity, text: str) -> bool:
    """Return True if the spelling fits: a short name must be in capitals."""
    alphanumeric = "".join(sign for sign in text if sign.isalnum())
    article = text.split(" ", 1)
    bare_name = "".join(sign for sign in article[-1] if sign.isalnum()) if article[0].casefold() == "the" else alphanumeric
    if len(bare_name) > _SHORT:
        return True
    spelt = {"".join(sign for sign in name if sign.isalnum()) for name in (*entity.names, *entity.other_names, *entity.ambiguous)}
    capitals = {name for name in spelt if len(name) <= _SHORT and name.isupper()}
    return bare_name in capitals or (bare_name.upper() not in capitals)


@lru_cache(maxsize=2)
def _names(*, with_ambiguous: bool = False) -> dict[tuple[str, ...], tuple[NamedEntity, ...]]:
    table: dict[tuple[str, ...], tuple[NamedEntity, ...]] = {}
    for entity in _table(resources_dir() / "ask" / "aliases.tsv"):
        ambiguous = entity.ambiguous if with_ambiguous else ()
        for name in dict.fromkeys(words_of(name) for name in (*entity.names, *entity.other_names, *ambiguous)):
            table[name] = (*table.get(name, ()), entity)
    return table


def _table(path: Path) -> tuple[NamedEntity, ...]:
    """Raises PriorcheckError `names-missing` where the table is not there or damaged."""
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        return tuple(_row(line) for line in lines[1:])
    except (OSError, ValueError) as fault:
        raise PriorcheckError(
            "names-missing", tr("The program's table of names is missing or damaged."), hint=tr("Install the program again.")
        ) from fault


def _row(line: str) -> NamedEntity:
    kind, names, other_names, related = line.split("\t")
    own_names = names.split("|")
    return NamedEntity(
        kind,
        tuple(name for name in own_names if not name.startswith("~")),
        tuple(filter(None, other_names.split("|"))),
        tuple(name[1:] for name in own_names if name.startswith("~")),
        tuple(filter(None, related.split("|"))),
    )
