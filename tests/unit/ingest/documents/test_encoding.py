"""Declared, mixed and damaged encodings: one bad byte costs one character, never the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.ingest.documents.encoding import declared_charset, decode
from app.ingest.encodings import codec_of
from tests.unit.ingest.documents.documents_reading import read_bytes

DECLARED = [
    ("iso-8859-1", "cp1252", "It’s a café – “naïve”. No €5."),
    ("latin1", "cp1252", "Il l’a dit : “œuvre” – 5 €."),
    ("us-ascii", "cp1252", "It’s 5 €."),
    ("ISO-8859-9", "cp1254", "İşsizlik “arttı” – 5 €."),
    ("gb2312", "gb18030", "赤字翻了一番，朱镕基说。"),
    ("gbk", "gb18030", "赤字㐂翻了一番。"),
    ("shift_jis", "cp932", "①赤字は２倍。髙橋"),
    ("x-sjis", "cp932", "赤字～２倍"),
    ("ks_c_5601-1987", "cp949", "똠방각하 적자가 늘었다."),
    ("euc-kr", "cp949", "펲시콜라 적자가 늘었다."),
    ("big5", "big5hkscs", "赤字增加了一倍，啫喱。"),
    ("tis-620", "cp874", "การขาดดุลเพิ่มขึ้น “สองเท่า”"),
    ("windows-1251", "cp1251", "Дефицит удвоился."),
    ("koi8-r", "koi8_r", "Дефицит удвоился."),
    ("iso-8859-8-i", "iso8859_8", "הגירעון הוכפל"),
    ("ibm866", "cp866", "Дефицит удвоился."),
    ("cp850", "cp850", "Das Defizit fällt."),
    ("iso-2022-jp", "iso2022_jp", "赤字は倍増した。"),
    ("utf-16", "utf-8", "Größe zählt."),
    ("nonsense", "cp1252", "Der Präsident sagte über die Löhne: Sie stiegen."),
]


@pytest.mark.parametrize(("label", "codec", "text"), DECLARED)
def test_a_page_is_read_in_the_encoding_that_it_declares_as_browsers_do(tmp_path: Path, label: str, codec: str, text: str) -> None:
    page = f'<html><head><meta charset="{label}"></head><body><p>{text}</p></body></html>'.encode(codec)
    assert read_bytes(tmp_path, page, "a.html").text == text


@pytest.mark.parametrize(
    "label", ["rot13", "base64", "hex", "unicode_escape", "undefined", "idna", "punycode", "zlib", "", " ", "utf-7", "mbcs"]
)
def test_unknown_encoding_labels_are_ignored(label: str) -> None:
    assert codec_of(label) == ""
    assert decode(b"caf\xe9 is fine", declared=label)[0] == "café is fine"


def test_an_xml_declaration_counts_as_one_of_html_does(tmp_path: Path) -> None:
    assert declared_charset(b"<?xml version='1.0' encoding='windows-1251'?><a/>") == "windows-1251"
    text = '<?xml version="1.0" encoding="windows-1251"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">Рост.</p></div></body></tt>'
    assert read_bytes(tmp_path, text.encode("cp1251"), "a.ttml").text == "Рост."


@pytest.mark.parametrize(
    ("declared", "real", "text"),
    [
        ("utf-8", "cp1252", "It’s “naïve” – €5."),
        ("utf-8", "cp1251", "Министр сказал, что налоги выросли, и это правда."),
        ("utf-8", "cp932", "大臣は税金が上がったと言いました。それは違います。"),
        ("iso-8859-1", "utf-8", "Größe zählt – “wirklich”."),
        ("iso-8859-1", "cp1251", "Министр сказал, что налоги выросли, и это правда."),
        ("iso-8859-1", "cp1250", "Minister powiedział, że podatki są wyższe niż w zeszłym roku."),
        ("windows-1252", "gb18030", "我们没有增加税收，这是假的。财政部说了。"),
    ],
)
def test_a_wrong_encoding_declaration_is_ignored(tmp_path: Path, declared: str, real: str, text: str) -> None:
    page = f'<html><head><meta charset="{declared}"></head><body><p>{text}</p></body></html>'.encode(real)
    document = read_bytes(tmp_path, page, "a.html")
    assert document.text == text
    assert bool(document.notes) is (real != "utf-8")


WHOLE = [
    "VALE: “It’s a café” – said Müller. Prices rose 5 €.\nBERG: That’s naïve.",
    "Die Löhne stiegen für Österreich.",
    "Дефицит удвоился за два года.",
    "赤字翻了一番。财政部说了。",
    "تضاعف العجز في عامين.",
    "घाटा दोगुना हो गया है।",
    "Sie zählt.",
]


@pytest.mark.parametrize("text", WHOLE)
@pytest.mark.parametrize("byte", [b"\xe9", b"\xff", b"\x96", b"\xc3"])
def test_one_bad_byte_costs_one_character(tmp_path: Path, text: str, byte: bytes) -> None:
    for data in (text.encode() + b"\nBad " + byte + b" byte.", b"Bad " + byte + b" byte.\n" + text.encode()):
        document = read_bytes(tmp_path, data, "a.txt")
        assert document.text.count("\ufffd") == 1 and document.text.replace("\ufffd", "") in (text + "\nBad  byte.", "Bad  byte.\n" + text)
        assert document.notes == ("Characters of the file that are damaged and shown as “\ufffd”: 1.",)


@pytest.mark.parametrize("text", WHOLE)
def test_utf8_that_is_cut_in_the_middle_of_a_letter(tmp_path: Path, text: str) -> None:
    letter = "€".encode()
    for cut in (1, 2):
        document = read_bytes(tmp_path, text.encode() + letter[:cut], "a.txt")
        assert document.text == text and "cut off" in document.notes[0]
        document = read_bytes(tmp_path, letter[cut:] + text.encode(), "a.txt")
        assert document.text == text and "cut off" in document.notes[0]


def test_a_final_legacy_letter_is_no_truncation() -> None:
    assert decode("He met her at the café".encode("cp1252"))[0] == "He met her at the café"
    assert decode("It fell by 5 €".encode()[:-1])[0] == "It fell by 5 "


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "utf-32"])
@pytest.mark.parametrize("size", [1, 2, 3, 200, 5000])
def test_trailing_nuls_are_ignored(tmp_path: Path, encoding: str, size: int) -> None:
    text = "HOLT: Good evening in the café.\nVALE: The deficit doubled.\nBERG: It fell."
    assert read_bytes(tmp_path, text.encode(encoding) + b"\x00" * size, "a.txt").text == text


def test_nuls_in_the_middle_are_ignored(tmp_path: Path) -> None:
    data = b"HOLT: Good evening.\n" + b"\x00" * 4096 + b"VALE: The deficit doubled.\n"
    assert [sentence.speaker for sentence in read_bytes(tmp_path, data, "a.txt").sentences] == ["HOLT", "VALE"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", [*WHOLE, "大臣は 2016年に税金が上がった。\nそれは違う。"])
def test_wide_encodings_without_a_byte_order_mark(encoding: str, text: str) -> None:
    if encoding.startswith("utf-32") or "\n" in text or " " in text:
        assert decode(text.encode(encoding)) == (text, "")


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("VALE: It’s a café – “naïve”. 5 €.", "cp1252"),
        ("Die Löhne stiegen für Österreich.", "cp1252"),
        ("Le problème a été réglé.", "latin-1"),
        ("Дефицит удвоился за два года.", "cp1251"),
        ("It’s “said”.", "mac_roman"),
        ("大臣は違う。", "latin-1"),
        ("Bezrobocie spadło o połowę.", "cp1250"),
    ],
)
def test_text_that_was_encoded_twice_is_repaired_and_reported(tmp_path: Path, text: str, page: str) -> None:
    twice = text.encode().decode(page, errors="surrogateescape")
    if any("\udc80" <= character <= "\udcff" for character in twice):
        twice = "".join(chr(ord(character) - 0xDC00) if "\udc80" <= character <= "\udcff" else character for character in twice)
    document = read_bytes(tmp_path, f"A first line.\n{twice}\nA last line.\n".encode(), "a.txt")
    assert text in document.text
    assert document.notes == ("Characters that had been encoded twice were repaired; lines with such characters: 1.",)


@pytest.mark.parametrize(
    "text",
    [
        "São Paulo: “NÃO É VERDADE” – disse.",
        "Ça coûte 5 €, dit-il à Noël.",
        "Hà Nội: Đà Nẵng có thể ‘tăng’ thuế.",
        "ÅÄÖ är bokstäver – inte tecken.",
        "«В России» — сказал он. Ђорђе, Љубав.",
        "Âge: 20 ans. Âme, hôtel, forêt.",
        "ÐÞ are letters of Icelandic: Það er satt.",
        "¿Qué? ¡Él no! ºª «ñ»",
    ],
)
def test_odd_looking_text_is_unchanged(text: str) -> None:
    assert decode(text.encode()) == (text, "")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("cp1250", "Nagyon meg kéne javítani a tetőt. Őrülten féltékeny a feleségére."),
        ("iso8859_2", "Nagyon meg kéne javítani a tetőt. Őrülten féltékeny a feleségére."),
        ("cp1257", "Miks sa oma šokolaadi ära ei söönud? Lõvi on džungli kuningas."),
        ("cp1252", "Miks sa oma šokolaadi ära ei söönud? Lõvi on džungli kuningas."),
        ("iso8859_15", "C'est un coup d'œil à 5 €, dit-il à sa sœur."),
        ("koi8_r", "Министр сказал, что налоги выросли."),
        ("koi8_r", "Благодаря, добре съм! Каква е минималната заплата в Словакия?"),
        ("iso8859_7", "Ο υπουργός είπε ότι οι φόροι αυξήθηκαν."),
        ("euc_jp", "大臣は税金が上がったと言いました。"),
        ("iso2022_jp", "大臣は税金が上がったと言いました。"),
        ("cp932", "大臣は税金が上がったと言いました。それは違う。"),
        ("cp949", "장관은 세금이 올랐다고 말했다."),
        ("big5hkscs", "部長說稅收增加了，這不是真的。"),
        ("cp1256", "قال الوزير إن الضرائب ارتفعت."),
        ("cp1255", "השר אמר שהמסים עלו."),
        ("cp1255", "הגשר סגור היום. המעבורת פועלת."),
        ("koi8_r", "Мост сегодня закрыт. Паром работает."),
        ("iso8859_5", "Мост сегодня закрыт, паром работает."),
        ("mac_cyrillic", "Мост сегодня закрыт, паром работает, и это правда."),
        ("cp874", "รัฐมนตรีกล่าวว่าภาษีเพิ่มขึ้น"),
    ],
)
def test_undeclared_encodings_are_guessed_from_the_words(page: str, text: str) -> None:
    assert decode(text.encode(page))[0] == text


def test_lines_of_an_older_encoding_among_those_of_utf8_are_read_and_reported(tmp_path: Path) -> None:
    data = "VALE: Größe zählt.\n".encode() + "BERG: Müller sagte “nein”.\n".encode("cp1252") + "VALE: Ja, schön wär’s.\n".encode()
    document = read_bytes(tmp_path, data, "a.txt")
    assert [sentence.text for sentence in document.sentences] == ["Größe zählt.", "Müller sagte “nein”.", "Ja, schön wär’s."]
    assert document.notes == ("Lines that are stored in another way than the rest and were read as cp1252: 1.",)


def test_nuls_end_marks_and_inner_byte_order_marks_are_ignored(tmp_path: Path) -> None:
    data = b"VALE: The bri\x00dge is closed.\n\xef\xbb\xbfBERG: Yes, it is.\n\x1a"
    document = read_bytes(tmp_path, data, "a.txt")
    assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == [
        ("VALE", "The bridge is closed."),
        ("BERG", "Yes, it is."),
    ]
