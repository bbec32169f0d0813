"""Handlers with real behaviour but no models: they sleep, crash, print, fail and rank on request.
The behaviour is named by a `ReadDocument`'s title or a `MatchQueries`' first query text. Also builds rankings of any size.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from dataclasses import replace
from datetime import date
from typing import NoReturn

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, ImportReport, LibraryStatistics, RefusedRow
from app.domain.llm_order import with_order
from app.domain.match import Match, ScoreParts
from app.domain.options import Passage
from app.domain.overview import DuplicateGroup, DuplicatePage, PublisherSummary, RatingOverview, RatingRule, RatingUse
from app.domain.pages import PageBoxes
from app.domain.progress import ProgressUpdate
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.stance import Stance, StanceProbabilities
from app.domain.user_data import UserData
from app.domain.verdict import SentenceVerdict, Verdict
from app.errors import InputError
from app.worker import protocol
from app.worker.context import JobContext
from tests.fakes import adapt_handlers, assist_handlers, narrative_handlers, post_handlers, verify_handlers


def document(count: int, title: str = "Invented debate") -> Document:
    """Return a document of so many invented sentences."""
    sentences, offset, texts = [], 0, []
    for index in range(count):
        text = f"In year {1900 + index} the harbour of Ostrava handled {index * 37} tonnes of blue salt, naïve as it sounds."
        sentences.append(Sentence(index=index, text=text, start=offset, end=offset + len(text), speaker="Vera Holm", line=index + 1))
        texts.append(text)
        offset += len(text) + 1
    return Document(title=title, text=" ".join(texts), sentences=tuple(sentences), date=date(2020, 2, 29))


def match(number: int) -> Match:
    """Return an invented match with every field filled."""
    factcheck = FactCheck(
        id=f"fc-{number}",
        claim=f"Ostrava's harbour handled {number} tonnes of salt " + "in a single winter " * 8,
        title="No, Ostrava has no sea harbour " * 3,
        rating="False",
        verdict=Verdict.FALSE,
        publisher="Priorcheck demo desk",
        published=date(2019, 1, 1),
        url="https://example.org/",
    )
    parts = ScoreParts(bm25_claim=11.5, dense_claim=0.83, fused=0.031)
    probabilities = StanceProbabilities(support=0.7, refute=0.1, neutral=0.2)
    return Match(
        factcheck=factcheck, score=0.83, parts=parts, stance=Stance.AGREE, stance_probabilities=probabilities,
        same_as=(f"fc-{number}-b",), excerpt="The town lies far from any coast. " * 6, reasons=("Nearly the same words.",),
    )  # fmt: skip


def ranked(source: Document, *, top: int = 5, version: int = 1, final: bool = True) -> RankedDocument:
    """Return the document with its sentences in their own order, each with `top` matches."""
    sentences = tuple(
        RankedSentence(
            rank=sentence.index + 1,
            sentence=sentence,
            score=1.0 / (sentence.index + 1),
            probability=0.5,
            verdict=SentenceVerdict.FALSE,
            outcome=Outcome.MATCH,
            matches=tuple(match(sentence.index * 10 + number) for number in range(top)),
        )
        for sentence in source.sentences
    )
    return RankedDocument(
        document=source, sentences=sentences, run=RunRecord(program="test", created="2020-01-01"), version=version, final=final
    )


def _until_cancelled(context: JobContext) -> NoReturn:
    while True:
        context.cancel.check()
        context.progress(ProgressUpdate("Waiting"))
        time.sleep(0.01)


def _native(seconds: int) -> None:
    """Sleep in native code without releasing Python's global lock, so that nothing else in the process runs."""
    library = ctypes.PyDLL(None)
    for _ in range(seconds):
        library.usleep(900_000)


def _misbehave(name: str, context: JobContext) -> None:
    if name == "wait":
        _until_cancelled(context)
    elif name == "native":
        _native(60)
    elif name == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    elif name == "fault":
        raise ZeroDivisionError("a fault of ours")
    elif name == "refuse":
        raise InputError("empty-document", "The document is empty.", hint="Choose another one.")
    elif name == "memory":
        raise MemoryError
    elif name == "chatter":
        print("a library talks to stdout")
        os.write(1, b"\x00\x00\x00\x05wrong")
        sys.__stdout__.flush() if sys.__stdout__ else None
    elif name.startswith("sleep "):
        time.sleep(float(name.removeprefix("sleep ")))


