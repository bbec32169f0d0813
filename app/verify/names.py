"""The names in a claim: runs of words with capital letters, and what each is likely to be the name of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.ask.lexicon import lexicon
from app.domain.wordlists import FORMS_OF_ADDRESS, FUNCTION_WORDS
from app.verify.sentence_case import is_common

_WORD = r"[A-ZÀ-Þ](?:[\w&-]|[’'](?=\w)|\.(?!\s)|(?<!\w{4})\.|(?<=\b(?:Prof|Capt|Dept|Supt|Cong))\.)*"
"""A quotation mark behind it ends a name, as does a full stop that stands for no abbreviation."""
_WORDS = re.compile(rf"(?<!\w){_WORD}(?:(?:\s+(?:of|for|de|al|bin|van|von|da)(?:\s+the)?)?\s+{_WORD})*")
_OFFICES = (
    frozenset(
        """president minister senator governor mayor congressman congresswoman representative judge justice secretary chancellor king queen
    prince princess pope pastor actor actress singer rapper journalist author doctor professor prof general ceo founder billionaire leader
    candidate chief commissioner former""".split()
    )
    | FORMS_OF_ADDRESS
)
_BODIES = frozenset(
    """university party committee commission council court department ministry organization organisation association agency bank
    company corporation foundation institute union church police army congress parliament senate house office board fund centre center
    administration government states kingdom republic city county north south east west day""".split()
)
_PLACE_FIRST = frozenset(
    """port lake mount mt fort cape new san santa saint st los las el rio upper lower great little isle gulf bay
    hurricane typhoon cyclone storm operation project camp hotel radio team flight route highway planet club studio""".split()
)
_PLACE_LAST = frozenset(
    """bridge street road avenue square river valley island islands beach bay harbour harbor port hospital school airport station
    stadium tower market falls creek mountain mountains hills forest lake sea ocean coast village town province district region desert canal
    tunnel dam line act bill award cup league times post herald news
    prize war disease syndrome virus vaccine championship olympics museum theatre theater park plan deal accord agreement treaty trial
    scandal study report project""".split()
)
"""Words that begin or end the names of places and things and hardly those of people."""

_SAYING = frozenset("says said claims claimed tweets tweeted posts posted shares shared announced stated warned wrote admitted".split())
"""Words that open a claim before the name of who says it."""
_POSSESSIVE = re.compile(r"[’']s (?=\S+ \S)")
_MANY = frozenset("people children women men veterans teachers workers".split())
"""Whose organisations are named after them: what follows their possessive is one name with it."""

_CALENDAR = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
    december""".split()
)


_NATIONAL = frozenset(
    """american australian austrian belgian brazilian british canadian chinese czech danish dutch english european finnish
    french german greek hungarian indian iranian iraqi irish israeli italian japanese kenyan korean mexican nigerian
    norwegian palestinian polish portuguese russian scottish serbian spanish swedish swiss syrian turkish ukrainian welsh""".split()
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it stands in a text, `person` where it is likely to be somebody's."""

    text: str
    start: int
    person: bool


def names_in(text: str) -> tuple[Name, ...]:
    """The names of a text in its order, each once. A text in capitals or with a capital for every word has no names that can be told."""
    words = re.findall(r"[^\W\d_]+", text)
    capitals = sum(word[:1].isupper() for word in words)
    if len(words) > 4 and capitals > 0.7 * len(words):
        return ()
    names: dict[str, Name] = {}
    for run in _WORDS.finditer(text):
        for part, at in _owners(run.group()):
            name, start = _trimmed(part, run.start() + at)
            if name and name.casefold() not in names:
                names[name.casefold()] = Name(name, start, _is_person(name, text[:start]))
    return tuple(names.values())


def _owners(run: str) -> Iterator[tuple[str, int]]:
    """The parts of a run of capital words and where they begin: an owner and what is its ("India's Direct Benefit Transfer"), unless
    the two together are the name of one body or place ("Levi's Stadium", "People's Liberation Army")."""
    begin = 0
    for mark in _POSSESSIVE.finditer(run):
        owner, after = run[begin : mark.start()].rsplit(maxsplit=1)[-1].casefold(), run[mark.end() :].split(maxsplit=1)[0].casefold()
        if owner not in _MANY and after not in _BODIES | _PLACE_LAST:
            yield run[begin : mark.start()], begin
            begin = mark.end()
    yield run[begin:], begin


def _trimmed(name: str, start: int) -> tuple[str, int]:
    """The name without its end's marks, without small words and offices before it."""
    parts = re.sub(r"[’']s?$|[.,;:-]+$", "", name).split()
    while parts and _small(parts, first=start == 0):
        start += len(parts[0]) + 1
        parts = parts[1:]
    return " ".join(parts), start


def _small(parts: Sequence[str], *, first: bool) -> bool:
    vocabulary, word = lexicon(), parts[0]
    stripped = re.split(r"[’'](?:re|ve|ll|m|d)$", word.casefold().rstrip("."))[0]
    if len(word) > 1 and word.isupper():
        return False
    is_function_word = any(
        vocabulary.has(name, stripped) for name in ("determiners", "prepositions", "pronouns", "conjunctions", "adverbs")
    )
    is_common_opening = first and (is_common(parts) or stripped in _SAYING or (len(parts) == 1 and stripped in vocabulary.verbs))
    return is_function_word or is_common_opening or stripped in FUNCTION_WORDS | _CALENDAR | _OFFICES


def _is_person(name: str, before: str) -> bool:
    parts = name.split()
    earlier = before.split()[-1:] or [""]
    if earlier[0].casefold().strip(".,") in _OFFICES:
        return True
    if any(part.casefold() in _BODIES for part in parts) or any(part.isupper() and len(part) > 1 for part in parts):
        return False
    if parts[0].casefold().rstrip(".") in _PLACE_FIRST or parts[-1].casefold() in _PLACE_LAST:
        return False
    looks_like_name = 2 <= len(parts) <= 3 and not any(part.islower() or lexicon().has("adjectives", part.casefold()) for part in parts)
    placed = earlier[0].casefold() in {"in", "at", "from", "near"} or earlier[0].endswith(("’s", "'s"))
    return looks_like_name and not placed and not _nationality(parts[-1])


def _nationality(word: str) -> bool:
    """Return True if a word probably says where somebody is from: "Lankan", "American"."""
    return is_nationality(word) or word.casefold().endswith(("kan", "can", "ian", "ese", "ish"))


def is_nationality(word: str) -> bool:
    """Return True if a word says where people are from and nothing else: "Swiss", "Germans"."""
    return word.casefold() in _NATIONAL or lexicon().has("demonyms", word.casefold())


def longest(names: Iterable[Name]) -> str:
    """The longest of these names, "" where there is none."""
    return max((name.text for name in names), key=len, default="")
