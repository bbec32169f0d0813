"""Properties of any text: exact offsets in order, nothing empty, no letter lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_text
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.encoding import decode
from app.ingest.documents.plain_text import clean_text
from app.ingest.documents.sentences import cut_sentences
from app.ingest.documents.table import read_table

PIECES = st.sampled_from(
    [
        "Taxes fell.", "Mr. Smith said", "No!", "“Yes.”", "...", "😀", "नमस्ते दुनिया।", "यह है।", "مرحبا بالعالم.", "كيف حالك؟", "这是一个句子。", "\n", "\n\n",
        "(APPLAUSE)", "[Laughter]", "ANNA:", "Q.", "A.", "3.5 percent", "U.S.", " ", "\t", "e.g.", "»", "\"", "12:34", "- item", "well", "é́", "\u00ad", "\u200d", "<b>",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=40).map(" ".join), st.lists(PIECES, max_size=40).map("".join))


def read(text: str) -> Document | None:
    try:
        return read_text(text)
    except InputError as error:
        assert error.code in ("document-empty", "document-unsupported")
        return None


def check(document: Document) -> None:
    before = 0
    for number, sentence in enumerate(document.sentences):
        assert sentence.index == number
        assert sentence.start >= before and sentence.end > sentence.start
        assert document.text[sentence.start : sentence.end] == sentence.text
        assert sentence.text == sentence.text.strip() and any(map(str.isalnum, sentence.text))
        before = sentence.end


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_offsets_are_exact_and_in_order(text: str) -> None:
    document = read(text)
    if document is not None:
        check(document)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Taxes fell",
                "Mr. Smith",
                "😀 no",
                "यह है।",
                "كيف حالك؟",
                "这是句子。",
                "and 3.5%",
                "“so”",
                "...",
                "!",
                "?\n",
                ".\n\n",
                "--",
                "U.S.",
            ]
        ),
        min_size=1,
        max_size=60,
    )
)
def test_no_letter_or_digit_of_plain_text_is_lost(pieces: list[str]) -> None:
    text = " ".join(pieces)
    document = read(text)
    covered = set() if document is None else {offset for sentence in document.sentences for offset in range(sentence.start, sentence.end)}
    cleaned = clean_text(text)
    assert all(offset in covered for offset, character in enumerate(cleaned) if character.isalnum())


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.text(alphabet="abc XYZ,.\"'é1\u0905", max_size=30), st.sampled_from(["Anna", "Bob", ""])), min_size=1, max_size=20
    )
)
def test_every_row_with_text_is_one_sentence(rows: list[tuple[str, str]]) -> None:
    table = "speaker\tsentence\n" + "".join(f"{name}\t{words}\n" for words, name in rows)
    draft = read_table(table, kind="tsv", cancel=CancelToken())
    sentences = cut_sentences(draft, "en", cancel=CancelToken())
    assert [sentence.speaker for sentence in sentences] == [name for words, name in rows if words.strip() and (words.strip() != '""')]
    assert [draft.text[sentence.start : sentence.end] for sentence in sentences] == [sentence.text for sentence in sentences]


WORDS = st.lists(st.sampled_from(["we", "cut", "taxes", "and", "so", "the", "it's", "now.", "税金", "😀", "no"]), min_size=1, max_size=6)
GAPS = st.floats(min_value=0, max_value=5, allow_nan=False)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(WORDS, GAPS, GAPS, st.sampled_from(["", "Anna", "Bob"])), min_size=1, max_size=40))
def test_cues_keep_every_word_speaker_and_rising_times(utterances: list[tuple[list[str], float, float, str]]) -> None:
    clock, cues = 0.0, []
    for words, gap, length, speaker in utterances:
        cues.append(Cue(clock + gap, clock + gap + length, (CueLine((Word(" ".join(words)),), speaker),)))
        clock += gap + length + 0.6
    draft = draft_of_cues(cues, kind="vtt", cancel=CancelToken())
    sentences = cut_sentences(draft, "en", cancel=CancelToken())
    spoken = "".join("".join(sentence.text.split()) for sentence in sentences)
    given_text = "".join("".join(words) for words, *_ in utterances)
    assert spoken.replace("😀", "") == given_text.replace("😀", "")
    times = [sentence.time for sentence in sentences]
    assert None not in times and times == sorted(times)  # type: ignore[type-var]
    assert all(
        sentence.time_end is not None and sentence.time is not None and sentence.time_end >= sentence.time - 1e-6 for sentence in sentences
    )


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_decode(data: bytes) -> None:
    text, note = decode(data)
    clean_text(text).encode("utf-8")
    assert isinstance(note, str)
