"""A document under review: sentences that keep their keys through edits, and the edits themselves, which can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.document import Document, Sentence
from app.errors import InputError
from app.translation import tr


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A document and one key a sentence: what was decided about a sentence is kept under its key."""

    document: Document
    keys: tuple[str, ...]

    def index_of(self) -> dict[str, int]:
        """Every key's index."""
        return {key: index for index, key in enumerate(self.keys)}


def fresh(document: Document) -> Manuscript:
    """A document that nobody has edited."""
    return Manuscript(document, tuple(str(sentence.index) for sentence in document.sentences))


@dataclass(frozen=True, slots=True, kw_only=True)
class Splice:
    """An edit: from sentence `first` on, `before` became `after`; from code point `start` on, `text_before` became `text_after`.

    Sentences carry the offsets and indexes that they have in the document they belong to.
    """

    first: int
    before: tuple[Sentence, ...]
    after: tuple[Sentence, ...]
    keys_before: tuple[str, ...]
    keys_after: tuple[str, ...]
    start: int = 0
    text_before: str = ""
    text_after: str = ""

    def inverse(self) -> Splice:
        """The edit that takes this one back."""
        return Splice(
            first=self.first,
            before=self.after,
            after=self.before,
            keys_before=self.keys_after,
            keys_after=self.keys_before,
            start=self.start,
            text_before=self.text_after,
            text_after=self.text_before,
        )

    def applied(self, manuscript: Manuscript) -> Manuscript:
        """The edited manuscript. Raises InputError when the edit is not of this manuscript."""
        document, keys = manuscript.document, manuscript.keys
        last, end = self.first + len(self.before), self.start + len(self.text_before)
        fits = keys[self.first : last] == self.keys_before and document.sentences[self.first : last] == self.before
        if not fits or document.text[self.start : end] != self.text_before:
            message = tr("A change does not fit the document it is kept with.")
            raise InputError("edit-foreign", message, hint=tr("Open a backup of the project."))
        places, points = len(self.after) - len(self.before), len(self.text_after) - len(self.text_before)
        behind = document.sentences[last:]
        if places or points:
            behind = tuple(_moved(each, places, points) for each in behind)
        text = document.text[: self.start] + self.text_after + document.text[end:] if self.text_before != self.text_after else document.text
        sentences = (*document.sentences[: self.first], *self.after, *behind)
        return Manuscript(replace(document, text=text, sentences=sentences), self.keys_of(keys))

    def keys_of(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """The keys of the edited manuscript, from those of before."""
        return (*keys[: self.first], *self.keys_after, *keys[self.first + len(self.before) :])


def splice_between(
    before: Manuscript, after: Document, moved: Mapping[int, int | None] | Sequence[int | None], *, new_key: Callable[[], str]
) -> Splice:
    """The edit that makes `after` of a manuscript. `moved` tells for every old index the new one that it lives on in.

    A sentence keeps its key where it is the first to live on in its place; sentences out of nowhere get new keys.
    """
    keys: list[str] = [""] * len(after.sentences)
    for index, key in enumerate(before.keys):
        place = moved[index]
        if place is not None and not keys[place]:
            keys[place] = key
    keys = [key or new_key() for key in keys]
    first, last = _changed(before, after, keys)
    start, behind = _changed_text(before.document.text, after.text)
    return Splice(
        first=first,
        before=before.document.sentences[first : len(before.keys) - last],
        after=after.sentences[first : len(keys) - last],
        keys_before=before.keys[first : len(before.keys) - last],
        keys_after=tuple(keys[first : len(keys) - last]),
        start=start,
        text_before=before.document.text[start : len(before.document.text) - behind],
        text_after=after.text[start : len(after.text) - behind],
    )


def _changed(before: Manuscript, after: Document, keys: Sequence[str]) -> tuple[int, int]:
    """How many sentences at the beginning and at the end are the same but for their place."""
    old, new = before.document.sentences, after.sentences
    most = min(len(old), len(new))
    first = 0
    while first < most and old[first] == new[first] and before.keys[first] == keys[first]:
        first += 1
    places, points = len(new) - len(old), len(after.text) - len(before.document.text)
    last = 0
    while last < most - first and before.keys[-1 - last] == keys[-1 - last] and _follows(old[-1 - last], new[-1 - last], places, points):
        last += 1
    return first, last


def _changed_text(old: str, new: str) -> tuple[int, int]:
    """How many code points at the beginning and at the end are the same."""
    if old == new:
        return len(old), 0
    most = min(len(old), len(new))
    first = next((place for place in range(most) if old[place] != new[place]), most)
    last = next((place for place in range(most - first) if old[-1 - place] != new[-1 - place]), most - first)
    return first, last


def _follows(old: Sentence, new: Sentence, places: int, points: int) -> bool:
    """Whether a sentence is the same, so many places and code points further on. Asked of thousands at once."""
    if new.index != old.index + places or new.start != old.start + points or new.end != old.end + points or new.text != old.text:
        return False
    kept = (old.speaker, old.line, old.page, old.time, old.time_end, old.language)
    return (new.speaker, new.line, new.page, new.time, new.time_end, new.language) == kept


def _moved(sentence: Sentence, places: int, points: int) -> Sentence:
    """The same sentence so many places and code points further on; `dataclasses.replace` takes three times as long."""
    return Sentence(
        index=sentence.index + places,
        text=sentence.text,
        start=sentence.start + points,
        end=sentence.end + points,
        speaker=sentence.speaker,
        line=sentence.line,
        page=sentence.page,
        time=sentence.time,
        time_end=sentence.time_end,
        language=sentence.language,
    )
