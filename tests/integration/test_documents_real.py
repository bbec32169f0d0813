"""The real debates: transcript tables, automatic captions, and the same debates as speaker-labelled text."""

from __future__ import annotations

import re
import time
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.ingest.documents import read_document

pytestmark = pytest.mark.data

ROWS = {
    "20170803_Trump_WV": 291,
    "20170822_Trump_phoenix": 792,
    "20180426_Trump_Fox_Friends": 597,
    "20180525_Trump_Naval": 279,
    "20180612_Trump_Singapore": 1245,
    "20180615_Trump_lawn": 814,
    "20180628_Trump_NorthDakota": 1036,
}
DEBATES = ("1960-09-26", "1976-09-23", "1980-09-21", "1992-10-11", "2000-10-03", "2008-09-26", "2012-10-03", "2016-09-26")
PLAIN = re.compile(r"[^a-z0-9]")


def read(path: Path) -> Document:
    document = read_document(path, cancel=CancelToken())
    assert [document.text[s.start : s.end] for s in document.sentences] == [s.text for s in document.sentences]
    assert [s.index for s in document.sentences] == list(range(len(document.sentences)))
    return document


def words(document: Document) -> list[str]:
    spelled = (PLAIN.sub("", word.lower()) for sentence in document.sentences for word in sentence.text.split())
    return [word for word in spelled if word]


@pytest.mark.parametrize("name", ROWS)
def test_transcripts_row_by_row(shared_data: Path, name: str) -> None:
    path = shared_data / "debates" / "transcripts" / f"{name}.tsv"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").split("\n") if line]
    document = read(path)
    assert len(document.sentences) == len(rows) == ROWS[name]
    assert [(str(s.line), s.speaker) for s in document.sentences] == [(row[0], row[1]) for row in rows]
    assert [s.text for s in document.sentences] == [" ".join(row[2].split()) for row in rows]
    assert document.format == "tsv" and document.language == "en"


@pytest.mark.parametrize("name", DEBATES)
def test_captions_have_the_words_of_the_transcript(shared_data: Path, name: str) -> None:
    captions = read(shared_data / "documents" / "captions" / f"{name}.vtt")
    lengths = [len(sentence.text.split()) for sentence in captions.sentences]
    assert max(lengths) <= 32 and 10 <= sum(lengths) / len(lengths) <= 18
    assert sum(8 <= length <= 30 for length in lengths) >= 0.8 * len(lengths)
    times = [(s.time, s.time_end) for s in captions.sentences]
    assert all(begin is not None and end is not None and begin <= end for begin, end in times)
    begins = [begin for begin, _ in times if begin is not None]
    assert begins == sorted(begins) and begins[-1] > 3000
    spoken, written = words(captions), words(read(shared_data / "documents" / "captions" / f"{name}.said"))
    assert abs(len(spoken) - len(written)) <= 0.01 * len(written)
    same = sum(block.size for block in SequenceMatcher(None, spoken, written, autojunk=False).get_matching_blocks())
    assert same >= 0.98 * len(written)


@pytest.mark.parametrize("name", DEBATES)
def test_speaker_labelled_text(shared_data: Path, name: str) -> None:
    path = shared_data / "documents" / "captions" / f"{name}.said"
    labels = {
        line.split(":")[0]
        for line in path.read_text(encoding="utf-8").split("\n")
        if re.match(r"[A-Z][\w.]*(?:( [A-Z][\w'.-]*)+| \(?offscreen\)?): ", line)
    }
    document = read(path)
    assert {sentence.speaker for sentence in document.sentences} == labels
    lengths = [len(sentence.text.split()) for sentence in document.sentences]
    assert 10 <= sum(lengths) / len(lengths) <= 25 and max(lengths) <= 120
    assert not any(
        re.match(r"[A-Z][a-z]+ [A-Z][\w ]+: ", sentence.text) and sentence.text.split(":")[0] in labels for sentence in document.sentences
    )


def test_a_long_document_is_read_in_a_moment(shared_data: Path, tmp_path: Path) -> None:
    captions = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted((shared_data / "documents" / "captions").glob("*.said")))
    path = tmp_path / "all.txt"
    path.write_text(captions, encoding="utf-8")
    read(path)
    begun = time.process_time()
    document = read(path)
    assert len(document.sentences) > 5000
    assert time.process_time() - begun < 6.0  # of this process alone; what takes time by the square of the length takes minutes
