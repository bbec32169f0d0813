"""Each foreign fact-check of the demo is found by an English rewording of its claim with `priorcheck match`. Where the demo checks
the same claim in several languages, any of these is right and does not count against the expected one
(`foreign_same_claims.txt`)."""

from __future__ import annotations

import json
from pathlib import Path

from tests.fakes.command_line import DEMO, DEMO_FILES, ROOT, CommandLine, read_rows

QUALITY = ROOT / "tests" / "quality"


def same_claims() -> dict[str, frozenset[str]]:
    """Return, by fact-check, those that check the same claim."""
    lines = (QUALITY / "foreign_same_claims.txt").read_text(encoding="utf-8").splitlines()
    return {name: frozenset(line.split()) for line in lines for name in line.split()}


def rewordings() -> list[tuple[str, str]]:
    """Return pairs of fact-check and rewording."""
    lines = (QUALITY / "foreign_rewordings.tsv").read_text(encoding="utf-8").splitlines()
    return [(name, text) for name, text in (line.split("\t") for line in lines)]


def test_every_foreign_factcheck_has_its_rewording() -> None:
    demo = (ROOT / "resources" / "demo" / "factchecks_other.jsonl").read_text(encoding="utf-8").splitlines()
    assert [name for name, _ in rewordings()] == [json.loads(line)["id"] for line in demo]


def test_foreign_factchecks_are_found_by_english_rewordings(demo: CommandLine, tmp_path: Path) -> None:
    queries = tmp_path / "asked.jsonl"
    queries.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in rewordings()), encoding="utf-8")
    demo.done("match", "--queries", queries, "--top", "12", "--out", tmp_path / "found.jsonl")
    matched_rows = read_rows(tmp_path / "found.jsonl")
    same = same_claims()
    missed = set()
    for (name, _), row in zip(rewordings(), matched_rows, strict=True):
        ids = [match["id"] for match in row["matches"]]
        before = ids[: ids.index(name)] if name in ids else ids
        if name not in ids or len([earlier for earlier in before if earlier not in same.get(name, frozenset())]) > 1:
            missed.add(name)
    assert not missed


def test_foreign_fact_checks_lower_hardly_any_probability(demo: CommandLine, tmp_path: Path) -> None:
    """Each sentence is at least as surely settled as by the English fact-checks only."""
    english = tmp_path / "english"
    demo.done("library", "import", DEMO_FILES[0], library=english)
    alone = {row["index"]: row for row in demo.done("rank", DEMO / "debate.vtt", "--json", library=english).rows}
    both = demo.done("rank", DEMO / "debate.vtt", "--json").rows
    lost = [row["text"] for row in both if row["probability"] < alone[row["index"]]["probability"] - 0.02]
    assert len(lost) <= 0.02 * len(both), lost
    assert sum(row["sentence_verdict"] != "unknown" for row in both) >= 0.95 * sum(
        row["sentence_verdict"] != "unknown" for row in alone.values()
    )
