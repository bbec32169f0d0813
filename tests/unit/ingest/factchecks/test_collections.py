"""Google's tools, CheckThat! JSON folders and AVeriTeC."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from app.domain.options import ImportOptions
from app.errors import InputError
from tests.unit.ingest.factchecks.factchecks_reading import read, write

ANSWER = {
    "claims": [
        {
            "text": "Geese vote &amp; win",
            "claimant": "A. Gander",
            "claimDate": "2020-01-01T00:00:00Z",
            "claimReview": [
                {
                    "publisher": {"name": "Goose Desk", "site": "goose.example.org"},
                    "url": "https://goose.example.org/1",
                    "title": "Do geese vote?",
                    "reviewDate": "2020-01-05T10:00:00Z",
                    "textualRating": "False",
                    "languageCode": "en",
                },
                {"publisher": {"site": "snopes.com"}, "url": "https://www.snopes.com/x", "textualRating": "Unproven"},
            ],
        },
        {"text": "No review of this one, none at all", "claimDate": "0001-01-01T00:00:00Z"},
        {"claimReview": [{"publisher": {"name": "Goose Desk"}, "textualRating": "False"}]},
    ],
    "nextPageToken": "abc",
}


def test_google_answers(tmp_path: Path) -> None:
    checks, refused = read(write(tmp_path / "a.json", ANSWER))
    first, second, third = checks
    assert (first.claim, first.claimant, first.publisher, first.rating) == ("Geese vote & win", "A. Gander", "Goose Desk", "False")
    assert (first.published, first.claimed, first.title, first.language) == (date(2020, 1, 5), date(2020, 1, 1), "Do geese vote?", "en")
    assert (second.publisher, second.rating, second.claim) == ("Snopes", "Unproven", first.claim)
    assert (third.claimed, third.rating) == (None, "")
    assert [row.reason for row in refused] == ["The row has no claim."]
    assert len({check.id for check in checks}) == 3


def test_google_answers_in_a_list_and_line_by_line(tmp_path: Path) -> None:
    assert len(read(write(tmp_path / "a.json", [ANSWER, ANSWER]))[0]) == 6
    assert len(read(write(tmp_path / "a.jsonl", f"{json.dumps(ANSWER)}\n{json.dumps(ANSWER)}\n"))[0]) == 6


def test_google_markup_pages(tmp_path: Path) -> None:
    markup = {
        "url": "https://goose.example.org/2#a",
        "claimReviewed": "Geese pay taxes",
        "claimDate": "2020-02-01",
        "claimAuthor": {"name": "A. Gander"},
        "rating": {"textualRating": "Mostly true", "ratingValue": 4},
    }
    page = {
        "name": "pages/1",
        "pageUrl": "https://goose.example.org/2",
        "publishDate": "2020-02-03",
        "claimReviewAuthor": {"name": "Goose Desk"},
        "claimReviewMarkups": [markup, {"claimReviewed": "Geese fly", "rating": {}}],
        "versionId": "1",
    }
    checks, refused = read(write(tmp_path / "p.json", {"claimReviewMarkupPages": [page]}), ImportOptions(language="en"))
    assert refused == []
    assert (checks[0].claim, checks[0].rating, checks[0].publisher) == ("Geese pay taxes", "Mostly true", "Goose Desk")
    assert (checks[0].published, checks[0].claimed) == (date(2020, 2, 3), date(2020, 2, 1))
    assert (checks[1].url, checks[1].rating) == ("https://goose.example.org/2", "")


def test_an_empty_answer_is_reported(tmp_path: Path) -> None:
    checks, refused = read(write(tmp_path / "a.json", {"claims": [], "nextPageToken": ""}))
    assert checks == []
    assert [row.reason for row in refused] == ["There is no reviewed claim here."]


def test_a_folder_of_one_claim_a_file(tmp_path: Path) -> None:
    for number, prefix in enumerate(("vclaim-sno", "vclaim-pol", "vclaim-xyz")):
        record = {
            "title": "T",
            "subtitle": "S",
            "author": "W",
            "date": "6 March 2021",
            "vclaim_id": f"{prefix}-{number}",
            "vclaim": f"Geese number {number} vote",
        }
        (tmp_path / f"{number}.json").write_text(json.dumps(record, indent=1))
    (tmp_path / "3.json").write_text('{"title": "T", "vclaim_id": "vclaim-sno-3", "vclaim": ""}')
    (tmp_path / "4.json").write_text('{"title": "T", "vclaim": "cut')
    checks, refused = read(tmp_path, ImportOptions(publisher="Lab", language="en"))
    assert [(check.id, check.publisher) for check in checks] == [
        ("vclaim-sno-0", "Snopes"),
        ("vclaim-pol-1", "PolitiFact"),
        ("vclaim-xyz-2", "Lab"),
    ]
    assert (checks[2].body, checks[2].published) == ("S", date(2021, 3, 6))
    assert [(row.source, row.row) for row in refused] == [("3.json", "line 1"), ("4.json", "file")]


def test_averitec(tmp_path: Path) -> None:
    item = {
        "claim": "The dam was built in a day.",
        "label": "Refuted",
        "justification": "It took years.",
        "claim_date": "5-8-2020",
        "speaker": "A. Beaver",
        "original_claim_url": None,
        "fact_checking_article": "https://web.archive.org/web/2021/https://www.politifact.com/factchecks/2020/aug/26/a-beaver/dam/",
        "questions": [
            {"question": "How long?", "answers": [{"answer": "No", "answer_type": "Boolean", "boolean_explanation": "Six years."}]}
        ],
    }
    (check, other), refused = read(
        write(tmp_path / "dev.json", [item, {**item, "claim_date": None, "fact_checking_article": None}, {**item, "claim": ""}])
    )
    assert (check.rating, check.publisher, check.claimant) == ("Refuted", "PolitiFact", "A. Beaver")
    assert (check.claimed, check.published) == (date(2020, 8, 5), date(2020, 8, 26))
    assert check.url == "https://www.politifact.com/factchecks/2020/aug/26/a-beaver/dam/"
    assert check.body == "It took years.\nHow long? No. Six years."
    assert "annotators" in check.note
    assert (other.publisher, other.claimed, other.url) == ("AVeriTeC", None, "")
    assert [row.row for row in refused] == ["item 3"]


def cofacts(folder: Path) -> Path:
    write(
        folder / "articles.csv",
        'id,articleType,text,createdAt\na1,TEXT,"Geese vote,\nthey say",2020-01-01T00:00:00Z\na2,IMAGE,,2020-01-01\n',
    )
    write(folder / "replies.csv", "id,type,reference,text,createdAt\nr1,RUMOR,https://x.example.org,They do not.,2020-01-02\n")
    links = "a1,r1,RUMOR,NORMAL,2020-01-03T05:00:00Z\na1,r1,RUMOR,DELETED,2020-01-03\na2,r1,RUMOR,NORMAL,\na9,r1,RUMOR,NORMAL,\n"
    write(folder / "article_replies.csv", f"articleId,replyId,replyType,status,createdAt\n{links}")
    return folder


def test_cofacts(tmp_path: Path) -> None:
    (check,), refused = read(cofacts(tmp_path))
    assert (check.id, check.claim, check.rating, check.publisher) == ("cofacts-a1-r1", "Geese vote, they say", "RUMOR", "Cofacts")
    assert (check.body, check.published, check.language) == ("They do not.\nhttps://x.example.org", date(2020, 1, 3), "zh-TW")
    assert [row.row for row in refused] == ["row 3", "row 4", "row 5"]
    assert {row.source for row in refused} == {"article_replies.csv"}


def test_cofacts_among_other_files(tmp_path: Path) -> None:
    cofacts(tmp_path)
    write(tmp_path / "own.jsonl", {"id": "own", "claim": "The moon is hollow.", "language": "en"})
    assert [check.id for check in read(tmp_path)[0]] == ["cofacts-a1-r1", "own"]


def test_tables_that_are_no_cofacts_data(tmp_path: Path) -> None:
    write(tmp_path / "articles.csv", "id,text\n1,x\n")
    with pytest.raises(InputError) as error:
        read(tmp_path, ImportOptions(format="cofacts"))
    assert error.value.code == "factchecks-not-found"
    cofacts(tmp_path)
    write(tmp_path / "replies.csv", "identifier,text\n1,x\n")
    with pytest.raises(InputError) as error:
        read(tmp_path)
    assert error.value.code == "factchecks-columns"
