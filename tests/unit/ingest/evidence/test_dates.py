"""Lines that name the day of publication, in many languages."""

from __future__ import annotations

from datetime import date

import pytest

from app.ingest.publication import stated_days


@pytest.mark.parametrize(
    "line",
    [
        "Published: 3 May 2024",
        "Опубликовано: 3 мая 2024 г., 10:15",
        "发布时间：2024-05-03 10:00",
        "公開日：2024年5月3日",
        "입력 2024.05.03 10:15",
        "Yayınlanma tarihi: 3 Mayıs 2024",
        "Dipublikasikan pada 3 Mei 2024",
        "تاريخ النشر: 3 مايو 2024",
        "Opublikowano: 3 maja 2024",
        "Publikováno 3. 5. 2024",
        "Stand: 03.05.24",
        "פורסם: 3 במאי 2024",
        "प्रकाशित: 3 मई 2024",
    ],
)
def test_publication_lines(line: str) -> None:
    assert [dated.day for dated in stated_days(f"The lake\n{line}\nIt is empty.")] == [date(2024, 5, 3)]


@pytest.mark.parametrize(
    "line", ["Born: 3 May 1950", "Published: 9999-12-31", "Published: 5/3/24", "It was published when 3 geese left in 2024"]
)
def test_lines_that_are_no_publication_lines(line: str) -> None:
    assert stated_days(line) == []
