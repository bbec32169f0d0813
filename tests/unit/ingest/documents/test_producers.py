"""Files of widely used programs: meeting and captioning tools, parliaments' records, exports."""

from __future__ import annotations

import json
from datetime import time, timedelta
from pathlib import Path

import openpyxl
import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document, read_text


def _turns(document: Document) -> list[tuple[str, str]]:
    assert all(document.text[sentence.start : sentence.end] == sentence.text for sentence in document.sentences)
    return [(sentence.speaker, sentence.text) for sentence in document.sentences]


def _read(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Document:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return read_document(path, cancel=CancelToken())


_GREETING, _RATE = "Good morning, thanks for joining.", "The rate fell to 3.9 percent in March."
_TURNS = [("Maria Lind", _GREETING), ("Tom Hart", _RATE), ("Maria Lind", "No, it did not.")]
_LAYOUTS = {
    "dash, name, time": "- {0} ({2})\n{1}\n",
    "bracketed time above, name": "[{2}] {0}\n{1}\n\n",
    "time, dash, name": "{2} - {0}\n{1}\n",
    "name and time above": "{0}  {2}\n{1}\n\n",
    "name and time in one line": "[{2}] {0}: {1}\n",
    "time range above the name": "{2}.120 --> {2}.900\n{0}\n{1}\n\n",
    "frames": "{2}:12 - {2}:20\n{0}\n{1}\n\n",
}


@pytest.mark.parametrize("layout", _LAYOUTS.values(), ids=_LAYOUTS.keys())
def test_speakers_and_times_of_meeting_tools(layout: str) -> None:
    text = "".join(layout.format(name, words, f"00:01:{number}2") for number, (name, words) in enumerate(_TURNS))
    document = read_text(text)
    assert _turns(document) == _TURNS
    assert [round(sentence.time or 0) for sentence in document.sentences] == [62, 72, 82]


def test_speakers_with_numbers_and_machine_names() -> None:
    text = f"Speaker 1  0:03\n{_GREETING}\n\nSpeaker 2  0:09\n{_RATE}\n\nSpeaker 10  0:12\nYes.\n"
    assert [speaker for speaker, _ in _turns(read_text(text))] == ["Speaker 1", "Speaker 2", "Speaker 10"]
    text = f"[SPEAKER_00]: {_GREETING}\n[SPEAKER_01]: {_RATE}\nSPEAKER_00: [00:00:12] Yes.\n"
    assert _turns(read_text(text)) == [("SPEAKER_00", _GREETING), ("SPEAKER_01", _RATE), ("SPEAKER_00", "Yes.")]


def test_zoom_names_accounts_in_any_way() -> None:
    names = ["Maria Lind", "Tom O'Brien-Hart", "iPhone (2)", "dr. k. weiss (he/him)"]
    speakers = [*names[:3], "dr. k. weiss"]
    cues = "".join(f"{n}\n00:00:0{n}.100 --> 00:00:0{n}.900\n{name}: Number {n} is right.\n\n" for n, name in enumerate(names, start=1))
    assert [speaker for speaker, _ in _turns(read_text("WEBVTT\n\n" + cues))] == speakers


def test_names_above_the_words_in_capitals_or_hansard_style() -> None:
    turns = [("MARIA LIND", "It rose."), ("TOM HART", "It fell."), ("MARIA LIND", "No."), ("TOM HART", "Yes.")]
    assert _turns(read_text("".join(f"{name}\n{words}\n\n" for name, words in turns))) == turns
    hansard = (
        "Bridges\n\nMaria Lind\nThe bridge is old.\n\nThe Minister for Roads (Tom Hart)\nIt is safe.\n\nMaria Lind\nIs it?\n\n"
        "Tom Hart\nIt is.\n\nMaria Lind\nI doubt it.\n\nTom Hart\nSo be it.\n"
    )
    speakers = [speaker for speaker, _ in _turns(read_text(hansard))]
    assert speakers == ["", "Maria Lind", "The Minister for Roads", "Maria Lind", "Tom Hart", "Maria Lind", "Tom Hart"]


def test_repeated_headings_are_no_speakers() -> None:
    text = "".join(
        f"Chapter Notes\nThe bridge number {n} is old. It was built in 19{n}0.\n\nAnother paragraph stands here.\n\n" for n in range(1, 6)
    )
    assert {speaker for speaker, _ in _turns(read_text(text))} == {""}


def test_congressional_record() -> None:
    text = (
        "  Mr. VALE. Mr. President, the bridge cost $3.5 million.\n  The PRESIDING OFFICER (Mr. HART). Without objection.\n"
        "  Ms. McLIND of Ohio. No. 4 is wrong.\n\n[[Page S1022]]\n\n  Mr. VALE. I yield.\n"
    )
    assert _turns(read_text(text)) == [
        ("Mr. VALE", "Mr. President, the bridge cost $3.5 million."),
        ("The PRESIDING OFFICER", "Without objection."),
        ("Ms. McLIND of Ohio", "No. 4 is wrong."),
        ("Mr. VALE", "I yield."),
    ]


def test_a_change_of_speaker_inside_a_line() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:04.000\n>> THE RATE FELL. >> IT DID NOT.\n\n00:05.000 --> 00:06.000\n>> TOM HART: IT DID.\n"
    assert _turns(read_text(text)) == [("", "THE RATE FELL."), ("", "IT DID NOT."), ("TOM HART", "IT DID.")]
    plain = ">> ANNA VALE: The rate fell. >> TOM HART: It did not. >> Order.\n>> ANNA VALE: It did.\n"
    assert _turns(read_text(plain)) == [
        ("ANNA VALE", "The rate fell."),
        ("TOM HART", "It did not."),
        ("", "Order."),
        ("ANNA VALE", "It did."),
    ]


def test_teams_times_of_one_digit_lose_no_cue() -> None:
    text = "".join(f"0:0:{n}.120 --> 0:0:{n}.9\n{name}\n{words}\n\n" for n, (name, words) in enumerate(_TURNS, start=3))
    assert _turns(read_text(text)) == _TURNS


def test_video_site_transcripts_with_spoken_times() -> None:
    lines = [
        "good evening and welcome to the hall",
        "tonight we talk about the water",
        "and the bridge that the county",
        "paid for last year",
    ]
    text = "Transcript\n\n" + "".join(f"0:0{n}\n{n + 1} seconds\n{line}\n" for n, line in enumerate(lines))
    document = read_text(text)
    assert "seconds" not in document.text
    assert document.sentences[0].text == "Transcript"
    assert " ".join(sentence.text for sentence in document.sentences[1:]) == " ".join(lines)


def test_recogniser_output_with_ranges_before_the_words() -> None:
    text = "[00:00.000 --> 00:03.000]  Good evening.\n[00:03.000 --> 00:07.000]  We talk about\n[00:07.000 --> 00:12.000]  the bridge.\n"
    document = read_text(text)
    assert _turns(document) == [("", "Good evening."), ("", "We talk about the bridge.")]
    assert [sentence.time for sentence in document.sentences] == [0.0, 3.0]


def test_recogniser_output_without_times() -> None:
    wrapped = "Good evening to you.\nTonight we talk about the new bridge that the county\npaid for. Mr. Vale was there.\n"
    assert [text for _, text in _turns(read_text(wrapped))][1] == "Tonight we talk about the new bridge that the county paid for."
    lower = "\n".join(["so we talk about the bridge", "that the county paid for", "and nobody was asked about it"] * 6)
    lengths = [len(text.split()) for _, text in _turns(read_text(lower))]
    assert max(lengths) <= 30
    assert sum(lengths) / len(lengths) >= 8


def test_sounds_and_songs_in_captions_are_skipped() -> None:
    cues = ["[door creaks]", "♪ rain on the river ♪", "(soft music)", "The bridge [coughs] is old.", "[NATO 2] met (EU) ministers."]
    text = "".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{cue}\n\n" for n, cue in enumerate(cues, start=1))
    assert [words for _, words in _turns(read_text(text))] == ["The bridge [coughs] is old.", "[NATO 2] met (EU) ministers."]


@pytest.mark.parametrize(
    "text",
    [
        "Mrs. Hart met Ms. Lind and Lt. Gov. Roe at 9 a.m. Eastern time, cf. No. 4, vol. 2, approx. 9 p.m. local time.",
        "Herr Dipl.-Ing. Lang kam im 19. Jahrhundert, inkl. MwSt. für z. B. 3 Mio. Euro, vgl. Abb. 3 und Art. 5 GG.",
        "Alors M. Vale, Mlle. Petit et le Dr. Roux ont cité l'art. 4, no. 5, env. 3 pages, c.-à-d. beaucoup.",
        "La Dña. Ana y el Sr. Ruiz citaron la pág. 4, aprox. 3 mil, a las 9 a. m. en punto, p. ej. en Perú.",
        "A Profa. Dra. Lima e V. Exa. Senador falaram do art. 4, pág. 7, nº. 3, p. ex. no Brasil e na Bahia.",
        "Вчера г-н Иванов, т. е. мэр города, обещал жителям 3 млрд руб. в год на новый мост.",
        "Sn. Vali, Doç. Dr. Su, vb. kişiler köprü için Ankara'da konuştu.",
        "डॉ. वर्मा और श्री. शर्मा ने कहा कि सं. 4 सही है।",
        "Dhr. Vale en mevr. Hart kwamen o.a. met nr. 4, blz. 7, d.w.z. te laat naar de brug.",
    ],
)
def test_abbreviations_end_no_sentence(text: str) -> None:
    assert [sentence.text for sentence in read_text(text).sentences] == [text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("He said no. Three came. We moved to plan B. Then it rained.", 4),
        ("Schumer, D-N.Y., spoke with Lee, R-S.C. Then Ann Lee of D-N.Y. left. While they spoke, it rained.", 3),
        ("She got an A. He got a B. He came from the U.S. They left at 9 a.m. Nobody came.", 5),
        ("we won. and then we left the stadium with all of our friends.", 2),
        ("1. Water prices rose. 2. Bread prices fell.", 2),
    ],
)
def test_real_sentence_ends_stay(text: str, count: int) -> None:
    assert len(read_text(text).sentences) == count


