"""What the language model writes about a match, in Document and in Claims: asked for, set apart, kept, told of when it did not hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.assisted import AssistRecord, Dropped, DropReason, SettlingLine, TokenUsage, Translated, Use
from app.gui.document.match_card import MatchCard
from app.gui.main_window import CLAIMS, MainWindow
from app.gui.model.card import card
from app.gui.model.llm_words import effort_of, settling_text, translation_text
from app.worker import protocol
from tests.fakes.matches import make_match
from tests.fakes.task_client import Broken, FakeTaskClient

TEXT = """Harbour bridges cost nine million crowns
Good evening everybody
Seven rivers cross Velden county"""


@pytest.fixture
def opened(window: MainWindow, client: FakeTaskClient) -> MainWindow:
    """A ranked document whose first fact-check is Spanish, with a language model chosen."""
    client.library = [replace(client.library[0], language="es"), *client.library[1:]]
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    window.document.requests.open_text(TEXT)
    client.run()
    window.document.page.choose_sentence(0)
    return window


def first(window: MainWindow) -> MatchCard:
    return window.document.page.matches.cards[0]


def press(window: MainWindow, use: Use) -> None:
    notes = first(window).notes
    assert notes is not None
    notes.buttons[use].click()


def written(window: MainWindow, use: Use) -> str:
    notes = first(window).notes
    assert notes is not None and not notes.isHidden()
    return notes.blocks[use].text.spoken


def test_without_a_model_nothing_is_offered(window: MainWindow, client: FakeTaskClient) -> None:
    window.document.requests.open_text(TEXT)
    client.run()
    window.document.page.choose_sentence(0)
    notes = first(window).notes
    assert notes is not None and not notes.buttons and notes.isHidden()


def test_why_it_settles_it_stands_in_the_card_with_its_quotation(opened: MainWindow, client: FakeTaskClient) -> None:
    press(opened, Use.SETTLING)
    button = first(opened).notes.buttons[Use.SETTLING]  # type: ignore[union-attr]
    assert button.text() == "Asking…" and not button.isEnabled()
    client.run()
    assert button.text() == "Why this settles it" and button.isEnabled()
    told = written(opened, Use.SETTLING)
    assert told.startswith("The language model on why this settles it.") and "The fact-check: “Harbour bridges cost" in told
    assert "quotations were checked" in told and "tokens read" in told
    (asked,) = client.of(protocol.NoteMatch)
    assert asked.sentence == TEXT.splitlines()[0] and not asked.target


def test_a_foreign_claim_is_translated_beside_the_original(opened: MainWindow, client: FakeTaskClient) -> None:
    notes = first(opened).notes
    assert notes is not None and notes.buttons[Use.TRANSLATION].text() == "Translate into English"
    press(opened, Use.TRANSLATION)
    client.run()
    told = written(opened, Use.TRANSLATION)
    assert told.startswith("Machine translation by the language model, from Spanish into English.")
    assert "xHarbour xbridges" in told and "Original: “Harbour bridges cost nine million crowns”" in told
    assert first(opened).claim.text() == "Harbour bridges cost nine million crowns"


def test_what_was_written_is_there_again_and_never_on_another_match(opened: MainWindow, client: FakeTaskClient) -> None:
    place = opened.document.page
    press(opened, Use.SETTLING)
    client.run()
    place.choose_sentence(2)
    notes = first(opened).notes
    assert notes is not None and not notes.blocks
    place.choose_sentence(0)
    assert "Harbour bridges" in written(opened, Use.SETTLING) and len(client.of(protocol.NoteMatch)) == 1


def test_an_answer_that_comes_late_is_kept_for_its_own_sentence(opened: MainWindow, client: FakeTaskClient) -> None:
    place = opened.document.page
    press(opened, Use.SETTLING)
    place.choose_sentence(2)
    client.run()
    assert all(not each.notes.blocks for each in place.matches.cards if each.notes)
    place.choose_sentence(0)
    assert "Harbour bridges" in written(opened, Use.SETTLING)


def test_what_did_not_hold_is_not_shown_but_told(opened: MainWindow, client: FakeTaskClient) -> None:
    client.writer.said["lines"] = [{"line": "The moon is made of cheese", "quote": "the moon is made"}]
    press(opened, Use.SETTLING)
    client.run()
    told = written(opened, Use.SETTLING)
    assert "did not hold and is not shown: what it quotes does not stand there word for word" in told and "cheese" not in told


def test_a_fault_is_told_and_a_stop_changes_nothing(opened: MainWindow, client: FakeTaskClient) -> None:
    client.breaking[protocol.NoteMatch] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    press(opened, Use.SETTLING)
    client.run()
    error = opened.document.page.error
    assert error.hint.text() == "Choose a smaller model." and first(opened).notes.buttons[Use.SETTLING].isEnabled()  # type: ignore[union-attr]
    del client.breaking[protocol.NoteMatch]
    press(opened, Use.SETTLING)
    opened.status.cancel.click()
    client.run()
    assert opened.status.activity.text() == "Stopped." and not first(opened).notes.blocks  # type: ignore[union-attr]


def test_in_claims_as_well(opened: MainWindow, client: FakeTaskClient) -> None:
    opened.go(CLAIMS)
    opened.claims.look_up(TEXT)
    client.run()
    place = opened.claims.page
    place.list.setCurrentIndex(place.model.index(0))
    notes = place.matches.cards[0].notes
    assert notes is not None
    notes.buttons[Use.SETTLING].click()
    client.run()
    assert "Harbour bridges" in notes.blocks[Use.SETTLING].text.spoken


def test_a_blind_review_and_a_claim_of_the_readers_language_offer_no_translation() -> None:
    foreign, own = make_match(language="es"), make_match(language="en-GB")
    assert card(1, foreign, llm_target="en").llm_offers == (Use.SETTLING, Use.TRANSLATION)
    assert card(1, own, llm_target="en").llm_offers == (Use.SETTLING,)
    assert card(1, make_match(), llm_target="en").llm_offers == (Use.SETTLING, Use.TRANSLATION)
    assert card(1, foreign, llm_target="en", my_languages=("es", "en")).llm_offers == (Use.SETTLING,)
    assert card(1, foreign, llm_target="en", hidden=True).llm_offers == () == card(1, foreign).llm_offers


def test_the_target_is_a_language_that_the_reader_reads(opened: MainWindow) -> None:
    assert opened.document.page.matches.context.llm_target == "en"
    opened.preferences.set("my_languages", ("pt", "es"))
    assert opened.document.page.matches.context.llm_target == "pt"
    opened.preferences.set("my_languages", ("pt", "en-GB"))
    assert opened.document.page.matches.context.llm_target == "en"


def test_the_words_hide_nothing_and_turn_nothing_around() -> None:
    spent = TokenUsage(calls=1, tokens=40, prompt_tokens=1500, seconds=2.25)
    record = AssistRecord(model="m", use=Use.SETTLING, spent=spent)
    line = SettlingLine(text="It\u202e is", quote="a <b>", source="sentence")
    text = settling_text((line,), record)
    assert "\u202e" not in text.parts[0][0] and text.parts[0][1] == "What was said: “a <b>”"
    assert effort_of(record) == "(2.2 s, 1,500 tokens read, 40 said)" and effort_of(AssistRecord(model="m", use=Use.SETTLING)) == ""
    nothing = translation_text(None, AssistRecord(model="m", use=Use.TRANSLATION))
    assert nothing.note == "The claim is in this language already."
    dropped = replace(record, spent=spent.without(Dropped("x", DropReason.LOST, "400"), Dropped("y", DropReason.LOST, "400")))
    assert translation_text(None, dropped).note.count("400") == 1
    unknown = translation_text(Translated(original="a", text="b", source="", target="en"), record)
    assert unknown.heading == "Machine translation by the language model"
