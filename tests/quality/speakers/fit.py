"""`python -m tests.quality.speakers.fit`: fit the weights of `app/ingest/documents/label_weights.py` and write them there.

Training documents are windows of half of the debates and made-up turns in many languages, laid out in every way of `layouts`, and
articles, speeches and lists in which nobody is labelled. The other half of the debates is for `python -m tests.quality.speakers`.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.ingest.documents.label_agreement import AGREEMENT_FEATURES, agreement_of
from app.ingest.documents.label_candidates import Candidate, Line
from app.ingest.documents.label_features import FEATURES, GROUPS, features_of
from app.ingest.documents.label_scorer import all_candidates
from app.ingest.documents.paragraph_lines import set_lines
from app.ingest.documents.plain_text import clean_text
from tests.quality.speakers.fit_layouts import LANGUAGES, NOISE, ROLES, UNLABELLED, caption_lines, marked_lines, page_lines, record_lines
from tests.quality.speakers.layouts import LAYOUTS
from tests.quality.speakers.measure import folded
from tests.quality.speakers.turns import FIRST_NAMES, Person, Turn, debates, made_up

_ROOT = Path(__file__).parents[3]
_DATA = _ROOT.parent / "shared/data"
_WINDOWS, _STRANGERS, _SHORT = 14, 250, 400
_RIDGE = 2.0


def windows(dice: random.Random) -> Iterator[list[Turn]]:
    """Windows of every second debate, short ones more often than long ones."""
    for _, turns in list(debates(_DATA / "debates_train/transcripts"))[::2]:
        if len({turn.person for turn in turns}) > 1:
            for _ in range(_WINDOWS):
                length = dice.choice([2, 3, 3, 4, 4, 5, 6, 8, 12, 20, 40])
                start = dice.randrange(max(1, len(turns) - length))
                yield numbered(turns[start : start + length], dice) if dice.random() < 0.08 else turns[start : start + length]


def numbered(turns: Sequence[Turn], dice: random.Random) -> list[Turn]:
    """The turns of people whom a machine only numbered."""
    form = dice.choice(["Speaker {}", "SPEAKER_0{}", "Sprecher {}", "spk {}"])
    order = list(dict.fromkeys(turn.person for turn in turns))
    return [Turn(Person("", form.format(order.index(turn.person) + 1), "", "", ""), turn.sentences) for turn in turns]


def foreign(dice: random.Random) -> Iterator[list[Turn]]:
    """Made-up turns in every language that there are names for."""
    for code, names in LANGUAGES.items():
        sentences = [
            row[0]
            for row in csv.reader(
                (_DATA / f"multilingual/tatoeba/{code}-eng.tsv").open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE
            )
        ]
        for _ in range(12):
            yield made_up(sentences[:400], names, dice.choice([2, 3, 4, 6, 10, 25]), dice)


def strangers(dice: random.Random) -> Iterator[list[Turn]]:
    """Short documents in which many speak only once, with sentences of the debates."""
    sentences = [turn.sentences[-1] for turns in windows(dice) for turn in turns if len(turn.words) < _SHORT]
    surnames = "Vale Berg Holt Roe Doe Poe Kerr Lund Okafor Silva Novak Rossi Weber Petit Garcia Moreau Jansen Larsen Brown Hill Marsh Reed".split()
    for _ in range(_STRANGERS):
        first = dice.random() < 0.7
        names = [f"{dice.choice(FIRST_NAMES) if first else ''} {surname}" for surname in dice.sample(surnames, dice.choice([2, 3, 4, 6]))]
        names += dice.sample(ROLES, dice.choice([0, 0, 1, 1, 2]))
        yield made_up(sentences, names, dice.choice([3, 4, 5, 6, 8, 12]), dice)


def positives(lines: Sequence[Line], turns: Sequence[Turn]) -> set[tuple[int, int]]:
    """(line, column) at which the words of each turn begin."""
    text, at, found = " ".join(line.text for line in lines), 0, set[tuple[int, int]]()
    starts, begin = list[int](), 0
    for line in lines:
        starts.append(begin)
        begin += len(line.text) + 1
    for turn in turns:
        opening = " ".join(turn.words.split()[:6])
        start = text.find(opening, at)
        if start < 0:
            continue
        number = np.searchsorted(starts, start, side="right") - 1
        found.add((int(number), start - starts[number]))
        at = start + 1
    return found


def truths(lines: Sequence[Line], candidates: Sequence[Candidate], turns: Sequence[Turn]) -> list[bool]:
    """Which of the candidates are labels: those that stand right before the words of a turn and hold the surname of who says it."""
    right = positives(lines, turns)
    surnames = {folded(turn.person.surname) for turn in turns}
    truth = []
    for one in candidates:
        place = (one.line, one.end)
        if not lines[one.line].text[one.end :].strip():
            below = next((number for number in range(one.line + 1, len(lines)) if lines[number].text.strip()), -1)
            place = (below, len(lines[below].text) - len(lines[below].text.lstrip())) if below >= 0 else place
        truth.append(place in right and any(name in folded(one.speaker.name + one.speaker.detail) for name in surnames))
    return truth


def documents(dice: random.Random) -> Iterator[tuple[str, list[Line], list[Turn]]]:
    """Training documents: the layout's name, the lines, the turns that are labelled in them (none in articles)."""
    texts = {name: layout for name, (suffix, layout) in LAYOUTS.items() if suffix == "txt"}
    for turns in [*windows(dice), *strangers(dice), *foreign(dice)]:
        for name in dice.sample(sorted(texts), 6):
            text = str(texts[name](turns, dice))
            noise = dice.choice([*NOISE, "", "", ""])
            yield name, set_lines(clean_text(noise + text)), turns
        if dice.random() < 0.3:
            few = turns[: dice.choice([1, 2])]
            for name in ("stamp-colon", "stamp-alone"):
                yield name, set_lines(str(texts[name](few, dice))), few
            if len(few := turns[: dice.choice([2, 3, 4])]) > 1:
                mixed = str(texts["stamp-alone"](few[:1], dice)).strip()
                yield (
                    "mixed",
                    set_lines("\n".join([mixed, *(f"{turn.person.full or turn.person.surname}: {turn.words}" for turn in few[1:])])),
                    few,
                )
        for name, lines in marked_lines(turns, dice):
            yield name, lines, turns
        yield from record_lines(turns, dice)
        yield from caption_lines(turns, dice)
        for name, lines in page_lines(turns, dice):
            yield name, lines, turns
        if dice.random() < 0.4:
            yield "speech", set_lines("\n\n".join(turn.words for turn in turns)), []
            yield "sentences", set_lines("\n".join(sentence for turn in turns for sentence in turn.sentences)), []
    dialogues = list(windows(dice))
    with gzip.open(_DATA / "politifact/factchecks.jsonl.gz", "rt", encoding="utf-8") as rows:
        for number, row in enumerate(rows):
            if number % 12 == 0:
                paragraphs = [line for line in json.loads(row)["text"].split("\n") if line.strip()]
                bold = dice.random() < 0.5
                yield "article", [Line(line, True, len(line) if bold and len(line) < 50 else 0) for line in paragraphs], []
                dialogue = dice.choice(dialogues)[: dice.choice([2, 3, 4, 6])]
                form = dice.choice([str.upper, str.upper, str])
                quoted = [Line(f"{form(turn.person.surname)}: {turn.words}") for turn in dialogue]
                yield "quoted", [*map(Line, paragraphs[:6]), *quoted, *map(Line, paragraphs[6:12])], dialogue
    for text in UNLABELLED:
        for _ in range(40):
            yield "list", set_lines(text), []


