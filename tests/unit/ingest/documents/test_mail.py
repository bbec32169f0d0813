"""Mail saved as a file."""

from __future__ import annotations

from datetime import date
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.mail import looks_like_mail, read_mail
from tests.unit.ingest.documents.documents_reading import read_bytes

PLAIN = "Rents have doubled in ten years, the mayor of the town said on Monday. Wages \nfell by 4 per cent.\n\n> Did they?\n"


def mail(subject: str = "Rents – a statement", day: str = "Mon, 4 May 2026 23:30:00 -0500") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"], message["Date"] = "Anna Berg <a@b.example>", "desk@c.example", subject, day
    return message


def read(folder: Path, data: bytes, name: str = "statement.eml") -> Document:
    return read_bytes(folder, data, name)


def test_mail_text_is_read_with_subject_and_day(tmp_path: Path) -> None:
    message = mail()
    message.set_content(PLAIN, cte="quoted-printable")
    message.add_alternative("<p>Not this.</p>", subtype="html")
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="rents.pdf")
    document = read(tmp_path, b"\n" + bytes(message))
    assert (document.format, document.title, document.date) == ("mail", "Rents – a statement", date(2026, 5, 4))
    assert [sentence.text for sentence in document.sentences][:2] == [
        "Rents have doubled in ten years, the mayor of the town said on Monday.",
        "Wages fell by 4 per cent.",
    ]
    assert len(document.notes) == 1 and "rents.pdf" in document.notes[0]


def test_html_only_mail_and_other_encodings(tmp_path: Path) -> None:
    message = mail("", "some day")
    message.set_content("<html><body><p>Die Mieten stiegen um 4&nbsp;Prozent.</p></body></html>", subtype="html", charset="iso-8859-1")
    document = read(tmp_path, bytes(message))
    assert (document.title, document.date, document.notes) == ("statement", None, ())
    assert [sentence.text for sentence in document.sentences] == ["Die Mieten stiegen um 4\xa0Prozent."]
    latin = b"From: a\r\nTo: b\r\nSubject: c\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nDie Miete f\xfcr Wohnungen stieg.\r\n"
    assert [sentence.text for sentence in read(tmp_path, latin).sentences] == ["Die Miete für Wohnungen stieg."]


def test_a_mail_without_words_is_empty(tmp_path: Path) -> None:
    message = mail()
    message.add_attachment(b"GIF8", maintype="image", subtype="gif", filename="a.gif")
    with pytest.raises(InputError) as refused:
        read(tmp_path, bytes(message))
    assert refused.value.code == "document-empty"


def test_mail_lookalikes_are_read_as_text(tmp_path: Path) -> None:
    note = b"From: a friend\nHe said: rents doubled.\n"
    assert not looks_like_mail(note)
    assert read(tmp_path, note).format == "text"
    message = mail()
    message.set_content("Rents doubled.")
    assert read(tmp_path, bytes(message), "statement.txt").format == "text"


@settings(max_examples=150, deadline=None)
@given(
    tail=st.binary(max_size=300),
    kind=st.sampled_from([b"text/plain", b"text/html; charset=x", b'multipart/mixed; boundary="b"', b"\xff/\xfe"]),
)
def test_any_bytes_behind_a_head_are_read_or_refused(tail: bytes, kind: bytes) -> None:
    data = b"From: a\nTo: b\nSubject: =?x?q?=FF?=\nDate: 1\nContent-Type: " + kind + b"\nContent-Transfer-Encoding: base64\n\n--b\n" + tail
    try:
        draft = read_mail(data, cancel=CancelToken())
    except InputError as error:
        assert error.code == "document-damaged"
    else:
        assert all(0 <= span.start <= span.end <= len(draft.text) for span in draft.spans)
