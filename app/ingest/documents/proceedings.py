"""XML that is no page: proceedings of parliaments with their speakers (Akoma Ntoso, TEI, Hansard, Bundestag …), else its text alone.

Whoever writes a record as XML has an element that names the speaker, and around it one that holds the words: the first is known by its
name in many languages, the second by its place, as the innermost element that holds words beside the name.
Sources: OASIS LegalDocML Akoma Ntoso 1.0, section 5.5 (debates); TEI P5, chapter 8 (transcriptions of speech).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import attribute, local
from app.ingest.documents.draft import Draft, Paragraph, Span
from app.ingest.documents.label_candidates import Style, head_of
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.set_lines import lines_of
from app.ingest.documents.xml_text import parse_text, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_TURNS = frozenset("speech u sp question answer rede speaking spreekbeurt".split())
_NAMING = re.compile(
    r"from|speakers?|personspeaking|talk\.?start|talker|orateurs?|orador(?:es)?|orator(?:e|i)?|redner|spreker|sprecher|nominativo|taler|talare"
    r"|puhuja|mówca|mowca|locuteur|intervenant|who",
    re.IGNORECASE,
)
"""Elements that name a speaker in the records of parliaments."""
_NAME = frozenset("name nom nome nombre naam persname nominativo lastname fullname affiliation displayas".split())
_UNSAID = frozenset(
    "teiHeader meta metadata identification note desc vocal incident kinesic gap scene narrative recordedTime kommentar".split()
)
_HEADERS = re.compile(r"header|^meta|identification|^.+info$", re.IGNORECASE)
_TITLES = frozenset("title doctitle titre titel título titolo".split())
_PEOPLE = frozenset("person TLCPerson".split())
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|[_.+-]+")
_DASH = re.compile(r"\s*[–—-]\s+")
_INTERJECTION = re.compile(r"interject|interrup", re.IGNORECASE)
_LONGEST_NAME = 60
_CHECK_EVERY = 200


@dataclass(frozen=True, slots=True)
class _Said:
    """A paragraph and who says it, "" for nobody known; `marked` characters at its beginning stand in an element of their own."""

    speaker: str
    text: str
    marked: int = 0


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
    paragraphs = list[_Said]()
    for number, paragraph in enumerate(_paragraphs(root, _people(root))):
        if number % _CHECK_EVERY == 0:
            cancel.check()
        paragraphs.append(paragraph)
    if any(paragraph.speaker for paragraph in paragraphs):
        draft = _marked(_without_labels(paragraphs, cancel))
    else:
        draft = draft_of_paragraphs(
            [Paragraph(each.text, marks=((0, each.marked),) if each.marked else ()) for each in paragraphs], kind="xml", cancel=cancel
        )
    draft.title, draft.language, draft.date = _title(root), attribute(root, "lang"), _day(root)
    return draft


def _without_labels(paragraphs: Sequence[_Said], cancel: CancelToken) -> Iterator[_Said]:
    """The paragraphs without the names that some records write before the words as well ("Ms VALE (Town) (12:01): …")."""
    lines = list(lines_of([Paragraph(each.text, marks=((0, each.marked),) if each.marked else ()) for each in paragraphs]))
    labels = labels_of(lines, cancel=cancel)
    name, named = "", ""
    for number, paragraph in enumerate(paragraphs):
        one = next(iter(labels.get(number, ())), None)
        if one and not one.start and paragraph.speaker and one.style is not Style.ALONE and _same(one.head.name, paragraph.speaker):
            name, named = one.head.name, paragraph.speaker
            paragraph = replace(paragraph, text=paragraph.text[one.end :])  # noqa: PLW2901 - what is left of it
        if paragraph.text.strip():
            yield replace(paragraph, speaker=name) if name and paragraph.speaker == named else paragraph


def _same(written: str, speaker: str) -> bool:
    """Return True if two names share a word of more than two letters: "Ms VALE" is "Vale, Anna MP"."""
    first, second = ({word.casefold() for word in re.findall(r"\w{3,}", name)} for name in (written, speaker))
    return bool(first & second)


def _marked(paragraphs: Iterator[_Said]) -> Draft:
    """Each change of speakers told on a line of its own."""
    draft, parts, offset, last = Draft(text="", format="xml", spans=[]), list[str](), 0, ""
    for paragraph in paragraphs:
        speaker, said = paragraph.speaker, paragraph.text
        if speaker and speaker != last:
            parts.append(f"{speaker}:\n")
            offset += len(parts[-1])
        last = speaker
        dash = _DASH.match(said)
        draft.spans.append(Span(start=offset + (dash.end() if dash else 0), end=offset + len(said), speaker=speaker))
        parts.append(f"{said}\n")
        offset += len(parts[-1])
    draft.text = "".join(parts).rstrip("\n")
    return draft


def _paragraphs(root: _Element, people: dict[str, str]) -> Iterator[_Said]:
    """Every element that has words of its own, in order; without recursion, since depth is the file's."""
    return _Walk(root, people).paragraphs()


