"""Files of every format with bytes changed, cut out, doubled: each is read or refused with a code, never anything else."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import docx
import pytest

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document
from tests.unit.ingest.documents.test_captions import SRT, VTT, rolling_vtt
from tests.unit.ingest.documents.test_office import ODT_BODY, RTF, epub_parts, odt_parts, word_bytes, zipped
from tests.unit.ingest.documents.test_pages import MARKDOWN, PAGE, pdf

ROUNDS = 25
NASTY = (b"\x00", b"<", b"{", b"\\", b"&#x110000;", b"\xff", b"\\u99999 ", b"\\'zz", b"99999:99:99.999 --> ", b"\r\n\r\n", b"]]>")


def word_document() -> bytes:
    document = docx.Document()
    document.add_paragraph("Taxes fell. They rose.")
    document.add_table(rows=2, cols=2)
    return word_bytes(document)


SEEDS = {
    "a.docx": word_document(),
    "a.odt": zipped(odt_parts(ODT_BODY)),
    "a.epub": zipped(epub_parts()),
    "a.rtf": RTF,
    "a.pdf": pdf([["Taxes fell.", "They rose."]] * 3),
    "a.html": PAGE.encode(),
    "a.md": MARKDOWN.encode(),
    "a.vtt": VTT.encode(),
    "a.srt": SRT.encode(),
    "rolling.vtt": rolling_vtt(["good evening and", "welcome to the show", "tonight"]).encode(),
    "a.tsv": b"1\tAnna\tTaxes fell.\n2\tBob\tNo.\n",
}


def mutated(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        position, kind = chance.randrange(len(changed)), chance.randrange(10)
        if kind < 4:
            changed[position] = chance.randrange(256)
        elif kind < 6:
            del changed[position : position + chance.randint(1, 30)]
        elif kind < 8:
            changed[position:position] = changed[position : position + chance.randint(1, 50)]
        elif kind < 9:
            del changed[position:]
        else:
            changed[position:position] = chance.choice(NASTY)
        changed = changed or bytearray(b"x")
    return bytes(changed)


def mutated_parts(data: bytes, chance: random.Random) -> bytes:
    """Return an intact zip file with damage inside its parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, mutated(part, chance) if part and chance.random() < 0.3 else part)
    return stream.getvalue()


@pytest.mark.parametrize("name", SEEDS)
def test_damage_is_read_or_refused(tmp_path: Path, name: str) -> None:
    chance = random.Random(name)
    path = tmp_path / name
    for _ in range(ROUNDS):
        inside = SEEDS[name][:2] == b"PK" and chance.random() < 0.7
        path.write_bytes(mutated_parts(SEEDS[name], chance) if inside else mutated(SEEDS[name], chance))
        try:
            document = read_document(path, cancel=CancelToken())
        except InputError as error:
            assert error.code.startswith("document-") and error.hint
        else:
            assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
                sentence.text for sentence in document.sentences
            ]
            document.text.encode("utf-8")


def test_captions_under_the_right_suffix_without_a_single_time(tmp_path: Path) -> None:
    path = tmp_path / "a.srt"
    path.write_text("1\n0:00:0,000 -> nothing\nTaxes fell.\n")
    assert "Taxes fell." in [sentence.text for sentence in read_document(path, cancel=CancelToken()).sentences]
