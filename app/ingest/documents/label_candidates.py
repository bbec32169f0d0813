"""Candidates for speaker labels: text at the start of a line or within it that may name the speaker.

`label_scorer` decides over the whole document which candidates are labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import regex

from app.ingest.documents.labels import stamp_pattern, time_of

LONGEST_SPEAKER = 160
_MAX_WORDS = 14
_PARTICLES = frozenset(
    "de da do dos das del della dell di du des van von der den la le les el al bin ibn ben of and the y e i zu für for et und a o".split()
)
_PARTICLE = rf"(?:{'|'.join(sorted(_PARTICLES, key=len, reverse=True))})"
# A capitalised word, a word of a script without capitals, "d'Arc", a particle before another word, or a number.
_TOKEN = (
    rf"(?:\p{{Lu}}(?:[\p{{L}}\p{{M}}'’\-]|\.(?=[\p{{L}}\-]))*+|\p{{Lo}}(?:[\p{{L}}\p{{M}}\-'’\"״׳]|\.(?=\p{{L}}))*+|\p{{Ll}}{{1,5}}['’\-]\p{{Lu}}[\p{{L}}\p{{M}}]*+"
    rf"|{_PARTICLE}(?=[ \t\u00a0])|#?\d{{1,3}}(?![\p{{L}}\d%.,]))"
)
_GAP = r"[ \t\u00a0\u202f]{1,3}"
# A title: "Mr.", "Sen.", or in capitals before a name in capitals.
_TITLE = rf"(?:\p{{Lu}}\p{{Ll}}{{0,4}}\.{_GAP}|\p{{Lu}}{{1,5}}\.{_GAP}(?=\p{{Lu}}{{2}}))"
_TITLES = rf"(?>(?:(?:[AO]|El|La|The){_GAP}(?={_TITLE}))?(?:{_TITLE}(?:Dr\.{_GAP})?)?)"
# Titles and up to eight parts of a name; possessive quantifiers keep the matching linear.
_NAMES = rf"{_TITLES}{_TOKEN}(?:{_GAP}(?:{_TOKEN}|\p{{Lu}}\.(?=[ ]\p{{Lu}}))){{0,7}}+"
_BRACKETS = r"(?:\([^()\n]{1,90}\)|\[[^\[\]\n]{1,60}\])"
# An office after a comma, without punctuation that would end a sentence.
_OFFICE = r",[ \t][^.:;!?()\[\]\n]{2,70}"
_STAMP_BEFORE = rf"(?:{stamp_pattern('a')}[ \t]*[-–—|•]?[ \t]*)?"
# Marks before a label: a time code, ">>", a dash or bullet, a question number.
_BEGIN = rf"[ \t\u00a0]*+{_STAMP_BEFORE}(?:>>+[ \t]*|[-–—•*][ \t]+|Q\d{{1,4}}\.?[ \t]+)?"
_AFTER = rf"[ \t]*+(?:{stamp_pattern('c')}(?=\s|$))?[ \t]*+"

# "VALE:", "Anna Vale (Town):", "Vale [00:01:02]:".
_COLON = regex.compile(
    rf"{_BEGIN}(?P<speaker>[^:：\n]{{1,{LONGEST_SPEAKER}}}?(?:{stamp_pattern('b')}[^:：\n]{{0,8}}?)?)[ \t\u00a0\u202f]*+"
    rf"(?::\*{{0,2}}(?=\s|$)|：\*{{0,2}}){_AFTER}"
)
# An office with an article instead of a name: "M. le président", "Mme la ministre".
_OFFICE_ALONE = rf"(?:{_TITLE}|\p{{Lu}}\p{{Ll}}{{1,4}}{_GAP})(?:le|la)(?:[ ][\p{{L}}'’]+){{1,5}}?"
# "Mr. VALE.", "M. le président. –", as parliaments print them.
_POINT = regex.compile(
    rf"{_BEGIN}(?P<speaker>(?:{_NAMES}|{_OFFICE_ALONE})(?:[ \t]?{_BRACKETS}|{_OFFICE}){{0,3}}?)"
    r"(?<![ ]\p{Lu})\.(?=\s|$)[ \t]*(?:[-–—―][ \t]+)?"
)
# "Anna Vale – I agree."
_DASH = regex.compile(rf"{_BEGIN}(?P<speaker>{_NAMES}(?:[ \t]?{_BRACKETS}|{_OFFICE}){{0,3}}?)[ \t]+[-–—―][ \t]+(?=\S)")
# "[Vale] I agree."
_SQUARE = regex.compile(rf"{_BEGIN}\[(?P<speaker>[^\[\]\n:]{{1,60}})\][ \t]*:?(?:[ \t]+(?=\S)|$)")
_ROUND = regex.compile(rf"{_BEGIN}\((?P<speaker>[^()\n:]{{1,60}})\)[ \t]*:?(?:[ \t]+(?=\S)|$)")
# The name in a column of its own, separated by a tab or three spaces.
_TABBED = regex.compile(rf"{_BEGIN}(?P<speaker>[^\t:：\n]{{2,60}}?)(?:[ ]*\t[\t ]*|[ ]{{3,}})(?=\S)")
# The name on a line of its own, with or without a time code.
_ALONE = regex.compile(rf"{_BEGIN}(?P<speaker>[^\n]{{1,{LONGEST_SPEAKER}}}?)(?:[ \t]+{stamp_pattern('b')})?[ \t]*$")
_IN_BRACKETS = regex.compile(_BRACKETS)
_DETAIL_BEHIND = regex.compile(rf"(?:[ \t]*{_BRACKETS}[ \t]*,?)+$")
# The second of several participants with the same name: "iPhone (2)".
_NUMBERED_NAME = regex.compile(r"\p{L}[ ]?\(\d{1,2}\)$")
_ABBREVIATION_BEFORE = regex.compile(r"(?:^|[\s.(\-'’])\p{L}{1,5}$")
_SENTENCE_STOP = regex.compile(r"[.!?;…。！？।؟](?=\s|$)|[。！？]")
_NO_NAME_ENDINGS = ".:：!?;,…。！？।؟،၊-–—"
# More letters than this in a script without spaces are a sentence, not a name.
_MAX_UNSPACED = 10
_UNSPACED = regex.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’\-.]*")
# "Vale, Jr." is one name, without an office.
_SUFFIX = regex.compile(r"(?:Jr|Sr|JR|SR|[IVX]+|M\.?D|Ph\.?D)\.?")


_MINISTRY_WORDS = frozenset("of for at de für for do da pour del della".split())


class Style(Enum):
    """The layout that separates a label from the words after it."""

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
class Speaker:
    """The parts of a label: the name, and the office, party or place (`detail`).

    `words` counts the words of the name without particles, `lower` those in lower case; `office_words` and `office_lower` count the
    same in an office after a comma.
    """

    name: str
    detail: str = ""
    words: int = 1
    lower: int = 0
    office_words: int = 0
    office_lower: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible label on line `line`, at its beginning or within it (`start` > 0). The words after the label begin at `end`.

    `time` is in seconds. `clock_start` is the offset of a time code without brackets after the label, which may be spoken instead;
    0 if there is none.
    """

    line: int
    start: int
    end: int
    style: Style
    speaker: Speaker
    time: float | None = None
    emphasised: bool = False
    # Offset of a time code without brackets after the label; it may be the first of the spoken words. 0 if there is none.
    clock_start: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line and its layout.

    The first `emphasis_length` characters are bold or similar. `names_speaker` marks a table cell with a name. `speaker_changed`
    says that a mark of a new speaker (">>") was removed.
    """

    text: str
    starts_paragraph: bool = True
    emphasis_length: int = 0
    names_speaker: bool = False
    speaker_changed: bool = False


# The labels of a transcript recur, so each is parsed once.
@lru_cache(maxsize=4096)
def parse_speaker(text: str) -> Speaker | None:
    """Split a label's text into its parts; None if it contains no name."""
    text = text.strip(" \t\u00a0\u202f*_")
    detail_match = None if _NUMBERED_NAME.search(text) else _DETAIL_BEHIND.search(text)
    name, detail = (text[: detail_match.start()], text[detail_match.start() :]) if detail_match and detail_match.start() else (text, "")
    name, office = _without_office(name.rstrip(" \t,"))
    name = " ".join(name.split() if _NUMBERED_NAME.search(name) else _without_brackets(name).split())
    words = name.split()
    if not words or len(words) > _MAX_WORDS or not (name[0].isalpha() or name[0] == "#"):
        return None
    if _sentence_inside(name) or _sentence_inside(office) or len(_UNSPACED.findall(name)) > _MAX_UNSPACED:
        return None
    return Speaker(name, f"{office} {detail}".strip(), *_word_counts(words), *_word_counts(office.split()))


