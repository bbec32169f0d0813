"""The typed protocol between a client and the worker process: requests down, events up.

A request is declared once, by its class: `class ReadDocument(Request[Document], lane=Lane.FILES)` says what it takes, what it is
answered with and in which lane it runs. Registry, wire format and the type of the answer follow from that. Everything here is an
immutable value and travels as JSON (`app.worker.transfer`) in frames (`app.framing`).

The client numbers its jobs; every event names the job it belongs to. A job ends with exactly one `Finished` or `Failed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, dataclass_transform, get_args

import msgspec

from app.domain.adapting import Adapted, AdaptEstimate, AdaptOptions
from app.domain.answer_edits import AnswerEdit
from app.domain.ask import Answered, AskOptions
from app.domain.assisted import AssistRecord, SettlingLine, StandAlone, Translated, Use
from app.domain.document import Document
from app.domain.evidence import EvidenceFilter, EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics, SourceWarning
from app.domain.factcheck import EVERY_FACTCHECK, NATURAL_ORDER, FactCheck, FactCheckFilter, FactCheckOrder
from app.domain.importing import ChangeCounts, CheckResult, ImportReport, LibraryStatistics, RefusedRow
from app.domain.match import Match
from app.domain.narrative import Narrative, NarrativeFilter, NarrativeMap
from app.domain.narrative_operations import NarrativeOperation
from app.domain.options import EvidenceImportOptions, ImportOptions, MatchOptions, Passage, PostImportOptions, Query
from app.domain.overview import DuplicatePage, PublisherSummary, RatingOverview
from app.domain.pages import PageBoxes
from app.domain.posts import PostFilter, PostImportReport, PostPage, PostStatistics
from app.domain.publication import NOWHERE, Addresses
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.repeat import EarlierDebunk
from app.domain.reviewed import WHOLE, ReportChoice, Reviewed
from app.domain.series import SeriesStatistics
from app.domain.timeline import Step
from app.domain.user_data import UserData
from app.domain.verification import ClaimForm, EvidenceQuestion, Verification, VerifyOptions
from app.errors import PriorcheckError

R = TypeVar("R")
_NO_RUN = RunRecord(program="", created="")


class Lane(StrEnum):
    """Jobs of one lane run one after the other, in the order they came; lanes run at the same time."""

    ANALYSIS = "analysis"
    LOOKUP = "lookup"
    FILES = "files"
    """Reading and writing files. PyMuPDF may be used from one thread only, so whatever touches a PDF belongs here."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Request(Generic[R]):
    """Base of all requests. A subclass becomes a frozen dataclass; `R`, the type of its answer, is kept as `result`."""

    lane: ClassVar[Lane]
    result: ClassVar[type]

    def __init_subclass__(cls, *, lane: Lane = Lane.ANALYSIS) -> None:
        dataclass(frozen=True, kw_only=True)(cls)
        cls.lane = lane
        [cls.result] = get_args(cls.__orig_bases__[0])  # type: ignore[attr-defined]


AnyRequest: TypeAlias = Request[Any]


