"""Browsing a library of 100,000 invented fact-checks: pages, filters and search words, as the window requests them.
The texts are drawn from a seeded vocabulary with the word frequencies of a natural language (Zipf's law), so that some queries
match nearly everything and others nearly nothing. A tenth of the rows is in a script without spaces.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path

from app.domain.factcheck import FactCheck, FactCheckFilter
from app.domain.verdict import Verdict
from app.ports import Library
from app.store import open_library
from app.worker.protocol import FactCheckHits
from app.worker.transfer import Assembler, encode_value
from tests.benchmarks.table import Result
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change

ROWS, PAGE = 100_000, 100
_SEED = 20_261_121
_WORDS, _SIGNS = 30_000, 2_000
_SYLLABLES = (
    "ba",
    "co",
    "di",
    "fen",
    "gor",
    "hal",
    "jin",
    "ka",
    "lo",
    "mer",
    "nu",
    "pra",
    "qui",
    "ro",
    "sta",
    "tu",
    "vel",
    "wi",
    "xo",
    "zan",
)
_PUBLISHERS = tuple(f"Desk {name}" for name in ("North", "South", "East", "West", "Harbour", "Valley", "Hill", "Lake")) + tuple(
    f"Paper {number}" for number in range(60)
)
_LIMIT_MS = 100.0
_REPEATS = 3
Query = dict[str, str | int]


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Build the library if it is missing, then time every query of the seeded set; each counts by its median of three runs."""
    del data
    rng = random.Random(_SEED)
    texts = Texts(rng)
    library = _library(work / f"browse-{ROWS}", texts, rng)
    everything: list[_Cost] = []
    for name, queries in _queries(texts, random.Random(_SEED + 1)).items():
        costs = [_cost(library, query) for query in queries]
        everything += costs
        yield _result(name, costs)
    yield _result("all of these", everything)
    library.close()
    size = (work / f"browse-{ROWS}" / "library.db").stat().st_size
    yield Result(name=f"browse {ROWS:,} fact-checks: size of the database", value=f"{size / 1e6:.0f} MB")


@dataclass(frozen=True, slots=True)
class _Cost:
    """Milliseconds of wall-clock and of processor time."""

    wall: float
    processor: float


class Texts:
    """A vocabulary with cumulative frequencies, for words and for signs of a script without spaces."""

    def __init__(self, rng: random.Random) -> None:
        words: dict[str, None] = {}
        while len(words) < _WORDS:
            words["".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4)))] = None
        self.words = list(words)
        self.signs = [chr(0x4E00 + number) for number in range(_SIGNS)]
        self._weights = {id(tokens): list(accumulate(1 / (rank + 2) for rank in range(len(tokens)))) for tokens in (self.words, self.signs)}

    def prose(self, rng: random.Random, count: int, *, unspaced: bool = False) -> str:
        """Return so many words (or signs) of running text."""
        source = self.signs if unspaced else self.words
        return ("" if unspaced else " ").join(rng.choices(source, cum_weights=self._weights[id(source)], k=count))


def _library(path: Path, texts: Texts, rng: random.Random) -> Library:
    if (path / "library.db").is_file():
        library = open_library(path)
        if len(library) == ROWS:
            return library
        library.close()
    library = open_library(path, create=True)
    change(library, upsert=[_row(number, texts, rng) for number in range(ROWS)], encoder=FakeEncoder(dimension=8))
    return library


def _row(number: int, texts: Texts, rng: random.Random) -> FactCheck:
    unspaced = number % 10 == 9
    verdict = rng.choices(list(Verdict), weights=range(len(Verdict), 0, -1))[0]
    return FactCheck(
        id=f"b-{number:06d}",
        claim=texts.prose(rng, rng.randint(6, 24), unspaced=unspaced),
        title=texts.prose(rng, rng.randint(4, 12), unspaced=unspaced),
        body=texts.prose(rng, rng.randint(40, 300), unspaced=unspaced),
        rating=verdict.value.lower().replace("_", " "),
        verdict=verdict,
        rating_rule="generic",
        publisher=rng.choices(_PUBLISHERS, weights=[1 / (rank + 1) for rank in range(len(_PUBLISHERS))])[0],
        claimant=texts.prose(rng, 2),
        published=date(2008, 1, 1) + timedelta(days=rng.randrange(6800)) if number % 50 else None,
        url=f"https://desk.example/{number}",
        language="zh" if unspaced else rng.choices(("en", "es", "de", ""), weights=(70, 20, 8, 2))[0],
    )


