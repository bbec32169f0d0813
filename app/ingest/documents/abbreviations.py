"""Words whose full stop ends no sentence: abbreviations, initials, ordinals and units, by lists of a language and by how a word is written.

`resources/abbreviations/words.tsv` holds the lists of sacremoses (one language a line); those of titles and references that it lacks
stand here. What a word looks like decides where no list knows it: a word without a vowel, a single letter, a word with full stops inside.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache

import regex

from app.domain.function_words import ENGLISH, function_words
from app.paths import resources_dir

_TITLES = {
    "en": "ms mr mrs dr prof st messrs mx hon rev sen rep gov gen col capt lt sgt adm amb cf vs rt adv shri smt pvt jn bldg viz",
    "de": "hr fr dr prof dipl ing inkl exkl zzgl abzgl evtl ggf bzw sog vgl st abg ca bspw stellv hbf gem ehem einschl ausschl lt bes allg "
    "insb gen insges ff art frhr min.präs reg.bez",
    "fr": "m mm mme mlle mlles mmes dr drs pr prof mgr st ste env cf me bd av hab dép sén",
    "es": "sr sra sres sras srta dr dra dres lic ing arq gral cnel cap tte dn d dña dª prof profa mons fr gob pdte pdta sto sta cf exc "
    "excmo excma ilmo ilma vda hnos avda dpto admón",
    "pt": "sr sra srs sras srta dr dra drs dras prof profa profs eng enga exmo exma ilmo ilma exa exas dep sen des min gov "
    "gal cel cap sto sta d vossa mons pe fr ver av",
    "it": "sig sigg dott dr prof avv ing arch on sen gen col cav mons rag geom sac sigra dottssa profssa spett egr gent onn",
    "nl": "dhr mevr mw dr drs mr ir ing prof st bijv d.w.z o.a jhr ds mgr",
    "pl": "prof dr hab inż mgr ks p św np tj ok tzw m.in gen płk mjr kpt red abp bp min pos sen ul al pl os",
    "ru": "др г-н г-жа ул св т.е т.н гр пл просп пр оз респ обл акад проф доц ген полк им стр рис табл тов наб пер бул ок пос дер сел "
    "зам зав гос мин пресс-секр",
    "uk": "св вул пл просп пр оз респ обл акад проф доц ген полк ім стор рис табл тов р-н див м сел",
    "bg": "г-н г-жа г-ца д-р проф акад доц инж ул бул гр с ген полк св пл",
    "tr": "sn dr prof doç av yrd op uzm gen alb yzb st vb bkz mah cad sok bul hz müh mim arş öğr gör ecz org kor tüm",
    "cs": "p pí sl ing mgr dr judr mudr phdr rndr prof doc gen plk mjr kpt sv tř ul nám např tzv tj tzn mj resp popř kupř př bc",
    "sk": "p pí sl ing mgr dr judr mudr phdr rndr prof doc gen plk mjr kpt sv ul nám napr tzv tj resp",
    "sv": "hr fr dr prof s.k t.ex bl.a kl ca resp",
    "da": "hr fr dr prof f.eks bl.a kl ca resp s.k dir",
    "nb": "hr fr dr prof f.eks bl.a kl ca resp s.k dir",
    "hu": "dr prof id ifj özv pl ún kb ill gr",
    "ro": "dl d-na dna dr prof ing gen col str bd sf nr",
    "el": "κ κα κκ δρ καθ αγ οδ λεωφ",
    "hi": "डॉ श्री श्रीमती प्रो सं कु एड पं स्व न्या",
    "ar": "د أ م ص ج ب هـ",
    "fa": "د م ص",
    "he": "פרופ גב מר ד",
    "id": "tn ny nn dr drs ir prof jl kh hj h yth sdr",
    "vi": "gs ts ths pgs tp bs ks",
}  # fmt: skip
"""Abbreviations that stand before a name or go on in some other way, by ISO 639-1 code, in small letters and without the last full stop."""
_BEFORE_NUMBERS = frozenset(
    "no nos nr nrs nº n° núm num art arts vol vols p pp pg pag pág págs pgs par pars ch chap cap sec sect fig figs tab eq "
    "approx aprox env ca c.a circa abs kap bd ziff rn al inc ust rozdz str blz hfst s abb nbr tel cf col cols item sez ley "
    "lei est cca m.ö m.s a.d max min avg appr apm orient sh fr rs pts ex ed bzgl op cit št č čís čl sv odst bod pos poz lp "
    "szt ok tj св гл ст п пп стр рис тел ок изд табл см тыс млн млрд руб долл tys mln mld mio mrd milj mil mrt tis sz kb "
    "hal pas bab md say bkz σελ αρ άρθ παρ кн т бр чл ал".split()
)
_ENDINGS = frozenset(
    "etc usw usf ect enz ecc osv atd apod ap itd itp inc ltd corp co bros plc llc llp jr sr gmbh ag pty bhd и.т.д т.д т.п "
    "др пр гг vd vb vs stb m.fl e.d o.d u.a u.ä a.o p.m a.m p.c κ.λπ κλπ κ.ά c.o.d i.e".split()
)
"""Abbreviations that end a sentence where a capital follows: "and so on" and what stands behind names of firms and persons."""
_VOWELS = frozenset("aeiouyæøœıаеиоуыэюяіїєαεηιουω")
_DOTTED = regex.compile(r"[^\W\d_][\p{M}\p{L}]*\.\S")
_LETTERS = regex.compile(r"(?r)(?:^|(?P<word>\S+)\s)(?P<letters>(?:[^\W\d_]{1,2}\.-?)*[^\W\d_]{1,2})\.$")
_NUMBER = regex.compile(r"[\p{Sc}~±+−-]*\d")
_ROMAN = regex.compile(r"[IVXLC]+\b")
_BEFORE_INITIALS = frozenset(["", *"et y e und and de par di von avec con com mit и і ve en och og".split()])
_INDIC = regex.compile(r"[\u0900-\u0dff]")
_SEMITIC = regex.compile(r"[\p{Arabic}\p{Hebrew}]\p{M}*ـ?(?:\.[\p{Arabic}\p{Hebrew}]\p{M}*ـ?)*")
_READ = regex.compile(r"\X")
_SHORT_READ = 3


@cache
def _listed(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The abbreviations of a language that never end a sentence, and those that do not before a number."""
    try:
        lines = (resources_dir() / "abbreviations" / "words.tsv").read_text(encoding="utf-8").splitlines()
    except OSError:
        return frozenset(), frozenset()
    rows = {name: (frozenset(always.split()), frozenset(numeric.split())) for name, always, numeric in (line.split("\t") for line in lines)}
    return rows.get(language, (frozenset(), frozenset()))


