"""Claims from question and answer, and the fallback that puts both side by side: unfit answers, -ing nouns, negated questions."""

from __future__ import annotations

import pytest

from app.ask.claim import claim_of, claimed, plain_claim


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where was Barack Obama born?", "Hillary"),
        ("Where did the mayor hide the money?", "Angela Merkel"),
        ("Where did the fire start?", "1994"),
        ("Where was he born?", "yesterday"),
        ("Where is the treasure?", "blue"),
        ("Why did the bridge collapse?", "Tuesday"),
        ("In which year did the dam break?", "the mayor"),
        ("In what month did she resign?", "Brackwater"),
        ("What year was he born?", "Hawaii"),
        ("How many people died in the mine?", "the mayor"),
        ("How much does the stadium cost?", "the city"),
        ("How often does the ferry run?", "the captain"),
        ("How long is the bridge?", "steel"),
        ("What percentage of teachers smoke?", "London"),
        ("Who founded the Klan?", "1866"),
        ("Whose dog bit the postman?", "12"),
        ("Who shot the king?", "in London"),
        ("Who did the club sack?", "it was the coach"),
        ("What spreads the virus?", "they say bats"),
        ("What causes the smell?", "can anyone else"),
        ("Who won the 1966 World Cup?", "Neither side"),
        ("What is the best topping: is it ham?", "pineapple"),
    ],
)
def test_an_answer_of_another_kind_is_appended_to_its_question(question: str, answer: str) -> None:
    assert not claimed(question, answer).sure
    claim = plain_claim(question, answer)
    assert claim.startswith(question.rstrip("?")) and claim.casefold().endswith(f"? {answer.casefold()}")


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("Where was Barack Obama born?", "Kenya", "Barack Obama was born in Kenya"),
        ("Where was Barack Obama born?", "in Honolulu", "Barack Obama was born in Honolulu"),
        ("Where did the virus come from?", "a lab", "The virus came from a lab"),
        ("Why did the bridge collapse?", "the mayor", "The bridge collapsed because of the mayor"),
        ("In which year did the dam break?", "1963", "The dam broke in 1963"),
        ("What percentage of teachers smoke?", "about 40%", "About 40% of teachers smoke"),
        ("How many people died in the mine?", "twelve", "Twelve people died in the mine"),
        ("Who shot the king?", "Oswald", "Oswald shot the king"),
    ],
)
def test_an_answer_of_the_right_kind_makes_a_sentence(question: str, answer: str, claim: str) -> None:
    result = claimed(question, answer)
    assert (result.text, result.sure) == (claim, True) and plain_claim(question, answer) == claim


def test_an_unknown_name_is_a_place_if_a_post_says_so() -> None:
    question = "Where was the wolf seen?"
    assert plain_claim(question, "Skelby") == "Where was the wolf seen? Skelby"
    assert plain_claim(question, "Skelby", ["I saw it near  Skelby hospital"]) == "The wolf was seen in Skelby"
    assert plain_claim(question, "Hillary", ["Hillary saw it, ask Hillary", "Hillaryville"]) == "Where was the wolf seen? Hillary"
    assert plain_claim("Where did it start?", "1994", ["in 1994"]) == "Where did it start? 1994"


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("What is the best topping for a pizza?", "pineapple", "The best topping for a pizza is pineapple"),
        ("What is the new building in the harbour?", "a casino", "The new building in the harbour is a casino"),
        ("What is the main heating in the school?", "oil", "The main heating in the school is oil"),
        ("What was the secret ending of the film?", "a dream", "The secret ending of the film was a dream"),
        ("What is the safest crossing over the river?", "the ford", "The safest crossing over the river is the ford"),
        ("What was the first painting by Monet?", "Sunrise", "The first painting by Monet was Sunrise"),
        ("What is the real meaning of the word?", "fire", "The real meaning of the word is fire"),
        ("What is the club building?", "a stadium", "The club is building a stadium"),
        ("What is the government hiding?", "the truth", "The government is hiding the truth"),
    ],
)
def test_an_ing_form_behind_an_adjective_is_a_noun(question: str, answer: str, claim: str) -> None:
    result = claimed(question, answer)
    assert (result.text, result.sure) == (claim, True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the best pizza topping?", "pineapple"),
        ("What is your favourite pizza topping?", "ham"),
        ("What is the last witness saying?", "lies"),
        ("What was the last meeting about?", "money"),
        ("What are the young drinking?", "tea"),
    ],
)
def test_an_ambiguous_ing_form_keeps_the_question(question: str, answer: str) -> None:
    assert plain_claim(question, answer) == f"{question} {answer.capitalize()}"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who isn't a citizen?", "Obama"),
        ("Who won't pay taxes?", "Amazon"),
        ("Who wasn't invited?", "Meghan"),
        ("Which countries haven't ratified it?", "Iran"),
        ("What cannot cure the flu?", "garlic"),
        ("What can’t you eat when pregnant?", "raw fish"),
        ("Where aren't dogs allowed?", "in the park"),
        ("When can't you swim?", "in winter"),
        ("Why isn't the ferry running?", "a lack of crew"),
        ("Why don't they repair the bridge?", "no money"),
        ("Who isnt vaccinated?", "Joe"),
    ],
)
def test_a_negated_question_gives_no_affirmative_claim(question: str, answer: str) -> None:
    assert plain_claim(question, answer) == f"{question} {answer[:1].upper()}{answer[1:]}"
    words = claim_of(question, answer).casefold().replace("’", "'").split()
    assert any(word.endswith(("n't", "nt")) or word == "cannot" for word in words)


@pytest.mark.parametrize(
    ("question", "claim"), [("Who has never been there?", "Ann has never been there"), ("Who is not ill?", "Ann is not ill")]
)
def test_a_negation_inside_the_question_is_kept_in_the_claim(question: str, claim: str) -> None:
    assert claimed(question, "Ann").text == claim
