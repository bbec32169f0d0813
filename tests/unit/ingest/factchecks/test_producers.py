"""Collections as organisations write them: plugins' pages, exports of other systems, tables in other languages."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from tests.unit.ingest.factchecks.factchecks_reading import read, write

_CLAIMED, _PUBLISHED = date(2026, 3, 10), date(2026, 3, 25)


def _only_factcheck(path: Path) -> FactCheck:
    checks, refused = read(path)
    assert not refused
    assert len(checks) == 1
    return checks[0]


_TABLES = {
    "es": "Frase chequeada;Autor de la frase;Fecha de la frase;Calificación;Medio;Fecha de publicación;Enlace;Título",
    "pt": "Frase verificada;Quem disse;Data da declaração;Etiqueta;Agência;Data da checagem;Link;Título",
    "fr": "Affirmation;Auteur de l’affirmation;Date de l’affirmation;Verdict;Média;Date de publication;Lien;Titre",
    "de": "Behauptung;Aufgestellt von;Datum der Behauptung;Bewertung;Redaktion;Veröffentlicht am;Link;Überschrift",
    "it": "Dichiarazione;Chi lo ha detto;Data dichiarazione;Verdetto;Testata;Data pubblicazione;Link;Titolo",
    "tr": "İddia;İddia sahibi;İddia tarihi;Sonuç;Yayıncı;Yayın tarihi;Bağlantı;Başlık",
    "hi": "दावा;दावाकर्ता;दावे की तारीख;निष्कर्ष;प्रकाशक;प्रकाशन तिथि;लिंक;शीर्षक",
    "ar": "الادعاء;صاحب الادعاء;تاريخ الادعاء;التقييم;الناشر;تاريخ النشر;الرابط;العنوان",
    "form": "What is the claim?;Who made the claim?;When was the claim made?;What is your rating?;Name of your organisation;Date of review;"
    "Link to the fact-check;Headline",
    "id": "Klaim;Klaim oleh;Tanggal klaim;Hasil;Penerbit;Tanggal terbit;Tautan;Judul",
    "pl": "Twierdzenie;Mówca;Data wypowiedzi;Ocena;Wydawca;Data publikacji;Link;Tytuł",
    "zh": "說法;發言者;發言日期;結論;查核單位;發布日期;連結;標題",
    "ja": "主張;発言者;発言日;判定;検証機関;公開日;リンク;見出し",
    "ko": "주장;발언자;발언일;판정;검증기관;게시일;링크;제목",
    "nl": "Bewering;Spreker;Datum bewering;Oordeel;Uitgever;Gepubliceerd;Link;Titel",
    "said on": "Claim;Speaker;Said on;Rating;Publisher;Published on;Link;Title",
    "explorer": "Claim;Claimant;Claim date;Textual rating;Review publisher;Review date;Review URL;Review title",
    "graph": "claimReview_claimReviewed;creativeWork_author_name;creativeWork_datePublished;rating_alternateName;claimReview_author_name;"
    "claimReview_datePublished;claimReview_url;extra_title",
}


@pytest.mark.parametrize("header", _TABLES.values(), ids=_TABLES.keys())
def test_headings_of_other_languages_and_exports(tmp_path: Path, header: str) -> None:
    row = "El puente costó 9 millones de euros;Tomás;10/03/2026;Falso;Mesa de Prueba;25/03/2026;https://a.example/1;No"
    check = _only_factcheck(write(tmp_path / "a.csv", f"{header}\n{row}\n"))
    assert check.claim == "El puente costó 9 millones de euros"
    assert (check.claimant, check.rating, check.publisher, check.title) == ("Tomás", "Falso", "Mesa de Prueba", "No")
    assert (check.claimed, check.published, check.url) == (_CLAIMED, _PUBLISHED, "https://a.example/1")


def test_headings_that_speak_of_something_else(tmp_path: Path) -> None:
    header = "Claim,Claim type,Number of media,Link to the claim,Fact-check: title,Fact-check: summary,Fact-check: URL,Fact-check: rating,Published at"
    row = "The bridge cost 9 million,quote,3,https://x.example/post,No,It cost 3.,https://a.example/1,False,2026-03-25 10:00:00 UTC"
    check = _only_factcheck(write(tmp_path / "a.csv", f"{header}\n{row}\n"))
    assert (check.title, check.body, check.url, check.rating) == ("No", "It cost 3.", "https://a.example/1", "False")
    assert (check.claimant, check.publisher, check.published) == ("", "a.example", _PUBLISHED)


def test_the_export_of_a_knowledge_graph(tmp_path: Path) -> None:
    header = "id,text,date,truthRating,ratingName,author,headline,named_entities_claim,source,sourceURL,link,language"
    row = "http://d.example/1,The bridge cost 9 million,2026-03-10,0,FALSE,Tom Hart,It did not,Bridge,afacts,https://a.example,https://a.example/1,English"
    check = _only_factcheck(write(tmp_path / "a.csv", f"{header}\n{row}\n"))
    assert (check.claim, check.claimant, check.claimed, check.published) == ("The bridge cost 9 million", "Tom Hart", _CLAIMED, None)
    assert (check.rating, check.publisher, check.url, check.language) == ("FALSE", "afacts", "https://a.example/1", "en")


def test_a_header_below_lines_of_title(tmp_path: Path) -> None:
    text = "Fact-checks export\nGenerated 2026-03-12, by the desk\n\nID,Claim,Verdict,Date\n7,The bridge cost 9 million,False,2026-03-25\n8,,True,\n"
    checks, refused = read(write(tmp_path / "a.csv", text))
    assert [(check.id, check.claim, check.rating, check.published) for check in checks] == [
        ("7", "The bridge cost 9 million", "False", _PUBLISHED)
    ]
    assert [row.row for row in refused] == ["row 6"]


def test_a_table_without_a_header_loses_no_row(tmp_path: Path) -> None:
    rows = "The bridge cost nine million in all,,https://a.example/1\nWater is free for all of us,True,https://a.example/2\n"
    checks, refused = read(write(tmp_path / "a.csv", rows))
    assert [(check.claim, check.url) for check in checks] == [
        ("The bridge cost nine million in all", "https://a.example/1"),
        ("Water is free for all of us", "https://a.example/2"),
    ]
    assert not refused


def test_a_table_of_claims_alone_keeps_its_commas(tmp_path: Path) -> None:
    checks, _ = read(write(tmp_path / "a.txt", "Claim\nThe bridge, the old one, is closed\nWater, bread and salt are free\n"))
    assert [check.claim for check in checks] == ["The bridge, the old one, is closed", "Water, bread and salt are free"]


def _workbook(path: Path) -> Path:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["How to use this workbook, and for whom it is"])
    sheet = book.create_sheet("Checks")
    sheet.append(["Fact-check log 2026"])
    sheet.merge_cells("A1:F1")
    sheet.append([])
    sheet.append(["No.", "Claim", "Rating", "Publisher", "Date of claim", "Date published", "Link"])
    sheet.append([1, "The bridge cost 9 million", "False", "A Facts", 46091, datetime(2026, 3, 25), "Read it"])
    sheet.append([2, "Water is free here", "True", None, 46092, 46106, "https://a.example/2"])
    sheet.merge_cells("D4:D5")
    sheet["G4"].hyperlink = "https://a.example/1"
    other = book.create_sheet("2025")
    other.append(["Claim", "Rating"])
    other.append(["Salt is free", "True"])
    book.save(path)
    return path


def test_a_workbook_of_an_office(tmp_path: Path) -> None:
    checks, refused = read(_workbook(tmp_path / "a.xlsx"))
    assert [(check.claim, check.rating, check.publisher, check.url) for check in checks] == [
        ("The bridge cost 9 million", "False", "A Facts", "https://a.example/1"),
        ("Water is free here", "True", "A Facts", "https://a.example/2"),
    ]
    assert [(check.claimed, check.published) for check in checks] == [(_CLAIMED, _PUBLISHED), (date(2026, 3, 11), _PUBLISHED)]
    assert [row.reason.split(",")[0] for row in refused] == ["The sheet “2025” holds another table"]


def _review(**changes: object) -> dict[str, object]:
    return {
        "@context": "https://schema.org", "@type": "ClaimReview", "claimReviewed": "The bridge cost 9 million", "url": "https://a.example/1",
        "author": {"@type": "Organization", "name": "A Facts"}, "reviewRating": {"@type": "Rating", "alternateName": "False"}, **changes,
    }  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [
        {"author": [{"@type": "Person", "name": "Ann Lind"}, {"@type": "Organization", "name": "A Facts"}]},
        {"author": {"@type": "Person", "name": "Ann Lind"}, "publisher": {"@type": "Organization", "name": "A Facts"}},
    ],
)
def test_the_publisher_is_the_organisation_and_not_its_reporter(tmp_path: Path, changes: dict[str, object]) -> None:
    assert _only_factcheck(write(tmp_path / "a.json", _review(**changes))).publisher == "A Facts"


def test_a_reporter_is_the_publisher_if_nothing_else_is_known(tmp_path: Path) -> None:
    assert _only_factcheck(write(tmp_path / "a.json", _review(author={"@type": "Person", "name": "Ann Lind"}))).publisher == "Ann Lind"


def test_refusals_of_a_mixed_feed_are_summarised(tmp_path: Path) -> None:
    empty = [{"@type": "DataFeedItem", "item": None}] * 500
    media = [{"@type": "DataFeedItem", "item": [{"@type": "MediaReview"}]}] * 200
    feed = {"@type": "DataFeed", "dataFeedElement": [*empty, *media, {"@type": "DataFeedItem", "item": [_review()]}]}
    checks, refused = read(write(tmp_path / "data.json", feed))
    assert len(checks) == 1
    assert len(refused) == 8
    assert [row.reason for row in refused[-2:]] == [
        "500 elements of the feed in all hold nothing and no ClaimReview.",
        "200 elements of the feed in all hold only MediaReview and no ClaimReview.",
    ]


def test_answers_of_a_search_written_one_after_the_other(tmp_path: Path) -> None:
    answers = [
        {"claims": [{"text": f"Claim number {n} here", "claimReview": [{"url": f"https://a.example/{n}"}]}], "nextPageToken": "C"}
        for n in (1, 2)
    ]
    checks, refused = read(write(tmp_path / "a.json", "\n".join(json.dumps(answer, indent=2) for answer in answers)))
    assert [check.claim for check in checks] == ["Claim number 1 here", "Claim number 2 here"]
    assert not refused
