"""What a job ends with, by its request."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.domain.adapting import Adapted, AdaptEstimate
from app.domain.document import Document
from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics
from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, ImportReport, LibraryStatistics
from app.domain.narrative import NarrativeMap
from app.domain.options import Passage, Query
from app.domain.overview import DuplicatePage, PublisherSummary, RatingOverview
from app.domain.pages import PageBoxes
from app.domain.posts import PostImportReport, PostPage, PostStatistics
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.series import SeriesStatistics
from app.worker.protocol.adapt_requests import AdaptLibrary, DiscardAdapted, EstimateAdapting, UseAdapted
from app.worker.protocol.ask_requests import (
    Asked,
    AskEditsKept,
    AskQuestion,
    DescribePosts,
    EncodePosts,
    ImportPosts,
    KeepAskEdits,
    PairsWritten,
    PostsEncoded,
    SearchPosts,
    WriteAnswers,
    WriteStancePairs,
)
from app.worker.protocol.assist_requests import ClaimSuggested, MatchNoted, NoteMatch, SuggestForClaim, SuggestTitle, TitleSuggested
from app.worker.protocol.evidence_requests import (
    DateEvidence,
    DeleteEvidence,
    DescribeEvidence,
    EncodeEvidence,
    EvidenceChanged,
    ImportEvidence,
    ImportSources,
    ListSources,
    SearchEvidence,
    SourceList,
)
from app.worker.protocol.library_requests import (
    AddFactCheck,
    ApplyRatings,
    DeleteFactChecks,
    DescribeLibrary,
    EditFactCheck,
    FindDuplicates,
    ImportFactChecks,
    ListPublishers,
    ListRatings,
    ReadFactChecks,
    RebuildLibrary,
    RestoreFactChecks,
    SearchLibrary,
    SetLanguage,
    SetRatingRule,
)
from app.worker.protocol.narrative_requests import (
    ActOnNarratives,
    ComputeSeries,
    EarlierFound,
    FindEarlier,
    FindNarratives,
    NarrativesChanged,
    ReadNarratives,
    RedoNarratives,
    UndoNarratives,
    WriteNarratives,
)
from app.worker.protocol.requests import (
    CopyClaims,
    FindBoxes,
    FindPassages,
    MatchQueries,
    RankDocument,
    ReadDocument,
    RenderPage,
    Request,
    RerankMatches,
    UseModel,
    WarmUp,
    WriteClaims,
    WriteReport,
)
from app.worker.protocol.verify_requests import (
    AnswerQuestions,
    Judged,
    JudgeVerification,
    Justified,
    JustifyVerification,
    PublishVerification,
    QuestionsAnswered,
    QuestionsSuggested,
    ReadVerifications,
    SuggestQuestions,
    VerificationsRead,
    WriteVerifications,
)


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The worker is warm: role and device of each model ("encoder", "processor, float32"), and the library's size.

    `awaits_rebuild`: its index was made by an encoder used before, which searches it until it is built anew.
    """

    devices: tuple[tuple[str, str], ...]
    factchecks: int
    generation: str
    awaits_rebuild: bool = False


