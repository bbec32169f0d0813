"""WebVTT, SubRip and SubStation captions."""

from __future__ import annotations

from app.domain.document import Document
from app.ingest.documents import read_text

VTT = """WEBVTT
Kind: captions
Language: de

NOTE made
by hand

STYLE
::cue { color: red }

REGION
id:a

intro
00:01.000 --> 00:03.000 align:start
<v Roger B.>We are in <c.loud>New</c> York City.</v> <v.x Nia>Really?

00:00:03.000 --> 00:00:05.000
>> Yes &lt;b&gt; we are

00:05.000 --> 00:06.000
still going.

01:00:06.000 --> 01:00:07.000
>> MIKE SMITH: Well. I doubt it.
"""


def rolling_vtt(lines: list[str]) -> str:
    """Return captions as video sites roll them: each line is typed, shown for an instant, then repeated above the next."""
    blocks, previous = ["WEBVTT\n"], " "
    for number, line in enumerate(lines):
        start = number * 2.0
        typed = line.replace(" ", f"<00:00:{start + 1:06.3f}><c> ", 1) + "</c>"
        blocks.append(f"00:00:{start:06.3f} --> 00:00:{start + 1.99:06.3f} align:start position:0%\n{previous}\n{typed}\n")
        blocks.append(f"00:00:{start + 1.99:06.3f} --> 00:00:{start + 2:06.3f} align:start position:0%\n{line}\n \n")
        previous = line
    return "\n".join(blocks)


def turns(document: Document) -> list[tuple[str, str]]:
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return [(sentence.speaker, sentence.text) for sentence in document.sentences]


def test_webvtt_voices_changes_entities_and_blocks() -> None:
    document = read_text(VTT)
    assert document.format == "vtt" and document.language == "de"
    assert turns(document) == [
        ("Roger B.", "We are in New York City."),
        ("Nia", "Really?"),
        ("", "Yes <b> we are still going."),
        ("MIKE SMITH", "Well."),
        ("MIKE SMITH", "I doubt it."),
    ]
    assert document.sentences[0].time == 1.0
    assert (document.sentences[2].time, document.sentences[2].time_end) == (3.0, 6.0)
    assert document.sentences[-1].time_end == 3607.0


def test_a_voice_that_spans_lines_stays_open() -> None:
    document = read_text("WEBVTT\n\n00:01.000 --> 00:03.000\n<v Anna>We cut\ntaxes.</v>\n\n00:03.000 --> 00:04.000\n<v Bob>No.")
    assert turns(document) == [("Anna", "We cut taxes."), ("Bob", "No.")]


def test_rolling_captions_say_each_word_once() -> None:
    lines = ["good evening and", "welcome to the show", "tonight we talk", "about taxes"]
    document = read_text(rolling_vtt(lines))
    assert " ".join(sentence.text for sentence in document.sentences) == " ".join(lines)
    assert document.sentences[0].time == 0.0


def test_rolling_srt_without_inline_times() -> None:
    lines = ["good evening and", "welcome to the show", "tonight we talk", "about taxes", "and jobs"]
    cues = [f"{n + 1}\n00:00:{2 * n:02},000 --> 00:00:{2 * n + 4:02},000\n{lines[n]}\n{lines[n + 1]}\n" for n in range(4)]
    assert " ".join(text for _, text in turns(read_text("\n".join(cues)))) == " ".join(lines)


def test_growing_captions() -> None:
    words = "we cut taxes last year".split()
    cues = [f"00:00:{n:02}.000 --> 00:00:{n + 1:02}.000\n{' '.join(words[: n + 1])}\n" for n in range(5)]
    assert [text for _, text in turns(read_text("WEBVTT\n\n" + "\n".join(cues)))] == ["we cut taxes last year"]


def test_a_repetition_that_does_not_roll_is_kept() -> None:
    document = read_text(
        "1\n00:00:01,000 --> 00:00:02,000\nNo.\n\n2\n00:00:02,000 --> 00:00:03,000\nNo.\n\n3\n00:00:03,000 --> 00:00:04,000\nYes.\n"
    )
    assert [text for _, text in turns(document)] == ["No.", "No.", "Yes."]


SRT = (
    "\ufeff1\r\n00:00:01,000 --> 00:00:03,000 X1:10 X2:20\r\n<i>We cut taxes</i>\r\nin half &amp; more.\r\n\r\n"
    "2\r\n00:00:03,500 --> 00:00:05,000\r\n- Did you?\r\n- Yes, I did.\r\n\r\n"
    "00:00:06,000 --> 00:00:08,000\r\nANNA VOSS: No\r\n\r\n4\r\n00:00:08,000 --> 00:00:09,000\r\nshe did not.\r\n\r\n"
    "5\r\n00:00:10,000 --> 00:00:11,000\r\n1984\r\n"
)


