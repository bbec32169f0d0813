"""Query expansion for questions, and the table of aliases behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.ask import aliases, lexicon
from app.ask.aliases import mentions, named
from app.ask.expansion import MOST, WEIGHTS, Wording, expanded
from app.ask.question import question_type
from app.domain.ask import QuestionType
from app.errors import PriorcheckError

QUESTIONS = (
    "Does garlic cure COVID?",
    "Should the USA leave NATO?",
    "What can cure COVID-19?",
    "Who paid the WHO?",
    "How many people died in the mine?",
    "¿Causa cáncer el 5G?",
    "Ist die Impfung gegen Corona sicher?",
    "Le vaccin est-il sûr ?",
    "O que causa a gripe?",
    "Homework must go",
    "garlic cures",
    "🙂",
)


def _by_kind(question: str) -> dict[Wording, str]:
    return {wording.wording: wording.text for wording in expanded(question, question_type(question))}


@pytest.mark.parametrize("question", QUESTIONS)
def test_at_most_six_distinct_wordings_start_with_the_question(question: str) -> None:
    wordings = expanded(question, question_type(question))
    assert len(wordings) <= MOST
    assert len({wording.wording for wording in wordings}) == len({wording.text.casefold() for wording in wordings}) == len(wordings)
    assert [wording.weight for wording in wordings] == [WEIGHTS[wording.wording] for wording in wordings]
    assert not wordings or (wordings[0].wording, wordings[0].text) == (Wording.QUESTION, question)


def test_a_yes_no_question() -> None:
    assert _by_kind("Does garlic cure COVID?") == {
        Wording.QUESTION: "Does garlic cure COVID?",
        Wording.STATEMENT: "Garlic cures COVID",
        Wording.CONTENT: "garlic cure COVID",
        Wording.ALIAS: "garlic cure coronavirus corona virus SARS-CoV-2",
        Wording.SUPPORTING: "garlic cure COVID true fact proof proven really exposed",
        Wording.DENYING: "garlic cure COVID not true false myth hoax no evidence debunked",
    }


def test_an_entity_question_is_expanded_into_statements() -> None:
    wordings = _by_kind("Where was the treasure buried?")
    assert wordings[Wording.STATEMENT] == "The treasure was buried"
    assert wordings[Wording.SUPPORTING] == "treasure buried in from near place"
    assert Wording.ALIAS not in wordings


def test_the_user_s_choice_of_type_counts() -> None:
    assert (
        _by_kind("Who lied?")[Wording.SUPPORTING]
        != {wording.wording: wording.text for wording in expanded("Who lied?", QuestionType.YES_NO)}[Wording.SUPPORTING]
    )


def test_words_of_the_question_s_language() -> None:
    assert _by_kind("¿La vacuna es segura?")[Wording.DENYING] == "vacuna segura falso mentira bulo mito desmentido"
    assert "Grippe" not in _by_kind("Is the flu deadly?")[Wording.ALIAS]
    assert "Impfstoff" not in _by_kind("Is the vaccine safe?")[Wording.ALIAS]
    assert "Krebs" in _by_kind("Verursacht der neue Mast den cancer?")[Wording.ALIAS]


def test_a_question_without_words_has_no_other_wording() -> None:
    assert expanded("", QuestionType.ENTITY) == () == expanded(" ?! ", QuestionType.YES_NO) == expanded("🙂", QuestionType.YES_NO)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("USA", "United States"),
        ("the U.S.", "United States"),
        ("United states of america", "United States"),
        ("Alemania", "Germany"),
        ("the WHO", "World Health Organization"),
        ("covid 19", "COVID-19"),
        ("SARS-CoV-2", "COVID-19"),
        ("the European Union", "European Union"),
        ("Nato", "North Atlantic Treaty Organization"),
        ("HCQ", "hydroxychloroquine"),
    ],
)
def test_names_of_one_thing(name: str, key: str) -> None:
    alias = named(name)
    assert alias is not None
    assert alias.key == key


@pytest.mark.parametrize("word", ["who", "us", "un", "eu", "it", "is", "in", "a lab", "", "North America", "Brussels sprouts"])
def test_small_words_are_no_abbreviations(word: str) -> None:
    assert named(word) is None


def test_mentions_have_exact_offsets() -> None:
    text = "Did the U.S. and the EU pay the WHO? who knows"
    assert [text[mention.start : mention.end] for mention in mentions(text)] == ["U.S.", "EU", "WHO"]


def test_no_alias_belongs_to_two_keys() -> None:
    keys: dict[tuple[str, ...], str] = {}
    for alias in aliases._table(aliases.resources_dir() / "ask" / "aliases.tsv"):
        for name in (*alias.names, *alias.other_names):
            words = aliases.words_of(name)
            assert words, name
            assert keys.setdefault(words, alias.key) == alias.key, name


def test_missing_tables_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ask").mkdir()
    (tmp_path / "ask" / "aliases.tsv").write_text("no columns\nhere\n", encoding="utf-8")
    for module in (aliases, lexicon):
        monkeypatch.setattr(module, "resources_dir", lambda: tmp_path)
    aliases._names.cache_clear()
    lexicon.lexicon.cache_clear()
    with pytest.raises(PriorcheckError) as names:
        named("USA")
    with pytest.raises(PriorcheckError) as words:
        lexicon.lexicon()
    aliases._names.cache_clear()
    assert (names.value.code, words.value.code) == ("names-missing", "words-missing")
