"""Places where a full stop ends an abbreviation, not a sentence: pieces cut there are put together again.

The splitter knows many abbreviations; those of titles, references, ordinals and clock times in the languages that
fact-checkers work in are completed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_BEFORE_NAMES = {
    "en": "ms mr mrs dr prof st messrs mx hon rev sen rep gov gen col capt lt sgt adm amb cf vs",
    "de": "hr fr dr prof dipl ing inkl exkl zzgl abzgl evtl ggf bzw sog vgl st abg ca bspw",
    "fr": "m mm mme mlle mlles mmes dr drs pr prof mgr st ste env cf",
    "es": "sr sra sres sras srta dr dra dres lic ing arq gral cnel cap tte dn d dña dª prof profa mons fr gob pdte pdta sto sta cf",
    "pt": "sr sra srs sras srta dr dra drs dras prof profa profs eng enga exmo exma ilmo ilma exa exas dep sen des min gov "
    "gal cel cap sto sta d",
    "it": "sig sigg dott dr prof avv ing arch on sen gen col cav mons rag geom sac",
    "nl": "dhr mevr mw dr drs mr ir ing prof st bijv d.w.z o.a",
    "pl": "prof dr hab inż mgr ks p św np tj ok tzw m.in",
    "ru": "др г-н г-жа ул св т.е т.н",
    "tr": "sn dr prof doç av yrd op uzm gen alb yzb st vb bkz",
    "hi": "डॉ श्री श्रीमती प्रो सं कु एड पं स्व न्या",
}
_BEFORE_NUMBERS = frozenset(
    "no nos nr nrs nº n° núm num art arts vol vols p pp pg pag pág págs pgs par pars ch chap cap sec sect fig figs tab eq approx "
    "aprox env ca c.a circa abs kap bd ziff rn al inc ust rozdz str blz hfst s abb nbr tel cf col cols item sez ley lei est cca".split()
)
_BOUND = re.compile(r"(?P<word>[^\s(\[\"“„«»'’‘]+)\.$")
_INITIALS = re.compile(r"(?:^|(?P<word>\S+)\s)(?P<letters>(?:[^\W\d_]{1,2}\.-?)*[^\W\d_]{1,2})\.$")
_ROMAN = re.compile(r"[IVXLC]+\b")
_ORDINAL = re.compile(
    r"(?:^|\s)(?:im|am|der|die|das|dem|den|des|zum|zur|beim|vom|bis|seit|ab|ein|eine|einen|einem|einer|eines|jeder|jede)\s+\d{1,2}\.$"
)
_ENUMERATOR = re.compile(r"\(?(?:(?:\d{1,3}|[a-z])[.)]|[A-Z]\))")
_CLOCK = re.compile(r"\d\s?[ap]\.?\s?m\.$", re.IGNORECASE)
_ZONE = re.compile(
    r"(?:Eastern|Central|Mountain|Pacific|Atlantic|Greenwich|[ECMP][SD]?T|GMT|UTC|BST|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
)
_BEFORE_INITIALS = frozenset(["", *"et y e und and de par di von avec con com mit".split()])
_SHORT = 3
_LOOK = 200
"""Characters that are looked at before and after a cut; a text without any space would take hours otherwise."""


def _names(language: str) -> frozenset[str]:
    return _NAMES.get(language, _NAMES["en"])


_NAMES = {language: frozenset(names.split()) for language, names in _BEFORE_NAMES.items()}


def _numbered(word: str, after: str, language: str) -> bool:
    """Whether a number follows the abbreviation that counts something; the English "no." is an answer, "No." is one."""
    answer = language == "en" and word in ("no", "nos")
    roman = _ROMAN.match(after) and not (language == "en" and after[:2].rstrip() == "I")
    return word.casefold() in _BEFORE_NUMBERS and not answer and bool(after[0].isdigit() or roman)


def _initials(before: str) -> bool:
    """Whether the text ends in a first name's letter or letters; "vitamin C." does not."""
    found = _INITIALS.search(before)
    if not found or not found["letters"][0].isupper():
        return False
    letters, word = found["letters"], found["word"] or ""
    return ".-" in letters or (len(letters) == 1 and (word.endswith(".") or word in _BEFORE_INITIALS))


def _goes_on(opening: str, before: str, after: str, language: str) -> bool:
    """Whether `after` goes on with the sentence that begins with `opening` and that `before` seems to end (all without outer spaces)."""
    found = _BOUND.search(before)
    if not found or not after:
        return False
    word = found["word"]
    last = word.rpartition("-")[2]
    if (last.casefold() in _names(language) and (len(last) > 1 or last.isupper())) or (after[0] == "-" and after[1:2].isalpha()):
        return True
    if _numbered(last, after, language) or (after[0].isupper() and _initials(before)):
        return True
    if language == "de" and after[0].isupper() and _ORDINAL.search(before):
        return True
    if _CLOCK.search(before) and _ZONE.match(after):
        return True
    written = next((character for character in opening if character.isalpha()), "")
    short = len(word) <= _SHORT or "." in word
    return short and after[0].islower() and not written.islower() and not (word.isdigit() and len(word) > 2)


def _inside(shadow: str, place: int) -> bool:
    """Whether a cut at `place` runs through "D-N.Y." or "U.S.A.", with a letter and a full stop on both sides and no space."""
    before, after = shadow[max(0, place - 2) : place], shadow[place : place + 2]
    return len(before) == len(after) == 2 and before[1] == after[1] == "." and before[0].isupper() and after[0].isupper()


def joined(shadow: str, pieces: Iterable[tuple[int, int]], language: str) -> Iterator[tuple[int, int]]:
    """The pieces of `shadow`, in order, with those put together that one sentence was cut into.

    `language` is an ISO 639-1 code. A number that opens a list item ("1.") belongs to the words behind it.
    """
    held: tuple[int, int] | None = None
    for start, end in pieces:
        if held is None:
            held = (start, end)
            continue
        opening = shadow[held[0] : min(held[1], held[0] + _LOOK)].strip()
        before, after = shadow[max(held[0], held[1] - _LOOK) : held[1]].strip(), shadow[start : min(end, start + _LOOK)].strip()
        if _inside(shadow, held[1]) or _ENUMERATOR.fullmatch(before) or _goes_on(opening, before, after, language):
            held = (held[0], end)
            continue
        yield held
        held = (start, end)
    if held is not None:
        yield held
