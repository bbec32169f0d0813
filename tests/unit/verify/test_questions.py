"""Questions from claims: inverted clauses, templates by type, past claims' questions. All sentences are our own."""

from __future__ import annotations

import pytest

from app.domain.verification import CLAIM_TYPES, ClaimForm, QuestionOrigin
from app.verify.claim_types import claim_types
from app.verify.clause import parse_clause
from app.verify.names import names_in
from app.verify.questions import alike, asks_for_truth, template_questions
from app.verify.sentence_case import is_common
from app.verify.similar_claims import adapted_question, questions_in
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
        ("Garlic cures the flu", "Does garlic cure the flu?"),
        ("The new law will not raise taxes.", "Will the new law raise taxes?"),
        ("A woman named Ruth was arrested at the station.", "Was a woman named Ruth arrested at the station?"),
        ("The WHO said that masks are useless.", "Did the WHO say that masks are useless?"),
        ("Lanterns do not scare herons.", "Do lanterns scare herons?"),
        ("Painting the hull with tar stops worms.", "Does painting the hull with tar stop worms?"),
        ("New Velden closed its harbour.", "Did New Velden close its harbour?"),
        ("Wind turbines kill more gulls than cats do.", "Do wind turbines kill more gulls than cats do?"),
        ("The mayor never paid for the bell.", "Did the mayor ever pay for the bell?"),
        ("Only three islands have not signed the pact.", "Have only three islands not signed the pact?"),
        ("Because of the law, sailors can no longer be fined.", "Can sailors still be fined because of the law?"),
        ("Old masts spread the rot.", "Do old masts spread the rot?"),
        ("The ferries spread the rot last year.", "Did the ferries spread the rot last year?"),
        ("The town borrowed 31 million, although it is nearly bankrupt.", "Did the town borrow 31 million?"),
        ("In 2019, although it rained, the mayor opened the bridge.", "Did the mayor open the bridge in 2019 although it rained?"),
        ("The clerk resigned, and the mayor stayed in office.", "Did the clerk resign?"),
        ("The town built schools, roads and harbours.", "Did the town build schools, roads and harbours?"),
        ("Anna Berg sold the island, she never owned the harbour.", "Did Anna Berg sell the island?"),
        ("Anna Berg was born in Marrow and is therefore no citizen.", "Was Anna Berg born in Marrow?"),
        ("The bridge, which was built in 1932, fell on Monday.", "Did the bridge fall on Monday?"),
        ("Sailors earn less today than they did in 2010.", "Do sailors earn less today than they did in 2010?"),
        ("More than 40 sailors have signed the pact.", "Have more than 40 sailors signed the pact?"),
        ("The council revealed that the wall may break.", "Did the council reveal that the wall may break?"),
        ("No one was arrested after the flood.", "Was no one arrested after the flood?"),
        ("The United States imports more tar than it sells.", "Does the United States import more tar than it sells?"),
        ("Half of all marriages end in divorce.", "Do half of all marriages end in divorce?"),
        ("Two out of five teachers plan to quit.", "Do two out of five teachers plan to quit?"),
    ],
)
def test_a_claim_becomes_a_question_that_leaves_the_answer_open(claim: str, question: str) -> None:
    clause = parse_clause(claim)
    assert clause is not None and yes_no(clause) == question


@pytest.mark.parametrize("text", ["", "Free housing for all", "Breaking: the end", "was fined 50 pounds", "Is the bridge closed"])
def test_sentences_without_a_verb_are_not_split(text: str) -> None:
    assert parse_clause(text) is None


