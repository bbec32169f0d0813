"""Detection of a text's encoding: by its declared label, as browsers read it, and otherwise by its letters.

Sources: WHATWG Encoding Standard, sections 4 (labels) and 8 to 12 (legacy encodings); names of Python's codecs differ.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from app.ingest.latin_pages import latin_page

# This many bytes are enough to identify an encoding.
SAMPLE = 200_000
_MARKUP_TAG = re.compile(rb"<[^<>]{1,2000}>")
# No Greek or Cyrillic word of three letters lacks a vowel, but Hebrew decoded as Cyrillic gives words of consonants alone.
_THREE_LETTERS, _VOWEL = re.compile("[а-яёα-ωά-ώ]{3,}"), re.compile("[аеёиоуыэюяαάεέηήιίοόυύωώ]")
# Letters in frequent use by script. Scripts that fit the same bytes differ in these.
_FREQUENT_LETTERS = {"CYRILLIC": "оеаинтсрвлкмдпуяызбгчйхі", "GREEK": "αοιετσνηρπυςάίόέή", "ARABIC": "اليمنوترهبد", "HEBREW": "יולהמארתבשנ"}
_RARE_LETTER_WEIGHT = 0.1
# Impossible in Thai: vowel signs without a consonant, and word-final signs inside a word.
_IMPOSSIBLE_THAI = re.compile("(?<![ก-ฮ\u0e31-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[เ-ไ](?![ก-ฮ])|[ฯ฿๏๚๛](?=[ก-\u0e4c])")
_NOT_BYTEWISE = frozenset(["utf-8", "utf-16le", "utf-16be", "x-user-defined", "replacement"])
_LEGACY_PAGE = re.compile(r"(?:cp|ibm)[-_]?(\d{3,4})|mac[-_]?\w{4,12}", re.ASCII)
# Browsers read gb2312 and gbk as their superset gb18030, and iso-8859-1 as Windows-1252.
_PYTHON_CODECS = {"gbk": "gb18030", "gb18030": "gb18030", "iso-2022-jp": "iso2022_jp_ext", "windows-1252": "cp1252"}
_CANDIDATES = (
    "cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 "
    "iso8859_10 iso8859_13 iso8859_14 iso8859_15 iso8859_16 koi8_r koi8_u cp866 cp874 mac_roman mac_cyrillic"
).split()
_EAST_ASIAN = ("cp932", "euc_jp", "cp949", "gb18030", "big5hkscs")
_JAPANESE = ("cp932", "euc_jp")
_MAX_STRANGENESS = 0.03
# Lead bytes of the ideographs in daily use (level one) in each national standard.
_COMMON_IDEOGRAPHS = (("gb2312", 0xB0, 0xD7), ("shift_jis", 0x88, 0x97), ("big5", 0xA4, 0xC6))
_HALF_WIDTH = range(0xFF61, 0xFFA0)


def codec_of(label: str) -> str:
    """Return the Python codec of a label as browsers read it ("iso-8859-1" is Windows-1252); "" for UTF-16 and unknown labels.

    A page that can be searched for the label byte by byte is not in UTF-16, whatever its label says.
    """
    import webencodings

    encoding = webencodings.lookup(label)
    if encoding is not None:
        name: str = encoding.name
        return "utf-8" if name == "utf-8" else "" if name in _NOT_BYTEWISE else _PYTHON_CODECS.get(name, encoding.codec_info.name)
    legacy_page = _LEGACY_PAGE.fullmatch(label.strip().lower())
    try:
        return codecs.lookup(f"cp{legacy_page[1]}" if legacy_page and legacy_page[1] else label.strip()).name if legacy_page else ""
    except LookupError:
        return ""


def nearly_utf8(data: bytes) -> bool:
    """Return True if bytes are damaged or intact UTF-8: at least as many complete characters beyond ASCII as broken ones.

    Other encodings hardly ever form one by chance. A character that the end cuts off says nothing unless others are complete.
    """
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return sum(character > "\x7f" for character in text) - broken >= max(1, broken)


def guess_encoding(data: bytes) -> str:
    """Return the likeliest codec of bytes that declare none: UTF-8 if nearly valid, a Latin code page, else by letter statistics."""
    if nearly_utf8(data[:SAMPLE]):
        return "utf-8"
    sample = words_of(data)
    return latin_page(sample) or _most_plausible_codec(sample)


def words_of(data: bytes) -> bytes:
    """Return the beginning of a text without its markup: the plain letters of tags say nothing about the words between them."""
    sample = data[:SAMPLE]
    return _MARKUP_TAG.sub(b" ", sample) if sample.count(b"</") > 1 else sample


def _most_plausible_codec(data: bytes) -> str:
    east_asian = {name: _east_asian_strangeness(text, name) for name in _EAST_ASIAN if (text := _decode_sample(data, name)) is not None}
    best_codec = min(east_asian, key=east_asian.__getitem__, default="")
    # Bytes of one-byte encodings spell no common ideographs by chance.
    if best_codec and east_asian[best_codec] <= _MAX_STRANGENESS:
        return best_codec
    from charset_normalizer import from_bytes

    likely = [match.encoding for match in from_bytes(data, cp_isolation=_CANDIDATES)]
    shares = {name: strangeness(text) for name in likely if (text := _decode_sample(data, name)) is not None} | east_asian
    if not shares:
        return "cp1252"
    best_codec = min(shares, key=shares.__getitem__)
    # Several Latin pages often read the same; of those the most common one is named.
    return "cp1252" if _decode_sample(data, "cp1252") == _decode_sample(data, best_codec) else best_codec


def _east_asian_strangeness(text: str, name: str) -> float:
    """Rate a text decoded with an East Asian codec; a Japanese one must contain kana."""
    scripts = [unicodedata.name(letter, "?").partition(" ")[0] for letter in text[:4000] if letter.isalpha() and letter > "\x7f"]
    if not scripts or (name in _JAPANESE and sum(script in ("HIRAGANA", "KATAKANA") for script in scripts) * 10 < len(scripts)):
        return 1.0
    return strangeness(text)


def _decode_sample(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        # The sample may end in the middle of a character.
        cut = error.start >= len(data) - 3 and len(data) > SAMPLE // 2
        return data[: error.start].decode(name, errors="replace") if cut and error.start > 0 else None


def strangeness(text: str) -> float:
    """Rate how implausible a text is, 0 for a natural one. Counts capitals inside words, adjacent letters of two scripts, rare
    ideographs and words without vowels, per character."""
    sample = text[:20_000]
    implausible_pairs = sum(
        (before.islower() and after.isupper())
        or (before > "\x7f" and after > "\x7f" and before.isalpha() and after.isalpha() and _script(before) != _script(after))
        for before, after in pairwise(sample)
    )
    vowelless_letters = sum(len(word) for word in _THREE_LETTERS.findall(sample) if not _VOWEL.search(word))
    vowelless_letters += len(_IMPOSSIBLE_THAI.findall(sample))
    return (implausible_pairs + vowelless_letters + sum(map(_is_rare, sample))) / max(
        1, len(sample)
    ) + _RARE_LETTER_WEIGHT * _rare_letter_share(sample)


def _rare_letter_share(text: str) -> float:
    """Return the share of letters that are rare in their script, plus 1 for a text all in capitals. This separates scripts that fit
    the same bytes."""
    letters = [letter for letter in text.casefold() if letter > "\x7f" and letter.isalpha()]
    listed_letters = [letter for letter in letters if _script(letter) in _FREQUENT_LETTERS]
    # Hebrew decoded as Cyrillic is all in capitals.
    is_all_capitals = text == text.upper() != text.lower()
    return (
        sum(letter not in _FREQUENT_LETTERS[_script(letter)] for letter in listed_letters) / len(listed_letters) + is_all_capitals
        if listed_letters
        else 0.0
    )


@lru_cache(maxsize=1 << 16)
def _script(letter: str) -> str:
    name = unicodedata.name(letter, "?").partition(" ")[0]
    return "CJK" if name in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC") else name


@lru_cache(maxsize=1 << 16)
def _is_rare(character: str) -> bool:
    if character < "\x80":
        return character < " " and character not in "\t\n\r\f"
    script = _script(character)
    if script == "HANGUL":
        return not _encodable(character, "euc_kr", 0, 0xFF)
    if script == "CJK" and character >= "\u3400":
        return not any(_encodable(character, name, lowest, highest) for name, lowest, highest in _COMMON_IDEOGRAPHS)
    return ord(character) in _HALF_WIDTH or unicodedata.category(character) in ("Co", "Cn", "Cc")


def _encodable(character: str, name: str, lowest: int, highest: int) -> bool:
    try:
        return lowest <= character.encode(name)[0] <= highest
    except UnicodeEncodeError:
        return False
