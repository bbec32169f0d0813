"""Identity of imported rows and stored items that share an id. Ids identify only within one source, so publisher, address and text
are compared first."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import IntEnum
from typing import Generic, Protocol, TypeVar

from app.domain.duplicates import edits, near, normalise_claim, normalise_url, same_marks
from app.domain.evidence import EvidenceDocument, source_address
from app.domain.factcheck import FactCheck, stable_id
from app.domain.post import Post
from app.domain.post_text import same_form

Item = TypeVar("Item", bound=FactCheck | Post | EvidenceDocument)
_SHARED = 0.7
"""So many of the words of both are in both where one is a correction of the other (Jaccard)."""
_MISSPELT = 20
"""Texts of so many characters at least that differ in one are the same but for spelling."""
_WORD = re.compile(r"\w+")
_CUT_OFF = 20
"""So many characters at least are left of a text that a platform cut."""


class Likeness(IntEnum):
    """Certainty that two items with one id are the same. UNSURE pairs count as the same if they come from one source, which other
    rows show. In doubt both are kept, since a false identification would lose one of them."""

    OTHER = 0
    UNSURE = 1
    CORRECTED = 2
    EQUAL = 3


class ItemKind(Protocol[Item]):
    """Identity rules for one kind of item. `keeps_repeats`: every one of several equal rows is written, not only the last."""

    keeps_repeats: bool

    def likeness(self, row: Item, stored: Item) -> Likeness:
        """Compare a row with a stored item of the same id, or of an id derived from the same content."""
        ...

    def producer(self, item: Item) -> str:
        """Return the issuer of the item's id: publisher, platform or source; "" without one."""
        ...

    def with_id(self, item: Item, name: str) -> Item:
        """Return the item under another id."""
        ...

    def with_references(self, item: Item, names: dict[str, str]) -> Item:
        """Return the item with the ids of other items that it refers to replaced."""
        ...


class _Kind(Generic[Item]):
    keeps_repeats = False

    def with_id(self, item: Item, name: str) -> Item:
        """Return the item under another id."""
        return replace(item, id=name)

    def with_references(self, item: Item, names: dict[str, str]) -> Item:
        """Return the item unchanged: it refers to no others."""
        return item


class FactCheckKind(_Kind[FactCheck]):
    """Identity of fact-checks: the publisher, then address and claim."""

    def likeness(self, row: FactCheck, stored: FactCheck) -> Likeness:
        """Compare a row with a stored fact-check."""
        first, second = normalise_url(row.url), normalise_url(stored.url)
        if row.id != stored.id and has_stable_id(row) and has_stable_id_form(stored):
            return _without_ids(row, stored) if first == second else Likeness.OTHER
        equal = row.claim == stored.claim or normalise_claim(row.claim) == normalise_claim(stored.claim)
        if _conflict(row.publisher, stored.publisher):
            return Likeness.CORRECTED if equal and first and first == second else Likeness.OTHER
        if equal:
            return Likeness.CORRECTED if _conflict(first, second) else Likeness.EQUAL
        if _is_page(first) and first == second:
            return Likeness.CORRECTED
        same_source = bool(row.publisher and stored.publisher) and not _conflict(first, second)
        return (
            Likeness.CORRECTED
            if same_source and _is_correction(normalise_claim(row.claim), normalise_claim(stored.claim))
            else Likeness.UNSURE
        )

    def producer(self, item: FactCheck) -> str:
        """Return the publisher."""
        return item.publisher


class PostKind(_Kind[Post]):
    """Identity of posts: a platform's own ids are global; otherwise author, time, address and text decide."""

    def likeness(self, row: Post, stored: Post) -> Likeness:
        """Compare a row with a stored post."""
        if row.id == stored.id and _platform_vouches(row):
            return Likeness.EQUAL
        if _conflict(row.platform, stored.platform):
            return Likeness.OTHER
        other_author = _conflict(row.author, stored.author)
        same_author = bool(row.author and stored.author) and not other_author
        same_instant = row.published is not None and row.published == stored.published
        same_page = _is_page(page := normalise_url(row.url)) and page == normalise_url(stored.url)
        if other_author and not same_page and not same_instant:
            return Likeness.OTHER
        if _posts_alike(row.text, stored.text):
            moved = row.published is not None and stored.published is not None and not same_instant
            return Likeness.OTHER if moved and has_stable_post_id_form(row) else Likeness.CORRECTED if other_author else Likeness.EQUAL
        if same_page or (same_instant and same_author):
            return Likeness.CORRECTED
        similar = same_author and _is_correction(same_form(row.text), same_form(stored.text))
        return Likeness.CORRECTED if similar else Likeness.UNSURE

    def producer(self, item: Post) -> str:
        """Return the platform."""
        return item.platform

    def with_references(self, item: Post, names: dict[str, str]) -> Post:
        """Return the post with the ids of the posts that it repeats and answers as they are in the library."""
        if item.repeats not in names and item.replies_to not in names:
            return item
        return replace(item, repeats=names.get(item.repeats, item.repeats), replies_to=names.get(item.replies_to, item.replies_to))


