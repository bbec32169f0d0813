"""Timed text of broadcasters and SubViewer captions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document, read_text

TTML = """<?xml version="1.0" encoding="UTF-16"?>
<!-- made for a test -->
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"
  xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:frameRate="25" ttp:tickRate="1000" xml:lang="en-GB">
<tt:head><ttm:title>The  mayors' debate</ttm:title>
<ttm:agent type="person" xml:id="a"><ttm:name type="full">Anna Berg</ttm:name></ttm:agent>
<ttm:agent type="person" xml:id="b"><ttm:name type="alias">Ben</ttm:name></ttm:agent></tt:head>
<tt:body><tt:div begin="00:01:00.000">
{paragraphs}
</tt:div></tt:body></tt:tt>
"""


def timed(*paragraphs: str) -> Document:
    return read_text(TTML.replace("{paragraphs}", "\n".join(paragraphs)))


def turns(document: Document) -> list[tuple[str, str, float | None, float | None]]:
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return [(sentence.speaker, sentence.text, sentence.time, sentence.time_end) for sentence in document.sentences]


def test_sentences_span_paragraphs_with_speaker_and_time() -> None:
    document = timed(
        '<tt:p begin="1s" end="3s" ttm:agent="a">Unemployment fell<tt:br/>to four</tt:p>',
        '<tt:p begin="3s" end="5s" ttm:agent="a"><tt:span tts:color="red">per cent</tt:span> last\n   year.</tt:p>',
        '<tt:p begin="00:00:06:05" dur="2000ms" ttm:agent="b">It did &lt;not&gt;.</tt:p>',
    )
    assert (document.format, document.language, document.title) == ("ttml", "en-GB", "The mayors' debate")
    assert turns(document) == [
        ("Anna Berg", "Unemployment fell to four per cent last year.", 61.0, 65.0),
        ("Ben", "It did <not>.", 66.2, 68.2),
    ]


def test_every_kind_of_time_is_read_and_a_wall_clock_s_is_none() -> None:
    begins = ('begin="0.5h"', 'begin="90s"', 'begin="50f"', 'begin="1500t"', 'begin="00:00:07,5"', 'begin="wallclock(10:00)"')
    times = {}
    for begin in begins:
        (sentence,) = timed(f"<tt:p {begin}>Rents doubled.</tt:p>").sentences
        times[begin] = sentence.time
    assert list(times.values()) == [1860.0, 150.0, 62.0, 61.5, 67.5, 60.0]


def test_spans_have_times_of_their_own_and_sequences_follow_one_another() -> None:
    spans = timed('<tt:p><tt:span begin="2s" end="3s">Rents doubled.</tt:span> <tt:span begin="4s" end="5s">Wages fell.</tt:span></tt:p>')
    assert [(sentence.text, sentence.time) for sentence in spans.sentences] == [("Rents doubled.", 62.0), ("Wages fell.", 64.0)]
    sequence = timed(
        '<tt:div timeContainer="seq"><tt:p dur="2s">Rents doubled.</tt:p>', '<tt:p begin="1s" dur="4s">Wages fell.</tt:p></tt:div>'
    )
    assert [(sentence.time, sentence.time_end) for sentence in sequence.sentences] == [(60.0, 62.0), (63.0, 67.0)]


def test_ruby_text_and_metadata_are_skipped() -> None:
    document = timed(
        '<tt:p begin="1s" end="4s"><ttm:desc>music plays</ttm:desc><tt:metadata>reel 4</tt:metadata>'
        '<tt:span tts:ruby="base">Rents</tt:span><tt:span tts:ruby="text">rɛnts</tt:span> doubled.</tt:p>'
    )
    assert [sentence.text for sentence in document.sentences] == ["Rents doubled."]


def test_two_speakers_of_one_paragraph_are_two_turns() -> None:
    document = timed('<tt:p begin="1s" end="4s"><tt:span ttm:agent="a">Rents doubled.</tt:span><tt:span ttm:agent="b">No.</tt:span></tt:p>')
    assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == [("Anna Berg", "Rents doubled."), ("Ben", "No.")]


def test_a_file_of_another_encoding_is_read_and_a_torn_one_is_refused(tmp_path: Path) -> None:
    content = TTML.replace("{paragraphs}", '<tt:p begin="1s" end="4s">Die Mieten sind höher.</tt:p>')
    path = tmp_path / "debate.xml"
    path.write_bytes(content.encode("utf-16"))
    document = read_document(path, cancel=CancelToken())
    assert (document.format, [sentence.text for sentence in document.sentences]) == ("ttml", ["Die Mieten sind höher."])
    path.write_text(content[: content.index("höher")], "utf-8")
    with pytest.raises(InputError) as refused:
        read_document(path, cancel=CancelToken())
    assert refused.value.code == "document-damaged"


def test_elements_nested_as_deep_as_a_parser_goes_are_read() -> None:
    deep = 1_900
    document = timed("<tt:div>" * deep + '<tt:p begin="1s">Rents doubled.</tt:p>' + "</tt:div>" * deep)
    assert [(sentence.text, sentence.time) for sentence in document.sentences] == [("Rents doubled.", 61.0)]


def test_a_tt_element_of_a_web_page_is_no_timed_text() -> None:
    assert read_text("<tt class='x'>Rents doubled.</tt> <p>See www.w3.org/ns/ttml about it.</p>").format != "ttml"


def test_subviewer_captions() -> None:
    text = "[INFORMATION]\n[TITLE]A debate\n[END INFORMATION]\n\n00:00:01.00,00:00:04.00\nUnemployment fell[br]to four\n\n"
    document = read_text(text + "0:00:04.000,0:00:06.000\nper cent last year.\n>> BEN: It did not.\n")
    assert document.format == "sbv"
    assert [(sentence.speaker, sentence.text, sentence.time) for sentence in document.sentences] == [
        ("", "Unemployment fell to four per cent last year.", 1.0),
        ("BEN", "It did not.", pytest.approx(5.0, abs=0.5)),
    ]


def test_one_caption_is_enough_where_the_name_promises_it(tmp_path: Path) -> None:
    path = tmp_path / "debate.sbv"
    path.write_text("0:00:01.000,0:00:04.000\nRents doubled.\n", "utf-8")
    assert [sentence.time for sentence in read_document(path, cancel=CancelToken()).sentences] == [1.0]


WORDS = st.lists(st.sampled_from("rents wages fell rose by 4 per cent & <not> “so”".split()), max_size=6).map(
    lambda words: " ".join(["Rents", *words])
)


@given(captions=st.lists(st.tuples(WORDS, st.integers(1, 40)), min_size=2, max_size=8))
def test_the_same_captions_say_the_same_in_every_format(captions: list[tuple[str, int]]) -> None:
    at, cues = 0, []
    for words, length in captions:
        cues.append((at, at + length, words))
        at += length
    clock = "{:02d}:{:02d}:{:02d}.000".format
    times = [(clock(0, a // 60, a % 60), clock(0, b // 60, b % 60), words) for a, b, words in cues]
    escaped = [(a, b, words.replace("&", "&amp;").replace("<", "&lt;")) for a, b, words in times]
    vtt = read_text("WEBVTT\n\n" + "\n\n".join(f"{a} --> {b}\n{words}" for a, b, words in escaped))
    sbv = read_text("\n\n".join(f"{a},{b}\n{words}" for a, b, words in escaped))
    ttml = read_text(
        '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>'
        + "\n".join(f'<p begin="{a}" end="{b}">{words}</p>' for a, b, words in escaped)
        + "</div></body></tt>"
    )
    expected = [(sentence.text, sentence.time, sentence.time_end, sentence.speaker) for sentence in vtt.sentences]
    for other in (sbv, ttml):
        assert [(sentence.text, sentence.time, sentence.time_end, sentence.speaker) for sentence in other.sentences] == expected