def fit(vectors: NDArray[np.float64], truth: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ridge logistic regression by Newton's method; the first column is the bias."""
    inputs = vectors
    solution = np.zeros(inputs.shape[1])
    penalty = np.full(inputs.shape[1], _RIDGE)
    penalty[0] = 1e-6
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ solution))
        gradient = inputs.T @ (weights * (chance - truth)) + penalty * solution
        curve = (inputs * (weights * chance * (1 - chance))[:, None]).T @ inputs + np.diag(penalty)
        step = np.linalg.solve(curve, gradient)
        solution -= step
        if np.abs(step).max() < 1e-6:
            break
    return solution


def scored(
    vectors: NDArray[np.float64], wanted: NDArray[np.float64], weights: NDArray[np.float64], groups: NDArray[np.str_]
) -> tuple[dict[str, NDArray[np.float64]], NDArray[np.float64]]:
    """The weights of every group of styles, and the chances that they give."""
    solutions, chance = dict[str, NDArray[np.float64]](), np.zeros(len(vectors))
    for group in dict.fromkeys(GROUPS.values()):
        mine = groups == group
        solutions[group] = fit(vectors[mine], wanted[mine], weights[mine])
        chance[mine] = 1 / (1 + np.exp(-vectors[mine] @ solutions[group]))
    return solutions, chance


