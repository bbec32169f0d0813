"""Which code page a text in Latin letters was stored in: the one in which its letters are all of one language.

Statistics of bytes need pages of text; a list of fact-checks or a short table has a dozen accents, and what they spell
is told best by the alphabets themselves.
"""

from __future__ import annotations

import re
from collections import Counter

_ALPHABETS = (
    ("cp1252", "äöüß|àâæçéèêëîïôœùûüÿ|áéíóúüñ|áâãàçéêíóôõúü|àèéìíòóùú|äåöéü|æøåéòôäö|àçèéíïòóúü·|áéíóúëïèöü|äöüõ|çë|äëéèêöüôûîâï"),
    ("cp1250", "ąćęłńóśźż|áčďéěíňóřšťúůýž|áäčďéíĺľňóôŕšťúýž|áéíóöőúüű|čćđšž|ăâîşţ|čšžćđáéöüäő"),
    ("cp1254", "âçğıîöşüû"),
    ("cp1252", "áéíóúýþæöð"),
    ("cp1257", "ąčęėįšųūž|āčēģīķļņšūž|äöüõšž"),
    ("iso8859_2", "ąćęłńóśźż|áčďéěíňóřšťúůýž|ăâîşţ|áéíóöőúüű"),
    ("mac_roman", "äöüß|àâæçéèêëîïôœùûüÿ|áéíóúüñ|áâãàçéêíóôõúü|àèéìíòóùú|äåöéü|æøåéòôäö"),
    ("cp850", "äöüß|àâæçéèêëîïôùûüÿ|áéíóúüñ|áâãàçéêíóôõúü|àèéìíòóùú|äåöéü|æøåéòôäö"),
)
"""Letters beyond ASCII by language, the more frequent page first: of two that spell a text as well, the first is taken."""

_MARKS = frozenset("“”„‘’‚«»‹›–—…€£§°·•©®™¿¡ªº½²×´\xa0\xad%")
_INSIDE = frozenset("’‘´·\xad–")
_WINDOW = re.compile(r"(?=(?:(?<=(.))|^)([^\x00-\x7f])(.?))", re.DOTALL)
_WRITTEN, _BEYOND = re.compile(rb"[A-Za-z]"), re.compile(rb"[\x80-\xff]")
_ENOUGH = 0.85


def latin_page(data: bytes) -> str:
    """The code page that spells `data` in the letters of one language, "" where none does, as for other scripts.

    Text in Latin letters has more plain letters than others.
    """
    best, name = _ENOUGH, ""
    if len(_WRITTEN.findall(data)) < len(_BEYOND.findall(data)):
        return name
    for page, alphabets in _ALPHABETS:
        text = data.decode(page, errors="replace")
        windows = Counter(found.groups(default="") for found in _WINDOW.finditer(text))
        for alphabet in alphabets.split("|"):
            share = _spelt(windows, frozenset(alphabet + alphabet.upper() + ("İ" if "ı" in alphabet else "")))
            if share > best:
                best, name = share, page
    return name


def _spelt(windows: Counter[tuple[str, ...]], letters: frozenset[str]) -> float:
    """The share of characters beyond ASCII that are letters of the alphabet, or marks where marks stand."""
    right = sum(count for (before, character, after), count in windows.items() if _fits(before, character, after, letters))
    return right / max(1, windows.total())


def _fits(before: str, character: str, after: str, letters: frozenset[str]) -> bool:
    if character in letters:
        return not (before.islower() and character.isupper())
    return character in _MARKS and (character in _INSIDE or not (before.isalpha() and after.isalpha()))
