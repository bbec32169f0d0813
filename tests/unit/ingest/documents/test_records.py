"""Speakers in official records of parliaments, in each country's layout, with invented words and names."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.domain.document import Document
from tests.unit.ingest.documents.documents_reading import read_bytes

Said = list[tuple[str, str]]
_UK: Said = [
    ("Anna Vale", "What is being done about the bridge?"),
    ("Minister for Roads", "It opens in May."),
    ("Anna Vale", "It was to open in March."),
]
_IRELAND: Said = [
    ("Máire Tallow", "Turf is dearer than ever."),
    ("Minister for Energy", "It fell in May."),
    ("Máire Tallow", "Not in my town."),
]
_GERMANY: Said = [("Krone", "Die Mieten sind gestiegen."), ("Sommerfeld", "Vielen Dank."), ("Sommer", "Das stimmt nicht.")]
_SPAIN: Said = [("PRESIDENTA", "Se abre la sesión."), ("VALDORIA", "El paro ha bajado."), ("ROCA", "No ha bajado.")]
_BRAZIL: Said = [("PRESIDENTE", "Declaro aberta a sessão."), ("PRADO", "O preço subiu."), ("CAMPOS", "Não subiu.")]
_ITALY: Said = [("PRESIDENTE", "Ha facoltà di parlare."), ("NERI", "Il ponte è chiuso."), ("PRESIDENTE", "La ringrazio.")]
_FRANCE: Said = [("présidente", "La parole est à la rapporteure."), ("Brasier", "Le pont est fermé."), ("présidente", "Merci.")]
_AUSTRALIA: Said = [("SPEAKER", "I call the member for Marl."), ("TALLOW", "Rents rose again."), ("QUILL", "We built homes.")]
_CANADA: Said = [("Vale", "Mr. Speaker, the ferry is late."), ("Berg", "It is on time."), ("Speaker", "The time is up.")]
_EUROPE: Said = [("President", "The next item is the debate on fish."), ("Quill", "The catch fell."), ("Krone", "It did not fall.")]
_CONGRESS: Said = [("VALE", "I rise today for the bridge."), ("BERG", "I yield to nobody."), ("VALE", "I yield back.")]


def _text(form: str, turns: Said) -> str:
    return form.format(*(words for _, words in turns))


RECORDS: dict[str, tuple[str, str, Said]] = {
    "uk-text": ("txt", "Anna Vale (North Ham) (Lab)\n{0}\n\nThe Minister for Roads (Tom Berg)\n{1}\n\nAnna Vale\n{2}\n", _UK),
    "uk-colon": ("txt", "Anna Vale (North Ham) (Lab): {0}\n\nThe Minister for Roads (Tom Berg): {1}\n\nAnna Vale: {2}\n", _UK),
    "uk-page": (
        "html",
        '<div class="debate-item"><h2 class="memberLink"><a href="/m/1">Anna Vale</a> <span>(North Ham) (Lab)</span></h2><p>{0}</p></div>'
        '<div class="debate-item"><h2 class="memberLink"><a href="/m/2">The Minister for Roads (Tom Berg)</a></h2><p>{1}</p></div>'
        '<div class="debate-item"><h2 class="memberLink"><a href="/m/1">Anna Vale</a></h2><p>{2}</p></div>',
        _UK,
    ),
    "ireland-text": ("txt", "Deputy Máire Tallow: {0}\n\nMinister for Energy (Deputy Seán Quill): {1}\n\nDeputy Máire Tallow: {2}\n", _IRELAND),
    "ireland-page": (
        "html",
        '<div class="speech"><h4><a href="#a">Deputy Máire Tallow</a></h4><p>{0}</p></div>'
        '<div class="speech"><h4><a href="#b">Minister for Energy (Deputy Seán Quill)</a></h4><p>{1}</p></div>'
        '<div class="speech"><h4><a href="#a">Deputy Máire Tallow</a></h4><p>{2}</p></div>',
        _IRELAND,
    ),
    "germany-text": ("txt", "Jörg Krone (FDP):\n{0}\n\nPräsidentin Dr. Hilde Sommerfeld:\n{1}\n\nUta Sommer (SPD):\n{2}\n", _GERMANY),
    "germany-page": (
        "html",
        "<p><b>Jörg Krone</b> (FDP):</p><p>{0}</p><p>(Beifall bei der FDP)</p><p><b>Präsidentin Dr. Hilde Sommerfeld:</b></p><p>{1}</p>"
        "<p><b>Uta Sommer</b> (SPD):</p><p>{2}</p>",
        _GERMANY,
    ),
    "spain-text": ("txt", "La señora PRESIDENTA: {0}\n\nEl señor VALDORIA PEÑA: {1}\n\nLa señora MINISTRA DE OBRAS (Roca Salas): {2}\n",
                   [*_SPAIN[:2], ("MINISTRA DE OBRAS", _SPAIN[2][1])]),
    "spain-page": (
        "html",
        "<p><b>La señora PRESIDENTA</b>: {0}</p><p><b>El señor VALDORIA PEÑA</b>: {1}</p><p><b>La señora ROCA SALAS</b>: {2}</p>",
        _SPAIN,
    ),
    "brazil-text": (
        "txt",
        "O SR. PRESIDENTE (Jorge Tal. PT - BA) - {0}\n\nA SRA. LIA PRADO (MDB - MS. Sem revisão da oradora.) - {1}\n\n"
        "O SR. RUI CAMPOS (PL - SP) - {2}\n",
        _BRAZIL,
    ),
    "brazil-page": (
        "html",
        "<p><b>O SR. PRESIDENTE</b> (Jorge Tal. PT - BA) - {0}</p><p><b>A SRA. LIA PRADO</b> (MDB - MS) - {1}</p>"
        "<p><b>O SR. RUI CAMPOS</b> (PL - SP) - {2}</p>",
        _BRAZIL,
    ),
    "italy-text": ("txt", "PRESIDENTE. {0}\n\nPAOLO NERI (PD). {1}\n\nPRESIDENTE. {2}\n", _ITALY),
    "italy-page": ("html", "<p><b>PRESIDENTE</b>. {0}</p><p><b>PAOLO NERI</b> (PD). {1}</p><p><b>PRESIDENTE</b>. {2}</p>", _ITALY),
    "france-text": ("txt", "Mme la présidente. {0}\n\nMme Solène Brasier, rapporteure. {1}\n\nMme la présidente. {2}\n", _FRANCE),
    "france-page": (
        "html",
        "<p><b>Mme la présidente.</b> {0}</p><p><b>Mme Solène Brasier</b>, <i>rapporteure</i>. {1}</p><p><b>Mme la présidente.</b> {2}</p>",
        _FRANCE,
    ),
    "australia-text": ("txt", "The SPEAKER: {0}\n\nMr TALLOW (Marl) (14:01): {1}\n\nMs QUILL (Minister for Housing) (14:04): {2}\n", _AUSTRALIA),
    "australia-page": (
        "html",
        '<p><span class="HPS-MemberSpeech">The SPEAKER</span>: {0}</p><p><b>Mr TALLOW</b> (Marl) (14:01): {1}</p>'
        "<p><b>Ms QUILL</b> (Minister for Housing) (14:04): {2}</p>",
        _AUSTRALIA,
    ),
    "canada-text": ("txt", "Ms. Anna Vale (Marl, Lib.): {0}\n\nHon. Tom Berg (Minister of Ferries, CPC): {1}\n\nThe Deputy Speaker: {2}\n", _CANADA),
    "canada-page": (
        "html",
        "<p><b>Ms. Anna Vale (Marl, Lib.):</b> {0}</p><p><b>Hon. Tom Berg (Minister of Ferries, CPC):</b> {1}</p>"
        "<p><b>The Deputy Speaker:</b> {2}</p>",
        _CANADA,
    ),
    "europe-text": ("txt", "President. – {0}\n\nPetra Quill (S&D). – {1}\n\nJörg Krone, on behalf of the PPE Group. – {2}\n", _EUROPE),
    "europe-page": (
        "html",
        "<p><b>President.</b> – {0}</p><p><b>Petra Quill (S&amp;D).</b> – {1}</p><p><b>Jörg Krone</b>, <i>on behalf of the PPE Group</i>. – {2}</p>",
        _EUROPE,
    ),
    "congress-text": ("txt", "  Ms. VALE. {0}\n  Mr. BERG. {1}\n  Ms. VALE. {2}\n", _CONGRESS),
    "congress-page": (
        "html",
        "<html><body><pre>\n[Congressional Record Volume 171]\n\n  Ms. VALE. {0}\n  Mr. BERG. {1}\n  Ms. VALE. {2}\n</pre></body></html>",
        _CONGRESS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS.keys())
def test_records_in_each_country_s_layout(tmp_path: Path, record: tuple[str, str, Said]) -> None:
    suffix, form, turns = record
    body = _text(form, turns)
    data = f"<!doctype html><html><head><meta charset=utf-8></head><body><main>{body}</main></body></html>" if suffix == "html" else body
    _check(read_bytes(tmp_path, data.encode(), f"record.{suffix}"), turns)


PRINTED = {name: record for name, record in RECORDS.items() if record[0] == "txt"}


@pytest.mark.parametrize("record", PRINTED.values(), ids=PRINTED.keys())
def test_records_as_printed_pages(tmp_path: Path, record: tuple[str, str, Said]) -> None:
    pages = pymupdf.open()
    page = pages.new_page()
    for number, line in enumerate(line for line in _text(*record[1:]).split("\n") if line.strip()):
        page.insert_text((72 if line[0].isspace() else 60, 90 + 14 * number), line.strip().replace("–", "-"), fontsize=11)
    _check(read_bytes(tmp_path, pages.tobytes(), "record.pdf"), record[2])


def _check(document: Document, turns: Said) -> None:
    """Check that each turn's speaker label contains the surname or office."""
    speakers = {sentence.text: sentence.speaker.casefold() for sentence in document.sentences}
    assert [(name, words) for name, words in turns if name.casefold() not in speakers.get(words, "")] == [], speakers
