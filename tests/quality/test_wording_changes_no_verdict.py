"""Full stops, capitals, quotation marks, apostrophes and blanks change neither verdict nor stance: 500 invented sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from app.domain.factcheck import FactCheck
from app.domain.normalised import normalised
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import SentenceVerdict, Verdict
from app.inference import load_stance_scorer
from app.paths import models_dir, resources_dir
from app.ports import StanceScorer
from app.services.claim_lookup import look_up
from app.services.engine import Engine
from app.services.pair_stance import judge_pairs
from app.stance import judge_stances
from tests.fakes.engine import fake_engine

POLARITY = Path(__file__).with_name("polarity.jsonl")
DEMO = resources_dir() / "demo"
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")


class Pair(msgspec.Struct):
    """A published text and a sentence."""

    premise: str
    hypothesis: str


class Published(msgspec.Struct):
    """A fact-check of the demo library."""

    claim: str


PUNCTUATION: Mapping[str, Callable[[str], str]] = {
    "stop": lambda text: text[:-1] if text.endswith(".") and not text.endswith("..") else f"{text}.",
    "curly marks": lambda text: f"“{_APOSTROPHE.sub('’', text)}”",
    "straight marks": lambda text: f'"{_APOSTROPHE.sub(chr(39), text)}"',
    "guillemets": lambda text: f"«{text}».",
    "curly apostrophes": lambda text: _APOSTROPHE.sub("’", text),
    "straight apostrophes": lambda text: _APOSTROPHE.sub("'", text),
    "blanks": lambda text: f" {text.replace(' ', '  ')}\t",
    "hard blanks": lambda text: text.replace(" ", "\u00a0"),
}
CASE: Mapping[str, Callable[[str], str]] = {"small letters": str.lower, "capitals": str.upper}


@lru_cache(maxsize=1)
def pairs() -> tuple[Pair, ...]:
    """Return the regression set of polarity."""
    return tuple(msgspec.json.decode(line, type=Pair) for line in POLARITY.read_bytes().splitlines())


@lru_cache(maxsize=1)
def published() -> tuple[str, ...]:
    """Return the claims of the demo library."""
    return tuple(msgspec.json.decode(line, type=Published).claim for line in (DEMO / "factchecks_en.jsonl").read_bytes().splitlines())


@lru_cache(maxsize=1)
def sentences() -> tuple[str, ...]:
    """Return sentences of the demo debate, claims of the demo library, and the sentences of the regression set."""
    cues = [re.sub(r"<[^>]*>", "", line) for line in (DEMO / "debate.vtt").read_text(encoding="utf-8").split("\n\n")[2:]]
    spoken = re.split(r"(?<=[.?!])\s+", " ".join(" ".join(cue.splitlines()[1:]) for cue in cues))
    return tuple(dict.fromkeys([*filter(None, spoken), *published(), *(pair.hypothesis for pair in pairs())]))


def test_there_are_five_hundred() -> None:
    assert len(sentences()) >= 500


@pytest.mark.parametrize("name", PUNCTUATION)
def test_punctuation_is_read_in_one_form(name: str) -> None:
    changed = [text for text in sentences() if normalised(PUNCTUATION[name](text)) != normalised(text)]
    assert changed == []


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Provide scorers that compare words, over the demo's claims, each rated false."""
    checks = [
        FactCheck(id=str(number), claim=claim, verdict=Verdict.FALSE, rating="False", publisher="Desk", language="en")
        for number, claim in enumerate(published())
    ]
    engine = fake_engine(tmp_path_factory.mktemp("engine") / "library", checks)
    yield engine
    engine.library.close()


@pytest.mark.parametrize("name", PUNCTUATION)
def test_punctuation_changes_no_verdict(engine: Engine, name: str) -> None:
    claims = published()[:40]
    queries = [Query(qid=str(index), text=text) for index, text in enumerate([*claims, *map(PUNCTUATION[name], claims)])]
    results = look_up(queries, engine=engine, options=MatchOptions(top=3), progress=no_progress, cancel=CancelToken()).results
    verdicts = [
        (entry.verdict, entry.outcome, entry.probability, [(match.factcheck.id, match.score, match.stance) for match in entry.matches])
        for entry in results
    ]
    assert verdicts[: len(claims)] == verdicts[len(claims) :]
    assert any(entry.verdict is SentenceVerdict.FALSE for entry in results)
    assert [entry.sentence.text for entry in results] == [query.text for query in queries]  # what is shown is what was written


@lru_cache(maxsize=1)
def scorer() -> StanceScorer:
    """Provide the shipped stance model, on the processor."""
    return load_stance_scorer(models=models_dir())


@lru_cache(maxsize=8)
def _labels(name: str) -> tuple[tuple[str, str], ...]:
    """Return for each pair the label of the ranking and of `stance`, with both texts written this way."""
    ways: Mapping[str, Callable[[str], str]] = {**PUNCTUATION, **CASE, "": str.strip}
    write = ways[name]
    pair_inputs = [(write(pair.premise), write(pair.hypothesis)) for pair in pairs()[::4]]
    ranked = judge_stances(pair_inputs, scorer=scorer(), cancel=CancelToken())
    judgements = judge_pairs(pair_inputs, scorer=scorer(), progress=no_progress, cancel=CancelToken())
    return tuple((ranked_stance.label.value, judgement.label) for ranked_stance, judgement in zip(ranked, judgements, strict=True))


@pytest.mark.parametrize("name", ["stop", "curly marks", "straight apostrophes", "blanks", *CASE])
def test_stance_stays(name: str) -> None:
    assert _labels(name) == _labels("")
