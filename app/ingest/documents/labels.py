"""Parts of speaker labels: time codes, `Q.` and `A.`, what speakers are called, and words that name no speaker ("Note: …")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

_CLOCK = r"(?P<{0}h>\d{{1,2}}:)?(?P<{0}m>\d{{1,2}}):(?P<{0}s>\d{{2}})(?:[.,](?P<{0}f>\d{{1,3}})|(?<=:\d\d:\d\d)[:;]\d\d(?!\d))?"
_STAMP = r"(?:\[{0}\]|\({0}\)|{0})"
_TIMES = rf"{_CLOCK.format('a')}[ \t]*(?:-->|[-–—])[ \t]*[\d:.,;]+"
_BARE_TIME = regex.compile(
    rf"[ \t]*(?:\[{_TIMES}\]|\({_TIMES}\)|{_STAMP.format(_CLOCK.format('a'))})(?:[ \t]*(?:-->|[-–—])[ \t]*[\d:.,;]+)?[ \t]*(?:$|(?=\D))"
)
_QUESTION = regex.compile(r"[ \t]*(?P<name>[QA])(?:(?:[.:]|\.:)(?=\s|$)|(?=\t|[ ]{2,}\S|[ ][\p{Lu}(]))[ \t]*")
LONGEST_LABEL = 400
"""Characters of a line that are looked at for a label: with spaces without end between its parts, the patterns would take hours."""
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
    if ":" not in found[0]:
        return None
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


def is_speaker(name: str) -> bool:
    """Whether a capitalised phrase may name a speaker; "Note", "Source" and the like do not."""
    return 0 < len(name) <= 60 and name.casefold() not in _NO_SPEAKER and name.split(maxsplit=1)[0].casefold() not in _NO_SPEAKER


def find_questions(lines: Sequence[str], *, named: bool) -> list[Label | None]:
    """`Q` counts beside an `A`, or beside speakers with names (`named`), as in press conferences."""
    found = [_QUESTION.match(line) for line in lines]
    names = {match["name"] for match in found if match}
    marked = [match for match in found if match and match.end() - match.end("name") > 1]
    counts = names == {"Q", "A"} or (named and names == {"Q"} and (marked or len(found) > 1))
    return [Label(match["name"], match.end()) if match and counts else None for match in found]


def is_called(name: str) -> bool:
    """Return True if a name says what its speaker is or how they are addressed: "Sprecherin", "Mme Le Pen"."""
    first, *others = name.casefold().split()
    return (first in _SAYING and not others) or (bool(others) and first.rstrip(".") in _HONORIFICS)
