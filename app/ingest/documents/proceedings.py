"""XML that is no page: proceedings of parliaments with their speakers (Akoma Ntoso, TEI, Hansard, Bundestag), else its text alone.

Sources: OASIS LegalDocML Akoma Ntoso 1.0, section 5.5 (debates); TEI P5, chapter 8 (transcriptions of speech).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import attribute, local
from app.ingest.documents.draft import Draft, Paragraph, Span
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.xml_text import parse_text, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_TURNS = frozenset("speech u sp question answer rede".split())
_NAMES = frozenset("from speaker".split())
_UNSAID = frozenset(
    "teiHeader meta metadata identification note desc vocal incident kinesic gap scene narrative recordedTime kommentar redner".split()
)
_PEOPLE = frozenset("person TLCPerson".split())
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|[_.+-]+")
_CHECK_EVERY = 200


def looks_like_xml(text: str, *, promised: bool) -> bool:
    """Whether a text is XML and no page of the web; `promised` where its name says so."""
    name, attributes = root_of(text)
    known = promised or text.startswith("<?xml") or "xmlns" in attributes
    return known and bool(name) and name.casefold() != "html"


def read_proceedings(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of an XML file's text (cleaned before). Where it marks nobody as speaking, names before the words tell who does.

    Raises InputError `document-damaged`.
    """
    root = parse_text(text)
    paragraphs = list[tuple[str, str]]()
    for number, paragraph in enumerate(_paragraphs(root, _people(root))):
        if number % _CHECK_EVERY == 0:
            cancel.check()
        paragraphs.append(paragraph)
    if any(speaker for speaker, _ in paragraphs):
        draft = _marked(paragraphs)
    else:
        draft = draft_of_paragraphs([Paragraph(said) for _, said in paragraphs], kind="xml")
    draft.title, draft.language, draft.date = _title(root), attribute(root, "lang"), _day(root)
    return draft


def _marked(paragraphs: Sequence[tuple[str, str]]) -> Draft:
    """Each change of speakers told on a line of its own."""
    draft, parts, offset, last = Draft(text="", format="xml", spans=[]), list[str](), 0, ""
    for speaker, said in paragraphs:
        if speaker and speaker != last:
            parts.append(f"{speaker}:\n")
            offset += len(parts[-1])
        last = speaker
        draft.spans.append(Span(start=offset, end=offset + len(said), speaker=speaker))
        parts.append(f"{said}\n")
        offset += len(parts[-1])
    draft.text = "".join(parts).rstrip("\n")
    return draft


def _paragraphs(root: _Element, people: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Who says it, and the words, of every element that has words of its own; without recursion, since depth is the file's."""
    waiting: list[tuple[_Element, str]] = [(root, "")]
    above = ""
    while waiting:
        element, speaker = waiting.pop()
        name = local(element)
        if not name or name in _UNSAID or name in _NAMES:
            continue
        if name in _TURNS:
            speaker, above = _speaker(element, people) or speaker, ""
        if _has_words(element):
            said = " ".join(_words(element).split())
            if said.endswith(":") and (name == "name" or any(local(child) == "redner" for child in element)):
                above = said.rstrip(" :")
            elif said:
                yield speaker or above, said
        else:
            waiting.extend((child, speaker) for child in reversed(element))


def _has_words(element: _Element) -> bool:
    return bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)


def _words(element: _Element) -> str:
    """All text within, but what was not said."""
    parts = list[str]()
    waiting: list[_Element | str] = [element]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            parts.append(one)
        elif local(one) and (one is element or local(one) not in _UNSAID):
            inner: list[_Element | str] = [one.text or ""]
            for child in one:
                inner += [child, child.tail or ""]
            waiting.extend(reversed(inner))
    return "".join(parts)


def _speaker(turn: _Element, people: dict[str, str]) -> str:
    """Who speaks in a turn: as it is named there, else as the file names its people, else read off the reference itself."""
    named = attribute(turn, "speakername") or next((_words(child) for child in turn if local(child) in _NAMES), "")
    if named.strip():
        return " ".join(named.split()).rstrip(" :.")
    refers = (attribute(turn, "who") or attribute(turn, "by")).partition(" ")[0].rpartition("#")[2]
    return people.get(refers) or " ".join(_CAMEL.sub(" ", refers).split())


def _people(root: _Element) -> dict[str, str]:
    """The name of everybody whom the file describes, by id."""
    found = {}
    for person in (element for element in root.iter() if local(element) in _PEOPLE):
        names = (" ".join(" ".join(child.itertext()).split()) for child in person if local(child) == "persName")
        if name := attribute(person, "showAs") or next(names, ""):
            found[attribute(person, "id") or attribute(person, "eId")] = name
    return found


def _title(root: _Element) -> str:
    """The first title of the header."""
    titles = (" ".join("".join(element.itertext()).split()) for element in root.iter() if local(element) in ("title", "docTitle"))
    return next((title for title in titles if title), "")


def _day(root: _Element) -> date | None:
    """The day of the debate: Akoma Ntoso's `docDate`, TEI's date of the setting; None where it is not told, or is no day."""
    settings = (inner for each in root.iter() if local(each) == "setting" for inner in each.iter() if local(inner) == "date")
    told = [attribute(element, "date") for element in root.iter() if local(element) == "docDate"] + [
        attribute(each, "when") for each in settings
    ]
    try:
        return date.fromisoformat(told[0][:10]) if told else None
    except ValueError:
        return None
