"""A task client that does the work itself, in the window's thread, one step at a time on request.
It behaves like the real one: a job ends with exactly one `finished` or `failed`, signals come from the event loop and never from
within `submit`, a cancelled job fails with code "cancelled". Matching is by shared words.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import regex
from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, ImportReport, LibraryStatistics, RefusedRow
from app.domain.llm_order import with_order
from app.domain.match import Match, QueryForm, QueryVariant, ScoreParts
from app.domain.options import Passage, Query
from app.domain.progress import CancelToken
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.stance import NEUTRAL, Stance, StanceProbabilities
from app.domain.verdict import SentenceVerdict
from app.errors import InputError
from app.ingest.documents import read_document
from app.ingest.documents.pdf_pages import PdfPages
from app.services.user_data import list_user_data
from app.settings import load_settings
from app.worker import protocol
from app.worker.launching import WorkerOptions
from tests.fakes.adapt_handlers import AdaptingJobs
from tests.fakes.ask_requests import Pile
from tests.fakes.assist_requests import Writer
from tests.fakes.library_requests import Broken, Shelves, Step
from tests.fakes.narrative_requests import Storyteller
from tests.fakes.verify_requests import EvidenceController


def split(text: str, *, title: str = "Sample", source: str = "") -> Document:
    """Return a document whose lines are sentences; `NAME: …` gives a speaker."""
    sentences = []
    for match in re.finditer(r"[^\n]+", text):
        label = re.match(r"([A-Z][A-Za-z ]+): ", match.group())
        start = match.start() + (label.end() if label else 0)
        speaker = label.group(1) if label else ""
        sentences.append(
            Sentence(
                index=len(sentences),
                text=text[start : match.end()],
                start=start,
                end=match.end(),
                speaker=speaker,
                time=len(sentences) * 61.0,
            )
        )
    return Document(title=title, text=text, sentences=tuple(sentences), source=source)


def _without_stance(query: Query, entry: RankedSentence, run: RunRecord) -> protocol.MatchResult:
    """Return the worker's partial result for a single claim before its stance is judged."""
    matches = tuple(replace(match, stance=Stance.UNRELATED, stance_probabilities=NEUTRAL) for match in entry.matches)
    early = replace(
        entry, matches=matches, verdict=SentenceVerdict.UNKNOWN, outcome=Outcome.AMBIGUOUS, reasons=("being judged",), compared=False
    )
    return protocol.MatchResult(queries=(query,), results=(early,), run=run)


def words(text: str) -> set[str]:
    """Return the words used for matching."""
    return {word for word in regex.findall(r"[\w\p{M}]+", text.casefold()) if len(word) > 3 or word.isdigit()}


def match_of(sentence: str, check: FactCheck) -> Match | None:
    """Return a match by shared words; a "not" in exactly one of the texts means disagreement."""
    shared = words(sentence) & words(check.claim)
    score = len(shared) / max(1, len(words(check.claim)))
    if score < 0.3:
        return None
    opposite = ("not" in sentence.split()) != ("not" in check.claim.split())
    stance = Stance.DISAGREE if opposite else Stance.AGREE if score > 0.6 else Stance.UNRELATED
    remainder = (1 - score) / 2
    probabilities = {stance: score}
    chances = StanceProbabilities(
        support=probabilities.get(Stance.AGREE, remainder),
        refute=probabilities.get(Stance.DISAGREE, remainder),
        neutral=probabilities.get(Stance.UNRELATED, remainder),
    )
    return Match(
        factcheck=check.without_body(),
        score=score,
        parts=ScoreParts(bm25_claim=score * 10, dense_claim=score),
        stance=stance,
        stance_probabilities=chances,
        excerpt=check.body[:120],
        reasons=(f"{len(shared)} words in common",),
    )


def rank(document: Document, library: list[FactCheck], *, version: int = 1, final: bool = True) -> RankedDocument:
    """Rank a document's sentences by their best shared-word match."""
    scored = [(_matches(sentence.text, library), sentence) for sentence in document.sentences]
    scored.sort(key=lambda pair: (-(pair[0][0].score if pair[0] else 0.0), pair[1].index))
    ranked = tuple(_ranked(index, matches, sentence) for index, (matches, sentence) in enumerate(scored, start=1))
    record = RunRecord(program="fake", created="2026-01-01", generation=f"g{len(library)}", factchecks=len(library), searched=len(library))
    return RankedDocument(document=document, sentences=ranked, run=record, version=version, final=final)


