"""Manual edits of a document's sentences: merge, split, correct a word, set the speaker.

Every edit makes a new document and maps the old sentences to the new ones (`Edited.moved`), so that results and decisions can
follow. Speaker names in the text ("ANNA:") stay; only the speaker field changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TypeVar

import regex

from app.domain.document import Document, Sentence
from app.domain.ranked import RankedDocument, RankedSentence
from app.errors import InputError
from app.translation import tr

_Value = TypeVar("_Value", Sentence, RankedSentence)
_GRAPHEME = regex.compile(r"\X")
_WORD_BOUNDARY = regex.compile(r"(?w)\b")
_WORD_CHARACTER = regex.compile(r"\w")
_LINE_BREAK = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")


def _changing(kind: type[_Value], *fields: str) -> Callable[..., _Value]:
    """Return a function that replaces these fields of a value, three times as fast as `dataclasses.replace`. An edit shifts
    thousands of sentences while the reader waits."""
    unchanged_names: tuple[str, ...] = tuple(name for name in kind.__slots__ if name not in fields)
    read: Callable[[object], tuple[object, ...]] = attrgetter(*unchanged_names)
    write = tuple(kind.__dict__[name].__set__ for name in (*unchanged_names, *fields))

    def changed(value: _Value, *new: object) -> _Value:
        copy = object.__new__(kind)
        for set_field, field_value in zip(write, (*read(value), *new), strict=True):
            set_field(copy, field_value)
        return copy

    return changed


_numbered = _changing(Sentence, "index")
_shifted = _changing(Sentence, "start", "end")
_carried = _changing(RankedSentence, "sentence")


@dataclass(frozen=True, slots=True)
class Edited:
    """A document after an edit. `moved[old]` is the new index of an old sentence, None if it is gone."""

    document: Document
    moved: tuple[int | None, ...]


def merge(document: Document, first: int, last: int) -> Edited:
    """Merge sentences `first` to `last` (both included) and the text between them into one, with the first one's speaker.

    Raises InputError `sentence-unknown`, and `sentence-merge-one` for fewer than two sentences.
    """
    opening, closing = _sentence(document, first), _sentence(document, last)
    if last <= first:
        message = tr("There is only one sentence to merge.")
        raise InputError("sentence-merge-one", message, hint=tr("Choose a sentence that another one follows."))
    text = document.text[opening.start : closing.end]
    merged = replace(opening, text=text, end=closing.end, time_end=closing.time_end)
    removed_count = last - first
    moved = tuple(old if old <= first else first if old <= last else old - removed_count for old in range(len(document.sentences)))
    return Edited(_with(document, first, last + 1, (merged,)), moved)


def split(document: Document, index: int, at: int) -> Edited:
    """Split a sentence before the character at `at`, a code-point offset in the sentence's own text.

    White space around the cut belongs to neither half; a cut inside one visible character is moved before it. The time is divided
    by length. Raises InputError `sentence-unknown`, and `sentence-split-empty` if one half would have no text.
    """
    sentence = _sentence(document, index)
    before, after = _halves(sentence.text, at)
    if not before or after >= len(sentence.text):
        raise InputError(
            "sentence-split-empty",
            tr("There is no text on one side of the cut."),
            hint=tr("Put the cursor between two words of the sentence."),
        )
    middle = _time_at(sentence, after)
    first = replace(sentence, text=sentence.text[:before], end=sentence.start + before, time_end=middle)
    second_time = sentence.time if middle is None else middle
    second = replace(sentence, text=sentence.text[after:], start=sentence.start + after, time=second_time)
    moved = tuple(old if old <= index else old + 1 for old in range(len(document.sentences)))
    return Edited(_with(document, index, index + 1, (first, second)), moved)


def word_cut(text: str, at: int) -> int:
    """Return the word boundary nearest to `at` (UAX #29), a code-point offset in `text`, that leaves a word on both sides; 0 if
    there is only one word."""
    boundaries = (match.start() for match in _WORD_BOUNDARY.finditer(text))
    candidates = [
        boundary for boundary in boundaries if _WORD_CHARACTER.search(text, 0, boundary) and _WORD_CHARACTER.search(text, boundary)
    ]
    return min(candidates, key=lambda boundary: abs(boundary - at), default=0)


def retext(document: Document, index: int, text: str) -> Edited:
    """Replace the text of a sentence, such as a misheard word; everything after it in the document is shifted.

    Line breaks in `text` become spaces. Raises InputError `sentence-unknown`, and `sentence-empty` for an empty text.
    """
    sentence = _sentence(document, index)
    words = _LINE_BREAK.sub(" ", text.replace("\0", "").encode("utf-8", "replace").decode("utf-8").strip())
    if not words:
        raise InputError("sentence-empty", tr("A sentence needs some text."), hint=tr("Write what was said, or leave it as it is."))
    if words == sentence.text:
        return _unchanged(document)
    changed = document.text[: sentence.start] + words + document.text[sentence.end :]
    shift = len(words) - len(sentence.text)
    later = tuple(_shifted(following, following.start + shift, following.end + shift) for following in document.sentences[index + 1 :])
    edited = replace(sentence, text=words, end=sentence.start + len(words))
    sentences = (*document.sentences[:index], edited, *later)
    return Edited(replace(document, text=changed, sentences=sentences), _everywhere(document))


def set_speaker(document: Document, indexes: Iterable[int], speaker: str) -> Edited:
    """Set the speaker of these sentences; "" for an unknown one. Raises InputError `sentence-unknown`."""
    selected = {_sentence(document, index).index for index in indexes}
    return _spoken(document, selected, speaker)


def rename_speaker(document: Document, old: str, new: str) -> Edited:
    """Rename a speaker in the whole document. Raises InputError `speaker-unknown` if nobody is called `old`."""
    selected = {sentence.index for sentence in document.sentences if sentence.speaker == old}
    if not selected:
        message = tr("Nobody in this document is called “{name}”.", name=old)
        raise InputError("speaker-unknown", message, hint=tr("Choose one of its speakers."))
    return _spoken(document, selected, new)


def set_language(document: Document, indexes: Iterable[int], language: str) -> Edited:
    """Set the language of these sentences; "" for the document's own. Raises InputError `sentence-unknown`."""
    override = "" if language == document.language else language
    selected = {_sentence(document, index).index for index in indexes}
    if all(document.sentences[index].language == override for index in selected):
        return _unchanged(document)
    sentences = tuple(replace(sentence, language=override) if sentence.index in selected else sentence for sentence in document.sentences)
    return Edited(replace(document, sentences=sentences), _everywhere(document))


def carry(ranked: RankedDocument, edited: Edited) -> RankedDocument:
    """Return the earlier results for the edited document, until it is ranked again. Results of sentences with unchanged text are
    kept with their rank; changed sentences have none."""
    sentences = edited.document.sentences
    carried = []
    for result in ranked.sentences:
        index = edited.moved[result.sentence.index]
        if index is not None and sentences[index].text == result.sentence.text:
            carried.append(_carried(result, sentences[index]))
    return replace(ranked, document=edited.document, sentences=tuple(carried), final=False)


def _sentence(document: Document, index: int) -> Sentence:
    if not 0 <= index < len(document.sentences):
        message = tr("The document has no sentence {number}.", number=index + 1)
        raise InputError("sentence-unknown", message, hint=tr("Choose one of its sentences."))
    return document.sentences[index]


def _halves(text: str, at: int) -> tuple[int, int]:
    """Return the end of the first half and the start of the second, both at a grapheme boundary."""
    before, after = 0, len(text)
    for character in _GRAPHEME.finditer(text):
        if character.group().isspace():
            continue
        if character.end() <= at:
            before = character.end()
        else:
            after = character.start()
            break
    return before, after


def _time_at(sentence: Sentence, at: int) -> float | None:
    if sentence.time is None or sentence.time_end is None:
        return None
    return round(sentence.time + (sentence.time_end - sentence.time) * at / len(sentence.text), 3)


def _spoken(document: Document, selected: set[int], speaker: str) -> Edited:
    name = " ".join(speaker.split())
    if all(document.sentences[index].speaker == name for index in selected):
        return _unchanged(document)
    sentences = tuple(replace(sentence, speaker=name) if sentence.index in selected else sentence for sentence in document.sentences)
    return Edited(replace(document, sentences=sentences), _everywhere(document))


def _with(document: Document, first: int, after: int, middle: Sequence[Sentence]) -> Document:
    """Return the document with the sentences from `first` up to `after` replaced, and all indexes updated."""
    replacements = (replace(sentence, index=first + offset) for offset, sentence in enumerate(middle))
    shift = len(middle) - (after - first)
    later = (_numbered(sentence, sentence.index + shift) for sentence in document.sentences[after:])
    return replace(document, sentences=(*document.sentences[:first], *replacements, *later))


def _unchanged(document: Document) -> Edited:
    return Edited(document, _everywhere(document))


def _everywhere(document: Document) -> tuple[int | None, ...]:
    return tuple(range(len(document.sentences)))
