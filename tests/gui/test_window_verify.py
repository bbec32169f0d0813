"""The Verify place: claims begun, questions and dated answers, the machine's verdict and one's own, all of it kept and taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QWidget

from app.domain.evidence import EvidenceDocument, SourceWarning
from app.domain.stored_verification import StoredVerification
from app.domain.verification import NO_ANSWER, AnswerType, ClaimForm, EvidenceQuestion, QuestionOrigin, Veracity, Verification
from app.errors import LibraryError
from app.gui.main_window import ASK, CLAIMS, VERIFY, MainWindow
from app.gui.theme import Appearance
from app.gui.verify.answer_dialog import AnswerDialog
from app.gui.verify.controller import VerifyController
from app.gui.verify.page import VerifyPage
from app.worker import protocol
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient
from tests.fakes.verification_file import MemoryVerifications
from tests.fakes.verifications import finished
from tests.fakes.verify_place import settle

CLAIM = ClaimForm(text="The Velden ferry carried 40,000 people in 2019.", speaker="Ben Holt", made=date(2020, 3, 1))


def document(name: str, text: str, *, day: date | None = date(2020, 1, 10), host: str = "office.example") -> EvidenceDocument:
    return EvidenceDocument(
        id=name, text=text, title=f"About {name}", source="Velden Office", url=f"https://{host}/{name}", medium="PDF", published=day
    )


@pytest.fixture
def controller(window: MainWindow, client: FakeTaskClient) -> VerifyController:
    """The place with evidence in the library, looked at."""
    client.evidence.add(
        document("count", "The Velden ferry carried 41,200 people. It is blue."),
        document("late", "The Velden ferry did not carry anybody.", day=date(2020, 3, 1)),
        document("joke", "The Velden ferry is no ferry.", day=None, host="gull.example"),
    )
    client.evidence.evidence.keep_warnings((SourceWarning(host="gull.example", kind="satire"),))
    window.go(VERIFY)
    settle(window.verify, client)
    return window.verify


def begun(controller: VerifyController, client: FakeTaskClient, claim: ClaimForm = CLAIM) -> VerifyPage:
    controller.take(claim)
    return settle(controller, client)


def answered(controller: VerifyController, client: FakeTaskClient) -> VerifyPage:
    """A claim with two questions and what the evidence answers."""
    place = begun(controller, client)
    place.questions.bar.suggest.click()
    settle(controller, client)
    place.questions.bar.seek.click()
    return settle(controller, client)


def current(controller: VerifyController) -> Verification:
    verification = controller.view.verification
    assert verification is not None
    return verification


def say(place: VerifyPage, label: Veracity) -> None:
    """Choose an own verdict."""
    place.verdict.own.setCurrentIndex(place.verdict.own.findText(label.value))


def texts(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel) if each.text()]


def written(client: FakeTaskClient, verifications: MemoryVerifications) -> list[str]:
    return [filed.verification.claim.text for filed in verifications.items.values()]


def test_the_empty_place_says_what_to_do_and_begins_a_claim(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    place = settle(window.verify, client)
    assert place.empty.isVisible() and place.empty.buttons[0].hasFocus() and not place.list.isVisible()
    place.empty.buttons[0].click()
    settle(window.verify, client)
    assert place.questions.form.text.hasFocus() and place.list.model.rowCount() == 1
    assert not place.questions.bar.suggest.isEnabled()


def test_nothing_is_asked_before_the_place_is_looked_at(window: MainWindow, client: FakeTaskClient) -> None:
    assert not window.late.made(VERIFY) and not client.of(protocol.DescribeEvidence)
    QTest.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    settle(window.verify, client)
    window.go(CLAIMS)
    window.go(VERIFY)
    settle(window.verify, client)
    assert window.stack.currentIndex() == VERIFY and len(client.of(protocol.DescribeEvidence)) == 1


def test_a_claim_is_typed_with_a_checklist_and_kept_at_once(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    controller.begin()
    place = settle(controller, client)
    form = place.questions.form
    QTest.keyClicks(form.text, "They said yesterday that it fell")
    form.settle()
    settle(controller, client)
    advice = [line.words.text() for line in form.checklist.lines if "to do" in line.accessibleName()]
    assert "Write the name instead of “They”." in advice and "Write the day instead of “yesterday”." in advice
    assert written(client, verifications) == ["They said yesterday that it fell"]
    form.text.setPlainText("The Velden bridge fell.")
    form.fields["made"].setText("2020-02-30")
    QTest.keyClick(form.fields["made"], Qt.Key.Key_Return)
    assert form.problem.text() == "There is no such day in the calendar." and current(controller).claim.made is None
    form.fields["made"].setText("2999-01-01")
    QTest.keyClick(form.fields["made"], Qt.Key.Key_Return)
    assert form.problem.text() == "This day is still to come."
    form.fields["made"].setText("2020-02-29")
    QTest.keyClick(form.fields["made"], Qt.Key.Key_Return)
    form.settle()
    settle(controller, client)
    assert current(controller).claim.made == date(2020, 2, 29) and form.checklist.fine
    assert place.list.model.data(place.list.model.index(0)) == "The Velden bridge fell."


def test_types_and_strategies_are_chosen_from_menus(controller: VerifyController, client: FakeTaskClient) -> None:
    form = begun(controller, client).questions.form
    action = next(each for each in form.types.entries.actions() if each.text() == "Numerical Claim")
    action.trigger()
    settle(controller, client)
    assert current(controller).claim.types == ("Numerical Claim",) and "Numerical Claim" in form.types.text()
    controller.editing.undo()
    assert not action.isChecked() and current(controller).claim.types == ()


def test_a_sentence_of_the_document_comes_with_speaker_and_context(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    dated = debate.rename(debate.with_name("2018-06-12 debate.txt"))
    window.document.open_path(dated)
    client.run()
    window.document.view.select(4)
    QTest.keyClick(window.document.page.list, Qt.Key.Key_Y)
    place = settle(window.verify, client)
    claim = current(window.verify).claim
    assert window.stack.currentIndex() == VERIFY and claim.text == claim.original == "Seven rivers cross Velden county, I say."
    assert (claim.speaker, claim.made, claim.reporting_source) == ("Anna Berg", date(2018, 6, 12), "2018-06-12 debate.txt")
    assert claim.context == ("Harbour bridges do not cost nine million crowns.", "Ben Holt: Thank you.")
    assert "Ben Holt: Thank you." in place.questions.form.context.text()


def test_claims_come_from_claims_and_from_answers(window: MainWindow, client: FakeTaskClient) -> None:
    window.claims.look_up("Nobody has checked this Velden claim")
    client.run()
    window.claims.page.results.verify_button.click()
    settle(window.verify, client)
    assert window.stack.currentIndex() == VERIFY and current(window.verify).claim.text == "Nobody has checked this Velden claim"
    window.go(ASK)
    client.run()
    window.ask.signals.verify_asked.emit("Rain causes it")
    settle(window.verify, client)
    assert current(window.verify).claim.text == "Rain causes it" and window.verify.page.list.model.rowCount() == 2


def test_questions_are_suggested_added_reworded_moved_and_removed(controller: VerifyController, client: FakeTaskClient) -> None:
    place = begun(controller, client)
    place.questions.bar.suggest.click()
    settle(controller, client)
    first, second = place.questions.cards
    assert first.origin.text() == "Suggested for this type of claim"
    assert second.origin.text() == "Suggested after a question about a past claim: “The old bridge cost two crowns”"
    assert not place.questions.form.details.isVisible()
    place.questions.bar.suggest.click()
    settle(controller, client)
    assert len(place.questions.cards) == 2
    place.questions.bar.add.click()
    assert controller.asking.dialog is not None
    controller.asking.dialog.submitted.emit("  Who owns   the ferry? ")
    controller.asking.dialog.close()
    settle(controller, client)
    assert current(controller).questions[2] == EvidenceQuestion(text="Who owns the ferry?", origin=QuestionOrigin.USER)
    menu(place.questions.cards[2], "Move up")
    menu(place.questions.cards[0], "Remove the question")
    assert [card.question.text for card in place.questions.cards] == ["Who owns the ferry?", "Who measured The Velden?"]
    menu(place.questions.cards[1], "Reword…")
    controller.asking.dialog.submitted.emit("Who counted?")
    controller.asking.dialog.close()
    settle(controller, client)
    assert current(controller).questions[1] == EvidenceQuestion(text="Who counted?")
    for _ in range(4):
        controller.undo()
    assert [question.origin for question in current(controller).questions] == [QuestionOrigin.TEMPLATE, QuestionOrigin.PAST_CLAIM]
    controller.editing.redo()
    assert len(current(controller).questions) == 3


def menu(card: object, text: str) -> None:
    """Press an entry of a question's menu."""
    action = next(each for each in card.change.entries.actions() if each.text() == text)  # type: ignore[attr-defined]
    assert action.isEnabled()
    action.trigger()


