"""Speaker labels at the beginning of a line: `NAME:`, `Name Surname (12:34):`, `[00:12:34] NAME:`, `Q.` and `A.`.

A colon after a capitalised word is not yet a speaker ("Note: …"); whether a label is one is decided over the whole text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import regex

_CLOCK = r"(?P<{0}h>\d{{1,2}}:)?(?P<{0}m>\d{{1,2}}):(?P<{0}s>\d{{2}})(?:[.,](?P<{0}f>\d{{1,3}})|(?<=:\d\d:\d\d)[:;]\d\d(?!\d))?"
_STAMP = r"(?:\[{0}\]|\({0}\)|{0})"
_WORD = (
    r"(?:\p{Lu}[\p{L}\p{M}'’.\-]*|\p{Lo}[\p{L}\p{M}.\-]*"
    r"|(?:de|da|do|dos|del|della|di|du|van|von|der|den|la|le|al|bin|of|and|the|y|e|i|zu)(?=\s)"
    r"|#?\d{1,2}(?=\s*[:(\[\n]|\s*$|[ \t]+\d{1,2}:\d\d)|&)"
)
NAME = rf"(?P<name>(?:\p{{Lu}}|\p{{Lo}})(?<=\p{{L}})[\p{{L}}\p{{M}}'’.\-]*(?:,?[ \t]{{1,2}}{_WORD}){{0,6}})"
_LABEL = regex.compile(
    rf"[ \t]*(?:{_STAMP.format(_CLOCK.format('a'))}[ \t]*[-–—|]?[ \t]*)?(?:>>+[ \t]*|[-–—][ \t]+)?\*{{0,2}}{NAME}"
    rf"[ \t]*(?:{_STAMP.format(_CLOCK.format('b'))}|\([^()\n]{{1,40}}\)|\[[^\[\]\n]{{1,40}}\])?[ \t\u00a0\u202f]*\*{{0,2}}"
    r"(?::\*{0,2}(?=\s|$)|：\*{0,2})"
    rf"[ \t]*(?:{_STAMP.format(_CLOCK.format('c'))})?[ \t]*"
)
_HEAD = regex.compile(rf"[ \t]*{NAME}[ \t]+{_STAMP.format(_CLOCK.format('b'))}[ \t]*$")
_TAGGED = regex.compile(
    rf"[ \t]*(?:{_STAMP.format(_CLOCK.format('a'))}[ \t]*[-–—|]?[ \t]*)?(?:\[(?P<name>\p{{L}}[\p{{L}}\p{{M}}\d _.'’\-]{{0,40}})\][ \t]*:"
    r"|(?P<name>(?i:speaker|spk|sprecher|locutor|intervenant|orador|falante)[ _]?(?:\d{1,3}|[A-Z]))[ \t]*:)(?=\s|$)"
    rf"[ \t]*(?:{_STAMP.format(_CLOCK.format('c'))})?[ \t]*"
)
_LOOSE = regex.compile(r"[ \t]*(?P<name>[\p{L}\p{N}][^:\n]{0,48}?)[ \t]*:(?=\s)[ \t]*")
_TIMES = rf"{_CLOCK.format('a')}[ \t]*(?:-->|[-–—])[ \t]*[\d:.,;]+"
_BARE_TIME = regex.compile(
    rf"[ \t]*(?:\[{_TIMES}\]|\({_TIMES}\)|{_STAMP.format(_CLOCK.format('a'))})(?:[ \t]*(?:-->|[-–—])[ \t]*[\d:.,;]+)?[ \t]*(?:$|(?=\D))"
)
_QUESTION = regex.compile(r"[ \t]*(?P<name>[QA])(?:(?:[.:]|\.:)(?=\s|$)|(?=\t|[ ]{2,}\S|[ ][\p{Lu}(]))[ \t]*")
LONGEST_LABEL = 400
"""Characters of a line that are looked at for a label: with spaces without end between its parts, the patterns would take hours."""
_NEARLY_ALL, _ALL = 0.6, 0.9
_MINUTES = 3
_NO_SPEAKER = frozenset(
    "note notes related read editor’s nb source sources update updated correction photo photos image caption credit credits "
    "summary warning tip tips example examples date time place location venue subject re cc bcc from to sent claim claims "
    "fact facts verdict rating finding findings conclusion background reality truth context result results more also however "
    "first second third finally remember important disclaimer attention title author authors published address phone email "
    "tel fax url website link links copyright keywords abstract table figure fig chapter part section step appendix contents "
    "witnesses attendees participants panelists panellists guests apologies "
    "objective objectives method methods pros cons ps p.s. edit editor's here's that's it's this these there nota fuente "
    "hinweis quelle remarque fonte attenzione achtung returns contributing reporting".split()
)
_SAYING = frozenset(
    "sprecher sprecherin moderator moderatorin interviewer interviewerin narrator announcer presenter host voice-over voiceover erzähler "
    "erzählerin reporterin narrador narradora moderador moderadora presentador presentadora apresentador apresentadora locutor locutora "
    "entrevistador entrevistadora narrateur narratrice présentateur présentatrice animateur animatrice journaliste narratore narratrice "
    "conduttore conduttrice intervistatore giornalista".split()
)
_HONORIFICS = frozenset(
    "mr mrs ms miss dr prof frau herr m mm mme mlle monsieur madame sr sra señor señora senhor senhora dra sig signor signora".split()
)
_SPOKEN = 3
"""Words that must follow a lone speaker who is known by what they are called: "Moderator: Jane Doe" heads a programme."""


def stamp_pattern(group: str) -> str:
    """The pattern of a time code, bare or in brackets; its parts are groups whose names begin with `group` ("a", "b" or "c")."""
    return _STAMP.format(_CLOCK.format(group))


@dataclass(frozen=True, slots=True)
class Label:
    """A speaker label that covers `text[start:end]` of a line; `time` in seconds if the label carries one."""

    name: str
    end: int
    time: float | None = None


def clock_seconds(hours: str | None, minutes: str, seconds: str, fraction: str | None) -> float:
    """Seconds of a time code's parts; `hours` may end in a colon, `fraction` is the digits behind the point."""
    whole = int((hours or "0").rstrip(":")) * 3600 + int(minutes) * 60 + int(seconds)
    return whole + (int(fraction) / 10 ** len(fraction) if fraction else 0.0)