class Message(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of the short messages that travel as they are, in one frame."""


class Cancel(Message, frozen=True, kw_only=True):
    """From the client: stop the job of this number; it ends with `Failed` (code "cancelled"). Unknown numbers are ignored."""

    job: int


class Hello(Message, frozen=True, kw_only=True):
    """The worker's first word: the program's version and the Python that runs it."""

    version: str
    python: str


class Progressed(Message, frozen=True, kw_only=True):
    """A job's activity and how far it is; at most about twenty a second."""

    job: int
    activity: str
    done: int = 0
    total: int = 0


class Failed(Message, frozen=True, kw_only=True):
    """The job ended without a result: the parts of an error of `app.errors`."""

    job: int
    code: str
    message: str
    hint: str = ""
    exit_code: int = 1


class Log(Message, frozen=True, kw_only=True):
    """A warning of the worker that belongs to no job."""

    level: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Partial:
    """A preliminary result of the request's type, replaced by the next one or by the final one."""

    job: int
    result: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The job's result, of the request's type."""

    job: int
    result: Any


Event: TypeAlias = Progressed | Partial | Finished | Failed | Log


def failure(job: int, error: PriorcheckError) -> Failed:
    """Return the event for this error."""
    return Failed(job=job, code=error.code, message=error.message, hint=error.hint, exit_code=error.exit_code)


# Documents, single claims, models


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """The worker is warm: role and device of each model ("encoder", "processor, float32"), and the library's size.

    `awaits_rebuild`: its index was made by an encoder used before, which searches it until it is built anew.
    """

    devices: tuple[tuple[str, str], ...]
    factchecks: int
    generation: str
    awaits_rebuild: bool = False


class WarmUp(Request[Ready]):
    """Load models and pin the library's current generation, so that the next job starts at once."""

    library: str


class ReadDocument(Request[Document], lane=Lane.FILES):
    """Read a file (`path`), or pasted text (`text` with a `title`)."""

    path: str = ""
    text: str = ""
    title: str = ""


class RankDocument(Request[RankedDocument]):
    """Rank a document's sentences. Preliminary rankings come as partial results."""

    library: str
    document: Document
    options: MatchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """One entry a query, in order, each shown like a sentence of a document; and how they were made."""

    queries: tuple[Query, ...]
    results: tuple[RankedSentence, ...]
    run: RunRecord = _NO_RUN


class MatchQueries(Request[MatchResult]):
    """Match single claims. A claim that is alone has a partial result first: its fact-checks in their order, without stance."""

    library: str
    queries: tuple[Query, ...]
    options: MatchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesReranked:
    """The entries with the language model's order noted at their matches, and the run's record with how that was made."""

    entries: tuple[RankedSentence, ...]
    run: RunRecord


class RerankMatches(Request[MatchesReranked]):
    """Have the language model put these entries' matches in another order; without a `way` the one that the model is made for.
    `run` is the record of how they were made."""

    entries: tuple[RankedSentence, ...]
    run: RunRecord
    way: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passages:
    """The nearest passages, best first, and the fact-check with its body."""

    factcheck: FactCheck
    passages: tuple[Passage, ...]


class FindPassages(Request[Passages], lane=Lane.LOOKUP):
    """The passages of one fact-check's body that are nearest to a sentence."""

    library: str
    sentence: str
    factcheck: str
    limit: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A report was written; `remarks` are sentences for the user about what had to be left out of it."""

    path: str
    remarks: tuple[str, ...] = ()


class WriteReport(Request[Written], lane=Lane.FILES):
    """Write a ranked and reviewed document to a file, with `record` how it was made beside it; the suffix of `path` chooses the format."""

    reviewed: Reviewed
    path: str
    record: bool = False
    choice: ReportChoice = WHOLE


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePicture:
    """A page as a picture; `pixels` are its rows of blue, green, red and 255, packed by zlib."""

    page: int
    width: int
    height: int
    pixels: bytes


class RenderPage(Request[PagePicture], lane=Lane.FILES):
    """A page (1-based) of a PDF as a picture, `scale` pixels a point."""

    path: str
    page: int
    scale: float


class FindBoxes(Request[PageBoxes], lane=Lane.FILES):
    """Where the (start, end) `spans` of a document's `text` stand on the pages of the PDF it was read from."""

    path: str
    text: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChosen:
    """A model of the user's own passed its test; `line` is what the settings keep of it."""

    line: str


class UseModel(Request[ModelChosen]):
    """Test a folder of the user's and keep it in the settings as the model of this role; the worker goes on with what it has
    loaded."""

    role: str
    folder: str


class WriteClaims(Request[Written]):
    """Write looked-up claims as a table; `path` and `record` as for WriteReport."""

    ranked: RankedDocument
    path: str
    record: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimTable:
    """A table as tab-separated text and as HTML."""

    text: str
    html: str


class CopyClaims(Request[ClaimTable], lane=Lane.FILES):
    """Looked-up claims as a table for the clipboard."""

    ranked: RankedDocument


# The fact-checks of the library


class ImportFactChecks(Request[ImportReport]):
    """Import files into the library."""

    library: str
    paths: tuple[str, ...]
    options: ImportOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheckHits:
    """A page of the library; `passages` and `same_as` are by id."""

    items: tuple[FactCheck, ...]
    total: int
    passages: dict[str, str]
    same_as: dict[str, tuple[str, ...]]


class SearchLibrary(Request[FactCheckHits], lane=Lane.LOOKUP):
    """A page of the library for the eye."""

    library: str
    text: str = ""
    among: FactCheckFilter = EVERY_FACTCHECK
    order: FactCheckOrder = NATURAL_ORDER
    offset: int = 0
    limit: int = 50


class DescribeLibrary(Request[LibraryStatistics], lane=Lane.LOOKUP):
    """Statistics of the library."""

    library: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildResult:
    """The library's index was built anew; `generation` is its name, "" for an empty library. `problems` could not be repaired."""

    generation: str
    problems: tuple[CheckResult, ...] = ()


class RebuildLibrary(Request[RebuildResult]):
    """Build the library's index anew with the encoder in use; the old one serves until it is done."""

    library: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChecks:
    """Fact-checks with their bodies."""

    items: tuple[FactCheck, ...]


class ReadFactChecks(Request[FactChecks], lane=Lane.LOOKUP):
    """These fact-checks whole, those that are there."""

    library: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeResult:
    """The library was changed: the fact-checks as they were, bodies included, and as they are; one that is in one of them alone was
    added or deleted."""

    before: tuple[FactCheck, ...]
    after: tuple[FactCheck, ...]
    factchecks: int


class AddFactCheck(Request[ChangeResult]):
    """Add one fact-check from field texts."""

    library: str
    values: dict[str, str]


class EditFactCheck(Request[ChangeResult]):
    """Change these fields of one fact-check."""

    library: str
    factcheck: str
    values: dict[str, str]


class DeleteFactChecks(Request[ChangeResult]):
    """Delete these fact-checks, all or none."""

    library: str
    ids: tuple[str, ...]


class SetLanguage(Request[ChangeResult]):
    """Give these fact-checks a language, "" where it is not known."""

    library: str
    ids: tuple[str, ...]
    language: str


class RestoreFactChecks(Request[ChangeResult]):
    """Undo a change: put these back as they were, and take away those that it added."""

    library: str
    factchecks: tuple[FactCheck, ...]
    delete: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Publishers:
    """Every publisher, most fact-checks first."""

    items: tuple[PublisherSummary, ...]


class ListPublishers(Request[Publishers], lane=Lane.LOOKUP):
    """Every publisher of the library."""

    library: str


class FindDuplicates(Request[DuplicatePage], lane=Lane.LOOKUP):
    """A page of the duplicate groups."""

    library: str
    offset: int = 0
    limit: int = 50


class ListRatings(Request[RatingOverview], lane=Lane.LOOKUP):
    """Every rating of the library and every rule of the rating tables."""

    library: str


class SetRatingRule(Request[RatingOverview], lane=Lane.LOOKUP):
    """Write a rule into the user's rating table (verdict "": remove it there); the library stays as it is."""

    library: str
    rating: str
    publisher: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsApplied:
    """What applying the rating tables changed."""

    counts: ChangeCounts


class ApplyRatings(Request[RatingsApplied]):
    """Give every fact-check the verdict that the rating tables give now."""

    library: str


# Adapting the encoder to a library


class EstimateAdapting(Request[AdaptEstimate], lane=Lane.LOOKUP):
    """How much there is to learn from and how long it would take."""

    library: str
    options: AdaptOptions


class AdaptLibrary(Request[Adapted]):
    """Train the encoder in use further on this library, and measure it; nothing is changed for the user."""

    library: str
    options: AdaptOptions


class UseAdapted(Request[ModelChosen]):
    """Take the adapted encoder in `folder` into use and build the library's index anew; "" goes back to the encoder that the one in use
    was adapted from. The worker goes on with what it has loaded."""

    library: str
    folder: str = ""


class DiscardAdapted(Request[ModelChosen]):
    """Delete the folder of an adapted encoder that is not in use. The result names the model in use."""

    folder: str


# Posts, and questions put to them


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult:
    """The answers as they were found, and the edits that were made to them by hand before, not yet applied."""

    answered: Answered
    edits: tuple[AnswerEdit, ...] = ()


class AskQuestion(Request[AskResult]):
    """Put a question to the posts."""

    library: str
    question: str
    options: AskOptions


class ImportPosts(Request[PostImportReport]):
    """Import files of posts into the library."""

    library: str
    paths: tuple[str, ...]
    options: PostImportOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class PostsEncoded:
    """How many posts were made searchable by meaning now, and how many still wait for it."""

    made: int
    waiting: int


class EncodePosts(Request[PostsEncoded]):
    """Make the posts searchable by meaning: those that are not yet, each kept once it is done. Where `make` is off, bring the index up to
    date, make what is a matter of seconds, and say how many are."""

    library: str
    make: bool = True


class DescribePosts(Request[PostStatistics], lane=Lane.LOOKUP):
    """Statistics of the posts."""

    library: str


class SearchPosts(Request[PostPage], lane=Lane.LOOKUP):
    """A page of the posts for the eye, latest first."""

    library: str
    text: str = ""
    among: PostFilter = PostFilter()
    offset: int = 0
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEditsKept:
    """How many edits are kept of the question."""

    count: int


class KeepAskEdits(Request[AskEditsKept]):
    """These are the edits of a question's answers from now on."""

    library: str
    question: str
    edits: tuple[AnswerEdit, ...]


class WriteAnswers(Request[Written], lane=Lane.FILES):
    """Write answers to a file; `path` and `record` as for WriteReport."""

    answered: Answered
    path: str
    record: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsWritten:
    """Where pairs were written, and how many."""

    path: str
    count: int


class WriteStancePairs(Request[PairsWritten]):
    """Write every corrected side as JSON Lines {premise, hypothesis, label}."""

    library: str
    path: str


# Evidence


class ImportEvidence(Request[EvidenceImportReport]):
    """Import files, and all files of folders, as evidence."""

    library: str
    paths: tuple[str, ...]
    options: EvidenceImportOptions = EvidenceImportOptions()


class EncodeEvidence(Request[EvidenceIndexReport]):
    """Make the passages searchable by meaning, as EncodePosts does for posts."""

    library: str
    make: bool = True


class DescribeEvidence(Request[EvidenceStatistics], lane=Lane.LOOKUP):
    """Statistics of the evidence."""

    library: str


class SearchEvidence(Request[EvidencePage], lane=Lane.LOOKUP):
    """A page of the documents for the eye; of each only what fits best of its text."""

    library: str
    text: str = ""
    among: EvidenceFilter = EvidenceFilter(undated=True)
    offset: int = 0
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceChanged:
    """How many documents were changed or forgotten."""

    count: int


class DateEvidence(Request[EvidenceChanged]):
    """This document was published on this day (ISO 8601, "": not known)."""

    library: str
    document: str
    published: str


class DeleteEvidence(Request[EvidenceChanged]):
    """Forget documents."""

    library: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceList:
    """The list of sources, by host, and the rows of the file that were refused."""

    items: tuple[SourceWarning, ...]
    refused: tuple[RefusedRow, ...] = ()


class ListSources(Request[SourceList], lane=Lane.LOOKUP):
    """The user's list of sources to be wary of."""

    library: str


class ImportSources(Request[SourceList]):
    """Read that list from a CSV file, in place of the one that is there; no path empties it."""

    library: str
    path: str = ""


# Verifying a claim


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsSuggested:
    """Questions, the most useful first."""

    questions: tuple[EvidenceQuestion, ...]


class SuggestQuestions(Request[QuestionsSuggested]):
    """Questions that the claim raises."""

    library: str
    claim: ClaimForm
    options: VerifyOptions = VerifyOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsAnswered:
    """The questions with the answers that were found, in their order."""

    questions: tuple[EvidenceQuestion, ...]


class AnswerQuestions(Request[QuestionsAnswered]):
    """Look for answers to questions of a claim in the evidence, no passage for two of them."""

    library: str
    claim: ClaimForm
    questions: tuple[EvidenceQuestion, ...]
    options: VerifyOptions = VerifyOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgementResult:
    """The verification with stances, judgement and justification."""

    verification: Verification


class JudgeVerification(Request[JudgementResult]):
    """Judge a claim from its questions and answers; a justification that nobody has edited is written anew."""

    library: str
    verification: Verification


@dataclass(frozen=True, slots=True, kw_only=True)
class JustificationResult:
    """A justification."""

    text: str


class JustifyVerification(Request[JustificationResult], lane=Lane.FILES):
    """Write the justification anew, from questions and answers alone."""

    verification: Verification


class WriteVerifications(Request[Written], lane=Lane.FILES):
    """Write verifications to a file; the suffix of `path` chooses the format, several go into AVeriTeC's own. `newsroom` is who publishes
    them, `addresses` where."""

    verifications: tuple[Verification, ...]
    path: str
    newsroom: str = ""
    addresses: Addresses = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationsRead:
    """The claims of a file, in its order, and its rows that are none."""

    items: tuple[Verification, ...]
    refused: tuple[RefusedRow, ...] = ()


class ReadVerifications(Request[VerificationsRead], lane=Lane.FILES):
    """Read the claims of an AVeriTeC file."""

    path: str


class PublishVerification(Request[ChangeResult]):
    """Take a finished verification into the library as a fact-check of one's own, in place of the one that it was published as before."""

    library: str
    verification: Verification
    publisher: str
    factcheck: str = ""


# Narratives


class FindNarratives(Request[NarrativeMap]):
    """Group what has come to the library since the last time, find repeats, keep all that."""

    library: str
    posts: bool = True
    anew: bool = False


class ReadNarratives(Request[NarrativeMap], lane=Lane.LOOKUP):
    """The narratives as they were found last."""

    library: str
    among: NarrativeFilter = NarrativeFilter()


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativesChanged:
    """The narratives that an act changed, as they are now, the ids of those that are gone, what the act was ("" for none), and what undo
    and redo would do."""

    changed: tuple[Narrative, ...] = ()
    gone: tuple[str, ...] = ()
    act: NarrativeOperation | None = None
    undo: str = ""
    redo: str = ""


class ActOnNarratives(Request[NarrativesChanged], lane=Lane.LOOKUP):
    """Let an act hold, and keep it."""

    library: str
    act: NarrativeOperation


class UndoNarratives(Request[NarrativesChanged], lane=Lane.LOOKUP):
    """Take the last act back."""

    library: str


class RedoNarratives(Request[NarrativesChanged], lane=Lane.LOOKUP):
    """Do the act again that was taken back last."""

    library: str


class ComputeSeries(Request[SeriesStatistics], lane=Lane.FILES):
    """Debunks and posts of some narratives (none given: of all items) as series with their statistics."""

    library: str
    narratives: tuple[str, ...] = ()
    among: NarrativeFilter = NarrativeFilter()
    step: Step = Step.WEEK
    window: int = 4


class WriteNarratives(Request[Written], lane=Lane.FILES):
    """Write narratives (none given: all) to a file: json, graphml, csv; `path` and `record` as for WriteReport."""

    library: str
    path: str
    record: bool = False
    narratives: tuple[str, ...] = ()
    among: NarrativeFilter = NarrativeFilter()


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierFound:
    """By the id of a fact-check, the earliest one that it repeats; those that repeat none are left out."""

    earlier: dict[str, EarlierDebunk]


class FindEarlier(Request[EarlierFound], lane=Lane.LOOKUP):
    """Which of these fact-checks repeat an earlier one."""

    library: str
    ids: tuple[str, ...]


# What the language model writes; each fails with `llm-none` where no model was chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNoted:
    """What held of the answer; `record` has the rest, and what it took. Nothing was asked where it has no calls: the claim is in that
    language already."""

    record: AssistRecord
    lines: tuple[SettlingLine, ...] = ()
    translated: Translated | None = None


class NoteMatch(Request[MatchNoted]):
    """Why a fact-check settles a sentence, in two lines that quote, or, with a `target` (a language's code), its claim in that language."""

    sentence: str
    match: Match
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSuggested:
    """What held of the answer to `record.use`: a claim, questions, or a justification; none of it is in the verification yet."""

    record: AssistRecord
    claim: StandAlone | None = None
    questions: tuple[EvidenceQuestion, ...] = ()
    justification: str = ""


class SuggestForClaim(Request[ClaimSuggested]):
    """For a verification the claim reworded to stand alone, more questions, or a justification: which of them says `use`."""

    library: str
    verification: Verification
    use: Use


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleSuggested:
    """A title, "" where none held."""

    record: AssistRecord
    title: str = ""


class SuggestTitle(Request[TitleSuggested]):
    """A title for the narrative of this id, in the words of its texts."""

    library: str
    narrative: str


# The user's data on this computer


class ListUserData(Request[UserData], lane=Lane.LOOKUP):
    """List the user's files and folders."""


REQUESTS: Mapping[str, type[AnyRequest]] = {request.__name__: request for request in Request.__subclasses__()}
"""Every request by its name."""
