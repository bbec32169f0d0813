"""Return True if a row that is read and an item that is held under the same id are one and the same.

An id says so only within one source. What the two say decides first: publisher, address and words.
"""

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
    """How surely two items with one id are the same. UNSURE ones are where they come from one source, which other rows show:
    in doubt two are kept apart, since one that is wrongly taken for the other is lost."""

    OTHER = 0
    UNSURE = 1
    CORRECTED = 2
    EQUAL = 3


class ItemKind(Protocol[Item]):
    """What tells items of one kind apart. `keeps_repeats`: of rows that are one and the same each is written, not only the last."""

    keeps_repeats: bool

    def likeness(self, row: Item, held: Item) -> Likeness:
        """Compare a row with a held item of the same id, or of an id that is made of the same content."""
        ...

    def producer(self, item: Item) -> str:
        """Return whose ids the item's are: its publisher, platform or source; "" where it names none."""
        ...

    def with_id(self, item: Item, name: str) -> Item:
        """Return the item under another id."""
        ...

    def with_references(self, item: Item, names: dict[str, str]) -> Item:
        """Return the item with the ids of others that it names replaced."""
        ...


class _Kind(Generic[Item]):
    keeps_repeats = False

    def with_id(self, item: Item, name: str) -> Item:
        """Return the item under another id."""
        return replace(item, id=name)

    def with_references(self, item: Item, names: dict[str, str]) -> Item:
        """Return the item as it is: it names no others."""
        return item


class FactCheckKind(_Kind[FactCheck]):
    """Fact-checks: the publisher, then the address and the claim."""

    def likeness(self, row: FactCheck, held: FactCheck) -> Likeness:
        """Compare a row with a held fact-check."""
        first, second = normalise_url(row.url), normalise_url(held.url)
        if row.id != held.id and has_stable_id(row) and has_stable_id_form(held):
            return _without_ids(row, held) if first == second else Likeness.OTHER
        equal = row.claim == held.claim or normalise_claim(row.claim) == normalise_claim(held.claim)
        if _conflict(row.publisher, held.publisher):
            return Likeness.CORRECTED if equal and first and first == second else Likeness.OTHER
        if equal:
            return Likeness.CORRECTED if _conflict(first, second) else Likeness.EQUAL
        if _is_page(first) and first == second:
            return Likeness.CORRECTED
        known = bool(row.publisher and held.publisher) and not _conflict(first, second)
        return Likeness.CORRECTED if known and _is_correction(normalise_claim(row.claim), normalise_claim(held.claim)) else Likeness.UNSURE

    def producer(self, item: FactCheck) -> str:
        """Return the publisher."""
        return item.publisher


class PostKind(_Kind[Post]):
    """Posts: a platform's own ids hold everywhere; elsewhere the author, the instant, the address and the words."""

    def likeness(self, row: Post, held: Post) -> Likeness:
        """Compare a row with a held post."""
        if row.id == held.id and _platform_vouches(row):
            return Likeness.EQUAL
        if _conflict(row.platform, held.platform):
            return Likeness.OTHER
        other_author = _conflict(row.author, held.author)
        same_author = bool(row.author and held.author) and not other_author
        same_instant = row.published is not None and row.published == held.published
        same_page = _is_page(page := normalise_url(row.url)) and page == normalise_url(held.url)
        if other_author and not same_page and not same_instant:
            return Likeness.OTHER
        if _posts_alike(row.text, held.text):
            moved = row.published is not None and held.published is not None and not same_instant
            return Likeness.OTHER if moved and has_stable_post_id_form(row) else Likeness.CORRECTED if other_author else Likeness.EQUAL
        if same_page or (same_instant and same_author):
            return Likeness.CORRECTED
        similar = same_author and _is_correction(same_form(row.text), same_form(held.text))
        return Likeness.CORRECTED if similar else Likeness.UNSURE

    def producer(self, item: Post) -> str:
        """Return the platform."""
        return item.platform

    def with_references(self, item: Post, names: dict[str, str]) -> Post:
        """Return the post with the posts that it repeats and answers under their ids in the library."""
        if item.repeats not in names and item.replies_to not in names:
            return item
        return replace(item, repeats=names.get(item.repeats, item.repeats), replies_to=names.get(item.replies_to, item.replies_to))