def test_figures_and_days_are_asked_for() -> None:
    bought = parse_clause("The town bought 12 new buses in May 2019.")
    assert bought is not None
    assert how_many(bought) == "How many new buses did the town buy in May 2019?"
    assert when(bought) == "When did the town buy 12 new buses?"
    share = parse_clause("The reform cut 40% of the jobs")
    assert share is not None and how_many(share) == "What percentage of the jobs did the reform cut?"
    drowned = parse_clause("The ferry carried twenty-five passengers to the island")
    assert drowned is not None and how_many(drowned) == "How many passengers did the ferry carry to the island?"
    paid = parse_clause("The county lost two million dollars")
    assert paid is not None and how_many(paid) == "How much money did the county lose?"
    fell = parse_clause("The catch fell to at least 25% in 2023")
    assert fell is not None and how_many(fell) == "What percentage did the catch fall to in 2023?"
    stood = parse_clause("In the storm of 1953 the water stood in forty-one cellars of Port Ellis")
    assert stood is not None
    assert how_many(stood) == "In how many cellars of Port Ellis did the water stand in the storm of 1953?"
    spared = parse_clause("Anna Berg could not afford a 1,000 crown boat")
    assert spared is not None and how_many(spared) is None
    freed = parse_clause("500 prisoners were freed last week")
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
def test_claim_types_are_inferred_from_the_words(text: str, types: tuple[str, ...]) -> None:
    assert claim_types(text) == types


def test_persons_are_distinguished_from_other_names() -> None:
    is_person = {name.text: name.person for name in names_in("On Monday Anna Berg told the Velden City Council about the NATO base.")}
    assert not any(name.person for name in names_in("They met in Velden and saw Port Ellis and the Marrow Bridge, says the Daily Post."))
    assert is_person["Anna Berg"] and not is_person["Velden City Council"] and not is_person["NATO"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("They sold 'Save Velden' Goods at the Marrow market.", ["Save Velden", "Goods", "Marrow"]),
        ("The storm reached Port Ellis. Nobody in Velden was warned.", ["Port Ellis", "Velden"]),
        (
            "A letter says “Anna Berg’s Bakery’ The end” to Prof. Karl Holm and Dr. A. N. Moss.",
            ["Anna Berg’s Bakery", "Karl Holm", "A. N. Moss"],
        ),
        ("He lives near St. Mary Road in the U.S. Virgin Islands.", ["St. Mary Road", "U.S. Virgin Islands"]),
    ],
)
def test_a_name_ends_with_its_quotation_and_its_sentence(text: str, names: list[str]) -> None:
    assert [name.text for name in names_in(text)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The money came under Norland’s Direct Winter Grant.", [("Norland", False), ("Direct Winter Grant", False)]),
        (
            "Children of the People's Harbour Army and fans at Levi's Stadium.",
            [("People's Harbour Army", False), ("Levi's Stadium", False)],
        ),
        ("Tweeted Anna Berg that taxes rise.", [("Anna Berg", True)]),
        ("Posted the minister.", []),
    ],
)
def test_possessives_are_two_names_and_reporting_verbs_are_none(text: str, names: list[tuple[str, bool]]) -> None:
    extracted = [(name.text, name.person) for name in names_in(text)]
    assert extracted == names
    assert all(text[name.start :].startswith(name.text) for name in names_in(text))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Says the mayor cut 12 jobs.", "Did the mayor cut 12 jobs?"),
        ("Says that Anna Berg raised taxes.", "Did Anna Berg raise taxes?"),
        ("Tweeted that the bridge is closed.", "Is the bridge closed?"),
        ("Claims against the town cost 3 million.", "Do claims against the town cost 3 million?"),
    ],
)
def test_a_leading_reporting_verb_is_not_part_of_the_question(text: str, first: str) -> None:
    assert template_questions(ClaimForm(text=text, speaker="Bob Ray"))[0].text == first


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '"Taxes were raised by 3 percent," the mayor said.',
            ["Did the mayor say “taxes were raised by 3 percent”?", "What did the mayor say?"],
        ),
        (
            "“The tram cost 31 million,” said Anna Berg in May.",
            ["Did Anna Berg say “the tram cost 31 million” in May?", "How much did the tram cost?"],
        ),
        (
            "Anna Berg: “I never voted for the tunnel.”",
            ["Did Anna Berg say “I never voted for the tunnel”?", "Did Anna Berg ever vote for the tunnel?"],
        ),
        (
            "Anna Berg has claimed that “I have paid 12 fines”.",
            ["Has Anna Berg claimed that “I have paid 12 fines”?", "How many fines has Anna Berg paid?"],
        ),
        ("“Nobody was warned”.", ["Was nobody warned?", "What did Bob Ray say?"]),
        ("The mayor was told that taxes rise.", ["Was the mayor told that taxes rise?", "Do taxes rise?"]),
        ("The town paid 31 million for a “free” bridge.", ["How much did the town pay for a “free” bridge?"]),
        ("“The bridge is safe” is painted on the wall.", ["Is “the bridge is safe” painted on the wall?"]),
        ("The town paid “almost 7,000 people” in May.", ["How many people did the town pay in May?"]),
    ],
)
def test_questions_about_quotations_name_the_speaker(text: str, expected: list[str]) -> None:
    questions = [question.text for question in template_questions(ClaimForm(text=text, speaker="Bob Ray"))]
    assert [question for question in expected if question not in questions] == [], questions