def _word_counts(words: Sequence[str]) -> tuple[int, int]:
    """Return the number of words without particles, and how many of them are in lower case."""
    counted = [word for word in words if word not in _PARTICLES]
    return len(counted), sum(word[0].islower() for word in counted)


def _without_brackets(name: str) -> str:
    """Remove brackets within a name: "Anna Vale (Town), of the Party"."""
    return _IN_BRACKETS.sub("", name)


def _without_office(name: str) -> tuple[str, str]:
    """Split a name from the office after a comma. "Vale, Anna" is one name."""
    before, comma, after = name.partition(",")
    if not comma or _SUFFIX.fullmatch(after.strip()):
        return name, ""
    words = after.split()
    if not before.isupper() and any(word.casefold() in _MINISTRY_WORDS for word in before.split()):
        # Names of ministries contain commas.
        return name, ""
    # "Vale, Anna", as in lists of members.
    is_inverted = len(before.split()) == 1 and len(words) <= 2 and all(word[0].isupper() for word in words)
    return (name, "") if is_inverted and not before.isupper() else (before, after)


def _sentence_inside(name: str) -> bool:
    """Return True if a sentence ends within the name; the full stop of an abbreviation does not count."""
    return any(
        name[match.start()] != "." or not _ABBREVIATION_BEFORE.search(name[: match.start()]) for match in _SENTENCE_STOP.finditer(name)
    )