@dataclass(frozen=True, slots=True)
class Word:
    """The word before a full stop, as written, and its last part where a hyphen joins several ("Vize-Präs")."""

    text: str

    @property
    def last(self) -> str:
        """The part behind the last hyphen."""
        return self.text.rpartition("-")[2]

    @property
    def key(self) -> str:
        """The last part in small letters."""
        return self.last.casefold()


def is_title(word: Word, language: str) -> bool:
    """Return True if the word stands before a name, or in some other way never ends a sentence."""
    titles = _TITLE_SETS.get(language, frozenset() if language in _OTHERS else _TITLE_SETS["en"])
    return (word.key in titles or word.text.casefold() in titles) and (len(word.last) > 1 or word.last.isupper() or not _cased(word.last))


def is_listed(word: Word, language: str) -> bool:
    """Return True if the language's list has the word as one that never ends a sentence; single letters are initials, and left to them."""
    return len(word.key) > 1 and word.key in _listed(language)[0] and not is_common(word, language)


def is_common(word: Word, language: str) -> bool:
    """Return True if the word is a function word of two letters or more, in small letters: "me", "min", "det"."""
    return len(word.text) > 1 and word.text in common_words("nb" if language == "no" else language)


def ends_sentences(word: Word) -> bool:
    """Return True if the abbreviation may end a sentence, as "etc." and "Inc." do."""
    return word.text.casefold() in _ENDINGS


