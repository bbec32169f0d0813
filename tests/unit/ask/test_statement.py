"""Questions as statements and claims. The tables in tests/golden/ask are our own; known failures are listed here."""

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
    return [(question, expected) for question, expected in pairs]


def _rule_output(case: str) -> str:
    question, _, answer = case.partition(" + ")
    return claim_of(question, answer) if answer else statement(question)


@pytest.mark.parametrize("name", FAILING)
def test_tables(name: str) -> None:
    cases = _cases(name)
    assert len(cases) >= FEWEST[name]
    assert {question for question, expected in cases if _rule_output(question) != expected} == FAILING[name]


@pytest.mark.parametrize("name", FAILING)
def test_a_statement_is_its_own_statement(name: str) -> None:
    plain = [expected for question, expected in _cases(name) if " + " not in question]
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
    words = statement(question).casefold().split()
    assert ("not" in words or "never" in words) is denies
    assert not any("n't" in word for word in words)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Does the council frobnicate the budget?", "The council does frobnicate the budget"),
        ("Did Ann zorp?", "Ann did zorp"),
        ("Did zorps wug glorps?", "Did zorps wug glorps"),
        ("Are zorps wugs?", "Zorps are wugs"),
    ],
)
def test_unknown_words_make_the_rules_unsure(question: str, text: str) -> None:
    result = stated(question)
    assert (result.text, result.sure) == (text, False)


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
def test_unclear_grammar_gives_question_and_answer_side_by_side(question: str, answer: str, text: str) -> None:
    result = claimed(question, answer)
    assert (result.text, result.sure) == (text, False)


def test_the_claim_of_a_yes_no_question_is_its_statement() -> None:
    assert claim_of("Is the bridge safe?", "no") == statement("Is the bridge safe?") == "The bridge is safe"


def test_a_missing_question_or_answer_leaves_the_other_as_the_claim() -> None:
    assert claim_of("", "garlic") == "Garlic"
    assert claim_of("What cures it?", " .") == "What cures it"
    assert claim_of("", "") == statement("") == statement(" ?! ") == ""


def test_the_answer_keeps_its_own_letters() -> None:
    assert claim_of("What makes the phone ring?", "iOS 17") == "iOS 17 makes the phone ring"
    assert claim_of("Where did it come from?", "The Hague") == "It came from the Hague"
    assert capital("mRNA is safe") == "mRNA is safe"


def test_a_question_without_its_question_word() -> None:
    assert unanswered("What can cure the flu?") == "Can cure the flu"
    assert unanswered("Where did the virus come from?") == "The virus came from"
    assert unanswered("¿Qué causa el cáncer?") == "Causa el cáncer"
    assert unanswered("") == ""


def test_marks_and_question_tags_are_no_part_of_a_question() -> None:
    assert bare(" ¿Verdad?\n") == "Verdad"
    assert bare("The votes were bought, weren't they??!") == "The votes were bought"


def test_a_very_long_question_is_cut() -> None:
    assert len(statement("Is " + "the very long story " * 900 + "true?")) <= 2_001
