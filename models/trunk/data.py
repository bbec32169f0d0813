"""What the trunk learns from: groups for relevance, pairs for stance."""

from __future__ import annotations

import random
import zlib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from models.encoder.train import QUOTES, Miner, url_tails
from models.examples.factchecks import read_factchecks
from models.examples.groups import Group, GroupMaker
from models.examples.guard import EvaluationGuard
from models.examples.links import Spoken, article_quotes, debate_sentences, is_held_back, politifact_tweets, share, snopes_tweets
from models.examples.polarity import NEUTRAL, NOT_SUPPORT, REFUTE, SUPPORT, PairMaker, StancePair
from models.examples.spoken import held_back, near_misses, stances, told_blocks
from models.training import EncodedTexts, read_rows

UNLINKED, QUOTE_GROUPS, MADE, FEWER_MADE = 1500, 3000, 13000, 5000
NEAR_ENOUGH = {"quote": (0.55, 0.97), "politifact-tweet": (0.5, 1.0)}
SAME_CLAIM = 0.8
LABELS = {"support": SUPPORT, "refute": REFUTE, "neutral": NEUTRAL, "not_support": NOT_SUPPORT}
SHARES = {"breaking-nli": 1500, "fever-dev": 4000, "cad-nli": 5000, "sick": 3500, "anli": 1000}
"""At most so many pairs of these sources; the others twice."""


class Material:
    """Everything read once; with `open_only` without the sets for non-commercial use (`models.examples.licences`).

    With `untested` without what adapting is tested on (`tests/benchmarks/adapt.py`): without Snopes's tweets and debates_train, and
    without quotes and tweets that share six words in a row with them or appeared soon after one of those debates.
    """

    def __init__(self, data: Path, *, open_only: bool = False, untested: bool = False) -> None:
        guard = _strict_guard(data) if untested else EvaluationGuard(data / "debates")
        self.political, self.snopes = (read_factchecks(data / name / "factchecks.jsonl.gz") for name in ("politifact", "snopes"))
        sentences = [] if open_only or untested else debate_sentences(data / "debates_train")
        self.linked = [one for one in sentences if one.linked]
        free = [one for one in sentences if not one.linked and len(one.text.split()) >= 6]
        self.unlinked = sorted(free, key=lambda one: share(one.text, 1 << 30))[:UNLINKED]
        urls = url_tails(data / "politifact" / "factchecks.jsonl.gz")
        tweets = politifact_tweets(data / "politifact_tweets" / "pairs.jsonl", urls, guard)
        quotes = article_quotes(self.political, guard)
        self.rumours = [] if untested else [one for one in snopes_tweets(data / "snopes", "train") if not is_held_back(one)]
        self.told = [block for block in told_blocks(guard) if not held_back(block)]
        told = [one for block in self.told for one in block.spoken()]
        texts = {one.text for part in (self.linked, self.unlinked, tweets, quotes, self.rumours, told) for one in part}
        texts |= {text for part in (self.political, self.snopes) for item in part for text in (item.claim, item.title)}
        self.vectors = EncodedTexts(texts, threads=2)
        miner = Miner(self.political, self.vectors)
        low = NEAR_ENOUGH["politifact-tweet"][0]
        self.tweets = [one for one in tweets if miner.nearness(one) >= low]
        self.quotes = self._rewordings(quotes, miner)

    @staticmethod
    def _rewordings(quotes: list[Spoken], miner: Miner) -> list[tuple[float, Spoken]]:
        """Of each article the quote nearest to its claim that is not the claim itself, with its nearness."""
        low, high = NEAR_ENOUGH["quote"]
        best: dict[frozenset[str], tuple[float, Spoken]] = {}
        for one in quotes:
            near = miner.nearness(one)
            if low <= near <= high and near > best.get(one.linked, (0.0, one))[0]:
                best[one.linked] = near, one
        return sorted(best.values(), key=lambda pair: share(pair[1].text, 1 << 30))[:QUOTES]

    def groups(self, *, seed: int, told: int = 0) -> list[Group]:
        """Relevance groups, shuffled; those of what was written by hand so many times, where it is asked for."""
        political, snopes = (GroupMaker(items, self.vectors, seed=seed) for items in (self.political, self.snopes))
        quotes = [one for _, one in self.quotes][:QUOTE_GROUPS]
        found = [*political.groups([*self.linked, *self.unlinked, *self.tweets, *quotes]), *snopes.groups(self.rumours)]
        found += political.groups(self.linked)
        for maker, items in ((political, self.political), (snopes, self.snopes)):
            known = {item.id: item for item in items}
            blocks = [block for block in self.told if block.id in known] * told
            if blocks:
                found += [*maker.groups([one for block in blocks for one in block.spoken()]), *near_misses(blocks, known)]
        random.Random(seed).shuffle(found)
        return found

    def told_stances(self) -> list[StancePair]:
        """Claims towards what was written of them by hand."""
        return stances(self.told, {item.id: item for item in (*self.political, *self.snopes)})

    def made_stances(self, *, seed: int, count: int = MADE) -> list[StancePair]:
        """So many pairs altered by rule; quotes very near to their claim count as the same claim in other words."""
        claims = {item.id: item.claim for item in self.political}
        said = [(claims[next(iter(one.linked))], one.text) for near, one in self.quotes if near >= SAME_CLAIM]
        short = [item.claim for item in (*self.political, *self.snopes) if 5 <= len(item.claim.split()) <= 30]
        return PairMaker(said, short, random.Random(seed)).pairs(count)


def _strict_guard(data: Path) -> EvaluationGuard:
    """One that knows everything that adapting is tested on, too."""
    tweets = (str(row["text"]) for row in read_rows(data / "snopes" / "tweets.jsonl"))
    return EvaluationGuard(data / "debates", data / "debates_train", texts=tweets)


def stance_part(premise: str) -> str:
    """ "test" for one tenth of the premises, "calibrate" for another, else "train"."""
    tenth = zlib.crc32(premise.encode()) % 10
    return "test" if tenth == 0 else "calibrate" if tenth == 1 else "train"


def stance_rows(path: Path) -> dict[str, list[StancePair]]:
    """The pairs of pairs.jsonl.gz by part; no premise is in two."""
    parts: dict[str, list[StancePair]] = {"train": [], "calibrate": [], "test": []}
    for row in read_rows(path):
        parts[stance_part(row["premise"])].append(_pair(row))
    return parts


def _pair(row: dict[str, Any]) -> StancePair:
    return StancePair(row["premise"], row["hypothesis"], LABELS[row["label"]], row["source"])


def balanced(pairs: Iterable[StancePair], *, seed: int) -> list[StancePair]:
    """Big easy sources cut to their share, the others twice, shuffled."""
    chooser = random.Random(seed)
    by_source: dict[str, list[StancePair]] = defaultdict(list)
    for pair in pairs:
        by_source[pair.source].append(pair)
    found: list[StancePair] = []
    for source, some in sorted(by_source.items()):
        chooser.shuffle(some)
        found += some[: SHARES[source]] if source in SHARES else some * 2
    chooser.shuffle(found)
    return found