def test_subrip_with_everything_real_files_have() -> None:
    document = read_text(SRT)
    assert document.format == "srt"
    assert [text for _, text in turns(document)] == ["We cut taxes in half & more.", "Did you?", "Yes, I did.", "No she did not.", "1984"]
    assert document.sentences[3].speaker == "ANNA VOSS"
    assert document.sentences[0].time == 1.0
    second = document.sentences[2].time
    assert second is not None and 3.5 < second < 5.0


def test_two_speakers_in_a_cue_never_share_a_sentence() -> None:
    texts = [
        text
        for _, text in turns(
            read_text("1\n00:00:01,000 --> 00:00:03,000\n- so you went\n- I never did\n\n2\n00:00:03,000 --> 00:00:04,000\n- you did")
        )
    ]
    assert texts == ["so you went", "I never did", "you did"]


def test_a_long_pause_begins_a_paragraph() -> None:
    document = read_text("WEBVTT\n\n00:01.000 --> 00:02.000\nWe cut taxes\n\n00:30.000 --> 00:31.000\nand then left")
    assert [text for _, text in turns(document)] == ["We cut taxes", "and then left"]


def test_substation_names_overrides_and_comments() -> None:
    document = read_text(
        "[Script Info]\nTitle: x\n\n[V4+ Styles]\nFormat: Name\nStyle: a\n\n[Events]\n"
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        "Dialogue: 0,0:00:01.00,0:00:03.50,Default,Anna,0,0,0,,{\\i1}We won, and\\Nso did you.{\\i0}\n"
        "Comment: 0,0:00:01.00,0:00:03.50,Default,Anna,0,0,0,,not this\n"
        "Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}\n"
    )
    assert document.format == "ass"
    assert turns(document) == [("Anna", "We won, and so did you.")]
    assert (document.sentences[0].time, document.sentences[0].time_end) == (1.0, 3.5)


