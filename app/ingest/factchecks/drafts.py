"""Intermediate records of the fact-check readers, and the `Finisher` that validates them and makes fact-checks of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from app.domain.factcheck import FactCheck, stable_id
from app.domain.options import ImportOptions
from app.domain.verdict import Verdict
from app.ingest.factchecks.publishers import publisher_name, site_of
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.rounded_ids import usable_id
from app.translation import tr


@dataclass(slots=True, kw_only=True)
class Draft:
    """The fields of a fact-check as its source gave them; "" and None for missing values.

    `language` None means that the source has no languages, so that it is detected; "" is an explicit "none". `verbatim` leaves the
    publisher unchanged. `unclear_date` is a date that was left out because its day and month are ambiguous, `unread_date` one that
    could not be read at all.
    """

    claim: str
    id: str = ""
    title: str = ""
    body: str = ""
    rating: str = ""
    verdict: Verdict = Verdict.UNRATED
    rating_rule: str = ""
    publisher: str = ""
    claimant: str = ""
    published: date | None = None
    claimed: date | None = None
    url: str = ""
    language: str | None = None
    note: str = ""
    verbatim: bool = False
    unclear_date: str = ""
    unread_date: str = ""


# The row's location in its file, and its draft or the reason of its refusal.
Entry = tuple[str, Draft | RowRefused]

Detector = Callable[[str], str]


def entries(row: str, records: Iterable[Record], to_draft: Callable[[Record], Draft]) -> Iterator[Entry]:
    """Yield one entry for each record of a row ("" for a file that is one row); a refused record does not stop the others."""
    for number, record in enumerate(records, start=1):
        item = "" if row and number == 1 else tr("item {number}", number=number)
        location = ", ".join(part for part in (row, item) if part)
        try:
            draft = to_draft(record)
        except RowRefused as refusal:
            yield location, refusal
        else:
            yield location, draft


class Finisher:
    """Turns drafts into fact-checks under the user's options: defaults, language, id, allowlist and blocklist."""

    def __init__(self, options: ImportOptions, *, detect: Detector) -> None:
        self._options = options
        self._detect = detect
        self._include = frozenset(name.strip().casefold() for name in options.include_publishers)
        self._exclude = frozenset(name.strip().casefold() for name in options.exclude_publishers)

    def finish(self, draft: Draft) -> FactCheck:
        """Return the fact-check of this draft. Raises RowRefused if it has no claim or its publisher is excluded."""
        if not draft.claim.strip():
            raise RowRefused(tr("The row has no claim."))
        publisher = self._publisher(draft)
        self._check_publisher_lists(publisher, draft)
        return FactCheck(
            id=usable_id(draft.id) or stable_id(publisher=publisher, url=draft.url, claim=draft.claim),
            claim=draft.claim,
            title=draft.title,
            body=draft.body,
            rating=draft.rating,
            verdict=draft.verdict,
            rating_rule=draft.rating_rule,
            publisher=publisher,
            claimant=draft.claimant,
            published=draft.published,
            claimed=draft.claimed,
            url=draft.url,
            language=self._language(draft),
            note=draft.note,
        )

    def _publisher(self, draft: Draft) -> str:
        if draft.verbatim or not (draft.publisher or draft.url):
            return draft.publisher or self._options.publisher
        return publisher_name(draft.publisher, "" if self._options.publisher else draft.url) or self._options.publisher

    def _language(self, draft: Draft) -> str:
        if draft.language or self._options.language:
            return draft.language or self._options.language
        # The source says explicitly that there is no language.
        if draft.language == "":
            return ""
        return self._detect(f"{draft.claim} {draft.title}".strip()) or self._detect(draft.body)

    def _check_publisher_lists(self, publisher: str, draft: Draft) -> None:
        if not (self._include or self._exclude):
            return
        # A list may name a publisher by its name or its site.
        names = {publisher.casefold(), draft.publisher.strip().casefold(), site_of(draft.url)} - {""}
        label = publisher or site_of(draft.url) or tr("unknown")
        if self._exclude & names:
            raise RowRefused(tr("The publisher is blocked: {name}.", name=label))
        if self._include and not (self._include & names):
            raise RowRefused(tr("The publisher is not on the allowlist: {name}.", name=label))
