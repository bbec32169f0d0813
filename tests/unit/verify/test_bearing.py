"""Evidence checks of answers: figures compared in code, required names and years, quotations, and the resulting verdict."""

from __future__ import annotations

from datetime import date

import pytest

from app.domain.sites import sites_of
from app.domain.verification import AnswerType, EvidenceAnswer, EvidenceQuestion, Judgement, Undecided, Veracity
from app.verify.bearing import Reading, may_decide, parts_read, side_of, without_quotations
from app.verify.denied import denied
from app.verify.factcheck_sites import factcheck_sites
from app.verify.figures import Comparison, compare, figures, meets_no_figure
from app.verify.questions import alike
from app.verify.sentences import sentences_of
from app.verify.verdict import verdict

TALLY = (
    "After the storm the fire brigade of Port Ellis has published its tally. The brigade answered 63 calls between six in the evening and "
    "noon of the next day. Forty-one cellars were pumped out. Two firefighters were slightly hurt. Nobody was killed."
)
RENTS = "Rents in Marrow rose by 2.1 percent in 2021. In 2020 they had risen by 6.8 percent. In the whole country rents rose by 4.4 percent in 2021."
FOR, AGAINST, NEITHER = (0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.1, 0.8)


def evidence_answer(
    text: str, *, score: float = 0.5, published: date | None = None, source: str = "", title: str = "", url: str = ""
) -> EvidenceAnswer:
    return EvidenceAnswer(
        text=text,
        kind=AnswerType.EXTRACTIVE,
        passage="d#0-9",
        passage_text=text,
        score=score,
        published=published,
        source=source,
        title=title,
        source_url=url,
    )


@pytest.mark.parametrize(
    ("claim", "answer", "comparison"),
    [
        ("The storm in Port Ellis flooded 41 cellars.", TALLY, Comparison.SAME),
        ("The storm in Port Ellis flooded forty-one cellars.", TALLY, Comparison.SAME),
        ("The Port Ellis fire brigade answered 120 calls on the night of the storm.", TALLY, Comparison.OTHER),
        ("The Port Ellis fire brigade answered more than 100 calls on the night of the storm.", TALLY, Comparison.OTHER),
        ("The Port Ellis fire brigade answered about 60 calls on the night of the storm.", TALLY, Comparison.SAME),
        ("The Port Ellis fire brigade answered at most 70 calls on the night of the storm.", TALLY, Comparison.SAME),
        ("The Velden fire brigade answered 120 calls on the night of the storm.", TALLY, Comparison.OPEN),
        ("The Port Ellis fire brigade did not answer 120 calls on the night of the storm.", TALLY, Comparison.OPEN),
        ("The Port Ellis fire brigade would answer 120 calls on the night of the storm.", TALLY, Comparison.OPEN),
        ("The Port Ellis fire brigade has 300 firefighters.", TALLY, Comparison.OPEN),
        ("Rents in Marrow rose by 12 percent in 2021.", RENTS, Comparison.OTHER),
        ("Rents in Marrow rose by 12% in 2021.", RENTS, Comparison.OTHER),
        ("Rents in Marrow rose by 12 percent in 2019.", RENTS, Comparison.OPEN),
        ("Rents in Lindow rose by 12 percent in 2021.", RENTS, Comparison.OPEN),
        ("Rents in Marrow rose by 12 crowns in 2021.", RENTS, Comparison.OPEN),
        ("Rents in Marrow rose in 2021.", RENTS, Comparison.OPEN),
    ],
)
def test_figures_are_compared_where_noun_and_time_agree(claim: str, answer: str, comparison: Comparison) -> None:
    assert compare(claim, answer) is comparison


@pytest.mark.parametrize(
    ("claim", "answer", "comparison"),
    [
        ("In 2019 the buses of Brann carried 84,000 passengers.", "84,000 passengers in 2019 and 31,000 in 2020", Comparison.SAME),
        ("In 2020 the buses of Brann carried 84,000 passengers.", "84,000 passengers in 2019 and 31,000 in 2020", Comparison.OPEN),
        (
            "In 2020 the buses of Brann carried 84,000 passengers.",
            "31,000 passengers in 2020, after 84,000 passengers in 2019",
            Comparison.OPEN,
        ),
        ("In 2019 the buses of Brann carried 84,000 passengers.", "84,000 passengers in 2019, the most since 1998", Comparison.SAME),
        ("In 1998 the buses of Brann carried 84,000 passengers.", "84,000 passengers in 2019, the most since 1998", Comparison.OPEN),
        (
            "In May 2019 the buses of Brann carried 84,000 passengers.",
            "84,000 passengers in May 2019 and 31,000 in June 2019",
            Comparison.SAME,
        ),
        (
            "In June 2019 the buses of Brann carried 84,000 passengers.",
            "84,000 passengers in May 2019 and 31,000 in June 2019",
            Comparison.OPEN,
        ),
        ("In 2019 the buses of Brann carried 84,000 passengers.", "84,000 passengers since 1 May 2019", Comparison.SAME),
        ("In 2020 the buses of Brann carried 84,000 passengers.", "in 2019 84,000 passengers, in 2020 31,000", Comparison.OPEN),
    ],
)
def test_a_figure_confirms_only_claims_of_its_time(claim: str, answer: str, comparison: Comparison) -> None:
    assert compare(claim, f"The buses of Brann carried {answer}.") is comparison