def _matches(sentence: str, library: list[FactCheck]) -> tuple[Match, ...]:
    matches = [match for check in library if (match := match_of(sentence, check))]
    return tuple(sorted(matches, key=lambda match: (-match.score, match.factcheck.id))[:5])


def _ranked(index: int, matches: tuple[Match, ...], sentence: Sentence) -> RankedSentence:
    best = matches[0] if matches else None
    verdict, outcome = SentenceVerdict.UNKNOWN, Outcome.NONE
    if best is not None:
        outcome = Outcome.AMBIGUOUS
        if best.stance is Stance.AGREE and not best.factcheck.verdict.ambiguous:
            outcome = Outcome.MATCH
            verdict = SentenceVerdict.TRUE if best.factcheck.verdict.settles_true else SentenceVerdict.FALSE
    score = best.score if best else 0.0
    return RankedSentence(rank=index, sentence=sentence, score=score, probability=score, verdict=verdict, outcome=outcome, matches=matches)


class FakeTaskClient(QObject):
    """With `automatic` it works by itself from the event loop; otherwise `step` and `run` drive it."""

    progressed = Signal(int, str, int, int)
    partial = Signal(int, object)
    finished = Signal(int, object)
    failed = Signal(int, object)

    def __init__(self, library: list[FactCheck] | None = None, *, automatic: bool = True) -> None:
        super().__init__()
        self.library = list(library or [])
        self.shelves = Shelves(lambda: self.library)
        self.adapting = AdaptingJobs()
        self.pile = Pile(lambda: self.library, _matches)
        self.evidence = EvidenceController(lambda: self.library)
        self.stories = Storyteller(lambda: self.library, lambda: self.pile.posts)
        self.writer = Writer(lambda: self.stories.map)
        self.requests: list[protocol.AnyRequest] = []
        self.breaking: dict[type[protocol.AnyRequest], Broken] = {}
        self.configured: list[WorkerOptions] = []
        self.closed = False
        self._numbers = itertools.count(1)
        self._work: deque[tuple[int, Iterator[Step]]] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.step)
        if automatic:
            self._timer.start(1)

    def submit(self, request: protocol.AnyRequest) -> int:
        """Queue a request; its signals come later."""
        assert not self.closed, "a request after close"
        number = next(self._numbers)
        self.requests.append(request)
        self._work.append((number, self._steps(request)))
        return number

    def cancel(self, job: int) -> None:
        """Make the job's next signal `failed` with code "cancelled"."""
        for index, (number, _) in enumerate(self._work):
            if number == job:
                self._work[index] = (number, iter([("failed", (Broken("cancelled", "Cancelled.", ""),))]))

    def configure(self, options: WorkerOptions) -> None:
        """Record the worker's options."""
        self.configured.append(options)

    def close(self) -> None:
        """Emit no more signals."""
        self.closed = True
        self._timer.stop()
        self._work.clear()

    def step(self) -> bool:
        """Emit one signal of the oldest job. Return False if nothing is left to do."""
        while self._work:
            number, steps = self._work[0]
            entry = next(steps, None)
            if entry is None:
                self._work.popleft()
                continue
            name, values = entry
            if name in ("finished", "failed"):
                self._work.popleft()
            getattr(self, name).emit(number, *values)
            return True
        return False

    def run(self) -> None:
        """Do everything that is queued, and all that follows."""
        while self.step():
            pass

    def run_until(self, is_done: Callable[[], bool]) -> None:
        """Step until the condition holds."""
        while not is_done():
            assert self.step(), "nothing is left to do"

    def of(self, kind: type[protocol.AnyRequest]) -> list[protocol.AnyRequest]:
        """Return the requests of this type, in order."""
        return [request for request in self.requests if isinstance(request, kind)]

    def _steps(self, request: protocol.AnyRequest) -> Iterator[Step]:
        if type(request) in self.breaking:
            yield "failed", (self.breaking[type(request)],)
            return
        handlers = {
            protocol.WarmUp: self._warm_up,
            protocol.ReadDocument: self._read_document,
            protocol.RankDocument: self._rank_document,
            protocol.FindPassages: self._find_passages,
            protocol.ImportFactChecks: self._import_fact_checks,
            protocol.SearchLibrary: self._search_library,
            protocol.DescribeLibrary: self._describe_library,
            protocol.MatchQueries: self._match_queries,
            protocol.WriteReport: self._write_report,
            protocol.FindBoxes: self._find_boxes,
            protocol.RenderPage: self._render_page,
            protocol.UseModel: self._use_model,
            protocol.RerankMatches: self._rerank,
            **self.adapting.handlers(),
            **self.shelves.handlers(),
            **self.pile.handlers(),
            **self.evidence.handlers(),
            **self.stories.handlers(),
            **self.writer.handlers(),
            protocol.CopyClaims: self._copy_claims,
            protocol.WriteClaims: self._write_claims,
            protocol.ListUserData: self._list_user_data,
        }
        yield from handlers[type(request)](request)

    def _warm_up(self, request: protocol.WarmUp) -> Iterator[Step]:
        if not self.library:
            yield "failed", (Broken("library-not-found", "There is no library here.", "Import fact-checks first."),)
            return
        yield (
            "finished",
            (
                protocol.Ready(
                    devices=(("encoder", "openvino-cpu"),),
                    factchecks=len(self.library),
                    generation=f"g{len(self.library)}",
                    awaits_rebuild=self.shelves.awaits_rebuild,
                ),
            ),
        )

    def _read_document(self, request: protocol.ReadDocument) -> Iterator[Step]:
        yield "progressed", ("Reading", 0, 0)
        path = Path(request.path)
        if not request.path:
            yield "finished", (split(request.text, title=request.title),)
        elif not path.is_file():
            yield "failed", (Broken("file-missing", f"{path.name} cannot be read.", "Check whether it was moved."),)
        elif path.suffix == ".pdf":
            yield "finished", (read_document(path, cancel=CancelToken()),)
        else:
            yield "finished", (split(path.read_text(encoding="utf-8"), title=path.stem, source=str(path)),)

    def _rank_document(self, request: protocol.RankDocument) -> Iterator[Step]:
        as_of = request.options.as_of
        published_before = [check for check in self.library if as_of is None or (check.published is not None and check.published < as_of)]
        yield "progressed", ("Searching", 0, 2)

        def ranked(checks: list[FactCheck], version: int, *, final: bool = False) -> RankedDocument:
            ranking = rank(request.document, checks, version=version, final=final)
            return replace(ranking, run=replace(ranking.run, library=request.library, as_of=as_of))

        yield "partial", (ranked(published_before[: len(published_before) // 2], 1),)
        yield "progressed", ("Comparing", 1, 2)
        yield "partial", (ranked(published_before, 2),)
        yield "finished", (ranked(published_before, 3, final=True),)

    def _find_passages(self, request: protocol.FindPassages) -> Iterator[Step]:
        check = next(factcheck for factcheck in self.library if factcheck.id == request.factcheck)
        passages = (Passage(text=check.body[:80], start=0, end=80, score=0.5),) if check.body else ()
        yield "finished", (protocol.Passages(factcheck=check, passages=passages[: request.limit]),)

    def _import_fact_checks(self, request: protocol.ImportFactChecks) -> Iterator[Step]:
        yield "progressed", ("Reading rows", 1, 3)
        before = len(self.library)
        refused = []
        for path in request.paths:
            for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
                if line.strip():
                    self.library.append(FactCheck(id=f"{Path(path).stem}-{number}", claim=line, publisher=request.options.publisher))
                else:
                    refused.append(RefusedRow(source=Path(path).name, row=str(number), reason="The row has no claim."))
        counts = ChangeCounts(added=len(self.library) - before)
        yield "finished", (ImportReport(counts=counts, refused=tuple(refused), generation="g2"),)

    def _search_library(self, request: protocol.SearchLibrary) -> Iterator[Step]:
        matching = [check for check in self.library if request.text.casefold() in check.claim.casefold()]
        for name in ("verdict", "publisher", "language", "rating"):
            required = getattr(request.among, name)
            matching = [check for check in matching if not required or getattr(check, name) == required]
        if request.among.group:
            matching = [check for check in matching if check.id in self.shelves.group_of(request.among.group)]
        if request.order.column is not None:
            column = request.order.column.value
            matching.sort(key=lambda check: str(getattr(check, column) or ""), reverse=request.order.descending)
        page = tuple(matching[request.offset : request.offset + request.limit])
        yield "finished", (protocol.FactCheckHits(items=page, total=len(matching), passages={}, same_as={}),)

    def _describe_library(self, request: protocol.DescribeLibrary) -> Iterator[Step]:
        dates = sorted(check.published.isoformat() for check in self.library if check.published)
        verdicts: dict[str, int] = {}
        for check in self.library:
            verdicts[check.verdict.value] = verdicts.get(check.verdict.value, 0) + 1
        yield (
            "finished",
            (
                LibraryStatistics(
                    path=request.library,
                    factchecks=len(self.library),
                    groups=len(self.library),
                    generation="g1",
                    index_kind="exact",
                    encoder="fake",
                    size_bytes=123_456,
                    newest=dates[-1] if dates else "",
                    oldest=dates[0] if dates else "",
                    publishers=tuple(Counter(check.publisher for check in self.library).most_common()),
                    verdicts=tuple(verdicts.items()),
                    languages=(("en", len(self.library)),),
                    years=(("2020", len(self.library)),),
                ),
            ),
        )

    def _match_queries(self, request: protocol.MatchQueries) -> Iterator[Step]:
        results = []
        for index, query in enumerate(request.queries):
            sentence = Sentence(index=index, text=query.text, start=0, end=len(query.text))
            entry = _ranked(index + 1, _matches(query.text, self.library), sentence)
            variants = (QueryVariant(QueryForm.NO_NUMBERS, "without"),) if re.search(r"\d", query.text) else ()
            results.append(replace(entry, variants=variants))
        run = RunRecord(program="fake", created="2026-01-01", factchecks=len(self.library))
        if len(results) == 1 and results[0].matches:
            yield "partial", (_without_stance(request.queries[0], results[0], run),)
        for count in range(1, len(results)):
            yield "partial", (protocol.MatchResult(queries=request.queries, results=tuple(results[:count]), run=run),)
        yield "finished", (protocol.MatchResult(queries=request.queries, results=tuple(results), run=run),)

    def _copy_claims(self, request: protocol.CopyClaims) -> Iterator[Step]:
        lines = [entry.sentence.text for entry in request.ranked.sentences]
        yield "finished", (protocol.ClaimTable(text="\n".join(lines), html=f"<table><tr><td>{len(lines)}</td></tr></table>"),)

    def _find_boxes(self, request: protocol.FindBoxes) -> Iterator[Step]:
        yield self._of_pages(request.path, lambda pages: pages.boxes(request.text, request.spans, cancel=CancelToken()))

    def _render_page(self, request: protocol.RenderPage) -> Iterator[Step]:
        def picture(pages: PdfPages) -> protocol.PagePicture:
            width, height, pixels = pages.render(request.page, request.scale)
            return protocol.PagePicture(page=request.page, width=width, height=height, pixels=pixels)

        yield self._of_pages(request.path, picture)

    @staticmethod
    def _of_pages(path: str, look: Callable[[PdfPages], object]) -> Step:
        try:
            pages = PdfPages(Path(path), cancel=CancelToken())
            return "finished", (look(pages),)
        except InputError as error:
            return "failed", (Broken(error.code, error.message, error.hint),)

    def _list_user_data(self, _: protocol.ListUserData) -> Iterator[Step]:
        yield "finished", (list_user_data(load_settings(), cancel=CancelToken()),)

    def _write_report(self, request: protocol.WriteReport) -> Iterator[Step]:
        Path(request.path).write_text("\n".join(entry.sentence.text for entry in request.reviewed.ranked.sentences), encoding="utf-8")
        yield "finished", (protocol.Written(path=request.path),)

    def _write_claims(self, request: protocol.WriteClaims) -> Iterator[Step]:
        Path(request.path).write_text("\n".join(entry.sentence.text for entry in request.ranked.sentences), encoding="utf-8")
        yield "finished", (protocol.Written(path=request.path),)

    def _rerank(self, request: protocol.RerankMatches) -> Iterator[Step]:
        """Reverse every order, as the language model's result."""
        yield "progressed", ("Putting matches in order with the language model", 0, len(request.entries))
        turned = tuple(with_order(entry, range(len(entry.matches))[::-1]) for entry in request.entries)
        run = replace(request.run, models=(*request.run.models, ("language_model", "fake")))
        yield "finished", (protocol.MatchesReranked(entries=turned, run=run),)

    def _use_model(self, request: protocol.UseModel) -> Iterator[Step]:
        yield "progressed", ("Testing the model", 0, 0)
        if "bad" in request.folder:
            yield "failed", (Broken("own-model-refused", "The folder holds no safetensors weights.", "Choose another folder."),)
            return
        yield "finished", (protocol.ModelChosen(line=f"{'a' * 64}  {request.folder}"),)
