"""Character folding: spellings that a language's readers take for the same word become one, before tokenisation, before stemming,
or after it.

Sources: for Arabic, Persian, Hindi, other Indian scripts, and the Scandinavian letters, the normalisers of Apache Lucene 9
(`ArabicNormalizer`, `PersianNormalizer`, `HindiNormalizer`, `IndicNormalizer`, `ScandinavianNormalizer`), which follow Larkey et
al. 2002 for Arabic and Larkey et al. 2003 for Hindi; for the rest the orthographies themselves. The code is written anew.
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
    """Replace digits of any script by 0–9, and join thousands that are separated by spaces or apostrophes, or grouped as in India."""
    text = _SPACED_THOUSANDS.sub(lambda match: _SEPARATORS.sub("", match[0]), text.translate(_ARABIC_POINTS))
    text = _INDIAN_THOUSANDS.sub(lambda match: match[0].replace(",", ""), text)
    if text.isascii() or not any(character.isdecimal() and character > "9" for character in text):
        return text
    return "".join(str(unicodedata.decimal(character)) if character.isdecimal() else character for character in text)


def without_marks(text: str) -> str:
    """Remove accents and other marks from letters, for readers who type without them."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", text.translate(_UNDECOMPOSED))))


def turkish_case(text: str) -> str:
    """Lower Turkish capitals (I to dotless ı, İ to i) and drop the ending after an apostrophe (Türkiye'nin)."""
    return _AFTER_APOSTROPHE.sub("", unicodedata.normalize("NFC", text).translate(_TURKISH))


def without_cyrillic_apostrophe(text: str) -> str:
    """Remove the apostrophe inside Ukrainian and Belarusian words; three different characters are typed for it."""
    return _CYRILLIC_APOSTROPHE.sub("", text)


def catalan_l(text: str) -> str:
    """Replace the Catalan l·l, written with a point, by a plain double l."""
    return text.replace("l·l", "ll").replace("L·L", "LL").replace("ŀl", "ll").replace("ĿL", "LL")


def northern(token: str) -> str:
    """Fold Scandinavian letters: ä and æ, and ö and ø, are one letter in different countries; "aa" is the old spelling of å, and
    still that of names."""
    return token.translate(_NORTHERN).replace("aa", "å")


def without_yo(token: str) -> str:
    """Replace Russian ё by е, which most people type for it."""
    return token.replace("ё", "е")


def without_vowel_points(token: str) -> str:
    """Remove the vowel points of Hebrew and Arabic, which only some texts have."""
    return _MARKS.sub("", token)


def arabic(token: str) -> str:
    """Replace hamza seats, final ya and ta marbuta by the forms that most people type; remove marks and stretching."""
    return _MARKS.sub("", token.translate(_ARABIC))


def persian(token: str) -> str:
    """Replace Arabic ya and kaf by the Persian and Urdu letters; remove marks and stretching."""
    return _MARKS.sub("", token.translate(_PERSIAN))


def without_joiners(text: str) -> str:
    """Remove joiners from Indian scripts. They only change how a cluster looks, and do not end a word."""
    return _JOINERS.sub("", text)


def indic(token: str) -> str:
    """Remove the dot below letters of Indian scripts, which many people leave out."""
    return token.translate(_NUKTAS)


def hindi(token: str) -> str:
    """Remove the dot below; write nasals, and the vowels of English words, with one sign each."""
    return indic(token).translate(_HINDI).replace("न" + _VIRAMA, "ं")


def hindi_short(token: str) -> str:
    """Shorten long vowels, which are often misspelt, and remove the sign that joins consonants."""
    return token.translate(_HINDI_SHORT).replace(_VIRAMA, "")


def vietnamese_tones(token: str) -> str:
    """Move the tone of an open oa, oe or uy to the first letter, as in the older spelling."""
    plain = unicodedata.normalize("NFC", token)
    toned = _VIETNAMESE_OPEN.sub(lambda match: _VIETNAMESE[match[0]], unicodedata.normalize("NFD", plain))
    return unicodedata.normalize("NFC", toned)


def spanish_endings(token: str) -> str:
    """Restore the accent of -ción, -sión and -gión, which the stemmer expects and hurried writers leave out."""
    return token[:-2] + "ón" if token.endswith(("cion", "sion", "gion", "xion", "nion")) else token


def portuguese_endings(token: str) -> str:
    """Restore -ção and -ções where they are typed -cao and -coes."""
    if token.endswith("cao") and len(token) > 5:
        return token[:-3] + "ção"
    return token[:-4] + "ções" if token.endswith("coes") and len(token) > 6 else token
