"""Minimal pairs from sentence frames: well-formed texts, consistent labels, separate words and frames, reproducible."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from models.examples.minimal.frames import Drawing, Frame, frames, sentence
from models.examples.minimal.numbers import NUMBERS, words
from models.examples.minimal.speech import denied, spoken
from models.examples.minimal.triples import Triples, minimal_pairs
from models.examples.minimal.words import draw, entries
from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT

TEMPLATES = [(frame, part) for frame in frames() for part in ("same", "denials", "contrary", "weaker", "stronger", "beside")]


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: f"{frame.family}, {frame.name}")
def test_every_template_of_a_frame_becomes_a_clean_sentence(frame: Frame) -> None:
    drawing = Drawing(frame, random.Random(3), held_back=frame.held_back)
    for part in ("same", "denials", "contrary", "weaker", "stronger", "beside"):
        for template in getattr(frame, part):
            text = sentence(drawing.say(template))
            assert not re.search(r"[\[\]{}|_]|  | [.,]|\ba [aeio]\w", text), text
            assert text[-1] in ".?”"
            assert not text[0].islower()


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: f"{frame.family}, {frame.name}")
def test_a_frame_has_paraphrases_and_contradictions(frame: Frame) -> None:
    assert len(frame.same) >= 3
    assert len(frame.denials) + len(frame.contrary) >= 2
    assert len(frame.beside) >= 2
    everything = [template for part in ("same", "denials", "contrary", "weaker", "stronger", "beside") for template in getattr(frame, part)]
    assert len(set(everything)) == len(everything), "no template may be two things at once"


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: f"{frame.family}, {frame.name}")
def test_slots_occur_in_every_paraphrase_and_denial(frame: Frame) -> None:
    for slot in frame.vary:
        for template in (*frame.same, *frame.denials, *frame.contrary):
            assert re.search(rf"{{{slot}[.}}]", template), (slot, template)


def test_frames_are_many_and_a_sixth_is_held_back() -> None:
    assert len(frames()) > 90
    assert len({frame.name for frame in frames()}) == len(frames())
    assert sum(frame.held_back for frame in frames()) == len(frames()) // 6


def test_pairs_are_balanced_by_label_and_family_without_identical_texts() -> None:
    pairs = minimal_pairs(4000, seed=5)
    labels = Counter(pair.label for pair in pairs)
    assert set(labels) == {SUPPORT, REFUTE, NEUTRAL}
    assert min(labels.values()) > 0.9 * max(labels.values())
    assert {pair.source for pair in pairs} == {f"minimal-{frame.family}" for frame in frames()}
    assert all(pair.premise.strip() and pair.hypothesis.strip() and pair.premise != pair.hypothesis for pair in pairs)


def test_no_pair_has_two_labels() -> None:
    labels: dict[tuple[str, str], int] = {}
    for pair in minimal_pairs(6000, seed=6):
        assert labels.setdefault((pair.premise, pair.hypothesis), pair.label) == pair.label


def test_pairs_depend_only_on_the_seed() -> None:
    assert minimal_pairs(300, seed=1) == minimal_pairs(300, seed=1)
    assert minimal_pairs(300, seed=1) != minimal_pairs(300, seed=2)


def test_every_label_occurs_with_words_of_denial_and_of_speech() -> None:
    pairs = minimal_pairs(6000, seed=8)
    for pattern in (r"^It is not true that", r"^Look, |^Listen, |^Well, ", r"is a myth|made up|nonsense"):
        counts = Counter(pair.label for pair in pairs if re.search(pattern, pair.hypothesis))
        assert min(counts[label] for label in (SUPPORT, REFUTE, NEUTRAL)) > 5, (pattern, counts)


def test_held_back_pairs_come_from_frames_and_words_that_training_never_draws() -> None:
    ours, theirs = set(entries("project", held_back=False)), set(entries("project", held_back=True))
    assert ours and theirs and not ours & theirs
    assert entries("club", held_back=True) == entries("club", held_back=False), "a short list is not divided"
    chooser = random.Random(0)
    drawn = {draw("project", chooser, held_back=True)[""] for _ in range(50)}
    assert drawn <= theirs
    held_back = {frame.name for frame in frames() if frame.held_back}
    assert held_back.isdisjoint(frame.name for frame in Triples(random.Random(0))._frames)


def test_the_three_pairs_of_a_group_share_premise_or_hypothesis() -> None:
    groups = iter(Triples(random.Random(4)))
    for _ in range(200):
        group = next(groups)
        assert len({pair.premise for pair in group}) == 1 or len({pair.hypothesis for pair in group}) == 1
        assert len({pair.label for pair in group}) == len(group)


@pytest.mark.parametrize("kind", sorted(NUMBERS))
def test_contrasted_numbers_differ(kind: str) -> None:
    chooser = random.Random(9)
    for _ in range(200):
        forms = NUMBERS[kind](chooser)
        for other in ("other", "below", "above", "before", "after", "otherfrac", "otherdecade", "othernum", "rev", "far"):
            assert forms.get(other) != forms[""]
        if "below" in forms and kind in ("count", "age", "rate", "percent"):
            assert int(forms["below"]) < int(forms[""]) < int(forms["above"])
        if kind == "year":
            assert int(forms["before"]) < int(forms[""]) < int(forms["after"]) <= 2026


def test_numbers_in_words() -> None:
    assert [words(number) for number in (0, 7, 13, 20, 21, 99)] == ["zero", "seven", "thirteen", "twenty", "twenty-one", "ninety-nine"]


def test_a_slot_keeps_its_word_and_a_second_one_differs() -> None:
    drawing = Drawing(frames()[0], random.Random(2))
    text = drawing.say("{place} and {place} and {place2}")
    first, repeated, second = text.split(" and ")
    assert first == repeated != second


def test_a_denied_quotation_is_not_put_into_another() -> None:
    chooser = random.Random(1)
    quoted = "“I never wrote the letter,” said Ann Bell"
    assert spoken(quoted, chooser) == quoted
    assert all(denied(quoted, chooser).endswith(quoted) for _ in range(20))
    assert {"they rose" in denied("they rose", chooser).casefold() for _ in range(60)} == {True}
