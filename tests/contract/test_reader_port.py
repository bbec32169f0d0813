"""Contract of Reader: the bundled one, and random weights in OpenVINO and in torch."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.domain.progress import CancelToken
from app.errors import Cancelled
from app.inference.network.runtime import PRECISION_SWITCH
from app.inference.reading.rows import WINDOW, ReaderTokenizer
from app.ports import Reader
from tests.fakes.readers import shipped_reader, tiny_folder, tiny_reader

QUESTION = "Where does the water come from?"
TEXTS = [
    "I read that the water comes from the old well behind the school, and nobody tests it.",
    "Nobody knows.",
    "lol 😂😂 the WATER again… it comes from Lake Marrow!!",
    "It rained all day and the match was boring. " * 40 + "The water comes from Lake Marrow. " + "Then we went home. " * 20,
]
ODD = ["", "   ", "😂😂😂", "ᚁᚂᚃ ᚄᚅ", "?!", "a lone surrogate \ud800 inside", "[SEP] [CLS] [PAD]", "\x00\x01", "word " * 2_000]


@pytest.fixture(params=["shipped", "openvino", "torch"])
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    if request.param == "shipped":
        return shipped_reader()
    return tiny_reader(tmp_path_factory.getbasetemp(), str(request.param))


def test_an_answer_is_a_part_of_its_text_with_a_probability(reader: Reader) -> None:
    spans = reader.read(QUESTION, TEXTS, cancel=CancelToken())
    assert len(spans) == len(TEXTS)
    for text, span in zip(TEXTS, spans, strict=True):
        assert span is not None and 0 <= span.start < span.end <= len(text) and 0 <= span.probability <= 1
        assert text[span.start : span.end].strip() == text[span.start : span.end]


def test_an_answer_is_a_function_of_question_and_text_alone(reader: Reader) -> None:
    together = reader.read(QUESTION, TEXTS * 5 + TEXTS[::-1], cancel=CancelToken())
    alone = [reader.read(QUESTION, [text], cancel=CancelToken())[0] for text in TEXTS]
    for answer, expected in zip(together, alone * 5 + alone[::-1], strict=True):
        assert answer is not None and expected is not None
        assert (answer.start, answer.end) == (expected.start, expected.end)
        assert answer.probability == pytest.approx(expected.probability, abs=1e-5)


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_unreadable_texts_have_no_answer(reader: Reader, text: str) -> None:
    for question in (QUESTION, text):
        (span,) = reader.read(question, [text], cancel=CancelToken())
        assert span is None or 0 <= span.start < span.end <= len(text)
    if not any(map(str.isalnum, text)):
        assert reader.read(QUESTION, [text], cancel=CancelToken()) == [None]


def test_no_texts_give_no_answers_and_cancel_is_honoured(reader: Reader) -> None:
    assert reader.read(QUESTION, [], cancel=CancelToken()) == []
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        reader.read(QUESTION, TEXTS, cancel=cancelled)


def test_both_backends_find_the_same_answers(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRECISION_SWITCH, "float32")
    base = tmp_path_factory.getbasetemp()
    openvino_answers, torch_answers = (
        tiny_reader(base, name).read(QUESTION, TEXTS, cancel=CancelToken()) for name in ("openvino", "torch")
    )
    for first, second in zip(openvino_answers, torch_answers, strict=True):
        assert first is not None and second is not None
        assert (first.start, first.end) == (second.start, second.end)
        assert first.probability == pytest.approx(second.probability, abs=1e-3)


def test_the_shipped_reader_finds_the_answer_also_late_in_a_long_post() -> None:
    spans = shipped_reader().read(QUESTION, TEXTS, cancel=CancelToken())
    answers = [text[span.start : span.end] if span else "" for text, span in zip(TEXTS, spans, strict=True)]
    assert "well" in answers[0] and "Marrow" in answers[2] and "Marrow" in answers[3]
    probabilities = [span.probability for span in spans if span]
    assert min(probabilities[0], probabilities[2]) > probabilities[1]


def test_windows_cover_a_text_and_cut_between_words(tmp_path_factory: pytest.TempPathFactory) -> None:
    tokenizer = ReaderTokenizer(tiny_folder(tmp_path_factory.getbasetemp()) / "trunk" / "tokenizer.json")
    text = "".join(f"ab{number} " for number in range(60))  # about 240 tokens of the tiny vocabulary
    windows = tokenizer.windows(text)
    assert len(windows) > 1 and windows[0][0] == 0 and windows[-1][1] == len(text.rstrip())
    for low, high in windows:
        assert 0 < len(tokenizer.places(text[low:high])) <= WINDOW
        assert (low == 0 or text[low - 1] == " ") and not text[low].isspace()
    for (_, end), (start, _) in pairwise(windows):
        assert start < end  # each begins inside the one before
    assert tokenizer.windows("short") == [(0, 5)] and tokenizer.windows("") == [(0, 0)]