def test_unpunctuated_captions_become_units_with_times() -> None:
    words = ("so we cut the taxes last year and the economy grew again but nobody wrote about it now i want to say this " * 20).split()
    cues = [
        f"00:{n // 60:02}:{n % 60:02}.000 --> 00:{(n + 1) // 60:02}:{(n + 1) % 60:02}.000\n{' '.join(words[n * 4 : n * 4 + 4])}\n"
        for n in range(len(words) // 4)
    ]
    document = read_text("WEBVTT\n\n" + "\n".join(cues))
    lengths = [len(sentence.text.split()) for sentence in document.sentences]
    assert sum(lengths) == len(words) // 4 * 4
    assert max(lengths) <= 30 and 8 <= sum(lengths) / len(lengths) <= 30
    times = [sentence.time for sentence in document.sentences if sentence.time is not None]
    assert len(times) == len(document.sentences) and times == sorted(times)


def test_japanese_cues_are_joined_without_spaces() -> None:
    document = read_text("WEBVTT\n\n00:01.000 --> 00:02.000\n税金は去年\n\n00:02.000 --> 00:03.000\n下がりました。")
    assert [text for _, text in turns(document)] == ["税金は去年下がりました。"]


def test_cues_out_of_order_and_backward_times_are_put_right() -> None:
    document = read_text("WEBVTT\n\n00:05.000 --> 00:06.000\nSecond here.\n\n00:01.000 --> 00:00.500\nFirst here.")
    assert [text for _, text in turns(document)] == ["First here.", "Second here."]


def test_a_space_between_two_tags_stays_a_space() -> None:
    document = read_text("WEBVTT\n\n00:01.000 --> 00:02.000\n<c.yellow>Yes, they did,</c> <b>I</b> was there.")
    assert [text for _, text in turns(document)] == ["Yes, they did, I was there."]


def test_sounds_between_stars_are_skipped_and_emphasis_is_kept() -> None:
    document = read_text(
        "1\n00:00:01,000 --> 00:00:02,000\n* Musik *\n\n2\n00:00:02,000 --> 00:00:03,000\nDie Steuern sind *nie* gestiegen.\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\n# Happy birthday to you #\n"
    )
    assert [text for _, text in turns(document)] == ["Die Steuern sind *nie* gestiegen."]


def test_abbreviations_match_in_any_unicode_form() -> None:
    document = read_text("1\n00:00:01,000 --> 00:00:02,000\nLa pa\u0301g. 12 del informe dice lo contrario. Sí, así es.\n")
    assert [text for _, text in turns(document)] == ["La pa\u0301g. 12 del informe dice lo contrario.", "Sí, así es."]


def test_numbers_of_cues_without_blank_lines_are_no_text() -> None:
    document = read_text(
        "1\n00:00:01,000 --> 00:00:02,000\nIt was in\n1990\n2\n00:00:02,000 --> 00:00:03,000\nand 3 won.\n3\n00:00:03,000 --> 00:00:04,000\n12\n"
    )
    assert " ".join(text for _, text in turns(document)) == "It was in 1990 and 3 won. 12"


def test_one_speaker_in_capitals_is_enough_in_captions() -> None:
    document = read_text(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nTHE TAX FELL. >> REPORTER: DID IT?\n\n00:02.000 --> 00:03.000\nMAN #1: Yes.\n\n"
        "00:03.000 --> 00:04.000\nWARNING: It did not.\n"
    )
    assert turns(document)[:3] == [("", "THE TAX FELL."), ("REPORTER", "DID IT?"), ("MAN #1", "Yes.")]
    assert turns(document)[3][1] == "WARNING: It did not."


def test_a_wide_colon_needs_no_space() -> None:
    document = read_text("WEBVTT\n\n00:01.000 --> 00:02.000\n主持人：税收增加了吗？\n\n00:02.000 --> 00:03.000\n部长：没有，下降了。\n")
    assert turns(document) == [("主持人", "税收增加了吗？"), ("部长", "没有，下降了。")]


def subrip(*lines: str) -> str:
    return "\n\n".join(f"{at}\n00:00:{at * 3:02d},000 --> 00:00:{at * 3 + 2:02d},000\n{line}" for at, line in enumerate(lines, start=1))


def speakers(*lines: str) -> list[tuple[str, str]]:
    return [(sentence.speaker, sentence.text) for sentence in read_text(subrip(*lines)).sentences]


def test_bracketed_names_are_speakers_if_used_consistently() -> None:
    expected = [("Anna", "The goats swim."), ("Ben", "They do not."), ("Anna", "They swim well.")]
    assert speakers("(Anna) The goats swim.", "(Ben) They do not.", "(Anna) They swim well.") == expected
    assert speakers("[Anna] The goats swim.", "- [Ben] They do not.", "[Anna] They swim well.") == expected


def test_bracketed_sounds_are_no_speakers() -> None:
    sounds = speakers("(Laughs) The goats swim.", "[Applause] They do not.", "(Laughs) They swim well.", "[Music] They sank.")
    assert {speaker for speaker, _ in sounds} == {""}
    rare = speakers("(Whispers) The goats swim.", "(Whispers) They do not.", "(Shouts) They do.", *(f"Goat {n} swims." for n in range(10)))
    assert {speaker for speaker, _ in rare} == {""}


def test_a_lone_label_that_says_what_its_speaker_is() -> None:
    assert speakers("Mme Le Pen : Les chèvres nagent très bien.", "Elles nagent.") == [
        ("Mme Le Pen", "Les chèvres nagent très bien."),
        ("Mme Le Pen", "Elles nagent."),
    ]
    assert speakers("Sprecherin: Die Ziegen schwimmen gern.")[0] == ("Sprecherin", "Die Ziegen schwimmen gern.")
    assert speakers("Ergebnis: Die Ziegen schwimmen gern.")[0][0] == ""


def test_a_voice_tag_decides_who_speaks_and_keeps_the_words_before_a_colon() -> None:
    cues = [
        ("Petra Lindgard", "Mr Rennick, stay with us: the minimum wage comes next."),
        ("Ben Rennick", "Good evening, and thank you for the question."),
        ("Petra Lindgard", "And now, as I said: the budget for roads."),
        ("Ben Rennick", "My answer is short: no."),
        ("Petra Lindgard", "Mr Rennick: that was the question."),
        ("Ben Rennick", "To the viewers, good night: sleep well."),
    ]
    blocks = [
        f"00:00:{2 * number:02}.000 --> 00:00:{2 * number + 2:02}.000\n<v {name}>{words}\n" for number, (name, words) in enumerate(cues)
    ]
    assert turns(read_text("WEBVTT\n\n" + "\n".join(blocks))) == cues


def test_a_label_that_repeats_the_voice_tag_is_taken_off() -> None:
    cues = [
        ("Anna Berg", "BERG: The bridge is safe."),
        ("Tom Vale", "VALE: It is not."),
        ("Anna Berg", "BERG: It is."),
        ("Tom Vale", "VALE: No."),
    ]
    blocks = [
        f"00:00:{2 * number:02}.000 --> 00:00:{2 * number + 2:02}.000\n<v {name}>{words}\n" for number, (name, words) in enumerate(cues)
    ]
    expected = [(name, words.partition(": ")[2]) for name, words in cues]
    assert turns(read_text("WEBVTT\n\n" + "\n".join(blocks))) == expected
