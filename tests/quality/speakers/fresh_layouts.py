"""Layouts that the label weights are never fitted on, as for a new file. Written before their errors were inspected."""

from __future__ import annotations

import html
import io
import random
import textwrap
import zipfile
from collections.abc import Sequence

from tests.quality.speakers.layouts import Layout
from tests.quality.speakers.turns import Person, Turn

_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _named_and_timed(turns: Sequence[Turn], _: random.Random) -> str:
    """`Anna Vale (00:01:03):` above the words."""
    blocks, seconds = [], 4
    for turn in turns:
        blocks.append(f"{turn.person.full} ({_clock(seconds)}):\n{turn.words}")
        seconds += 3 + len(turn.words) // 15
    return "\n\n".join(blocks) + "\n"


def _french_dialogue(turns: Sequence[Turn], _: random.Random) -> str:
    return "\n".join(f"— {turn.person.full} : {turn.words}" for turn in turns) + "\n"


def _party_behind_surname(turns: Sequence[Turn], _: random.Random) -> str:
    labels = {turn.person: f"{turn.person.surname} ({turn.person.party})" if turn.person.party else turn.person.surname for turn in turns}
    return "\n\n".join(f"{labels[turn.person]}: {turn.words}" for turn in turns) + "\n"


def _numbered_turns(turns: Sequence[Turn], _: random.Random) -> str:
    return "\n\n".join(f"{number}. {turn.person.full.upper()}: {turn.words}" for number, turn in enumerate(turns, start=1)) + "\n"


def _two_columns(turns: Sequence[Turn], _: random.Random) -> str:
    """Surnames in a column of spaces, with the words wrapped beside it."""
    width = max(len(turn.person.surname) for turn in turns) + 4
    return "\n".join(
        textwrap.fill(turn.words, 90, initial_indent=turn.person.surname.upper().ljust(width), subsequent_indent=" " * width)
        for turn in turns
    )


def _italic_markdown(turns: Sequence[Turn], _: random.Random) -> str:
    return "\n\n".join(f"*{turn.person.full}*: {turn.words}" for turn in turns) + "\n"


def _page(parts: Sequence[str]) -> str:
    return f"<!doctype html><html><head><title>Debate</title></head><body><h1>Debate</h1>{''.join(parts)}</body></html>"


def _html_classes(turns: Sequence[Turn], _: random.Random) -> str:
    return _page(
        [
            f'<div class="turn"><span class="name">{html.escape(turn.person.full)}</span><div class="said">{html.escape(turn.words)}</div></div>'
            for turn in turns
        ]
    )


def _html_three_columns(turns: Sequence[Turn], _: random.Random) -> str:
    rows = (
        f"<tr><td>{_clock(20 * number)}</td><td>{html.escape(turn.person.full)}</td><td>{html.escape(turn.words)}</td></tr>"
        for number, turn in enumerate(turns)
    )
    return _page(["<table>", *rows, "</table>"])


def _docx_tab(turns: Sequence[Turn], _: random.Random) -> bytes:
    import docx

    document, stream = docx.Document(), io.BytesIO()
    document.add_heading("Debate", level=1)
    for turn in turns:
        document.add_paragraph(f"{turn.person.surname}:\t{turn.words}")
    document.save(stream)
    return stream.getvalue()


def _pdf_lines(turns: Sequence[Turn], lines_of_turn: object) -> bytes:
    import pymupdf

    pages, page, y_position = pymupdf.open(), None, 1000.0
    for turn in turns:
        for x_position, font, line in lines_of_turn(turn):  # type: ignore[operator]
            if y_position > 760:
                page, y_position = pages.new_page(), 90.0
            page.insert_text((x_position, y_position), line, fontsize=11, fontname=font)
            y_position += 14
    data: bytes = pages.tobytes()
    return data


def _pdf_bold_own(turns: Sequence[Turn], _: random.Random) -> bytes:
    """Names in bold on separate lines, without any space around them."""
    return _pdf_lines(turns, lambda turn: [(72, "hebo", turn.person.full), *((72, "helv", line) for line in textwrap.wrap(turn.words, 80))])


def _record_name(person: Person) -> str:
    return f"Mr. {person.surname.upper()}" if person.first else f"The {person.surname.upper()}"


def _pdf_record(turns: Sequence[Turn], _: random.Random) -> bytes:
    """`Mr. VALE. …`, each turn's first line indented."""
    return _pdf_lines(
        turns,
        lambda turn: [
            (72 if number else 90, "tiro", line)
            for number, line in enumerate(textwrap.wrap(f"{_record_name(turn.person)}. {turn.words}", 80))
        ],
    )


def _rtf_bold_own(turns: Sequence[Turn], _: random.Random) -> str:
    def escaped(text: str) -> str:
        return "".join(
            letter if ord(letter) < 128 else f"\\u{ord(letter)}?" for letter in text.replace("\\", "").translate({123: "", 125: ""})
        )

    body = "".join(rf"{{\b {escaped(turn.person.full)}}}\par {escaped(turn.words)}\par " for turn in turns)
    return rf"{{\rtf1\ansi\deff0{{\fonttbl{{\f0 Arial;}}}}\f0 {body}}}"


def _odt_bold_words(turns: Sequence[Turn], _: random.Random) -> bytes:
    body = "".join(
        f'<text:p><text:span text:style-name="T1">{html.escape(turn.person.full)}</text:span> {html.escape(turn.words)}</text:p>'
        for turn in turns
    )
    content = (
        f'<office:document-content xmlns:office="{_ODF}:office:1.0" xmlns:text="{_ODF}:text:1.0" xmlns:style="{_ODF}:style:1.0"'
        ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><office:automatic-styles>'
        '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", content)
    return stream.getvalue()


FRESH: dict[str, tuple[str, Layout]] = {
    "fresh-named-and-timed": ("txt", _named_and_timed),
    "fresh-french-dialogue": ("txt", _french_dialogue),
    "fresh-surname-party": ("txt", _party_behind_surname),
    "fresh-numbered-turns": ("txt", _numbered_turns),
    "fresh-two-columns": ("txt", _two_columns),
    "fresh-markdown-italic": ("md", _italic_markdown),
    "fresh-html-classes": ("html", _html_classes),
    "fresh-html-three": ("html", _html_three_columns),
    "fresh-docx-tab": ("docx", _docx_tab),
    "fresh-pdf-bold-own": ("pdf", _pdf_bold_own),
    "fresh-pdf-record": ("pdf", _pdf_record),
    "fresh-rtf-bold-own": ("rtf", _rtf_bold_own),
    "fresh-odt-bold-words": ("odt", _odt_bold_words),
}
