"""`python -m tests.quality.speakers.fit`: fit the weights of `app/ingest/documents/label_weights.py` and write them there.
Training documents are windows of half of the debates and invented turns in many languages, in every layout of `layouts`, and
articles, speeches and lists without labels. The other half of the debates is for `python -m tests.quality.speakers`.
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


def windows(rng: random.Random) -> Iterator[list[Turn]]:
    """Yield windows of every second debate, short ones more often than long ones."""
    for _, turns in list(debates(_DATA / "debates_train/transcripts"))[::2]:
        if len({turn.person for turn in turns}) > 1:
            for _ in range(_WINDOWS):
                length = rng.choice([2, 3, 3, 4, 4, 5, 6, 8, 12, 20, 40])
                start = rng.randrange(max(1, len(turns) - length))
                yield numbered(turns[start : start + length], rng) if rng.random() < 0.08 else turns[start : start + length]


def numbered(turns: Sequence[Turn], rng: random.Random) -> list[Turn]:
    """Return the turns with speakers numbered as by a machine."""
    form = rng.choice(["Speaker {}", "SPEAKER_0{}", "Sprecher {}", "spk {}"])
    order = list(dict.fromkeys(turn.person for turn in turns))
    return [Turn(Person("", form.format(order.index(turn.person) + 1), "", "", ""), turn.sentences) for turn in turns]


def foreign_turns(rng: random.Random) -> Iterator[list[Turn]]:
    """Yield invented turns in every language that has names."""
    for code, names in LANGUAGES.items():
        sentences = [
            row[0]
            for row in csv.reader(
                (_DATA / f"multilingual/tatoeba/{code}-eng.tsv").open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE
            )
        ]
        for _ in range(12):
            yield made_up(sentences[:400], names, rng.choice([2, 3, 4, 6, 10, 25]), rng)


def single_speakers(rng: random.Random) -> Iterator[list[Turn]]:
    """Yield short documents in which many speak only once, with sentences of the debates."""
    sentences = [turn.sentences[-1] for turns in windows(rng) for turn in turns if len(turn.words) < _SHORT]
    surnames = "Vale Berg Holt Roe Doe Poe Kerr Lund Okafor Silva Novak Rossi Weber Petit Garcia Moreau Jansen Larsen Brown Hill Marsh Reed".split()
    for _ in range(_STRANGERS):
        first = rng.random() < 0.7
        names = [f"{rng.choice(FIRST_NAMES) if first else ''} {surname}" for surname in rng.sample(surnames, rng.choice([2, 3, 4, 6]))]
        names += rng.sample(ROLES, rng.choice([0, 0, 1, 1, 2]))
        yield made_up(sentences, names, rng.choice([3, 4, 5, 6, 8, 12]), rng)


def positives(lines: Sequence[Line], turns: Sequence[Turn]) -> set[tuple[int, int]]:
    """Return (line, column) at which the words of each turn begin."""
    text, offset, positions = " ".join(line.text for line in lines), 0, set[tuple[int, int]]()
    starts, begin = list[int](), 0
    for line in lines:
        starts.append(begin)
        begin += len(line.text) + 1
    for turn in turns:
        opening = " ".join(turn.words.split()[:6])
        start = text.find(opening, offset)
        if start < 0:
            continue
        number = np.searchsorted(starts, start, side="right") - 1
        positions.add((int(number), start - starts[number]))
        offset = start + 1
    return positions


def truths(lines: Sequence[Line], candidates: Sequence[Candidate], turns: Sequence[Turn]) -> list[bool]:
    """Return for each candidate whether it is a label: it directly precedes the words of a turn and contains the speaker's surname."""
    right = positives(lines, turns)
    surnames = {folded(turn.person.surname) for turn in turns}
    truth = []
    for candidate in candidates:
        position = (candidate.line, candidate.end)
        if not lines[candidate.line].text[candidate.end :].strip():
            below = next((number for number in range(candidate.line + 1, len(lines)) if lines[number].text.strip()), -1)
            position = (below, len(lines[below].text) - len(lines[below].text.lstrip())) if below >= 0 else position
        truth.append(position in right and any(name in folded(candidate.speaker.name + candidate.speaker.detail) for name in surnames))
    return truth