def test_answers_are_found_dated_and_judged(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    place = answered(controller, client)
    view = place.questions.view(0, 0)
    assert view is not None and view.text.text() == "The Velden ferry carried 41,200 people."
    assert view.stance.words.text() == "Supports the claim: likely, 80%"
    assert view.facts.text() == "Extractive · Velden Office · office.example · PDF · 2020-01-10"
    assert [line.words.text() for line in view.warnings] == ["Published 51 days before the claim"]
    assert view.passage is not None and view.passage.text().startswith(view.answer.text) and view.passage.spans
    assert place.verdict.machine is not None and place.verdict.machine.label.words.text().startswith("Supported: ")
    assert place.verdict.machine.rule.words.text() == "By the rule: Supported"
    assert "[1]" in place.verdict.justification.toPlainText()
    (kept,) = verifications.items.values()
    assert kept.verification == current(controller) and kept.verification.judgement is not None
    place.verdict.machine.deciding[1].click()
    assert place.questions.current() is place.questions.view(1, 0)


def test_evidence_without_a_date_is_used_only_when_allowed(controller: VerifyController, client: FakeTaskClient) -> None:
    client.evidence.evidence.delete(("count", "late"), cancel=None)  # type: ignore[arg-type]
    place = answered(controller, client)
    nothing = place.questions.view(0, 0)
    assert nothing is not None and nothing.text.text() == NO_ANSWER and nothing.stance.words.text() == "Decides nothing"
    place.questions.bar.undated.click()
    place.questions.cards[0].seek.click()
    settle(controller, client)
    view = place.questions.view(0, 0)
    assert view is not None and view.text.text() == "The Velden ferry is no ferry."
    told = [line.words.text() for line in view.warnings]
    assert told == ["No date: it cannot be told whether this was there before the claim", "The source is on your list: satire"]
    assert place.verdict.machine is not None and place.verdict.machine.label.words.text().startswith("Refuted: ")


def test_an_answer_that_is_context_only_decides_nothing(controller: VerifyController, client: FakeTaskClient) -> None:
    place = answered(controller, client)
    for question in (0, 1):
        view = place.questions.view(question, 0)
        assert view is not None
        view.context.setFocus()
        QTest.keyClick(view.context, Qt.Key.Key_Space)
        settle(controller, client)
    focus = QApplication.focusWidget()
    assert focus is not None and focus.objectName() == "context-1-0"  # the card was made anew, the reader stays
    assert current(controller).label is Veracity.NOT_ENOUGH
    shown = place.questions.view(0, 0)
    assert shown is not None and shown.stance.words.text() == "Context only: it explains, and decides nothing"
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_C)
    settle(controller, client)
    assert current(controller).label is Veracity.SUPPORTED
    controller.undo()
    settle(controller, client)
    assert current(controller).label is Veracity.NOT_ENOUGH


