"""The Verify page: claims, questions and dated answers, the machine's and the user's verdict, all saved and undone."""

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
    """Provide the opened page with evidence in the library."""
    client.evidence.add(
        document("count", "The Velden ferry carried 41,200 people. It is blue."),
        document("late", "The Velden ferry did not carry anybody.", day=date(2020, 3, 1)),
        document("joke", "The Velden ferry is no ferry.", day=None, host="gull.example"),
    )
    client.evidence.evidence.keep_warnings((SourceWarning(host="gull.example", kind="satire"),))
    window.go(VERIFY)
    settle(window.verify, client)
    return window.verify


def begin_claim(controller: VerifyController, client: FakeTaskClient, claim: ClaimForm = CLAIM) -> VerifyPage:
    controller.take(claim)
    return settle(controller, client)


def answer_claim(controller: VerifyController, client: FakeTaskClient) -> VerifyPage:
    """Begin a claim with two questions and answer them from the evidence."""
    page = begin_claim(controller, client)
    page.questions.bar.suggest.click()
    settle(controller, client)
    page.questions.bar.seek.click()
    return settle(controller, client)


def current_verification(controller: VerifyController) -> Verification:
    verification = controller.view.verification
    assert verification is not None
    return verification


def choose_verdict(page: VerifyPage, label: Veracity) -> None:
    """Choose the user's verdict."""
    page.verdict.own.setCurrentIndex(page.verdict.own.findText(label.value))


def label_texts(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.text()]


def stored_claims(client: FakeTaskClient, verifications: MemoryVerifications) -> list[str]:
    return [filed.verification.claim.text for filed in verifications.items.values()]


