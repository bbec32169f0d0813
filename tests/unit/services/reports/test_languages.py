"""Reports in the user's language: texts for reading are translated completely, machine-readable ones stay English."""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pymupdf
import pytest
import tinyhtml5
from docx.oxml.ns import qn

from app import translation
from app.domain.review import Mark, Target
from app.domain.reviewed import Reviewed
from app.domain.verdict import Verdict
from app.errors import InputError
from app.services.reports import claims_for_clipboard, write_claims, write_report
from app.services.reports.charts import charts, drawn
from app.services.reports.review_status import findings
from tests.fakes.catalogue import Bracketed, untranslated
from tests.fakes.reviewed import ranked_debate, reviewed_debate

GREEK = str.maketrans({chr(code): chr(0x3B1 + (code - 97) % 24) for code in range(97, 123)} | {chr(c): "Ω" for c in range(65, 91)})
SPANISH_DAY = re.compile(r"\d+ de [a-z]+ de \d{4}")
KEPT = {"url", "language", "created", "at", "generation", "program", "index_kind", "id", "sentence", "factcheck", "format"}
PAIRS = {"parameters", "seconds"}


@pytest.fixture
def bracketed() -> Iterator[None]:
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def greek(value: Any) -> Any:
    """Return the value with all external texts in Greek letters, so that remaining Latin letters are the program's."""
    if isinstance(value, str):
        return value if isinstance(value, Enum) else value.translate(GREEK)
    if isinstance(value, tuple):
        return tuple(map(greek, value))
    if isinstance(value, dict):
        return {greek(key): greek(part) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        values = {part.name: getattr(value, part.name) for part in fields(value)}
        return replace(value, **{name: _greek_field(name, part) for name, part in values.items()})
    return value


def _greek_field(name: str, value: Any) -> Any:
    if name == "models":
        return tuple((role, key.translate(GREEK)) for role, key in value)
    return value if name in PAIRS or (name in KEPT and isinstance(value, str)) else greek(value)


@pytest.fixture
def reviewed() -> Reviewed:
    return greek(reviewed_debate())  # type: ignore[no-any-return]


def texts_of_page(page: str, *, within: str = "body") -> list[str]:
    """Return the text nodes of a page, without addresses, styles, and shortened labels."""
    tree = tinyhtml5.parse(page, namespace_html_elements=False)
    left_out = {"a", "style"}
    texts = [element.text or "" for element in tree.find(within).iter() if element.tag not in left_out]
    texts += [element.tail or "" for element in tree.find(within).iter()]
    texts += [element.get("alt", "") for element in tree.iter("img")]
    return [text for text in texts if text.strip() and not text.endswith("…")]


@pytest.mark.usefixtures("bracketed")
def test_nothing_on_the_page_is_left_untranslated(tmp_path: Path, reviewed: Reviewed) -> None:
    write_report(reviewed, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    texts = texts_of_page(page)
    assert len(texts) > 150 and '<html lang="es">' in page
    assert [text for text in texts if untranslated(SPANISH_DAY.sub("", text))] == []
    assert {"⟦At a glance⟧", "⟦Decided⟧", "⟦Open⟧", "⟦Not reviewed⟧", "⟦How this was made⟧"} <= set(texts)


@pytest.mark.usefixtures("bracketed")
def test_nothing_in_the_word_document_is_left_untranslated(tmp_path: Path, reviewed: Reviewed) -> None:
    write_report(reviewed, tmp_path / "r.docx")
    read = docx.Document(str(tmp_path / "r.docx"))
    cells = [cell.text for table in read.tables for row in table.rows for cell in row.cells]
    descriptions = [element.get("descr") for element in read.element.body.iter(qn("wp:docPr"))]
    texts = [*(element.text for element in read.paragraphs), *cells, *descriptions]
    assert len(texts) > 80 and len(descriptions) == 4
    words = [SPANISH_DAY.sub("", "" if text.startswith("http") else text.partition("https://")[0]) for text in texts]
    assert [text for text in words if untranslated(text)] == []
    assert read.core_properties.language == "es"
    assert {element.get(qn("w:val")) for element in read.styles.element.iter(qn("w:lang"))} == {"es"}


@pytest.mark.usefixtures("bracketed")
def test_the_pdf_speaks_the_language_in_its_headings_too(tmp_path: Path, reviewed: Reviewed) -> None:
    write_report(reviewed, tmp_path / "r.pdf")
    with pymupdf.open(tmp_path / "r.pdf") as read:
        headings = [heading for _, heading, *_ in read.get_toc()]
        assert read.language == "es"
    assert len(headings) > 10
    assert [heading for heading in headings if untranslated(heading)] == []


@pytest.mark.usefixtures("bracketed")
def test_the_charts_are_labelled_in_the_language(reviewed: Reviewed) -> None:
    for chart in charts(findings(reviewed)):
        drawing = drawn(chart)
        texts = [drawing.title, drawing.description, *chart.head, *(label.text for label in drawing.labels)]
        assert not [text for text in (*texts, *(box.hint for box in drawing.boxes)) if untranslated(text)]


@pytest.mark.parametrize("name", ["jsonl", "csv", "jsonld"])
def test_machine_readable_formats_stay_english(tmp_path: Path, name: str) -> None:
    written = {}
    for language in ("en", "es"):
        translation.use_catalogue(language, Bracketed() if language == "es" else gettext.NullTranslations())
        write_report(reviewed_debate(), tmp_path / f"r.{name}")
        written[language] = (tmp_path / f"r.{name}").read_bytes(), json.loads((tmp_path / f"r.{name}.run.json").read_bytes())
    translation.use("en")
    assert written["es"] == written["en"]


def cells(path: Path) -> list[tuple[str, list[tuple[Any, ...]]]]:
    return [(sheet.title, list(sheet.values)) for sheet in openpyxl.load_workbook(path).worksheets]


def test_workbooks_stay_english(tmp_path: Path) -> None:
    written = {}
    for language in ("en", "es"):
        translation.use_catalogue(language, Bracketed() if language == "es" else gettext.NullTranslations())
        write_report(reviewed_debate(), tmp_path / "r.xlsx")
        write_claims(ranked_debate(), tmp_path / "c.xlsx")
        write_claims(ranked_debate(), tmp_path / "c.csv")
        written[language] = cells(tmp_path / "r.xlsx"), cells(tmp_path / "c.xlsx"), (tmp_path / "c.csv").read_bytes()
    translation.use("en")
    assert written["es"] == written["en"]
    assert "⟦" not in str(written["es"])


@pytest.mark.usefixtures("bracketed")
def test_looked_up_claims_are_translated_for_reading_and_for_the_clipboard(tmp_path: Path) -> None:
    ranked = greek(ranked_debate())
    write_claims(ranked, tmp_path / "c.html")
    page = (tmp_path / "c.html").read_text(encoding="utf-8")
    assert [text for text in texts_of_page(page) if untranslated(text) and not text.startswith("javascript:")] == []
    text, html = claims_for_clipboard(ranked)
    assert not untranslated(text.splitlines()[0]) and "⟦Checked claim⟧" in html and "⟦says the same⟧" in text


@pytest.mark.usefixtures("bracketed")
def test_write_errors_are_translated(tmp_path: Path) -> None:
    nobody = replace(reviewed_debate(), newsroom="")
    unrated = replace(reviewed_debate(), marks={"Mara": ((Target("0"), Mark(verdict=Verdict.UNRATED)),)})
    for results, name in ((nobody, "r.jsonld"), (unrated, "r.jsonld"), (nobody, "r.odt"), (nobody, "none/r.html")):
        with pytest.raises(InputError) as caught:
            write_report(results, tmp_path / name)
        assert not untranslated(caught.value.message) and not untranslated(caught.value.hint)
