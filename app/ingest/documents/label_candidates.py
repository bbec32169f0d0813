"""What might be a speaker label: the head of a line, what sets it off from the words behind it, and what it says of the speaker.

A candidate is not yet a label; `label_scorer` decides that over the whole document.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import regex

from app.ingest.documents.labels import stamp_pattern, time_of

LONGEST_HEAD = 160
_MOST_WORDS = 14
_PARTICLES = frozenset(
    "de da do dos das del della dell di du des van von der den la le les el al bin ibn ben of and the y e i zu für for et und a o".split()
)
_PARTICLE = rf"(?:{'|'.join(sorted(_PARTICLES, key=len, reverse=True))})"
_TOKEN = (
    rf"(?:\p{{Lu}}(?:[\p{{L}}\p{{M}}'’\-]|\.(?=[\p{{L}}\-]))*+|\p{{Lo}}(?:[\p{{L}}\p{{M}}\-'’\"״׳]|\.(?=\p{{L}}))*+|\p{{Ll}}{{1,5}}['’\-]\p{{Lu}}[\p{{L}}\p{{M}}]*+"
    rf"|{_PARTICLE}(?=[ \t\u00a0])|#?\d{{1,3}}(?![\p{{L}}\d%.,]))"
)
_GAP = r"[ \t\u00a0\u202f]{1,3}"
_TITLE = rf"(?:\p{{Lu}}\p{{Ll}}{{0,4}}\.{_GAP}|\p{{Lu}}{{1,5}}\.{_GAP}(?=\p{{Lu}}{{2}}))"
_TITLES = rf"(?>(?:(?:[AO]|El|La|The){_GAP}(?={_TITLE}))?(?:{_TITLE}(?:Dr\.{_GAP})?)?)"
_NAMES = rf"{_TITLES}{_TOKEN}(?:{_GAP}(?:{_TOKEN}|\p{{Lu}}\.(?=[ ]\p{{Lu}}))){{0,7}}+"
_BRACKETS = r"(?:\([^()\n]{1,90}\)|\[[^\[\]\n]{1,60}\])"
_OFFICE = r",[ \t][^.:;!?()\[\]\n]{2,70}"
_STAMP_BEFORE = rf"(?:{stamp_pattern('a')}[ \t]*[-–—|•]?[ \t]*)?"
_BEGIN = rf"[ \t\u00a0]*+{_STAMP_BEFORE}(?:>>+[ \t]*|[-–—•*][ \t]+|Q\d{{1,4}}\.?[ \t]+)?"
_AFTER = rf"[ \t]*+(?:{stamp_pattern('c')}(?=\s|$))?[ \t]*+"

_COLON = regex.compile(
    rf"{_BEGIN}(?P<head>[^:：\n]{{1,{LONGEST_HEAD}}}?(?:{stamp_pattern('b')}[^:：\n]{{0,8}}?)?)[ \t\u00a0\u202f]*+"
    rf"(?::\*{{0,2}}(?=\s|$)|：\*{{0,2}}){_AFTER}"
)
_OFFICE_ALONE = rf"(?:{_TITLE}|\p{{Lu}}\p{{Ll}}{{1,4}}{_GAP})(?:le|la)(?:[ ][\p{{L}}'’]+){{1,5}}?"
""" "M. le président", "Mme la ministre": an office with an article instead of a name."""
_POINT = regex.compile(
    rf"{_BEGIN}(?P<head>(?:{_NAMES}|{_OFFICE_ALONE})(?:[ \t]?{_BRACKETS}|{_OFFICE}){{0,3}}?)"
    r"(?<![ ]\p{Lu})\.(?=\s|$)[ \t]*(?:[-–—―][ \t]+)?"
)
_DASH = regex.compile(rf"{_BEGIN}(?P<head>{_NAMES}(?:[ \t]?{_BRACKETS}|{_OFFICE}){{0,3}}?)[ \t]+[-–—―][ \t]+(?=\S)")
_SQUARE = regex.compile(rf"{_BEGIN}\[(?P<head>[^\[\]\n:]{{1,60}})\][ \t]*:?(?:[ \t]+(?=\S)|$)")
_ROUND = regex.compile(rf"{_BEGIN}\((?P<head>[^()\n:]{{1,60}})\)[ \t]*:?(?:[ \t]+(?=\S)|$)")
_TABBED = regex.compile(rf"{_BEGIN}(?P<head>[^\t:：\n]{{2,60}}?)(?:[ ]*\t[\t ]*|[ ]{{3,}})(?=\S)")
_ALONE = regex.compile(rf"{_BEGIN}(?P<head>[^\n]{{1,{LONGEST_HEAD}}}?)(?:[ \t]+{stamp_pattern('b')})?[ \t]*$")
_IN_BRACKETS = regex.compile(_BRACKETS)
_DETAIL_BEHIND = regex.compile(rf"(?:[ \t]*{_BRACKETS}[ \t]*,?)+$")
_COUNTED = regex.compile(r"\p{L}[ ]?\(\d{1,2}\)$")
"""The second of several who are called alike: "iPhone (2)"."""
_ABBREVIATED = regex.compile(r"(?:^|[\s.(\-'’])\p{L}{1,5}$")
_PIECES = regex.compile(r"[.!?;…。！？।؟](?=\s|$)|[。！？]")
_NO_NAME_ENDS = ".:：!?;,…。！？।؟،၊-–—"
_LONGEST_UNSPACED = 10
"""Letters of a name in a script without spaces; more are a sentence."""
_UNSPACED = regex.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’\-.]*")
_SUFFIX = regex.compile(r"(?:Jr|Sr|JR|SR|[IVX]+|M\.?D|Ph\.?D)\.?")


_OF = frozenset("of for at de für for do da pour del della".split())


class Style(Enum):
    """What sets a label off from the words behind it."""

    COLON = "colon"
    POINT = "point"
    DASH = "dash"
    SQUARE = "square"
    ROUND = "round"
    TAB = "tab"
    INSIDE = "inside"
    ALONE = "alone"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class Head:
    """A label's text in parts: who speaks, and the office, party or place behind the name; how many `words` the name has but for
    particles, and how many of those begin with small letters (`lower`); the same of an office behind a comma."""

    name: str
    detail: str = ""
    words: int = 1
    lower: int = 0
    office_words: int = 0
    office_lower: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A head at the beginning of line `line`, or in it (`start` > 0); the words behind it begin at `end` of the line."""

    line: int
    start: int
    end: int
    style: Style
    head: Head
    time: float | None = None
    marked: bool = False
    clock: int = 0
    """Where a time code without brackets begins that stands behind the label, and may be the first of the words; 0 where none does."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line and how it is set: `opens` a paragraph; its first `marked` characters are bold or the like; `speaks` as a cell with a name;
    `changed` where a mark of another speaker (">>") was taken off."""

    text: str
    opens: bool = True
    marked: int = 0
    speaks: bool = False
    changed: bool = False