def test_an_own_answer_needs_a_source(controller: VerifyController, client: FakeTaskClient) -> None:
    place = begun(controller, client)
    controller.editing.add_questions(controller.view.shown, (EvidenceQuestion(text="Who owns it?"),))
    place.questions.cards[0].write.click()
    dialog = controller.asking.dialog
    assert isinstance(dialog, AnswerDialog)
    dialog.save()
    assert dialog.problem.text() == "There is no answer yet."
    dialog.text.setPlainText("No")
    dialog.kind.setCurrentIndex(dialog.kind.findData(AnswerType.BOOLEAN.value))
    dialog.explanation.setPlainText("The council does.")
    dialog.save()
    assert dialog.problem.text() == "Name the source of the answer, or give its link."
    dialog.fields["source_url"].setText("office")
    dialog.save()
    assert dialog.problem.text().startswith("A link begins")
    dialog.fields["source_url"].setText("https://office.example/owners")
    dialog.fields["published"].setText("2020-03-05")
    dialog.save()
    settle(controller, client)
    view = place.questions.view(0, 0)
    assert view is not None and [line.words.text() for line in view.warnings] == ["Too late: published 4 days after the claim"]
    assert "The council does." in texts(view) and current(controller).label is Veracity.REFUTED


def test_words_that_are_not_the_sources_are_no_quotation(controller: VerifyController, client: FakeTaskClient) -> None:
    place = answered(controller, client)
    view = place.questions.view(0, 0)
    assert view is not None
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_E)
    dialog = controller.asking.dialog
    assert isinstance(dialog, AnswerDialog) and dialog.text.toPlainText() == view.answer.text
    dialog.text.setPlainText("The ferry carried nobody.")
    dialog.save()
    assert "not the words of the source any more" in dialog.problem.text()
    dialog.text.setPlainText("carried 41,200 people")
    dialog.save()
    settle(controller, client)
    assert current(controller).questions[0].answers[0].text == "carried 41,200 people"
    controller.signals.answer_removed.emit(0, 0)
    settle(controller, client)
    assert not current(controller).questions[0].answers
    menu(place.questions.cards[0], "No answer could be found")
    settle(controller, client)
    assert current(controller).questions[0].answers[0].kind is AnswerType.UNANSWERABLE


