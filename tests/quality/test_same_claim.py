"""The match probability: its value for verbatim quotations, and its quality on sixty unseen pairs. `same_claim.jsonl`: 30 sentences
that paraphrase a checked claim and 30 on the same matter that say something else, in 8 topics. Measured when the floors were
set, with a base rate of .25: Brier .125 for single claims, .195 for sentences of a document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Session
from app.cli.main import run
from app.domain.verdict import Verdict
from tests.fakes.command_line import DEMO_FILES, read_rows, write_rows

PAIRS = read_rows(Path(__file__).with_name("same_claim.jsonl"))
CLAIMS = list(dict.fromkeys(row["claim"] for row in PAIRS))
BASE_RATE, LEAST, FAR = 0.25, 0.9, 0.25


SHORT = [row["claim"] for row in read_rows(DEMO_FILES[0]) if len(row["claim"].split()) <= 6]
TEXTS = [*CLAIMS, *SHORT, *(row["sentence"] for row in PAIRS)]
Found = list[dict[str, Any]]


@pytest.fixture(scope="module", params=["claims", "document"])
def matches_by_query(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Return the matches of each text by checked claim, looked up as single claims or ranked as a document, in a library of these
    claims and the demo's."""
    folder, session = tmp_path_factory.mktemp("same"), Session(device="cpu")
    library, out = folder / "library", folder / "out.jsonl"
    claim_rows = ({"id": f"own-{number}", "claim": claim, "rating": "False", "language": "en"} for number, claim in enumerate(CLAIMS))
    claims_file = write_rows(folder / "own.jsonl", *claim_rows)
    if request.param == "claims":
        queries = write_rows(folder / "q.jsonl", *({"qid": number, "text": text} for number, text in enumerate(TEXTS)))
        command = ["match", "--queries", queries]
    else:
        queries = folder / "said.tsv"
        lines = (f"{number}\t\t{text}\n" for number, text in enumerate(TEXTS, start=1))
        queries.write_text("line\tspeaker\tsentence\n" + "".join(lines), encoding="utf-8")
        command = ["rank", queries]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRIORCHECK_HOME", str(folder / "home"))
        for arguments in (["library", "import", claims_file], ["library", "import", DEMO_FILES[0]], [*command, "--top", "5", "--out", out]):
            assert run([*map(str, arguments), "--library", str(library), "--quiet"], session=session)[0] == 0
    rows = read_rows(out)
    ordered = rows if request.param == "claims" else sorted(rows, key=lambda row: row["index"])
    return [{match["claim"]: match for match in row["matches"]} for row in ordered]


def test_the_pairs_have_the_declared_numbers() -> None:
    assert len(PAIRS) == 60 == len({row["sentence"] for row in PAIRS}) and sum(row["same_claim"] for row in PAIRS) == 30
    assert len({row["topic"] for row in PAIRS}) == 8 and not {row["sentence"] for row in PAIRS} & set(CLAIMS)


def test_a_verbatim_quotation_is_surely_the_same_claim(matches_by_query: Found) -> None:
    """Sentences of a document whose nearest fact-checks settle nothing are not compared."""
    quoted = {text: matches[text] for text, matches in zip([*CLAIMS, *SHORT], matches_by_query, strict=False)}
    chances = {
        text: match["probability"] or 0.0
        for text, match in quoted.items()
        if match["probability"] is not None or not Verdict(match["verdict"]).ambiguous
    }
    assert len(chances) > len(CLAIMS) + 10 and min(chances.values()) >= LEAST, sorted(chances.items(), key=lambda pair: pair[1])[:5]


def test_the_chance_is_worth_more_than_the_base_rate(matches_by_query: Found) -> None:
    pair_matches = matches_by_query[-len(PAIRS) :]
    chances = [
        (matches.get(row["claim"]) or {"probability": None})["probability"] for row, matches in zip(PAIRS, pair_matches, strict=True)
    ]
    errors = [(float(row["same_claim"]) - (chance or 0.0)) ** 2 for row, chance in zip(PAIRS, chances, strict=True)]
    assert sum(errors) / len(errors) < BASE_RATE - 0.03


def test_other_claims_have_a_low_chance_or_none(matches_by_query: Found) -> None:
    pair_matches = matches_by_query[-len(PAIRS) :]
    other_chances = [
        match["probability"]
        for row, matches in zip(PAIRS, pair_matches, strict=True)
        for claim, match in matches.items()
        if claim != row["claim"]
    ]
    compared = [chance for chance in other_chances if chance is not None]
    assert None in other_chances and sum(chance < FAR for chance in compared) > 0.9 * len(compared) > 0