@lru_cache(maxsize=4096)
def head_of(text: str) -> Head | None:
    """The parts of a label's text, None where no name can be read from it."""
    text = text.strip(" \t\u00a0\u202f*_")
    behind = None if _COUNTED.search(text) else _DETAIL_BEHIND.search(text)
    name, detail = (text[: behind.start()], text[behind.start() :]) if behind and behind.start() else (text, "")
    name, office = _without_office(name.rstrip(" \t,"))
    name = " ".join(name.split() if _COUNTED.search(name) else _without_brackets(name).split())
    words = name.split()
    if not words or len(words) > _MOST_WORDS or not (name[0].isalpha() or name[0] == "#"):
        return None
    if _sentence_inside(name) or _sentence_inside(office) or len(_UNSPACED.findall(name)) > _LONGEST_UNSPACED:
        return None
    return Head(name, f"{office} {detail}".strip(), *_word_counts(words), *_word_counts(office.split()))


def _word_counts(words: Sequence[str]) -> tuple[int, int]:
    """How many words there are but for particles, and how many of those begin with small letters."""
    counted = [word for word in words if word not in _PARTICLES]
    return len(counted), sum(word[0].islower() for word in counted)


def _without_brackets(name: str) -> str:
    """ "Anna Vale (Town), of the Party": brackets in the middle name nobody."""
    return _IN_BRACKETS.sub("", name)


def _without_office(name: str) -> tuple[str, str]:
    """The name before a comma, and the office behind it; "Vale, Anna" is one name."""
    before, comma, behind = name.partition(",")
    if not comma or _SUFFIX.fullmatch(behind.strip()):
        return name, ""
    words = behind.split()
    if not before.isupper() and any(word.casefold() in _OF for word in before.split()):
        return name, ""  # the names of ministries have commas
    turned = len(before.split()) == 1 and len(words) <= 2 and all(word[0].isupper() for word in words)
    return (name, "") if turned and not before.isupper() else (before, behind)


def _sentence_inside(name: str) -> bool:
    """Return True if a sentence ends within, an abbreviation's point aside."""
    return any(name[found.start()] != "." or not _ABBREVIATED.search(name[: found.start()]) for found in _PIECES.finditer(name))


