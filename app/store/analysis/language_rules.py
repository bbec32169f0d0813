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
"""Name of the rules for all languages without rules of their own."""
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
"""Languages that are analysed by the rules of another one; the four that were called Serbo-Croatian as one, in both alphabets."""

Fold = Callable[[str], str]


def same(text: str) -> str:
    """Return the text unchanged."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageRules:
    """Rules of one language: `before` is applied to the text, `fold` to each word, `after` to each stem; `stemmer` is the name in
    Snowball, and `shortened` words are truncated to `CUT` letters. `latin` is true for languages in Latin letters."""

    stemmer: str = ""
    shortened: bool = False
    before: Fold = same
    fold: Fold = same
    after: Fold = same
    latin: bool = True


LANGUAGE_RULES = {
    "af": LanguageRules(stemmer="dutch", after=folding.without_marks),
    "ar": LanguageRules(stemmer="arabic", after=folding.arabic, latin=False),
    "be": LanguageRules(shortened=True, before=folding.without_cyrillic_apostrophe, latin=False),
    "bg": LanguageRules(shortened=True, latin=False),
    "bn": LanguageRules(shortened=True, before=folding.without_joiners, fold=folding.indic, latin=False),
    "ca": LanguageRules(stemmer="catalan", before=folding.catalan_l, after=folding.without_marks),
    "cs": LanguageRules(stemmer="czech", after=folding.without_marks),
    "da": LanguageRules(stemmer="danish", after=folding.northern),
    "de": LanguageRules(stemmer="german", after=folding.without_marks),
    "el": LanguageRules(stemmer="greek", after=folding.without_marks, latin=False),
    "es": LanguageRules(stemmer="spanish", fold=folding.spanish_endings, after=folding.without_marks),
    "et": LanguageRules(stemmer="estonian"),
    "eu": LanguageRules(stemmer="basque", after=folding.without_marks),
    "fa": LanguageRules(stemmer="persian", fold=folding.persian, latin=False),
    "fi": LanguageRules(stemmer="finnish"),
    "fr": LanguageRules(stemmer="french", after=folding.without_marks),
    "ga": LanguageRules(stemmer="irish", after=folding.without_marks),
    "gl": LanguageRules(shortened=True, after=folding.without_marks),
    "gu": LanguageRules(shortened=True, before=folding.without_joiners, fold=folding.indic, latin=False),
    "he": LanguageRules(fold=folding.without_vowel_points, latin=False),
    "hi": LanguageRules(stemmer="hindi", before=folding.without_joiners, fold=folding.hindi, after=folding.hindi_short, latin=False),
    "hu": LanguageRules(stemmer="hungarian", after=folding.without_marks),
    "hy": LanguageRules(stemmer="armenian", latin=False),
    "id": LanguageRules(stemmer="indonesian"),
    "is": LanguageRules(shortened=True),
    "it": LanguageRules(stemmer="italian", after=folding.without_marks),
    "ja": LanguageRules(latin=False),
    "ka": LanguageRules(shortened=True, latin=False),
    "km": LanguageRules(latin=False),
    "kn": LanguageRules(shortened=True, before=folding.without_joiners, latin=False),
    "ko": LanguageRules(latin=False),
    "lo": LanguageRules(latin=False),
    "lt": LanguageRules(stemmer="lithuanian", after=folding.without_marks),
    "lv": LanguageRules(shortened=True, after=folding.without_marks),
    "mk": LanguageRules(shortened=True, latin=False),
    "ml": LanguageRules(shortened=True, before=folding.without_joiners, latin=False),
    "mr": LanguageRules(shortened=True, before=folding.without_joiners, fold=folding.hindi, latin=False),
    "my": LanguageRules(latin=False),
    "ne": LanguageRules(stemmer="nepali", before=folding.without_joiners, fold=folding.hindi, latin=False),
    "nl": LanguageRules(stemmer="dutch", after=folding.without_marks),
    "no": LanguageRules(stemmer="norwegian", after=folding.northern),
    "pa": LanguageRules(shortened=True, before=folding.without_joiners, fold=folding.indic, latin=False),
    "pl": LanguageRules(stemmer="polish", after=folding.without_marks),
    "pt": LanguageRules(stemmer="portuguese", fold=folding.portuguese_endings, after=folding.without_marks),
    "ro": LanguageRules(stemmer="romanian", after=folding.without_marks),
    "ru": LanguageRules(stemmer="russian", after=folding.without_yo, latin=False),
    "sh": LanguageRules(stemmer="serbian", after=folding.without_marks),
    "sk": LanguageRules(shortened=True, after=folding.without_marks),
    "sl": LanguageRules(shortened=True, after=folding.without_marks),
    "sq": LanguageRules(shortened=True, after=folding.without_marks),
    "sv": LanguageRules(stemmer="swedish", after=folding.northern),
    "sw": LanguageRules(),
    "ta": LanguageRules(stemmer="tamil", before=folding.without_joiners, latin=False),
    "te": LanguageRules(shortened=True, before=folding.without_joiners, latin=False),
    "th": LanguageRules(latin=False),
    "tl": LanguageRules(),
    "tr": LanguageRules(stemmer="turkish", before=folding.turkish_case, after=folding.without_marks),
    "uk": LanguageRules(shortened=True, before=folding.without_cyrillic_apostrophe, latin=False),
    "ur": LanguageRules(fold=folding.persian, latin=False),
    "vi": LanguageRules(fold=folding.vietnamese_tones),
    "zh": LanguageRules(latin=False),
    OTHER: LanguageRules(),
}
"""Rules by the prefix of a language's terms. English is missing: its terms have no prefix."""
