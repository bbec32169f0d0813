"""The Verify page shows no untranslated text. All data is Greek, as in the tests of the other pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtWidgets import QApplication

from app import translation
from app.domain.evidence import EvidenceDocument, SourceWarning
from app.domain.stance import StanceProbabilities
from app.domain.verification import (
    NO_ANSWER,
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    QuestionOrigin,
    SecondOpinion,
    Veracity,
    Verification,
)
from app.gui.main_window import VERIFY, MainWindow
from app.gui.verify.controller import VerifyController
from tests.fakes.catalogue import Bracketed
from tests.fakes.task_client import FakeTaskClient
from tests.gui.test_window_translation_places import all_texts
from tests.gui.test_window_translation_places import untranslated_texts as untranslated_of


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """Use a language whose every text is in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def untranslated_texts(texts: list[str]) -> set[str]:
    """Return the untranslated texts. An elided text is judged by its full text, which is its accessible name or tool tip."""
    return untranslated_of(
        [text for text in texts if "…" not in text or not any(other != text and _before_ellipsis(text) in other for other in texts)]
    )


def _before_ellipsis(text: str) -> str:
    return text.partition("…")[0]


def answer(number: int) -> EvidenceAnswer:
    days = (date(2020, 1, 1), date(2020, 3, 1), date(2020, 4, 1), None)
    stances = (StanceProbabilities(0.9, 0.05, 0.05), StanceProbabilities(0.1, 0.7, 0.2), StanceProbabilities(0.2, 0.2, 0.6), None)
    return EvidenceAnswer(
        text="Βροχή",
        kind=tuple(AnswerType)[number % 3],
        explanation="Ναι" if number == 2 else "",
        source="Γραφείο",
        source_url="https://α.β/γ",
        source_medium="Φύλλο",
        published=days[number],
        passage_text="Βροχή και ήλιος",
        stance=stances[number],
        warning=("", "satire", "misinformation", "φήμη")[number],
        context_only=number == 3,
    )


def verification() -> Verification:
    """Return a verification with every kind of question and answer, a judgement, and two opinions."""
    nothing = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)
    questions = [EvidenceQuestion(text="Τι;", origin=origin, like="Χθες") for origin in QuestionOrigin]
    questions[0] = replace(questions[0], answers=tuple(map(answer, range(4))))
    questions[1] = replace(questions[1], answers=(nothing,))
    opinions = (SecondOpinion(reviewer="Άννα", label=Veracity.REFUTED, note="Όχι"), SecondOpinion(reviewer="Ίδα", label=Veracity.SUPPORTED))
    return Verification(
        claim=ClaimForm(text="Βρέχει", speaker="Άννα", made=date(2020, 3, 1), types=("Numerical Claim",), context=("Χθες",)),
        questions=tuple(questions),
        judgement=Judgement(label=Veracity.SUPPORTED, by_rule=Veracity.CONFLICTING, probabilities=(0.7, 0.1, 0.1, 0.1), deciding=((0, 0),)),
        justification="Βροχή",
        opinions=opinions,
    )


def page_texts(controller: VerifyController, client: FakeTaskClient) -> list[str]:
    controller.keeping.flush()
    QApplication.processEvents()
    client.run()
    return all_texts(controller.page)


def test_claims_questions_answers_and_verdicts(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    controller, activity = window.verify, window.status.activity
    texts = page_texts(controller, client)
    controller.editing.begin((), (verification(),))
    texts += [*page_texts(controller, client), activity.text()]
    page = controller.page
    texts += [text for card in page.questions.cards for text in all_texts(card.change.entries)]
    page.questions.form.open(True)
    controller.editing.claim(ClaimForm(text="it fell yesterday. it rose", made=None), "text", "⟦x⟧")
    texts += [text for text in page_texts(controller, client) if "it fell" not in text]
    for action in (
        lambda: controller.editing.move(0, 1),
        lambda: controller.editing.remove_question(0),
        lambda: controller.editing.say_nothing_found(0),
        lambda: controller.editing.put_answer(0, 1, answer(0)),
        lambda: controller.editing.say_context(0, 0, True),
        lambda: controller.editing.say_label(Veracity.NOT_ENOUGH),
        controller.editing.delete,
        controller.undo,
        controller.asking.find_all,
    ):
        action()
        texts += [*page_texts(controller, client), activity.text(), page.undo.toolTip(), page.redo.toolTip()]
    asking = controller.asking
    for opened in (asking.add, lambda: asking.reword(0), lambda: asking.write_answer(0)):
        opened()
        assert asking.dialog is not None
        texts += all_texts(asking.dialog)
        asking.dialog.close()
    assert len([text for text in texts if "⟦" in text]) > 300
    of_qt = {"Save"}  # a button that Qt names itself
    assert untranslated_texts([text for text in texts if "it fell" not in text]) - of_qt == set()


def test_the_second_check_and_publishing(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    controller = window.verify
    controller.editing.begin((), (replace(verification(), own_label=Veracity.REFUTED),))
    page_texts(controller, client)
    controller.page.verdict.check.click()
    check = controller.page.check
    texts = all_texts(check)
    check.save()
    check.labels.button(0).click()
    check.save()
    texts += all_texts(check)
    check.who.setText("Άννα")
    check.save()
    texts += all_texts(check)
    check.back.click()
    controller.page.verdict.publish.click()
    assert controller.exporting.dialog is not None
    texts += [*page_texts(controller, client), *all_texts(controller.exporting.dialog)]
    controller.exporting.dialog.close()
    assert untranslated_texts(texts) == set()


def test_the_evidence_and_its_import(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    controller = window.verify
    controller.page.tabs.setCurrentIndex(1)
    texts = page_texts(controller, client)
    client.evidence.add(EvidenceDocument(id="α", text="Βροχή", source="Γραφείο", url="https://α.β/γ", medium="Φύλλο"))
    client.evidence.evidence.keep_warnings((SourceWarning(host="α.β", kind="φήμη"),))
    controller.evidence.requests.describe()
    controller.evidence.page.documents.forget()
    page_texts(controller, client)
    controller.evidence.page.documents.table.selectRow(0)
    controller.evidence.page.documents.details.set.click()
    texts += [*page_texts(controller, client), *all_texts(controller.evidence.page.documents.sources.entries)]
    controller.evidence.open()
    dialog = controller.evidence.dialog
    assert dialog is not None
    texts += all_texts(dialog)
    dialog.close()
    controller.evidence.page.documents.badge.trigger()
    assert controller.evidence.sources is not None
    texts += all_texts(controller.evidence.sources)
    controller.evidence.sources.close()
    assert untranslated_texts(texts) == set()