def documents(rng: random.Random) -> Iterator[tuple[str, list[Line], list[Turn]]]:
    """Yield training documents: the layout's name, the lines, the labelled turns (none in articles)."""
    texts = {name: layout for name, (suffix, layout) in LAYOUTS.items() if suffix == "txt"}
    for turns in [*windows(rng), *single_speakers(rng), *foreign_turns(rng)]:
        for name in rng.sample(sorted(texts), 6):
            text = str(texts[name](turns, rng))
            noise = rng.choice([*NOISE, "", "", ""])
            yield name, set_lines(clean_text(noise + text)), turns
        if rng.random() < 0.3:
            first_turns = turns[: rng.choice([1, 2])]
            for name in ("stamp-colon", "stamp-alone"):
                yield name, set_lines(str(texts[name](first_turns, rng))), first_turns
            if len(first_turns := turns[: rng.choice([2, 3, 4])]) > 1:
                mixed = str(texts["stamp-alone"](first_turns[:1], rng)).strip()
                yield (
                    "mixed",
                    set_lines(
                        "\n".join([mixed, *(f"{turn.person.full or turn.person.surname}: {turn.words}" for turn in first_turns[1:])])
                    ),
                    first_turns,
                )
        for name, lines in marked_lines(turns, rng):
            yield name, lines, turns
        yield from record_lines(turns, rng)
        yield from caption_lines(turns, rng)
        for name, lines in page_lines(turns, rng):
            yield name, lines, turns
        if rng.random() < 0.4:
            yield "speech", set_lines("\n\n".join(turn.words for turn in turns)), []
            yield "sentences", set_lines("\n".join(sentence for turn in turns for sentence in turn.sentences)), []
    dialogues = list(windows(rng))
    with gzip.open(_DATA / "politifact/factchecks.jsonl.gz", "rt", encoding="utf-8") as rows:
        for number, row in enumerate(rows):
            if number % 12 == 0:
                paragraphs = [line for line in json.loads(row)["text"].split("\n") if line.strip()]
                bold = rng.random() < 0.5
                yield "article", [Line(line, True, len(line) if bold and len(line) < 50 else 0) for line in paragraphs], []
                dialogue = rng.choice(dialogues)[: rng.choice([2, 3, 4, 6])]
                form = rng.choice([str.upper, str.upper, str])
                quoted = [Line(f"{form(turn.person.surname)}: {turn.words}") for turn in dialogue]
                yield "quoted", [*map(Line, paragraphs[:6]), *quoted, *map(Line, paragraphs[6:12])], dialogue
    for text in UNLABELLED:
        for _ in range(40):
            yield "list", set_lines(text), []


def fit(vectors: NDArray[np.float64], truth: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fit a ridge logistic regression by Newton's method; the first column is the bias."""
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


def cross_validated(
    vectors: NDArray[np.float64], targets: NDArray[np.float64], weights: NDArray[np.float64], groups: NDArray[np.str_]
) -> tuple[dict[str, NDArray[np.float64]], NDArray[np.float64]]:
    """Return the weights of every group of styles, and their probabilities."""
    solutions, chance = dict[str, NDArray[np.float64]](), np.zeros(len(vectors))
    for group in dict.fromkeys(GROUPS.values()):
        in_group = groups == group
        solutions[group] = fit(vectors[in_group], targets[in_group], weights[in_group])
        chance[in_group] = 1 / (1 + np.exp(-vectors[in_group] @ solutions[group]))
    return solutions, chance


def table(name: str, features: Sequence[str], solutions: dict[str, NDArray[np.float64]]) -> str:
    """Return the weights as a table of the module."""
    rows = "".join(
        f'    ("{feature}", {", ".join(f"{solution[number]:.2f}" for solution in solutions.values())}),\n'
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
    weights = np.array([(1.0 if yes else 1.5) * 10 / (10 + len(sample.truth)) for sample in samples for yes in sample.truth])
    targets = np.array([yes for sample in samples for yes in sample.truth], dtype=float)
    groups = np.array([GROUPS[candidate.style] for sample in samples for candidate in sample.candidates])
    alone_weights, chance = cross_validated(np.concatenate([sample.features for sample in samples]), targets, weights, groups)
    firsts = np.split(chance, np.cumsum([len(sample.features) for sample in samples])[:-1])
    agreeing = [
        agreement_of(sample.lines, sample.candidates, sample.features, first) for sample, first in zip(samples, firsts, strict=True)
    ]
    together_weights, chance = cross_validated(np.concatenate(agreeing), targets, weights, groups)
    report(samples, targets, chance)
    target = _ROOT / "app/ingest/documents/label_weights.py"
    target.write_text(
        '"""Weights of `label_features` in log odds, by group of styles. Written by `python -m tests.quality.speakers.fit`."""\n\n'
        "from __future__ import annotations\n\n"
        f"_ORDER = {tuple(alone_weights)!r}\n{table('ALONE', FEATURES, alone_weights)}{table('TOGETHER', AGREEMENT_FEATURES, together_weights)}"
        "ALONE_WEIGHTS = {group: tuple(weights[number] for _, *weights in _ALONE) for number, group in enumerate(_ORDER)}\n"
        "TOGETHER_WEIGHTS = {group: tuple(weights[number] for _, *weights in _TOGETHER) for number, group in enumerate(_ORDER)}\n",
        encoding="utf-8",
    )


def report(samples: Sequence[Sample], targets: NDArray[np.float64], chance: NDArray[np.float64]) -> None:
    """Print missed and false labels by kind of document; individually for the kinds named on the command line."""
    missed, wrong, labels, other_labels, start = Counter[str](), Counter[str](), Counter[str](), Counter[str](), 0
    for sample in samples:
        for number, candidate in enumerate(sample.candidates, start=start):
            predicted, yes = chance[number] >= 0.5, bool(targets[number])
            labels[sample.name] += yes
            other_labels[sample.name] += not yes
            missed[sample.name] += yes and not predicted
            wrong[sample.name] += predicted and not yes
            if predicted != yes and sample.name in sys.argv[1:]:
                print(
                    sample.name,
                    f"{chance[number]:.2f}",
                    int(yes),
                    candidate.style.value,
                    candidate.speaker.name,
                    "|",
                    sample.lines[candidate.line].text[candidate.end :][:40],
                )
        start += len(sample.candidates)
    for name in sorted(labels | other_labels):
        print(f"{name:26} labels {labels[name]:6} missed {missed[name]:5}  others {other_labels[name]:6} taken {wrong[name]:5}")


if __name__ == "__main__":
    main()