def test_days_and_years_are_no_figures_and_bounds_are_read() -> None:
    assert [
        (int(figure.value), figure.bound.value)
        for figure in figures("On 3 May 2021 at least 12 of 40 people came, nearly 1,000 in June 2020.")
    ] == [
        (12, "more"),
        (40, "exact"),
        (1000, "about"),
    ]


def test_a_claim_whose_figures_an_answer_lacks_is_not_confirmed_by_it() -> None:
    age = "The pension age in Valmere rises from 65 to 67."
    assert meets_no_figure("The pension age in Valmere rises to 70.", age) and not meets_no_figure(
        "The pension age in Valmere rises to 67.", age
    )
    assert not meets_no_figure("The pension age in Valmere rises.", age)
    sure = [Reading(age, FOR, AGAINST)] * 2
    assert side_of("The pension age in Valmere rises to 70.", evidence_answer(age), sure) == 0.0
    assert side_of("The pension age in Valmere rises to 67.", evidence_answer(age), sure) > 0.5


@pytest.mark.parametrize(
    ("claim", "answer", "decides"),
    [
        ("Rents in Marrow rose in 2021.", evidence_answer(RENTS), True),
        ("Rents in Marrow rose in 2021.", evidence_answer(RENTS, score=0.05), False),
        ("Rents in Lindow rose in 2021.", evidence_answer(RENTS), False),
        ("Rents in Lindow rose in 2021.", evidence_answer(RENTS, source="City of Lindow"), True),
        ("Rents in Lindow rose in 2021.", evidence_answer(RENTS, title="Lindow, the year in figures"), True),
        ("Rents in Lindow rose in 2021.", evidence_answer(RENTS, url="https://stat.example/2021/lindow-rents"), True),
        ("Rents in Lindow rose in 2021.", evidence_answer("They rose by 2.1 percent in 2021."), True),
        ("Rents in Lindow rose in 2021.", evidence_answer("They rose by 2.1 percent in 2021.", source="City of Marrow"), False),
        ("Rents in Lindow rose in 2021.", evidence_answer("They rose by 2.1 percent in 2021.", title="Rents in Marrow"), False),
        ("Rents in Marrow rose in 2018.", evidence_answer(RENTS), False),
        ("Rents in Marrow rose in 2022.", evidence_answer(RENTS, published=date(2022, 2, 1)), True),
        ("In April 2021 rents in Marrow rose.", evidence_answer("Rents in Marrow rose in March 2021, the office says."), False),
        ("In April 2021 rents in Marrow rose.", evidence_answer("Rents in Marrow rose in Apr. 2021, the office says."), True),
        ("In April 2021 rents in Marrow rose.", evidence_answer(RENTS), True),
        ("Norwegian rents rose.", evidence_answer("Across the whole of Norway rents rose again."), True),
        ("Rents in the United States rose.", evidence_answer("In the US rents rose again, the office says."), True),
        ("Rents rose.", evidence_answer("66"), False),
        ("Rents rose.", evidence_answer("The council, 2021."), False),
        ("Rents in Lindow rose.", EvidenceAnswer(text="No", kind=AnswerType.BOOLEAN), True),
    ],
)
def test_a_passage_decides_only_about_entities_it_names(claim: str, answer: EvidenceAnswer, decides: bool) -> None:
    assert may_decide(claim, answer) is decides


def test_answers_that_support_claim_and_denial_have_no_side() -> None:
    text = "The old bridge of Velden belongs to the town."
    answer = evidence_answer(text)
    claim = "The old bridge of Velden was sold."
    assert side_of(claim, answer, [Reading(text, FOR, AGAINST)] * 2) > 0.5
    assert side_of(claim, answer, [Reading(text, AGAINST, FOR)] * 2) < -0.5
    for readings in ((FOR, FOR), (AGAINST, AGAINST), (NEITHER, NEITHER)):
        assert side_of(claim, answer, [Reading(text, *readings)] * 2) == 0.0
    assert denied("The bridge was sold.") == "It is not true that the bridge was sold."
    assert denied("Velden sold the bridge!") == "It is not true that Velden sold the bridge."