def goes_before_numbers(word: Word, after: str, language: str, *, counted: bool) -> bool:
    """Return True if a number follows that the abbreviation counts or measures; the English "no." is an answer, "No." is one.

    `counted` says that a number stands before the word already: then it is a unit.
    """
    answer = language == "en" and word.last in ("no", "nos")
    number = bool(_NUMBER.match(after))
    roman = _ROMAN.match(after) and not (language == "en" and after[:2].rstrip() == "I")
    if answer or not (number or roman):
        return False
    if word.key in _BEFORE_NUMBERS or word.key in _listed(language)[1]:
        return True
    if number and word.key in _months(language):
        return True
    listed = is_title(word, language) or is_listed(word, language) or (len(word.text) == 1 and word.text.islower() and not counted)
    return number and (listed or (vowelless(word) and not word.text.isupper()))


@cache
def _months(language: str) -> frozenset[str]:
    """The short names of the months in a language, as far as they have a full stop."""
    from babel import Locale, UnknownLocaleError

    try:
        names = Locale(language).months["format"]["abbreviated"].values()
    except (UnknownLocaleError, ValueError, KeyError):
        return frozenset()
    return frozenset(str(name).casefold().rstrip(".") for name in names if str(name).rstrip(".").isalpha() and len(str(name)) > 2)


def vowelless(word: Word) -> bool:
    """Return True if the word has two letters or more and no vowel, in a script that writes vowels as letters: "Mrd", "Kshs", "млн"."""
    return len(word.key) > 1 and word.key.isalpha() and _cased(word.key) and _VOWELS.isdisjoint(unicodedata.normalize("NFD", word.key))


def is_title_cased_without_vowels(word: Word) -> bool:
    """ "Smt", "Ft", "Гр": a capital and small letters, but no vowel; "TV" and "km" are none."""
    return vowelless(word) and word.last[0].isupper() and word.last[1:].islower()


def is_dotted(word: Word) -> bool:
    """Return True if full stops stand inside the word: "U.S", "и.т.д", "बी.जे.पी"."""
    return bool(_DOTTED.match(word.text))


def are_initials(before: str) -> bool:
    """Return True if the text ends in a first name's letter or letters; "vitamin C." does not."""
    found = _LETTERS.match(before)
    if not found or not found["letters"][0].isupper():
        return False
    letters, word = found["letters"], found["word"] or ""
    return ".-" in letters or (len(letters) == 1 and (word.endswith(".") or word in _BEFORE_INITIALS))


def is_short_uncased(word: Word, *, danda: bool) -> bool:
    """Whether a word of a script without capitals is short for another: a single letter of Arabic or Hebrew, and in a text whose full
    stop is the danda what has at most three letters as they are read ("डॉ", "মো", "ई.स")."""
    parts = [part for part in word.text.split(".") if part]
    if danda and parts and _INDIC.search(word.text):
        return all(len(_READ.findall(part)) <= _SHORT_READ for part in parts)
    return bool(_SEMITIC.fullmatch(word.text))


@cache
def common_words(language: str) -> frozenset[str]:
    """The function words of a language, which are no abbreviations where they are written in small letters."""
    return ENGLISH if language == "en" else frozenset(function_words(language))


def is_name(word: Word) -> bool:
    """Return True if the word is an acronym ("TV", "FBI") or a domain ("example.com"), whose full stop ends a sentence before a capital."""
    last = word.text.rpartition(".")[2]
    acronym = word.last.isalpha() and word.last.isupper() and len(word.last) > 1 and not _ROMAN.fullmatch(word.last)
    return acronym or (is_dotted(word) and len(last) > 1 and last.islower() and word.text.isascii())


def _cased(text: str) -> bool:
    return text.lower() != text.upper()


_TITLE_SETS = {language: frozenset(words.split()) for language, words in _TITLES.items()}
_OTHERS = frozenset("et fi lt lv sl is ca ga hr sr eu tl sw".split())
"""Languages in which English titles are ordinary words now and then, and that have a list of sacremoses or none."""
