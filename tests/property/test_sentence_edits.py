"""Merging, splitting and correcting sentences: offsets stay exact, nothing is lost, no visible character is cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from app.domain.document import Document, Sentence
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.sentence_edits import Edited, carry, merge, rename_speaker, retext, set_speaker, split, word_cut
from app.domain.verdict import SentenceVerdict
from app.errors import InputError

WORDS = ("bridge", "😀", "👩‍👩‍👧", "पुल की", "क्षति", "الجسر", "e\u0301te\u0301", "9,000", "🇩🇪🇫🇷", "—", "a\u0301\u0323b", "x")
GAPS = (" ", "\n", "\nANNA: ", "  ", "")


@st.composite
def documents(draw: st.DrawFn) -> Document:
    text, sentences, time = "", [], 0.0
    for number in range(draw(st.integers(1, 7))):
        text += draw(st.sampled_from(GAPS)) if number else draw(st.sampled_from(("", "Title\n")))
        words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5))
        sentence_text = draw(st.sampled_from((" ", "  ", "\t"))).join(words)
        timed = draw(st.booleans())
        sentences.append(
            Sentence(
                index=number,
                text=sentence_text,
                start=len(text),
                end=len(text) + len(sentence_text),
                speaker=draw(st.sampled_from(("Anna", "Ben", ""))),
                line=number + 3,
                page=number // 2 + 1,
                time=time if timed else None,
                time_end=time + 5 if timed and draw(st.booleans()) else None,
            )
        )
        text, time = text + sentence_text, time + 6
    return Document(title="t", text=text, sentences=tuple(sentences))


def check_offsets(document: Document) -> None:
    """Check that sentences have exact offsets, order, numbers and text, without overlap."""
    end = 0
    for number, sentence in enumerate(document.sentences):
        assert sentence.index == number and end <= sentence.start < sentence.end
        assert document.text[sentence.start : sentence.end] == sentence.text
        assert sentence.text == sentence.text.strip()
        end = sentence.end
    assert end <= len(document.text)


def check_moves(before: Document, edited: Edited) -> None:
    """Check that every old sentence maps to a new one, in order."""
    assert len(edited.moved) == len(before.sentences)
    indexes = [index for index in edited.moved if index is not None]
    assert indexes == sorted(indexes) and set(indexes) <= set(range(len(edited.document.sentences)))


@given(documents(), st.data())
def test_a_merge_keeps_the_text_and_spans_the_times(document: Document, data: st.DataObject) -> None:
    last = data.draw(st.integers(0, len(document.sentences) - 1))
    first = data.draw(st.integers(0, last))
    if first == last:
        with pytest.raises(InputError, match="only one sentence"):
            merge(document, first, last)
        return
    edited = merge(document, first, last)
    check_offsets(edited.document)
    check_moves(document, edited)
    merged, opening, closing = edited.document.sentences[first], document.sentences[first], document.sentences[last]
    assert edited.document.text == document.text
    assert (merged.start, merged.end) == (opening.start, closing.end)
    assert (merged.speaker, merged.line, merged.page, merged.time, merged.time_end) == (
        opening.speaker,
        opening.line,
        opening.page,
        opening.time,
        closing.time_end,
    )
    assert {edited.moved[old] for old in range(first, last + 1)} == {first}
    untouched = [old for old in range(len(document.sentences)) if not first <= old <= last]
    assert [replace(edited.document.sentences[edited.moved[old] or 0], index=old) for old in untouched] == [
        document.sentences[old] for old in untouched
    ]


@given(documents(), st.data())
def test_a_split_cuts_between_visible_characters_and_a_merge_undoes_it(document: Document, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(document.sentences) - 1))
    sentence = document.sentences[index]
    at = data.draw(st.integers(-1, len(sentence.text) + 1))
    try:
        edited = split(document, index, at)
    except InputError as error:
        assert error.code == "sentence-split-empty"
        assert (
            not sentence.text[: max(0, at)].strip() or not sentence.text[at:].strip() or len(regex.findall(r"\X", sentence.text[:at])) <= 1
        )
        return
    check_offsets(edited.document)
    check_moves(document, edited)
    first, second = edited.document.sentences[index : index + 2]
    assert not document.text[first.end : second.start].strip() and first.end <= sentence.start + at
    edges = {match.start() for match in regex.finditer(r"\X", sentence.text)} | {len(sentence.text)}
    assert {first.end - sentence.start, second.start - sentence.start} <= edges
    again = merge(edited.document, index, index + 1)
    assert again.document == document
    assert [again.moved[new] for new in edited.moved if new is not None] == list(range(len(document.sentences)))


@pytest.mark.parametrize(
    "text, at, expected",
    [
        ("I love the United States.", 23, "I love the United "),  # the end of the word would leave only the full stop
        ("I love the United States.", 13, "I love the "),
        ("I love the United States.", 16, "I love the United"),
        ("They don’t pay 9,000 crowns", 8, "They don’t"),
        ("They don’t pay 9,000 crowns", 17, "They don’t pay "),
        ("الجسر كلف تسعة", 7, "الجسر "),
        ("Bridges 👩‍👩‍👧 cost", 3, "Bridges"),
        ("我们在这里开会。", 3, "我们在"),
        ("No.", 1, ""),
    ],
)
def test_a_cut_inside_a_word_goes_to_its_nearer_end(text: str, at: int, expected: str) -> None:
    assert text[: word_cut(text, at)] == expected


@given(documents(), st.data())
def test_a_word_cut_leaves_words_on_both_sides(document: Document, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(document.sentences)).text
    cut = word_cut(text, data.draw(st.integers(0, len(text))))
    if cut:
        assert regex.search(r"\w", text[:cut]) and regex.search(r"\w", text[cut:])


def test_a_split_divides_the_time_by_length() -> None:
    sentence = Sentence(index=0, text="abcd efgh", start=0, end=9, time=10.0, time_end=19.0, line=7)
    document = Document(title="t", text=sentence.text, sentences=(sentence,))
    first, second = split(document, 0, 4).document.sentences
    assert (first.text, second.text, first.line, second.line) == ("abcd", "efgh", 7, 7)
    assert (first.time, first.time_end, second.time, second.time_end) == (10.0, 15.0, 15.0, 19.0)


@given(documents(), st.data(), st.text(max_size=12))
def test_a_changed_text_moves_everything_after_it(document: Document, data: st.DataObject, text: str) -> None:
    index = data.draw(st.integers(0, len(document.sentences) - 1))
    try:
        edited = retext(document, index, text)
    except InputError as error:
        assert error.code == "sentence-empty" and not text.replace("\0", "").strip()
        return
    after = edited.document
    check_offsets(after)
    assert edited.moved == tuple(range(len(document.sentences)))
    assert "\n" not in after.sentences[index].text or after.sentences[index] == document.sentences[index]
    assert after.text[: document.sentences[index].start] == document.text[: document.sentences[index].start]
    assert after.text[after.sentences[index].end :] == document.text[document.sentences[index].end :]
    back = retext(after, index, document.sentences[index].text).document
    assert back == document


@given(documents(), st.data())
def test_a_speaker_is_set_for_some_and_renamed_everywhere(document: Document, data: st.DataObject) -> None:
    indexes = data.draw(st.sets(st.integers(0, len(document.sentences) - 1)))
    after = set_speaker(document, indexes, "  Carla   Voss ").document
    for old, new in zip(document.sentences, after.sentences, strict=True):
        assert new == (replace(old, speaker="Carla Voss") if old.index in indexes else old)
    if indexes:
        renamed = rename_speaker(after, "Carla Voss", "Carl").document
        assert [sentence.speaker == "Carl" for sentence in renamed.sentences] == [
            number in indexes for number in range(len(after.sentences))
        ]
    else:
        assert after is document
        with pytest.raises(InputError, match="Nobody in this document"):
            rename_speaker(document, "Carla Voss", "Carl")


@pytest.mark.parametrize("index", [-1, 1])
def test_a_sentence_that_is_not_there_is_refused(index: int) -> None:
    document = Document(title="t", text="One.", sentences=(Sentence(index=0, text="One.", start=0, end=4),))
    edits: tuple[Callable[[], Edited], ...] = (
        lambda: merge(document, index, 1),
        lambda: split(document, index, 1),
        lambda: retext(document, index, "x"),
    )
    for edit in edits:
        with pytest.raises(InputError) as raised:
            edit()
        assert raised.value.code == "sentence-unknown" and raised.value.hint
    with pytest.raises(InputError, match="no sentence"):
        set_speaker(document, (0, index), "Anna")


def ranked(document: Document) -> RankedDocument:
    results = tuple(
        RankedSentence(
            rank=rank,
            sentence=sentence,
            score=-rank,
            probability=0.5,
            verdict=SentenceVerdict.UNKNOWN,
            outcome=Outcome.NONE,
            reasons=(sentence.text,),
        )
        for rank, sentence in enumerate(reversed(document.sentences), start=1)
    )
    return RankedDocument(document=document, sentences=results, run=RunRecord(program="p", created="c"), version=4)


@given(documents(), st.data())
def test_results_of_unedited_sentences_are_kept(document: Document, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(document.sentences) - 1))
    if index + 1 < len(document.sentences):
        edited, touched = merge(document, index, index + 1), {index, index + 1}
    else:
        edited, touched = retext(document, index, document.sentences[index].text + " indeed"), {index}
    carried = carry(ranked(document), edited)
    assert carried.document is edited.document and not carried.final and carried.version == 4
    assert [result.rank for result in carried.sentences] == sorted(result.rank for result in carried.sentences)
    expected = {edited.moved[old]: document.sentences[old].text for old in range(len(document.sentences)) if old not in touched}
    assert {result.sentence.index: result.reasons[0] for result in carried.sentences} == expected
    assert all(result.sentence == edited.document.sentences[result.sentence.index] for result in carried.sentences)


def test_changing_a_speaker_keeps_results() -> None:
    sentence = Sentence(index=0, text="One.", start=0, end=4)
    document = Document(title="t", text="One.", sentences=(sentence,))
    edited = set_speaker(document, (0,), "Anna")
    assert [result.sentence.speaker for result in carry(ranked(document), edited).sentences] == ["Anna"]