def time_of(found: regex.Match[str]) -> float | None:
    """The seconds of the first time code in a match of `stamp_pattern`, None where there is none."""
    groups = found.groupdict()
    for key in "abc":
        if groups.get(f"{key}m") is not None:
            return clock_seconds(groups[f"{key}h"], groups[f"{key}m"], groups[f"{key}s"], groups[f"{key}f"])
    return None


def bare_time(line: str) -> tuple[float, int] | None:
    """The time code that a line begins with, in seconds, and where the text after it begins."""
    found = _BARE_TIME.match(line[:LONGEST_LABEL])
    if not found:
        return None
    time = time_of(found)
    return None if time is None else (time, found.end())


def _candidate(line: str) -> Label | None:
    line = line[:LONGEST_LABEL]
    found = _TAGGED.match(line) or _LABEL.match(line) or _HEAD.match(line)
    if not found:
        return None
    name = " ".join(found["name"].split())
    return Label(name, found.end(), time_of(found)) if is_speaker(name) else None


def is_speaker(name: str) -> bool:
    """Whether a capitalised phrase may name a speaker; "Note", "Source" and the like do not."""
    return 0 < len(name) <= 60 and name.casefold() not in _NO_SPEAKER and name.split(maxsplit=1)[0].casefold() not in _NO_SPEAKER


def _loose(line: str) -> Label | None:
    """What stands before a colon, in a text where nearly every line begins with a name: accounts and devices are named in any way."""
    found = _LOOSE.match(line[:LONGEST_LABEL])
    name = " ".join(found["name"].split()) if found else ""
    return Label(name, found.end()) if found and len(name.split()) <= 5 and is_speaker(name) else None


