"""First page of a report: a title that can be printed, byline and day; numbers in the order shown; nothing of the machinery."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from app import translation
from app.domain.document import Document
from app.domain.document_title import document_day, readable_title
from app.domain.review import Decision, Mark, Target
from app.domain.reviewed import WHOLE, ReportChoice, ReportOrder, Reviewed
from app.domain.verdict import Verdict
from app.services.reports import blocks
from app.services.reports.dates import day_words, iso_day
from app.services.reports.masthead import masthead_lines, report_title
from app.services.reports.ranking_report import ranking_report
from tests.fakes.reviewed import factcheck, match_of, ranked_debate, reviewed_debate


@pytest.fixture
def in_spanish() -> Iterator[None]:
    translation.use("es")
    yield
    translation.use("en")


def document_of(title: str, source: str = "") -> Document:
    return Document(title=title, text="", sentences=(), source=source)


@pytest.mark.parametrize(
    ("title", "source", "expected", "day"),
    [
        (
            "20180612_Trump_Singapore-30ac6f0cbcdd",
            "/a/20180612_Trump_Singapore-30ac6f0cbcdd.txt",
            "Trump Singapore",
            date(2018, 6, 12),
        ),
        ("debate", r"C:\talks\debate.vtt", "Debate", None),
        ("speech.final.txt", "/a/speech.final.txt", "Speech.final", None),
        ("2018-02-30 speech", "/a/2018-02-30 speech.txt", "Speech", None),
        ("e3b0c44298fc1c14", "/a/e3b0c44298fc1c14.pdf", "", None),
        ("Facade_of_the_decade", "", "Facade of the decade", None),
        ("The deadbeef1 affair, 2018-06-12", "https://a.example/x", "The deadbeef1 affair, 2018-06-12", None),
    ],
)
def test_a_title_is_never_a_bare_file_name(title: str, source: str, expected: str, day: date | None) -> None:
    document = document_of(title, source)
    assert (readable_title(document), document_day(document)) == (expected, day)


def test_a_document_with_a_date_of_its_own_keeps_it() -> None:
    document = replace(document_of("20180612_talk", "/a/20180612_talk.txt"), date=date(2019, 1, 2))
    assert document_day(document) == date(2019, 1, 2)


def test_title_and_byline_can_be_chosen() -> None:
    reviewed = reviewed_debate()
    choice = ReportChoice(title=" What they said\ntonight ", byline="Mara Lindt and Tomas")
    assert report_title(reviewed, choice) == "What they said tonight"
    assert masthead_lines(reviewed, choice) == ("Checked by Mara Lindt and Tomas · 3 February 2026", "Said on 1 June 2024")
    assert masthead_lines(reviewed, ReportChoice()) == ("Checked by Mara, Tomas · 3 February 2026", "Said on 1 June 2024")


def test_without_a_review_nobody_is_named() -> None:
    unreviewed = Reviewed(ranked=replace(ranked_debate(), document=document_of("e3b0c44298fc1c14", "e3b0c44298fc1c14.pdf")))
    assert report_title(unreviewed, ReportChoice()) == "Report"
    assert masthead_lines(unreviewed, ReportChoice()) == ("Not reviewed: the program’s findings · 1 January 2026",)
    nameless = replace(unreviewed, marks={"": ((Target("0"), Mark(verdict=Verdict.FALSE)),)})
    assert masthead_lines(nameless, ReportChoice()) == ("1 January 2026",)


@pytest.mark.usefixtures("in_spanish")
def test_days_are_written_as_the_reader_writes_them() -> None:
    assert day_words(date(2018, 6, 12)) == "12 de junio de 2018" and iso_day("soon") is None


def entries(reviewed: Reviewed, choice: ReportChoice = WHOLE) -> list[tuple[str, list[blocks.Entry]]]:
    """Return the numbered sections of a report."""
    sections = ((section.heading, [part for part in section.blocks if isinstance(part, blocks.Entry)]) for section in
                ranking_report(reviewed, choice).sections)  # fmt: skip
    return [(heading, items) for heading, items in sections if items]


def test_numbers_run_in_the_order_shown() -> None:
    sections = entries(reviewed_debate())
    assert [heading for heading, _ in sections] == ["Decided", "Open", "Not reviewed"]
    assert [entry.number for _, items in sections for entry in items] == [1, 2, 3, 4, 5, 6, 7]


def test_a_report_by_speaker_follows_the_text() -> None:
    sections = entries(reviewed_debate(), ReportChoice(order=ReportOrder.SPEAKER))
    assert [heading for heading, _ in sections] == ["Ben Holt", "Anna Berg", "سلمى", "=cmd|' /C calc'!A0"]
    assert [entry.number for _, items in sections for entry in items] == [1, 2, 3, 4, 5, 6, 7]
    ben = sections[0][1]
    assert [entry.facts.rpartition(" · ")[2] for entry in ben] == ["00:00", "40:00", "1:20:00"]


def test_what_was_decided_is_printed_without_the_program_s_numbers() -> None:
    (_, decided), _, (_, machine) = entries(reviewed_debate())
    evidence = [part for part in decided[0].blocks if isinstance(part, blocks.Evidence)]
    assert decided[0].facts == "Ben Holt · 00:00" and [remark.text for remark in evidence[0].remarks] == [
        "The budget names five million crowns."
    ]
    assert "% verifiable" in machine[0].facts


def test_no_code_name_of_a_verdict_or_rating_is_printed() -> None:
    ranked = ranked_debate()
    first = ranked.sentences[0]
    checks = [
        factcheck(f"a{number}", "Harbour bridges cost nine million", verdict, "PolitiFact", 2016, rating=rating)
        for number, (rating, verdict) in enumerate(
            (("half-flip", Verdict.UNRATED), ("barely-true", Verdict.MOSTLY_FALSE), ("pants-fire", Verdict.FALSE))
        )
    ]
    marks = tuple((Target("0", check.id), Mark(decision=Decision.CONFIRMED)) for check in checks)
    entry = replace(first, matches=tuple(match_of(check) for check in checks), verdict_source="")
    reviewed = Reviewed(ranked=replace(ranked, sentences=(entry,)), marks={"Mara": marks})
    ((_, items),) = entries(reviewed)
    ratings = [part.rating for part in items[0].blocks if isinstance(part, blocks.Evidence)]
    assert ratings == ["PolitiFact: Half Flip", "PolitiFact: Mostly False", "PolitiFact: Pants on Fire"]
    assert not re.search(r"[A-Z]{2,}_[A-Z]|half-flip|barely-true", str(items))


def test_a_lost_confirmation_is_counted_and_not_named() -> None:
    reviewed = replace(reviewed_debate(), marks={"Mara": ((Target("1", "9f86d081884c7d65"), Mark(decision=Decision.CONFIRMED)),)})
    text = str(entries(reviewed))
    assert "1 fact-check that was confirmed earlier is no longer among the matches" in text and "9f86d081" not in text
