"""The demo debate's translations keep its rows, speakers and numbers, one sentence per row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.domain.document import Sentence
from app.domain.progress import CancelToken
from app.ingest.documents import read_document
from app.paths import resources_dir

DEBATES = Path(__file__).parent / "debates"
LANGUAGES = ("de", "es", "fr", "pt", "pl", "ar")
SENTENCES = 244
NUMBER = re.compile(r"\d+")
ONE_SENTENCE = re.compile(r"[^\t.!?؟]+[.!?؟]")


def _numbers(text: str) -> set[str]:
    return set(NUMBER.findall(text))


@pytest.fixture(scope="module")
def english() -> tuple[Sentence, ...]:
    return tuple(read_document(resources_dir() / "demo" / "debate.vtt", cancel=CancelToken()).sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translated_debate_has_the_rows_of_the_english(language: str, english: tuple[Sentence, ...]) -> None:
    head, *rows = (DEBATES / f"debate_{language}.tsv").read_text(encoding="utf-8").splitlines()
    assert head == "index\tspeaker\ttext"
    assert len(rows) == len(english) == SENTENCES
    for sentence, row in zip(english, rows, strict=True):
        index, speaker, text = row.split("\t")
        assert (index, speaker) == (str(sentence.index), sentence.speaker or ""), row
        assert text == text.strip(), row
        assert ONE_SENTENCE.fullmatch(text), row
        assert _numbers(sentence.text) <= _numbers(text), row
