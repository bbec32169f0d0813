"""Detection of the code page of a text in Latin letters: the one in which all its letters belong to one language.

Statistics of bytes need pages of text. A list of fact-checks or a short table has a dozen accents, for which the alphabets
themselves are more reliable.
"""

from __future__ import annotations

import re
from collections import Counter

from app.ingest.language import detect_language

# Code pages with the letters beyond ASCII of each language. More frequent pages come first: the first of equally good ones wins.
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

_PUNCTUATION = frozenset("“”„‘’‚«»‹›–—…€£§°·•©®™¿¡ªº½²×´\xa0\xad%")
# Of the punctuation marks, those that also occur inside words.
_WORD_INTERNAL = frozenset("’‘´·\xad–")
_WINDOW = re.compile(r"(?=(?:(?<=(.))|^)([^\x00-\x7f])(.?))", re.DOTALL)
_ASCII_LETTER, _NON_ASCII = re.compile(rb"[A-Za-z]"), re.compile(rb"[\x80-\xff]")
_MIN_SHARE, _MAX_GAP = 0.85, 0.1
_SAMPLE_CHARACTERS = 4000
_CENTRAL_EUROPEAN = frozenset("hu cs pl sk sl hr bs ro sq".split())
# Languages of the pages that are easily confused; the Western pages serve all others.
_LANGUAGES_OF_PAGE = {
    "cp1250": _CENTRAL_EUROPEAN,
    "iso8859_2": _CENTRAL_EUROPEAN,
    "cp1254": frozenset(["tr"]),
    "cp1257": frozenset(["lt", "lv", "et"]),
}


def latin_page(data: bytes) -> str:
    """Return the code page in which `data` has only letters of one language, "" if there is none, as for other scripts.

    Text in a Latin script has more plain letters than others. Several pages may fit nearly as well with different letters ("eő" in
    one is "eõ" in another). Then the plain letters decide the language, and the language decides the page.
    """
    if len(_ASCII_LETTER.findall(data)) < len(_NON_ASCII.findall(data)):
        return ""
    texts = {page: data.decode(page, errors="replace") for page, _ in _ALPHABETS}
    shares: dict[str, float] = {}
    for page, alphabets in _ALPHABETS:
        shares[page] = max(shares.get(page, 0.0), _best_share(texts[page], alphabets))
    best_page = max(shares, key=shares.__getitem__)
    if shares[best_page] <= _MIN_SHARE:
        return ""
    candidates = [page for page in shares if shares[page] > max(_MIN_SHARE, shares[best_page] - _MAX_GAP)]
    if len({texts[page] for page in candidates}) < 2:
        return best_page
    language = detect_language(texts[best_page][:_SAMPLE_CHARACTERS])
    fitting_pages = [page for page in candidates if language and language in _LANGUAGES_OF_PAGE.get(page, _western_languages(language))]
    return max(fitting_pages, key=shares.__getitem__, default=best_page)


def _western_languages(language: str) -> frozenset[str]:
    """Return a set of the language if it is written with the letters of Western pages, else an empty set."""
    return (
        frozenset()
        if any(language in languages for languages in _LANGUAGES_OF_PAGE.values()) and language != "et"
        else frozenset([language])
    )


def _best_share(text: str, alphabets: str) -> float:
    windows = Counter(match.groups(default="") for match in _WINDOW.finditer(text))
    return max(
        _fitting_share(windows, frozenset(alphabet + alphabet.upper() + ("İ" if "ı" in alphabet else "")))
        for alphabet in alphabets.split("|")
    )


def _fitting_share(windows: Counter[tuple[str, ...]], letters: frozenset[str]) -> float:
    """Return the share of non-ASCII characters that are letters of the alphabet, or punctuation in a plausible position."""
    right = sum(count for (before, character, after), count in windows.items() if _is_expected(before, character, after, letters))
    return right / max(1, windows.total())


def _is_expected(before: str, character: str, after: str, letters: frozenset[str]) -> bool:
    if character in letters:
        return not (before.islower() and character.isupper())
    return character in _PUNCTUATION and (character in _WORD_INTERNAL or not (before.isalpha() and after.isalpha()))