def _candidate_from(line: int, match: regex.Match[str] | None, style: Style, marked: int) -> Candidate | None:
    if not match:
        return None
    speaker = parse_speaker(match["speaker"])
    named = match.start("speaker") + len(speaker.name if speaker else "")
    bold = "**" in match[0] or 0 < named <= marked <= match.end()
    if not speaker or (style is Style.POINT and not _has_case(speaker.name)):
        # In a script without capitals, any sentence looks like a name before a full stop.
        return None
    clock = max(match.start("ch"), match.start("cm")) if match.groupdict().get("cm") and not match.groupdict().get("am") else 0
    clock = (
        (match.start("ch") if match["ch"] else match.start("cm")) if clock and match.string[match.end("cs") :][:1] not in tuple("])") else 0
    )
    return Candidate(line, match.start(), match.end(), style, speaker, time_of(match), bold, clock)


def _has_case(name: str) -> bool:
    return any(character.isupper() or character.islower() for character in name)


def candidates_of(number: int, line: Line) -> Iterator[Candidate]:
    """Yield the candidates at the beginning of a line, at most one of each style."""
    # A line may be as long as its document, and these patterns are costly on long texts.
    text = line.text[: 2 * LONGEST_SPEAKER]
    opening = text.lstrip(" \t\u00a0>*-–—•")[:1]
    # For speed, lines that cannot open a turn are skipped at once.
    if not opening or not (opening.isalpha() or opening in "[(#" or opening.isdigit()):
        return
    apart = line.starts_paragraph or line.emphasis_length > 0
    patterns = [(Style.COLON, _COLON)] if (":" in text or "：" in text) and (apart or not opening.islower()) else []
    if apart and (opening.isupper() or opening.isdigit() or opening in "[(" or not opening.islower()):
        patterns += [(Style.POINT, _POINT), (Style.DASH, _DASH)]
    if opening in "[(" or (apart and ("[" in text[:30] or "(" in text[:30])):
        patterns += [(Style.SQUARE, _SQUARE), (Style.ROUND, _ROUND)]
    if "\t" in text or "   " in text.strip():
        patterns.append((Style.TAB, _TABBED))
    set_off = False
    for style, pattern in patterns:
        if candidate := _candidate_from(number, pattern.match(text), style, line.emphasis_length):
            set_off = set_off or style in (Style.COLON, Style.DASH)
            yield candidate
    if len(line.text) <= LONGEST_SPEAKER and apart and (alone := _lone(number, line)):
        yield alone
    # A bracket behind a bold name belongs to a label that goes on to its colon or dash, if there is one.
    bracketed = set_off and line.text[line.emphasis_length :].lstrip()[:1] in tuple("([")
    if line.emphasis_length and not bracketed and (marked := _marked(number, line)):
        yield marked


