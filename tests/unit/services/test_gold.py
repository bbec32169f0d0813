"""The gold file of reviewers' decisions: the judgement that counts, equal queries, omissions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.domain.document import Document, Sentence
from app.domain.judgement import Judgement, Pair, PairJudgement, PairKind
from app.domain.keyed_document import with_keys
from app.domain.project import ProjectContent
from app.domain.review import Decision, Mark, MarkChange, ReviewOperation, Target
from app.ports import Library
from app.services.gold import corpus_rows, gold_of, project_judgements, qrels_text, query_rows
from tests.fakes.library_samples import filled, samples


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    stored = filled(tmp_path_factory.mktemp("gold") / "library", samples(4))
    yield stored
    stored.close()


def judged(
    query: str, item: str, judgement: Judgement, *, reviewer: str = "ada", at: str = "1", kind: PairKind = PairKind.CLAIM
) -> PairJudgement:
    return PairJudgement(pair=Pair(kind=kind, query=query, item=item), judgement=judgement, who=reviewer, at=at)


def decide(
    target: Target, decision: Decision | None, *, before: Decision | None = None, at: str = "1", reviewer: str = "ada"
) -> ReviewOperation:
    return ReviewOperation(label="x", who=reviewer, at=at, changes=(MarkChange(target, Mark(decision=before), Mark(decision=decision)),))


def project(*acts: ReviewOperation, position: int | None = None) -> ProjectContent:
    sentences = (Sentence(index=0, text="The dam holds.", start=0, end=14), Sentence(index=1, text="It rains.", start=15, end=24))
    base = with_keys(Document(title="t", text="The dam holds. It rains.", sentences=sentences))
    return ProjectContent(base=base, acts=acts, position=len(acts) if position is None else position)


def test_only_operations_in_force_count() -> None:
    first, second = Target("0", "fc-00000"), Target("1", "fc-00001")
    content = project(
        decide(first, Decision.CONFIRMED),
        decide(second, Decision.REJECTED, at="2"),
        decide(first, Decision.PARTIAL, before=Decision.CONFIRMED, at="3"),
        decide(Target("1"), Decision.DEFERRED),  # of the sentence itself: no pair
        decide(second, None, before=Decision.REJECTED, at="4"),
        position=4,  # the last one was undone
    )
    assert project_judgements(content) == (
        judged("It rains.", "fc-00001", Judgement.IRRELEVANT, at="2", kind=PairKind.SENTENCE),
        judged("The dam holds.", "fc-00000", Judgement.PARTIAL, at="3", kind=PairKind.SENTENCE),
    )


def test_a_deferred_match_and_one_of_a_sentence_that_is_gone_are_no_judgements() -> None:
    gone = Target("77", "fc-00000")
    assert project_judgements(project(decide(gone, Decision.CONFIRMED), decide(Target("0", "fc-00001"), Decision.DEFERRED))) == ()


def test_equal_texts_are_one_query(library: Library) -> None:
    gold = gold_of(
        [
            judged("The dam  holds.", "fc-00000", Judgement.EXACT, kind=PairKind.SENTENCE),
            judged("The dam holds.", "fc-00001", Judgement.IRRELEVANT),
            judged("Ein anderer Satz über die Talsperre.", "fc-00001", Judgement.PARTIAL),
        ],
        library=library,
    )
    assert sorted(query.text for query in gold.queries) == ["Ein anderer Satz über die Talsperre.", "The dam holds."]
    assert {query.text: query.language for query in gold.queries}["Ein anderer Satz über die Talsperre."] == "de"
    assert len(gold.grades) == 3 and [factcheck.id for factcheck in gold.corpus] == ["fc-00000", "fc-00001"]


def test_the_majority_decides_and_of_as_many_the_latest(library: Library) -> None:
    votes = [
        judged("q", "fc-00000", Judgement.EXACT, reviewer="a", at="1"),
        judged("q", "fc-00000", Judgement.IRRELEVANT, reviewer="a", at="2"),  # takes the place of the one before
        judged("q", "fc-00000", Judgement.PARTIAL, reviewer="b", at="3"),
        judged("q", "fc-00001", Judgement.PARTIAL, reviewer="a", at="1"),
        judged("q", "fc-00001", Judgement.PARTIAL, reviewer="b", at="1"),
        judged("q", "fc-00001", Judgement.EXACT, reviewer="c", at="9"),
    ]
    gold = gold_of(votes, library=library)
    assert [(item, judgement) for _, item, judgement in gold.grades] == [("fc-00000", Judgement.PARTIAL), ("fc-00001", Judgement.PARTIAL)]
    assert gold.disputed == 2
    assert gold_of(reversed(votes), library=library) == gold


def test_repeats_are_queried_by_the_later_claim(library: Library) -> None:
    repeat = judged("fc-00003", "fc-00001", Judgement.EXACT, kind=PairKind.REPEAT)
    gold = gold_of([repeat, judged("missing", "fc-00001", Judgement.EXACT, kind=PairKind.REPEAT)], library=library)
    assert [(query.qid, query.text) for query in gold.queries] == [("fc-00003", library.get(["fc-00003"])["fc-00003"].claim)]
    assert gold.missing == 1


def test_unknown_fact_checks_are_left_out_and_counted(library: Library) -> None:
    gold = gold_of([judged("q", "nowhere", Judgement.EXACT), judged("q", "fc-00002", Judgement.IRRELEVANT)], library=library)
    assert gold.missing == 1 and qrels_text(gold) == f"{gold.queries[0].qid}\t0\tfc-00002\t0\n"
    assert query_rows(gold)[0]["kind"] == "claim" and corpus_rows(gold)[0]["id"] == "fc-00002"
    assert corpus_rows(gold)[0]["text"] == library.get(["fc-00002"])["fc-00002"].claim