def test_a_topic_keeps_its_article() -> None:
    claim = ClaimForm(text="“The new harbour wall cost 31 million,” the mayor said.")
    assert "What did the mayor say about the new harbour wall?" in [question.text for question in template_questions(claim)]
    questions = [question.text for question in template_questions(ClaimForm(text="The railway carried 3,000 people."))]
    assert "What is known about the railway?" in questions


def test_half_of_a_quotation_leaves_no_mark() -> None:
    questions = [question.text for question in template_questions(ClaimForm(text="“Taxes rose by 3 percent, the mayor said they fell."))]
    assert questions and not any(mark in question for question in questions for mark in "“”")


def test_without_its_owner_a_name_gets_an_article() -> None:
    questions = [question.text for question in template_questions(ClaimForm(text="Norland's Winter Grant paid for 12 million stoves."))]
    assert "What is the Winter Grant?" in questions and "Did Norland's Winter Grant pay for 12 million stoves?" in questions


def test_templates_ask_for_what_would_settle_the_claim_and_never_for_the_verdict() -> None:
    claim = ClaimForm(text="Anna Berg said that the town bought 12 buses, and the mayor paid for them.", speaker="Anna Berg")
    questions = template_questions(claim)
    texts = [question.text for question in questions]
    assert texts[0] == "Did Anna Berg say that the town bought 12 buses, and the mayor paid for them?"
    assert "Did the town buy 12 buses?" in texts and "Who is Anna Berg?" in texts
    assert all(question.origin is QuestionOrigin.TEMPLATE for question in questions)
    assert not any(asks_for_truth(text) for text in texts)
    assert len({text.casefold() for text in texts}) == len(texts)
    assert template_questions(ClaimForm(text=" … ")) == ()


@pytest.mark.parametrize(
    ("claim", "expected", "unwanted"),
    [
        ("Garlic prevents the flu.", "What evidence is there about garlic and the flu?", "Garlic"),
        ("After Hurricane Ruth the Marrow Bridge was closed.", "What is Hurricane Ruth?", "Who is"),
        ("The Marrow Bridge was sold twice.", "What is the Marrow Bridge?", "What is Marrow"),
        ("Anna Berg left the European Union.", "Who is Anna Berg?", "What is the European Union"),
        ("According to the crew, tar prevents rot.", "What evidence is there about tar and rot?", "According"),
        ("Only two towns have not paid.", "How many towns have not paid?", "What is known"),
    ],
)
def test_questions_use_the_claims_names(claim: str, expected: str, unwanted: str) -> None:
    texts = [question.text for question in template_questions(ClaimForm(text=claim))]
    assert expected in texts and not any(unwanted in text for text in texts)


@pytest.mark.parametrize(
    ("sentence", "common"),
    [
        ("Vaccines are safe", True),
        ("Unemployment fell", True),
        ("Drinking tar is safe", True),
        ("Crystal Palace won", False),
        ("Painting Holm took years", False),
        ("Texas banned it", False),
        ("Ruth left", False),
        ("Germans left", False),
        ("NASA left", False),
        ("German ferries left", False),
        ("I left", False),
    ],
)
def test_a_first_word_is_a_name_or_a_common_word(sentence: str, common: bool) -> None:
    assert is_common(sentence.split()) is common


def test_the_verdict_is_never_asked_for() -> None:
    assert asks_for_truth("Is it true that the bridge fell?") and asks_for_truth("Was it really false?")
    assert not asks_for_truth("Did the bridge fall?")


