"""Stance pairs derived from published ones: a denial swaps entailed and contradicted, and keeps neutral."""

from __future__ import annotations

from pathlib import Path

from models.examples.polarity import NEUTRAL, NOT_SUPPORT, REFUTE, SUPPORT, StancePair
from models.examples.published import rated_alike, wrapped

PREMISE = "Two dogs are asleep on the floor."
PAIRS = [
    StancePair(PREMISE, "The dogs are asleep.", SUPPORT, "a"),
    StancePair(PREMISE, "The dogs are awake.", REFUTE, "b"),
    StancePair(PREMISE, "The dogs are brown.", NEUTRAL, "c"),
    StancePair(PREMISE, "The dogs are old.", NOT_SUPPORT, "d"),
]
DENYING = (
    "not true",
    "n't true",
    "false",
    "wrong",
    "a lie",
    "not so",
    "myth",
    "deny",
    "denied",
    "not the case",
    "nonsense",
    "untrue",
    "made up",
    "no, ",
)
DENYING += ("backwards", "contrary", "are false", "the opposite", "not at all")


def denials(text: str) -> int:
    """Count the denials of the hypothesis, by the words around it or by a negated verb."""
    low = text.casefold()
    if "not false" in low or "nobody can deny" in low or "not wrong" in low or "nobody tell you otherwise" in low:
        return 0
    return int(any(words in low for words in DENYING)) + int("are not" in low or "are never" in low)


def test_one_denial_swaps_the_label_and_two_restore_it() -> None:
    wrapped_pairs = wrapped(PAIRS, 600, seed=3)
    assert len(wrapped_pairs) == 600
    assert wrapped_pairs == wrapped(PAIRS, 600, seed=3) != wrapped(PAIRS, 600, seed=4)
    label_of = {"wrapped-a": SUPPORT, "wrapped-b": REFUTE, "wrapped-c": NEUTRAL}
    turned = {SUPPORT: REFUTE, REFUTE: SUPPORT, NEUTRAL: NEUTRAL}
    cases = set()
    for pair in wrapped_pairs:
        before = label_of[pair.source]
        times = denials(pair.hypothesis)
        cases.add((before, times))
        assert pair.premise == PREMISE
        assert pair.label == (turned[before] if times == 1 else before), pair.hypothesis
    assert cases == {(label, times) for label in (SUPPORT, REFUTE, NEUTRAL) for times in (0, 1, 2)}


def test_sentences_rated_alike_agree_and_those_about_the_same_do_not(tmp_path: Path) -> None:
    file = tmp_path / "rated.csv"
    file.write_text(
        'A boat sank.,"The boat, it went down.",4.8\nA boat sank.,A boat was bought.,2.0\nA boat sank.,Taxes rose.,0.2\n'
        "A boat sank.,A ship sank.,3.5\nKeep out.,Stay out.,5.0\n",
        encoding="utf-8",
    )
    pairs = rated_alike(file, lambda text: text != "Keep out.", seed=0)
    plain = [(pair.premise, pair.hypothesis, pair.label) for pair in pairs if pair.source == "rated"]
    assert plain == [
        ("A boat sank.", "The boat, it went down.", SUPPORT),
        ("The boat, it went down.", "A boat sank.", SUPPORT),
        ("A boat sank.", "A boat was bought.", NOT_SUPPORT),
        ("A boat was bought.", "A boat sank.", NOT_SUPPORT),
    ]
    assert all(pair.label in (SUPPORT, REFUTE) for pair in pairs if pair.source == "wrapped-rated")