_CAPTIONS = {
    "es": "porque el agua en este condado sube cada año y la gente no puede pagar entonces cuando el señor dice que el paro bajó eso no es verdad "
    "nosotros lo medimos en marzo además la escuela sigue cerrada desde enero y usted no hizo nada para abrirla",
    "fr": "parce que l'eau dans ce département augmente chaque année et les gens ne peuvent pas payer donc quand monsieur dit que le chômage est "
    "tombé ce n'est pas vrai nous l'avons mesuré en mars et puis l'école est fermée depuis janvier et vous n'avez rien fait",
    "de": "weil das wasser in diesem landkreis jedes jahr teurer wird und die leute können es nicht bezahlen und wenn der herr sagt dass die "
    "arbeitslosigkeit gefallen ist dann ist das nicht wahr wir haben es im märz gemessen außerdem ist die schule seit januar zu",
    "pt": "porque a água neste município sobe todo ano e as pessoas não podem pagar então quando o senhor diz que o desemprego caiu isso não é "
    "verdade nós medimos em março além disso a escola está fechada desde janeiro e você não fez nada para abrir",
}


@pytest.mark.parametrize("language", _CAPTIONS)
def test_unpunctuated_captions_in_other_languages(language: str) -> None:
    words = _CAPTIONS[language].split()
    cues = [f"00:{n:02d}.000 --> 00:{n + 1:02d}.000\n{' '.join(words[n * 6 : n * 6 + 6])}\n" for n in range(-(-len(words) // 6))]
    units = [text for _, text in _turns(read_text("WEBVTT\n\n" + "\n".join(cues)))]
    assert all(5 <= len(unit.split()) <= 30 for unit in units)
    assert not any(unit.split()[-1] in ("el", "que", "weil", "dass", "les", "quand", "o", "e", "und", "y") for unit in units)


def test_tables_of_other_locales(tmp_path: Path) -> None:
    german = 'Protokoll der Sitzung;;\nStand 12.03.2026;;\n;;\nZeit;Sprecher;Text\n00:01;Anna Weiß;"Die Brücke kostete 3,5 Mio.; viel."\n00:09;Tom;Nein.\n'
    document = _read(tmp_path, "a.csv", german, "cp1252")
    assert _turns(document) == [("Anna Weiß", "Die Brücke kostete 3,5 Mio.; viel."), ("Tom", "Nein.")]
    assert [(sentence.line, sentence.time) for sentence in document.sentences] == [(1, 1.0), (2, 9.0)]
    assert _turns(_read(tmp_path, "b.csv", "sep=;\nSpeaker;Text\nAnna;It rose.\n", "utf-8-sig")) == [("Anna", "It rose.")]
    assert _turns(_read(tmp_path, "c.txt", 'Nr\tName\tText\n1\tAnna\t"It ""rose""."\n2\tTom\tNo.\n', "utf-16"))[0] == ("Anna", 'It "rose".')


def test_tables_with_milliseconds_or_frames(tmp_path: Path) -> None:
    recogniser = _read(tmp_path, "w.tsv", "start\tend\ttext\n0\t3120\tGood evening.\n3120\t7480\tThe bridge is old.\n")
    assert [(sentence.time, sentence.time_end) for sentence in recogniser.sentences] == [(0.0, 3.12), (3.12, 7.48)]
    seconds = _read(tmp_path, "s.tsv", "start\tend\ttext\n0\t3\tGood evening.\n3\t7\tThe bridge is old.\n")
    assert [sentence.time for sentence in seconds.sentences] == [0.0, 3.0]
    editor = _read(tmp_path, "e.csv", '"Speaker Name","Start Time","Text"\n"Anna","00:00:06:22","It rose."\n')
    assert editor.sentences[0].time == 6.0


def test_notes_of_markdown_and_pages_are_text_and_their_numbers_are_not(tmp_path: Path) -> None:
    markdown = _read(
        tmp_path, "a.md", 'He said "nobody asked."[^1]\n\nNext.\n\n[^1]: The audit counts it once.\n\n[link]: https://example.org\n'
    )
    assert [text for _, text in _turns(markdown)] == ['He said "nobody asked."', "Next.", "The audit counts it once."]
    page = (
        '<html><body><div title="header"><p>Gazette</p></div><p>Nobody asked.<a href="#n1" class="footnote-ref" role="doc-noteref"><sup>1</sup></a>'
        ' It cost 3 m<sup>2</sup>.</p><p><sup><a href="#r1">1</a></sup> The audit counts it.</p></body></html>'
    )
    assert [text for _, text in _turns(_read(tmp_path, "a.html", page))] == ["Nobody asked.", "It cost 3 m².", "The audit counts it."]


def test_pdf_columns_whose_lines_are_blocks_of_their_own(tmp_path: Path) -> None:
    import pymupdf

    sentence = "The rate fell in all the towns between January and December. "
    lines = [
        "The rate fell in all the towns",
        "between January and",
        "December. The rate fell in all",
        "the towns between January and",
        "December.",
    ]
    book = pymupdf.open()
    page = book.new_page(width=420, height=400)
    for column in (50, 230):
        for number, line in enumerate(lines * 2):
            page.insert_text((column, 80 + 21 * number), line, fontsize=10)
    path = tmp_path / "two.pdf"
    book.save(path)
    document = read_document(path, cancel=CancelToken())
    assert [text for _, text in _turns(document)] == [sentence.strip()] * 8


_SEGMENTS = [
    (0.0, 3.0, "SPEAKER_00", " Good evening to all."),
    (3.0, 6.5, "SPEAKER_01", " The bridge cost"),
    (6.5, 9.0, "SPEAKER_01", " 9 million."),
]
_RECOGNISED = {
    "segments": {
        "text": "x",
        "language": "en",
        "segments": [{"start": a, "end": b, "speaker": speaker, "text": words} for a, b, speaker, words in _SEGMENTS],
    },
    "utterances in milliseconds": {
        "utterances": [
            {"start": int(a * 1000), "end": int(b * 1000), "speaker": speaker, "text": words} for a, b, speaker, words in _SEGMENTS
        ],
        "words": [{"text": "Good", "start": 0, "end": 300}],
    },
    "results": {
        "results": {"utterances": [{"start": a, "end": b, "speaker": speaker, "transcript": words} for a, b, speaker, words in _SEGMENTS]}
    },
}


@pytest.mark.parametrize("value", _RECOGNISED.values(), ids=_RECOGNISED.keys())
def test_json_of_speech_recognisers(tmp_path: Path, value: object) -> None:
    document = _read(tmp_path, "a.json", json.dumps(value))
    assert _turns(document) == [("SPEAKER_00", "Good evening to all."), ("SPEAKER_01", "The bridge cost 9 million.")]
    assert [sentence.time for sentence in document.sentences] == [0.0, 3.0]


def _rev(word: str, start: float) -> dict[str, object]:
    return {"type": "text", "value": word, "ts": start, "end_ts": start + 0.5}


def _amazon(word: str, start: str, end: str, speaker: int) -> dict[str, object]:
    timing = {"start_time": start, "end_time": end, "speaker_label": f"spk_{speaker}"}
    return {**timing, "type": "pronunciation", "alternatives": [{"confidence": "1.0", "content": word}]}


_SERVICES: dict[str, object] = {
    "Rev": {
        "monologues": [
            {
                "speaker": 0,
                "elements": [_rev("Rents", 0.5), {"type": "punct", "value": " "}, _rev("doubled", 1.0), {"type": "punct", "value": "."}],
            },
            {"speaker": 1, "elements": [_rev("No", 2.0), {"type": "punct", "value": "."}]},
        ]
    },
    "Amazon": {
        "results": {
            "transcripts": [{"transcript": "Rents doubled. No."}],
            "speaker_labels": {"segments": [{"start_time": "0.5", "end_time": "1.5", "speaker_label": "spk_0", "items": []}]},
            "items": [
                _amazon("Rents", "0.5", "1.0", 0),
                _amazon("doubled", "1.0", "1.5", 0),
                {"type": "punctuation", "alternatives": [{"content": "."}]},
                _amazon("No", "2.0", "2.5", 1),
                {"type": "punctuation", "alternatives": [{"content": "."}]},
            ],
        }
    },
    "Google": {
        "results": [
            {"alternatives": [{"transcript": "Rents doubled.", "words": [{"startTime": "0.500s", "endTime": "1.5s", "word": "Rents"}]}]},
            {"alternatives": [{"transcript": " No.", "words": [{"startTime": "2s", "endTime": "2.5s", "word": "No."}]}]},
        ]
    },
    "Azure": {
        "combinedRecognizedPhrases": [{"channel": 0, "display": "Rents doubled. No."}],
        "recognizedPhrases": [
            {"speaker": 0, "offsetMilliseconds": 500, "durationMilliseconds": 1000, "nBest": [{"display": "Rents doubled."}]},
            {"speaker": 1, "offsetMilliseconds": 2000, "durationMilliseconds": 500, "nBest": [{"display": "No."}]},
        ],
    },
    "podcasts": {
        "version": "1.0.0",
        "segments": [
            {"speaker": "Speaker 0", "startTime": 0.5, "endTime": 1.5, "body": "Rents doubled."},
            {"speaker": "Speaker 1", "startTime": 2, "endTime": 2.5, "body": "No."},
        ],
    },
}


@pytest.mark.parametrize("name", _SERVICES)
def test_json_of_services(tmp_path: Path, name: str) -> None:
    document = _read(tmp_path, "a.json", json.dumps(_SERVICES[name]))
    speakers = ("", "") if name == "Google" else ("Speaker 0", "Speaker 1")
    assert _turns(document) == list(zip(speakers, ("Rents doubled.", "No."), strict=True))
    assert [(sentence.time, sentence.time_end) for sentence in document.sentences] == [(0.5, 1.5), (2.0, 2.5)]


def test_punctuation_without_a_word_is_skipped_and_untimed_items_are_counted(tmp_path: Path) -> None:
    items = [
        {"type": "punctuation", "alternatives": [{"content": "."}]},
        {"alternatives": [{"content": "untimed"}]},
        _amazon("Yes", "0.5", "1.0", 0),
    ]
    document = _read(tmp_path, "a.json", json.dumps({"results": {"items": items}}))
    assert _turns(document) == [("", "untimed"), ("Speaker 0", "Yes")]
    assert [sentence.time for sentence in document.sentences] == [None, 0.5] and document.notes[0].startswith("1 of 2")


def test_captions_of_videos_as_xml(tmp_path: Path) -> None:
    first = '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0.5" dur="2">rents &amp;#39;doubled&amp;#39; in</text>'
    document = _read(tmp_path, "a.srv1", first + '<text start="2.5">ten years.</text><text start="x" dur="1">Untimed.</text></transcript>')
    assert _turns(document) == [("", "rents 'doubled' in ten years."), ("", "Untimed.")]
    assert (document.sentences[0].time, document.sentences[0].time_end) == (0.5, 7.5)
    assert document.sentences[1].time is None and document.notes[0].startswith("1 of 3 captions")
    second = '<timedtext format="3"><head><pen id="1"/></head><body><p t="500" d="2000"><s>rents</s><s t="400"> doubled</s></p><p t="2500" a="1">\n</p>'
    document = _read(tmp_path, "a.srv3", second + '<p t="2500" d="1000"><s>in</s><s> ten years</s></p></body></timedtext>')
    assert _turns(document) == [("", "rents doubled in ten years")]
    assert (document.sentences[0].time, document.sentences[0].time_end) == (0.5, 3.5)


def test_json_of_downloaded_captions_and_of_something_else(tmp_path: Path) -> None:
    events = [
        {"tStartMs": 0, "dDurationMs": 3000, "segs": [{"utf8": "good evening"}, {"utf8": " to all"}]},
        {"tStartMs": 3000, "segs": [{"utf8": "\n"}]},
    ]
    assert _turns(_read(tmp_path, "a.json", json.dumps({"wireMagic": "pb3", "events": events}))) == [("", "good evening to all")]
    listed = [{"text": "good evening to all", "start": 0.5, "duration": 3.0}, {"text": "of you", "start": 3.5, "duration": 1.0}]
    assert _turns(read_text(json.dumps(listed))) == [("", "good evening to all of you")]
    assert _turns(read_text('[APPLAUSE] He came "from" afar.')) == [("", 'He came "from" afar.')]
    for text, code in (('{"a": [1, 2]}', "document-unsupported"), ('{"segments": [', "document-damaged")):
        with pytest.raises(InputError) as caught:
            _read(tmp_path, "b.json", text)
        assert caught.value.code == code


def _workbook(folder: Path, **sheets: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(folder / "debate.xlsx")
    return folder / "debate.xlsx"


def test_a_workbook_is_a_transcript_table_below_its_title_on_any_sheet(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["A debate"],
        [],
        ["Start", "Speaker", "Text"],
        [time(0, 1, 2), "Maria Lind", "Rents doubled, by 4.5%. Wages fell."],
        [None, "Tom Hart", None],
        [timedelta(hours=1, seconds=5), "Tom Hart", "No."],
    ]
    document = read_document(_workbook(tmp_path, Notes=[["made by hand"]], Talk=rows), cancel=CancelToken())
    assert (document.format, document.title) == ("xlsx", "debate")
    assert _turns(document) == [("Maria Lind", "Rents doubled, by 4.5%. Wages fell."), ("Tom Hart", "No.")]
    assert [sentence.time for sentence in document.sentences] == [62.0, 3605.0]
    assert len(document.notes) == 1


def test_a_workbook_without_sentences_is_refused_and_a_second_table_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read_document(_workbook(tmp_path, Sums=[[1, 2], [3, 4]]), cancel=CancelToken())
    assert refused.value.code == "document-unsupported" and "no column with sentences" in refused.value.message
    talk: list[list[object]] = [["Speaker", "Text"], ["Maria Lind", "Rents doubled."]]
    document = read_document(_workbook(tmp_path, First=talk, Second=talk), cancel=CancelToken())
    assert _turns(document) == [("Maria Lind", "Rents doubled.")] and "Second" in document.notes[0]
