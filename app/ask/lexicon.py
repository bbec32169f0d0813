"""The English words by which the parts of a question are told apart: verbs with their forms, adjectives, small words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from app.errors import PriorcheckError
from app.paths import resources_dir
from app.translation import tr

_DOUBLING = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprtz]$|^qui[tz]$")
_DOUBLED = frozenset(
    """admit permit commit omit refer prefer occur incur compel expel rebel control submit transmit regret deter emit equip propel cancel
    travel label signal fuel total kidnap transfer infer confer defer program wiretap patrol""".split()
)
_NOUNS_IN_ED = frozenset("need seed speed breed feed weed greed hundred shed bed red wed indeed deed steed sacred naked".split())
_ADJECTIVE_END = re.compile(r"\w{2,}(?:[ai]ble|ful|ous|less|proof)$")
_NO_ADJECTIVES = frozenset("table cable vegetable enable disable unless constable timetable handful".split())
_NO_ADVERBS = frozenset("family assembly anomaly monopoly butterfly gadfly melancholy firefly homily".split())
_VERB_END = re.compile(r"\w{3,}(?:ize|yze|ify)$")
_SOFT_END = re.compile(r"(?:s|x|z|ch|sh|o)$")


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb's base form, past and participle; `noun` where the word is a noun as often."""

    base: str
    past: str
    participle: str
    noun: bool


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words in lower case. `verbs` by base form; `thirds`, `pasts`, `participles` and `gerunds` lead from a form to its verb."""

    verbs: dict[str, Verb]
    thirds: dict[str, Verb]
    pasts: dict[str, Verb]
    participles: dict[str, Verb]
    gerunds: dict[str, Verb]
    lists: dict[str, frozenset[str]]

    def has(self, name: str, word: str) -> bool:
        """Return True if a word is in the list of that name."""
        if name == "adjectives" and word not in _NO_ADJECTIVES and _ADJECTIVE_END.match(word):
            return True
        if name == "adverbs" and word.endswith("ly") and len(word) > 5 and word not in _NO_ADVERBS and word not in self.verbs:
            return not self.has("adjectives", word)
        return word in self.lists[name]

    def verb(self, word: str) -> Verb | None:
        """The verb of this base form: a listed one, or one that ends like a verb (fluoridize)."""
        if word in self.verbs or not _VERB_END.match(word):
            return self.verbs.get(word)
        return Verb(word, regular_past(word), regular_past(word), noun=False)

    def is_participle(self, word: str) -> bool:
        """Return True if a word can be a past participle: a known one, or one with such an ending."""
        return word in self.participles or (len(word) > 4 and word.endswith("ed") and word not in _NOUNS_IN_ED)

    def is_gerund(self, word: str) -> bool:
        """Return True if a word is the -ing form of a known verb."""
        return word in self.gerunds


def core(token: str) -> str:
    """A token's word as it stands in the lists: lower case, no punctuation around it, one kind of apostrophe."""
    return unicodedata.normalize("NFC", token).casefold().replace("’", "'").strip(".,;:!?¿¡\"“”„«»()[]…'")


def third_person(base: str) -> str:
    """The form after "he": goes, tries, causes."""
    irregular = {"be": "is", "have": "has"}.get(base)
    if irregular is not None:
        return irregular
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return base[:-1] + "ies"
    return base + ("es" if _SOFT_END.search(base) else "s")


def regular_past(base: str) -> str:
    """The past of a regular verb: stopped, tried, caused."""
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return base[:-1] + "ied"
    return _doubled(base) + "ed"


def gerund(base: str) -> str:
    """The -ing form: stopping, trying, causing."""
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    return _doubled(base) + "ing"


def _doubled(base: str) -> str:
    return base + base[-1] if _DOUBLING.match(base) or base in _DOUBLED else base


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The program's list, read at its first use. Raises PriorcheckError `words-missing` where it is not there or damaged."""
    return _loaded(resources_dir() / "ask" / "english.txt")


def _loaded(path: Path) -> Lexicon:
    try:
        sections = _sections(path.read_text(encoding="utf-8"))
        verbs = {verb.base: verb for verb in _verbs(sections)}
        lists = {name: frozenset(" ".join(lines).split()) for name, lines in sections.items()}
    except (OSError, ValueError, KeyError) as fault:
        raise PriorcheckError(
            "words-missing", tr("The program's list of English words is missing or damaged."), hint=tr("Install the program again.")
        ) from fault
    return Lexicon(
        verbs=verbs,
        thirds={third_person(base): verb for base, verb in verbs.items()},
        pasts={verb.past: verb for verb in verbs.values()} | {"were": verbs["be"]},
        participles={verb.participle: verb for verb in verbs.values()} | {"born": verbs["bear"]},
        gerunds={gerund(base): verb for base, verb in verbs.items()},
        lists=lists,
    )


def _sections(text: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("["):
            name = line.strip("[] ")
        elif line and not line.startswith("#"):
            sections.setdefault(name, []).append(line)
    return sections


def _verbs(sections: dict[str, list[str]]) -> list[Verb]:
    regular = [
        Verb(word.rstrip("*"), regular_past(word.rstrip("*")), regular_past(word.rstrip("*")), word.endswith("*"))
        for word in " ".join(sections["verbs"]).split()
    ]
    irregular = []
    for line in sections["irregular"]:
        base, past, participle = line.split()
        irregular.append(Verb(base.rstrip("*"), past, participle, base.endswith("*")))
    return regular + irregular
