"""Recognise words whose full stop does not end a sentence: abbreviations, initials, ordinals and units.

The lists of sacremoses are in `resources/abbreviations/words.tsv`, one language a line. The titles and references that they lack
are listed here. Where no list has a word, its shape decides: no vowel, a single letter, or full stops inside.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache

import regex

from app.domain.function_words import ENGLISH, function_words
from app.paths import resources_dir

# Abbreviations that precede a name or otherwise never end a sentence, by ISO 639-1 code: lower case, without the last full stop.
# sacremoses lacks these.
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
# Abbreviations that end no sentence before a number: "No. 5", "art. 12", "Abb. 3".
_BEFORE_NUMBERS = frozenset(
    "no nos nr nrs nº n° núm num art arts vol vols p pp pg pag pág págs pgs par pars ch chap cap sec sect fig figs tab eq "
    "approx aprox env ca c.a circa abs kap bd ziff rn al inc ust rozdz str blz hfst s abb nbr tel cf col cols item sez ley "
    "lei est cca m.ö m.s a.d max min avg appr apm orient sh fr rs pts ex ed bzgl op cit št č čís čl sv odst bod pos poz lp "
    "szt ok tj св гл ст п пп стр рис тел ок изд табл см тыс млн млрд руб долл tys mln mld mio mrd milj mil mrt tis sz kb "
    "hal pas bab md say bkz σελ αρ άρθ παρ кн т бр чл ал".split()
)
# Abbreviations that end a sentence before a capital: "and so on", and those after the names of firms and persons.
_ENDINGS = frozenset(
    "etc usw usf ect enz ecc osv atd apod ap itd itp inc ltd corp co bros plc llc llp jr sr gmbh ag pty bhd и.т.д т.д т.п "
    "др пр гг vd vb vs stb m.fl e.d o.d u.a u.ä a.o p.m a.m p.c κ.λπ κλπ κ.ά c.o.d i.e".split()
)
_VOWELS = frozenset("aeiouyæøœıаеиоуыэюяіїєαεηιουω")
_DOTTED = regex.compile(r"[^\W\d_][\p{M}\p{L}]*\.\S")
# Matched from the full stop backwards ("(?r)"), so that runs of initials take linear time.
_INITIALS = regex.compile(r"(?r)(?:^|(?P<word>\S+)\s)(?P<letters>(?:[^\W\d_]{1,2}\.-?)*[^\W\d_]{1,2})\.$")
_NUMBER = regex.compile(r"[\p{Sc}~±+−-]*\d")
_ROMAN = regex.compile(r"[IVXLC]+\b")
# A letter after one of these words is an initial: "y J. Pérez", "von F. Meyer".
_BEFORE_INITIALS = frozenset(["", *"et y e und and de par di von avec con com mit и і ve en och og".split()])
_INDIC = regex.compile(r"[\u0900-\u0dff]")
# One letter, or letters separated by full stops: "د.", "هـ.", "أ.د.".
_SEMITIC = regex.compile(r"[\p{Arabic}\p{Hebrew}]\p{M}*ـ?(?:\.[\p{Arabic}\p{Hebrew}]\p{M}*ـ?)*")
# A grapheme: a letter as it is read, with its marks.
_GRAPHEME = regex.compile(r"\X")
_MAX_GRAPHEMES = 3


@cache
def _word_lists(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return two sets of a language's abbreviations: those that never end a sentence, and those that end none before a number."""
    try:
        lines = (resources_dir() / "abbreviations" / "words.tsv").read_text(encoding="utf-8").splitlines()
    # Without the lists, the shape of a word still decides.
    except OSError:
        return frozenset(), frozenset()
    rows = {
        name: (frozenset(never_final.split()), frozenset(never_final_before_number.split()))
        for name, never_final, never_final_before_number in (line.split("\t") for line in lines)
    }
    return rows.get(language, (frozenset(), frozenset()))


@dataclass(frozen=True, slots=True)
class Word:
    """The word before a full stop, as written. A hyphenated word ("Vize-Präs") is looked up by its last part."""

    text: str

    @property
    def last(self) -> str:
        """The part after the last hyphen."""
        return self.text.rpartition("-")[2]

    @property
    def key(self) -> str:
        """The last part in lower case."""
        return self.last.casefold()


def is_title(word: Word, language: str) -> bool:
    """Return True if the word is a title or another abbreviation that never ends a sentence."""
    # Languages without titles here use the English ones, unless those are ordinary words.
    titles = _TITLE_SETS.get(language, frozenset() if language in _WITHOUT_ENGLISH_TITLES else _TITLE_SETS["en"])
    return (word.key in titles or word.text.casefold() in titles) and (len(word.last) > 1 or word.last.isupper() or not _cased(word.last))