def test_questions_with_the_same_words_are_alike() -> None:
    assert alike("Did the mayor sell the bridge?", "Did the mayor sell that bridge?")
    assert not alike("When did the mayor sell the bridge?", "Where did the mayor sell the bridge?")


def test_past_questions_are_read_from_the_body_and_take_the_new_name() -> None:
    body = "The answers refute it.\nWho is Ruth Holm? A painter.\nDid Ruth Holm buy the lake? No. She rents it.\nNothing here."
    assert questions_in(body) == ["Who is Ruth Holm?", "Did Ruth Holm buy the lake?"]
    question = adapted_question("Did Ruth Holm buy the lake?", "Ruth Holm bought the lake.", "Anna Berg bought the island.")
    assert question == "Did Anna Berg buy the lake?"
    assert adapted_question("Who is Ruth Holm?", "Ruth Holm met Nils Aas.", "Anna Berg swam.") == "Who is Ruth Holm?"


@pytest.mark.parametrize(
    ("claim", "wanted_question", "unwanted"),
    [
        ("Anna Berg, who sold the island, was fined 50 pounds.", "Did Anna Berg sell the island?", "Did who"),
        ("The clerk is accused of fraud and was close to Anna Berg.", "Was the clerk close to Anna Berg?", "Do was"),
        ("The harbours are open, while the churches have not.", "Are the harbours open?", "have?"),
        (
            "Police in Velden arrested 30 people after a boat match.",
            "Did police in Velden arrest 30 people after a boat match?",
            "Do police in Velden a boat",
        ),
        ("Towns such as Velden and Marrow will ban tar.", "Will towns such as Velden and Marrow ban tar?", "Will Marrow"),
        ("Only 3% of floods end in a trial.", "What percentage of floods end in a trial?", "do end"),
        ("Nobody was warned.", "Was nobody warned?", "When was nobody"),
        ("The new law makes it illegal to whistle.", "What is known about the new law?", "and it illegal"),
        ("Swiss voters rejected the plan.", "What is known about Swiss voters and the plan?", "about Swiss?"),
        ("Anna Berg gave away her Harbour Prize.", "What is the Harbour Prize?", "What is Harbour"),
        ("I'll tell you, the ferries are late in 47 of the harbours.", "Are the ferries late in 47 of the harbours?", "tell you"),
        ("BREAKING: Army seizes the harbour in Marrow!!!", "Does Army seize the harbour in Marrow?", "BREAKING"),
        ("Did you know that herons are poisonous?", "Are herons poisonous?", "Did you know"),
        ("Tolls are useless, says a Danish study.", "Does a Danish study say that tolls are useless?", "Tolls are useless, say"),
        ("The wharf was paid for by the town, the mayor said.", "Did the mayor say that the wharf was paid for by the town?", "town, the"),
        ("We've got the lowest tolls in fifty years.", "Have we got the lowest tolls in fifty years?", "How many"),
        ("Tolls are the lowest in fifty years.", "Are tolls the lowest in fifty years?", "many years"),
        ("It was the strongest storm in fifty years.", "Was it the strongest storm in fifty years?", "many years"),
        ("Marrow built a hospital in ten days.", "In how many days did Marrow build a hospital?", "hospital in?"),
        ("More than two thirds of Germans oppose the law.", "Do more than two thirds of Germans oppose the law?", "Does more"),
        ("A storm hit the coast and killed 40 sailors.", "How many sailors did a storm kill?", "and killed"),
        ("He was arrested and charged with fraud.", "Was he charged with fraud?", "Did he charge"),
        ("Not one sailor read the law.", "Did any sailor read the law?", "not one"),
        ("How many sailors died in Marrow?", "How many sailors died in Marrow?", "Did How"),
        ("Doctors refuse to treat sailors over 80.", "Do doctors refuse to treat sailors over 80?", "How many"),
        ("Amy Berg supports tolls.", "What is Amy Berg's position on tolls?", "on Amy Berg"),
        ("Children under five can't get the vaccine.", "Can children under five not get the vaccine?", "can't"),
    ],
)
def test_questions_are_grammatical(claim: str, wanted_question: str, unwanted: str) -> None:
    texts = [question.text for question in template_questions(ClaimForm(text=claim))]
    assert wanted_question in texts and not any(unwanted in text for text in texts)
