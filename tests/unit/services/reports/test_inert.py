"""Every kind of export, from data in which every field holds characters that a terminal, an editor or a spreadsheet obeys."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar
from xml.etree import ElementTree

import networkx
import openpyxl
import pymupdf
import pytest
import tinyhtml5

from app.domain.agreement import Agreement
from app.domain.control_characters import without_controls
from app.domain.narrative import ItemKind, Narrative, NarrativeEdge, NarrativeItem, NarrativeMap
from app.domain.ranked import RunRecord
from app.domain.repeat import Repeat
from app.domain.review import Target
from app.gui.model.comparing import Dispute, as_csv
from app.services.reports import (
    ANSWER_FORMATS,
    CLAIM_FORMATS,
    FORMATS,
    NARRATIVE_FORMATS,
    VERIFICATION_FORMATS,
    claims_for_clipboard,
    write_answers,
    write_claims,
    write_narratives,
    write_report,
    write_verification,
)
from tests.fakes.reviewed import ADDRESSES, ARABIC, HINDI, ranked_debate, reviewed_debate
from tests.fakes.verifications import verified
from tests.unit.domain.test_control_characters import OBEYED
from tests.unit.services.reports.test_answers import answered

T = TypeVar("T")
POISON = "\r" + "".join(OBEYED) + "=1+1"
FORBIDDEN = set(OBEYED)


def poisoned(value: T, name: str = "") -> T:
    """Return the value with every external text made hostile, in the same way everywhere."""
    if isinstance(value, Enum | Target) or name in ("created", "at", "keys", "lead", "other", "language"):
        return value
    if isinstance(value, str):
        text: Any = f"{value}{POISON}" if value.startswith("http") else f"{POISON}{value}"
        return text  # type: ignore[no-any-return]
    if isinstance(value, tuple):
        return tuple(poisoned(part) for part in value)  # type: ignore[return-value]
    if isinstance(value, dict):
        return {key: poisoned(part) for key, part in value.items()}  # type: ignore[return-value]
    if is_dataclass(value) and not isinstance(value, type):
        unchanged = ("index_kind", "form", "found_with", "logo", "addresses")  # addresses with anything hostile in them are refused
        changed = {
            field.name: poisoned(getattr(value, field.name), field.name)
            for field in fields(value)
            if field.init and field.name not in unchanged
        }
        return replace(value, **changed)
    return value


def narrative_map() -> NarrativeMap:
    """Return one narrative of two items, the later a repeat of the earlier, with hostile ids and texts."""

    def item(identifier: str) -> NarrativeItem:
        plain = NarrativeItem(
            id=identifier,
            kind=ItemKind.FACTCHECK,
            text="t",
            publisher="p",
            language="en",
            rating="r",
            url="https://a",
            day=date(2024, 1, 1),
        )
        return poisoned(plain)

    items = (item("one"), item("two"))
    keys = tuple(entry.key for entry in items)
    narrative = replace(
        poisoned(Narrative(id="n", name="name", claim="claim", central="", items=(), languages=(("en", 2),), publishers=(("p", 2),))),
        items=keys,
        central=keys[0],
    )
    edge = NarrativeEdge(one=keys[0], other=keys[1], similarity=0.9)
    repeat = Repeat(later=items[1].id, earlier=items[0].id, similarity=0.9, probability=0.9, days=3)
    run = poisoned(RunRecord(program="p", created="2026-01-01T00:00:00"))
    return NarrativeMap(narratives=(narrative,), items=items, repeats=(repeat,), edges=(edge,), remarks=(POISON,), run=run)


WRITERS: list[tuple[str, str, Callable[[Path], object]]] = [
    *(("reviewed report", name, lambda path: write_report(poisoned(reviewed_debate()), path)) for name in FORMATS),
    *(("report", name, lambda path: write_report(poisoned(ranked_debate()), path)) for name in FORMATS if name != "jsonld"),
    *(("claims", name, lambda path: write_claims(poisoned(ranked_debate()), path)) for name in CLAIM_FORMATS),
    *(("answers", name, lambda path: write_answers(poisoned(answered()), path)) for name in ANSWER_FORMATS),
    *(
        ("verification", name, lambda path: write_verification(poisoned(verified()), path, newsroom="Desk", addresses=ADDRESSES))
        for name in VERIFICATION_FORMATS
    ),
    *(("narratives", name, lambda path: write_narratives(narrative_map(), path)) for name in NARRATIVE_FORMATS),
]


def visible_text(path: Path) -> str:
    """Return the text of a file that a reader or a terminal shows."""
    content = path.read_bytes()
    if path.suffix in (".docx", ".xlsx"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = [ElementTree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith((".xml", ".rels"))]
        elements = [element for part in parts for element in part.iter()]
        return "".join(text for node in elements for text in (node.text or "", node.tail or "", *node.attrib.values()))
    if path.suffix == ".pdf":
        with pymupdf.open(path) as read:
            texts = [str(read.metadata), *(str(line) for line in read.get_toc()), *(page.get_text() for page in read)]
            return "".join(texts).replace("\x00", "")  # what MuPDF reads of a glyph that a font lacks, here that of U+FFFD
    return content.decode("utf-8").removeprefix("\ufeff")  # the mark by which spreadsheets know UTF-8


@pytest.mark.parametrize(("kind", "name", "write"), WRITERS, ids=[f"{kind}-{name}" for kind, name, _ in WRITERS])
def test_no_export_holds_control_characters(tmp_path: Path, kind: str, name: str, write: Callable[[Path], object]) -> None:
    write(tmp_path / f"out.{name}")
    written = sorted(tmp_path.iterdir())
    assert written
    for path in written:
        remaining = FORBIDDEN & set(visible_text(path).replace("\r\n", "\n"))  # CSV ends its lines so, and so do some parts of Word's files
        assert not remaining, (path.name, sorted(map(ascii, remaining)))


def test_rows_for_programs_keep_every_text_exactly(tmp_path: Path) -> None:
    ranked = poisoned(ranked_debate())
    write_report(ranked, tmp_path / "r.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").split("\n") if line]
    assert [row["text"] for row in rows] == [entry.sentence.text for entry in ranked.sentences]
    assert [row["speaker"] for row in rows] == [entry.sentence.speaker for entry in ranked.sentences]
    assert [match["id"] for match in rows[0]["matches"]] == [match.factcheck.id for match in ranked.sentences[0].matches]
    assert POISON in rows[0]["text"]


def test_a_spreadsheet_finds_no_formula(tmp_path: Path) -> None:
    write_report(poisoned(reviewed_debate()), tmp_path / "r.xlsx")
    write_claims(poisoned(ranked_debate()), tmp_path / "c.xlsx")
    for name in ("r", "c"):
        book = openpyxl.load_workbook(tmp_path / f"{name}.xlsx")
        assert not [cell.coordinate for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


def test_genuine_scripts_are_written_completely(tmp_path: Path) -> None:
    for name in ("csv", "html", "docx", "xlsx", "jsonl"):
        write_report(ranked_debate(), tmp_path / f"r.{name}")
        assert ARABIC in visible_text(tmp_path / f"r.{name}") and HINDI in visible_text(tmp_path / f"r.{name}")


def test_graphml_nodes_stay_distinct_and_edges_refer_to_them(tmp_path: Path) -> None:
    narratives = narrative_map()
    write_narratives(narratives, tmp_path / "n.graphml")
    graph = networkx.read_graphml(tmp_path / "n.graphml")
    assert len(graph.nodes) == len({item.key for item in narratives.items}) and len(graph.edges) >= len(narratives.edges) > 0


def test_the_clipboard_and_review_comparisons_are_inert() -> None:
    text, html = claims_for_clipboard(poisoned(ranked_debate()))
    assert not FORBIDDEN & set(text + html)
    agreement: Agreement[Any, str] = Agreement(items=1, agreed=1.0, kappa=None, disputed=())
    exported = as_csv(agreement, [Dispute(POISON, POISON, POISON, POISON)], (POISON, POISON))
    assert not FORBIDDEN & set(exported.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n"))


PAGES = [(kind, write) for kind, name, write in WRITERS if name == "html"]


@pytest.mark.parametrize(("kind", "write"), PAGES, ids=[kind for kind, _ in PAGES])
def test_a_page_allows_its_own_style_and_embedded_pictures_and_nothing_else(
    tmp_path: Path, kind: str, write: Callable[[Path], object]
) -> None:
    write(tmp_path / "p.html")
    text = (tmp_path / "p.html").read_text(encoding="utf-8")
    tree = tinyhtml5.parse(text, namespace_html_elements=False)
    metas = [element for element in tree.iter("meta") if element.get("http-equiv", "").lower() == "content-security-policy"]
    assert len(metas) == 1
    rules = dict(rule.split(" ", 1) for rule in metas[0].get("content").split("; "))
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256((style.text or '').encode()).digest()).decode()}'" for style in tree.iter("style")]
    assert rules == {
        "default-src": "'none'",
        "style-src": " ".join(hashes),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    head = next(tree.iter("head"))
    tags = [element.tag for element in head]
    assert tags.index("meta", 1) < tags.index("style"), "the policy holds for what comes after it"
    everything = list(tree.iter())
    assert not [
        element
        for element in everything
        if element.tag in ("script", "iframe", "object", "embed", "base", "form", "link", "video", "audio")
    ]
    assert not [element for element in everything if any(name.startswith("on") or name in ("style", "srcset") for name in element.keys())]  # noqa: SIM118
    assert all(str(element.get("src")).startswith("data:image/png;base64,") for element in everything if element.get("src"))


def test_the_run_record_of_an_export_is_inert_too(tmp_path: Path) -> None:
    run = poisoned(RunRecord(program="p", created="2026-01-01", library="/x", models=(("encoder", "e"),)))
    write_report(replace(ranked_debate(), run=run), tmp_path / "r.csv")
    record = (tmp_path / "r.csv.run.json").read_text(encoding="utf-8")
    assert not FORBIDDEN & set(record) and json.loads(record)["library"] == run.library and without_controls(record) == record