class Matched(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One entry a query, in order, each shown like a sentence of a document; and how they were made."""

    queries: tuple[Query, ...]
    results: tuple[RankedSentence, ...]
    run: RunRecord = RunRecord(program="", created="")


class MatchesReranked(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The entries with the language model's order noted at their matches, and the run's record with how that was made."""

    entries: tuple[RankedSentence, ...]
    run: RunRecord


class Passages(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The nearest passages, best first, and the fact-check with its body."""

    factcheck: FactCheck
    passages: tuple[Passage, ...]


class Found(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A page of the library; `passages` and `same_as` are by id."""

    items: tuple[FactCheck, ...]
    total: int
    passages: dict[str, str]
    same_as: dict[str, tuple[str, ...]]


class FactChecks(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Fact-checks with their bodies."""

    items: tuple[FactCheck, ...]


class Changed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The library was changed: the fact-checks as they were, bodies included, and as they are; one that is in one of them alone was
    added or deleted."""

    before: tuple[FactCheck, ...]
    after: tuple[FactCheck, ...]
    factchecks: int


class Publishers(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Every publisher, most fact-checks first."""

    items: tuple[PublisherSummary, ...]


class RatingsApplied(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What applying the rating tables changed."""

    counts: ChangeCounts


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The library's index was built anew; `generation` is its name, "" for an empty library."""

    generation: str


class Written(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A report was written; `remarks` are sentences for the user about what had to be left out of it."""

    path: str
    remarks: tuple[str, ...] = ()


class PagePicture(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A page as a picture; `pixels` are its rows of blue, green, red and 255, packed by zlib."""

    page: int
    width: int
    height: int
    pixels: bytes


class ModelChosen(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A model of the user's own passed its test; `line` is what the settings keep of it."""

    line: str


class ClaimTable(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table as tab-separated text and as HTML."""

    text: str
    html: str


Result = (
    Ready
    | Document
    | RankedDocument
    | Matched
    | MatchesReranked
    | Passages
    | ImportReport
    | Found
    | LibraryStatistics
    | FactChecks
    | Changed
    | Publishers
    | DuplicatePage
    | RatingOverview
    | RatingsApplied
    | Rebuilt
    | Written
    | PagePicture
    | PageBoxes
    | ModelChosen
    | AdaptEstimate
    | Adapted
    | ClaimTable
    | Asked
    | PostImportReport
    | PostsEncoded
    | PostStatistics
    | PostPage
    | AskEditsKept
    | PairsWritten
    | EvidenceImportReport
    | EvidencePage
    | EvidenceStatistics
    | EvidenceIndexReport
    | EvidenceChanged
    | SourceList
    | QuestionsSuggested
    | QuestionsAnswered
    | Judged
    | Justified
    | VerificationsRead
    | NarrativeMap
    | NarrativesChanged
    | SeriesStatistics
    | EarlierFound
    | MatchNoted
    | ClaimSuggested
    | TitleSuggested
)


RESULT_OF: Mapping[type[Request], type] = {
    WarmUp: Ready,
    ReadDocument: Document,
    RankDocument: RankedDocument,
    MatchQueries: Matched,
    RerankMatches: MatchesReranked,
    FindPassages: Passages,
    ImportFactChecks: ImportReport,
    SearchLibrary: Found,
    DescribeLibrary: LibraryStatistics,
    ReadFactChecks: FactChecks,
    AddFactCheck: Changed,
    EditFactCheck: Changed,
    DeleteFactChecks: Changed,
    SetLanguage: Changed,
    RestoreFactChecks: Changed,
    ListPublishers: Publishers,
    FindDuplicates: DuplicatePage,
    ListRatings: RatingOverview,
    SetRatingRule: RatingOverview,
    ApplyRatings: RatingsApplied,
    RebuildLibrary: Rebuilt,
    WriteReport: Written,
    RenderPage: PagePicture,
    FindBoxes: PageBoxes,
    UseModel: ModelChosen,
    EstimateAdapting: AdaptEstimate,
    AdaptLibrary: Adapted,
    UseAdapted: ModelChosen,
    DiscardAdapted: ModelChosen,
    WriteClaims: Written,
    CopyClaims: ClaimTable,
    AskQuestion: Asked,
    ImportPosts: PostImportReport,
    EncodePosts: PostsEncoded,
    DescribePosts: PostStatistics,
    SearchPosts: PostPage,
    KeepAskEdits: AskEditsKept,
    WriteAnswers: Written,
    WriteStancePairs: PairsWritten,
    ImportEvidence: EvidenceImportReport,
    EncodeEvidence: EvidenceIndexReport,
    DescribeEvidence: EvidenceStatistics,
    SearchEvidence: EvidencePage,
    DateEvidence: EvidenceChanged,
    DeleteEvidence: EvidenceChanged,
    ListSources: SourceList,
    ImportSources: SourceList,
    SuggestQuestions: QuestionsSuggested,
    AnswerQuestions: QuestionsAnswered,
    JudgeVerification: Judged,
    JustifyVerification: Justified,
    WriteVerifications: Written,
    ReadVerifications: VerificationsRead,
    PublishVerification: Changed,
    FindNarratives: NarrativeMap,
    ReadNarratives: NarrativeMap,
    ActOnNarratives: NarrativesChanged,
    UndoNarratives: NarrativesChanged,
    RedoNarratives: NarrativesChanged,
    ComputeSeries: SeriesStatistics,
    WriteNarratives: Written,
    FindEarlier: EarlierFound,
    NoteMatch: MatchNoted,
    SuggestForClaim: ClaimSuggested,
    SuggestTitle: TitleSuggested,
}
