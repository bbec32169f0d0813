"""The bundled demo content: rows, ids, links, languages, the debate's cues and its gold."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.domain.verdict import Verdict
from app.ingest.documents import read_document
from app.ingest.ratings import RatingNormaliser, load_normaliser
from app.paths import resources_dir

DEMO = resources_dir() / "demo"
LANGUAGES = {"en", "es", "fr", "de", "pt", "hi", "ar"}
REQUIRED = {"id", "claim", "title", "body", "rating", "publisher", "claimant", "published", "url", "language", "note"}
GOLD_FIELDS = {"text", "speaker", "factcheck", "stance", "verdict", "kind"}
KINDS = {"repeat", "reword", "deny", "half-quote", "attribution", "hard-negative"}
SITE_ROOT = re.compile(r"https://[a-z0-9-]+(\.[a-z0-9-]+)+/")
DOI = re.compile(r"https://doi\.org/10\.\d{4,9}/\S+")
CUE = re.compile(r"(\d\d):(\d\d):(\d\d\.\d{3}) --> (\d\d):(\d\d):(\d\d\.\d{3})\n<v ([^>]+)>(.+)")

Row = dict[str, str]


def _rows(path: Path) -> Iterator[Row]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _seconds(hours: str, minutes: str, seconds: str) -> float:
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


@pytest.fixture(scope="module")
def factchecks() -> list[Row]:
    return [row for path in sorted(DEMO.glob("factchecks_*.jsonl")) for row in _rows(path)]


@pytest.fixture(scope="module")
def gold() -> list[Row]:
    return list(_rows(DEMO / "debate_gold.jsonl"))


@pytest.fixture(scope="module")
def cues() -> list[tuple[float, float, str, str]]:
    matches = CUE.findall((DEMO / "debate.vtt").read_text(encoding="utf-8"))
    return [(_seconds(*cue[:3]), _seconds(*cue[3:6]), cue[6], cue[7]) for cue in matches]


@pytest.fixture(scope="module")
def debate() -> Document:
    return read_document(DEMO / "debate.vtt", cancel=CancelToken())


@pytest.fixture(scope="module")
def normaliser() -> RatingNormaliser:
    return load_normaliser()


def test_there_are_enough_factchecks_in_every_language(factchecks: list[Row]) -> None:
    languages = Counter(row["language"] for row in factchecks)
    assert set(languages) == LANGUAGES
    assert languages["en"] >= 112
    assert len(factchecks) >= 150


def test_every_factcheck_has_the_fields_of_the_schema(factchecks: list[Row]) -> None:
    for row in factchecks:
        assert set(row) - {"claimed"} == REQUIRED, row["id"]
        assert all(isinstance(value, str) and value == value.strip() for value in row.values()), row["id"]
        assert all(row[field] for field in REQUIRED - {"url"}), row["id"]
        assert re.fullmatch(r"Priorcheck demo desk( (Dublin|Lisbon|Madrid|Lyon|Berlin))?", row["publisher"])
        assert row["note"] == "demo, links unchecked"


def test_ids_and_claims_are_unique(factchecks: list[Row]) -> None:
    assert max(Counter(row["id"] for row in factchecks).values()) == 1
    assert max(Counter(row["claim"].casefold() for row in factchecks).values()) == 1


def test_dates_are_real_and_a_claim_comes_before_its_check(factchecks: list[Row]) -> None:
    for row in factchecks:
        published = date.fromisoformat(row["published"])
        assert 2014 <= published.year <= 2025, row["id"]
        if "claimed" in row:
            assert date.fromisoformat(row["claimed"]) <= published, row["id"]


def test_a_link_is_empty_or_a_site_root_or_a_doi(factchecks: list[Row]) -> None:
    wrong = [row["url"] for row in factchecks if row["url"] and not SITE_ROOT.fullmatch(row["url"]) and not DOI.fullmatch(row["url"])]
    assert wrong == []


def test_english_bodies_give_a_finding_of_a_few_sentences_and_name_a_dated_source(factchecks: list[Row]) -> None:
    for row in factchecks:
        if row["language"] == "en":
            finding, _, source = row["body"].partition("Source: ")
            assert 30 <= len(row["body"].split()) <= 130, row["id"]
            assert len(re.findall(r"[.?!](?=\s)", finding)) >= 2, row["id"]
            assert source, row["id"]


def test_no_source_is_younger_than_its_factcheck(factchecks: list[Row]) -> None:
    for row in factchecks:
        if row["language"] == "en":
            years = [int(year) for year in re.findall(r"(?<=, )((?:19|20)\d\d)\b", row["body"].partition("Source: ")[2])]
            assert all(year <= int(row["published"][:4]) for year in years), row["id"]


def test_every_rating_is_understood(factchecks: list[Row], normaliser: RatingNormaliser) -> None:
    unread = {row["rating"] for row in factchecks if normaliser.normalise(row["rating"], row["publisher"]).verdict is Verdict.UNRATED}
    assert unread == set()


def test_the_ratings_are_varied(factchecks: list[Row], normaliser: RatingNormaliser) -> None:
    verdicts = {normaliser.normalise(row["rating"], row["publisher"]).verdict for row in factchecks}
    assert len(verdicts) >= 9


def test_cue_times_increase_without_overlap(cues: list[tuple[float, float, str, str]]) -> None:
    assert all(start < end for start, end, _, _ in cues)
    assert all(before[1] <= after[0] for before, after in pairwise(cues))


def test_the_debate_lasts_about_twenty_minutes_at_the_pace_of_speech(cues: list[tuple[float, float, str, str]]) -> None:
    words = sum(len(text.split()) for _, _, _, text in cues)
    minutes = cues[-1][1] / 60
    assert minutes >= 18
    assert 2700 <= words <= 3300
    assert 120 <= words / minutes <= 180
    assert len({speaker for _, _, speaker, _ in cues}) == 4


def test_no_line_of_the_debate_escaped_the_cue_pattern(cues: list[tuple[float, float, str, str]]) -> None:
    assert (DEMO / "debate.vtt").read_text(encoding="utf-8").count(" --> ") == len(cues)


def test_each_gold_sentence_is_spoken_by_its_speaker(gold: list[Row], cues: list[tuple[float, float, str, str]]) -> None:
    turns: dict[str, list[str]] = {}
    for speaker, speaker_cues in groupby(cues, key=lambda cue: cue[2]):
        turns.setdefault(speaker, []).append(" ".join(text for _, _, _, text in speaker_cues))
    for row in gold:
        assert any(row["text"] in turn for turn in turns[row["speaker"]]), row["text"]


def test_each_gold_sentence_is_one_sentence_of_the_document(gold: list[Row], debate: Document) -> None:
    spoken = {(sentence.speaker, sentence.text) for sentence in debate.sentences}
    assert [row["text"] for row in gold if (row["speaker"], row["text"]) not in spoken] == []


def test_gold_rows_are_complete_and_name_factchecks(gold: list[Row], factchecks: list[Row]) -> None:
    factcheck_ids = {row["id"] for row in factchecks}
    for row in gold:
        assert set(row) == GOLD_FIELDS
        assert row["factcheck"] in factcheck_ids
        assert row["kind"] in KINDS
        assert row["stance"] in {"agree", "disagree", "unrelated"}
    assert max(Counter((row["text"], row["factcheck"]) for row in gold).values()) == 1


def test_the_gold_covers_enough_sentences_of_every_kind(gold: list[Row]) -> None:
    labelled = {row["text"] for row in gold if row["stance"] != "unrelated"}
    assert len(labelled) >= 45
    assert {row["kind"] for row in gold} == KINDS
    assert all((row["kind"] == "hard-negative") == (row["stance"] == "unrelated") for row in gold)


def test_gold_verdicts_follow_from_stance_and_rating(gold: list[Row], factchecks: list[Row], normaliser: RatingNormaliser) -> None:
    verdicts = {row["id"]: normaliser.normalise(row["rating"], row["publisher"]).verdict for row in factchecks}
    for row in gold:
        verdict, expected = verdicts[row["factcheck"]], "unknown"
        if row["stance"] == "agree":
            expected = "true" if verdict.settles_true else "false" if verdict.settles_false else "unknown"
        assert row["verdict"] == expected, row


def test_some_gold_sentences_need_a_factcheck_in_another_language(gold: list[Row], factchecks: list[Row]) -> None:
    language = {row["id"]: row["language"] for row in factchecks}
    assert len({row["text"] for row in gold if language[row["factcheck"]] != "en" and row["stance"] == "agree"}) >= 3
