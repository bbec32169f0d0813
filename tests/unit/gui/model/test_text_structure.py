"""Headings, speakers, times and the space between lines of a document's text."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.gui.model.text_structure import Role, TextStructure
from app.ingest.documents import read_document

ARTICLE = """# The town hall debate

By Ana Pérez, 12 June 2023

## Money for the harbour

The council says the bridges cost nine million crowns. That is not what the budget shows. Seven rivers cross the county.

- First point of the list
- Second point of the list
- Third point of the list

The bridges are old. They were built before the war. Nobody has counted them since.
"""
TRANSCRIPT = """TRANSCRIPT OF THE DEBATE

[00:12:30] ANNA BERG: Good evening. The bridges cost nine million. We all know that.

[00:13:01] BEN HOLT: No. They did not. Who says so?

[00:13:44] ANNA BERG: The budget says so. Read it.
"""


def read(tmp_path: Path, name: str, text: str) -> tuple[Document, TextStructure]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    document = read_document(path, cancel=CancelToken())
    return document, TextStructure(document.text, document.sentences)


def parts(document: Document, structure: TextStructure, role: Role) -> list[str]:
    whole = (0, len(document.text))
    return [
        document.text[part.start : part.end].strip()
        for part in (*structure.headings(*whole), *structure.labels(*whole))
        if part.role is role
    ]


def space_below(document: Document, structure: TextStructure, line: str) -> float:
    return structure.line(document.text.index(line)).space


def test_an_article_has_headings_and_its_list_has_none(tmp_path: Path) -> None:
    document, structure = read(tmp_path, "article.md", ARTICLE)
    assert parts(document, structure, Role.HEADING) == ["The town hall debate", "Money for the harbour"]
    before_heading = space_below(document, structure, "By Ana")
    after_heading = space_below(document, structure, "Money for")
    between_paragraphs = space_below(document, structure, "The council")
    assert before_heading > between_paragraphs > after_heading > 0
    assert space_below(document, structure, "The bridges are old") == 0  # the last one


def test_a_transcript_has_speakers_and_times(tmp_path: Path) -> None:
    document, structure = read(tmp_path, "debate.txt", TRANSCRIPT)
    assert parts(document, structure, Role.SPEAKER) == ["ANNA BERG", "BEN HOLT", "ANNA BERG"]
    assert parts(document, structure, Role.TIME) == ["[00:12:30]", "[00:13:01]", "[00:13:44]"]
    assert parts(document, structure, Role.HEADING) == ["TRANSCRIPT OF THE DEBATE"]
    assert space_below(document, structure, "[00:12:30]") == 0  # an empty line is space already


def test_a_turn_stands_apart_and_its_label_beside_what_is_said(tmp_path: Path) -> None:
    captions = "WEBVTT\n\n00:04.000 --> 00:07.000\n<v Anna Berg>Good evening.\n\n00:08.000 --> 00:12.000\n<v Ben Holt>The bridges cost nine million.\n"
    document, structure = read(tmp_path, "debate.vtt", captions)
    assert parts(document, structure, Role.SPEAKER) == ["Anna Berg", "Ben Holt"]
    assert space_below(document, structure, "Good evening") > 2 * space_below(document, structure, "Anna Berg:")


def test_rows_of_a_table_stand_close_together(tmp_path: Path) -> None:
    rows = "\n".join(f"{number}\tAnna Berg\tBridge number {number} is old.\t0" for number in range(1, 8))
    document, structure = read(tmp_path, "debate.tsv", rows)
    article, article_structure = read(tmp_path, "article.md", ARTICLE)
    row_space, paragraph_space = space_below(document, structure, "Bridge number 2"), space_below(article, article_structure, "The council")
    assert 0 < row_space < paragraph_space
    assert parts(document, structure, Role.HEADING) == []


@pytest.mark.parametrize(
    "line, is_heading",
    [
        ("What comes next", True),
        ("What comes next?", False),
        ("“What comes next.”", False),
        ("12", False),
        ("– – – –", False),
        ("a" * 200, False),
        ("ما الذي يأتي بعد ذلك", True),
        ("الجسر قديم؟", False),
    ],
)
def test_a_heading_is_a_short_line_without_a_full_stop(tmp_path: Path, line: str, is_heading: bool) -> None:
    document, structure = read(tmp_path, "text.txt", f"The bridges are old. They fall.\n\n{line}\n\nThe bridges are new. They stand.\n")
    assert (parts(document, structure, Role.HEADING) == [line]) is is_heading


def test_a_part_of_the_text_gives_its_own_labels_only(tmp_path: Path) -> None:
    document, structure = read(tmp_path, "debate.txt", TRANSCRIPT)
    ben = document.text.index("No. They")
    labels = [document.text[part.start : part.end] for part in structure.labels(ben, ben + 3) if part.role is Role.SPEAKER]
    assert labels == ["BEN HOLT"]


def test_an_empty_text_has_no_structure() -> None:
    structure = TextStructure("", ())
    assert not [*structure.labels(0, 0), *structure.headings(0, 0)] and structure.line(0).space == 0
