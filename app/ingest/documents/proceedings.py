"""Read XML that is no web page: parliamentary proceedings with speakers (Akoma Ntoso, TEI, Hansard, Bundestag …), else plain text.

Every XML record has an element that names the speaker, inside an element that holds the words. The first is recognised by its name
in many languages, the second by its position: the innermost element with words next to the name.
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
from app.ingest.documents.label_candidates import Style, parse_speaker
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.paragraph_lines import lines_of
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.xml_text import parse_text, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

# Elements of one speaker's turn in several formats and languages.
_TURN_ELEMENTS = frozenset("speech u sp question answer rede speaking spreekbeurt".split())
# Names of elements that name a speaker in parliamentary records.
_SPEAKER_ELEMENT = re.compile(
    r"from|speakers?|personspeaking|talk\.?start|talker|orateurs?|orador(?:es)?|orator(?:e|i)?|redner|spreker|sprecher|nominativo|taler|talare"
    r"|puhuja|mówca|mowca|locuteur|intervenant|who",
    re.IGNORECASE,
)
_NAME_ELEMENTS = frozenset("name nom nome nombre naam persname nominativo lastname fullname affiliation displayas".split())
# Elements whose text is not spoken: metadata, notes, stage directions.
_UNSPOKEN_ELEMENTS = frozenset(
    "teiHeader meta metadata identification note desc vocal incident kinesic gap scene narrative recordedTime kommentar".split()
)
_HEADERS = re.compile(r"header|^meta|identification|^.+info$", re.IGNORECASE)
_TITLE_ELEMENTS = frozenset("title doctitle titre titel título titolo".split())
_PERSON_ELEMENTS = frozenset("person TLCPerson".split())
# Splits an id such as "AnnaVale" or "anna_vale" into a name.
_ID_PARTS = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|[_.+-]+")
_DASH = re.compile(r"\s*[–—-]\s+")
_INTERJECTION = re.compile(r"interject|interrup", re.IGNORECASE)
_MAX_NAME_LENGTH = 60
_CHECK_EVERY = 200


@dataclass(frozen=True, slots=True)
class _Utterance:
    """A paragraph and its speaker, "" if unknown. The first `marked` characters are in an element of their own."""

    speaker: str
    text: str
    marked: int = 0


def looks_like_xml(text: str, *, promised: bool) -> bool:
    """Return True if a text is XML but no web page. `promised` says that its suffix is .xml."""
    name, attributes = root_of(text)
    is_xml = promised or text.startswith("<?xml") or "xmlns" in attributes
    return is_xml and bool(name) and name.casefold() != "html"


def read_proceedings(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of an XML file's text (cleaned before).

    If no element names a speaker, labels in the text do. Raises InputError `document-damaged`.
    """
    root = parse_text(text)
    paragraphs = list[_Utterance]()
    for number, paragraph in enumerate(_paragraphs(root, _names_by_id(root))):
        if number % _CHECK_EVERY == 0:
            cancel.check()
        paragraphs.append(paragraph)
    if any(paragraph.speaker for paragraph in paragraphs):
        draft = _draft_of_utterances(_without_labels(paragraphs, cancel))
    else:
        draft = draft_of_paragraphs(
            [Paragraph(utterance.text, emphasis=((0, utterance.marked),) if utterance.marked else ()) for utterance in paragraphs],
            kind="xml",
            cancel=cancel,
        )
    draft.title, draft.language, draft.date = _title(root), attribute(root, "lang"), _debate_date(root)
    return draft