def find_questions(lines: Sequence[str], *, named: bool) -> list[Label | None]:
    """`Q` counts beside an `A`, or beside speakers with names (`named`), as in press conferences."""
    found = [_QUESTION.match(line) for line in lines]
    names = {match["name"] for match in found if match}
    marked = [match for match in found if match and match.end() - match.end("name") > 1]
    counts = names == {"Q", "A"} or (named and names == {"Q"} and (marked or len(found) > 1))
    return [Label(match["name"], match.end()) if match and counts else None for match in found]


def _stands_alone(lines: Sequence[str], place: int, label: Label) -> bool:
    """Whether a name of several words has a line of its own, behind a blank one and above its words, as in minutes of parliaments."""
    alone = label.end >= len(lines[place].rstrip()) and " " in label.name
    return alone and not (place and lines[place - 1].strip()) and any(line.strip() for line in lines[place + 1 : place + 2])


def _believable(label: Label, *, count: int, labelled: int, share: float) -> bool:
    shouted = label.name.isupper() and len(label.name.replace(".", "")) > 2
    if label.time is not None or (count >= 2 and labelled >= 3):
        return True
    return (shouted and (labelled >= 2 or " " in label.name)) or (labelled >= 2 and share >= 0.5)


def _shouts(label: Label, line: str, *, turn: bool) -> bool:
    return label.name.isupper() and len(label.name) > 2 and (turn or any(map(str.islower, line[label.end :])))


def _called(label: Label, line: str, *, captions: bool) -> bool:
    """Whether what a speaker is called tells that it is one: "Sprecherin", and in captions "Mme Le Pen" (in an article, a headline)."""
    first, *others = label.name.casefold().split()
    known = (first in _SAYING and not others) or (captions and bool(others) and first.rstrip(".") in _HONORIFICS)
    return known and len(line[label.end :].split()) >= _SPOKEN


def find_labels(lines: Sequence[str], *, turns: Sequence[bool] = (), named: frozenset[str] = frozenset()) -> list[Label | None]:
    """For each line the speaker label it begins with, or None.

    A label counts when its name comes back, carries a time, is in capitals, or when at least half of the lines with
    text have one, or three have a line of their own; "Note:", "Source:" and the like never count. `Q.` and `A.` count where both
    occur. "Moderator" counts anywhere, and so do those who are `named`. Captions give `turns`: whether each line follows a change of
    speaker (`>>`). There one in capitals is enough, and before words in small letters anywhere, and so is one with a title
    ("Mme Le Pen").
    """
    candidates = [_candidate(line) if ":" in line or "：" in line else None for line in lines]
    counts = Counter(label.name for label in candidates if label)
    questions = find_questions(lines, named=any(name.isupper() and count > 1 for name, count in counts.items()))
    labelled = sum(counts.values())
    share = labelled / max(1, sum(bool(line.strip()) for line in lines))
    alone = {place for place, label in enumerate(candidates) if label and _stands_alone(lines, place, label)}
    certain = alone if len(alone) >= _MINUTES else set[int]()
    certain |= {place for place, turn in enumerate(turns) if (label := candidates[place]) and _shouts(label, lines[place], turn=turn)}
    certain |= {place for place, label in enumerate(candidates) if label and label.name in named}
    certain |= {place for place, label in enumerate(candidates) if label and _called(label, lines[place], captions=bool(turns))}
    found = [
        question
        or (label if label and (place in certain or _believable(label, count=counts[label.name], labelled=labelled, share=share)) else None)
        for place, (question, label) in enumerate(zip(questions, candidates, strict=True))
    ]
    loose = [_loose(line) for line in lines] if labelled >= 2 else []
    everywhere = sum(map(bool, loose)) >= _ALL * sum(bool(line.strip()) for line in lines) > 2
    if everywhere or (labelled >= 3 and share >= _NEARLY_ALL):
        return [label or other for label, other in zip(found, loose, strict=True)]
    return found
