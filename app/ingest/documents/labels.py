"""Parts of speaker labels: time codes, `Q.` and `A.`, roles of speakers, and words that name no speaker ("Note: …")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

# A time code with named groups for hours, minutes, seconds and fraction; "{0}" is the prefix of their names.
_CLOCK = r"(?P<{0}h>\d{{1,2}}:)?(?P<{0}m>\d{{1,2}}):(?P<{0}s>\d{{2}})(?:[.,](?P<{0}f>\d{{1,3}})|(?<=:\d\d:\d\d)[:;]\d\d(?!\d))?"
_STAMP = r"(?:\[{0}\]|\({0}\)|{0})"
_RANGE = rf"{_CLOCK.format('a')}[ \t]*(?:-->|[-–—])[ \t]*[\d:.,;]+"
_BARE_TIME = regex.compile(
    rf"[ \t]*(?:\[{_RANGE}\]|\({_RANGE}\)|{_STAMP.format(_CLOCK.format('a'))})(?:[ \t]*(?:-->|[-–—])[ \t]*[\d:.,;]+)?[ \t]*(?:$|(?=\D))"
)
_QUESTION = regex.compile(r"[ \t]*(?P<name>[QA])(?:(?:[.:]|\.:)(?=\s|$)|(?=\t|[ ]{2,}\S|[ ][\p{Lu}(]))[ \t]*")
# Characters of a line that are searched for a label. With unlimited spaces between its parts, the patterns would take hours.
LONGEST_LABEL = 400
# Words before a colon that name no speaker in articles, reports and mail.
_NOT_SPEAKERS = frozenset(
    "note notes related read editor’s nb source sources update updated correction photo photos image caption credit credits "
    "summary warning tip tips example examples date time place location venue subject re cc bcc from to sent claim claims "
    "fact facts verdict rating finding findings conclusion background reality truth context result results more also however "
    "first second third finally remember important disclaimer attention title author authors published address phone email "
    "tel fax url website link links copyright keywords abstract table figure fig chapter part section step appendix contents "
    "witnesses attendees participants panelists panellists guests apologies "
    "objective objectives method methods pros cons ps p.s. edit editor's here's that's it's this these there nota fuente "
    "hinweis quelle remarque fonte attenzione achtung returns contributing reporting".split()
)
# Roles that name a speaker without a name.
_ROLES = frozenset(
    "sprecher sprecherin moderator moderatorin interviewer interviewerin narrator announcer presenter host voice-over voiceover erzähler "
    "erzählerin reporterin narrador narradora moderador moderadora presentador presentadora apresentador apresentadora locutor locutora "
    "entrevistador entrevistadora narrateur narratrice présentateur présentatrice animateur animatrice journaliste narratore narratrice "
    "conduttore conduttrice intervistatore giornalista".split()
)
_HONORIFICS = frozenset(
    "mr mrs ms miss dr prof frau herr m mm mme mlle monsieur madame sr sra señor señora senhor senhora dra sig signor signora".split()
)


def stamp_pattern(group: str) -> str:
    """Return the pattern of a time code, bare or in brackets. The names of its groups begin with `group` ("a", "b" or "c")."""
    return _STAMP.format(_CLOCK.format(group))


@dataclass(frozen=True, slots=True)
class Label:
    """A speaker label up to offset `end` of a line; `time` is in seconds, if the label has one."""

    name: str
    end: int
    time: float | None = None


def clock_seconds(hours: str | None, minutes: str, seconds: str, fraction: str | None) -> float:
    """Convert the parts of a time code to seconds. `hours` may end in a colon; `fraction` holds the digits after the point."""
    whole_seconds = int((hours or "0").rstrip(":")) * 3600 + int(minutes) * 60 + int(seconds)
    return whole_seconds + (int(fraction) / 10 ** len(fraction) if fraction else 0.0)


def time_of(match: regex.Match[str]) -> float | None:
    """Return the seconds of the first time code in a match of `stamp_pattern`, None if there is none."""
    # Every time code has a colon.
    if ":" not in match[0]:
        return None
    groups = match.groupdict()
    for key in "abc":
        if groups.get(f"{key}m") is not None:
            return clock_seconds(groups[f"{key}h"], groups[f"{key}m"], groups[f"{key}s"], groups[f"{key}f"])
    return None


def bare_time(line: str) -> tuple[float, int] | None:
    """Return the time code at the start of a line in seconds, and the offset of the text after it; None if there is none."""
    match = _BARE_TIME.match(line[:LONGEST_LABEL])
    if not match:
        return None
    time = time_of(match)
    return None if time is None else (time, match.end())


def is_speaker(name: str) -> bool:
    """Return True if a capitalised phrase may name a speaker. "Note", "Source" and the like do not."""
    return 0 < len(name) <= 60 and name.casefold() not in _NOT_SPEAKERS and name.split(maxsplit=1)[0].casefold() not in _NOT_SPEAKERS


def question_labels(lines: Sequence[str], *, named: bool) -> list[Label | None]:
    """Return the `Q` and `A` labels of the lines, None for other lines.

    `Q` counts if the text also has `A`, or has speakers with names (`named`), as press conferences do.
    """
    matches = [_QUESTION.match(line) for line in lines]
    names = {match["name"] for match in matches if match}
    marked = [match for match in matches if match and match.end() - match.end("name") > 1]
    counts = names == {"Q", "A"} or (named and names == {"Q"} and (marked or len(matches) > 1))
    return [Label(match["name"], match.end()) if match and counts else None for match in matches]


def is_role_or_honorific(name: str) -> bool:
    """Return True if a name is a role or a form of address: "Sprecherin", "Mme Le Pen"."""
    first, *other_words = name.casefold().split()
    return (first in _ROLES and not other_words) or (bool(other_words) and first.rstrip(".") in _HONORIFICS)
