"""Review status of sentences: the deciding reviewer, the status, and the report section."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.review import Decision, Mark, Target
from app.domain.reviewed import Included, ReportChoice, Reviewed
from app.domain.verdict import Verdict
from app.services.reports.choosing import choose
from app.services.reports.review_status import Finding, ReviewStatus, Side, findings
from tests.fakes.reviewed import match_of, ranked_debate, reviewed_debate


def by_index(reviewed: Reviewed) -> dict[int, Finding]:
    """The findings by the sentence's index."""
    return {finding.entry.sentence.index: finding for finding in findings(reviewed)}


def with_mark(mark: Mark, factcheck: str = "", sentence: str = "0") -> Finding:
    """The finding of one sentence with one mark."""
    reviewed = Reviewed(ranked=ranked_debate(), marks={"Mara": ((Target(sentence, factcheck), mark),)})
    return by_index(reviewed)[int(sentence)]


def test_every_sentence_has_the_status_of_its_marks() -> None:
    by_sentence = by_index(reviewed_debate())
    assert {index: finding.status for index, finding in by_sentence.items()} == {
        0: ReviewStatus.CONFIRMED,
        1: ReviewStatus.OWN,
        2: ReviewStatus.PARTIAL,
        3: ReviewStatus.OPEN,
        4: ReviewStatus.UNREVIEWED,
        5: ReviewStatus.UNREVIEWED,
        6: ReviewStatus.REJECTED,
        7: ReviewStatus.UNREVIEWED,
        8: ReviewStatus.OWN,
    }


def test_the_leading_reviewer_counts_and_the_others_are_named() -> None:
    debate = reviewed_debate()
    led = by_index(debate)[0].matches[0]
    assert (led.decision, [finding.reviewer for finding in led.dissents]) == (Decision.CONFIRMED, ["Tomas"])
    other = by_index(replace(debate, lead="Tomas"))
    assert other[0].matches[0].decision is Decision.REJECTED and other[0].status is ReviewStatus.OPEN  # another match is left
    assert other[1].own_verdict is Verdict.MOSTLY_TRUE  # where the leader said nothing, the other's word stands


@pytest.mark.parametrize(
    ("mark", "factcheck", "status", "side"),
    [
        (Mark(decision=Decision.CONFIRMED), "a", ReviewStatus.CONFIRMED, Side.FALSE),
        (Mark(decision=Decision.PARTIAL), "a", ReviewStatus.PARTIAL, Side.UNSETTLED),
        (Mark(decision=Decision.CONFIRMED), "a2", ReviewStatus.CONFIRMED, Side.BETWEEN),
        (Mark(decision=Decision.REJECTED), "", ReviewStatus.REJECTED, None),
        (Mark(decision=Decision.CONFIRMED, flagged=True), "a", ReviewStatus.OPEN, Side.FALSE),
        (Mark(note="look again"), "", ReviewStatus.OPEN, Side.FALSE),
        (Mark(verdict=Verdict.TRUE, decision=Decision.DEFERRED), "", ReviewStatus.OWN, Side.TRUE),
        (Mark(verdict=Verdict.UNRATED), "", ReviewStatus.OWN, Side.UNSETTLED),
        (Mark(verdict=Verdict.SATIRE), "", ReviewStatus.OWN, Side.BETWEEN),
    ],
)
def test_one_mark(mark: Mark, factcheck: str, status: ReviewStatus, side: Side | None) -> None:
    finding = with_mark(mark, factcheck)
    assert (finding.status, finding.side) == (status, side)


def test_a_confirmed_fact_check_that_contradicts_settles_nothing() -> None:
    from tests.fakes.reviewed import DISAGREE

    ranked = ranked_debate()
    first = ranked.sentences[0]
    opposite = match_of(first.matches[0].factcheck, DISAGREE)
    ranked = replace(ranked, sentences=(replace(first, matches=(opposite,)),))
    finding = findings(Reviewed(ranked=ranked, marks={"M": ((Target("0", "a"), Mark(decision=Decision.CONFIRMED)),)}))[0]
    assert (finding.status, finding.side) == (ReviewStatus.CONFIRMED, Side.UNSETTLED)


def test_a_decision_about_a_grouped_duplicate_is_found() -> None:
    ranked = ranked_debate()
    first = ranked.sentences[0]
    grouped = replace(first.matches[0], same_as=("a-old",))
    ranked = replace(ranked, sentences=(replace(first, matches=(grouped,)),))
    finding = findings(Reviewed(ranked=ranked, marks={"M": ((Target("0", "a-old"), Mark(decision=Decision.CONFIRMED)),)}))[0]
    assert finding.matches[0].decision is Decision.CONFIRMED and finding.lost == ()


def test_a_confirmed_fact_check_that_the_ranking_lost_is_reported() -> None:
    finding = with_mark(Mark(decision=Decision.CONFIRMED), "gone")
    assert (finding.lost, finding.status) == (("gone",), ReviewStatus.CONFIRMED)


def test_marks_follow_their_keys() -> None:
    keys = tuple(f"k{index}" for index in range(9))
    reviewed = Reviewed(ranked=ranked_debate(), keys=keys, marks={"M": ((Target("k4"), Mark(verdict=Verdict.FALSE)),)})
    assert [index for index, finding in by_index(reviewed).items() if finding.opinion] == [4]


def test_a_choice_of_sentences() -> None:
    debate = reviewed_debate()
    complete = choose(debate, ReportChoice())
    assert [len(part) for part in (complete.all, complete.decided, complete.open, complete.machine)] == [
        9,
        4,
        1,
        2,
    ] and complete.rejected == 1
    reviewed = choose(debate, ReportChoice(included=Included.REVIEWED))
    assert {finding.entry.sentence.index for finding in reviewed.all} == {0, 1, 2, 3, 6, 8} and reviewed.machine == ()
    visible = choose(debate, ReportChoice(included=Included.SHOWN, indexes=(7, 0)))
    assert [finding.entry.sentence.index for finding in visible.all] == [0, 7]
    assert [finding.entry.sentence.index for finding in visible.machine] == [
        7
    ]  # asked for by the reader, so listed though nothing was found


def test_the_unreviewed_list_is_cut_and_the_others_counted() -> None:
    ranked = ranked_debate()
    many = tuple(replace(ranked.sentences[0], rank=rank) for rank in range(1, 61))
    choice = choose(Reviewed(ranked=replace(ranked, sentences=many)), ReportChoice())
    assert (len(choice.machine), choice.more, len(choice.all)) == (40, 20, 60)
    assert len(choose(Reviewed(ranked=replace(ranked, sentences=many)), ReportChoice(included=Included.SHOWN, indexes=(0,))).machine) == 60
