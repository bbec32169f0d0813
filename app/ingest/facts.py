"""Metadata of a document: title, site, author, address, language, dates."""

from __future__ import annotations

from dataclasses import dataclass

from app.ingest.publication import CandidateDay


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The metadata of a document, "" for missing values."""

    title: str = ""
    source: str = ""
    author: str = ""
    url: str = ""
    language: str = ""
    dates: tuple[CandidateDay, ...] = ()

    def filled_from(self, other: Facts) -> Facts:
        """Return these facts with missing ones filled from `other`, and the dates of both."""
        return Facts(
            title=self.title or other.title,
            source=self.source or other.source,
            author=self.author or other.author,
            url=self.url or other.url,
            language=self.language or other.language,
            dates=(*self.dates, *other.dates),
        )
