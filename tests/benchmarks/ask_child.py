"""One process that asks a million invented posts: `python -m tests.benchmarks.ask_child FOLDER`.

Prints one JSON object: seconds of each question by type, after one that warms up, and the peak resident memory in megabytes. Posts and their
vectors are those of `posts_child`; the reader is the real one, and reads invented words, which takes it as long as others.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from pathlib import Path

from app.bootstrap import Session
from app.domain.ask import AskOptions, QuestionType
from app.domain.progress import CancelToken, no_progress
from app.services.ask_engine import AskEngine
from app.services.asking import ask_posts
from tests.benchmarks.browse import Texts
from tests.benchmarks.posts_child import SEED, THREADS, BagEncoder

QUESTIONS = 12


def main() -> None:
    """Ask and print."""
    session = Session(device="cpu", threads=THREADS)
    reader = session.reader()
    engine = AskEngine(posts=session.posts(Path(sys.argv[1])), encoder=BagEncoder(), reader=reader, opinions=reader)
    texts, dice = Texts(random.Random(SEED)), random.Random(SEED + 2)
    found: dict[str, list[float]] = {}
    for kind, opening in ((QuestionType.YES_NO, "Is"), (QuestionType.ENTITY, "What is")):
        seconds = []
        for _ in range(QUESTIONS + 1):
            question = f"{opening} {texts.prose(dice, dice.randint(3, 8)).rstrip('.')}?"
            started = time.perf_counter()
            ask_posts(question, engine=engine, options=AskOptions(kind=kind), progress=no_progress, cancel=CancelToken())
            seconds.append(time.perf_counter() - started)
        found[kind.value] = seconds[1:]
    session.close()
    print(json.dumps({"seconds": found, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main()
