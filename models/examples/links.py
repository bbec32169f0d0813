"""Links from texts to fact-checks: debate sentences, tweets, and quotations in the articles themselves."""

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
"""Every sixth of the fifty training debates trains no network. The ranker and all choices are judged on them."""
BEFORE = 2
HELD_BACK_TWEETS = 5
"""Every fifth training tweet does not train the cross-encoder. The ranker of single claims learns from them."""
_ADDRESS = re.compile(r"(?:https?://|pic\.twitter\.com/)\S+")
_SIGNATURE = re.compile(r"\s+—\s.{0,80}\(@\w+\).*$", re.DOTALL)
_SHARED_WORDS = 3


@dataclass(frozen=True, slots=True)
class LinkedText:
    """Sentence, tweet or quote, with its source and the ids of the fact-checks about it."""

    text: str
    source: str
    linked: frozenset[str]
    speaker: str = ""
    before: tuple[str, ...] = ()


def held_back(names: list[str]) -> frozenset[str]:
    """Return the names of the training debates that no network sees."""
    return frozenset(sorted(names)[::HELD_BACK])


def debate_sentences(folder: Path, *, wanted_held_back: bool = False) -> list[LinkedText]:
    """Return all sentences of the training debates, or of those held back, with and without links."""
    links: dict[tuple[str, int], set[str]] = defaultdict(set)
    for row in read_rows(folder / "pairs.jsonl"):
        if row["type"] in LINK_TYPES:
            links[row["transcript"], int(row["line"])].add(row["vclaim_id"])
    paths = sorted((folder / "transcripts").glob("*.tsv"))
    held_back_names = held_back([path.stem for path in paths])
    result: list[LinkedText] = []
    for path in paths:
        if (path.stem in held_back_names) is not wanted_held_back:
            continue
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row[:3] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
        for index, (line, speaker, text) in enumerate(rows):
            before = tuple(other[2] for other in rows[max(0, index - BEFORE) : index][::-1])
            result.append(LinkedText(text, "debate", frozenset(links.get((path.stem, int(line)), ())), speaker, before))
    return result


def clean_tweet(text: str) -> str:
    """Return a tweet without addresses and without the signature of an embedded tweet."""
    return " ".join(_SIGNATURE.sub("", _ADDRESS.sub(" ", text)).split())


def snopes_tweets(folder: Path, part: str) -> list[LinkedText]:
    """Return the tweets of "train" or "dev". In training each appears twice: as published and without signature."""
    texts = {row["qid"]: row["text"] for row in read_rows(folder / "tweets.jsonl")}
    links: dict[str, set[str]] = defaultdict(set)
    for row in read_rows(folder / f"qrels_{part}.jsonl"):
        links[row["qid"]].add(row["vclaim_id"])
    return [LinkedText(texts[qid], "snopes", frozenset(linked)) for qid, linked in links.items()]


def is_held_back(tweet: LinkedText) -> bool:
    """Return True if a training tweet is reserved for the ranker of single claims."""
    return hash_part(tweet.text, HELD_BACK_TWEETS) == 0


def politifact_tweets(path: Path, urls: dict[str, str], guard: EvaluationGuard) -> list[LinkedText]:
    """Return tweets that link to an article. `urls` maps the tail of an address to the fact-check's id.

    Many tweets only mention the article, so use them with a measure of nearness.
    """
    result = []
    for row in read_rows(path):
        name = urls.get(row["url"].rstrip("/").rsplit("/", 1)[-1])
        text = clean_tweet(row["text"])
        if name and len(text.split()) >= 5 and not guard.overlaps(text):
            result.append(LinkedText(text, "politifact-tweet", frozenset({name})))
    return result


def article_quotes(factchecks: list[CheckedClaim], guard: EvaluationGuard) -> list[LinkedText]:
    """Return quotations of articles that share words with their claim.

    Excludes everything that was, or may have been, said in the seven debates.
    """
    result = []
    for item in factchecks:
        if guard.may_report(item.published):
            continue
        claim_words = _words(item.claim)
        for quote in item.quotes:
            if len(claim_words & _words(quote)) >= _SHARED_WORDS and not guard.overlaps(quote):
                result.append(LinkedText(quote, "quote", frozenset({item.id}), item.claimant))
    return result


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 or word.isdigit()}


def hash_part(text: str, parts: int) -> int:
    """Return a number from 0 to `parts` - 1 by the text's hash. It is the same at every run."""
    return zlib.crc32(text.encode("utf-8", "replace")) % parts
