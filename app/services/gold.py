"""Builds a gold file from human decisions: every judged pair of projects and library, as queries and graded judgements."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.control_characters import escape_controls
from app.domain.factcheck import FactCheck
from app.domain.judgement import Judgement, Pair, PairJudgement, PairKind, judgement_of
from app.domain.project import ProjectContent
from app.domain.review import Target
from app.ingest.language import detect_language
from app.ports import Library

QUERIES, QRELS, CORPUS = "queries.jsonl", "qrels.tsv", "corpus.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldQuery:
    """A text that was judged against fact-checks: a claim, a sentence, or a fact-check whose repeats were judged."""

    qid: str
    text: str
    language: str
    kind: PairKind


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldFile:
    """The judged pairs.

    `grades` are (qid, fact-check id, judgement), in order; `corpus` are the judged fact-checks. `disputed` counts the pairs that
    reviewers judged differently, `missing` those whose fact-check is not in the library.
    """

    queries: tuple[GoldQuery, ...]
    grades: tuple[tuple[str, str, Judgement], ...]
    corpus: tuple[FactCheck, ...]
    disputed: int = 0
    missing: int = 0


def project_judgements(project: ProjectContent) -> tuple[PairJudgement, ...]:
    """Return the current judgements of a project: every reviewer's last decision about a match, for sentences that are still in the
    document."""
    judgements: dict[tuple[str, Target], PairJudgement] = {}
    manuscript = project.manuscript()
    texts = dict(zip(manuscript.keys, (sentence.text for sentence in manuscript.document.sentences), strict=True))
    for act in project.acts[: project.position]:
        for change in act.changes:
            target = change.target
            if not target.factcheck or change.after.decision == change.before.decision:
                continue
            judgement = judgement_of(change.after.decision)
            judgements.pop((act.who, target), None)
            if judgement is not None and target.sentence in texts:
                pair = Pair(kind=PairKind.SENTENCE, query=texts[target.sentence], item=target.factcheck)
                judgements[act.who, target] = PairJudgement(pair=pair, judgement=judgement, who=act.who, at=act.at)
    return tuple(judgements.values())


def gold_of(judged: Iterable[PairJudgement], *, library: Library) -> GoldFile:
    """Build the gold file of these judgements.

    Equal texts are one query, wherever they were judged, and a pair has one judgement: the majority of each reviewer's last one, or
    the latest of a tie. Pairs with a fact-check that is not in the library are left out. A fact-check judged as a repeat has its
    claim as the query.
    """
    judgements = [_plain(entry) for entry in judged]
    ids = {entry.pair.item for entry in judgements} | {entry.pair.query for entry in judgements if entry.pair.kind is PairKind.REPEAT}
    factchecks = library.get(sorted(ids))
    answerable = [
        entry
        for entry in judgements
        if entry.pair.item in factchecks and (entry.pair.kind is not PairKind.REPEAT or entry.pair.query in factchecks)
    ]
    gold_ids = dict(_decided(answerable))
    queries = _queries(gold_ids, factchecks)
    grades = sorted((queries[_query_key(pair)].qid, pair.item, judgement) for pair, (judgement, _) in gold_ids.items())
    used_items = {item for _, item, _ in grades}
    return GoldFile(
        queries=tuple(sorted({query.qid: query for query in queries.values()}.values(), key=lambda query: query.qid)),
        grades=tuple(grades),
        corpus=tuple(factchecks[name].without_body() for name in sorted(used_items)),
        disputed=sum(disputed for _, disputed in gold_ids.values()),
        missing=len({entry.pair for entry in judgements}) - len({entry.pair for entry in answerable}),
    )


def query_rows(gold: GoldFile) -> list[dict[str, str]]:
    """Return the rows of `queries.jsonl`, which `match --queries` and `evaluate` read."""
    return [{"qid": query.qid, "text": query.text, "language": query.language, "kind": query.kind.value} for query in gold.queries]


def corpus_rows(gold: GoldFile) -> list[dict[str, str]]:
    """Return the rows of `corpus.jsonl`: the judged fact-checks without their bodies."""
    return [
        {
            "id": factcheck.id,
            "text": factcheck.claim,
            "title": factcheck.title,
            "language": factcheck.language,
            "publisher": factcheck.publisher,
            "url": factcheck.url,
        }
        for factcheck in gold.corpus
    ]


def qrels_text(gold: GoldFile) -> str:
    """Return the judgements in TREC's columns with tabs between them: qid, 0, fact-check id, grade (exact 2, partial 1, irrelevant
    0)."""
    lines = (f"{qid}\t0\t{item}\t{judgement.grade}\n" for qid, item, judgement in gold.grades)
    return "".join(map(escape_controls, lines))


# Whether the query is a fact-check's id, and the id or the words.
_QueryKey = tuple[bool, str]


def _query_key(pair: Pair) -> _QueryKey:
    return pair.kind is PairKind.REPEAT, pair.query


def _plain(judged: PairJudgement) -> PairJudgement:
    """Return the judgement with one kind for sentences and looked-up claims, so that equal texts are one query."""
    pair = judged.pair
    kind = PairKind.CLAIM if pair.kind is PairKind.SENTENCE else pair.kind
    return replace(judged, pair=replace(pair, kind=kind, query=" ".join(pair.query.split())))


def _decided(judged: Sequence[PairJudgement]) -> Iterator[tuple[Pair, tuple[Judgement, bool]]]:
    """Yield each pair with its final judgement, and True if reviewers differ."""
    last: dict[Pair, dict[str, PairJudgement]] = {}
    for entry in sorted(judged, key=lambda entry: (entry.at, entry.who, entry.judgement)):
        last.setdefault(entry.pair, {})[entry.who] = entry
    for pair, by_reviewer in last.items():
        votes = Counter(entry.judgement for entry in by_reviewer.values())
        latest = sorted(by_reviewer.values(), key=lambda entry: (votes[entry.judgement], entry.at, entry.who))[-1]
        yield pair, (latest.judgement, len(votes) > 1)


def _queries(pairs: Iterable[Pair], factchecks: Mapping[str, FactCheck]) -> dict[_QueryKey, GoldQuery]:
    queries: dict[_QueryKey, GoldQuery] = {}
    for pair in pairs:
        if _query_key(pair) in queries:
            continue
        if pair.kind is PairKind.REPEAT:
            factcheck = factchecks[pair.query]
            language = factcheck.language or detect_language(factcheck.claim)
            queries[_query_key(pair)] = GoldQuery(qid=factcheck.id, text=factcheck.claim, language=language, kind=pair.kind)
        else:
            queries[_query_key(pair)] = GoldQuery(
                qid=_qid(pair.query), text=pair.query, language=detect_language(pair.query), kind=pair.kind
            )
    return queries


def _qid(text: str) -> str:
    """Return an id that depends on the text only."""
    return f"claim-{hashlib.blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}"