def _lone(number: int, line: Line) -> Candidate | None:
    text = line.text.rstrip()
    if not text or ": " in text or text[-1] in _NO_NAME_ENDINGS or text.count(" ") > _MAX_WORDS + len(text) - len(text.lstrip()):
        return None
    return _candidate_from(number, _ALONE.match(text), Style.ALONE, line.emphasis_length)


def _marked(number: int, line: Line) -> Candidate | None:
    """Return the candidate of a bold beginning that words follow without punctuation."""
    bold_text, remainder = line.text[: line.emphasis_length].rstrip(), line.text[line.emphasis_length :]
    match = (
        _ALONE.match(bold_text)
        if remainder.strip() and not _SIGN_BEHIND.match(remainder) and bold_text and bold_text[-1] not in _NO_NAME_ENDINGS
        else None
    )
    speaker = parse_speaker(match["speaker"]) if match else None
    space = len(remainder) - len(remainder.lstrip())
    return Candidate(number, 0, line.emphasis_length + space, Style.MARKED, speaker, time_of(match), True) if match and speaker else None


_SIGN_BEHIND = regex.compile(r"[ \t]*(?:[,:;]|\.(?!\.))")
_CAPITALS = r"\p{Lu}[\p{Lu}'’\-]+(?:[ ]\p{Lu}[\p{Lu}'’.\-]*){0,3}"
_BEHIND_SENTENCE = rf"(?<=[.!?…\"”»\])।。？！—–-])[ \t]++(?P<speaker>{_NAMES}(?:[ \t]?{_BRACKETS})?)"
_BEHIND_WORDS = rf"(?<=[\p{{L}}\p{{N}},;:'’%])[ \t]++(?P<speaker>{_CAPITALS})"
_INSIDE = regex.compile(rf"(?:{_BEHIND_SENTENCE}|{_BEHIND_WORDS})[ \t]?:[ \t]+(?=\S)")


def inside_candidates(number: int, text: str) -> Iterator[Candidate]:
    """Yield candidates within a line: `Good evening. VALE: Thank you.`, and without a full stop only in capitals: `Good eve VALE:
    …`."""
    for match in _INSIDE.finditer(text) if ": " in text else ():
        if speaker := parse_speaker(match["speaker"]):
            yield Candidate(number, match.start(), match.end(), Style.INSIDE, speaker)


def words_of(name: str) -> Sequence[str]:
    """Return the words of a name, titles without their full stop."""
    return [word.rstrip(".") for word in _WORD.findall(name)]
