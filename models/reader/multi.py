"""Questions with several, contradictory answers, made from the SQuAD articles that no network reads (`spans.HELD_BACK`).

`python -m models.reader.multi DATA OUT` writes posts.jsonl, questions.jsonl and gold.jsonl. Nothing of it is committed.

A question is used if it is answerable and clear without its paragraph, if its answer is in a sentence that is clear alone
(`standalone`), and if the answer is a year, date, number, person, people, place or a named thing of a named kind (`answer_kinds`). Each
sentence serves one question only, so that no post reveals the answer of another. The sentence with its own answer is a post. In its
rivals the answer is replaced by others of its kind from the article (a year by one at most 80 years away, a number by one at most
ten times as large or small), so the posts contradict each other. Each of the 2 to 10 answers has one to four posts that state it,
in different wordings, and up to three that deny it; at least one answer has both. A correction ("Not 1279! …") refutes one answer
and supports another; a post that asks takes no side. All other sentences of the articles are distractors, except those that may
give an answer (that name the true answer and share two words with the question). The order is shuffled. All random choices have one
seed.

The set shows whether the answer is read from a post and not from the question, whether answers of a kind are kept apart, and
whether a denial is recognised. It does not show how people really contradict each other. The rival posts of a question differ in
the answer only, every answer is in the very words of an encyclopedia, denials have two dozen wordings, and no sentence is
ambiguous, ironic, misspelt or in another language. Rivals are found with the true answer because they use its words.
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
from models.reader.answer_kinds import alike, of_each_kind, rivals_in_reach
from models.reader.post_wordings import ASKED, CORRECTED, DENIED, SAID, sample
from models.reader.sources import Source, may_answer, sources_of
from models.reader.spans import AnnotatedQuestion, held_back_part
from models.reader.standalone import sentences_of, tidy
from models.research.mythqa.converting import gold_row, json_lines, question_row
from models.research.mythqa.gold import GoldAnswer, Question

SEED = 20
_ANSWERS, _WEIGHTS = range(2, 11), (4, 5, 5, 4, 3, 2, 2, 1, 1)


@dataclass(slots=True)
class Sides:
    """Posts of one answer by side, as texts, in the making."""

    names: tuple[str, ...]
    supporting: list[str] = field(default_factory=list)
    refuting: list[str] = field(default_factory=list)
    neutral: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MultiAnswerSet:
    """Generated set: posts as (id, text), and the questions with their gold."""

    posts: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]


def make_set(annotated: Sequence[AnnotatedQuestion], *, seed: int = SEED) -> MultiAnswerSet:
    """Make the set from these questions. The same questions and seed give the same set."""
    chooser = random.Random(seed)
    opposed: list[tuple[Source, list[Sides]]] = []
    distractors: list[str] = []
    for _, grouped in itertools.groupby(annotated, key=lambda entry: entry.article):
        article = list(grouped)
        sentences = list(_sentences(article))
        kinds = of_each_kind(article, " ".join(sentences))
        of_article = [(source, _sides(source, kinds, chooser)) for source in sources_of(article)]
        opposed += [(source, sides) for source, sides in of_article if len(sides) > 1]
        distractors += [text for text in sentences if not any(may_answer(text, source) for source, _ in opposed)]
    texts = dict.fromkeys(
        [text for _, sides in opposed for entry in sides for text in (*entry.supporting, *entry.refuting, *entry.neutral)] + distractors
    )
    shuffled = chooser.sample(list(texts), len(texts))
    ids = {text: f"made-p-{number:05d}" for number, text in enumerate(shuffled, start=1)}
    questions = tuple(_question(number, source, sides, ids) for number, (source, sides) in enumerate(opposed, start=1))
    return MultiAnswerSet(tuple((post, text) for text, post in ids.items()), questions)


def _sentences(article: Sequence[AnnotatedQuestion]) -> Iterator[str]:
    for context in dict.fromkeys(question.context for question in article):
        yield from (tidy(sentence) for _, sentence in sentences_of(context))


def _sides(source: Source, kinds: dict[str, list[tuple[str, ...]]], chooser: random.Random) -> list[Sides]:
    """Return the true answer and its rivals with their posts."""
    rivals: list[tuple[str, ...]] = []
    source_text = f"{source.sentence} {source.annotated.question}".casefold()
    for names in chooser.sample(alternatives := kinds.get(source.kind, []), len(alternatives)):
        fits = rivals_in_reach(source.kind, source.names[0], names[0]) and not any(name.casefold() in source_text for name in names)
        if fits and not any(alike(names[0], other) for other in (*source.names, *(rival[0] for rival in rivals))):
            rivals.append(names)
    answer_count = chooser.choices(_ANSWERS, _WEIGHTS)[0]
    answers = [Sides(source.names), *(Sides(names) for names in rivals[: answer_count - 1])]
    if rivals:
        _fill(source, answers, chooser)
    return answers


def _fill(source: Source, answers: list[Sides], chooser: random.Random) -> None:
    statements = [source.sentence, *(_replaced(source, sides.names[0]) for sides in answers[1:])]
    contested = chooser.randrange(len(answers))
    for index, (sides, statement) in enumerate(zip(answers, statements, strict=True)):
        sides.supporting += [statement, *(wording(statement) for wording in sample(SAID, chooser.randint(0, 2), chooser))]
        denials = chooser.choice((0, 1, 1, 2)) if index != contested else chooser.randint(1, 2)
        sides.refuting += [deny(statement) for deny in sample(DENIED, denials, chooser)]
        sides.neutral += [ask(statement) for ask in sample(ASKED, chooser.choice((0, 0, 1)), chooser)]
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
        text=source.annotated.question.strip(),
        kind=QuestionType.ENTITY,
        topic=source.kind,
        answers=tuple(
            GoldAnswer(
                names=answer_sides.names,
                supporting=frozenset(ids[text] for text in answer_sides.supporting),
                refuting=frozenset(ids[text] for text in answer_sides.refuting),
                neutral=frozenset(ids[text] for text in answer_sides.neutral),
            )
            for answer_sides in sides
        ),
    )


def write(answer_set: MultiAnswerSet, out: Path) -> None:
    """Write the three files into a folder, which is made if missing."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "posts.jsonl").write_bytes(json_lines([{"id": post, "text": text, "language": "en"} for post, text in answer_set.posts]))
    (out / "questions.jsonl").write_bytes(json_lines([question_row(question) for question in answer_set.questions]))
    (out / "gold.jsonl").write_bytes(json_lines([gold_row(question) for question in answer_set.questions]))


def main() -> None:
    """Generate the set from the held-back articles and print its size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    answer_set = make_set(held_back_part(arguments.data))
    write(answer_set, arguments.out)
    counts = [len(question.answers) for question in answer_set.questions]
    contested = sum(any(answer.contested for answer in question.answers) for question in answer_set.questions)
    print(f"{len(counts)} questions, {contested} contested, {sum(counts)} answers, {len(answer_set.posts)} posts")


if __name__ == "__main__":
    main()
