"""Training data of the trunk: groups for relevance, pairs for stance."""

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
from models.examples.links import LinkedText, article_quotes, debate_sentences, hash_part, is_held_back, politifact_tweets, snopes_tweets
from models.examples.polarity import NEUTRAL, NOT_SUPPORT, REFUTE, SUPPORT, PairMaker, StancePair
from models.examples.spoken import held_back, near_misses, spoken_blocks, stances
from models.training import EncodedTexts, read_rows

UNLINKED, QUOTE_GROUPS, MADE, FEWER_MADE = 1500, 3000, 13000, 5000
NEAR_ENOUGH = {"quote": (0.55, 0.97), "politifact-tweet": (0.5, 1.0)}
SAME_CLAIM = 0.8
LABELS = {"support": SUPPORT, "refute": REFUTE, "neutral": NEUTRAL, "not_support": NOT_SUPPORT}
SHARES = {"breaking-nli": 1500, "fever-dev": 4000, "cad-nli": 5000, "sick": 3500, "anli": 1000}
"""Limits of the pairs of these sources. Other sources count twice."""


class Material:
    """All training data, read once. `open_only` leaves out the sets for non-commercial use (`models.examples.licences`).

    `untested` leaves out the data on which adapting is tested (`tests/benchmarks/adapt.py`): Snopes's tweets and debates_train, and
    quotes and tweets that share six words in a row with them or appeared soon after one of those debates.
    """

    def __init__(self, data: Path, *, open_only: bool = False, untested: bool = False) -> None:
        guard = _strict_guard(data) if untested else EvaluationGuard(data / "debates")
        self.political, self.snopes = (read_factchecks(data / name / "factchecks.jsonl.gz") for name in ("politifact", "snopes"))
        sentences = [] if open_only or untested else debate_sentences(data / "debates_train")
        self.linked = [element for element in sentences if element.linked]
        unlinked = [element for element in sentences if not element.linked and len(element.text.split()) >= 6]
        self.unlinked = sorted(unlinked, key=lambda element: hash_part(element.text, 1 << 30))[:UNLINKED]
        urls = url_tails(data / "politifact" / "factchecks.jsonl.gz")
        tweets = politifact_tweets(data / "politifact_tweets" / "pairs.jsonl", urls, guard)
        quotes = article_quotes(self.political, guard)
        self.rumours = [] if untested else [element for element in snopes_tweets(data / "snopes", "train") if not is_held_back(element)]
        self.spoken_blocks = [block for block in spoken_blocks(guard) if not held_back(block)]
        spoken_texts = [element for block in self.spoken_blocks for element in block.spoken()]
        texts = {element.text for part in (self.linked, self.unlinked, tweets, quotes, self.rumours, spoken_texts) for element in part}
        texts |= {text for part in (self.political, self.snopes) for item in part for text in (item.claim, item.title)}
        self.vectors = EncodedTexts(texts, threads=2)
        miner = Miner(self.political, self.vectors)
        low = NEAR_ENOUGH["politifact-tweet"][0]
        self.tweets = [element for element in tweets if miner.nearness(element) >= low]
        self.quotes = self._rewordings(quotes, miner)

    @staticmethod
    def _rewordings(quotes: list[LinkedText], miner: Miner) -> list[tuple[float, LinkedText]]:
        """Return for each article the quote nearest to its claim, with its nearness. The claim itself does not count."""
        low, high = NEAR_ENOUGH["quote"]
        best: dict[frozenset[str], tuple[float, LinkedText]] = {}
        for quote in quotes:
            cosine = miner.nearness(quote)
            if low <= cosine <= high and cosine > best.get(quote.linked, (0.0, quote))[0]:
                best[quote.linked] = cosine, quote
        return sorted(best.values(), key=lambda pair: hash_part(pair[1].text, 1 << 30))[:QUOTES]

    def groups(self, *, seed: int, spoken_copies: int = 0) -> list[Group]:
        """Return relevance groups, shuffled. Those of the hand-written texts are repeated `spoken_copies` times."""
        political, snopes = (GroupMaker(items, self.vectors, seed=seed) for items in (self.political, self.snopes))
        quotes = [text for _, text in self.quotes][:QUOTE_GROUPS]
        groups = [*political.groups([*self.linked, *self.unlinked, *self.tweets, *quotes]), *snopes.groups(self.rumours)]
        groups += political.groups(self.linked)
        for maker, items in ((political, self.political), (snopes, self.snopes)):
            items_by_id = {item.id: item for item in items}
            blocks = [block for block in self.spoken_blocks if block.id in items_by_id] * spoken_copies
            if blocks:
                groups += [*maker.groups([text for block in blocks for text in block.spoken()]), *near_misses(blocks, items_by_id)]
        random.Random(seed).shuffle(groups)
        return groups

    def spoken_stances(self) -> list[StancePair]:
        """Return the stance pairs of claims and hand-written texts about them."""
        return stances(self.spoken_blocks, {item.id: item for item in (*self.political, *self.snopes)})

    def altered_stances(self, *, seed: int, count: int = MADE) -> list[StancePair]:
        """Return `count` pairs altered by rule. Quotes very near to their claim count as paraphrases."""
        claims = {item.id: item.claim for item in self.political}
        quoted = [(claims[next(iter(quote.linked))], quote.text) for cosine, quote in self.quotes if cosine >= SAME_CLAIM]
        short = [item.claim for item in (*self.political, *self.snopes) if 5 <= len(item.claim.split()) <= 30]
        return PairMaker(quoted, short, random.Random(seed)).pairs(count)


def _strict_guard(data: Path) -> EvaluationGuard:
    """Return a guard that also excludes all data on which adapting is tested."""
    tweets = (str(row["text"]) for row in read_rows(data / "snopes" / "tweets.jsonl"))
    return EvaluationGuard(data / "debates", data / "debates_train", texts=tweets)


def stance_part(premise: str) -> str:
    """Return "test" for one tenth of the premises, "calibrate" for another, else "train"."""
    tenth = zlib.crc32(premise.encode()) % 10
    return "test" if tenth == 0 else "calibrate" if tenth == 1 else "train"


def stance_rows(path: Path) -> dict[str, list[StancePair]]:
    """Return the pairs of pairs.jsonl.gz by part. No premise is in two parts."""
    parts: dict[str, list[StancePair]] = {"train": [], "calibrate": [], "test": []}
    for row in read_rows(path):
        parts[stance_part(row["premise"])].append(_pair(row))
    return parts


def _pair(row: dict[str, Any]) -> StancePair:
    return StancePair(row["premise"], row["hypothesis"], LABELS[row["label"]], row["source"])


def balanced(pairs: Iterable[StancePair], *, seed: int) -> list[StancePair]:
    """Return the pairs shuffled, with a share of the big easy sources and all others twice."""
    chooser = random.Random(seed)
    by_source: dict[str, list[StancePair]] = defaultdict(list)
    for pair in pairs:
        by_source[pair.source].append(pair)
    result: list[StancePair] = []
    for source, source_pairs in sorted(by_source.items()):
        chooser.shuffle(source_pairs)
        result += source_pairs[: SHARES[source]] if source in SHARES else source_pairs * 2
    chooser.shuffle(result)
    return result
