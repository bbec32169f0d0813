"""One run of the window on ten answers with a hundred posts each: stalls of the event loop while their cards are built.
The posts come from a task client that answers at once, so that only the window is measured. Prints one JSON object: for showing the
answers, showing more posts and correcting a side, the total seconds and the longest turn of the event loop.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from app.domain.answer_edits import Side
from app.domain.ask import Answer, Answered, Opinion, QuestionType
from app.domain.post import Post
from app.domain.ranked import RunRecord
from app.gui.jobs import Jobs
from app.gui.main_window import ASK, MainWindow
from app.gui.preferences import Preferences
from app.gui.run import make_application
from app.gui.theme import Appearance, Theme
from tests.fakes.task_client import FakeTaskClient

ANSWERS, POSTS = 10, 100
_WORDS = "the vaccine was never tested and everybody in our town knows it because doctors said so yesterday 😡 #truth".split()


def opinion(number: int, *, refutes: bool) -> Opinion:
    """Return a post of 5 to 60 words."""
    chooser = random.Random(number)
    text = " ".join(chooser.choice(_WORDS) for _ in range(chooser.randint(5, 60)))
    published = datetime(2021, 1, 1, tzinfo=UTC) + timedelta(days=number % 300)
    post = Post(id=str(number), text=text, author="@someone", platform="x", published=published, url="https://x.example/1", engagement=3)
    stance = (0.1, 0.8, 0.1) if refutes else (0.8, 0.1, 0.1)
    return Opinion(post=post, score=1 - number / 1e6, relevance=0.5, stance=stance, cluster=number // 2)


def answered() -> Answered:
    """Return ten answers; half of the posts of each refute it."""
    answers = tuple(
        Answer(
            name=f"Answer {answer_number}",
            claim=f"Answer {answer_number} causes it",
            contested=1 - answer_number / ANSWERS,
            supporting=tuple(opinion(answer_number * 1000 + number, refutes=False) for number in range(POSTS // 2)),
            refuting=tuple(opinion(answer_number * 1000 + 500 + number, refutes=True) for number in range(POSTS // 2)),
        )
        for answer_number in range(ANSWERS)
    )
    return Answered(question="", kind=QuestionType.ENTITY, answers=answers, run=RunRecord(program="", created=""), searched=1000)


def main() -> int:
    """Run and print."""
    application = make_application()
    client = FakeTaskClient(automatic=False)
    client.pile.posts = [opinion(number, refutes=False).post for number in range(20)]
    client.pile.answered = answered()
    theme = Theme(application, appearance=Appearance.LIGHT, scale=1.0)
    window = MainWindow(Jobs(client), theme, Preferences(), library=Path("library"))
    window.resize(1280, 800)
    window.show()
    window.go(ASK)
    client.run()
    pane = window.ask.page.answers
    turns: list[float] = []
    last = time.perf_counter()

    def turn() -> None:
        nonlocal last
        now = time.perf_counter()
        turns.append(now - last)
        last = now

    watch = QTimer(interval=0)
    watch.timeout.connect(turn)
    watch.start()

    def measured(act: Callable[[], object]) -> tuple[float, float]:
        nonlocal last
        QTest.qWait(300)
        turns.clear()
        last = began = time.perf_counter()
        act()
        while not (pane.complete and len(pane.cards) == ANSWERS):
            application.processEvents()
        total = time.perf_counter() - began
        QTest.qWait(100)
        return total, max(turns)

    def ask() -> None:
        window.ask.ask("What causes it?")
        client.run()

    def show_more() -> None:
        pane.cards[0].columns[0].show_more()

    def correct() -> None:
        pane.views()[2].say(Side.REFUTES)

    ask()
    figures = {"show": measured(ask), "more": measured(show_more), "correct": measured(correct)}
    window.close()
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
