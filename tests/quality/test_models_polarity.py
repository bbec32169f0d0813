"""Polarity: the regression set in `polarity.jsonl`, and an earlier short one, with floors for the stance model. A row of
`MINIMAL_PAIRS`: a published text, a sentence that says the same, and a sentence with one change that reverses it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from app.domain.progress import CancelToken
from app.inference import load_stance_scorer
from app.paths import models_dir
from app.ports import FloatMatrix, StanceScorer
from models.research.stance import StanceRow, polarity_accuracy, read_stance_gold

POLARITY = Path(__file__).with_name("polarity.jsonl")

MINIMAL_PAIRS = [
    ("The bridge was closed in March.", "They closed the bridge in March.", "The bridge was not closed in March."),
    ("Unemployment rose last year.", "Unemployment went up last year.", "Unemployment fell last year."),
    ("The mayor supports the new tram line.", "The mayor is in favour of the new tram line.", "The mayor opposes the new tram line."),
    ("Crime went up in the city.", "Crime in the city increased.", "Crime went down in the city."),
    ("The vaccine is safe for children.", "Children can safely get the vaccine.", "The vaccine is dangerous for children."),
    ("Wages are higher than ten years ago.", "Pay has grown over ten years.", "Wages are lower than ten years ago."),
    ("The senator voted for the law.", "The senator backed the law with her vote.", "The senator voted against the law."),
    ("All schools in the valley were open.", "Every school in the valley was open.", "No school in the valley was open."),
    ("The river is polluted.", "The river is contaminated.", "The river isn't polluted."),
    ("He won the election in 2008.", "In 2008 he was the winner of the election.", "He lost the election in 2008."),
    ("The factory created 400 jobs.", "The factory brought 400 jobs.", "The factory destroyed 400 jobs."),
    ("The company paid no taxes.", "The company did not pay taxes.", "The company paid its taxes."),
    ("Nobody was hurt in the fire.", "The fire injured no one.", "Many people were hurt in the fire."),
    ("Taxes will be raised next year.", "Next year taxes will increase.", "Taxes will be lowered next year."),
    ("The court accepted the appeal.", "The appeal was accepted by the court.", "The court rejected the appeal."),
    ("Most voters like the plan.", "A majority of voters like the plan.", "Few voters like the plan."),
    ("The island has a budget surplus.", "The island's budget is in surplus.", "The island has a budget deficit."),
    ("It is legal to fish in the lake.", "Fishing in the lake is allowed.", "It is illegal to fish in the lake."),
    ("The photo is real.", "The photo is authentic.", "The photo is fake."),
    ("The governor never met the banker.", "The governor and the banker have not met.", "The governor met the banker."),
    ("Coal use has declined.", "The use of coal has gone down.", "Coal use has grown."),
    ("The minister denied the report.", "The minister said the report was untrue.", "The minister confirmed the report."),
    ("The law bans plastic bags.", "Plastic bags are prohibited by the law.", "The law allows plastic bags."),
    ("Turnout was the highest in a century.", "Turnout was at a hundred-year high.", "Turnout was the lowest in a century."),
    ("The glacier is shrinking.", "The glacier gets smaller.", "The glacier is growing."),
    ("The drug cures the fever.", "The fever is cured by the drug.", "The drug causes the fever."),
    ("She was born before the war.", "Her birth was before the war.", "She was born after the war."),
    ("The border is open.", "The border has been opened.", "The border is closed."),
    ("Prices doubled within a year.", "Within a year prices became twice as high.", "Prices did not change within a year."),
    ("The treaty was signed by both countries.", "Both countries signed the treaty.", "The treaty was never signed by both countries."),
]
UNRELATED = [
    ("The bridge was closed in March.", "My grandmother bakes bread."),
    ("Unemployment rose last year.", "Good evening, and welcome to the debate."),
    ("The glacier is shrinking.", "The senator voted for the law."),
    ("The vaccine is safe for children.", "Let me finish, please."),
    ("He won the election in 2008.", "Fishing is allowed in the lake."),
    ("Prices doubled within a year.", "The photo shows a horse."),
]
# Reached by the cross-encoder's head: 29 of 30, 24 of 30 (what it misses the program reads off the words), 29 of 30, 6 of 6.
AGREE_FLOOR, DISAGREE_FLOOR, ORDER_FLOOR, UNRELATED_FLOOR = 0.92, 0.78, 0.95, 0.95
# The head reaches .661, before it learnt from minimal pairs .547; a model that always says the same, .344.
POLARITY_FLOOR = 0.64


class Marked(msgspec.Struct):
    """Attributes of a row of the regression set besides its pair."""

    style: str
    pair: str
    premise: str


@lru_cache(maxsize=1)
def rows() -> tuple[StanceRow, ...]:
    """Return the regression set."""
    return tuple(read_stance_gold(POLARITY))


@lru_cache(maxsize=1)
def scorer() -> StanceScorer:
    """Provide the shipped stance model, on the processor."""
    return load_stance_scorer(models=models_dir())


def test_the_set_is_balanced_and_in_minimal_groups() -> None:
    labels = Counter(row.label for row in rows())
    assert len(rows()) >= 320 and min(labels[label] for label in ("support", "refute", "neutral")) >= len(rows()) / 4
    assert len({(row.premise, row.hypothesis) for row in rows()}) == len(rows())
    groups: dict[str, list[StanceRow]] = {}
    for row in rows():
        groups.setdefault(row.pair, []).append(row)
    for group in groups.values():
        assert len(group) >= 2 and len({row.premise for row in group}) == 1 and len({row.label for row in group}) >= 2
    assert len({group[0].premise for group in groups.values()}) == len(groups)


def test_a_third_of_the_set_is_spoken() -> None:
    marked = [msgspec.json.decode(line, type=Marked) for line in POLARITY.read_bytes().splitlines()]
    styles = Counter(row.style for row in marked)
    assert set(styles) == {"written", "spoken"} and styles["spoken"] >= len(marked) / 3


def test_no_label_can_be_told_from_a_negation_in_the_sentence() -> None:
    """A model that reads every "not" as disagreement, and everything else as agreement, must fail."""
    signs = (" not ", " no ", "n't ", " never ", " nobody ", " none ", " nothing ")
    guesses = ["refute" if any(sign in f" {row.hypothesis.lower()} " for sign in signs) else "support" for row in rows()]
    assert np.mean([guess == row.label for guess, row in zip(guesses, rows(), strict=True)]) < 0.45


def test_polarity_of_the_shipped_model() -> None:
    assert polarity_accuracy(scorer(), rows()) >= POLARITY_FLOOR


@lru_cache(maxsize=1)
def probabilities() -> FloatMatrix:
    """Return rows for all same-meaning pairs, all reversed pairs and all unrelated pairs; columns support, refute, neutral."""
    pairs = (
        [(text, same_meaning) for text, same_meaning, _ in MINIMAL_PAIRS]
        + [(text, turned) for text, _, turned in MINIMAL_PAIRS]
        + UNRELATED
    )
    return scorer().stance([premise for premise, _ in pairs], [hypothesis for _, hypothesis in pairs], cancel=CancelToken())


def test_a_sentence_that_says_the_same_is_agreement() -> None:
    assert np.mean(probabilities()[: len(MINIMAL_PAIRS)].argmax(axis=1) == 0) >= AGREE_FLOOR


def test_a_sentence_turned_round_is_disagreement() -> None:
    turned = probabilities()[len(MINIMAL_PAIRS) : 2 * len(MINIMAL_PAIRS)]
    assert np.mean(turned.argmax(axis=1) == 1) >= DISAGREE_FLOOR


def test_the_turned_sentence_agrees_less_than_the_other() -> None:
    same_meaning, turned = probabilities()[: len(MINIMAL_PAIRS)], probabilities()[len(MINIMAL_PAIRS) : 2 * len(MINIMAL_PAIRS)]
    assert np.mean(same_meaning[:, 0] - same_meaning[:, 1] > turned[:, 0] - turned[:, 1]) >= ORDER_FLOOR


def test_unrelated_sentences_are_unrelated() -> None:
    assert np.mean(probabilities()[2 * len(MINIMAL_PAIRS) :].argmax(axis=1) == 2) >= UNRELATED_FLOOR
