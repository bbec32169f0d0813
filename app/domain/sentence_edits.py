"""What a reader changes about a document's sentences by hand: merge, split, correct a word, say who speaks.

Every edit makes a new document and says where each sentence went (`Edited.moved`), so that results and decisions can follow.
What the text says of its speakers ("ANNA:") stays as it stands; only what the program takes for the speaker changes.
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
_LINE_BREAK = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")


def _changing(kind: type[_Value], *fields: str) -> Callable[..., _Value]:
    """A function of a value and new values of these fields: what `dataclasses.replace` makes, in a third of the time. An edit moves
    thousands of sentences while the reader waits."""
    kept: tuple[str, ...] = tuple(name for name in kind.__slots__ if name not in fields)
    read: Callable[[object], tuple[object, ...]] = attrgetter(*kept)
    write = tuple(kind.__dict__[name].__set__ for name in (*kept, *fields))

    def changed(value: _Value, *new: object) -> _Value:
        made = object.__new__(kind)
        for put, each in zip(write, (*read(value), *new), strict=True):
            put(made, each)
        return made

    return changed


_numbered = _changing(Sentence, "index")
_shifted = _changing(Sentence, "start", "end")
_carried = _changing(RankedSentence, "sentence")


@dataclass(frozen=True, slots=True)
class Edited:
    """A document after an edit. `moved[old]` is the index that the old sentence lives on in, None where it is gone."""

    document: Document
    moved: tuple[int | None, ...]


def merge(document: Document, first: int, last: int) -> Edited:
    """Sentences `first` to `last` (both included) become one, with the text between them, said by the first one's speaker.

    Raises InputError `sentence-unknown`, and `sentence-merge-one` where that is not at least two sentences.
    """
    opening, closing = _sentence(document, first), _sentence(document, last)
    if last <= first:
        message = tr("There is only one sentence to merge.")
        raise InputError("sentence-merge-one", message, hint=tr("Choose a sentence that another one follows."))
    text = document.text[opening.start : closing.end]
    merged = replace(opening, text=text, end=closing.end, time_end=closing.time_end)
    gone = last - first
    moved = tuple(old if old <= first else first if old <= last else old - gone for old in range(len(document.sentences)))
    return Edited(_with(document, first, last + 1, (merged,)), moved)


def split(document: Document, index: int, at: int) -> Edited:
    """A sentence becomes two, cut before the character at `at`, a code-point offset in the sentence's own text.

    White space around the cut belongs to neither; a cut inside one visible character falls before it. The time is divided
    by length. Raises InputError `sentence-unknown`, and `sentence-split-empty` where one of the two would have no text.
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


def retext(document: Document, index: int, text: str) -> Edited:
    """Other words for a sentence, as for a word that was misheard; everything behind it in the text moves along.

    Line breaks in `text` become blanks. Raises InputError `sentence-unknown`, and `sentence-empty` for no text at all.
    """
    sentence = _sentence(document, index)
    words = _LINE_BREAK.sub(" ", text.replace("\0", "").encode("utf-8", "replace").decode("utf-8").strip())
    if not words:
        raise InputError("sentence-empty", tr("A sentence needs some text."), hint=tr("Write what was said, or leave it as it is."))
    if words == sentence.text:
        return _unchanged(document)
    changed = document.text[: sentence.start] + words + document.text[sentence.end :]
    shift = len(words) - len(sentence.text)
    later = tuple(_shifted(each, each.start + shift, each.end + shift) for each in document.sentences[index + 1 :])
    here = replace(sentence, text=words, end=sentence.start + len(words))
    sentences = (*document.sentences[:index], here, *later)
    return Edited(replace(document, text=changed, sentences=sentences), _everywhere(document))


def set_speaker(document: Document, indexes: Iterable[int], speaker: str) -> Edited:
    """These sentences are said by `speaker`; "" for nobody known. Raises InputError `sentence-unknown`."""
    chosen = {_sentence(document, index).index for index in indexes}
    return _spoken(document, chosen, speaker)


def rename_speaker(document: Document, old: str, new: str) -> Edited:
    """Another name for a speaker wherever they speak. Raises InputError `speaker-unknown` where nobody is called `old`."""
    chosen = {sentence.index for sentence in document.sentences if sentence.speaker == old}
    if not chosen:
        message = tr("Nobody in this document is called “{name}”.", name=old)
        raise InputError("speaker-unknown", message, hint=tr("Choose one of its speakers."))
    return _spoken(document, chosen, new)


def set_language(document: Document, indexes: Iterable[int], language: str) -> Edited:
    """These sentences are in this language; "" for the document's own. Raises InputError `sentence-unknown`."""
    own = "" if language == document.language else language
    chosen = {_sentence(document, index).index for index in indexes}
    if all(document.sentences[index].language == own for index in chosen):
        return _unchanged(document)
    sentences = tuple(replace(each, language=own) if each.index in chosen else each for each in document.sentences)
    return Edited(replace(document, sentences=sentences), _everywhere(document))


def carry(ranked: RankedDocument, edited: Edited) -> RankedDocument:
    """The results of before, for the edited document, until it is ranked anew.

    Those of sentences whose words are the same move along, place and all; sentences with other words have none.
    """
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
    """Where the first half ends and where the second begins, both at the edge of a visible character."""
    before, after = 0, len(text)
    for found in _GRAPHEME.finditer(text):
        if found.group().isspace():
            continue
        if found.end() <= at:
            before = found.end()
        else:
            after = found.start()
            break
    return before, after


def _time_at(sentence: Sentence, at: int) -> float | None:
    if sentence.time is None or sentence.time_end is None:
        return None
    return round(sentence.time + (sentence.time_end - sentence.time) * at / len(sentence.text), 3)


def _spoken(document: Document, chosen: set[int], speaker: str) -> Edited:
    name = " ".join(speaker.split())
    if all(document.sentences[index].speaker == name for index in chosen):
        return _unchanged(document)
    sentences = tuple(replace(each, speaker=name) if each.index in chosen else each for each in document.sentences)
    return Edited(replace(document, sentences=sentences), _everywhere(document))


def _with(document: Document, first: int, after: int, middle: Sequence[Sentence]) -> Document:
    """The document with these sentences in place of those from `first` up to `after`, all numbered anew."""
    here = (replace(each, index=first + place) for place, each in enumerate(middle))
    shift = len(middle) - (after - first)
    later = (_numbered(each, each.index + shift) for each in document.sentences[after:])
    return replace(document, sentences=(*document.sentences[:first], *here, *later))


def _unchanged(document: Document) -> Edited:
    return Edited(document, _everywhere(document))


def _everywhere(document: Document) -> tuple[int | None, ...]:
    return tuple(range(len(document.sentences)))