def table(name: str, features: Sequence[str], solutions: dict[str, NDArray[np.float64]]) -> str:
    """The weights as a table of the module."""
    rows = "".join(
        f'    ("{feature}", {", ".join(f"{each[number]:.2f}" for each in solutions.values())}),\n'
        for number, feature in enumerate(features)
    )
    return f"_{name}: tuple[tuple[{', '.join(['str', *['float'] * len(solutions)])}], ...] = (\n{rows})\n"


@dataclass
class Sample:
    """The candidates of one training document."""

    name: str
    features: NDArray[np.float64]
    candidates: list[Candidate]
    truth: list[bool]
    lines: list[Line]


def main() -> None:
    """Fit, print how many labels of each layout are missed in training, and write the weights."""
    samples = list[Sample]()
    for name, lines, turns in documents(random.Random(35)):
        if candidates := all_candidates(lines, cancel=CancelToken()):
            samples.append(Sample(name, features_of(lines, candidates, CancelToken()), candidates, truths(lines, candidates, turns), lines))
    # A document counts once, however many candidates it has; one that must not be taken counts half as much again.
    weights = np.array([(1.0 if yes else 1.5) * 10 / (10 + len(each.truth)) for each in samples for yes in each.truth])
    wanted = np.array([yes for each in samples for yes in each.truth], dtype=float)
    groups = np.array([GROUPS[one.style] for each in samples for one in each.candidates])
    alone, chance = scored(np.concatenate([each.features for each in samples]), wanted, weights, groups)
    firsts = np.split(chance, np.cumsum([len(each.features) for each in samples])[:-1])
    agreeing = [agreement_of(each.lines, each.candidates, each.features, first) for each, first in zip(samples, firsts, strict=True)]
    together, chance = scored(np.concatenate(agreeing), wanted, weights, groups)
    report(samples, wanted, chance)
    target = _ROOT / "app/ingest/documents/label_weights.py"
    target.write_text(
        '"""Weights of `label_features` in log odds, by group of styles. Written by `python -m tests.quality.speakers.fit`."""\n\n'
        "from __future__ import annotations\n\n"
        f"_ORDER = {tuple(alone)!r}\n{table('ALONE', FEATURES, alone)}{table('TOGETHER', AGREEMENT_FEATURES, together)}"
        "ALONE_WEIGHTS = {group: tuple(weights[number] for _, *weights in _ALONE) for number, group in enumerate(_ORDER)}\n"
        "TOGETHER_WEIGHTS = {group: tuple(weights[number] for _, *weights in _TOGETHER) for number, group in enumerate(_ORDER)}\n",
        encoding="utf-8",
    )


def report(samples: Sequence[Sample], wanted: NDArray[np.float64], chance: NDArray[np.float64]) -> None:
    """Print what is missed and wrongly taken of each kind of document; one by one of the kinds that the command line names."""
    missed, wrong, labels, others, start = Counter[str](), Counter[str](), Counter[str](), Counter[str](), 0
    for each in samples:
        for number, one in enumerate(each.candidates, start=start):
            taken, yes = chance[number] >= 0.5, bool(wanted[number])
            labels[each.name] += yes
            others[each.name] += not yes
            missed[each.name] += yes and not taken
            wrong[each.name] += taken and not yes
            if taken != yes and each.name in sys.argv[1:]:
                print(
                    each.name,
                    f"{chance[number]:.2f}",
                    int(yes),
                    one.style.value,
                    one.speaker.name,
                    "|",
                    each.lines[one.line].text[one.end :][:40],
                )
        start += len(each.candidates)
    for name in sorted(labels | others):
        print(f"{name:26} labels {labels[name]:6} missed {missed[name]:5}  others {others[name]:6} taken {wrong[name]:5}")


if __name__ == "__main__":
    main()