def _made(line: int, found: regex.Match[str] | None, style: Style, marked: int) -> Candidate | None:
    if not found:
        return None
    head = head_of(found["head"])
    named = found.start("head") + len(head.name if head else "")
    bold = "**" in found[0] or 0 < named <= marked <= found.end()
    if not head or (style is Style.POINT and not _has_case(head.name)):
        return None  # in a script without capitals any sentence looks so
    clock = max(found.start("ch"), found.start("cm")) if found.groupdict().get("cm") and not found.groupdict().get("am") else 0
    clock = (
        (found.start("ch") if found["ch"] else found.start("cm")) if clock and found.string[found.end("cs") :][:1] not in tuple("])") else 0
    )
    return Candidate(line, found.start(), found.end(), style, head, time_of(found), bold, clock)


def _has_case(name: str) -> bool:
    return any(character.isupper() or character.islower() for character in name)


def candidates_of(number: int, line: Line) -> Iterator[Candidate]:
    """The candidates at the beginning of a line, at most one a style."""
    text = line.text[: 2 * LONGEST_HEAD]
    opening = text.lstrip(" \t\u00a0>*-–—•")[:1]
    if not opening or not (opening.isalpha() or opening in "[(#" or opening.isdigit()):
        return
    apart = line.opens or line.marked > 0
    patterns = [(Style.COLON, _COLON)] if (":" in text or "：" in text) and (apart or not opening.islower()) else []
    if apart and (opening.isupper() or opening.isdigit() or opening in "[(" or not opening.islower()):
        patterns += [(Style.POINT, _POINT), (Style.DASH, _DASH)]
    if opening in "[(" or (apart and ("[" in text[:30] or "(" in text[:30])):
        patterns += [(Style.SQUARE, _SQUARE), (Style.ROUND, _ROUND)]
    if "\t" in text or "   " in text.strip():
        patterns.append((Style.TAB, _TABBED))
    set_off = False
    for style, pattern in patterns:
        if made := _made(number, pattern.match(text), style, line.marked):
            set_off = set_off or style in (Style.COLON, Style.DASH)
            yield made
    if len(line.text) <= LONGEST_HEAD and apart and (alone := _lone(number, line)):
        yield alone
    # A bracket behind a bold name belongs to a label that goes on to its colon or dash, if there is one.
    bracketed = set_off and line.text[line.marked :].lstrip()[:1] in tuple("([")
    if line.marked and not bracketed and (marked := _marked(number, line)):
        yield marked


def _lone(number: int, line: Line) -> Candidate | None:
    text = line.text.rstrip()
    if not text or ": " in text or text[-1] in _NO_NAME_ENDS or text.count(" ") > _MOST_WORDS + len(text) - len(text.lstrip()):
        return None
    return _made(number, _ALONE.match(text), Style.ALONE, line.marked)


def _marked(number: int, line: Line) -> Candidate | None:
    """A bold beginning that words follow without any sign between."""
    bold, rest = line.text[: line.marked].rstrip(), line.text[line.marked :]
    found = _ALONE.match(bold) if rest.strip() and not _SIGN_BEHIND.match(rest) and bold and bold[-1] not in _NO_NAME_ENDS else None
    head = head_of(found["head"]) if found else None
    space = len(rest) - len(rest.lstrip())
    return Candidate(number, 0, line.marked + space, Style.MARKED, head, time_of(found), True) if found and head else None


_SIGN_BEHIND = regex.compile(r"[ \t]*(?:[,:;]|\.(?!\.))")
_CAPITALS = r"\p{Lu}[\p{Lu}'’\-]+(?:[ ]\p{Lu}[\p{Lu}'’.\-]*){0,3}"
_BEHIND_SENTENCE = rf"(?<=[.!?…\"”»\])।。？！—–-])[ \t]++(?P<head>{_NAMES}(?:[ \t]?{_BRACKETS})?)"
_BEHIND_WORDS = rf"(?<=[\p{{L}}\p{{N}},;:'’%])[ \t]++(?P<head>{_CAPITALS})"
_INSIDE = regex.compile(rf"(?:{_BEHIND_SENTENCE}|{_BEHIND_WORDS})[ \t]?:[ \t]+(?=\S)")


def inside_candidates(number: int, text: str) -> Iterator[Candidate]:
    """Candidates within a line: `Good evening. VALE: Thank you.`, and in capitals `Good eve VALE: Thank you.`, too."""
    for found in _INSIDE.finditer(text) if ": " in text else ():
        if head := head_of(found["head"]):
            yield Candidate(number, found.start(), found.end(), Style.INSIDE, head)


def words_of(name: str) -> Sequence[str]:
    """The words of a name, without the points of titles."""
    return [word.rstrip(".") for word in _WORD.findall(name)]
