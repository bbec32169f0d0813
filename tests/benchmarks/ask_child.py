"""One process that asks a million invented posts: `python -m tests.benchmarks.ask_child FOLDER`.

Prints one JSON object: seconds of each question by type, after one that warms up, and the peak resident memory in megabytes. Posts and their
vectors are those of `posts_child`; the reader is the real one. It takes an invented word for three or four pieces, an English one for 1.4:
so that posts are as long for it as people's are, it is given English words in their place (`Translated`), and whatever it marks counts as an
answer: every question has as many answers to judge as are shown.
"""

from __future__ import annotations

import json
import random
import re
import resource
import sys
import time
import zlib
from bisect import bisect
from collections.abc import Sequence
from pathlib import Path

from app.ask.lexicon import lexicon
from app.bootstrap import Session
from app.domain.ask import AskOptions, QuestionType
from app.domain.progress import CancelToken, no_progress
from app.inference import PostOpinions, PostReader
from app.ports import FloatMatrix, ModelIdentity, Span
from app.services.ask_engine import AskEngine
from app.services.asking import ask_posts
from tests.benchmarks.browse import Texts
from tests.benchmarks.posts_child import SEED, THREADS, BagEncoder

QUESTIONS = 12
SURE = 0.9
_WORD = re.compile(r"\w+")


class Translated:
    """The reader over English words in place of invented ones; what it marks is the words that stood there, surely."""

    def __init__(self, reader: PostReader, opinions: PostOpinions) -> None:
        self._reader, self._opinions = reader, opinions
        known = lexicon()
        words = {*known.verbs, *known.thirds, *known.pasts, *known.gerunds, *known.lists["adjectives"]}
        self._words = sorted(word for word in words if word.isalpha())  # one word stands for one

    @property
    def identity(self) -> ModelIdentity:
        return self._reader.identity

    def read(self, question: str, texts: Sequence[str], *, cancel: CancelToken) -> list[Span | None]:
        """As the reader's."""
        found = self._reader.read(self._english(question), [self._english(text) for text in texts], cancel=cancel)
        return [None if span is None else self._back(text, span) for text, span in zip(texts, found, strict=True)]

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """As that of the opinions."""
        given, claims = ([self._english(text) for text in texts] for texts in (premises, hypotheses))
        return self._opinions.stance(given, claims, cancel=cancel)

    def _english(self, text: str) -> str:
        return _WORD.sub(lambda found: self._words[zlib.crc32(found.group().casefold().encode()) % len(self._words)], text)

    def _back(self, text: str, span: Span) -> Span:
        here, there = (list(_WORD.finditer(one)) for one in (text, self._english(text)))
        starts = [word.start() for word in there]
        first, last = (max(0, bisect(starts, place) - 1) for place in (span.start, span.end - 1))
        return Span(start=here[first].start(), end=here[last].end(), probability=max(span.probability, SURE))


def main() -> None:
    """Ask and print."""
    session = Session(device="cpu", threads=THREADS)
    reader = Translated(session.models.reader(), session.models.opinions())
    engine = AskEngine(posts=session.libraries.posts(Path(sys.argv[1])), encoder=BagEncoder(), reader=reader, opinions=reader)
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