def test_an_equal_figure_decides_where_the_models_see_no_side() -> None:
    jobs = "In January 2023 5.3 percent of the workers in Valmere were out of work, the office for employment says."
    claim = "In January 2023 below six percent of the workers in Valmere were out of work."
    assert compare(claim, jobs) is Comparison.SAME
    assert side_of(claim, evidence_answer(jobs), [Reading(jobs, AGAINST, AGAINST)] * 2) > 0.5
    assert side_of(claim, evidence_answer(jobs), [Reading(jobs, FOR, AGAINST)] * 2) > 0.5
    assert side_of(claim, evidence_answer(jobs), [Reading(jobs, AGAINST, FOR)] * 2) == 0.0


def test_a_sure_sentence_that_says_the_opposite_leaves_no_side() -> None:
    claim, answer = "Wolves attacked people.", evidence_answer("Wolves are back. Wolves never attacked people.")
    both = Reading(answer.text, FOR, AGAINST)
    assert side_of(claim, answer, [both, both, Reading("Wolves never attacked people.", AGAINST, FOR)]) == 0.0
    unsure = Reading(answer.text, NEITHER, NEITHER)
    assert side_of(claim, answer, [unsure, unsure, Reading("Wolves never attacked people.", AGAINST, FOR)]) < -0.5


@pytest.mark.parametrize(
    "text",
    [
        'Jonas Reker spoke in Holm. "I have never in my life voted for a tax increase," he said.',
        "Jonas Reker spoke in Holm. “I have never in my life voted for a tax increase,” he said.",
        "Jonas Reker spoke in Holm. «I have never in my life voted for a tax increase», he said.",
    ],
)
def test_quotations_are_not_the_sources_statements(text: str) -> None:
    claim = "Jonas Reker has never voted for a tax increase."
    assert "tax" not in without_quotations(text) and "Reker spoke" in without_quotations(text)
    assert parts_read(claim, "?", evidence_answer(text))[1] == without_quotations(text)
    assert side_of(claim, evidence_answer(text), [Reading(text, FOR, AGAINST), Reading(without_quotations(text), NEITHER, NEITHER)]) == 0.0


def question_with(*answers: EvidenceAnswer) -> tuple[EvidenceQuestion, ...]:
    return (EvidenceQuestion(text="What is known?", answers=answers),)


CLAIM = "The bridge was sold."
SURE, SURER, WEAK = (
    evidence_answer("The bridge of the town was sold."),
    evidence_answer("Nobody ever sold the old bridge."),
    evidence_answer("Buses run hourly.", score=0.05),
)
GIVEN = EvidenceAnswer(text="No, it was not.", kind=AnswerType.ABSTRACTIVE)


@pytest.mark.parametrize(
    ("combined", "answers", "sides", "expected"),
    [
        (Veracity.SUPPORTED, (SURE,), (0.8,), (Veracity.SUPPORTED, None)),
        (Veracity.REFUTED, (SURE,), (-0.8,), (Veracity.REFUTED, None)),
        (Veracity.REFUTED, (SURE,), (0.8,), (Veracity.NOT_ENOUGH, Undecided.OPPOSED)),
        (Veracity.SUPPORTED, (SURE,), (-0.8,), (Veracity.NOT_ENOUGH, Undecided.OPPOSED)),
        (Veracity.REFUTED, (SURE,), (0.0,), (Veracity.NOT_ENOUGH, Undecided.NOTHING_DECIDES)),
        (Veracity.REFUTED, (WEAK,), (0.0,), (Veracity.NOT_ENOUGH, Undecided.WEAK)),
        (Veracity.REFUTED, (SURE, SURER), (0.8, -0.8), (Veracity.NOT_ENOUGH, Undecided.OPPOSED)),
        (Veracity.CONFLICTING, (SURE, SURER), (0.8, -0.8), (Veracity.CONFLICTING, None)),
        (Veracity.CONFLICTING, (SURE,), (0.8,), (Veracity.NOT_ENOUGH, Undecided.NOTHING_DECIDES)),
        (Veracity.NOT_ENOUGH, (SURE,), (0.8,), (Veracity.NOT_ENOUGH, None)),
        (Veracity.REFUTED, (GIVEN,), (0.0,), (Veracity.REFUTED, None)),
        (Veracity.SUPPORTED, (GIVEN,), (-0.8,), (Veracity.NOT_ENOUGH, Undecided.OPPOSED)),
    ],
)
def test_a_verdict_needs_supporting_answers(
    combined: Veracity, answers: tuple[EvidenceAnswer, ...], sides: tuple[float, ...], expected: tuple[Veracity, Undecided | None]
) -> None:
    sides_by_answer = {(0, index): side for index, side in enumerate(sides)}
    assert verdict(combined, 0.9, CLAIM, question_with(*answers), sides_by_answer) == expected


