"""Code pages of short texts, recognised by a dozen accented letters."""

from __future__ import annotations

import pytest

from app.ingest.documents.encoding import decode
from app.ingest.latin_pages import latin_page

SHORT = [
    ("cp1252", "Zeit;Sprecher;Äußerung\r\n00:00:01;Frau Müller;Die Steuer stieg.\r\n00:00:09;Herr Özil;Das ist falsch.\r\n"),
    ("cp1252", "Größte Lüge"),
    ("cp1252", "El año pasado el desempleo cayó."),
    ("cp1252", "A inflação não subiu."),
    ("cp1252", "Dépenses: 5 €"),
    ("cp1252", "Le ministre a déclaré que l’impôt était plus élevé."),
    ("cp1252", "Øl er dyrt på Grønland"),
    ("cp1252", "“No,” he said – it’s false."),
    ("cp1250", "Minister powiedział, że podatki są wyższe niż w zeszłym roku."),
    ("cp1250", "Premiér řekl, že daně klesly o pět procent."),
    ("cp1254", "Bakan vergilerin düştüğünü söyledi, işsizlik arttı."),
    ("iso8859_2", "Bezrobocie spadło o połowę, są wyższe ceny."),
    ("mac_roman", "Frau Müller sagt: Die Löhne stiegen."),
    ("cp850", "Der Bürgermeister hört zu; später spricht er."),
]


@pytest.mark.parametrize(("page", "text"), SHORT)
def test_a_short_text_is_read_as_it_was_written(page: str, text: str) -> None:
    assert decode(text.encode(page))[0] == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("cp1251", "Министр сказал, что налоги выросли."),
        ("gb18030", "我们没有增加税收，这是假的。财政部说了。"),
        ("shift_jis", "大臣は税金が上がったと言いました。"),
        ("cp1253", "Ο υπουργός είπε ότι οι φόροι αυξήθηκαν."),
    ],
)
def test_other_scripts_are_left_to_their_statistics(page: str, text: str) -> None:
    assert not latin_page(text.encode(page))
    assert decode(text.encode(page))[0] == text


@pytest.mark.parametrize("data", [b"", b"plain", b"\xff", bytes(range(256))])
def test_meaningless_bytes_have_no_code_page(data: bytes) -> None:
    assert not latin_page(data)