def _queries(texts: Texts, rng: random.Random) -> dict[str, list[Query]]:
    """Return the sets of queries, by user action."""
    common, rare = texts.words[:40], texts.words[2_000:20_000]
    verdicts, offsets = [verdict.value for verdict in Verdict], [0, PAGE, 5 * PAGE, 50 * PAGE, 400 * PAGE]
    return {
        "scrolling through all of it": [{"offset": offset} for offset in (*offsets, ROWS - PAGE)],
        "one filter": [
            *({"verdict": verdict, "offset": offset} for verdict in verdicts[:4] for offset in offsets[:4]),
            *({"publisher": name, "offset": offset} for name in rng.sample(_PUBLISHERS, 6) for offset in offsets[:2]),
            *({"language": name, "offset": offset} for name in ("en", "es", "zh") for offset in offsets[:4]),
        ],
        "several filters": [
            {"verdict": rng.choice(verdicts), "publisher": rng.choice(_PUBLISHERS[:6]), "language": "en"} for _ in range(20)
        ],
        "a rare word": [{"text": word} for word in rng.sample(rare, 40)],
        "a frequent word": [{"text": f"{word} ", "offset": offset} for word in rng.sample(common, 15) for offset in offsets[:3]],
        "several words": [{"text": texts.prose(rng, rng.randint(2, 5))} for _ in range(60)],
        "the beginning of a word": [{"text": word[:cut]} for word in rng.sample(rare, 15) for cut in (3, 4, 6)],
        "words with filters": [
            {"text": texts.prose(rng, rng.randint(1, 3)), "verdict": rng.choice(verdicts), "publisher": rng.choice(_PUBLISHERS[:6])}
            for _ in range(40)
        ],
        "a script without spaces": [{"text": texts.prose(rng, rng.randint(2, 4), unspaced=True)} for _ in range(8)],
        "words with one filter": [
            *({"text": word, "language": name} for word in (*common[:3], rare[0]) for name in ("en", "es")),
            *({"text": word, "verdict": verdicts[0]} for word in common[:3]),
        ],
        "words, far on": [{"text": f"{common[0]} ", "offset": 800 * PAGE}, {"text": f"{common[1]} ", "offset": 500 * PAGE}],
        "letters with filters": [
            {"text": texts.prose(rng, rng.randint(1, 2), unspaced=True), "verdict": rng.choice(verdicts), "publisher": name}
            for name in _PUBLISHERS[:6]
        ],
        "the most frequent letters": [
            {"text": texts.signs[0]},
            {"text": texts.signs[0] + texts.signs[1]},
            {"text": texts.signs[0], "language": "zh"},
            {"text": texts.signs[0], "publisher": _PUBLISHERS[0], "offset": PAGE},
        ],
    }


def _result(name: str, costs: Sequence[_Cost]) -> Result:
    """Return median and worst wall-clock time. The processor time shows how much of the worst was a busy machine."""
    walls = sorted(cost.wall for cost in costs)
    value = (
        f"median {statistics.median(walls):.0f} ms, 95th percentile {walls[len(walls) * 95 // 100]:.0f} ms, worst {walls[-1]:.0f} ms "
        f"(processor: median {statistics.median(cost.processor for cost in costs):.0f} ms, worst {max(cost.processor for cost in costs):.0f} ms; "
        f"{len(costs)} queries)"
    )
    return Result(name=f"browse {ROWS:,} fact-checks: {name}", value=value, target="< 100 ms", met=walls[-1] < _LIMIT_MS)


def _cost(library: Library, query: Query) -> _Cost:
    """Measure from the request to the page in the window's memory: the search and the transfer between the two processes."""
    costs = [_once(library, query) for _ in range(_REPEATS)]
    return _Cost(statistics.median(cost.wall for cost in costs), statistics.median(cost.processor for cost in costs))


def _once(library: Library, query: Query) -> _Cost:
    started, used = time.perf_counter(), time.process_time()
    filters = {name: value for name, value in query.items() if name not in {"text", "offset"}}
    among = FactCheckFilter(**filters)  # type: ignore[arg-type]
    page = library.search(str(query.get("text", "")), among=among, offset=int(query.get("offset", 0)), limit=PAGE)
    answer = FactCheckHits(items=page.items, total=page.total, passages=dict(page.passages), same_as=dict(page.same_as))
    received = _travelled(list(encode_value(answer, job=1)))
    cost = _Cost(1000 * (time.perf_counter() - started), 1000 * (time.process_time() - used))
    if received != answer:
        raise SystemExit("the page that arrived is another one")
    return cost


def _travelled(frames: Sequence[bytes]) -> object:
    assembler = Assembler()
    answers = [assembler.feed(frame) for frame in frames]
    return getattr(answers[-1], "value", None)
