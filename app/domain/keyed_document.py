"""A document under review: sentences with keys that survive edits, and the edits themselves, which can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.document import Document, Sentence
from app.errors import InputError
from app.translation import tr


@dataclass(frozen=True, slots=True)
class KeyedDocument:
    """A document and one key for each sentence; decisions about a sentence are stored under its key."""

    document: Document
    keys: tuple[str, ...]

    def index_of(self) -> dict[str, int]:
        """Return the sentence index of each key."""
        return {key: index for index, key in enumerate(self.keys)}


def with_keys(document: Document) -> KeyedDocument:
    """Return the manuscript of an unedited document."""
    return KeyedDocument(document, tuple(str(sentence.index) for sentence in document.sentences))


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentEdit:
    """An edit: the sentences `before`, from index `first` on, became `after`; `text_before`, from code point `start` on, became
    `text_after`. Sentences have the offsets and indexes of the document that they belong to."""

    first: int
    before: tuple[Sentence, ...]
    after: tuple[Sentence, ...]
    keys_before: tuple[str, ...]
    keys_after: tuple[str, ...]
    start: int = 0
    text_before: str = ""
    text_after: str = ""

    def inverse(self) -> DocumentEdit:
        """Return the edit that undoes this one."""
        return DocumentEdit(
            first=self.first,
            before=self.after,
            after=self.before,
            keys_before=self.keys_after,
            keys_after=self.keys_before,
            start=self.start,
            text_before=self.text_after,
            text_after=self.text_before,
        )

    def applied(self, manuscript: KeyedDocument) -> KeyedDocument:
        """Return the edited manuscript. Raises InputError `edit-foreign` if the edit belongs to another manuscript."""
        document, keys = manuscript.document, manuscript.keys
        last, end = self.first + len(self.before), self.start + len(self.text_before)
        is_applicable = keys[self.first : last] == self.keys_before and document.sentences[self.first : last] == self.before
        if not is_applicable or document.text[self.start : end] != self.text_before:
            message = tr("A change does not fit the document it is kept with.")
            raise InputError("edit-foreign", message, hint=tr("Open a backup of the project."))
        index_shift, offset_shift = len(self.after) - len(self.before), len(self.text_after) - len(self.text_before)
        following = document.sentences[last:]
        if index_shift or offset_shift:
            following = tuple(_moved(sentence, index_shift, offset_shift) for sentence in following)
        text = document.text[: self.start] + self.text_after + document.text[end:] if self.text_before != self.text_after else document.text
        sentences = (*document.sentences[: self.first], *self.after, *following)
        return KeyedDocument(replace(document, text=text, sentences=sentences), self.keys_of(keys))

    def keys_of(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Return the keys of the edited manuscript from those of the original."""
        return (*keys[: self.first], *self.keys_after, *keys[self.first + len(self.before) :])


def edit_between(
    before: KeyedDocument, after: Document, moved: Mapping[int, int | None] | Sequence[int | None], *, new_key: Callable[[], str]
) -> DocumentEdit:
    """Return the edit that turns a manuscript into `after`. `moved` maps each old index to its new one, or to None.

    The first old sentence that moves to an index passes its key on; sentences without an origin get new keys.
    """
    keys: list[str] = [""] * len(after.sentences)
    for index, key in enumerate(before.keys):
        new_index = moved[index]
        if new_index is not None and not keys[new_index]:
            keys[new_index] = key
    keys = [key or new_key() for key in keys]
    first, last = _changed(before, after, keys)
    start, suffix_length = _changed_text(before.document.text, after.text)
    return DocumentEdit(
        first=first,
        before=before.document.sentences[first : len(before.keys) - last],
        after=after.sentences[first : len(keys) - last],
        keys_before=before.keys[first : len(before.keys) - last],
        keys_after=tuple(keys[first : len(keys) - last]),
        start=start,
        text_before=before.document.text[start : len(before.document.text) - suffix_length],
        text_after=after.text[start : len(after.text) - suffix_length],
    )


def _changed(before: KeyedDocument, after: Document, keys: Sequence[str]) -> tuple[int, int]:
    """Return how many sentences at the beginning and at the end differ only in position."""
    old, new = before.document.sentences, after.sentences
    shorter = min(len(old), len(new))
    first = 0
    while first < shorter and old[first] == new[first] and before.keys[first] == keys[first]:
        first += 1
    index_shift, offset_shift = len(new) - len(old), len(after.text) - len(before.document.text)
    last = 0
    while (
        last < shorter - first
        and before.keys[-1 - last] == keys[-1 - last]
        and _follows(old[-1 - last], new[-1 - last], index_shift, offset_shift)
    ):
        last += 1
    return first, last


def _changed_text(old: str, new: str) -> tuple[int, int]:
    """Return how many code points at the beginning and at the end are equal."""
    if old == new:
        return len(old), 0
    shorter = min(len(old), len(new))
    first = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    last = next((index for index in range(shorter - first) if old[-1 - index] != new[-1 - index]), shorter - first)
    return first, last


def _follows(old: Sentence, new: Sentence, index_shift: int, offset_shift: int) -> bool:
    """Return True if two sentences differ only by these shifts. Called for thousands of sentences at once."""
    if (
        new.index != old.index + index_shift
        or new.start != old.start + offset_shift
        or new.end != old.end + offset_shift
        or new.text != old.text
    ):
        return False
    old_fields = (old.speaker, old.line, old.page, old.time, old.time_end, old.language)
    return (new.speaker, new.line, new.page, new.time, new.time_end, new.language) == old_fields


def _moved(sentence: Sentence, index_shift: int, offset_shift: int) -> Sentence:
    """Return the sentence with index and offsets shifted; `dataclasses.replace` takes three times as long."""
    return Sentence(
        index=sentence.index + index_shift,
        text=sentence.text,
        start=sentence.start + offset_shift,
        end=sentence.end + offset_shift,
        speaker=sentence.speaker,
        line=sentence.line,
        page=sentence.page,
        time=sentence.time,
        time_end=sentence.time_end,
        language=sentence.language,
    )
