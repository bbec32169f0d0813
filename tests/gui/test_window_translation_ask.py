"""The Ask page shows no untranslated text. All data is Greek, as in the tests of the other pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app import translation
from app.domain.answer_edits import Side
from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.domain.factcheck import FactCheck
from app.domain.match import Match, ScoreParts
from app.domain.post import Post
from app.domain.posts import PostFilter
from app.domain.ranked import RunRecord
from app.domain.stance import Stance, StanceProbabilities
from app.domain.verdict import Verdict
from app.gui.ask.import_dialog import PostImportDialog
from app.gui.main_window import ASK, MainWindow
from app.gui.model.ask import examples
from tests.fakes.catalogue import Bracketed
from tests.fakes.task_client import FakeTaskClient
from tests.gui.test_window_translation_places import all_texts
from tests.gui.test_window_translation_places import untranslated_texts as untranslated_of_all


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """Use a language whose every text is in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def opinion(number: int, *, refutes: bool) -> Opinion:
    day = datetime(2021, 3, 1 + number, tzinfo=UTC) if number % 3 else None
    post = Post(id=f"α{number}", text="Βροχή " * (200 if number == 1 else 3), author="Άννα", platform="φόρουμ", published=day, engagement=3)
    stance = (0.1, 0.8, 0.1) if refutes else (0.8, 0.1, 0.1)
    return Opinion(post=post, score=0.5, relevance=0.5, stance=stance, said="Βροχή", same_as=("β",), cluster=number // 2)


def answered() -> Answered:
    """Return two answers with both sides, rewordings and a fact-check; one has no refuting post."""
    check = FactCheck(id="γ", claim="Βροχή", verdict=Verdict.FALSE, publisher="Γραφείο", url="https://α.β/γ")
    odds = StanceProbabilities(support=1, refute=0, neutral=0)
    debunk = Match(factcheck=check, score=1, parts=ScoreParts(), stance=Stance.AGREE, stance_probabilities=odds)
    both = Answer(
        name="Βροχή",
        claim="Η βροχή",
        contested=0.5,
        supporting=tuple(opinion(number, refutes=False) for number in range(12)),
        refuting=(opinion(20, refutes=True),),
        forms=(("Βροχή", 3), ("Η βροχή", 1)),
        debunks=(debunk, debunk, debunk),
    )
    answer = Answer(name="Ήλιος", claim="Ο ήλιος", contested=0.0, supporting=(opinion(0, refutes=False),))
    run = RunRecord(program="α", created="β")
    return Answered(question="Τι;", kind=QuestionType.ENTITY, answers=(both, answer), run=run, retrieved=("α",), searched=40, encoded=3)


def untranslated_texts(texts: list[str]) -> set[str]:
    """Return the texts that were never translated. The demo's questions are data, in English like its posts."""
    return untranslated_of_all(texts) - set(examples())


def page_texts(window: MainWindow, client: FakeTaskClient) -> list[str]:
    client.run()
    window.ask.page.answers.idle_work.finish()
    return all_texts(window.ask.page)


def test_questions_answers_and_their_edits_are_translated(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(ASK)
    texts = page_texts(window, client)
    client.pile.posts = [opinion(number, refutes=False).post for number in range(3)]
    client.pile.answered = answered()
    window.ask.requests.describe()
    client.run()
    window.ask.ask("Τι;")
    texts += page_texts(window, client)
    card = window.ask.page.answers.cards[0]
    card.fill_menu(card.change.entries)
    view = card.columns[0].views[0]
    texts += [*all_texts(card.change.entries), *(action.text() for action in view.menu().actions()), card.timeline.accessibleName()]
    for side in (Side.REFUTES, Side.NEITHER):
        window.ask.signals.side_said.emit("Βροχή", view.opinion, side)
        texts += [*page_texts(window, client), window.status.activity.text(), window.ask.page.results.undo.toolTip()]
    window.ask.signals.merge_asked.emit("Ήλιος", "Ήλιος")
    texts += page_texts(window, client)
    client.pile.answered = replace(answered(), kind=QuestionType.YES_NO, holding=Holding.NOT_SURE)
    window.ask.ask("Ναι;")
    texts += page_texts(window, client)
    client.pile.answered = replace(answered(), answers=())
    window.ask.page.bar.filters.choose(PostFilter(platform="φόρουμ"))
    texts += page_texts(window, client)
    assert len([text for text in texts if "⟦" in text]) > 200
    assert untranslated_texts([text.split("\t")[0] for text in texts]) == set()


def test_the_posts_and_their_import(window: MainWindow, client: FakeTaskClient) -> None:
    client.pile.posts = [replace(opinion(number, refutes=False).post, text=f"Βροχή {number}", repeats="α") for number in range(3)]
    window.go(ASK)
    client.run()
    window.ask.page.show_posts()
    client.run()
    window.ask.page.posts.table.selectRow(0)
    texts = all_texts(window.ask.page)
    window.ask.requests.encode()
    window.ask.requests.encoding.cancel()
    texts += [*page_texts(window, client), window.status.activity.text()]
    window.ask.intake.open()
    dialog = window.ask.intake.dialog
    assert isinstance(dialog, PostImportDialog)
    texts += all_texts(dialog)
    dialog.close()
    days = window.ask.page.bar.filters.ask_days()
    texts += [text for text in all_texts(days) if "⟦" in text]
    days.close()
    assert untranslated_texts(texts) == set()
