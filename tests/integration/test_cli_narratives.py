"""`priorcheck narratives`: lists, JSON, GraphML, CSV, filters, posts and refusals, on the demo and on invented stories."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import networkx
import pytest

from tests.fakes.command_line import DEMO, DEMO_FILES, CommandLine, write_rows

CLAIM = "A crocodile walks through the flooded streets of Hyderabad"
ROWS = (
    {"id": "a", "claim": CLAIM, "publisher": "PolitiFact", "published": "2021-03-01", "rating": "False", "language": "en"},
    {"id": "b", "claim": f"{CLAIM}, a video shows", "publisher": "Snopes", "published": "2021-04-12", "rating": "False", "language": "en"},
    {"id": "c", "claim": CLAIM.replace("Hyderabad", "Mumbai"), "publisher": "Lupa", "published": "2021-06-01", "rating": "False"},
    {"id": "d", "claim": "Onions cure deafness", "publisher": "=cmd()", "published": "2020-01-01", "rating": "False", "language": "en"},
)
POST = {"id": "p", "text": f"Look: {CLAIM.lower()}!", "author": "anna", "created_at": "2021-02-27T10:00:00Z", "platform": "x"}


@pytest.fixture
def stories(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """Provide a library with these fact-checks and a post."""
    cli.done("library", "import", write_rows(tmp_path / "checks.jsonl", *ROWS))
    cli.done("library", "import", "--kind", "posts", write_rows(tmp_path / "posts.jsonl", POST))
    return cli


def test_the_demo_has_stories_and_repeats(cli: CommandLine) -> None:
    cli.done("library", "import", *DEMO_FILES, DEMO / "factchecks_stories.jsonl")
    rows = cli.done("narratives", "--json").rows
    repeats = {(row["later"], row["earlier"]) for row in rows if row["row"] == "repeat"}
    assert {("demo-story-en-002", "demo-story-en-001"), ("demo-story-en-003", "demo-en-121")} <= repeats
    together = [{item["id"] for item in row["items"]} for row in rows if row["row"] == "narrative"]
    assert any({"demo-story-en-001", "demo-story-en-002"} <= members for members in together)
    assert any({"demo-en-121", "demo-story-en-003"} <= members for members in together)


def test_the_list_and_the_filters(stories: CommandLine) -> None:
    completed = stories.done("narratives")
    assert (
        len(completed.out.splitlines()) == 1 and "crocodile" in completed.out.casefold() and "1 narratives and 1 repeats" in completed.err
    )
    narrative, repeat = stories.done("narratives", "--json").rows
    assert [item["id"] for item in narrative["items"]] == ["a", "b", "c"] and narrative["countries"] == {"US": 2, "BR": 1}
    assert (repeat["later"], repeat["earlier"], repeat["days"], repeat["new_language"]) == ("b", "a", 42, False)
    (only,) = stories.done("narratives", "--json", "--since", "2021-05-01").rows
    assert [item["id"] for item in only["items"]] == ["c"] and only["id"] == narrative["id"]
    assert stories.done("narratives", "--json", "--publisher", "Nobody").rows == []
    assert "--posts" not in completed.err
    (with_posts, _) = stories.done("narratives", "--json", "--posts").rows
    assert [item["id"] for item in with_posts["items"]] == ["p", "a", "b", "c"] and with_posts["id"] == narrative["id"]


def test_json_holds_narratives_repeats_and_timeline(stories: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "stories.json"
    completed = stories.done("narratives", "--out", out)
    assert str(out) in completed.err and completed.out == ""
    report = json.loads(out.read_text(encoding="utf-8"))
    assert len(report["narratives"]) == 1 and len(report["repeats"]) == 1 and report["alone"] == 1
    assert {row["facet"] for row in report["timeline"]} == {"language", "publisher"}
    assert {"facet": "publisher", "start": "2021-03-01", "value": "PolitiFact", "factchecks": 1, "posts": 0} in report["timeline"]
    assert report["spread"]["gaps"][-1] == {"first": 36, "last": 42, "count": 1}
    run = json.loads((tmp_path / "stories.json.run.json").read_text(encoding="utf-8"))
    assert run["factchecks"] == 4 and run["models"] and run["parameters"]["same_story"]


def test_graphml_is_a_graph_that_other_programs_read(stories: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "stories.graphml"
    stories.done("narratives", "--out", out)
    graph = networkx.read_graphml(out)
    node = graph.nodes["factcheck:a"]
    assert node["label"].startswith("A crocodile") and (node["date"], node["publisher"], node["language"]) == (
        "2021-03-01",
        "PolitiFact",
        "en",
    )
    assert (node["size"], node["country"], node["verdict"]) == (3, "US", "FALSE") and set(graph) == {
        f"factcheck:{identifier}" for identifier in "abc"
    }
    edge = graph.edges["factcheck:a", "factcheck:b"]
    assert edge["repeat"] is True and edge["days"] == 42 and 0.7 < edge["similarity"] <= 1


def test_csv_is_four_tables_without_formulas(stories: CommandLine, tmp_path: Path) -> None:
    stories.done("narratives", "--out", tmp_path / "s.csv")
    tables = {}
    for name in ("s.csv", "s.narratives.csv", "s.repeats.csv", "s.timeline.csv"):
        with (tmp_path / name).open(encoding="utf-8-sig", newline="") as stream:
            tables[name] = list(csv.DictReader(stream))
    assert [len(rows) for rows in tables.values()][:3] == [3, 1, 1]
    assert tables["s.csv"][0]["narrative"] == tables["s.narratives.csv"][0]["id"] and tables["s.repeats.csv"][0]["days"] == "42"
    assert not any(cell.startswith(("=", "+", "@")) for rows in tables.values() for row in rows for cell in row.values())


def test_errors_are_one_sentence(stories: CommandLine, cli: CommandLine, tmp_path: Path) -> None:
    assert "names no format" in stories("narratives", "--out", tmp_path / "x.docx").refusal()
    assert "no such folder" in stories("narratives", "--out", tmp_path / "none" / "x.json").refusal()
    assert "is not a date" in stories("narratives", "--since", "soon").refusal()
    assert stories("narratives", library=tmp_path / "nowhere").refusal()
