"""Detection of the code page of a text in Latin letters: the one in which all its letters belong to one language.

Statistics of bytes need pages of text. A list of fact-checks or a short table has a dozen accents, for which the alphabets
themselves are more reliable.
"""

from __future__ import annotations

import re
from collections import Counter

from app.ingest.language import detect_language

_ALPHABETS = (
    ("cp1252", "äöüß|àâæçéèêëîïôœùûüÿ|áéíóúüñ|áâãàçéêíóôõúü|àèéìíòóùú|äåöéü|æøåéòôäö|àçèéíïòóúü·|áéíóúëïèöü|äöüõšž|çë|äëéèêöüôûîâï"),
    ("cp1250", "ąćęłńóśźż|áčďéěíňóřšťúůýž|áäčďéíĺľňóôŕšťúýž|áéíóöőúüű|čćđšž|ăâîşţ|čšžćđáéöüäő"),
    ("cp1254", "âçğıîöşüû"),
    ("cp1252", "áéíóúýþæöð"),
    ("cp1257", "ąčęėįšųūž|āčēģīķļņšūž|äöüõšž"),
    ("iso8859_15", "àâæçéèêëîïôœùûüÿ|äåöéšž|äöüõšž"),
    ("iso8859_2", "ąćęłńóśźż|áčďéěíňóřšťúůýž|ăâîşţ|áéíóöőúüű"),
    ("mac_roman", "äöüß|àâæçéèêëîïôœùûüÿ|áéíóúüñ|áâãàçéêíóôõúü|àèéìíòóùú|äåöéü|æøåéòôäö"),
    ("cp850", "äöüß|àâæçéèêëîïôùûüÿ|áéíóúüñ|áâãàçéêíóôõúü|àèéìíòóùú|äåöéü|æøåéòôäö"),
)
"""Letters beyond ASCII by language, the more frequent page first: of two that spell a text as well, the first is taken."""

_MARKS = frozenset("“”„‘’‚«»‹›–—…€£§°·•©®™¿¡ªº½²×´\xa0\xad%")
_INSIDE = frozenset("’‘´·\xad–")
_WINDOW = re.compile(r"(?=(?:(?<=(.))|^)([^\x00-\x7f])(.?))", re.DOTALL)
_WRITTEN, _BEYOND = re.compile(rb"[A-Za-z]"), re.compile(rb"[\x80-\xff]")
_ENOUGH, _NEAR = 0.85, 0.1
_TELLING = 4000
_CENTRAL = frozenset("hu cs pl sk sl hr bs ro sq".split())
_LANGUAGES = {"cp1250": _CENTRAL, "iso8859_2": _CENTRAL, "cp1254": frozenset(["tr"]), "cp1257": frozenset(["lt", "lv", "et"])}
"""The languages of the pages that others are mistaken for."""


def latin_page(data: bytes) -> str:
    """Return the code page in which `data` has only letters of one language, "" if there is none, as for other scripts.

    Text in Latin letters has more plain letters than others. If several pages fit nearly as well, with other letters ("eő" is "eõ"
    in another), the plain letters decide the language, and the language its pages.
    """
    if len(_WRITTEN.findall(data)) < len(_BEYOND.findall(data)):
        return ""
    texts = {page: data.decode(page, errors="replace") for page, _ in _ALPHABETS}
    shares: dict[str, float] = {}
    for page, alphabets in _ALPHABETS:
        shares[page] = max(shares.get(page, 0.0), _best_share(texts[page], alphabets))
    best = max(shares, key=shares.__getitem__)
    if shares[best] <= _ENOUGH:
        return ""
    candidates = [page for page in shares if shares[page] > max(_ENOUGH, shares[best] - _NEAR)]
    if len({texts[page] for page in candidates}) < 2:
        return best
    language = detect_language(texts[best][:_TELLING])
    fitting = [page for page in candidates if language and language in _LANGUAGES.get(page, _western(language))]
    return max(fitting, key=shares.__getitem__, default=best)


def _western(language: str) -> frozenset[str]:
    """Return the language itself if it is written with the letters of Western pages, else an empty set."""
    return frozenset() if any(language in languages for languages in _LANGUAGES.values()) and language != "et" else frozenset([language])


def _best_share(text: str, alphabets: str) -> float:
    windows = Counter(match.groups(default="") for match in _WINDOW.finditer(text))
    return max(
        _spelt(windows, frozenset(alphabet + alphabet.upper() + ("İ" if "ı" in alphabet else ""))) for alphabet in alphabets.split("|")
    )


def _spelt(windows: Counter[tuple[str, ...]], letters: frozenset[str]) -> float:
    """Return the share of characters beyond ASCII that are letters of the alphabet, or punctuation where punctuation is expected."""
    right = sum(count for (before, character, after), count in windows.items() if _fits(before, character, after, letters))
    return right / max(1, windows.total())


def _fits(before: str, character: str, after: str, letters: frozenset[str]) -> bool:
    if character in letters:
        return not (before.islower() and character.isupper())
    return character in _MARKS and (character in _INSIDE or not (before.isalpha() and after.isalpha()))