class _Walk:
    """A walk through a record: who speaks, while its elements go by."""

    def __init__(self, root: _Element, people: dict[str, str]) -> None:
        self._people = people
        self._waiting: list[_Element | str] = [root]
        """Elements to come; a text is the speaker of before, back where the turn that stands before it ends."""
        self._headed = not _HEADERS.search(local(root))
        self._speaker, self._named, self._announced = "", "", ""

    def paragraphs(self) -> Iterator[_Said]:
        while self._waiting:
            element = self._waiting.pop()
            if isinstance(element, str):
                self._speaker, self._named = element, ""
                continue
            name = local(element)
            if name == "note" and attribute(element, "type") == "speaker":
                self._announced = _named(element, self._people)
            if not name or name in _UNSAID:
                continue
            if self._headed and _HEADERS.search(name):
                yield from (_Said("", " ".join(_words(each).split())) for each in element.iter() if local(each).casefold() in _TITLES)
            elif _NAMING.fullmatch(name):
                self._named = _named(element, self._people) or self._named
            else:
                yield from self._element(element, name)

    def _element(self, element: _Element, name: str) -> Iterator[_Said]:
        if name in _TURNS:
            self._waiting.append(self._speaker)
            self._speaker = self._announced or _speaker_of_turn(element, self._people) or self._speaker
            self._named = self._announced = ""
        if not _has_words(element):
            if any(_NAMING.fullmatch(local(child)) for child in element):
                self._waiting.append(self._speaker)
            self._waiting.extend(reversed(element))
            return
        said = " ".join(_words(element).split())
        inner = next((child for child in element if _NAMING.fullmatch(local(child))), None)
        if said.endswith(":") and (name == "name" or (inner is not None and _named(inner, self._people))):
            self._named = said.rstrip(" :")
        elif any(map(str.isalnum, said)):
            yield _said(element, self._named or self._speaker, said)


def _said(element: _Element, speaker: str, said: str) -> _Said:
    first = next(iter(element), None)
    whole = first is not None and not (element.text or "").strip()
    marked = " ".join(_words(first).split()) if whole and first is not None else ""
    interjected = any(
        _INTERJECTION.search(each.get("class") or "") for each in (element, first) if each is not None and marked in ("", said)
    )
    return _Said("" if interjected else speaker, said, len(marked) if said.startswith(marked) else 0)


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
        elif local(one) and (one is element or (local(one) not in _UNSAID and not _NAMING.fullmatch(local(one)))):
            inner: list[_Element | str] = [one.text or ""]
            for child in one:
                inner += [child, child.tail or ""]
            waiting.extend(reversed(inner))
    return "".join(parts)


def _speaker_of_turn(turn: _Element, people: dict[str, str]) -> str:
    """Who speaks in a turn: as an attribute names it, else as the file names its people, else read off the reference itself."""
    told = attribute(turn, "speakername") or attribute(turn, "speaker")
    if told.strip():
        return " ".join(told.split()).rstrip(" :.")
    refers = (attribute(turn, "who") or attribute(turn, "by")).partition(" ")[0].rpartition("#")[2]
    return people.get(refers) or " ".join(_CAMEL.sub(" ", refers).split())


def _named(element: _Element, people: dict[str, str]) -> str:
    """The name that an element holds, without office and party: its own text where that is short, else that of the part that is a name."""
    whole = " ".join(" ".join(map(str, element.itertext())).split())
    parts = (" ".join(" ".join(map(str, part.itertext())).split()) for part in element.iter() if local(part).casefold() in _NAME)
    for text in (whole, next(parts, "")):
        bare = text.rstrip(" :.,–—-")
        head = head_of(bare) if len(bare) <= _LONGEST_NAME else None
        if head and not any(map(str.isdigit, head.name)):
            return head.name
    told = attribute(element, "LIB") or attribute(element, "name") or people.get(attribute(element, "ref").lstrip("#"), "")
    return " ".join(told.replace("|", " ").split())


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
