"""Process that asks questions to a million invented posts: `python -m tests.benchmarks.ask_child FOLDER`.
Prints one JSON object: seconds of each question by type, after a warm-up question, and the peak resident memory in megabytes. Posts
and vectors are those of `posts_child`; the reader is the real one. It splits an invented word into three or four pieces and an
English one into 1.4. To give it texts of realistic length, invented words are replaced by English ones (`Translated`). Every marked
span counts as an answer, so every question has as many answers to judge as are shown.
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
    """The reader over English words in place of invented ones; its spans are mapped back to the original words with certainty."""

    def __init__(self, reader: PostReader, opinions: PostOpinions) -> None:
        self._reader, self._opinions = reader, opinions
        lexicon_words = lexicon()
        words = {
            *lexicon_words.verbs,
            *lexicon_words.thirds,
            *lexicon_words.pasts,
            *lexicon_words.gerunds,
            *lexicon_words.lists["adjectives"],
        }
        self._words = sorted(word for word in words if word.isalpha())  # one word stands for one

    @property
    def identity(self) -> ModelIdentity:
        return self._reader.identity

    def read(self, question: str, texts: Sequence[str], *, cancel: CancelToken) -> list[Span | None]:
        """See the reader."""
        spans = self._reader.read(self._english(question), [self._english(text) for text in texts], cancel=cancel)
        return [None if span is None else self._back(text, span) for text, span in zip(texts, spans, strict=True)]

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """See the stance model."""
        english_premises, claims = ([self._english(text) for text in texts] for texts in (premises, hypotheses))
        return self._opinions.stance(english_premises, claims, cancel=cancel)

    def _english(self, text: str) -> str:
        return _WORD.sub(lambda match: self._words[zlib.crc32(match.group().casefold().encode()) % len(self._words)], text)

    def _back(self, text: str, span: Span) -> Span:
        words, english_words = (list(_WORD.finditer(version)) for version in (text, self._english(text)))
        starts = [word.start() for word in english_words]
        first, last = (max(0, bisect(starts, offset) - 1) for offset in (span.start, span.end - 1))
        return Span(start=words[first].start(), end=words[last].end(), probability=max(span.probability, SURE))


def main() -> None:
    """Ask and print."""
    session = Session(device="cpu", threads=THREADS)
    reader = Translated(session.models.reader(), session.models.opinions())
    engine = AskEngine(posts=session.libraries.posts(Path(sys.argv[1])), encoder=BagEncoder(), reader=reader, opinions=reader)
    texts, rng = Texts(random.Random(SEED)), random.Random(SEED + 2)
    seconds_by_kind: dict[str, list[float]] = {}
    for kind, opening in ((QuestionType.YES_NO, "Is"), (QuestionType.ENTITY, "What is")):
        seconds = []
        for _ in range(QUESTIONS + 1):
            question = f"{opening} {texts.prose(rng, rng.randint(3, 8)).rstrip('.')}?"
            started = time.perf_counter()
            ask_posts(question, engine=engine, options=AskOptions(kind=kind), progress=no_progress, cancel=CancelToken())
            seconds.append(time.perf_counter() - started)
        seconds_by_kind[kind.value] = seconds[1:]
    session.close()
    print(json.dumps({"seconds": seconds_by_kind, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main()
