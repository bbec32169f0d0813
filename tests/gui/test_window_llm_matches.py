"""Notes of the language model on a match, in Document and Claims: requested, set apart, stored, and rejected with a message."""

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
def ranked_window(window: MainWindow, client: FakeTaskClient) -> MainWindow:
    """Provide a ranked document whose first fact-check is Spanish, with a chosen language model."""
    client.library = [replace(client.library[0], language="es"), *client.library[1:]]
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    window.document.requests.open_text(TEXT)
    client.run()
    window.document.page.choose_sentence(0)
    return window


def first_card(window: MainWindow) -> MatchCard:
    return window.document.page.matches.cards[0]


def press_note_button(window: MainWindow, use: Use) -> None:
    notes = first_card(window).notes
    assert notes is not None
    notes.buttons[use].click()


def note_text(window: MainWindow, use: Use) -> str:
    notes = first_card(window).notes
    assert notes is not None and not notes.isHidden()
    return notes.blocks[use].text.spoken


def test_without_a_model_nothing_is_offered(window: MainWindow, client: FakeTaskClient) -> None:
    window.document.requests.open_text(TEXT)
    client.run()
    window.document.page.choose_sentence(0)
    notes = first_card(window).notes
    assert notes is not None and not notes.buttons and notes.isHidden()


def test_the_explanation_is_shown_in_the_card_with_its_quotation(ranked_window: MainWindow, client: FakeTaskClient) -> None:
    press_note_button(ranked_window, Use.SETTLING)
    button = first_card(ranked_window).notes.buttons[Use.SETTLING]  # type: ignore[union-attr]
    assert button.text() == "Asking…" and not button.isEnabled()
    client.run()
    assert button.text() == "Why this settles it" and button.isEnabled()
    note = note_text(ranked_window, Use.SETTLING)
    assert note.startswith("The language model on why this settles it.") and "The fact-check: “Harbour bridges cost" in note
    assert "quotations were checked" in note and "tokens read" in note
    (request,) = client.of(protocol.NoteMatch)
    assert request.sentence == TEXT.splitlines()[0] and not request.target


def test_a_foreign_claim_is_shown_translated_and_in_the_original(ranked_window: MainWindow, client: FakeTaskClient) -> None:
    notes = first_card(ranked_window).notes
    assert notes is not None and notes.buttons[Use.TRANSLATION].text() == "Translate into English"
    press_note_button(ranked_window, Use.TRANSLATION)
    client.run()
    note = note_text(ranked_window, Use.TRANSLATION)
    assert note.startswith("Machine translation by the language model, from Spanish into English.")
    assert "xHarbour xbridges" in note and "Original: “Harbour bridges cost nine million crowns”" in note
    assert first_card(ranked_window).claim.text() == "Harbour bridges cost nine million crowns"


def test_a_note_returns_with_its_match_and_on_no_other(ranked_window: MainWindow, client: FakeTaskClient) -> None:
    page = ranked_window.document.page
    press_note_button(ranked_window, Use.SETTLING)
    client.run()
    page.choose_sentence(2)
    notes = first_card(ranked_window).notes
    assert notes is not None and not notes.blocks
    page.choose_sentence(0)
    assert "Harbour bridges" in note_text(ranked_window, Use.SETTLING) and len(client.of(protocol.NoteMatch)) == 1


def test_a_late_answer_is_stored_for_its_sentence(ranked_window: MainWindow, client: FakeTaskClient) -> None:
    page = ranked_window.document.page
    press_note_button(ranked_window, Use.SETTLING)
    page.choose_sentence(2)
    client.run()
    assert all(not card.notes.blocks for card in page.matches.cards if card.notes)
    page.choose_sentence(0)
    assert "Harbour bridges" in note_text(ranked_window, Use.SETTLING)