@pytest.mark.parametrize("label", [Veracity.SUPPORTED, Veracity.REFUTED])
def test_given_answers_that_do_not_decide_need_a_sure_combiner(label: Veracity) -> None:
    assert verdict(label, 0.6, CLAIM, question_with(GIVEN), {(0, 0): 0.0}) == (Veracity.NOT_ENOUGH, Undecided.UNSURE)
    assert verdict(label, 0.7, CLAIM, question_with(GIVEN), {(0, 0): 0.0}) == (label, None)
    assert verdict(Veracity.CONFLICTING, 0.4, CLAIM, question_with(GIVEN), {(0, 0): 0.0}) == (Veracity.CONFLICTING, None)


def test_a_probability_is_given_only_for_the_combiners_label() -> None:
    shares = (0.2, 0.6, 0.1, 0.1)
    assert Judgement(label=Veracity.REFUTED, by_rule=Veracity.REFUTED, probabilities=shares).share == 0.6
    assert Judgement(label=Veracity.SUPPORTED, by_rule=Veracity.SUPPORTED, probabilities=shares).share is None
    assert Judgement(label=Veracity.NOT_ENOUGH, by_rule=Veracity.REFUTED, probabilities=shares, undecided=Undecided.WEAK).share is None


def test_figures_that_were_compared_decide_against_the_combiner() -> None:
    claim = "The Port Ellis fire brigade answered 120 calls on the night of the storm."
    questions = question_with(evidence_answer(TALLY))
    assert verdict(Veracity.SUPPORTED, 0.9, claim, questions, {(0, 0): -0.6}) == (Veracity.REFUTED, None)
    assert verdict(Veracity.NOT_ENOUGH, 0.9, claim, questions, {(0, 0): -0.6}) == (Veracity.REFUTED, None)
    divided = question_with(evidence_answer(TALLY), SURE)
    assert verdict(Veracity.SUPPORTED, 0.9, claim, divided, {(0, 0): -0.6, (0, 1): 0.8})[0] is Veracity.NOT_ENOUGH


@pytest.mark.parametrize(
    ("address", "listed"),
    [
        ("politifact.com/factchecks/2022/jun/12/brandis", True),
        ("fr.factuel.afp.com/7", True),
        ("apnews.com/article/fact-check-123", True),
        ("apnews.com/article/storm-123", False),
        ("washingtonpost.com/politics/2020/storm", False),
        ("notpolitifact.com/1", False),
        ("politifact.com:443/1", True),
        ("", False),
    ],
)
def test_fact_check_sites_are_known(address: str, listed: bool) -> None:
    assert factcheck_sites().has(address) is listed


def test_a_list_of_sites_takes_comments_and_any_case() -> None:
    sites = sites_of(["# none", "", " WWW.Check.example/ ", "news.example/Checks # a part"])
    assert sites.has("check.example/1") and sites.has("a.check.example") and sites.has("news.example/checks/1")
    assert not sites.has("news.example/checkers") and not sites.has("none")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("How many calls did the brigade answer in the storm?", "Did the brigade answer 120 calls in the storm?", False),
        ("When did the brigade answer 120 calls in the storm?", "Did the brigade answer 120 calls in the storm?", False),
        ("In how many years did the brigade answer calls?", "In what years did the brigade answer calls?", False),
        ("Who sold the old bridge?", "Who really sold the old bridge?", True),
        ("Did the mayor sell the old bridge?", "Has the mayor sold the old bridge?", False),
        ("Did the mayor sell the old bridge?", "Did a mayor sell the old bridge?", True),
        ("What did the old bridge cost?", "How much did the old bridge cost?", False),
    ],
)
def test_questions_for_other_things_are_not_alike(first: str, second: str, same: bool) -> None:
    assert alike(first, second) is same


@pytest.mark.parametrize(
    "sentence",
    [
        "The vote was on Feb. 28 in Boulder, Colo. and nobody came.",
        "Mr. Holt paid No. 7 on Aug. 3 for it.",
        "Dr. Ann Lee of the U.S. Army spoke.",
    ],
)
def test_abbreviations_end_no_sentence(sentence: str) -> None:
    assert sentences_of(f"{sentence} More follows.") == [sentence, "More follows."]
