"""Who links what to which fact-check: debate sentences, tweets, and quotes of the articles themselves."""

from __future__ import annotations

import csv
import re
import zlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from models.examples.factchecks import CheckedClaim
from models.examples.guard import EvaluationGuard
from models.training import read_rows

LINK_TYPES = frozenset({"CLEAN", "CLEAN_HARD", "CONTEXT_DEPENDENT", "PART_OF"})
HELD_BACK = 6
"""Every sixth of the fifty training debates trains no network: the ranker and every choice made here are judged on them."""
BEFORE = 2
HELD_BACK_TWEETS = 5
"""Every fifth training tweet does not train the cross-encoder: the ranker of single claims is made from them."""
_ADDRESS = re.compile(r"(?:https?://|pic\.twitter\.com/)\S+")
_SIGNATURE = re.compile(r"\s+—\s.{0,80}\(@\w+\).*$", re.DOTALL)
_SHARED_WORDS = 3


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence, tweet or quote, where it comes from, and the fact-checks that are about it."""

    text: str
    source: str
    linked: frozenset[str]
    speaker: str = ""
    before: tuple[str, ...] = ()


def held_back(names: list[str]) -> frozenset[str]:
    """The training debates that no network sees."""
    return frozenset(sorted(names)[::HELD_BACK])


def debate_sentences(folder: Path, *, wanted_held_back: bool = False) -> list[Spoken]:
    """All sentences of the training debates (or of those held back), linked or not."""
    links: dict[tuple[str, int], set[str]] = defaultdict(set)
    for row in read_rows(folder / "pairs.jsonl"):
        if row["type"] in LINK_TYPES:
            links[row["transcript"], int(row["line"])].add(row["vclaim_id"])
    paths = sorted((folder / "transcripts").glob("*.tsv"))
    kept_out = held_back([path.stem for path in paths])
    found: list[Spoken] = []
    for path in paths:
        if (path.stem in kept_out) is not wanted_held_back:
            continue
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row[:3] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
        for place, (line, speaker, text) in enumerate(rows):
            before = tuple(other[2] for other in rows[max(0, place - BEFORE) : place][::-1])
            found.append(Spoken(text, "debate", frozenset(links.get((path.stem, int(line)), ())), speaker, before))
    return found


def clean_tweet(text: str) -> str:
    """Without addresses and the signature of an embedded tweet."""
    return " ".join(_SIGNATURE.sub("", _ADDRESS.sub(" ", text)).split())


def snopes_tweets(folder: Path, part: str) -> list[Spoken]:
    """The tweets of "train" or "dev"; both as published and without signature in training."""
    texts = {row["qid"]: row["text"] for row in read_rows(folder / "tweets.jsonl")}
    links: dict[str, set[str]] = defaultdict(set)
    for row in read_rows(folder / f"qrels_{part}.jsonl"):
        links[row["qid"]].add(row["vclaim_id"])
    return [Spoken(texts[qid], "snopes", frozenset(linked)) for qid, linked in links.items()]


def is_held_back(tweet: Spoken) -> bool:
    """Whether a training tweet is kept for the ranker of single claims."""
    return share(tweet.text, HELD_BACK_TWEETS) == 0


def politifact_tweets(path: Path, urls: dict[str, str], guard: EvaluationGuard) -> list[Spoken]:
    """Tweets that link to an article; many only mention it, so take them with a measure of nearness. `urls`: address tail to id."""
    found = []
    for row in read_rows(path):
        name = urls.get(row["url"].rstrip("/").rsplit("/", 1)[-1])
        text = clean_tweet(row["text"])
        if name and len(text.split()) >= 5 and not guard.spoken(text):
            found.append(Spoken(text, "politifact-tweet", frozenset({name})))
    return found


def article_quotes(factchecks: list[CheckedClaim], guard: EvaluationGuard) -> list[Spoken]:
    """What articles quote and what shares words with their claim; nothing that was said in the seven debates, or may have been."""
    found = []
    for item in factchecks:
        if guard.aftermath(item.published):
            continue
        own = _words(item.claim)
        for quote in item.quotes:
            if len(own & _words(quote)) >= _SHARED_WORDS and not guard.spoken(quote):
                found.append(Spoken(quote, "quote", frozenset({item.id}), item.claimant))
    return found


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 or word.isdigit()}


def share(text: str, parts: int) -> int:
    """A text's part by its hash: the same at every run."""
    return zlib.crc32(text.encode("utf-8", "replace")) % parts
