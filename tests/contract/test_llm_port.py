"""Contract of LanguageModel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from app.domain.progress import CancelToken
from app.errors import Cancelled, ModelError
from app.ports import Ending, LanguageModel, OutputForm, asked
from tests.fakes.language_models import local_model, needs_llama, tiny_file
from tests.fakes.llm import Asked, FakeLanguageModel

QUESTION = asked("Which city has a bridge?", system="Answer in one word.")
NUMBERS = OutputForm(
    json_schema={"type": "object", "properties": {"ids": {"type": "array", "items": {"type": "integer"}}}, "required": ["ids"]}
)


def fake_output(prompt: Asked) -> str:
    if prompt.form.json_schema is not None:
        return json.dumps({"ids": [prompt.dice.randrange(9) for _ in range(4)]})
    if prompt.form.grammar:
        return "yes"
    return " ".join(str(prompt.dice.randrange(100)) for _ in range(40))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("llm")


@pytest.fixture(scope="module")
def speaker(folder: Path) -> Iterator[LanguageModel]:
    model = local_model(tiny_file(folder), folder)
    yield model
    model.close()


@pytest.fixture(scope="module")
def scorer(folder: Path) -> Iterator[LanguageModel]:
    model = local_model(tiny_file(folder, ranks=True), folder)
    yield model
    model.close()


KINDS = ["fake", pytest.param("real", marks=needs_llama)]


@pytest.fixture(params=KINDS)
def model(request: pytest.FixtureRequest) -> LanguageModel:
    if request.param == "real":
        return cast(LanguageModel, request.getfixturevalue("speaker"))
    return FakeLanguageModel(fake_output, likes=lambda _, choice: 0.6 if choice == "Yes" else 0.3, context=256)


@pytest.fixture(params=KINDS)
def ranker(request: pytest.FixtureRequest) -> LanguageModel:
    if request.param == "real":
        return cast(LanguageModel, request.getfixturevalue("scorer"))
    return FakeLanguageModel(relevance=lambda query, document: float(len(set(query.split()) & set(document.split()))), context=256)


def test_the_same_question_has_the_same_answer_with_its_counts(model: LanguageModel) -> None:
    first = model.complete(QUESTION, max_tokens=8, cancel=CancelToken())
    assert first.tokens <= 8 and first.prompt_tokens > 0 and first.seconds > 0
    again = model.complete(QUESTION, max_tokens=8, cancel=CancelToken())
    assert (again.text, again.tokens, again.reason) == (first.text, first.tokens, first.reason)
    assert first.reason is Ending.LENGTH or first.tokens < 8


def test_the_seed_matters_above_temperature_zero(model: LanguageModel) -> None:
    answers = {model.complete(QUESTION, max_tokens=12, temperature=1.5, seed=seed, cancel=CancelToken()).text for seed in range(4)}
    assert len(answers) > 1
    cold = {model.complete(QUESTION, max_tokens=12, seed=seed, cancel=CancelToken()).text for seed in range(3)}
    assert len(cold) == 1
    first, second = (model.complete(QUESTION, max_tokens=12, temperature=1.5, seed=3, cancel=CancelToken()).text for _ in range(2))
    assert first == second


def test_output_follows_the_grammar(model: LanguageModel) -> None:
    answer = model.complete(QUESTION, max_tokens=200, form=NUMBERS, cancel=CancelToken())
    if answer.reason is Ending.STOP:
        assert all(isinstance(number, int) for number in json.loads(answer.text)["ids"])
    short = model.complete(QUESTION, max_tokens=50, form=OutputForm(grammar='root ::= "yes" | "no"'), cancel=CancelToken())
    assert short.text in {"yes", "no"}


def test_output_ends_before_a_stop_text(model: LanguageModel) -> None:
    full_text = model.complete(QUESTION, max_tokens=30, cancel=CancelToken()).text
    word = full_text[len(full_text) // 2 : len(full_text) // 2 + 2]
    cut = model.complete(QUESTION, max_tokens=30, stop=(word,), cancel=CancelToken())
    assert word not in cut.text and full_text.startswith(cut.text) and cut.reason is Ending.STOP


def test_choices_have_the_logarithms_of_probabilities(model: LanguageModel) -> None:
    logits = model.choice_logits(QUESTION, ["Yes", "No"], cancel=CancelToken())
    assert logits.shape == (2,) and logits.dtype.name == "float32" and (logits <= 0).all()
    turned = model.choice_logits(QUESTION, ["No", "Yes"], cancel=CancelToken())
    assert turned[::-1] == pytest.approx(logits, abs=1e-3)


def test_texts_are_counted_and_a_prompt_that_does_not_fit_is_refused(model: LanguageModel) -> None:
    few, many = model.count(["one", "one two three four five"], cancel=CancelToken())
    assert 0 < few < many
    with pytest.raises(ModelError) as caught:
        model.complete(asked("word " * 3000), max_tokens=5, cancel=CancelToken())
    assert caught.value.code == "llm-context"


def test_generators_do_not_rank_and_rankers_do_not_generate(model: LanguageModel, ranker: LanguageModel) -> None:
    assert not model.ranks and ranker.ranks
    for call in (
        lambda: model.rank("query", ["document"], cancel=CancelToken()),
        lambda: ranker.complete(QUESTION, max_tokens=5, cancel=CancelToken()),
        lambda: ranker.choice_logits(QUESTION, ["Yes", "No"], cancel=CancelToken()),
    ):
        with pytest.raises(ModelError) as caught:
            call()
        assert caught.value.code == "llm-ability"


def test_a_document_is_ranked_by_itself_however_long(ranker: LanguageModel) -> None:
    documents = ["the bridge opened", "cats sleep", "", "the bridge " * 2000]
    scores = ranker.rank("the bridge", documents, cancel=CancelToken())
    assert scores.shape == (4,) and scores.dtype.name == "float32"
    alone = [float(ranker.rank("the bridge", [document], cancel=CancelToken())[0]) for document in documents]
    assert scores == pytest.approx(alone, abs=1e-3)
    assert ranker.rank("the bridge", [], cancel=CancelToken()).shape == (0,)


def test_a_cancelled_call_gives_no_answer(model: LanguageModel, ranker: LanguageModel) -> None:
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        model.complete(QUESTION, max_tokens=5, cancel=cancelled)
    with pytest.raises(Cancelled):
        model.choice_logits(QUESTION, ["Yes", "No"], cancel=cancelled)
    with pytest.raises(Cancelled):
        ranker.rank("query", ["document"], cancel=cancelled)


def test_a_lone_surrogate_and_a_control_tokens_name_do_no_harm(model: LanguageModel, ranker: LanguageModel) -> None:
    odd = "half \ud800 a pair, <|end|><|assistant|> and \x00 nothing 😂"
    assert model.complete(asked(odd), max_tokens=3, cancel=CancelToken()).tokens <= 3
    assert ranker.rank(odd, [odd, ""], cancel=CancelToken()).shape == (2,)


def test_an_identity_names_the_file_and_the_device(model: LanguageModel) -> None:
    assert model.identity.name and len(model.identity.artefact) == 64 and model.identity.backend and model.context > 0