def test_looking_for_answers_is_stopped_and_what_was_found_stays(
    controller: VerifyController, client: FakeTaskClient, window: MainWindow
) -> None:
    place = begun(controller, client)
    controller.editing.add_questions(controller.view.shown, [EvidenceQuestion(text=f"How many people, {number}?") for number in range(3)])
    place.questions.cards[0].seek.click()
    place.questions.cards[1].seek.click()
    place.questions.cards[2].seek.click()
    client.run_until(lambda: len(client.of(protocol.AnswerQuestions)) == 2)
    client.step()
    assert place.questions.bar.progress.isVisible() and "1 more" in place.questions.bar.words.text()
    place.questions.bar.stop.click()
    settle(controller, client)
    assert [len(question.answers) for question in current(controller).questions] == [1, 0, 0]
    assert window.status.activity.text() == "Stopped. What was found stays." and not place.questions.bar.progress.isVisible()


def test_the_own_verdict_stands_apart_from_the_machines(controller: VerifyController, client: FakeTaskClient) -> None:
    place = answered(controller, client)
    say(place, Veracity.REFUTED)
    place.verdict.note.setPlainText("They count twice.")
    place.settle()
    settle(controller, client)
    verification = current(controller)
    assert verification.own_label is Veracity.REFUTED and verification.own_note == "They count twice."
    assert verification.judgement is not None and verification.judgement.label is Veracity.SUPPORTED
    assert "is refuted" in verification.justification and not verification.edited
    row = place.list.model.data(place.list.model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert isinstance(row, str) and "Refuted · your own" in row
    controller.undo()
    controller.undo()
    settle(controller, client)
    assert current(controller).own_label is None and place.verdict.own.currentIndex() == 0


def test_the_justification_is_edited_and_written_anew(controller: VerifyController, client: FakeTaskClient) -> None:
    place = answered(controller, client)
    place.verdict.justification.setPlainText("My words [1].")
    place.verdict.settle()
    place.questions.view(0, 0).context.click()  # type: ignore[union-attr]
    settle(controller, client)
    assert current(controller).justification == "My words [1]." and current(controller).edited
    place.verdict.anew.click()
    settle(controller, client)
    assert "Velden ferry" in place.verdict.justification.toPlainText() and not current(controller).edited
    controller.undo()
    assert current(controller).justification == "My words [1]." and place.verdict.justification.toPlainText() == "My words [1]."


def test_the_second_check_is_blind_until_the_verdict_is_given(controller: VerifyController, client: FakeTaskClient) -> None:
    place = answered(controller, client)
    say(place, Veracity.SUPPORTED)
    settle(controller, client)
    place.verdict.check.click()
    check = place.check
    shown = " ".join(texts(check))
    assert check.isVisible() and not place.verdict.isVisible() and not place.list.isVisible()
    assert "41,200" in shown and "By the rule" not in shown and "91%" not in shown and "Supports" not in shown
    check.save()
    assert check.problem.text() == "Choose a verdict first."
    check.labels.button(1).click()
    check.save()
    assert check.problem.text() == "Write your name first."
    check.who.setText("Ida")
    check.note.setPlainText("It says 41,200.")
    check.give.click()
    settle(controller, client)
    told = " ".join(texts(check))
    assert "The second check differs." in told and "Round 1: Ida says Refuted, unlike the verdict (Supported) – It says 41,200." in told
    check.again.click()
    check.labels.button(0).click()
    check.who.setText("Ida")
    check.give.click()
    settle(controller, client)
    assert "The second check agrees." in texts(check) and [each.round for each in current(controller).opinions] == [1, 2]
    check.back.click()
    assert place.verdict.isVisible() and "Round 2: Ida says Supported, as the verdict does" in place.verdict.opinions.text()
    controller.undo()
    assert len(current(controller).opinions) == 1


def test_a_verification_is_published_only_with_an_own_verdict(
    controller: VerifyController, client: FakeTaskClient, window: MainWindow
) -> None:
    place = answered(controller, client)
    assert not place.verdict.publish.isEnabled()
    say(place, Veracity.REFUTED)
    settle(controller, client)
    place.verdict.publish.click()
    dialog = controller.exporting.dialog
    assert dialog is not None and not dialog.publish.isEnabled()
    dialog.publisher.setText("Velden desk")
    dialog.publish.click()
    settle(controller, client)
    published = client.library[-1]
    assert (published.claim, published.publisher, published.rating) == (CLAIM.text, "Velden desk", "Refuted")
    assert controller.view.current is not None and controller.view.current.published == published.id
    assert "fact-check of Velden desk" in window.status.activity.text() and place.verdict.published.isVisible()


@pytest.mark.parametrize("kind", ["Web page (*.html)", "AVeriTeC (*.json)", "Word document (*.docx)"])
def test_a_verification_is_exported(
    controller: VerifyController, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    suffix = kind[kind.index("(*") + 2 : -1]
    controller.export()
    place = answered(controller, client)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), kind))
    place.verdict.export.click()
    settle(controller, client)
    assert (tmp_path / f"out{suffix}").stat().st_size > 500
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), "ClaimReview (*.jsonld)"))
    QTest.keyClick(place.list.list, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    settle(controller, client)
    assert "verdict of your own" in place.error.message.text() and controller.exporting.claimreview is None
    say(place, Veracity.REFUTED)
    QTest.keyClick(place.list.list, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    asked = controller.exporting.claimreview
    assert asked is not None and not asked.go_on.isEnabled() and "of your newsroom" in asked.missing.text()
    asked.newsroom.setText("Velden desk")
    asked.addresses.website.setText("velden.example")
    asked.addresses.article.setText("velden.example/lake")
    asked.go_on.click()
    settle(controller, client)
    (review,) = json.loads((tmp_path / "out.jsonld").read_text(encoding="utf-8"))["@graph"]
    assert (review["url"], review["author"]["url"]) == ("https://velden.example/lake", "https://velden.example")


def test_an_averitec_file_is_opened_and_taken_back(
    controller: VerifyController,
    client: FakeTaskClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    verifications: MemoryVerifications,
) -> None:
    from app.ingest.averitec import claims_bytes

    source = tmp_path / "claims.json"
    source.write_bytes(claims_bytes((finished(), replace(finished(), claim=CLAIM))))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(source), ""))
    controller.page.list.more.entries.actions()[0].trigger()
    place = settle(controller, client)
    assert place.list.model.rowCount() == 2 and len(verifications.items) == 2 and current(controller) == finished()
    controller.undo()
    settle(controller, client)
    assert place.list.model.rowCount() == 0 and not verifications.items and place.empty.isVisible()
    source.write_text("[1", encoding="utf-8")
    place.list.more.entries.actions()[0].trigger()
    settle(controller, client)
    assert "is no JSON of claims" in place.error.message.text()


