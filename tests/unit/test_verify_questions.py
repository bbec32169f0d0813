"""Questions that claims raise: clauses turned round, templates by type, past claims' questions. All sentences are our own."""

from __future__ import annotations

import pytest

from app.domain.verification import CLAIM_TYPES, ClaimForm, QuestionOrigin
from app.verify.claim_types import claim_types
from app.verify.clause import taken_apart
from app.verify.names import names_in
from app.verify.past import adapted, questions_in
from app.verify.questions import alike, asks_for_truth, template_questions
from app.verify.yes_no import how_many, number_of_subject, when, yes_no

EVENT, NUMERICAL, CAUSAL, QUOTE, POSITION = CLAIM_TYPES


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("The mayor of Velden sold the old bridge in 2019.", "Did the mayor of Velden sell the old bridge in 2019?"),
        ("The harbour is closed to ferries", "Is the harbour closed to ferries?"),
        ("Anna Berg has never visited Marrow.", "Has Anna Berg ever visited Marrow?"),
        ("The council has no plan for the flood wall.", "Does the council have any plan for the flood wall?"),
        ("In 2019, the town bought 12 buses.", "Did the town buy 12 buses in 2019?"),
        (
            "In the storm of 1953 the water stood above the church steps.",
            "Did the water stand above the church steps in the storm of 1953?",
        ),
        ("On Monday Anna Berg sold the island.", "Did Anna Berg sell the island on Monday?"),
        ("After the flood they closed the old bridge.", "Did they close the old bridge after the flood?"),
        ("In 2020 prices rose in Velden.", "Did prices rise in Velden in 2020?"),
        ("Garlic cures the flu", "Does Garlic cure the flu?"),
        ("The new law will not raise taxes.", "Will the new law raise taxes?"),
        ("A woman named Ruth was arrested at the station.", "Was a woman named Ruth arrested at the station?"),
        ("The WHO said that masks are useless.", "Did the WHO say that masks are useless?"),
    ],
)
def test_a_claim_becomes_a_question_that_leaves_the_answer_open(claim: str, question: str) -> None:
    clause = taken_apart(claim)
    assert clause is not None and yes_no(clause) == question


@pytest.mark.parametrize("text", ["", "Free housing for all", "Breaking: the end"])
def test_what_has_no_verb_is_not_taken_apart(text: str) -> None:
    assert taken_apart(text) is None


def test_figures_and_days_are_asked_for() -> None:
    bought = taken_apart("The town bought 12 new buses in May 2019.")
    assert bought is not None
    assert how_many(bought) == "How many new buses did the town buy in May 2019?"
    assert when(bought) == "When did the town buy 12 new buses?"
    share = taken_apart("The reform cut 40% of the jobs")
    assert share is not None and how_many(share) == "What percentage of the jobs did the reform cut?"
    drowned = taken_apart("The ferry carried twenty-five passengers to the island")
    assert drowned is not None and how_many(drowned) == "How many passengers did the ferry carry to the island?"
    paid = taken_apart("The county lost two million dollars")
    assert paid is not None and how_many(paid) == "How much money did the county lose?"
    freed = taken_apart("500 prisoners were freed last week")
    assert freed is not None and number_of_subject(freed) == "How many prisoners were freed last week?"


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("The town has 12 buses.", (NUMERICAL,)),
        ("Chalk dust causes asthma.", (CAUSAL,)),
        ("Anna Berg said that the bridge is safe.", (QUOTE,)),
        ("The mayor opposes the tunnel.", (POSITION,)),
        ("The bridge is open.", (EVENT,)),
        ("The mayor said the tunnel would cost 3 million.", (NUMERICAL, QUOTE, POSITION)),
    ],
)
def test_types_are_told_from_the_words(text: str, types: tuple[str, ...]) -> None:
    assert claim_types(text) == types


def test_persons_are_told_from_other_names() -> None:
    found = {name.text: name.person for name in names_in("On Monday Anna Berg told the Velden City Council about the NATO base.")}
    assert not any(name.person for name in names_in("They met in Velden and saw Port Ellis and the Marrow Bridge, says the Daily Post."))
    assert found["Anna Berg"] and not found["Velden City Council"] and not found["NATO"]


def test_templates_ask_for_what_would_settle_the_claim_and_never_for_the_verdict() -> None:
    claim = ClaimForm(text="Anna Berg said that the town bought 12 buses, and the mayor paid for them.", speaker="Anna Berg")
    questions = template_questions(claim)
    texts = [question.text for question in questions]
    assert texts[0] == "Did Anna Berg say that the town bought 12 buses, and the mayor paid for them?"
    assert "Did the town buy 12 buses, and the mayor paid for them?" in texts and "Who is Anna Berg?" in texts
    assert all(question.origin is QuestionOrigin.TEMPLATE for question in questions)
    assert not any(asks_for_truth(text) for text in texts)
    assert len({text.casefold() for text in texts}) == len(texts)
    assert template_questions(ClaimForm(text=" … ")) == ()


def test_the_verdict_is_never_asked_for() -> None:
    assert asks_for_truth("Is it true that the bridge fell?") and asks_for_truth("Was it really false?")
    assert not asks_for_truth("Did the bridge fall?")


def test_questions_with_the_same_words_are_alike() -> None:
    assert alike("Did the mayor sell the bridge?", "Did the mayor sell that bridge?")
    assert not alike("When did the mayor sell the bridge?", "Where did the mayor sell the bridge?")


def test_past_questions_are_read_from_the_body_and_take_the_new_name() -> None:
    body = "The answers refute it.\nWho is Ruth Holm? A painter.\nDid Ruth Holm buy the lake? No. She rents it.\nNothing here."
    assert questions_in(body) == ["Who is Ruth Holm?", "Did Ruth Holm buy the lake?"]
    asked = adapted("Did Ruth Holm buy the lake?", "Ruth Holm bought the lake.", "Anna Berg bought the island.")
    assert asked == "Did Anna Berg buy the lake?"
    assert adapted("Who is Ruth Holm?", "Ruth Holm met Nils Aas.", "Anna Berg swam.") == "Who is Ruth Holm?"
