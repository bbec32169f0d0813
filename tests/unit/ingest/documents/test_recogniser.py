"""JSON transcripts of speech recognisers and services: words, times and speakers, whatever the lists are called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.domain.document import Document
from app.errors import InputError
from app.ingest.documents import read_text
from tests.unit.ingest.documents.documents_reading import read_bytes

Words = list[tuple[str, float, float]]
FIRST: Words = [("The", 0.1, 0.3), ("deficit", 0.3, 0.8), ("doubled.", 0.8, 1.2)]
SECOND: Words = [("It", 1.5, 1.6), ("fell", 1.6, 1.9), ("again.", 1.9, 2.2)]


def read(tmp_path: Path, value: object, name: str = "a.json") -> Document:
    return read_bytes(tmp_path, json.dumps(value).encode(), name)


def timed(document: Document) -> list[tuple[str, str, float | None, float | None]]:
    return [(sentence.speaker, sentence.text, sentence.time, sentence.time_end) for sentence in document.sentences]


def sentence(words: Words) -> str:
    return " ".join(word for word, _, _ in words)


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def ticks(seconds: float) -> int:
    return round(seconds * 10_000_000)


def whisper(*, speakers: bool) -> object:
    segments = [
        {"id": number, "seek": 0, "start": words[0][1], "end": words[-1][2], "text": f" {sentence(words)}", "tokens": [50364, 440]}
        | ({"speaker": f"SPEAKER_0{number}"} if speakers else {})
        | {"words": [{"word": f" {word}", "start": start, "end": end, "probability": 0.9} for word, start, end in words]}
        for number, words in enumerate((FIRST, SECOND))
    ]
    return {"text": f" {sentence(FIRST)} {sentence(SECOND)}", "segments": segments, "language": "en"}


def whisper_cpp() -> object:
    return {
        "systeminfo": "x",
        "params": {"language": "en", "translate": False},
        "result": {"language": "en"},
        "transcription": [
            {
                "timestamps": {"from": f"00:00:0{words[0][1]:.3f}".replace(".", ","), "to": f"00:00:0{words[-1][2]:.3f}".replace(".", ",")},
                "offsets": {"from": milliseconds(words[0][1]), "to": milliseconds(words[-1][2])},
                "text": f" {sentence(words)}",
                "tokens": [{"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}}, *({"text": f" {word}", "id": 1} for word, _, _ in words)],
            }
            for words in (FIRST, SECOND)
        ],
    }


def eleven_labs() -> object:
    words: list[object] = []
    for speaker, run in enumerate((FIRST, SECOND)):
        for word, start, end in run:
            words.append({"text": word, "start": start, "end": end, "type": "word", "speaker_id": f"speaker_{speaker}", "logprob": 0.0})
            words.append({"text": " ", "start": end, "end": end, "type": "spacing", "speaker_id": f"speaker_{speaker}"})
    return {"language_code": "eng", "language_probability": 1.0, "text": f"{sentence(FIRST)} {sentence(SECOND)}", "words": words}


def deepgram() -> object:
    words = [
        {"word": word.lower().strip("."), "punctuated_word": word, "start": start, "end": end, "speaker": speaker, "confidence": 0.9}
        for speaker, run in enumerate((FIRST, SECOND))
        for word, start, end in run
    ]
    alternative = {"transcript": f"{sentence(FIRST)} {sentence(SECOND)}", "confidence": 0.9, "words": words}
    return {"metadata": {"request_id": "x"}, "results": {"channels": [{"alternatives": [alternative, {"transcript": "No."}]}]}}


def deepgram_paragraphs() -> object:
    paragraphs = [
        {
            "speaker": speaker,
            "num_words": 3,
            "start": run[0][1],
            "end": run[-1][2],
            "sentences": [{"text": sentence(run), "start": run[0][1], "end": run[-1][2]}],
        }
        for speaker, run in enumerate((FIRST, SECOND))
    ]
    return {
        "results": {
            "channels": [
                {
                    "alternatives": [
                        {"transcript": "The deficit doubled. It fell again.", "paragraphs": {"transcript": "x", "paragraphs": paragraphs}}
                    ]
                }
            ]
        }
    }


def assembly_ai(*, utterances: bool) -> object:
    words = [
        {"text": word, "start": milliseconds(start), "end": milliseconds(end), "speaker": speaker, "confidence": 0.9}
        for speaker, run in (("A", FIRST), ("B", SECOND))
        for word, start, end in run
    ]
    segments = [
        {"speaker": speaker, "text": sentence(run), "start": milliseconds(run[0][1]), "end": milliseconds(run[-1][2])}
        for speaker, run in (("A", FIRST), ("B", SECOND))
    ]
    return {
        "id": "x",
        "language_code": "en_us",
        "status": "completed",
        "text": f"{sentence(FIRST)} {sentence(SECOND)}",
        "words": words,
        "utterances": segments if utterances else None,
        "audio_duration": 3,
        "chapters": [{"summary": "They spoke of money.", "headline": "Money", "gist": "Money", "start": 0, "end": 2200}],
        "auto_highlights_result": {"results": [{"count": 1, "rank": 0.1, "text": "deficit", "timestamps": [{"start": 300, "end": 800}]}]},
    }


def speechmatics() -> object:
    results: list[object] = []
    for speaker, run in (("S1", FIRST), ("S2", SECOND)):
        for word, start, end in run:
            alternatives = [{"confidence": 1.0, "content": word.strip("."), "language": "en", "speaker": speaker}]
            results.append({"alternatives": alternatives, "start_time": start, "end_time": end, "type": "word"})
        stop = [{"confidence": 1.0, "content": ".", "speaker": speaker}]
        results.append(
            {"alternatives": stop, "attaches_to": "previous", "start_time": 2.0, "end_time": 2.0, "type": "punctuation", "is_eos": True}
        )
    return {"format": "2.9", "metadata": {"type": "transcription"}, "results": results}


def amazon() -> object:
    items: list[object] = []
    for speaker, run in enumerate((FIRST, SECOND)):
        for word, start, end in run:
            items.append(
                {
                    "type": "pronunciation",
                    "alternatives": [{"confidence": "0.9", "content": word.strip(".")}],
                    "start_time": str(start),
                    "end_time": str(end),
                    "speaker_label": f"spk_{speaker}",
                }
            )
        items.append({"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": "."}], "speaker_label": f"spk_{speaker}"})
    transcripts = [{"transcript": f"{sentence(FIRST)} {sentence(SECOND)}"}]
    return {"jobName": "x", "status": "COMPLETED", "results": {"transcripts": transcripts, "items": items}}


def google() -> object:
    words = [{"startTime": f"{start}s", "endTime": f"{end}s", "word": word} for run in (FIRST, SECOND) for word, start, end in run]
    tagged = [word | {"speakerTag": 1 if index < 3 else 2} for index, word in enumerate(words)]
    return {
        "results": [
            {"alternatives": [{"transcript": sentence(FIRST), "words": words[:3]}], "languageCode": "en-us"},
            {"alternatives": [{"transcript": f" {sentence(SECOND)}", "words": words[3:]}], "languageCode": "en-us"},
            {"alternatives": [{"words": tagged}]},
        ]
    }


def azure_batch() -> object:
    phrases = [
        {
            "recognitionStatus": "Success",
            "channel": 0,
            "speaker": speaker,
            "offset": f"PT{run[0][1]}S",
            "duration": f"PT{run[-1][2] - run[0][1]:.2f}S",
            "offsetInTicks": ticks(run[0][1]),
            "durationInTicks": ticks(run[-1][2] - run[0][1]),
            "nBest": [{"confidence": 0.9, "lexical": sentence(run).lower(), "display": sentence(run)}],
        }
        for speaker, run in ((1, FIRST), (2, SECOND))
    ]
    return {
        "source": "x",
        "combinedRecognizedPhrases": [{"channel": 0, "display": f"{sentence(FIRST)} {sentence(SECOND)}"}],
        "recognizedPhrases": phrases,
    }


def azure_fast() -> object:
    phrases = [
        {
            "speaker": speaker,
            "offsetMilliseconds": milliseconds(run[0][1]),
            "durationMilliseconds": milliseconds(run[-1][2] - run[0][1]),
            "text": sentence(run),
            "locale": "en-US",
        }
        for speaker, run in ((1, FIRST), (2, SECOND))
    ]
    return {"durationMilliseconds": 3000, "combinedPhrases": [{"text": f"{sentence(FIRST)} {sentence(SECOND)}"}], "phrases": phrases}


def rev() -> object:
    def elements(run: Words) -> list[object]:
        parts: list[object] = []
        for word, start, end in run:
            parts += [
                {"type": "text", "value": word.strip("."), "ts": start, "end_ts": end, "confidence": 0.9},
                {"type": "punct", "value": " "},
            ]
        return [*parts[:-1], {"type": "punct", "value": "."}]

    return {"monologues": [{"speaker": number, "elements": elements(run)} for number, run in enumerate((FIRST, SECOND))]}


def otter() -> object:
    transcripts = [
        {"transcript": sentence(run), "start_offset": round(run[0][1] * 1000), "end_offset": round(run[-1][2] * 1000), "speaker_id": number}
        for number, run in ((7, FIRST), (8, SECOND))
    ]
    return {
        "speech": {"title": "A debate", "transcripts": transcripts},
        "speakers": [{"id": 7, "speaker_name": "Anna Vale"}, {"id": 8, "speaker_name": "Tom Berg"}],
    }


def recall() -> object:
    return [
        {
            "participant": {"id": 1, "name": name},
            "words": [
                {"text": word, "start_timestamp": {"relative": start}, "end_timestamp": {"relative": end}} for word, start, end in run
            ],
        }
        for name, run in (("Anna Vale", FIRST), ("Tom Berg", SECOND))
    ]


def teams() -> object:
    entries = [
        {
            "text": sentence(run),
            "startOffset": f"00:00:0{run[0][1]:.7f}",
            "endOffset": f"00:00:0{run[-1][2]:.7f}",
            "speakerDisplayName": name,
            "spokenLanguageTag": "en-us",
        }
        for name, run in (("Anna Vale", FIRST), ("Tom Berg", SECOND))
    ]
    return {"version": "1.0.0", "type": "Transcript", "entries": entries}


def hugging_face() -> object:
    chunks = [{"timestamp": [run[0][1], run[-1][2]], "text": f" {sentence(run)}"} for run in (FIRST, SECOND)]
    return {"text": f" {sentence(FIRST)} {sentence(SECOND)}", "chunks": chunks}


def soniox() -> object:
    tokens = [
        {"text": text, "start_ms": milliseconds(start), "end_ms": milliseconds(end), "speaker": speaker}
        for speaker, run in (("1", FIRST), ("2", SECOND))
        for word, start, end in run
        for text, start, end in ((f" {word[:2]}", start, (start + end) / 2), (word[2:], (start + end) / 2, end))
        if text
    ]
    return {"text": f"{sentence(FIRST)} {sentence(SECOND)}", "tokens": tokens}


def microseconds() -> object:
    return {
        "words": [
            {"word": word, "start": start * 1e6, "end": end * 1e6, "speaker": number}
            for number, run in enumerate((FIRST, SECOND))
            for word, start, end in run
        ]
    }


def fireflies() -> object:
    sentences = [
        {
            "index": number,
            "speaker_name": name,
            "speaker_id": number,
            "text": sentence(run),
            "raw_text": sentence(run),
            "start_time": str(run[0][1]),
            "end_time": str(run[-1][2]),
        }
        for number, (name, run) in enumerate((("Anna Vale", FIRST), ("Tom Berg", SECOND)))
    ]
    return {"data": {"transcript": {"id": "x", "speakers": [{"id": 0, "name": "Anna Vale"}], "sentences": sentences}}}


def stamps() -> object:
    return [
        {"start": f"00:00:0{run[0][1]:.3f}", "end": f"0:00:0{run[-1][2]:.1f}", "speaker": name, "text": sentence(run)}
        for name, run in (("A", FIRST), ("B", SECOND))
    ]


NOBODY = ("", "")
LETTERS, ZERO, ONE, NAMED = ("Speaker A", "Speaker B"), ("Speaker 0", "Speaker 1"), ("Speaker 1", "Speaker 2"), ("Anna Vale", "Tom Berg")


@pytest.mark.parametrize(
    ("value", "speakers"),
    [
        pytest.param(whisper(speakers=False), NOBODY, id="whisper"),
        pytest.param(whisper(speakers=True), ("SPEAKER_00", "SPEAKER_01"), id="whisperx"),
        pytest.param(whisper_cpp(), NOBODY, id="whisper.cpp"),
        pytest.param(eleven_labs(), ZERO, id="elevenlabs"),
        pytest.param(deepgram(), ZERO, id="deepgram"),
        pytest.param(deepgram_paragraphs(), ZERO, id="deepgram paragraphs"),
        pytest.param(assembly_ai(utterances=True), LETTERS, id="assemblyai"),
        pytest.param(assembly_ai(utterances=False), LETTERS, id="assemblyai words"),
        pytest.param(speechmatics(), ONE, id="speechmatics"),
        pytest.param(amazon(), ZERO, id="amazon"),
        pytest.param(google(), ONE, id="google"),
        pytest.param(azure_batch(), ONE, id="azure batch"),
        pytest.param(azure_fast(), ONE, id="azure fast"),
        pytest.param(rev(), ZERO, id="rev"),
        pytest.param(otter(), NAMED, id="otter"),
        pytest.param(recall(), NAMED, id="recall"),
        pytest.param(teams(), NAMED, id="teams"),
        pytest.param(hugging_face(), NOBODY, id="hugging face"),
        pytest.param(soniox(), ONE, id="soniox"),
        pytest.param(microseconds(), ZERO, id="microseconds"),
        pytest.param(fireflies(), NAMED, id="fireflies"),
        pytest.param(stamps(), LETTERS, id="time codes"),
    ],
)
def test_words_times_and_speakers_of_a_producer(tmp_path: Path, value: object, speakers: tuple[str, str]) -> None:
    document = read(tmp_path, value)
    assert timed(document) == [(speakers[0], "The deficit doubled.", 0.1, 1.2), (speakers[1], "It fell again.", 1.5, 2.2)]
    assert document.format == "json" and document.language == "en" and not document.notes


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "a.json", "a.txt"])
def test_json_lines_of_segments(tmp_path: Path, name: str) -> None:
    lines = [{"start": run[0][1], "end": run[-1][2], "text": sentence(run)} for run in (FIRST, SECOND)]
    data = "\n".join(map(json.dumps, lines)).encode()
    assert timed(read_bytes(tmp_path, data, name)) == [("", "The deficit doubled.", 0.1, 1.2), ("", "It fell again.", 1.5, 2.2)]
    document = read_bytes(tmp_path, data + b'\n{"start": 5, "text": "cut o', name)
    assert len(document.sentences) == 2 and document.notes == ("Lines of the file that could not be read: 1.",)


def test_objects_that_follow_each_other_as_vosk_prints_them(tmp_path: Path) -> None:
    values = [
        {"result": [{"conf": 1.0, "word": word.lower().strip("."), "start": start, "end": end} for word, start, end in run], "text": "x"}
        for run in (FIRST, SECOND)
    ]
    document = read_bytes(tmp_path, "\n".join(json.dumps(value, indent=2) for value in values).encode(), "a.json")
    assert " ".join(sentence.text for sentence in document.sentences) == "the deficit doubled it fell again"
    assert (document.sentences[0].time, document.sentences[-1].time_end) == (0.1, 2.2)


@pytest.mark.parametrize(
    "value",
    [
        {"text": "The deficit doubled. It fell again."},
        {"text": "The deficit doubled. It fell again.", "usage": {"type": "tokens", "total_tokens": 4}},
        {"task": "transcribe", "language": "english", "duration": 2.2, "text": "The deficit doubled. It fell again."},
        {"transcription": "The deficit doubled. It fell again."},
        {"results": {"transcripts": [{"transcript": "The deficit doubled. It fell again."}]}},
        [{"text": "The deficit doubled."}, {"text": "It fell again."}],
    ],
)
def test_a_text_without_times_is_read_too(tmp_path: Path, value: object) -> None:
    assert timed(read(tmp_path, value)) == [("", "The deficit doubled.", None, None), ("", "It fell again.", None, None)]


def test_speakers_and_words_without_times(tmp_path: Path) -> None:
    for speaker, text in (
        ("speaker", "text"),
        ("speaker", "content"),
        ("speaker_name", "transcript"),
        ("name", "text"),
        ("speakerName", "body"),
    ):
        value = [{speaker: "Vale", text: "The deficit doubled."}, {speaker: "Berg", text: "It fell again."}]
        for wrapped in (value, {"transcript": value}, {"data": {"turns": value}}):
            assert timed(read(tmp_path, wrapped)) == [("Vale", "The deficit doubled.", None, None), ("Berg", "It fell again.", None, None)]


def test_channels_are_speakers_in_the_order_of_time(tmp_path: Path) -> None:
    channels = [
        {"alternatives": [{"transcript": sentence(run), "words": [{"word": word, "start": start, "end": end} for word, start, end in run]}]}
        for run in (SECOND, FIRST)
    ]
    assert timed(read(tmp_path, {"results": {"channels": channels}})) == [
        ("Speaker 1", "The deficit doubled.", 0.1, 1.2),
        ("Speaker 0", "It fell again.", 1.5, 2.2),
    ]


def test_segments_without_times_keep_their_position_and_are_counted(tmp_path: Path) -> None:
    value = {
        "segments": [
            {"start": 0.1, "end": 1.2, "text": "The deficit doubled."},
            {"start": None, "end": None, "text": "It fell again."},
            {"text": "It rose."},
            {"start": "soon", "text": "It stayed."},
            {"start": 4.0, "end": 5.0, "text": "It ended."},
        ]
    }
    document = read(tmp_path, value)
    assert [(sentence.text, sentence.time) for sentence in document.sentences] == [
        ("The deficit doubled.", 0.1),
        ("It fell again.", None),
        ("It rose.", None),
        ("It stayed.", None),
        ("It ended.", 4.0),
    ]
    assert document.notes == ("3 of 5 captions had no readable time; their words are kept where they stand.",)


def test_words_of_scripts_without_spaces(tmp_path: Path) -> None:
    words = [
        {"text": letter, "start": number / 5, "end": (number + 1) / 5, "type": "word", "speaker_id": "speaker_0"}
        for number, letter in enumerate("赤字翻了一番。")
    ]
    value = {"language_code": "zho", "text": "赤字翻了一番。", "words": words}
    assert [sentence.text for sentence in read(tmp_path, value).sentences] == ["赤字翻了一番。"]


def test_double_encoded_words_behind_escapes_are_repaired(tmp_path: Path) -> None:
    value = [{"speaker": "Vale", "text": "It\u00e2\u0080\u0099s double."}, {"speaker": "Berg", "text": "No."}]
    assert read(tmp_path, value).sentences[0].text == "It’s double."


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, 2]},
        {"name": "x", "version": "1.0.0", "scripts": {"build": "make all"}, "description": "A program of ours."},
        [{"id": 1, "text": "A post.", "created_at": "2024-05-03", "likes": 3, "lang": "en", "url": "x"}],
        {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Ohio"}, "geometry": None}]},
        {"cells": [{"cell_type": "code", "source": ["print(1)"], "outputs": []}], "nbformat": 4},
        {"text": "A post.", "id": 3, "user": {"name": "x"}, "created_at": "today", "favorite_count": 3},
        [],
        {},
    ],
)
def test_other_json_is_refused_and_never_read_as_words(tmp_path: Path, value: object) -> None:
    with pytest.raises(InputError) as refused:
        read(tmp_path, value)
    assert refused.value.code in ("document-unsupported", "document-empty")


def test_json_that_breaks_off_is_damaged() -> None:
    for text in ('{"segments": [', '[{"start": 0.0, "end": 1.0, "text": "It ro', '{"segments": [{"start": 0.0, "text": "Yes"}\n\n\n'):
        with pytest.raises(InputError) as refused:
            read_text(text)
        assert refused.value.code == "document-damaged"