def read(request: protocol.ReadDocument, context: JobContext) -> object:
    """Do what the title says; "document N …" returns N sentences, "wrong" a value of another type."""
    _misbehave(request.title, context)
    if request.title == "wrong":
        return protocol.Written(path="")
    if request.title.startswith("document "):
        return document(int(request.title.split()[1]), request.title)
    return Document(title=request.title, text=request.text, sentences=(), source=str(os.getpid()), notes=(sys.executable,))


def rank(request: protocol.RankDocument, context: JobContext) -> RankedDocument:
    """Return a partial result, some progress, then the whole. If the title ends in "in steps", return a partial result for each 300
    sentences that have matches, with their order reversed at the end."""
    if request.document.title.endswith("in steps"):
        return _rank_in_steps(request, context)
    context.partial(ranked(request.document, top=1, version=1, final=False))
    for completed in range(200):
        context.progress(ProgressUpdate("Scoring pairs", completed + 1, 200))
    return ranked(request.document, top=request.options.top, version=2)


def _rank_in_steps(request: protocol.RankDocument, context: JobContext) -> RankedDocument:
    full_ranking = ranked(request.document, top=request.options.top)
    for completed in range(0, len(full_ranking.sentences), 300):
        rows = tuple(entry if entry.rank <= completed else replace(entry, matches=()) for entry in full_ranking.sentences)
        context.partial(replace(full_ranking, sentences=rows, version=completed // 300 + 1, final=False))
    turned = (replace(entry, rank=rank) for rank, entry in enumerate(reversed(full_ranking.sentences), start=1))
    return replace(full_ranking, sentences=tuple(turned), version=99)


def match_queries(request: protocol.MatchQueries, context: JobContext) -> protocol.MatchResult:
    """Do what the first query says, then find nothing."""
    _misbehave(request.queries[0].text if request.queries else "", context)
    results = ranked(document(len(request.queries)), top=1).sentences
    return protocol.MatchResult(queries=request.queries, results=results)


def passages(request: protocol.FindPassages, context: JobContext) -> protocol.Passages:
    """Return one passage, the sentence itself."""
    passage = Passage(text=request.sentence, start=0, end=len(request.sentence), score=1.0)
    return protocol.Passages(factcheck=FactCheck(id=request.factcheck, claim="c", body=request.sentence), passages=(passage,))


def search(request: protocol.SearchLibrary, context: JobContext) -> protocol.FactCheckHits:
    """Return one item for any request."""
    item = FactCheck(id="fc-1", claim=request.text)
    return protocol.FactCheckHits(items=(item,), total=1, passages={"fc-1": "here"}, same_as={"fc-1": ("fc-2", "fc-3")})


def import_factchecks(request: protocol.ImportFactChecks, context: JobContext) -> ImportReport:
    """Refuse one row per path."""
    refused = tuple(RefusedRow(source=path, row="1", reason="It has no claim.") for path in request.paths)
    return ImportReport(counts=ChangeCounts(added=3), refused=refused, generation="g1", seconds=0.5)


def describe(request: protocol.DescribeLibrary, context: JobContext) -> LibraryStatistics:
    """Describe a small library."""
    return LibraryStatistics(
        path=request.library, factchecks=3, groups=2, generation="g1", index_kind="exact", encoder="fake", size_bytes=9,
        publishers=(("Priorcheck demo desk", 3),),
    )  # fmt: skip


def write_report(request: protocol.WriteReport, context: JobContext) -> protocol.Written:
    """Report the size of the input instead of writing it."""
    ranked = request.reviewed.ranked
    return protocol.Written(path=f"{request.path}:{len(ranked.sentences)}:{len(ranked.document.sentences)}")


def read_factchecks(request: protocol.ReadFactChecks, context: JobContext) -> protocol.FactChecks:
    """Return one fact-check for each id."""
    return protocol.FactChecks(items=tuple(FactCheck(id=name, claim="c", body="b") for name in request.ids))


def change(request: protocol.AnyRequest, context: JobContext) -> protocol.ChangeResult:
    """Report that one fact-check became another."""
    return protocol.ChangeResult(before=(FactCheck(id="fc-1", claim="was"),), after=(FactCheck(id="fc-1", claim="is"),), factchecks=3)


def publishers(request: protocol.ListPublishers, context: JobContext) -> protocol.Publishers:
    """Return one publisher."""
    return protocol.Publishers(items=(PublisherSummary(name="P", factchecks=3, verdicts=((Verdict.TRUE, 3),)),))


def duplicates(request: protocol.FindDuplicates, context: JobContext) -> DuplicatePage:
    """Return one group of two."""
    group = DuplicateGroup(members=(FactCheck(id="fc-1", claim="c"), FactCheck(id="fc-2", claim="C")))
    return DuplicatePage(groups=(group,), total=1, disagreeing=0)


def ratings(request: protocol.AnyRequest, context: JobContext) -> RatingOverview:
    """Return one rating and one rule."""
    use = RatingUse(rating="False", publishers=("P",), factchecks=3, verdict=Verdict.FALSE, rule="generic:false")
    return RatingOverview(uses=(use,), rules=(RatingRule(own=False, publisher="", phrase="false", verdict=Verdict.FALSE),))


def apply_ratings(request: protocol.ApplyRatings, context: JobContext) -> protocol.RatingsApplied:
    """Report two changed verdicts."""
    return protocol.RatingsApplied(counts=ChangeCounts(changed=2, unchanged=1))


def rebuild(request: protocol.RebuildLibrary, context: JobContext) -> protocol.RebuildResult:
    """Report a new index."""
    return protocol.RebuildResult(generation="g2")


def warm_up(request: protocol.WarmUp, context: JobContext) -> protocol.Ready:
    """Report a warm library."""
    return protocol.Ready(devices=(("encoder", "fake"),), factchecks=3, generation="g1")


def write_claims(request: protocol.WriteClaims, context: JobContext) -> protocol.Written:
    """Write nothing and return the path."""
    return protocol.Written(path=request.path)


def copy_claims(request: protocol.CopyClaims, context: JobContext) -> protocol.ClaimTable:
    """Return one line per claim."""
    lines = [sentence.text for sentence in request.ranked.document.sentences]
    return protocol.ClaimTable(text="\n".join(lines), html="<table></table>")


def render_page(request: protocol.RenderPage, context: JobContext) -> protocol.PagePicture:
    """Return one black pixel."""
    return protocol.PagePicture(page=request.page, width=1, height=1, pixels=bytes(4))


def find_boxes(request: protocol.FindBoxes, context: JobContext) -> PageBoxes:
    """Return no box for any span."""
    return PageBoxes(sizes=((595.0, 842.0),), boxes=((),) * len(request.spans))


def rerank(request: protocol.RerankMatches, context: JobContext) -> protocol.MatchesReranked:
    """Reverse every order, as the language model's result."""
    turned = tuple(with_order(entry, range(len(entry.matches))[::-1]) for entry in request.entries)
    return protocol.MatchesReranked(entries=turned, run=request.run)


def use_model(request: protocol.UseModel, context: JobContext) -> protocol.ModelChosen:
    """Accept every folder."""
    return protocol.ModelChosen(line=f"0  {request.folder}")


def handlers() -> dict[type[protocol.AnyRequest], object]:
    """Return all handlers, for `--handlers tests.fakes.worker_handlers:handlers`."""
    return {
        protocol.WarmUp: warm_up,
        protocol.ReadDocument: read,
        protocol.RankDocument: rank,
        protocol.MatchQueries: match_queries,
        protocol.FindPassages: passages,
        protocol.ImportFactChecks: import_factchecks,
        protocol.SearchLibrary: search,
        protocol.DescribeLibrary: describe,
        protocol.WriteReport: write_report,
        protocol.ReadFactChecks: read_factchecks,
        protocol.AddFactCheck: change,
        protocol.EditFactCheck: change,
        protocol.DeleteFactChecks: change,
        protocol.SetLanguage: change,
        protocol.RestoreFactChecks: change,
        protocol.ListPublishers: publishers,
        protocol.FindDuplicates: duplicates,
        protocol.ListRatings: ratings,
        protocol.SetRatingRule: ratings,
        protocol.ApplyRatings: apply_ratings,
        protocol.RebuildLibrary: rebuild,
        protocol.WriteClaims: write_claims,
        protocol.CopyClaims: copy_claims,
        protocol.RenderPage: render_page,
        protocol.FindBoxes: find_boxes,
        protocol.RerankMatches: rerank,
        protocol.UseModel: use_model,
        **adapt_handlers.HANDLERS,
        **assist_handlers.HANDLERS,
        **post_handlers.HANDLERS,
        **verify_handlers.HANDLERS,
        **narrative_handlers.HANDLERS,
        protocol.ListUserData: lambda _, __: UserData(items=()),
    }
