"""One spelling for what a language's readers take for the same word: before its words are cut, before stemming, and after it.

Sources: for Arabic, Persian, Hindi, other Indian scripts, and the northern letters, the normalisers of Apache Lucene 9
(`ArabicNormalizer`, `PersianNormalizer`, `HindiNormalizer`, `IndicNormalizer`, `ScandinavianNormalizer`), which follow Larkey et al.
2002 for Arabic and Larkey et al. 2003 for Hindi; for the rest the orthographies themselves. All of it is written anew here.
"""

from __future__ import annotations

import unicodedata

import regex

_SPACED_THOUSANDS = regex.compile(r"(?<![\p{N}.,])(\p{Nd}{1,3})((?:[ \u00a0\u2009\u202f'’]\p{Nd}{3})+)(?!\p{N})")
_INDIAN_THOUSANDS = regex.compile(r"(?<![\p{N}.,])\p{Nd}{1,2}(?:,\p{Nd}{2})+,\p{Nd}{3}(?!\p{N})")
_SEPARATORS = regex.compile(r"\P{N}+")
_MARKS = regex.compile(r"\p{Mn}+")
_JOINERS = regex.compile(r"[\u200c\u200d]")
_CYRILLIC_APOSTROPHE = regex.compile(r"(?<=\p{Cyrillic})['’ʼ](?=\p{Cyrillic})")
_AFTER_APOSTROPHE = regex.compile(r"(?<=\p{L})['’]\p{L}+")
_ARABIC_POINTS = str.maketrans({"٫": ".", "٬": ","})
_TURKISH = str.maketrans({"I": "ı", "İ": "i"})
_UNDECOMPOSED = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ı": "i", "ø": "o", "œ": "oe", "æ": "ae"})
_NORTHERN = str.maketrans({"ä": "æ", "ö": "ø"})
_ARABIC = str.maketrans(
    {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه", "ؤ": "و", "ئ": "ي", "ی": "ي", "ک": "ك", "ـ": None, "ء": None}
)
_PERSIAN = str.maketrans({"ي": "ی", "ى": "ی", "ے": "ی", "ك": "ک", "ۀ": "ه", "ە": "ه", "ۂ": "ہ", "ة": "ه", "أ": "ا", "إ": "ا", "ـ": None})
_NUKTAS = {ord(sign): None for sign in "\u093c\u09bc\u0a3c\u0abc\u0b3c"}
_HINDI = str.maketrans({"ँ": "ं", "ॅ": "े", "ॆ": "े", "ॉ": "ो", "ॊ": "ो", "ऍ": "ए", "ऎ": "ए", "ऑ": "ओ", "ऒ": "ओ", "ॲ": "अ"})
_HINDI_SHORT = str.maketrans("आईऊॠॡऐऔीूॄॣैौ", "अइउऋऌएओिुृॢेो")
_VIRAMA = "\u094d"
_VIETNAMESE = {
    f"{glide}{vowel}{tone}": unicodedata.normalize("NFC", f"{glide}{tone}{vowel}")
    for glide, vowel in ("oa", "oe", "uy")
    for tone in "\u0300\u0301\u0303\u0309\u0323"
}
_VIETNAMESE_OPEN = regex.compile(rf"({'|'.join(_VIETNAMESE)})(?!\p{{L}})")


def plain_numbers(text: str) -> str:
    """Digits of any script as 0–9; thousands set apart by spaces or apostrophes, or grouped as in India, as one number."""
    text = _SPACED_THOUSANDS.sub(lambda match: _SEPARATORS.sub("", match[0]), text.translate(_ARABIC_POINTS))
    text = _INDIAN_THOUSANDS.sub(lambda match: match[0].replace(",", ""), text)
    if text.isascii() or not any(character.isdecimal() and character > "9" for character in text):
        return text
    return "".join(str(unicodedata.decimal(character)) if character.isdecimal() else character for character in text)


def without_marks(text: str) -> str:
    """Without accents and other marks on letters: the reader who leaves them out finds the same."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", text.translate(_UNDECOMPOSED))))


def turkish_case(text: str) -> str:
    """Capital I is the dotless letter's, İ the dotted one's; the ending after an apostrophe is dropped (Türkiye'nin)."""
    return _AFTER_APOSTROPHE.sub("", unicodedata.normalize("NFC", text).translate(_TURKISH))


def without_cyrillic_apostrophe(text: str) -> str:
    """The apostrophe inside a Ukrainian or Belarusian word, of which three are typed, is left out."""
    return _CYRILLIC_APOSTROPHE.sub("", text)


def catalan_l(text: str) -> str:
    """The double l that is written with a point between."""
    return text.replace("l·l", "ll").replace("L·L", "LL").replace("ŀl", "ll").replace("ĿL", "LL")


def northern(token: str) -> str:
    """ä and æ, ö and ø are one letter in different countries, and "aa" is what å was and is in names."""
    return token.translate(_NORTHERN).replace("aa", "å")


def without_yo(token: str) -> str:
    """Russian ё, for which most people type е."""
    return token.replace("ё", "е")


def without_vowel_points(token: str) -> str:
    """Hebrew and Arabic without the marks that only some texts have."""
    return _MARKS.sub("", token)


def arabic(token: str) -> str:
    """Hamza seats, final ya and ta marbuta in the forms that most people type; without marks and stretching."""
    return _MARKS.sub("", token.translate(_ARABIC))


def persian(token: str) -> str:
    """Persian and Urdu: Arabic ya and kaf as their own; without marks and stretching."""
    return _MARKS.sub("", token.translate(_PERSIAN))


def without_joiners(text: str) -> str:
    """Indian scripts: joiners change only how a cluster looks, so they do not end a word."""
    return _JOINERS.sub("", text)


def indic(token: str) -> str:
    """Indian scripts without the dot below, which many leave out."""
    return token.translate(_NUKTAS)


def hindi(token: str) -> str:
    """The dot below left out; one sign for a nasal, and for the vowels of English words."""
    return indic(token).translate(_HINDI).replace("न" + _VIRAMA, "ं")


def hindi_short(token: str) -> str:
    """Long vowels, which are often misspelt, as short ones; without the sign that joins consonants."""
    return token.translate(_HINDI_SHORT).replace(_VIRAMA, "")


def vietnamese_tones(token: str) -> str:
    """The tone of an open oa, oe, uy on the first of the two, where older spelling has it."""
    plain = unicodedata.normalize("NFC", token)
    toned = _VIETNAMESE_OPEN.sub(lambda match: _VIETNAMESE[match[0]], unicodedata.normalize("NFD", plain))
    return unicodedata.normalize("NFC", toned)


def spanish_endings(token: str) -> str:
    """The accent that every word in -ción, -sión, -gión has, which the stemmer looks for and hurried writers leave out."""
    return token[:-2] + "ón" if token.endswith(("cion", "sion", "gion", "xion", "nion")) else token


def portuguese_endings(token: str) -> str:
    """-ção and -ções where they are typed -cao and -coes."""
    if token.endswith("cao") and len(token) > 5:
        return token[:-3] + "ção"
    return token[:-4] + "ções" if token.endswith("coes") and len(token) > 6 else token
