"""Index terms: words, numbers, pairs of letters, stop words."""

from __future__ import annotations

import pytest

from app.store.analysis import TermNumbers, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bridges were closing", ["bridg", "close"]),
        ("32,000 jobs, 32.000 jobs, 32000 jobs", ["32000", "job"] * 3),
        ("up 3.5% or 3,5 %", ["3.5", "3.5"]),
        ("1,234,567.89", ["1234567.89"]),
        ("the 19th, covid-19 and B2B", ["19th", "covid", "19", "b2b"]),
        ("don't and Obama’s", ["obama"]),
        ("STRASSE Straße", ["strass", "strass"]),
        ("ﬁnance ２０２０", ["financ", "2020"]),
        ("snake_case", ["snake", "case"]),
        ("", []),
        ("… — !", []),
    ],
)
def test_western_text(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("पृथ्वी गोल है", ["पृथ्वी", "गोल", "है"]),
        ("الأرض مسطحة", ["الأرض", "مسطحة"]),
        ("земля плоская", ["земля", "плоская"]),
        ("地球是平的", ["地球", "球是", "是平", "平的"]),
        ("水", ["水"]),
        ("COVID疫苗2021年", ["covid", "疫苗", "2021", "年"]),
        ("โลกแบน", ["โล", "ลก", "กแ", "แบ", "บน"]),
        ("Tokyoは大きい", ["tokyo", "は大", "大き", "きい"]),
    ],
)
def test_other_scripts(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_composed_letter_equals_a_combined_one() -> None:
    assert terms("café e\u0301lan") == terms("cafe\u0301 élan")


def test_numbering_gives_the_same_terms() -> None:
    texts = ["The bridges, the BRIDGE and 32,000 水道管", "", "of the", "地球 bridge"]
    numbers = TermNumbers()
    for text in texts:
        assert [numbers.terms[number] for number in numbers.of(text)] == terms(text)
    assert len(set(numbers.terms)) == len(numbers.terms)