def test_one_is_deleted_found_again_by_undo_and_by_search(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications, window: MainWindow
) -> None:
    begun(controller, client)
    place = begun(controller, client, ClaimForm(text="Museums lost half of their visitors."))
    place.list.list.setFocus()
    QTest.keyClick(place.list.list, Qt.Key.Key_Delete)
    settle(controller, client)
    assert len(verifications.items) == 1 and "was deleted" in window.status.activity.text() and controller.view.current is None
    place.undo.click()
    settle(controller, client)
    assert len(verifications.items) == 2 and current(controller).claim.text.startswith("Museums")
    QTest.keyClicks(place.list.search, "holt ferry")
    assert place.list.model.rowCount() == 1 and place.list.count.text() == "1 found"
    place.list.list.setCurrentIndex(place.list.model.index(0))
    assert current(controller).claim == CLAIM


def test_what_was_kept_is_there_when_the_window_is_opened_again(
    make_window: Callable[..., MainWindow], client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    kept = StoredVerification(id="x", verification=finished(), created="2026-01-01", changed="2026-01-01")
    older = StoredVerification(id="y", verification=Verification(claim=CLAIM), created="2025-01-01", changed="2025-01-01")
    verifications.keep((kept, older))
    window = make_window(client)
    client.run()
    window.go(VERIFY)
    place = settle(window.verify, client)
    assert current(window.verify) == finished() and place.list.model.rowCount() == 2
    place.list.list.setCurrentIndex(place.list.model.index(1))
    settle(window.verify, client)
    assert current(window.verify).claim == CLAIM
    QTest.keyClicks(place.verdict.note, "Typed, and the window closed")
    window.close()
    assert verifications.items["y"].verification.own_note == "Typed, and the window closed" and verifications.closed


def test_changes_that_cannot_be_kept_stay_and_are_tried_again(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    begun(controller, client)
    verifications.broken = LibraryError("disk-full", "The disk is full.", hint="Free some space.")
    controller.editing.note("One")
    assert not controller.keeping.flush()
    QApplication.processEvents()
    place = controller.page
    assert place.error.message.text() == "Your changes could not be kept: The disk is full." and place.error.button.isVisible()
    verifications.broken = None
    place.error.button.click()
    settle(controller, client)
    assert next(iter(verifications.items.values())).verification.own_note == "One" and not place.error.isVisible()


def test_without_evidence_the_way_to_import_is_offered(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    place = begun(window.verify, client)
    window.verify.editing.add_questions(window.verify.view.shown, (EvidenceQuestion(text="Who?"),))
    place.questions.cards[0].seek.click()
    assert place.error.message.text() == "There is no evidence to look in."
    place.error.button.click()
    assert window.verify.evidence.dialog is not None and place.evidence.isVisible()
    window.verify.evidence.dialog.close()


def test_failures_are_told_in_a_sentence(controller: VerifyController, client: FakeTaskClient) -> None:
    place = begun(controller, client)
    client.breaking[protocol.SuggestQuestions] = Broken("model-missing", "A model is missing.", "Install again.")
    place.questions.bar.suggest.click()
    settle(controller, client)
    assert (place.error.message.text(), place.error.hint.text()) == ("A model is missing.", "Install again.")
    del client.breaking[protocol.SuggestQuestions]
    place.questions.bar.suggest.click()
    settle(controller, client)
    assert not place.error.isVisible() and len(place.questions.cards) == 2


def test_another_library_has_other_verifications(
    controller: VerifyController, client: FakeTaskClient, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = answered(controller, client)
    other = MemoryVerifications()
    monkeypatch.setattr("app.gui.verify.keeping.open_verifications", lambda _library: other)
    window.library.use(tmp_path)
    client.run()
    settle(controller, client)
    assert place.empty.isVisible() and not controller.view.summaries and not place.undo.isEnabled()


def test_links_are_opened_only_after_a_question(
    controller: VerifyController, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("app.gui.links.agreed", lambda _parent, _title, text, **_: bool(asked.append(text)))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: pytest.fail("opened"))
    view = answered(controller, client).questions.view(0, 0)
    assert view is not None
    next(button for button in view.buttons if button.text() == "Open office.example").click()
    assert asked == ["Open office.example in your browser?"]


@pytest.mark.parametrize(
    "text", ["Velden <img src=x onerror=alert(1)><b>ferry</b>", "Velden \u202eferry {{7*7}}", "العبارة Velden 😀 ferry"]
)
def test_what_comes_from_outside_is_shown_as_text(controller: VerifyController, client: FakeTaskClient, text: str) -> None:
    client.evidence.evidence.delete(("count",), cancel=None)  # type: ignore[arg-type]
    evil = document("evil", f"{text} people.")
    client.evidence.add(replace(evil, source="<i>x</i>\u202e", medium="<b>y</b>"))
    controller.take(replace(CLAIM, text=f"{text} people", speaker="<u>z</u>", context=("<s>c</s>\u202e",)))
    settle(controller, client)
    controller.editing.add_questions(controller.view.shown, (EvidenceQuestion(text=f"{text} people?", like="<i>p</i>"),))
    controller.page.questions.cards[0].seek.click()
    place = settle(controller, client)
    labels = [each for each in place.findChildren(QLabel) if each.text()]
    assert labels and all(each.textFormat() is Qt.TextFormat.PlainText for each in labels)
    assert not any("\u202e" in each.text() for each in labels)
    view = place.questions.view(0, 0)
    assert view is not None and view.text.text() == f"{text} people.".replace("\u202e", "")


def test_another_appearance_shows_the_same(controller: VerifyController, client: FakeTaskClient, window: MainWindow) -> None:
    place = answered(controller, client)
    before = [card.text.text() for card in place.questions.cards]
    window.theme.choose(Appearance.DARK)
    settle(controller, client)
    assert [card.text.text() for card in place.questions.cards] == before and len(texts(place.verdict)) > 8
    window.theme.choose(Appearance.LIGHT)


def test_letters_typed_into_the_claim_are_letters(controller: VerifyController, client: FakeTaskClient) -> None:
    place = answered(controller, client)
    place.questions.form.text.setFocus()
    place.questions.form.text.setPlainText("")
    QTest.keyClicks(place.questions.form.text, "jkce")
    field = place.questions.form.fields["speaker"]
    assert isinstance(field, QLineEdit) and place.questions.form.text.toPlainText() == "jkce"
