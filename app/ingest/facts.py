"""What a document says of itself beside its text: title, site, author, address, language, dates."""

from __future__ import annotations

from dataclasses import dataclass

from app.ingest.publication import Dated


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """ "" where nothing is told."""

    title: str = ""
    source: str = ""
    author: str = ""
    url: str = ""
    language: str = ""
    dates: tuple[Dated, ...] = ()

    def over(self, other: Facts) -> Facts:
        """These, and where they say nothing, the other's; the dates of both."""
        return Facts(
            title=self.title or other.title,
            source=self.source or other.source,
            author=self.author or other.author,
            url=self.url or other.url,
            language=self.language or other.language,
            dates=(*self.dates, *other.dates),
        )
