"""Choice of a document's publication day among all days that it and its surroundings name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from enum import IntEnum

from app.domain.evidence import unarchived
from app.ingest.rows.dates import ImpossibleDate, parse_date, url_date
from app.translation import tr

# A page states its publication day near the top; further down such a line belongs to another article.
_HEAD_CHARACTERS, _HEAD_LINES = 4000, 12
_PUBLICATION_LINE = re.compile(
    r"[\W_]*(?:(?:date )?(?:first )?(?:published|posted|updated)|publication date|date|published date|publicad[oa]|actualizado|fecha"
    r"|publiée?|mis à jour|date de publication|veröffentlicht|aktualisiert|stand|datum|pubblicato|data|gepubliceerd|opublikowano"
    r"|aktualizacja|опубликовано|обновлено|дата публикации|опубліковано|оновлено|публикувано|yayınlanma tarihi|yayın tarihi|güncelleme"
    r"|dipublikasikan|diterbitkan|diperbarui|diterbitkan pada|publicerad|uppdaterad|publisert|publiceret|opdateret|julkaistu|päivitetty"
    r"|publikováno|aktualizováno|zveřejněno|zverejnené|megjelent|frissítve|publicat|actualizat|objavljeno|δημοσιεύθηκε|ngày đăng|đăng ngày"
    r"|เผยแพร่|प्रकाशित|अपडेट|প্রকাশিত|تاريخ النشر|نشر في|نُشر في|تاریخ انتشار|منتشر شده در|פורסם"
    r"|发布时间|發布時間|发布日期|發布日期|更新时间|更新時間"
    r"|公開日|掲載日|更新日|公開|게시일|입력|등록|수정|작성일)"
    r"(?: (?:on|am|el|le|il|em|op|vom|pada|dne|ב))?[\W_]*[:\s：][\W_]*(?P<day>\w.{3,40}?)[\W_]*",
    re.IGNORECASE,
)
# Candidates this many days apart agree: the difference is one of time zones.
_MAX_DAYS_APART = 1


class DateReliability(IntEnum):
    """Reliability of a day as the day of publication; the most reliable candidates decide."""

    SAVED = 0
    LOOSE = 1
    STATED = 2
    ROW = 3


@dataclass(frozen=True, slots=True)
class CandidateDay:
    """A candidate for the day of publication, with its reliability."""

    day: date
    reliability: DateReliability


def candidate_days(text: str, reliability: DateReliability) -> list[CandidateDay]:
    """Return the day that a text names, as a list of one; empty if it names none, or one that does not exist."""
    with suppress(ImpossibleDate):
        day = parse_date(text)
        return [CandidateDay(day, reliability)] if day else []
    return []


def stated_days(text: str) -> list[CandidateDay]:
    """Return the publication days that lines near the beginning of a text state: "Published: 12 March 2021"."""
    matches = (_PUBLICATION_LINE.fullmatch(line.strip()) for line in text[:_HEAD_CHARACTERS].split("\n")[:_HEAD_LINES])
    return [dated for match in matches if match for dated in candidate_days(match["day"], DateReliability.STATED)]


def address_days(url: str) -> tuple[CandidateDay, ...]:
    """Return the day in an address such as /2019/10/30/."""
    day = url_date(unarchived(url))
    return (CandidateDay(day, DateReliability.STATED),) if day else ()


def published_on(candidates: Iterable[CandidateDay]) -> tuple[date | None, str]:
    """Return the day of publication, and a note if the most reliable candidates contradict each other.

    The latest of contradicting days counts, so that nothing is used as evidence before it was published. The day on which a copy
    was saved counts only if there is no other: by then the text existed.
    """
    candidate_list = list(candidates)
    if not candidate_list:
        return None, ""
    highest_surety = max(entry.reliability for entry in candidate_list)
    days = sorted({entry.day for entry in candidate_list if entry.reliability is highest_surety})
    if (days[-1] - days[0]).days <= _MAX_DAYS_APART:
        return days[0], ""
    dates = ", ".join(day.isoformat() for day in days)
    return days[-1], tr("Its dates contradict each other ({dates}); the latest counts.", dates=dates)