def test_the_empty_page_says_what_to_do_and_begins_a_claim(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    page = settle(window.verify, client)
    assert page.empty.isVisible() and page.empty.buttons[0].hasFocus() and not page.list.isVisible()
    page.empty.buttons[0].click()
    settle(window.verify, client)
    assert page.questions.form.text.hasFocus() and page.list.model.rowCount() == 1
    assert not page.questions.bar.suggest.isEnabled()


def test_nothing_is_requested_before_the_page_is_opened(window: MainWindow, client: FakeTaskClient) -> None:
    assert not window.late.made(VERIFY) and not client.of(protocol.DescribeEvidence)
    QTest.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    settle(window.verify, client)
    window.go(CLAIMS)
    window.go(VERIFY)
    settle(window.verify, client)
    assert window.stack.currentIndex() == VERIFY and len(client.of(protocol.DescribeEvidence)) == 1


def test_a_claim_is_typed_with_a_checklist_and_saved_at_once(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    controller.begin()
    page = settle(controller, client)
    form = page.questions.form
    QTest.keyClicks(form.text, "They said yesterday that it fell")
    form.settle()
    settle(controller, client)
    advice = [line.words.text() for line in form.checklist.lines if "to do" in line.accessibleName()]
    assert "Write the name instead of “They”." in advice and "Write the day instead of “yesterday”." in advice
    assert stored_claims(client, verifications) == ["They said yesterday that it fell"]
    form.text.setPlainText("The Velden bridge fell.")
    form.fields["made"].setText("2020-02-30")
    QTest.keyClick(form.fields["made"], Qt.Key.Key_Return)
    assert form.problem.text() == 'The date "2020-02-30" does not exist.' and current_verification(controller).claim.made is None
    form.fields["made"].setText("2999-01-01")
    QTest.keyClick(form.fields["made"], Qt.Key.Key_Return)
    assert form.problem.text() == "This day is still to come."
    form.fields["made"].setText("2020-02-29")
    QTest.keyClick(form.fields["made"], Qt.Key.Key_Return)
    form.settle()
    settle(controller, client)
    assert current_verification(controller).claim.made == date(2020, 2, 29) and form.checklist.fine
    assert page.list.model.data(page.list.model.index(0)) == "The Velden bridge fell."


def test_types_and_strategies_are_chosen_from_menus(controller: VerifyController, client: FakeTaskClient) -> None:
    form = begin_claim(controller, client).questions.form
    action = next(entry for entry in form.types.entries.actions() if entry.text() == "Numerical Claim")
    action.trigger()
    settle(controller, client)
    assert current_verification(controller).claim.types == ("Numerical Claim",) and "Numerical Claim" in form.types.text()
    controller.editing.undo()
    assert not action.isChecked() and current_verification(controller).claim.types == ()


def test_a_sentence_of_the_document_comes_with_speaker_and_context(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    dated = debate.rename(debate.with_name("2018-06-12 debate.txt"))
    window.document.open_path(dated)
    client.run()
    window.document.view.select(4)
    QTest.keyClick(window.document.page.list, Qt.Key.Key_Y)
    page = settle(window.verify, client)
    claim = current_verification(window.verify).claim
    assert window.stack.currentIndex() == VERIFY and claim.text == claim.original == "Seven rivers cross Velden county, I say."
    assert (claim.speaker, claim.made, claim.reporting_source) == ("Anna Berg", date(2018, 6, 12), "2018-06-12 debate.txt")
    assert claim.context == ("Harbour bridges do not cost nine million crowns.", "Ben Holt: Thank you.")
    assert "Ben Holt: Thank you." in page.questions.form.context.text()


def test_claims_come_from_claims_and_from_answers(window: MainWindow, client: FakeTaskClient) -> None:
    window.claims.look_up("Nobody has checked this Velden claim")
    client.run()
    window.claims.page.results.verify_button.click()
    settle(window.verify, client)
    assert (
        window.stack.currentIndex() == VERIFY and current_verification(window.verify).claim.text == "Nobody has checked this Velden claim"
    )
    window.go(ASK)
    client.run()
    window.ask.signals.verify_asked.emit("Rain causes it")
    settle(window.verify, client)
    assert current_verification(window.verify).claim.text == "Rain causes it" and window.verify.page.list.model.rowCount() == 2


def test_questions_are_suggested_added_reworded_moved_and_removed(controller: VerifyController, client: FakeTaskClient) -> None:
    page = begin_claim(controller, client)
    page.questions.bar.suggest.click()
    settle(controller, client)
    first, second = page.questions.cards
    assert first.origin.text() == "Suggested for this type of claim"
    assert second.origin.text() == "Suggested after a question about a past claim: “The old bridge cost two crowns”"
    assert not page.questions.form.details.isVisible()
    page.questions.bar.suggest.click()
    settle(controller, client)
    assert len(page.questions.cards) == 2
    page.questions.bar.add.click()
    assert controller.asking.dialog is not None
    controller.asking.dialog.submitted.emit("  Who owns   the ferry? ")
    controller.asking.dialog.close()
    settle(controller, client)
    assert current_verification(controller).questions[2] == EvidenceQuestion(text="Who owns the ferry?", origin=QuestionOrigin.USER)
    press_menu_entry(page.questions.cards[2], "Move up")
    press_menu_entry(page.questions.cards[0], "Remove the question")
    assert [card.question.text for card in page.questions.cards] == ["Who owns the ferry?", "Who measured The Velden?"]
    press_menu_entry(page.questions.cards[1], "Reword…")
    controller.asking.dialog.submitted.emit("Who counted?")
    controller.asking.dialog.close()
    settle(controller, client)
    assert current_verification(controller).questions[1] == EvidenceQuestion(text="Who counted?")
    for _ in range(4):
        controller.undo()
    assert [question.origin for question in current_verification(controller).questions] == [
        QuestionOrigin.TEMPLATE,
        QuestionOrigin.PAST_CLAIM,
    ]
    controller.editing.redo()
    assert len(current_verification(controller).questions) == 3


def press_menu_entry(card: object, text: str) -> None:
    """Trigger an entry of a question's menu."""
    action = next(entry for entry in card.change.entries.actions() if entry.text() == text)  # type: ignore[attr-defined]
    assert action.isEnabled()
    action.trigger()


def test_answers_are_found_dated_and_judged(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    page = answer_claim(controller, client)
    view = page.questions.view(0, 0)
    assert view is not None and view.text.text() == "The Velden ferry carried 41,200 people."
    assert view.stance.words.text() == "Supports the claim: likely, 80%"
    assert view.facts.text() == "Extractive · Velden Office · office.example · PDF · 2020-01-10"
    assert [line.words.text() for line in view.warnings] == ["Published 51 days before the claim"]
    assert view.passage is not None and view.passage.text().startswith(view.answer.text) and view.passage.spans
    assert page.verdict.machine is not None and page.verdict.machine.label.words.text().startswith("Supported: ")
    assert page.verdict.machine.rule.words.text() == "By the rule: Supported"
    assert "[1]" in page.verdict.justification.toPlainText()
    (filed,) = verifications.items.values()
    assert filed.verification == current_verification(controller) and filed.verification.judgement is not None
    page.verdict.machine.deciding[1].click()
    assert page.questions.current() is page.questions.view(1, 0)


def test_evidence_without_a_date_is_used_only_when_allowed(controller: VerifyController, client: FakeTaskClient) -> None:
    client.evidence.evidence.delete(("count", "late"), cancel=None)  # type: ignore[arg-type]
    page = answer_claim(controller, client)
    nothing = page.questions.view(0, 0)
    assert nothing is not None and nothing.text.text() == NO_ANSWER and nothing.stance.words.text() == "Decides nothing"
    page.questions.bar.undated.click()
    page.questions.cards[0].seek.click()
    settle(controller, client)
    view = page.questions.view(0, 0)
    assert view is not None and view.text.text() == "The Velden ferry is no ferry."
    warnings = [line.words.text() for line in view.warnings]
    assert warnings == ["No date: it cannot be told whether this was there before the claim", "The source is on your list: satire"]
    assert page.verdict.machine is not None and page.verdict.machine.label.words.text().startswith("Refuted: ")


def test_an_answer_that_is_context_only_decides_nothing(controller: VerifyController, client: FakeTaskClient) -> None:
    page = answer_claim(controller, client)
    for question in (0, 1):
        view = page.questions.view(question, 0)
        assert view is not None
        view.context.setFocus()
        QTest.keyClick(view.context, Qt.Key.Key_Space)
        settle(controller, client)
    focus = QApplication.focusWidget()
    assert focus is not None and focus.objectName() == "context-1-0"  # the card was made anew, the reader stays
    assert current_verification(controller).label is Veracity.NOT_ENOUGH
    answer_view = page.questions.view(0, 0)
    assert answer_view is not None and answer_view.stance.words.text() == "Context only: it explains, and decides nothing"
    answer_view.setFocus()
    QTest.keyClick(answer_view, Qt.Key.Key_C)
    settle(controller, client)
    assert current_verification(controller).label is Veracity.SUPPORTED
    controller.undo()
    settle(controller, client)
    assert current_verification(controller).label is Veracity.NOT_ENOUGH


def test_a_typed_answer_needs_a_source(controller: VerifyController, client: FakeTaskClient) -> None:
    page = begin_claim(controller, client)
    controller.editing.add_questions(controller.view.shown, (EvidenceQuestion(text="Who owns it?"),))
    page.questions.cards[0].write.click()
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
    view = page.questions.view(0, 0)
    assert view is not None and [line.words.text() for line in view.warnings] == ["Too late: published 4 days after the claim"]
    assert "The council does." in label_texts(view) and current_verification(controller).label is Veracity.REFUTED


def test_text_that_the_source_lacks_is_no_quotation(controller: VerifyController, client: FakeTaskClient) -> None:
    page = answer_claim(controller, client)
    view = page.questions.view(0, 0)
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
    assert current_verification(controller).questions[0].answers[0].text == "carried 41,200 people"
    controller.signals.answer_removed.emit(0, 0)
    settle(controller, client)
    assert not current_verification(controller).questions[0].answers
    press_menu_entry(page.questions.cards[0], "No answer could be found")
    settle(controller, client)
    assert current_verification(controller).questions[0].answers[0].kind is AnswerType.UNANSWERABLE


def test_stopping_the_answer_search_keeps_its_results(controller: VerifyController, client: FakeTaskClient, window: MainWindow) -> None:
    page = begin_claim(controller, client)
    controller.editing.add_questions(controller.view.shown, [EvidenceQuestion(text=f"How many people, {number}?") for number in range(3)])
    page.questions.cards[0].seek.click()
    page.questions.cards[1].seek.click()
    page.questions.cards[2].seek.click()
    client.run_until(lambda: len(client.of(protocol.AnswerQuestions)) == 2)
    client.step()
    assert page.questions.bar.progress.isVisible() and "1 more" in page.questions.bar.words.text()
    page.questions.bar.stop.click()
    settle(controller, client)
    assert [len(question.answers) for question in current_verification(controller).questions] == [1, 0, 0]
    assert window.status.activity.text() == "Stopped. What was found stays." and not page.questions.bar.progress.isVisible()


def test_the_users_verdict_is_separate_from_the_machines(controller: VerifyController, client: FakeTaskClient) -> None:
    page = answer_claim(controller, client)
    choose_verdict(page, Veracity.REFUTED)
    page.verdict.note.setPlainText("They count twice.")
    page.settle()
    settle(controller, client)
    verification = current_verification(controller)
    assert verification.own_label is Veracity.REFUTED and verification.own_note == "They count twice."
    assert verification.judgement is not None and verification.judgement.label is Veracity.SUPPORTED
    assert "is refuted" in verification.justification and not verification.edited
    row = page.list.model.data(page.list.model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert isinstance(row, str) and "Refuted · your own" in row
    controller.undo()
    controller.undo()
    settle(controller, client)
    assert current_verification(controller).own_label is None and page.verdict.own.currentIndex() == 0


def test_the_justification_is_edited_and_rewritten(controller: VerifyController, client: FakeTaskClient) -> None:
    page = answer_claim(controller, client)
    page.verdict.justification.setPlainText("My words [1].")
    page.verdict.settle()
    page.questions.view(0, 0).context.click()  # type: ignore[union-attr]
    settle(controller, client)
    assert current_verification(controller).justification == "My words [1]." and current_verification(controller).edited
    page.verdict.anew.click()
    settle(controller, client)
    assert "Velden ferry" in page.verdict.justification.toPlainText() and not current_verification(controller).edited
    controller.undo()
    assert current_verification(controller).justification == "My words [1]." and page.verdict.justification.toPlainText() == "My words [1]."


def test_the_second_check_is_blind_until_the_verdict_is_given(controller: VerifyController, client: FakeTaskClient) -> None:
    page = answer_claim(controller, client)
    choose_verdict(page, Veracity.SUPPORTED)
    settle(controller, client)
    page.verdict.check.click()
    check = page.check
    texts_before = " ".join(label_texts(check))
    assert check.isVisible() and not page.verdict.isVisible() and not page.list.isVisible()
    assert "41,200" in texts_before and "By the rule" not in texts_before and "91%" not in texts_before and "Supports" not in texts_before
    check.save()
    assert check.problem.text() == "Choose a verdict first."
    check.labels.button(1).click()
    check.save()
    assert check.problem.text() == "Write your name first."
    check.who.setText("Ida")
    check.note.setPlainText("It says 41,200.")
    check.give.click()
    settle(controller, client)
    texts_after = " ".join(label_texts(check))
    assert (
        "The second check differs." in texts_after
        and "Round 1: Ida says Refuted, unlike the verdict (Supported) – It says 41,200." in texts_after
    )
    check.again.click()
    check.labels.button(0).click()
    check.who.setText("Ida")
    check.give.click()
    settle(controller, client)
    assert "The second check agrees." in label_texts(check) and [
        opinion.round for opinion in current_verification(controller).opinions
    ] == [1, 2]
    check.back.click()
    assert page.verdict.isVisible() and "Round 2: Ida says Supported, as the verdict does" in page.verdict.opinions.text()
    controller.undo()
    assert len(current_verification(controller).opinions) == 1


def test_a_verification_is_published_only_with_a_users_verdict(
    controller: VerifyController, client: FakeTaskClient, window: MainWindow
) -> None:
    page = answer_claim(controller, client)
    assert not page.verdict.publish.isEnabled()
    choose_verdict(page, Veracity.REFUTED)
    settle(controller, client)
    page.verdict.publish.click()
    dialog = controller.exporting.dialog
    assert dialog is not None and not dialog.publish.isEnabled()
    dialog.publisher.setText("Velden desk")
    dialog.publish.click()
    settle(controller, client)
    published = client.library[-1]
    assert (published.claim, published.publisher, published.rating) == (CLAIM.text, "Velden desk", "Refuted")
    assert controller.view.current is not None and controller.view.current.published == published.id
    assert "fact-check of Velden desk" in window.status.activity.text() and page.verdict.published.isVisible()


@pytest.mark.parametrize("kind", ["Web page (*.html)", "AVeriTeC (*.json)", "Word document (*.docx)"])
def test_a_verification_is_exported(
    controller: VerifyController, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    suffix = kind[kind.index("(*") + 2 : -1]
    controller.export()
    page = answer_claim(controller, client)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), kind))
    page.verdict.export.click()
    settle(controller, client)
    assert (tmp_path / f"out{suffix}").stat().st_size > 500
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), "ClaimReview (*.jsonld)"))
    QTest.keyClick(page.list.list, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    settle(controller, client)
    assert "verdict of your own" in page.error.message.text() and controller.exporting.claimreview is None
    choose_verdict(page, Veracity.REFUTED)
    QTest.keyClick(page.list.list, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = controller.exporting.claimreview
    assert dialog is not None and not dialog.go_on.isEnabled() and "of your newsroom" in dialog.missing.text()
    dialog.newsroom.setText("Velden desk")
    dialog.addresses.website.setText("velden.example")
    dialog.addresses.article.setText("velden.example/lake")
    dialog.go_on.click()
    settle(controller, client)
    (review,) = json.loads((tmp_path / "out.jsonld").read_text(encoding="utf-8"))["@graph"]
    assert (review["url"], review["author"]["url"]) == ("https://velden.example/lake", "https://velden.example")


def test_an_averitec_file_is_opened_and_undone(
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
    page = settle(controller, client)
    assert page.list.model.rowCount() == 2 and len(verifications.items) == 2 and current_verification(controller) == finished()
    controller.undo()
    settle(controller, client)
    assert page.list.model.rowCount() == 0 and not verifications.items and page.empty.isVisible()
    source.write_text("[1", encoding="utf-8")
    page.list.more.entries.actions()[0].trigger()
    settle(controller, client)
    assert "is no JSON of claims" in page.error.message.text()


def test_a_verification_is_deleted_restored_and_found_by_search(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications, window: MainWindow
) -> None:
    begin_claim(controller, client)
    page = begin_claim(controller, client, ClaimForm(text="Museums lost half of their visitors."))
    page.list.list.setFocus()
    QTest.keyClick(page.list.list, Qt.Key.Key_Delete)
    settle(controller, client)
    assert len(verifications.items) == 1 and "was deleted" in window.status.activity.text() and controller.view.current is None
    page.undo.click()
    settle(controller, client)
    assert len(verifications.items) == 2 and current_verification(controller).claim.text.startswith("Museums")
    QTest.keyClicks(page.list.search, "holt ferry")
    assert page.list.model.rowCount() == 1 and page.list.count.text() == "1 found"
    page.list.list.setCurrentIndex(page.list.model.index(0))
    assert current_verification(controller).claim == CLAIM


def test_stored_verifications_are_shown_after_a_restart(
    make_window: Callable[..., MainWindow], client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    filed_verification = StoredVerification(id="x", verification=finished(), created="2026-01-01", changed="2026-01-01")
    older = StoredVerification(id="y", verification=Verification(claim=CLAIM), created="2025-01-01", changed="2025-01-01")
    verifications.keep((filed_verification, older))
    window = make_window(client)
    client.run()
    window.go(VERIFY)
    page = settle(window.verify, client)
    assert current_verification(window.verify) == finished() and page.list.model.rowCount() == 2
    page.list.list.setCurrentIndex(page.list.model.index(1))
    settle(window.verify, client)
    assert current_verification(window.verify).claim == CLAIM
    QTest.keyClicks(page.verdict.note, "Typed, and the window closed")
    window.close()
    assert verifications.items["y"].verification.own_note == "Typed, and the window closed" and verifications.closed


def test_changes_that_cannot_be_saved_stay_and_are_retried(
    controller: VerifyController, client: FakeTaskClient, verifications: MemoryVerifications
) -> None:
    begin_claim(controller, client)
    verifications.broken = LibraryError("disk-full", "The disk is full.", hint="Free some space.")
    controller.editing.note("One")
    assert not controller.keeping.flush()
    QApplication.processEvents()
    page = controller.page
    assert page.error.message.text() == "Your changes could not be kept: The disk is full." and page.error.button.isVisible()
    verifications.broken = None
    page.error.button.click()
    settle(controller, client)
    assert next(iter(verifications.items.values())).verification.own_note == "One" and not page.error.isVisible()


def test_without_evidence_the_way_to_import_is_offered(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    page = begin_claim(window.verify, client)
    window.verify.editing.add_questions(window.verify.view.shown, (EvidenceQuestion(text="Who?"),))
    page.questions.cards[0].seek.click()
    assert page.error.message.text() == "There is no evidence to look in."
    page.error.button.click()
    assert window.verify.evidence.dialog is not None and page.evidence.isVisible()
    window.verify.evidence.dialog.close()


def test_failures_are_shown_in_a_sentence(controller: VerifyController, client: FakeTaskClient) -> None:
    page = begin_claim(controller, client)
    client.breaking[protocol.SuggestQuestions] = Broken("model-missing", "A model is missing.", "Install again.")
    page.questions.bar.suggest.click()
    settle(controller, client)
    assert (page.error.message.text(), page.error.hint.text()) == ("A model is missing.", "Install again.")
    del client.breaking[protocol.SuggestQuestions]
    page.questions.bar.suggest.click()
    settle(controller, client)
    assert not page.error.isVisible() and len(page.questions.cards) == 2


def test_another_library_has_other_verifications(
    controller: VerifyController, client: FakeTaskClient, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = answer_claim(controller, client)
    other_verifications = MemoryVerifications()
    monkeypatch.setattr("app.gui.verify.keeping.open_verifications", lambda _library: other_verifications)
    window.library.use(tmp_path)
    client.run()
    settle(controller, client)
    assert page.empty.isVisible() and not controller.view.summaries and not page.undo.isEnabled()


def test_links_are_opened_only_after_a_question(
    controller: VerifyController, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions: list[str] = []
    monkeypatch.setattr("app.gui.links.agreed", lambda _parent, _title, text, **_: bool(questions.append(text)))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: pytest.fail("opened"))
    view = answer_claim(controller, client).questions.view(0, 0)
    assert view is not None
    next(button for button in view.buttons if button.text() == "Open office.example").click()
    assert questions == ["Open office.example in your browser?"]


@pytest.mark.parametrize(
    "text", ["Velden <img src=x onerror=alert(1)><b>ferry</b>", "Velden \u202eferry {{7*7}}", "العبارة Velden 😀 ferry"]
)
def test_external_content_is_shown_as_plain_text(controller: VerifyController, client: FakeTaskClient, text: str) -> None:
    client.evidence.evidence.delete(("count",), cancel=None)  # type: ignore[arg-type]
    evil = document("evil", f"{text} people.")
    client.evidence.add(replace(evil, source="<i>x</i>\u202e", medium="<b>y</b>"))
    controller.take(replace(CLAIM, text=f"{text} people", speaker="<u>z</u>", context=("<s>c</s>\u202e",)))
    settle(controller, client)
    controller.editing.add_questions(controller.view.shown, (EvidenceQuestion(text=f"{text} people?", like="<i>p</i>"),))
    controller.page.questions.cards[0].seek.click()
    page = settle(controller, client)
    labels = [label for label in page.findChildren(QLabel) if label.text()]
    assert labels and all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)
    assert not any("\u202e" in label.text() for label in labels)
    view = page.questions.view(0, 0)
    assert view is not None and view.text.text() == f"{text} people.".replace("\u202e", "")


def test_changing_the_appearance_keeps_the_content(controller: VerifyController, client: FakeTaskClient, window: MainWindow) -> None:
    page = answer_claim(controller, client)
    before = [card.text.text() for card in page.questions.cards]
    window.theme.choose(Appearance.DARK)
    settle(controller, client)
    assert [card.text.text() for card in page.questions.cards] == before and len(label_texts(page.verdict)) > 8
    window.theme.choose(Appearance.LIGHT)


def test_keys_typed_into_the_claim_run_no_command(controller: VerifyController, client: FakeTaskClient) -> None:
    page = answer_claim(controller, client)
    page.questions.form.text.setFocus()
    page.questions.form.text.setPlainText("")
    QTest.keyClicks(page.questions.form.text, "jkce")
    field = page.questions.form.fields["speaker"]
    assert isinstance(field, QLineEdit) and page.questions.form.text.toPlainText() == "jkce"