def _without_labels(paragraphs: Sequence[_Utterance], cancel: CancelToken) -> Iterator[_Utterance]:
    """Yield the paragraphs without labels that repeat the speaker ("Ms VALE (Town) (12:01): …")."""
    lines = list(
        lines_of([Paragraph(utterance.text, emphasis=((0, utterance.marked),) if utterance.marked else ()) for utterance in paragraphs])
    )
    labels = labels_of(lines, cancel=cancel)
    name, named = "", ""
    for number, paragraph in enumerate(paragraphs):
        label = next(iter(labels.get(number, ())), None)
        if (
            label
            and not label.start
            and paragraph.speaker
            and label.style is not Style.ALONE
            and _same_person(label.speaker.name, paragraph.speaker)
        ):
            name, named = label.speaker.name, paragraph.speaker
            paragraph = replace(paragraph, text=paragraph.text[label.end :])  # noqa: PLW2901 - the rest of the paragraph
        if paragraph.text.strip():
            yield replace(paragraph, speaker=name) if name and paragraph.speaker == named else paragraph


def _same_person(written: str, speaker: str) -> bool:
    """Return True if two names share a word of more than two letters: "Ms VALE" is "Vale, Anna MP"."""
    first, second = ({word.casefold() for word in re.findall(r"\w{3,}", name)} for name in (written, speaker))
    return bool(first & second)


def _draft_of_utterances(paragraphs: Iterator[_Utterance]) -> Draft:
    """Build the draft, with each change of speakers on a line of its own."""
    draft, parts, offset, last = Draft(text="", format="xml", spans=[]), list[str](), 0, ""
    for paragraph in paragraphs:
        speaker, text = paragraph.speaker, paragraph.text
        if speaker and speaker != last:
            parts.append(f"{speaker}:\n")
            offset += len(parts[-1])
        last = speaker
        dash = _DASH.match(text)
        draft.spans.append(Span(start=offset + (dash.end() if dash else 0), end=offset + len(text), speaker=speaker))
        parts.append(f"{text}\n")
        offset += len(parts[-1])
    draft.text = "".join(parts).rstrip("\n")
    return draft


def _paragraphs(root: _Element, people: dict[str, str]) -> Iterator[_Utterance]:
    """Yield every element that directly contains words, in order."""
    return _Walk(root, people).paragraphs()


class _Walk:
    """Iterative walk through a record that tracks the speaker."""

    def __init__(self, root: _Element, people: dict[str, str]) -> None:
        self._people = people
        # Elements to visit. A string restores the previous speaker where a turn ends.
        self._waiting: list[_Element | str] = [root]
        self._headed = not _HEADERS.search(local(root))
        self._speaker, self._named, self._announced = "", "", ""

    def paragraphs(self) -> Iterator[_Utterance]:
        # Without recursion, because the file determines the depth.
        while self._waiting:
            element = self._waiting.pop()
            if isinstance(element, str):
                self._speaker, self._named = element, ""
                continue
            name = local(element)
            if name == "note" and attribute(element, "type") == "speaker":
                self._announced = _name_in(element, self._people)
            if not name or name in _UNSPOKEN_ELEMENTS:
                continue
            if self._headed and _HEADERS.search(name):
                yield from (
                    _Utterance("", " ".join(_spoken_text(descendant).split()))
                    for descendant in element.iter()
                    if local(descendant).casefold() in _TITLE_ELEMENTS
                )
            elif _SPEAKER_ELEMENT.fullmatch(name):
                self._named = _name_in(element, self._people) or self._named
            else:
                yield from self._element(element, name)

    def _element(self, element: _Element, name: str) -> Iterator[_Utterance]:
        if name in _TURN_ELEMENTS:
            self._waiting.append(self._speaker)
            self._speaker = self._announced or _speaker_of_turn(element, self._people) or self._speaker
            self._named = self._announced = ""
        if not _has_words(element):
            # This element holds the name and the words: its end is the end of the turn.
            if any(_SPEAKER_ELEMENT.fullmatch(local(child)) for child in element):
                self._waiting.append(self._speaker)
            self._waiting.extend(reversed(element))
            return
        text = " ".join(_spoken_text(element).split())
        inner = next((child for child in element if _SPEAKER_ELEMENT.fullmatch(local(child))), None)
        if text.endswith(":") and (name == "name" or (inner is not None and _name_in(inner, self._people))):
            self._named = text.rstrip(" :")
        elif any(map(str.isalnum, text)):
            yield _utterance(element, self._named or self._speaker, text)


