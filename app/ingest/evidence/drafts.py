"""Intermediate records of the evidence readers, and the `Finisher` that validates them and makes evidence of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from app.domain.evidence import EvidenceDocument, stable_document_id, unarchived
from app.domain.options import EvidenceImportOptions
from app.ingest.factchecks.publishers import publisher_name
from app.ingest.facts import Facts
from app.ingest.publication import address_days, published_on
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.rounded_ids import usable_id
from app.ingest.rows.text import one_line
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceDraft:
    """A document as its source gave it.

    `copy` holds the bytes to store, with the `suffix` of their kind. `left_out` counts the words of a web page that are not part of
    its text. `unread_date` is the text of a date that could not be read.
    """

    text: str
    facts: Facts = field(default_factory=Facts)
    id: str = ""
    medium: str = ""
    page_starts: tuple[int, ...] = ()
    copy: bytes | None = None
    suffix: str = ""
    left_out: int = 0
    unread_date: str = ""


class Finisher:
    """Turns drafts into evidence under the user's options: source, language, date, id, and text that the program can hold."""

    def __init__(self, options: EvidenceImportOptions, *, detect: Callable[[str], str]) -> None:
        self._options, self._detect = options, detect

    def finish(self, draft: EvidenceDraft) -> tuple[EvidenceDocument, str]:
        """Return the document of this draft, and a note for the user ("" for none). Raises RowRefused if it has no text."""
        if not any(map(str.isalnum, draft.text)):
            raise RowRefused(tr("There is no text in it."))
        facts, text = draft.facts, draft.text
        title, url = one_line(facts.title), one_line(facts.url)
        published, note = published_on((*facts.dates, *address_days(url)))
        document = EvidenceDocument(
            id=usable_id(one_line(draft.id)) or stable_document_id(url=url, title=title, text=text),
            text=text,
            title=title,
            source=one_line(facts.source) or publisher_name("", unarchived(url)) or self._options.source or one_line(facts.author),
            url=url,
            medium=one_line(draft.medium),
            # The user's day counts only for documents that show none, and the author only if nothing names a publisher.
            published=published or self._options.published,
            language=facts.language or self._options.language or self._detect(text),
            page_starts=draft.page_starts,
        )
        return document, note
