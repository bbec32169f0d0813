"""Questions as statements and claims. The tables in tests/golden/ask are our own; what fails in them is named here, not hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.ask.claim import claim_of, claimed, unanswered
from app.ask.statement import bare, capital, stated, statement

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "ask"
FAILING = {
    "statements.txt": set[str](),
    "statements_written_before.txt": {"Which teams were relegated last year? + Leeds"},
}
FEWEST = {"statements.txt": 130, "statements_written_before.txt": 60}


def _cases(name: str) -> list[tuple[str, str]]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" > ") for line in lines if line and not line.startswith("#")]
    return [(asked, expected) for asked, expected in pairs]


def _made(asked: str) -> str:
    question, _, answer = asked.partition(" + ")
    return claim_of(question, answer) if answer else statement(question)


@pytest.mark.parametrize("name", FAILING)
def test_tables(name: str) -> None:
    cases = _cases(name)
    assert len(cases) >= FEWEST[name]
    assert {asked for asked, expected in cases if _made(asked) != expected} == FAILING[name]


@pytest.mark.parametrize("name", FAILING)
def test_a_statement_is_its_own_statement(name: str) -> None:
    plain = [expected for asked, expected in _cases(name) if " + " not in asked]
    assert [statement(text) for text in plain] == plain


@pytest.mark.parametrize(
    ("question", "denies"),
    [
        ("Isn't the tower leaning?", False),
        ("Is the tower not leaning?", True),
        ("Don't owls sleep by day?", False),
        ("Does the mayor not sleep?", True),
        ("Has the club never won?", True),
        ("Should we not vote?", True),
    ],
)
def test_only_what_the_question_denies_is_denied(question: str, denies: bool) -> None:
    said = statement(question).casefold().split()
    assert ("not" in said or "never" in said) is denies
    assert not any("n't" in word for word in said)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Does the council frobnicate the budget?", "The council does frobnicate the budget"),
        ("Did Ann zorp?", "Ann did zorp"),
        ("Did zorps wug glorps?", "Did zorps wug glorps"),
        ("Are zorps wugs?", "Zorps are wugs"),
    ],
)
def test_of_unknown_words_the_rules_are_not_sure(question: str, text: str) -> None:
    made = stated(question)
    assert (made.text, made.sure) == (text, False)


def test_known_grammar_is_sure() -> None:
    assert stated("Does garlic cure the flu?").sure
    assert claimed("What can cure the flu?", "garlic").sure


@pytest.mark.parametrize(
    ("question", "answer", "text"),
    [
        ("What did the duke do in 1912?", "sell the castle", "The duke did in 1912: sell the castle"),
        ("How did the fire start?", "a cigarette", "The fire started: a cigarette"),
        ("What did they call the ship?", "Titania", "They called the ship: Titania"),
        ("Which group was the duke sending money?", "the rebels", "Group – the duke was sending money: the rebels"),
        ("What happened to the money?", "it was stolen", "Happened to the money: it was stolen"),
        ("Who?", "the duke", "The duke"),
    ],
)
def test_where_the_grammar_is_not_clear_question_and_answer_stand_side_by_side(question: str, answer: str, text: str) -> None:
    made = claimed(question, answer)
    assert (made.text, made.sure) == (text, False)


def test_a_yes_no_question_has_its_statement_for_a_claim() -> None:
    assert claim_of("Is the bridge safe?", "no") == statement("Is the bridge safe?") == "The bridge is safe"


def test_without_an_answer_or_a_question_the_other_is_the_claim() -> None:
    assert claim_of("", "garlic") == "Garlic"
    assert claim_of("What cures it?", " .") == "What cures it"
    assert claim_of("", "") == statement("") == statement(" ?! ") == ""


def test_the_answer_keeps_its_own_letters() -> None:
    assert claim_of("What makes the phone ring?", "iOS 17") == "iOS 17 makes the phone ring"
    assert claim_of("Where did it come from?", "The Hague") == "It came from the Hague"
    assert capital("mRNA is safe") == "mRNA is safe"


def test_what_is_left_without_the_question_word() -> None:
    assert unanswered("What can cure the flu?") == "Can cure the flu"
    assert unanswered("Where did the virus come from?") == "The virus came from"
    assert unanswered("¿Qué causa el cáncer?") == "Causa el cáncer"
    assert unanswered("") == ""


def test_marks_and_question_tags_are_no_part_of_a_question() -> None:
    assert bare(" ¿Verdad?\n") == "Verdad"
    assert bare("The votes were bought, weren't they??!") == "The votes were bought"


def test_a_very_long_question_is_cut() -> None:
    assert len(statement("Is " + "the very long story " * 900 + "true?")) <= 2_001
