"""Statements of answers, the paper's rule, assignment of passages to questions, spans, justification, and the linear models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.stance import Stance, StanceProbabilities
from app.domain.verification import NO_ANSWER, AnswerType, EvidenceAnswer, EvidenceQuestion, Judgement, Veracity
from app.errors import ModelError
from app.ports import Span
from app.verify.assigning import MOST, assigned
from app.verify.justification import justification
from app.verify.linear_model import LinearFile, LinearModel, load_linear
from app.verify.premises import answers_nothing, asked, polarity, premise
from app.verify.rule import by_rule, deciding
from app.verify.spans import answer_span

FOR, AGAINST, NEITHER = (
    StanceProbabilities(support=0.8, refute=0.1, neutral=0.1),
    StanceProbabilities(support=0.1, refute=0.7, neutral=0.2),
    StanceProbabilities(support=0.1, refute=0.1, neutral=0.8),
)


def answer(text: str, *, stance: StanceProbabilities | None = None, explanation: str = "", passage: str = "") -> EvidenceAnswer:
    kind = AnswerType.BOOLEAN if explanation else AnswerType.EXTRACTIVE
    return EvidenceAnswer(text=text, kind=kind, explanation=explanation, stance=stance, passage=passage)


@pytest.mark.parametrize(
    ("stances", "label"),
    [
        ([Stance.AGREE, Stance.UNRELATED], Veracity.SUPPORTED),
        ([Stance.DISAGREE], Veracity.REFUTED),
        ([Stance.DISAGREE, Stance.AGREE], Veracity.CONFLICTING),
        ([Stance.UNRELATED], Veracity.NOT_ENOUGH),
        ([], Veracity.NOT_ENOUGH),
    ],
)
def test_the_papers_rule(stances: list[Stance], label: Veracity) -> None:
    assert by_rule(stances) is label


def test_deciding_answers_support_the_label() -> None:
    sides = {(0, 0): -0.7, (0, 1): 0.8, (1, 0): 0.0, (1, 1): 0.9}
    assert deciding(sides, Veracity.REFUTED) == ((0, 0),)
    assert deciding(sides, Veracity.SUPPORTED) == ((1, 1), (0, 1))
    assert deciding(sides, Veracity.CONFLICTING) == ((1, 1), (0, 1), (0, 0))
    assert deciding(sides, Veracity.NOT_ENOUGH) == ()


def test_yes_and_no_are_read_with_their_question() -> None:
    question = "Did the mayor sell the bridge?"
    assert premise(question, answer("Yes")) == "The mayor sold the bridge."
    assert premise(question, answer("No", explanation="He rents it.")) == "It is not the case that the mayor sold the bridge. He rents it."
    assert premise("Who sold it?", answer("Anna")) == "Who sold it? Anna"
    assert premise(question, answer("The deed names the mayor as the seller of it.")) == "The deed names the mayor as the seller of it."
    assert [polarity(text) for text in ("Yes, he did", "No. Never", "No evidence was found", "Nobody")] == [1, -1, 0, 0]
    assert asked(question) == "The mayor sold the bridge" and asked("Who sold it?") == ""


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("4.2 billion crowns, the council said", False),
        ("About four times as much as in 2012", False),
        ("The bridge has cost 4.2 billion crowns", True),
        ("It opened late in 2012, the council said", True),
        ("Die Brücke hat 4,2 Milliarden Kronen gekostet", True),
        ("El puente costó cuatro mil millones de coronas", True),
        ("Мост стоил четыре миллиарда крон в год", True),
        ("From the very first sketch to the last rivet of the railing, nothing but debts", True),
    ],
)
def test_an_answer_without_a_verb_is_read_with_its_question(text: str, alone: bool) -> None:
    question = "What did the bridge cost?"
    assert premise(question, answer(text)) == (text if alone else f"{question} {text}")


def test_a_passages_own_yes_answers_another_question() -> None:
    yes_answer = answer("No. The square was never sold by anyone.", passage="p#0-9")
    assert premise("Did the mayor sell the bridge?", yes_answer) == "No. The square was never sold by anyone."


@pytest.mark.parametrize(
    "text", ["By Miriam Valverde • January 29, 2021", "66", "Yes. Bernard Baruch", "4.2 billion crowns, the council said"]
)
def test_a_found_passage_is_read_without_the_question(text: str) -> None:
    assert premise("Did Cristiano Ronaldo sign for Bayern Munich in 2021?", answer(text, passage="p#0-9")) == text


def test_no_answer_is_known_in_any_spelling() -> None:
    assert answers_nothing(answer(NO_ANSWER)) and answers_nothing(answer("no answer could be found")) and answers_nothing(answer(" "))
    assert not answers_nothing(answer("None of them answered."))


def test_the_surest_pairs_come_first_and_no_passage_twice() -> None:
    scores = np.array([[0.9, 0.8, 0.1], [0.95, 0.3, 0.2]])
    never = assigned(scores, per_question=2, least=0.15, repeats=lambda _one, _other: False)
    assert never == [[1], [0, 2]]
    same = assigned(scores, per_question=2, least=0.15, repeats=lambda first, second: {first, second} == {0, 1})
    assert same == [[], [0, 2]]
    assert assigned(np.empty((2, 0)), per_question=2, least=0.0, repeats=lambda _one, _other: False) == [[], []]
    many = assigned(np.full((3, 40), 0.5), per_question=9, least=0.0, repeats=lambda _one, _other: False)
    assert sum(map(len, many)) == MOST


@given(st.text(max_size=900), st.integers(0, 900), st.integers(1, 40))
def test_an_answer_is_always_a_part_of_its_passage(text: str, start: int, length: int) -> None:
    span = Span(start=min(start, len(text)), end=min(start + length, len(text)), probability=0.5)
    for given_span in (span, None):
        low, high = answer_span(text, given_span)
        assert 0 <= low <= high <= len(text)
        assert text[low:high] == text[low:high].strip() or not text.strip()


def test_a_long_passage_is_cut_at_sentences_around_what_was_read() -> None:
    sentences = [f"Sentence number {number} speaks of bridge {number} and of the people who cross it every day." for number in range(12)]
    text = " ".join(sentences)
    start = text.index("bridge 6")
    low, high = answer_span(text, Span(start=start, end=start + 8, probability=0.9))
    assert sentences[6] in text[low:high] and len(text[low:high].split()) <= 60
    assert text[low:high].startswith("Sentence") and text[low:high].endswith(".")


def test_the_justification_says_what_the_answers_say_and_refers_to_them() -> None:
    questions = (
        EvidenceQuestion(text="Who sold it?", answers=(answer("The deed names the mayor as seller. More follows.", stance=FOR),)),
        EvidenceQuestion(text="When?", answers=(answer(NO_ANSWER),)),
    )
    judgement = Judgement(label=Veracity.SUPPORTED, by_rule=Veracity.SUPPORTED, probabilities=(0.7, 0.1, 0.1, 0.1), deciding=((0, 0),))
    text = justification("The mayor sold the bridge.", questions, judgement, Veracity.SUPPORTED)
    assert text.startswith("The deed names the mayor as seller. [1]")
    assert text.endswith("therefore the claim that the mayor sold the bridge is supported [1].")
    assert "More follows" not in text
    nothing = replace(judgement, label=Veracity.NOT_ENOUGH, deciding=())
    assert "No answer could be found to 1 of 2 questions [2]." in justification("X.", questions, nothing, Veracity.NOT_ENOUGH)


FILE = LinearFile(
    name="test",
    classes=("a", "b"),
    features=("one", "two"),
    mean=(1.0, 0.0),
    scale=(2.0, 1.0),
    coefficients=((1.0, 0.0), (0.0, 1.0)),
    intercepts=(0.0, 0.5),
    words={"yes": (2.0, 0.0)},
)


def test_a_linear_model_adds_features_and_words() -> None:
    model = LinearModel(file=FILE, key="k")
    row = model.probabilities(np.array([[3.0, 0.0], [1.0, 0.0]], np.float32), ({"yes": 1.0, "unknown": 5.0}, {}))
    assert row.shape == (2, 2) and row.sum(axis=1) == pytest.approx([1.0, 1.0])
    assert row[0, 0] == pytest.approx(1 / (1 + np.exp(0.5 - 3.0))) and row[1, 0] < 0.5


def test_a_damaged_or_foreign_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.json"

    def code(features: tuple[str, ...] = FILE.features) -> str:
        with pytest.raises(ModelError) as caught:
            load_linear(path, features=features, classes=FILE.classes)
        return caught.value.code

    assert code() == "model-missing"
    path.write_bytes(b"{")
    assert code() == "model-altered"
    path.write_bytes(msgspec.json.encode(FILE))
    assert load_linear(path, features=FILE.features, classes=FILE.classes).file == FILE
    assert code(("other",)) == "model-mismatch"
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(FILE, words={"yes": (1.0,)})))
    assert code() == "model-mismatch"
