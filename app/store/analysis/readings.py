"""Folding and stemming of each language.

Stemmers are Snowball's (Porter 2001; snowballstem.org). Inflected languages without a stemmer are truncated, which McNamee,
Nicholas and Mayfield (SIGIR 2009, "Addressing morphological variation in alphabetic languages") found to do as well as a stemmer;
to six letters instead of their five, so that fewer names become the same. Marks on letters are dropped where readers leave them out
when they type; not in the Scandinavian languages or Vietnamese, where they distinguish words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.store.analysis import folding

OTHER = "und"
"""Languages that nothing is known of."""
CUT = 6
SAME = {
    "nb": "no",
    "nn": "no",
    "hr": "sh",
    "sr": "sh",
    "bs": "sh",
    "cnr": "sh",
    "ms": "id",
    "in": "id",
    "iw": "he",
    "cmn": "zh",
    "yue": "zh",
}
"""Languages that are read as another one; the four that were called Serbo-Croatian as one, in both alphabets."""

Fold = Callable[[str], str]


def same(text: str) -> str:
    """Return the text unchanged."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Rules of one language: `before` is applied to the text, `fold` to each word, `after` to each stem; `stemmer` is the name in
    Snowball, and `shortened` words are truncated to `CUT` letters. `latin` is true for languages in Latin letters."""

    stemmer: str = ""
    shortened: bool = False
    before: Fold = same
    fold: Fold = same
    after: Fold = same
    latin: bool = True


READINGS = {
    "af": Reading(stemmer="dutch", after=folding.without_marks),
    "ar": Reading(stemmer="arabic", after=folding.arabic, latin=False),
    "be": Reading(shortened=True, before=folding.without_cyrillic_apostrophe, latin=False),
    "bg": Reading(shortened=True, latin=False),
    "bn": Reading(shortened=True, before=folding.without_joiners, fold=folding.indic, latin=False),
    "ca": Reading(stemmer="catalan", before=folding.catalan_l, after=folding.without_marks),
    "cs": Reading(stemmer="czech", after=folding.without_marks),
    "da": Reading(stemmer="danish", after=folding.northern),
    "de": Reading(stemmer="german", after=folding.without_marks),
    "el": Reading(stemmer="greek", after=folding.without_marks, latin=False),
    "es": Reading(stemmer="spanish", fold=folding.spanish_endings, after=folding.without_marks),
    "et": Reading(stemmer="estonian"),
    "eu": Reading(stemmer="basque", after=folding.without_marks),
    "fa": Reading(stemmer="persian", fold=folding.persian, latin=False),
    "fi": Reading(stemmer="finnish"),
    "fr": Reading(stemmer="french", after=folding.without_marks),
    "ga": Reading(stemmer="irish", after=folding.without_marks),
    "gl": Reading(shortened=True, after=folding.without_marks),
    "gu": Reading(shortened=True, before=folding.without_joiners, fold=folding.indic, latin=False),
    "he": Reading(fold=folding.without_vowel_points, latin=False),
    "hi": Reading(stemmer="hindi", before=folding.without_joiners, fold=folding.hindi, after=folding.hindi_short, latin=False),
    "hu": Reading(stemmer="hungarian", after=folding.without_marks),
    "hy": Reading(stemmer="armenian", latin=False),
    "id": Reading(stemmer="indonesian"),
    "is": Reading(shortened=True),
    "it": Reading(stemmer="italian", after=folding.without_marks),
    "ja": Reading(latin=False),
    "ka": Reading(shortened=True, latin=False),
    "km": Reading(latin=False),
    "kn": Reading(shortened=True, before=folding.without_joiners, latin=False),
    "ko": Reading(latin=False),
    "lo": Reading(latin=False),
    "lt": Reading(stemmer="lithuanian", after=folding.without_marks),
    "lv": Reading(shortened=True, after=folding.without_marks),
    "mk": Reading(shortened=True, latin=False),
    "ml": Reading(shortened=True, before=folding.without_joiners, latin=False),
    "mr": Reading(shortened=True, before=folding.without_joiners, fold=folding.hindi, latin=False),
    "my": Reading(latin=False),
    "ne": Reading(stemmer="nepali", before=folding.without_joiners, fold=folding.hindi, latin=False),
    "nl": Reading(stemmer="dutch", after=folding.without_marks),
    "no": Reading(stemmer="norwegian", after=folding.northern),
    "pa": Reading(shortened=True, before=folding.without_joiners, fold=folding.indic, latin=False),
    "pl": Reading(stemmer="polish", after=folding.without_marks),
    "pt": Reading(stemmer="portuguese", fold=folding.portuguese_endings, after=folding.without_marks),
    "ro": Reading(stemmer="romanian", after=folding.without_marks),
    "ru": Reading(stemmer="russian", after=folding.without_yo, latin=False),
    "sh": Reading(stemmer="serbian", after=folding.without_marks),
    "sk": Reading(shortened=True, after=folding.without_marks),
    "sl": Reading(shortened=True, after=folding.without_marks),
    "sq": Reading(shortened=True, after=folding.without_marks),
    "sv": Reading(stemmer="swedish", after=folding.northern),
    "sw": Reading(),
    "ta": Reading(stemmer="tamil", before=folding.without_joiners, latin=False),
    "te": Reading(shortened=True, before=folding.without_joiners, latin=False),
    "th": Reading(latin=False),
    "tl": Reading(),
    "tr": Reading(stemmer="turkish", before=folding.turkish_case, after=folding.without_marks),
    "uk": Reading(shortened=True, before=folding.without_cyrillic_apostrophe, latin=False),
    "ur": Reading(fold=folding.persian, latin=False),
    "vi": Reading(fold=folding.vietnamese_tones),
    "zh": Reading(latin=False),
    OTHER: Reading(),
}
"""By the name that stands before a language's terms; English, whose terms stand alone, is not among them."""
