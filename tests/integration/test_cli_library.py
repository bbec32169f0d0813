"""`priorcheck library`: every kind of import, listings, editing, export, verify, rebuild."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command_line import DEMO_FILES, CommandLine, ended, program, read_rows, write_rows

COUNTS = ("added", "changed", "unchanged", "deleted", "grouped")


def row(number: int, **values: Any) -> dict[str, Any]:
    return {
        "id": f"own-{number}",
        "claim": f"The tower of Brennick leans {number} degrees.",
        "rating": "False",
        "publisher": "Tower Desk",
        "url": f"https://tower.example/{number}",
        "published": "2020-01-02",
    } | values


def counts(report: dict[str, Any]) -> tuple[int, int, int, int]:
    import_counts = report["counts"]
    return import_counts["added"], import_counts["changed"], import_counts["unchanged"], len(report["refused"])


def import_file(command: CommandLine, *arguments: str | Path) -> dict[str, Any]:
    (report,) = command.done("library", "import", *arguments, "--json").rows
    return report


def review(number: int) -> dict[str, Any]:
    return {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "claimReviewed": f"Storks deliver {number} of ten letters.",
        "url": f"https://storks.example/{number}",
        "datePublished": "2021-05-06",
        "author": {"@type": "Organization", "name": "Stork Facts"},
        "reviewRating": {"@type": "Rating", "alternateName": "False"},
    }


def as_workbook(folder: Path) -> Path:
    import openpyxl

    book = openpyxl.Workbook()
    for cells in (["claim", "rating", "publisher"], ["Cats invented tea.", "False", "Tea Desk"]):
        book.active.append(cells)
    book.save(folder / "a.xlsx")
    return folder / "a.xlsx"


def as_folder(folder: Path) -> Path:
    (folder / "in" / "deep").mkdir(parents=True)
    write_rows(folder / "in" / "a.jsonl", row(1))
    write_rows(folder / "in" / "deep" / "b.jsonl", row(2))
    return folder / "in"


def as_page(folder: Path) -> Path:
    text = f'<html><head><script type="application/ld+json">{json.dumps(review(3))}</script></head><body>Storks</body></html>'
    (folder / "a.html").write_text(text, encoding="utf-8")
    return folder / "a.html"


def as_text(name: str, text: str, *, packed: bool = False) -> Any:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(gzip.compress(text.encode()) if packed else text.encode())
        return folder / name

    return make


KINDS = {
    "jsonl": (as_text("a.jsonl", json.dumps(row(1)) + "\n" + json.dumps(row(2)) + "\n"), 2),
    "jsonl.gz": (as_text("a.jsonl.gz", json.dumps(row(1)) + "\n", packed=True), 1),
    "claimreview": (as_text("a.json", json.dumps([review(1), review(2)])), 2),
    "graph": (as_text("a.jsonld", json.dumps({"@context": "https://schema.org", "@graph": [review(4), {"@type": "Person"}]})), 1),
    "page": (as_page, 1),
    "datafeed": (
        as_text(
            "a.json",
            json.dumps(
                {
                    "@type": "DataFeed",
                    "dataFeedElement": [{"@type": "DataFeedItem", "item": [review(1)]}, {"@type": "DataFeedItem", "item": None}],
                }
            ),
        ),
        1,
    ),
    "google": (
        as_text(
            "a.json",
            json.dumps(
                {
                    "claims": [
                        {
                            "text": "Owls vote.",
                            "claimReview": [{"publisher": {"name": "Owl Desk"}, "url": "https://owl.example/1", "textualRating": "False"}],
                        }
                    ]
                }
            ),
        ),
        1,
    ),
    "csv": (as_text("a.csv", "claim,rating,publisher\nCats invented tea.,False,Tea Desk\n"), 1),
    "tsv": (as_text("a.tsv", "claim\trating\tpublisher\nCats invented tea.\tFalse\tTea Desk\n"), 1),
    "xlsx": (as_workbook, 1),
    "folder": (as_folder, 2),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_imported_once(cli: CommandLine, tmp_path: Path, kind: str) -> None:
    make, count = KINDS[kind]
    path = make(tmp_path)
    first = import_file(cli, path)
    assert first["counts"]["added"] == count and set(first["counts"]) == set(COUNTS), first
    second_import = import_file(cli, path)
    assert (second_import["counts"]["added"], second_import["counts"]["changed"], second_import["counts"]["unchanged"]) == (0, 0, count)
    assert all(item["claim"] for item in cli.done("library", "search", "--json").rows)


def test_refused_rows_are_listed_with_reasons_and_the_others_imported(cli: CommandLine, tmp_path: Path) -> None:
    path = write_rows(tmp_path / "a.jsonl", row(1), "{cut", row(2, claim=""), row(3, published="2019-02-31"), b"\xff\xfe\x00", row(4))
    completed = cli.done("library", "import", path)
    assert completed.out.startswith("2 added, 0 changed, 0 unchanged, 4 refused;")
    assert [line.split(":")[0] for line in completed.err.splitlines()] == [f"refused a.jsonl line {number}" for number in (2, 3, 4, 5)]
    report = import_file(cli, path)
    assert counts(report) == (0, 0, 2, 4) and all(entry["reason"] for entry in report["refused"])


def test_many_refused_rows_are_shortened_unless_requested(cli: CommandLine, tmp_path: Path) -> None:
    path = write_rows(tmp_path / "a.jsonl", row(1), *["{" for _ in range(60)])
    short = cli.done("library", "import", path).err.splitlines()
    assert len(short) == 21 and "40 more refused rows (--all-refused lists them)" in short[-1]
    assert len(cli.done("library", "import", path, "--all-refused").err.splitlines()) == 60


def test_changed_rows_are_updated_and_found_by_search(cli: CommandLine, tmp_path: Path) -> None:
    path = write_rows(tmp_path / "a.jsonl", row(1), row(2))
    import_file(cli, path)
    write_rows(path, row(1), row(2, claim="Otters built the canal of Brennick.", rating="True"))
    assert counts(import_file(cli, path)) == (0, 1, 1, 0)
    (changed_row,) = cli.done("library", "search", "otters", "--json").rows
    assert (changed_row["id"], changed_row["verdict"]) == ("own-2", "TRUE")
    assert cli.done("library", "search", "otters tower", "--json").rows in ([], [changed_row])


def test_nothing_importable(cli: CommandLine, tmp_path: Path) -> None:
    path = write_rows(tmp_path / "a.jsonl", {"id": "x", "claim": ""}, {"id": "y", "rating": "False"})
    assert "None of the 2 rows could be taken" in cli("library", "import", path).refusal()
    import_file(cli, write_rows(tmp_path / "b.jsonl", row(1)))
    assert "None of the 2 rows could be taken" in cli("library", "import", path).refusal()
    assert len(cli.done("library", "search", "--json").rows) == 1


def test_duplicates_are_grouped_and_every_id_stays(cli: CommandLine, tmp_path: Path) -> None:
    twin = {"claim": "The tower of Brennick leans forty degrees!", "url": "https://tower.example/40"}
    path = write_rows(tmp_path / "a.jsonl", row(1), row(40, **twin), row(41, **twin), row(42, **twin | {"publisher": "Other Desk"}))
    assert import_file(cli, path)["counts"]["grouped"] == 1
    (factcheck,) = cli.done("library", "show", "own-41", "--json").rows
    assert factcheck["same_as"] == ["own-40"]
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "q", "text": twin["claim"]})
    (matched,) = cli.done("match", "--queries", queries, "--top", "3").rows
    by_id = {match["id"]: match["same_as"] for match in matched["matches"]}
    assert len(by_id) == 3 and by_id.get("own-40", by_id.get("own-41")) in (["own-41"], ["own-40"]) and by_id["own-42"] == []
    document = tmp_path / "d.txt"
    document.write_text(twin["claim"], encoding="utf-8")
    (ranked,) = cli.done("rank", document, "--json").rows
    assert {len(match["same_as"]) for match in ranked["matches"][:2]} == {0, 1}


def test_lists_of_publishers(cli: CommandLine, tmp_path: Path) -> None:
    path = write_rows(tmp_path / "a.jsonl", row(1), row(2, publisher="Other Desk"), row(3, publisher="Third Desk"))
    limited_import = import_file(
        cli, path, "--only-publisher", "tower desk", "--only-publisher", "Third Desk", "--not-publisher", "THIRD DESK"
    )
    assert counts(limited_import) == (1, 0, 0, 2)
    assert counts(import_file(cli, path)) == (2, 0, 1, 0)
    document = tmp_path / "d.txt"
    document.write_text("The tower of Brennick leans 3 degrees.", encoding="utf-8")
    (ranked,) = cli.done("rank", document, "--json", "--not-publisher", "third desk").rows
    assert {match["publisher"] for match in ranked["matches"]} == {"Tower Desk", "Other Desk"}


def test_columns_by_hand(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("foo,bar,claim\nEels can read.,False,not this\n", encoding="utf-8")
    import_file(cli, path, "--column", "claim=foo", "--column", "rating=bar", "--publisher", "Eel Desk", "--language", "en")
    (item,) = cli.done("library", "search", "--json").rows
    assert (item["claim"], item["verdict"], item["publisher"], item["language"]) == ("Eels can read.", "FALSE", "Eel Desk", "en")
    assert "nothere" in cli("library", "import", path, "--column", "claim=nothere").refusal()


def test_a_format_by_name(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(json.dumps(review(1)), encoding="utf-8")
    assert counts(import_file(cli, path, "--format", "claimreview")) == (1, 0, 0, 0)


def test_ratings_table_in_order_and_without_a_library(cli: CommandLine, tmp_path: Path) -> None:
    table, out = tmp_path / "r.tsv", tmp_path / "out.jsonl"
    table.write_text("rating\tpublisher\nPants on Fire!\tPolitiFact\nnot true\t\nFalso\t\nhm\tx\n", encoding="utf-8")
    assert cli.done("library", "ratings", "--in", table, "--out", out).out == ""
    rows = read_rows(out)
    assert [set(entry) for entry in rows] == [{"rating", "publisher", "verdict", "rule"}] * 4
    assert [entry["verdict"] for entry in rows] == ["FALSE", "FALSE", "FALSE", "UNRATED"]
    assert cli.done("library", "ratings", "--in", table).rows == rows and not cli.library.exists()


def test_listings_are_json_lines(demo: CommandLine) -> None:
    search = demo.done("library", "search", "vaccine", "--json", "--limit", "5").rows
    assert len(search) == 5 and all({"id", "claim", "passage", "same_as", "verdict", "published"} <= set(item) for item in search)
    (factcheck,) = demo.done("library", "show", "demo-hi-001", "--json").rows
    assert factcheck["body"] and factcheck["language"] == "hi"
    (stats,) = demo.done("library", "stats", "--json").rows
    assert stats["factchecks"] == 199 and dict(stats["publishers"]) == {"Priorcheck demo desk": 199}
    assert all(check["ok"] for check in demo.done("library", "verify", "--json").rows)


def test_listings_for_reading(demo: CommandLine) -> None:
    assert "demo-en-001" in demo.done("library", "search", "autism").out
    assert demo.done("library", "search", "zxqvgrmbl").out == ""
    assert "Hviid" in demo.done("library", "show", "demo-en-001").out
    assert "199" in demo.done("library", "stats").out
    assert "NOT OK" not in demo.done("library", "verify").out


def test_verify_checks_posts_and_evidence_too(own_demo: CommandLine) -> None:
    with_posts = [check["name"] for check in own_demo.done("library", "verify", "--json").rows]
    for kind, file in (("posts", "posts.jsonl"), ("evidence", "evidence")):
        own_demo.done("library", "import", DEMO_FILES[0].parent / file, "--kind", kind)
    checks = {check["name"]: check for check in own_demo.done("library", "verify", "--json").rows}
    assert set(checks) - set(with_posts) >= {"posts: database", "posts: index", "evidence: database", "evidence: index"}
    assert all(check["ok"] for check in checks.values())
    database = own_demo.library / "evidence.db"
    content = bytearray(database.read_bytes())
    content[len(content) // 3 : len(content) // 3 + 4096] = bytes(4096)
    database.write_bytes(content)
    completed = own_demo("library", "verify")
    assert completed.code == 2 and "NOT OK" in completed.out and "evidence: database" in completed.out


def test_search_filters(demo: CommandLine) -> None:
    rows = demo.done("library", "search", "--verdict", "mixed", "--language", "en", "--limit", "500", "--json").rows
    assert rows and {(item["verdict"], item["language"]) for item in rows} == {("MIXED", "en")}
    assert demo.done("library", "search", "--publisher", "nobody", "--json").rows == []
    assert "invalid choice" in demo("library", "search", "--verdict", "PERHAPS").refusal()


def test_add_edit_delete(own_demo: CommandLine, tmp_path: Path) -> None:
    added = own_demo.done("library", "add", "claim=The lake of Brennick sings at noon.", "rating=False", "published=2022-02-02").out
    identifier = added.split()[1]
    queries = write_rows(tmp_path / "q.jsonl", {"text": "At noon the lake of Brennick sings."})
    assert own_demo.done("match", "--queries", queries, "--top", "1").rows[0]["matches"][0]["id"] == identifier
    own_demo.done("library", "edit", identifier, "rating=True", "note=checked again = twice", "published=")
    (factcheck,) = own_demo.done("library", "show", identifier, "--json").rows
    assert (factcheck["verdict"], factcheck["note"], factcheck["published"]) == ("TRUE", "checked again = twice", None)
    assert own_demo.done("library", "delete", identifier, "demo-en-001").out == "2 deleted\n"
    assert "demo-en-001" in own_demo("library", "show", "demo-en-001").refusal()
    assert identifier not in [match["id"] for match in own_demo.done("match", "--queries", queries).rows[0]["matches"]]
    assert all(check["ok"] for check in own_demo.done("library", "verify", "--json").rows)


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz"])
def test_export_and_import_give_the_same_library(demo: CommandLine, tmp_path: Path, name: str) -> None:
    copied_library = tmp_path / "other"
    demo.done("library", "export", "--out", tmp_path / name)
    demo.done("library", "import", tmp_path / name, library=copied_library)
    demo.done("library", "export", "--out", tmp_path / f"again-{name}", library=copied_library)
    assert (tmp_path / name).read_bytes() == (tmp_path / f"again-{name}").read_bytes()
    (report,) = demo.done("library", "import", tmp_path / name, "--json", library=copied_library).rows
    assert counts(report) == (0, 0, 199, 0)


def test_a_verdict_by_hand_survives_export_and_import(own_demo: CommandLine, tmp_path: Path) -> None:
    own_demo.done("library", "edit", "demo-en-001", "verdict=SATIRE")
    own_demo.done("library", "export", "--out", tmp_path / "all.jsonl")
    own_demo.done("library", "import", tmp_path / "all.jsonl", library=tmp_path / "other")
    (factcheck,) = own_demo.done("library", "show", "demo-en-001", "--json", library=tmp_path / "other").rows
    assert factcheck["verdict"] == "SATIRE"


def test_rebuild_changes_nothing_that_is_found(own_demo: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", {"text": "Vaccines cause autism."}, {"text": "The earth is flat."})
    before = own_demo.done("match", "--queries", queries).rows
    assert own_demo.done("library", "rebuild").out.startswith("index generation ")
    assert own_demo.done("match", "--queries", queries).rows == before
    assert all(check["ok"] for check in own_demo.done("library", "verify", "--json").rows)


def test_as_a_real_program(tmp_path: Path) -> None:
    library = tmp_path / "library"
    imported = ended(program("library", "import", *DEMO_FILES, "--quiet", "--library", library))
    assert (imported.code, imported.err) == (0, "") and imported.out.startswith("199 added, 0 changed, 0 unchanged, 0 refused;")
    search = ended(program("library", "search", "vacuna", "--json", "--library", library))
    assert search.code == 0 and [item["id"] for item in search.rows] == ["demo-es-001"]


def test_a_library_emptied_by_hand_answers_plainly(cli: CommandLine, tmp_path: Path) -> None:
    import_file(cli, write_rows(tmp_path / "a.jsonl", row(1), row(2)))
    assert cli.done("library", "delete", "own-1", "own-2").out == "2 deleted\n"
    assert cli.done("library", "search", "--json").out == "" and cli.done("library", "stats", "--json").rows[0]["factchecks"] == 0
    assert "NOT OK" not in cli.done("library", "verify").out
    assert cli("library", "rebuild").code == 0
    document = tmp_path / "d.txt"
    document.write_text("The tower leans.", encoding="utf-8")
    assert "holds no fact-checks" in cli("rank", document).refusal()
    cli.done("library", "export", "--out", tmp_path / "e.jsonl")
    assert (tmp_path / "e.jsonl").read_bytes() == b""
    assert counts(import_file(cli, tmp_path / "a.jsonl")) == (2, 0, 0, 0)


def test_a_language_is_set_and_stays(cli: CommandLine, tmp_path: Path) -> None:
    rows = [row(1, language="en"), row(2, language="en"), row(3, language="en", publisher="Tea Desk")]
    source = write_rows(tmp_path / "in.jsonl", rows)
    import_file(cli, source)
    assert cli.done("library", "set-language", "pt-BR", "--id", "own-1", "--id", "own-1").out == "1 changed\n"
    assert cli.done("library", "set-language", "de", "--publisher", "Tea Desk").out == "1 changed\n"
    assert counts(import_file(cli, source)) == (0, 0, 3, 0)
    assert cli.done("library", "show", "own-1", "--json").rows[0]["language"] == "pt-BR"
    assert [german_row["id"] for german_row in cli.done("library", "search", "--language", "de", "--json").rows] == ["own-3"]
    for arguments in (("de",), ("German", "--id", "own-1"), ("de", "--id", "nobody"), ("de", "--kind", "posts", "--publisher", "Tea Desk")):
        refused = cli("library", "set-language", *arguments)
        assert refused.code == 2 and len(refused.err.strip().splitlines()) == 1


def test_the_language_of_posts_and_evidence_is_set(cli: CommandLine, tmp_path: Path) -> None:
    posts = write_rows(tmp_path / "posts.jsonl", [{"id": "p1", "text": "Las vacunas causaron muertes", "language": "en"}])
    evidence = write_rows(tmp_path / "evidence.jsonl", [{"id": "d1", "text": "Las vacunas no causaron muertes.", "language": "en"}])
    cli.done("library", "import", posts, "--kind", "posts")
    cli.done("library", "import", evidence, "--kind", "evidence")
    assert cli.done("library", "set-language", "es", "--kind", "posts", "--id", "p1").out == "1 given\n"
    assert cli.done("library", "set-language", "es", "--kind", "evidence", "--id", "d1").out == "1 given\n"
    refused = cli("library", "set-language", "es", "--kind", "evidence", "--id", "nobody")
    assert refused.code == 2
