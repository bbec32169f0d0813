"""Questions with several, contradictory answers, made from the SQuAD articles that no network reads (`spans.HELD_BACK`).

`python -m models.reader.multi DATA OUT` writes posts.jsonl, questions.jsonl and gold.jsonl. Nothing of it is committed.

Taken is an answerable question that is clear without its paragraph, whose answer stands in a sentence that can stand alone
(`alone`), and is a year, date, number, person, people, place or a named thing of a named kind (`answer_kinds`); of one sentence one
question, so that no post tells what another question asks. The sentence with its own answer is a post. Rivals are made from it: the
answer is replaced by others of its kind that the article has (a year by one at most 80 years away, a number by one at most ten times
as large or small), so that the posts contradict each other. Each of the 2 to 10 answers has one to four posts that say it, in
different wordings, and up to three that deny it; at least one answer has both. A correction ("Not 1279! …") refutes one answer and
supports another; a post that asks takes no side. All other sentences of the articles are there to be told apart, but those that may
give an answer (that name the true answer and share two words with the question) are left out. The order is shuffled, all with one seed.

What it shows: whether the answer is read from a post and not from the question, whether answers of a kind are kept apart, and
whether a denial is seen. What it does not show: how people really contradict each other. The rival posts of a question are the same
sentence but for the answer, every answer is in the very words of an encyclopedia, denials come in two dozen wordings, and no
sentence is ambiguous, ironic, misspelt or in another language; and rivals are found with the true answer because they use its words.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.ask import QuestionType
from models.reader.alone import sentences_of, tidy
from models.reader.answer_kinds import alike, of_each_kind, rivals_in_reach
from models.reader.made_posts import ASKED, CORRECTED, DENIED, SAID, some
from models.reader.sources import Source, sources_of, tells
from models.reader.spans import Asked, held_back_part
from models.research.mythqa.converting import gold_row, json_lines, question_row
from models.research.mythqa.gold import GoldAnswer, Question

SEED = 20
_ANSWERS, _WEIGHTS = range(2, 11), (4, 5, 5, 4, 3, 2, 2, 1, 1)


@dataclass(slots=True)
class Sides:
    """The posts of one answer while they are made, as texts."""

    names: tuple[str, ...]
    supporting: list[str] = field(default_factory=list)
    refuting: list[str] = field(default_factory=list)
    neutral: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Made:
    """The set: posts as (id, text), and the questions with their gold."""

    posts: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]


def made(asked: Sequence[Asked], *, seed: int = SEED) -> Made:
    """The set from these questions; the same ones and seed give the same set."""
    chooser = random.Random(seed)
    opposed: list[tuple[Source, list[Sides]]] = []
    others: list[str] = []
    for _, grouped in itertools.groupby(asked, key=lambda one: one.article):
        article = list(grouped)
        sentences = list(_sentences(article))
        kinds = of_each_kind(article, " ".join(sentences))
        of_article = [(source, _sides(source, kinds, chooser)) for source in sources_of(article)]
        opposed += [(source, sides) for source, sides in of_article if len(sides) > 1]
        others += [text for text in sentences if not any(tells(text, source) for source, _ in opposed)]
    texts = dict.fromkeys(
        [text for _, sides in opposed for one in sides for text in (*one.supporting, *one.refuting, *one.neutral)] + others
    )
    shuffled = chooser.sample(list(texts), len(texts))
    ids = {text: f"made-p-{number:05d}" for number, text in enumerate(shuffled, start=1)}
    questions = tuple(_question(number, source, sides, ids) for number, (source, sides) in enumerate(opposed, start=1))
    return Made(tuple((post, text) for text, post in ids.items()), questions)


def _sentences(article: Sequence[Asked]) -> Iterator[str]:
    for context in dict.fromkeys(one.context for one in article):
        yield from (tidy(sentence) for _, sentence in sentences_of(context))


def _sides(source: Source, kinds: dict[str, list[tuple[str, ...]]], chooser: random.Random) -> list[Sides]:
    """The true answer and its rivals with their posts; the true one alone where there is no rival."""
    rivals: list[tuple[str, ...]] = []
    said = f"{source.sentence} {source.asked.question}".casefold()
    for names in chooser.sample(known := kinds.get(source.kind, []), len(known)):
        fits = rivals_in_reach(source.kind, source.names[0], names[0]) and not any(name.casefold() in said for name in names)
        if fits and not any(alike(names[0], other) for other in (*source.names, *(rival[0] for rival in rivals))):
            rivals.append(names)
    wanted = chooser.choices(_ANSWERS, _WEIGHTS)[0]
    answers = [Sides(source.names), *(Sides(names) for names in rivals[: wanted - 1])]
    if rivals:
        _fill(source, answers, chooser)
    return answers


def _fill(source: Source, answers: list[Sides], chooser: random.Random) -> None:
    statements = [source.sentence, *(_replaced(source, one.names[0]) for one in answers[1:])]
    contested = chooser.randrange(len(answers))
    for place, (one, statement) in enumerate(zip(answers, statements, strict=True)):
        one.supporting += [statement, *(say(statement) for say in some(SAID, chooser.randint(0, 2), chooser))]
        denials = chooser.choice((0, 1, 1, 2)) if place != contested else chooser.randint(1, 2)
        one.refuting += [deny(statement) for deny in some(DENIED, denials, chooser)]
        one.neutral += [ask(statement) for ask in some(ASKED, chooser.choice((0, 0, 1)), chooser)]
    for _ in range(chooser.randint(1, 2)):
        right, wrong = chooser.sample(range(len(answers)), 2)
        text = chooser.choice(CORRECTED)(statements[right], answers[wrong].names[0])
        answers[right].supporting.append(text)
        answers[wrong].refuting.append(text)


def _replaced(source: Source, other: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(source.names[0])}(?!\w)", lambda _: other, source.sentence)


def _question(number: int, source: Source, sides: Sequence[Sides], ids: dict[str, str]) -> Question:
    return Question(
        qid=f"made-q-{number:03d}",
        text=source.asked.question.strip(),
        kind=QuestionType.ENTITY,
        topic=source.kind,
        answers=tuple(
            GoldAnswer(
                names=one.names,
                supporting=frozenset(ids[text] for text in one.supporting),
                refuting=frozenset(ids[text] for text in one.refuting),
                neutral=frozenset(ids[text] for text in one.neutral),
            )
            for one in sides
        ),
    )


def write(made_set: Made, out: Path) -> None:
    """The three files into a folder, which is made where it is not there."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "posts.jsonl").write_bytes(json_lines([{"id": post, "text": text, "language": "en"} for post, text in made_set.posts]))
    (out / "questions.jsonl").write_bytes(json_lines([question_row(question) for question in made_set.questions]))
    (out / "gold.jsonl").write_bytes(json_lines([gold_row(question) for question in made_set.questions]))


def main() -> None:
    """Make the set from the articles held back and tell its size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    made_set = made(held_back_part(arguments.data))
    write(made_set, arguments.out)
    counts = [len(question.answers) for question in made_set.questions]
    contested = sum(any(answer.contested for answer in question.answers) for question in made_set.questions)
    print(f"{len(counts)} questions, {contested} contested, {sum(counts)} answers, {len(made_set.posts)} posts")


if __name__ == "__main__":
    main()
