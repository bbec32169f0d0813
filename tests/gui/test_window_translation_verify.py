"""The Verify place shows no text that was never given to be translated. All data is in Greek, as in the test of the other places."""

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
from tests.gui.test_window_translation_places import everything
from tests.gui.test_window_translation_places import left as left_of


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """A language whose every text stands in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def left(texts: list[str]) -> set[str]:
    """What is not translated; what is cut for want of room is judged by its whole text, which is there as name or tool tip."""
    return left_of([text for text in texts if "…" not in text or not any(other != text and _begun(text) in other for other in texts)])


def _begun(text: str) -> str:
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
    """Every kind of question and answer, a judgement, and two opinions."""
    nothing = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)
    asked = [EvidenceQuestion(text="Τι;", origin=origin, like="Χθες") for origin in QuestionOrigin]
    asked[0] = replace(asked[0], answers=tuple(map(answer, range(4))))
    asked[1] = replace(asked[1], answers=(nothing,))
    opinions = (SecondOpinion(reviewer="Άννα", label=Veracity.REFUTED, note="Όχι"), SecondOpinion(reviewer="Ίδα", label=Veracity.SUPPORTED))
    return Verification(
        claim=ClaimForm(text="Βρέχει", speaker="Άννα", made=date(2020, 3, 1), types=("Numerical Claim",), context=("Χθες",)),
        questions=tuple(asked),
        judgement=Judgement(label=Veracity.SUPPORTED, by_rule=Veracity.CONFLICTING, probabilities=(0.7, 0.1, 0.1, 0.1), deciding=((0, 0),)),
        justification="Βροχή",
        opinions=opinions,
    )


def shown(controller: VerifyController, client: FakeTaskClient) -> list[str]:
    controller.keeping.flush()
    QApplication.processEvents()
    client.run()
    return everything(controller.page)


def test_claims_questions_answers_and_verdicts(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    controller, said = window.verify, window.status.activity
    texts = shown(controller, client)
    controller.editing.begin((), (verification(),))
    texts += [*shown(controller, client), said.text()]
    place = controller.page
    texts += [text for card in place.questions.cards for text in everything(card.change.entries)]
    place.questions.form.open(True)
    controller.editing.claim(ClaimForm(text="it fell yesterday. it rose", made=None), "text", "⟦x⟧")
    texts += [text for text in shown(controller, client) if "it fell" not in text]
    for work in (
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
        work()
        texts += [*shown(controller, client), said.text(), place.undo.toolTip(), place.redo.toolTip()]
    asked = controller.asking
    for opened in (asked.add, lambda: asked.reword(0), lambda: asked.write_answer(0)):
        opened()
        assert asked.dialog is not None
        texts += everything(asked.dialog)
        asked.dialog.close()
    assert len([text for text in texts if "⟦" in text]) > 300
    of_qt = {"Save"}  # a button that Qt names itself
    assert left([text for text in texts if "it fell" not in text]) - of_qt == set()


def test_the_second_check_and_publishing(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    controller = window.verify
    controller.editing.begin((), (replace(verification(), own_label=Veracity.REFUTED),))
    shown(controller, client)
    controller.page.verdict.check.click()
    check = controller.page.check
    texts = everything(check)
    check.save()
    check.labels.button(0).click()
    check.save()
    texts += everything(check)
    check.who.setText("Άννα")
    check.save()
    texts += everything(check)
    check.back.click()
    controller.page.verdict.publish.click()
    assert controller.exporting.dialog is not None
    texts += [*shown(controller, client), *everything(controller.exporting.dialog)]
    controller.exporting.dialog.close()
    assert left(texts) == set()


def test_the_evidence_and_its_import(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    controller = window.verify
    controller.page.tabs.setCurrentIndex(1)
    texts = shown(controller, client)
    client.evidence.add(EvidenceDocument(id="α", text="Βροχή", source="Γραφείο", url="https://α.β/γ", medium="Φύλλο"))
    client.evidence.evidence.keep_warnings((SourceWarning(host="α.β", kind="φήμη"),))
    controller.evidence.requests.describe()
    controller.evidence.page.documents.forget()
    shown(controller, client)
    controller.evidence.page.documents.table.selectRow(0)
    controller.evidence.page.documents.details.set.click()
    texts += [*shown(controller, client), *everything(controller.evidence.page.documents.sources.entries)]
    controller.evidence.open()
    dialog = controller.evidence.dialog
    assert dialog is not None
    texts += everything(dialog)
    dialog.close()
    controller.evidence.page.documents.badge.trigger()
    assert controller.evidence.sources is not None
    texts += everything(controller.evidence.sources)
    controller.evidence.sources.close()
    assert left(texts) == set()
