"""Word files from before 2007, and other content of the same container format."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.legacy_word import read_old_office
from tests.unit.ingest.documents.compound_file import compound_file
from tests.unit.ingest.documents.documents_reading import read_bytes

SITTING = Path(__file__).parents[3] / "fakes" / "sitting.doc"
TEXT = "Rents doubled.\rWages fell.\r"


def word(*pieces: tuple[str, bool], length: int | None = None, flags: int = 0, properties: bytes = b"") -> bytes:
    """Return a document whose text is these pieces, each with one or two bytes a character."""
    stream, offsets, descriptors = bytearray(2048), [0], b""
    for text, compressed in pieces:
        start = len(stream)
        stream += text.encode("cp1252" if compressed else "utf-16-le")
        offsets.append(offsets[-1] + len(text))
        descriptors += struct.pack("<HIH", 0, start * 2 | 1 << 30 if compressed else start, 0)
    plan = struct.pack(f"<{len(offsets)}I", *offsets) + descriptors
    clx = (b"\x01" + struct.pack("<H", len(properties)) + properties if properties else b"") + b"\x02" + struct.pack("<I", len(plan)) + plan
    struct.pack_into("<HH", stream, 0, 0xA5EC, 0xC1)
    struct.pack_into("<H", stream, 0x0A, flags)
    struct.pack_into("<i", stream, 0x4C, offsets[-1] if length is None else length)
    struct.pack_into("<II", stream, 0x01A2, 0, len(clx))
    return compound_file({"WordDocument": bytes(stream), "1Table" if flags & 0x0200 else "0Table": clx})


def read(folder: Path, data: bytes, name: str = "sitting.doc") -> Document:
    return read_bytes(folder, data, name)


def refusal(folder: Path, data: bytes) -> InputError:
    with pytest.raises(InputError) as refused:
        read(folder, data)
    return refused.value


def test_a_file_of_a_word_processor_is_read(tmp_path: Path) -> None:
    document = read(tmp_path, SITTING.read_bytes())
    assert (document.format, document.title) == ("doc", "Sitting of 4 May")
    turns = [(sentence.speaker, sentence.text) for sentence in document.sentences]
    assert ("ANNA BERG", "Rents “doubled” in ten years — that’s a fact.") in turns
    assert ("ANNA BERG", "We built 300 homes.") in turns and ("ANNA BERG", "Vaccines are safe.") in turns
    assert any("Οι τιμές διπλασιάστηκαν." in text for _, text in turns) and any("物価が上がった" in text for _, text in turns)


@pytest.mark.parametrize("flags", [0, 0x0200])
def test_one_byte_and_two_byte_pieces_are_joined(tmp_path: Path, flags: int) -> None:
    document = read(
        tmp_path, word(("Rents “dou", True), ("bled” in Łódź.\r", False), ("Wages fell.", True), flags=flags, properties=b"\0" * 9)
    )
    assert [sentence.text for sentence in document.sentences] == ["Rents “doubled” in Łódź.", "Wages fell."]


def test_footnotes_and_field_codes_are_left_out(tmp_path: Path) -> None:
    text = "Rents \x13 HYPERLINK \x13 PAGE \x141\x15 \x14doubled\x15.\rSee\x07Wages\xad fell\x0bby 4\x1e5\x02.\x07\x07 \x15\x14"
    document = read(tmp_path, word((text + "A note.", True), length=len(text)))
    assert [sentence.text for sentence in document.sentences] == ["Rents doubled.", "See", "Wages fell", "by 4-5."]


def test_word_6_stores_its_text_in_one_piece(tmp_path: Path) -> None:
    stream = bytearray(2048) + TEXT.encode("cp1252")
    struct.pack_into("<HH", stream, 0, 0xA5DC, 101)
    struct.pack_into("<II", stream, 0x18, 2048, len(stream))
    document = read(tmp_path, compound_file({"WordDocument": bytes(stream)}))
    assert [sentence.text for sentence in document.sentences] == ["Rents doubled.", "Wages fell."]


def test_locked_files_and_other_formats_are_refused_with_a_hint(tmp_path: Path) -> None:
    assert refusal(tmp_path, word((TEXT, True), flags=0x0100)).code == "document-encrypted"
    assert refusal(tmp_path, compound_file({"EncryptedPackage": b"x"})).code == "document-encrypted"
    for name, expected in (
        ("Workbook", "spreadsheet"),
        ("PowerPoint Document", "presentation"),
        ("__substg1.0_0037001F", "Outlook"),
        ("Other", "old Office"),
    ):
        refused = refusal(tmp_path, compound_file({name: b"x"}))
        assert refused.code == "document-unsupported" and expected in refused.message and refused.hint


def test_pieces_that_overlap_without_end_are_damage(tmp_path: Path) -> None:
    data = bytearray(word((TEXT * 200, True)))
    position = data.rindex(struct.pack("<2I", 0, len(TEXT) * 200)) + 4
    data[position : position + 4] = struct.pack("<I", 1 << 29)
    assert refusal(tmp_path, bytes(data)).code == "document-damaged"


@settings(max_examples=150, deadline=None)
@given(position=st.integers(0, 12_000), noise=st.binary(min_size=1, max_size=8), cut=st.integers(0, 20_000))
def test_a_torn_file_is_read_or_refused(position: int, noise: bytes, cut: int) -> None:
    data = bytearray(SITTING.read_bytes())
    data[position : position + len(noise)] = noise
    try:
        draft = read_old_office(bytes(data[: len(data) - cut]), cancel=CancelToken())
    except InputError as error:
        assert error.code in ("document-damaged", "document-unsupported", "document-encrypted")
    else:
        assert all(0 <= span.start <= span.end <= len(draft.text) for span in draft.spans)