def is_listed(word: Word, language: str) -> bool:
    """Return True if the language's list says that the word never ends a sentence. Single letters are treated as initials instead."""
    return len(word.key) > 1 and word.key in _word_lists(language)[0] and not is_common(word, language)


def is_common(word: Word, language: str) -> bool:
    """Return True if the word is a lower-case function word of two letters or more: "me", "min", "det"."""
    return len(word.text) > 1 and word.text in common_words("nb" if language == "no" else language)


def ends_sentences(word: Word) -> bool:
    """Return True if the abbreviation may end a sentence, as "etc." and "Inc." do."""
    return word.text.casefold() in _ENDINGS


def goes_before_numbers(word: Word, after: str, language: str, *, counted: bool) -> bool:
    """Return True if `after` begins with a number that the abbreviation counts or measures.

    The English "no." is an answer, "No." is an abbreviation. `counted` says that a number already precedes the word, which makes
    the word a unit.
    """
    answer = language == "en" and word.last in ("no", "nos")
    number = bool(_NUMBER.match(after))
    # In English, "I" after an abbreviation is the pronoun.
    roman = _ROMAN.match(after) and not (language == "en" and after[:2].rstrip() == "I")
    if answer or not (number or roman):
        return False
    if word.key in _BEFORE_NUMBERS or word.key in _word_lists(language)[1]:
        return True
    if number and word.key in _months(language):
        return True
    listed = is_title(word, language) or is_listed(word, language) or (len(word.text) == 1 and word.text.islower() and not counted)
    return number and (listed or (vowelless(word) and not word.text.isupper()))


@cache
def _months(language: str) -> frozenset[str]:
    """Return the abbreviated month names of a language from the CLDR, in lower case without the full stop."""
    from babel import Locale, UnknownLocaleError

    try:
        names = Locale(language).months["format"]["abbreviated"].values()
    except (UnknownLocaleError, ValueError, KeyError):
        return frozenset()
    return frozenset(str(name).casefold().rstrip(".") for name in names if str(name).rstrip(".").isalpha() and len(str(name)) > 2)


def vowelless(word: Word) -> bool:
    """Return True if the word has two letters or more, none a vowel, in a script that writes vowels as letters: "Mrd", "Kshs",
    "млн"."""
    return len(word.key) > 1 and word.key.isalpha() and _cased(word.key) and _VOWELS.isdisjoint(unicodedata.normalize("NFD", word.key))


def is_title_cased_without_vowels(word: Word) -> bool:
    """Return True for a capital and lower-case letters without a vowel: "Smt", "Ft", "Гр", but not "TV" or "km"."""
    return vowelless(word) and word.last[0].isupper() and word.last[1:].islower()


def is_dotted(word: Word) -> bool:
    """Return True if the word has full stops inside: "U.S", "и.т.д", "बी.जे.पी"."""
    return bool(_DOTTED.match(word.text))


def are_initials(before: str) -> bool:
    """Return True if the text ends in the initials of a first name. "vitamin C." does not."""
    match = _INITIALS.match(before)
    if not match or not match["letters"][0].isupper():
        return False
    letters, word = match["letters"], match["word"] or ""
    # "J.-P." is initials anywhere; a single letter only after another initial, or after a word that a name follows.
    return ".-" in letters or (len(letters) == 1 and (word.endswith(".") or word in _BEFORE_INITIALS))


def is_short_uncased(word: Word, *, danda: bool) -> bool:
    """Return True if a word in a script without capitals is an abbreviation.

    That is a single letter of Arabic or Hebrew or, in a text whose full stop is the danda, a word of at most three graphemes ("डॉ",
    "মো", "ई.स").
    """
    parts = [part for part in word.text.split(".") if part]
    if danda and parts and _INDIC.search(word.text):
        return all(len(_GRAPHEME.findall(part)) <= _MAX_GRAPHEMES for part in parts)
    return bool(_SEMITIC.fullmatch(word.text))


@cache
def common_words(language: str) -> frozenset[str]:
    """Return the function words of a language. In lower case they are never abbreviations."""
    return ENGLISH if language == "en" else frozenset(function_words(language))


def is_name(word: Word) -> bool:
    """Return True for an acronym ("TV", "FBI") or a domain ("example.com"). Their full stop ends a sentence before a capital."""
    last = word.text.rpartition(".")[2]
    acronym = word.last.isalpha() and word.last.isupper() and len(word.last) > 1 and not _ROMAN.fullmatch(word.last)
    return acronym or (is_dotted(word) and len(last) > 1 and last.islower() and word.text.isascii())


def _cased(text: str) -> bool:
    return text.lower() != text.upper()


_TITLE_SETS = {language: frozenset(words.split()) for language, words in _TITLES.items()}
# Languages in which English titles are sometimes ordinary words; sacremoses covers them or has no list for them.
_WITHOUT_ENGLISH_TITLES = frozenset("et fi lt lv sl is ca ga hr sr eu tl sw".split())