class EvidenceKind(_Kind[EvidenceDocument]):
    """Identity of evidence: its source, then address and text. Every copy is written, and the store notes the earliest date."""

    keeps_repeats = True

    def likeness(self, row: EvidenceDocument, stored: EvidenceDocument) -> Likeness:
        """Compare a row with a stored document."""
        first, second = source_address(row.url), source_address(stored.url)
        equal = row.text == stored.text or row.text.split() == stored.text.split()
        if _conflict(row.source, stored.source):
            return Likeness.CORRECTED if equal and first and first == second else Likeness.OTHER
        if equal:
            return Likeness.CORRECTED if _conflict(first, second) else Likeness.EQUAL
        if _is_page(first) and first == second:
            return Likeness.CORRECTED
        same_source = bool(row.source and stored.source) and not _conflict(first, second)
        return Likeness.CORRECTED if same_source and _is_correction(row.text.casefold(), stored.text.casefold()) else Likeness.UNSURE

    def producer(self, item: EvidenceDocument) -> str:
        """Return the source."""
        return item.source


def has_stable_id(item: FactCheck) -> bool:
    """Return True if a fact-check's id is the hash of its publisher, address and claim, because its source gave none."""
    return has_stable_id_form(item) and item.id == stable_id(publisher=item.publisher, url=item.url, claim=item.claim)


def has_stable_id_form(item: FactCheck) -> bool:
    """Return True if the id looks like a generated one; after a correction of the claim the hash itself no longer matches."""
    return item.id.startswith("fc-") and len(item.id) == len("fc-") + 20


def has_stable_post_id_form(item: Post) -> bool:
    """Return True if the id looks like one generated from the post's content."""
    return item.id.startswith("post-") and len(item.id) == len("post-") + 20


def _without_ids(row: FactCheck, stored: FactCheck) -> Likeness:
    """Compare two fact-checks of one address whose source gave them no ids. Near claims are a correction only within one source,
    since a page may contain several claims."""
    if _conflict(row.publisher, stored.publisher) or bool(row.publisher) != bool(stored.publisher):
        return Likeness.OTHER
    first, second = normalise_claim(row.claim), normalise_claim(stored.claim)
    if first == second:
        return Likeness.EQUAL
    return Likeness.UNSURE if row.url.strip() and near(first, second) else Likeness.OTHER


def _platform_vouches(post: Post) -> bool:
    """Return True if the id is globally unique by its platform: it has the platform as a prefix, and a message number includes its
    chat."""
    return bool(post.platform) and post.id.startswith(f"{post.platform}:") and not post.id.startswith(f"{post.platform}:/")


def _is_page(address: str) -> bool:
    """Return True if a normalised address names a page rather than a whole site, which all rows may share."""
    return "/" in address or "?" in address


def _posts_alike(first: str, second: str) -> bool:
    """Return True if two texts have the same words, or one is a truncated form of the other."""
    if first == second:
        return True
    short_form, long_form = sorted((same_form(first), same_form(second)), key=len)
    return short_form == long_form or (len(short_form) >= _CUT_OFF and long_form.startswith(short_form))


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _conflict(first: str, second: str) -> bool:
    """Return True if both are given and differ."""
    return first != second and bool(first.strip() and second.strip()) and _folded(first) != _folded(second)


def _is_correction(first: str, second: str) -> bool:
    """Return True if one text may be a correction of the other: most words are equal, or all but a letter, with equal numbers and
    negations."""
    first_words, second_words = set(_WORD.findall(first)), set(_WORD.findall(second))
    if len(first_words & second_words) >= _SHARED * max(1, len(first_words | second_words)):
        return same_marks(first, second)
    misspelt = min(len(first), len(second)) >= _MISSPELT and abs(len(first) - len(second)) <= 1 and edits(first, second, limit=1) <= 1
    return misspelt and same_marks(first, second)