def test_rejected_output_is_hidden_and_counted(ranked_window: MainWindow, client: FakeTaskClient) -> None:
    client.writer.said["lines"] = [{"line": "The moon is made of cheese", "quote": "the moon is made"}]
    press_note_button(ranked_window, Use.SETTLING)
    client.run()
    note = note_text(ranked_window, Use.SETTLING)
    assert "did not hold and is not shown: what it quotes does not stand there word for word" in note and "cheese" not in note


def test_a_fault_is_reported_and_a_stop_changes_nothing(ranked_window: MainWindow, client: FakeTaskClient) -> None:
    client.breaking[protocol.NoteMatch] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    press_note_button(ranked_window, Use.SETTLING)
    client.run()
    error = ranked_window.document.page.error
    assert error.hint.text() == "Choose a smaller model." and first_card(ranked_window).notes.buttons[Use.SETTLING].isEnabled()  # type: ignore[union-attr]
    del client.breaking[protocol.NoteMatch]
    press_note_button(ranked_window, Use.SETTLING)
    ranked_window.status.cancel.click()
    client.run()
    assert ranked_window.status.activity.text() == "Stopped." and not first_card(ranked_window).notes.blocks  # type: ignore[union-attr]


def test_in_claims_as_well(ranked_window: MainWindow, client: FakeTaskClient) -> None:
    ranked_window.go(CLAIMS)
    ranked_window.claims.look_up(TEXT)
    client.run()
    page = ranked_window.claims.page
    page.list.setCurrentIndex(page.model.index(0))
    notes = page.matches.cards[0].notes
    assert notes is not None
    notes.buttons[Use.SETTLING].click()
    client.run()
    assert "Harbour bridges" in notes.blocks[Use.SETTLING].text.spoken


def test_a_blind_review_and_a_claim_of_the_readers_language_offer_no_translation() -> None:
    foreign, same_language = make_match(language="es"), make_match(language="en-GB")
    assert card(1, foreign, llm_target="en").llm_offers == (Use.SETTLING, Use.TRANSLATION)
    assert card(1, same_language, llm_target="en").llm_offers == (Use.SETTLING,)
    assert card(1, make_match(), llm_target="en").llm_offers == (Use.SETTLING, Use.TRANSLATION)
    assert card(1, foreign, llm_target="en", my_languages=("es", "en")).llm_offers == (Use.SETTLING,)
    assert card(1, foreign, llm_target="en", hidden=True).llm_offers == () == card(1, foreign).llm_offers


def test_the_target_is_a_language_that_the_reader_reads(ranked_window: MainWindow) -> None:
    assert ranked_window.document.page.matches.context.llm_target == "en"
    ranked_window.preferences.set("my_languages", ("pt", "es"))
    assert ranked_window.document.page.matches.context.llm_target == "pt"
    ranked_window.preferences.set("my_languages", ("pt", "en-GB"))
    assert ranked_window.document.page.matches.context.llm_target == "en"


def test_notes_contain_no_hidden_or_bidirectional_characters() -> None:
    usage = TokenUsage(calls=1, tokens=40, prompt_tokens=1500, seconds=2.25)
    record = AssistRecord(model="m", use=Use.SETTLING, spent=usage)
    line = SettlingLine(text="It\u202e is", quote="a <b>", source="sentence")
    text = settling_text((line,), record)
    assert "\u202e" not in text.parts[0][0] and text.parts[0][1] == "What was said: “a <b>”"
    assert effort_of(record) == "(2.2 s, 1,500 tokens read, 40 said)" and effort_of(AssistRecord(model="m", use=Use.SETTLING)) == ""
    nothing = translation_text(None, AssistRecord(model="m", use=Use.TRANSLATION))
    assert nothing.note == "The claim is in this language already."
    dropped = replace(record, spent=usage.without(Dropped("x", DropReason.LOST, "400"), Dropped("y", DropReason.LOST, "400")))
    assert translation_text(None, dropped).note.count("400") == 1
    unknown = translation_text(Translated(original="a", text="b", source="", target="en"), record)
    assert unknown.heading == "Machine translation by the language model"
