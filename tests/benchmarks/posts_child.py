"""One process over a library of a million invented posts: `python -m tests.benchmarks.posts_child {write,words,encode,more,search}
FOLDER`.
Prints one JSON object: seconds of each step, and the process's peak resident memory in megabytes. The posts are drawn from the
vocabulary of `browse`, a third of them with a rare word; every hundredth consists of emoji only, every tenth repeats another. The
vectors have real size and are made by `BagEncoder`.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np

from app.domain.post import Post
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, Progress, no_progress
from app.ports import FloatMatrix, Hits, ModelIdentity, PostIndex
from app.retrieval.fusion import reciprocal_rank_fusion
from app.store.posts.library import SqlitePosts, open_posts
from tests.benchmarks.browse import Texts
from tests.fakes.encoder import fake_identity

POSTS, MORE, DIMENSION, QUESTIONS, KEPT = 1_000_000, 1_000, 384, 40, 200
THREADS = 2
SEED, _TABLE = 20_261_122, 1 << 15
_EMOJI = str.maketrans("01", "😀😂")
_LAST = PostFilter(language="en", since=date(2023, 1, 1))
FILTERS = {"": PostFilter(), "with a filter on days and language": _LAST, "with a filter on a platform": PostFilter(platform="bluesky")}
PARTS = ("by words", "by meaning", "by both, filtered, fused and read")
PROCESSOR = "processor:"
EIGHT = "of eight questions by meaning at once"


class BagEncoder:
    """A TextEncoder without weights: the mean of random directions, one per word and one per text, so that posts with common words
    are near each other."""

    dimension = DIMENSION

    def __init__(self) -> None:
        self._directions = np.random.default_rng(SEED).standard_normal((_TABLE, DIMENSION), dtype=np.float32)

    @property
    def identity(self) -> ModelIdentity:
        return fake_identity(name="bag-encoder")

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors, shape (len(texts), DIMENSION)."""
        cancel.check()
        vectors = np.empty((len(texts), DIMENSION), np.float32)
        for row, text in enumerate(texts):
            pieces = [zlib.crc32(piece.encode()) % _TABLE for piece in (*text.split(), text)]
            vectors[row] = self._directions[pieces].sum(axis=0)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _posts(texts: Texts, first: int, count: int) -> Iterator[Post]:
    rng = random.Random(SEED + first)
    start = datetime(2015, 1, 1, tzinfo=UTC)
    for number in range(first, first + count):
        language = rng.choices(("en", "es", "de", ""), weights=(70, 20, 8, 2))[0]
        text = texts.prose(rng, rng.randint(5, 30))
        if number % 3 == 0:
            text += f" {rng.getrandbits(40):x}"
        yield Post(
            id=f"post-{rng.getrandbits(48):012x}",
            text=f"{number:b}".translate(_EMOJI) if number % 100 == 50 else f"{text} https://short.example/{number}",
            author=f"user{rng.randrange(50_000)}",
            published=start + timedelta(seconds=300 * (number % POSTS)) if number % 50 else None,
            platform=rng.choices(("x", "mastodon", "bluesky"), weights=(80, 15, 5))[0],
            language=language,
            engagement=rng.randrange(100),
            repeats=f"post-{number}" if number % 10 == 3 else "",
        )


def _write(posts: SqlitePosts, texts: Texts) -> dict[str, float]:
    return {"import": _seconds(lambda: posts.add(_posts(texts, 0, POSTS), progress=no_progress, cancel=CancelToken()))}


def _words(posts: SqlitePosts, texts: Texts) -> dict[str, float]:
    return {"words": _seconds(lambda: _index(posts).close())}


def _encode(posts: SqlitePosts, texts: Texts) -> dict[str, float]:
    encoder = BagEncoder()
    return {"vectors": _seconds(lambda: posts.encode(encoder=encoder, progress=no_progress, cancel=CancelToken()))}


def _more(posts: SqlitePosts, texts: Texts) -> dict[str, float]:
    """Add a thousand posts: import, words, vectors."""
    _index(posts).close()
    first = POSTS + random.randrange(1 << 40)
    added = _seconds(lambda: posts.add(_posts(texts, first, MORE), progress=no_progress, cancel=CancelToken()))
    return {"import": added} | _words(posts, texts) | _encode(posts, texts)


def _search(posts: SqlitePosts, texts: Texts) -> dict[str, float | list[float]]:
    """Search for every question by words, by vectors, and by both, each with a new index, after a warm-up."""
    figures: dict[str, float | list[float]] = {**_parts({"open": lambda: _index(posts).close()})}
    rng, encoder = random.Random(SEED + 1), BagEncoder()
    questions = [texts.prose(rng, rng.randint(3, 10)) for _ in range(QUESTIONS)]
    with closing(_index(posts)) as index:
        figures["rows"], figures["encoded"] = len(index), index.encoded
        for name, among in FILTERS.items():
            _ask(index, encoder, questions[0], among)
            runs = [_ask(index, encoder, question, among) for question in questions]
            for part in runs[0]:
                figures[f"{part} {name}".strip()] = [run[part] for run in runs]
        vectors = encoder.encode(questions[:8], progress=no_progress, cancel=CancelToken())
        runs = [_parts({EIGHT: lambda: index.vectors().search(vectors, KEPT)}) for _ in range(5)]
        figures |= {part: [run[part] for run in runs] for part in runs[0]}
    return figures


def _ask(index: PostIndex, encoder: BagEncoder, question: str, among: PostFilter) -> dict[str, float]:
    vector = encoder.encode([question], progress=no_progress, cancel=CancelToken())

    def by_words() -> Hits:
        return index.lexical().search([question], KEPT, allowed=index.allowed(among))

    def by_meaning() -> Hits:
        return index.vectors().search(vector, KEPT, allowed=index.allowed(among))

    def by_both() -> None:
        rows, _ = reciprocal_rank_fusion([by_words(), by_meaning()], weights=[1.0, 1.0], keep=KEPT)
        index.posts(rows[0][rows[0] >= 0].tolist())

    return _parts(dict(zip(PARTS, (by_words, by_meaning, by_both), strict=True)))


def _parts(parts: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return wall-clock seconds of each part, and processor seconds of all threads."""
    seconds_by_part: dict[str, float] = {}
    for name, work in parts.items():
        used = time.process_time()
        seconds_by_part[name] = _seconds(work)
        seconds_by_part[f"{PROCESSOR} {name}"] = time.process_time() - used
    return seconds_by_part


def _index(posts: SqlitePosts) -> PostIndex:
    return posts.index(encoder=BagEncoder(), progress=no_progress, cancel=CancelToken())


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


_STEPS = {"write": _write, "words": _words, "encode": _encode, "more": _more, "search": _search}


def main(step: str, folder: str) -> None:
    """Do one step and print its cost."""
    with closing(open_posts(Path(folder), create=step == "write", threads=THREADS)) as posts:
        cost = _STEPS[step](posts, Texts(random.Random(SEED)))
    print(json.dumps(cost | {"megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main(*sys.argv[1:])
