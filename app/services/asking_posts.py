"""Retrieves and reads the posts for one question, and sorts them by the side they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.ask.answer_confidence import LEAST_ANSWER, sureness
from app.ask.answer_mentions import AnswerMentions, naming
from app.ask.answer_trimming import shortened
from app.ask.answers import AnswerGroup, FoundAnswer, clear, credible, merged
from app.ask.claim import plain_claim
from app.ask.claim_relevance import agreed, coverage, on_claim, only_asks, wished
from app.ask.expansion import Expansion
from app.ask.negation import without_contradicted
from app.ask.parameters import RECIPE, Recipe
from app.ask.stance_mining import Side, sides
from app.ask.stance_prior import siding, spoken_of
from app.domain.ask import Answer, Opinion
from app.domain.post import Post
from app.domain.post_text import cleaned
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.ports import FloatMatrix, Hits, IntMatrix, Mask, PostIndex
from app.retrieval import reciprocal_rank_fusion
from app.services.ask_engine import AskEngine
from app.services.assisted_asking import AnswerFinder
from app.stance import can_read
from app.translation import tr

StanceProbability = NDArray[Any]
NEAR, OF_ANSWER = 40, 20
"""Posts that are looked up for each answer of an entity question; so many at most of those that name it are judged."""


class ClaimedAnswer(NamedTuple):
    """An answer's name ("" for a yes-no question), its claim, the claim's vector, and the question as asked."""

    name: str
    claim: str
    vector: FloatMatrix
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostSearch:
    """A pinned index of posts with the models, for one question.

    `allowed` are the rows that may be found (None: all). `finder` looks for answers in addition to the reader (None: only the
    reader does).
    """

    engine: AskEngine
    index: PostIndex
    allowed: Mask | None
    progress: Progress
    cancel: CancelToken
    recipe: Recipe = RECIPE
    finder: AnswerFinder | None = None
    _known: dict[int, Post] = field(default_factory=dict)

    @property
    def searched(self) -> int:
        """Return the number of posts that may be found."""
        return len(self.index) if self.allowed is None else int(self.allowed.sum())

    def posts_at(self, rows: IntMatrix) -> list[Post]:
        """Return the posts at these rows."""
        missing = [row for row in rows.tolist() if row not in self._known]
        self._known.update(zip(missing, self.index.posts(missing), strict=True))
        return [self._known[row] for row in rows.tolist()]

    def retrieve(self, wordings: Sequence[Expansion], count: int) -> IntMatrix:
        """Return the rows of the best posts, best first: BM25 and dense search for every wording, fused by weighted reciprocal
        rank."""
        self.progress(ProgressUpdate(tr("Searching posts")))
        wordings = wordings if self.recipe.wordings else wordings[:1]
        texts = [wording.text for wording in wordings]
        lists: list[Hits] = []
        if self.recipe.lexical:
            lists.append(self.index.lexical().search(texts, count, allowed=self.allowed))
            self.cancel.check()
        if self.recipe.dense:
            lists.append(self.index.vectors().search(self._encoded(texts), count, allowed=self.allowed))
            self.cancel.check()
        ranked_lists = [Hits(hits.rows[[query]], hits.scores[[query]]) for hits in lists for query in range(len(texts))]
        searches = [weight for weight in (self.recipe.lexical, self.recipe.dense) if weight]
        weights = [weight * wording.weight for weight in searches for wording in wordings]
        rows, _ = reciprocal_rank_fusion(ranked_lists, weights=weights, keep=count)
        best_rows: IntMatrix = rows[0][rows[0] >= 0]
        return best_rows

    def readable(self, rows: IntMatrix) -> IntMatrix:
        """Return the rows of posts that have words and are in a language of the reader."""
        posts = self.posts_at(rows)
        return rows[[can_read(post.language) and any(map(str.isalnum, cleaned(post.text))) for post in posts]]

    def yes_no(self, question: str, rows: IntMatrix, *, judged: int) -> Answer:
        """Return the only answer to a yes-no question: its claim, with the posts for and against it."""
        claim = plain_claim(question, "")
        self.progress(ProgressUpdate(tr("Judging sides")))
        return self._judged(ClaimedAnswer("", claim, self._encoded([claim])[0], question), self.readable(rows)[:judged], {})

    def entities(self, question: str, retrieved: IntMatrix, *, read: int, limit: int) -> list[Answer]:
        """Return the distinct answers that the first `read` posts give to an entity question: the surest `limit`, each with the
        posts for and against it.

        Answers on which no post takes a side are left out.
        """
        rows = self.readable(retrieved)[:read]
        groups = clear(merged(credible(self._read(question, rows)), question))[:limit]
        claims = [plain_claim(question, group.name, self._texts(group)) for group in groups]
        vectors = self._encoded(claims)
        mention_tests = [naming([form for form, _ in group.forms], question) for group in groups]
        answers = []
        for index, (group, near_rows) in enumerate(zip(groups, self._near(claims, vectors), strict=True)):
            self.cancel.check()
            names = AnswerMentions(mention_tests[index], tuple(mention_tests[:index] + mention_tests[index + 1 :]))
            answers.append(self._of_group(group, ClaimedAnswer(group.name, claims[index], vectors[index], question), near_rows, names))
            self.progress(ProgressUpdate(tr("Judging sides"), len(answers), len(groups)))
        return [answer for answer in answers if answer.supporting or answer.refuting]

    def _texts(self, group: AnswerGroup) -> list[str]:
        """Return the texts of the posts that gave an answer."""
        return [cleaned(post.text) for post in self.posts_at(np.array([member.row for member in group.members], np.int32))]

    def _read(self, question: str, rows: IntMatrix) -> list[FoundAnswer]:
        """Return the answers that the reader finds in the posts at these rows, cut to the words that name them, with those of the
        finder."""
        self.progress(ProgressUpdate(tr("Reading posts"), 0, len(rows)))
        texts = [cleaned(post.text) for post in self.posts_at(rows)]
        spans = self.engine.reader.read(question, texts, cancel=self.cancel)
        cosines = self._nearness(question, rows)
        answers = []
        for rank, (row, text, span, cosine) in enumerate(zip(rows.tolist(), texts, spans, cosines, strict=True)):
            answer_sureness = 0.0 if span is None else span.probability if cosine is None else sureness(span.probability, cosine)
            part = shortened(text, span.start, span.end, question) if span is not None and answer_sureness >= LEAST_ANSWER else None
            if part is not None:
                answers.append(FoundAnswer(row=row, text=text[part[0] : part[1]], probability=answer_sureness, rank=rank))
        return answers if self.finder is None else self.finder.added(question, rows.tolist(), texts, answers, cosines)

    def _nearness(self, question: str, rows: IntMatrix) -> list[float | None]:
        """Return the cosine of each of these posts to the question; None where the post has no vector yet."""
        posts = self.index.vector_rows(rows)
        (question_vector,) = self._encoded([question])
        return [float(vector @ question_vector) if vector.any() else None for vector in posts]

    def _encoded(self, texts: Sequence[str]) -> FloatMatrix:
        return (self.engine.query_encoder or self.engine.encoder).encode(texts, progress=no_progress, cancel=self.cancel)

    def _near(self, claims: Sequence[str], vectors: FloatMatrix) -> list[IntMatrix]:
        """Return the rows of the posts nearest to each claim, best first. All claims are searched in one pass, which costs little
        more than one."""
        if not claims:
            return []
        hits: list[Hits] = []
        if self.recipe.lexical:
            hits.append(self.index.lexical().search(claims, NEAR, allowed=self.allowed))
        if self.recipe.dense:
            hits.append(self.index.vectors().search(vectors, NEAR, allowed=self.allowed))
        weights = [weight for weight in (self.recipe.lexical, self.recipe.dense) if weight]
        rows, _ = reciprocal_rank_fusion(hits, weights=weights, keep=NEAR)
        return [row[row >= 0] for row in rows]

    def _of_group(self, group: AnswerGroup, claimed: ClaimedAnswer, near_rows: IntMatrix, named: AnswerMentions) -> Answer:
        """Judge an answer by the posts near its claim that name it, and by those that gave it."""
        member_of = {member.row: member for member in group.members}
        giving_rows = np.array([row for row in member_of if row not in set(near_rows.tolist())], np.int32)
        rows = self.readable(np.concatenate([near_rows, giving_rows]).astype(np.int32))
        posts_on_claim = [
            row in member_of or named.this(cleaned(post.text)) for row, post in zip(rows.tolist(), self.posts_at(rows), strict=True)
        ]
        answer = self._judged(claimed, rows[posts_on_claim][:OF_ANSWER], member_of, named)
        return replace(answer, forms=group.forms, sureness=group.score)

    def _judged(
        self, claimed: ClaimedAnswer, rows: IntMatrix, read_answers: dict[int, FoundAnswer], named: AnswerMentions | None = None
    ) -> Answer:
        """Sort the posts at these rows (best first) into the columns for and against the claim.

        `read_answers` are the answers read from posts, by row; `named` tells whether a text names this answer, or another one.
        """
        posts = self.posts_at(rows)
        texts = [cleaned(post.text) for post in posts]
        stances = self.engine.opinions.stance(texts, [claimed.claim] * len(posts), cancel=self.cancel)
        recipe = self.recipe
        if named is not None:
            stances = without_contradicted(stances, texts, named.this, named.another)
            recipe = replace(recipe, least=recipe.least_of_answer)
        vectors = self.index.vector_rows(rows)
        stance_probability = siding(stances, vectors, claimed.vector)
        if named is None:
            stance_probability = self._on_claim(claimed, texts, stances, vectors, stance_probability)
        columns = sides(stances, vectors, stance_probability, recipe)
        same = self.engine.posts.same_as([posts[index].id for column in columns for index in column.rows])

        def opinions(column: Side) -> tuple[Opinion, ...]:
            return tuple(
                Opinion(
                    post=posts[index],
                    score=score,
                    relevance=relevance,
                    stance=_three(stances[index].tolist()),
                    said=read_answers[rows[index]].text if rows[index] in read_answers else "",
                    said_by_llm=rows[index] in read_answers and read_answers[rows[index]].by_llm,
                    same_as=same.get(posts[index].id, ()),
                    cluster=cluster,
                )
                for index, score, relevance, cluster in zip(column.rows, column.scores, column.relevances, column.clusters, strict=True)
            )

        return Answer(name=claimed.name, claim=claimed.claim, contested=0.0, supporting=opinions(columns[0]), refuting=opinions(columns[1]))

    def _on_claim(
        self,
        claimed: ClaimedAnswer,
        texts: Sequence[str],
        stances: FloatMatrix,
        vectors: FloatMatrix,
        stance_probability: StanceProbability,
    ) -> StanceProbability:
        """Return the probability that each post takes a side: 0 for posts that only ask or hardly take a side on this very claim,
        and for all posts where the pile is not about the claim."""
        if not self.recipe.spoken:
            return stance_probability
        if not spoken_of(stance_probability):
            return np.zeros_like(stance_probability)
        is_question = np.array([only_asks(text) for text in texts], bool)
        if self.engine.stance is not None and self.recipe.on_claim and not wished(claimed.question):
            second = self.engine.stance.stance(texts, [claimed.claim] * len(texts), cancel=self.cancel)
            probabilities = on_claim(stances, second, coverage(claimed.claim, texts), vectors, claimed.vector)
            is_question |= (probabilities < self.recipe.on_claim) & ~agreed(stances, second, certain=self.recipe.certain)
        return np.where(is_question, 0.0, stance_probability)


def _three(row: Sequence[float]) -> tuple[float, float, float]:
    support, refute, neutral = (round(value, 6) for value in row)
    return support, refute, neutral