def _utterance(element: _Element, speaker: str, text: str) -> _Utterance:
    first = next(iter(element), None)
    begins_with_child = first is not None and not (element.text or "").strip()
    marked = " ".join(_spoken_text(first).split()) if begins_with_child and first is not None else ""
    # An interjection within a turn is by somebody else, whom the file often does not name.
    interjected = any(
        _INTERJECTION.search(candidate.get("class") or "")
        for candidate in (element, first)
        if candidate is not None and marked in ("", text)
    )
    return _Utterance("" if interjected else speaker, text, len(marked) if text.startswith(marked) else 0)


def _has_words(element: _Element) -> bool:
    return bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)


def _spoken_text(element: _Element) -> str:
    """Return all text within an element that was spoken."""
    parts = list[str]()
    waiting: list[_Element | str] = [element]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
        elif local(node) and (node is element or (local(node) not in _UNSPOKEN_ELEMENTS and not _SPEAKER_ELEMENT.fullmatch(local(node)))):
            inner: list[_Element | str] = [node.text or ""]
            for child in node:
                inner += [child, child.tail or ""]
            waiting.extend(reversed(inner))
    return "".join(parts)


def _speaker_of_turn(turn: _Element, people: dict[str, str]) -> str:
    """Return the speaker of a turn: from an attribute, from the file's list of people, or from the reference itself."""
    declared = attribute(turn, "speakername") or attribute(turn, "speaker")
    if declared.strip():
        return " ".join(declared.split()).rstrip(" :.")
    reference = (attribute(turn, "who") or attribute(turn, "by")).partition(" ")[0].rpartition("#")[2]
    return people.get(reference) or " ".join(_ID_PARTS.sub(" ", reference).split())


def _name_in(element: _Element, people: dict[str, str]) -> str:
    """Return the name in an element without office and party: its own text if short, else that of a part that is a name."""
    full_text = " ".join(" ".join(map(str, element.itertext())).split())
    parts = (" ".join(" ".join(map(str, part.itertext())).split()) for part in element.iter() if local(part).casefold() in _NAME_ELEMENTS)
    for text in (full_text, next(parts, "")):
        bare = text.rstrip(" :.,–—-")
        speaker = parse_speaker(bare) if len(bare) <= _MAX_NAME_LENGTH else None
        if speaker and not any(map(str.isdigit, speaker.name)):
            return speaker.name
    declared = attribute(element, "LIB") or attribute(element, "name") or people.get(attribute(element, "ref").lstrip("#"), "")
    return " ".join(declared.replace("|", " ").split())


def _names_by_id(root: _Element) -> dict[str, str]:
    """Return the names of the people that the file describes, by id."""
    names_by_id = {}
    for person in (element for element in root.iter() if local(element) in _PERSON_ELEMENTS):
        names = (" ".join(" ".join(child.itertext()).split()) for child in person if local(child) == "persName")
        if name := attribute(person, "showAs") or next(names, ""):
            names_by_id[attribute(person, "id") or attribute(person, "eId")] = name
    return names_by_id


def _title(root: _Element) -> str:
    """Return the first title in the file."""
    titles = (" ".join("".join(element.itertext()).split()) for element in root.iter() if local(element) in ("title", "docTitle"))
    return next((title for title in titles if title), "")


def _debate_date(root: _Element) -> date | None:
    """Return the day of the debate (Akoma Ntoso's `docDate`, TEI's setting date); None if absent or invalid."""
    settings = (inner for setting in root.iter() if local(setting) == "setting" for inner in setting.iter() if local(inner) == "date")
    dates = [attribute(element, "date") for element in root.iter() if local(element) == "docDate"] + [
        attribute(setting, "when") for setting in settings
    ]
    try:
        return date.fromisoformat(dates[0][:10]) if dates else None
    except ValueError:
        return None