class EvidenceKind(_Kind[EvidenceDocument]):
    """Evidence: its source, then the address and the text. Whoever writes a text again notes its earliest date."""

    keeps_repeats = True

    def likeness(self, row: EvidenceDocument, held: EvidenceDocument) -> Likeness:
        """Compare a row with a held document."""
        first, second = source_address(row.url), source_address(held.url)
        equal = row.text == held.text or row.text.split() == held.text.split()
        if _conflict(row.source, held.source):
            return Likeness.CORRECTED if equal and first and first == second else Likeness.OTHER
        if equal:
            return Likeness.CORRECTED if _conflict(first, second) else Likeness.EQUAL
        if _is_page(first) and first == second:
            return Likeness.CORRECTED
        known = bool(row.source and held.source) and not _conflict(first, second)
        return Likeness.CORRECTED if known and _is_correction(row.text.casefold(), held.text.casefold()) else Likeness.UNSURE

    def producer(self, item: EvidenceDocument) -> str:
        """Return the source."""
        return item.source


def has_stable_id(item: FactCheck) -> bool:
    """Return True if a fact-check's id is made of its publisher, address and claim, since its source gave it none."""
    return has_stable_id_form(item) and item.id == stable_id(publisher=item.publisher, url=item.url, claim=item.claim)


def has_stable_id_form(item: FactCheck) -> bool:
    """Return True if the id looks like one that the program made; a claim that was corrected since does not match it any more."""
    return item.id.startswith("fc-") and len(item.id) == len("fc-") + 20


def has_stable_post_id_form(item: Post) -> bool:
    """Return True if the id looks like one that the program made of the post's content."""
    return item.id.startswith("post-") and len(item.id) == len("post-") + 20


def _without_ids(row: FactCheck, held: FactCheck) -> Likeness:
    """Compare two fact-checks of one address whose source gave them no ids. Near claims are one that was corrected only where the source
    is the same, for a page may hold several."""
    if _conflict(row.publisher, held.publisher) or bool(row.publisher) != bool(held.publisher):
        return Likeness.OTHER
    first, second = normalise_claim(row.claim), normalise_claim(held.claim)
    if first == second:
        return Likeness.EQUAL
    return Likeness.UNSURE if row.url.strip() and near(first, second) else Likeness.OTHER


def _platform_vouches(post: Post) -> bool:
    """Whether the id is one that a platform gives once in the world: it has the platform before it, and a chat's number names its chat."""
    return bool(post.platform) and post.id.startswith(f"{post.platform}:") and not post.id.startswith(f"{post.platform}:/")


def _is_page(address: str) -> bool:
    """Return True if a normalised address names a page of a site and not the site alone, which all its rows may share."""
    return "/" in address or "?" in address


def _posts_alike(first: str, second: str) -> bool:
    """Return True if two texts have the same words, or one is the other as a platform cut it off."""
    if first == second:
        return True
    shorter, longer = sorted((same_form(first), same_form(second)), key=len)
    return shorter == longer or (len(shorter) >= _CUT_OFF and longer.startswith(shorter))


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _conflict(first: str, second: str) -> bool:
    """Return True if both say something, and not the same."""
    return first != second and bool(first.strip() and second.strip()) and _folded(first) != _folded(second)


def _is_correction(first: str, second: str) -> bool:
    """Return True if one text may be the other, corrected: most words are the same, or all but a letter; numbers and negations are."""
    some, others = set(_WORD.findall(first)), set(_WORD.findall(second))
    if len(some & others) >= _SHARED * max(1, len(some | others)):
        return same_marks(first, second)
    misspelt = min(len(first), len(second)) >= _MISSPELT and abs(len(first) - len(second)) <= 1 and edits(first, second, limit=1) <= 1
    return misspelt and same_marks(first, second)
