"""What a job ends with, by its request."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.adapting import Adapted, AdaptEstimate
from app.domain.document import Document
from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics
from app.domain.importing import ImportReport, LibraryStatistics
from app.domain.narrative import NarrativeMap
from app.domain.overview import DuplicatePage, RatingOverview
from app.domain.pages import PageBoxes
from app.domain.posts import PostImportReport, PostPage, PostStatistics
from app.domain.ranked import RankedDocument
from app.domain.series import SeriesStatistics
from app.domain.user_data import UserData
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
from app.worker.protocol.data_requests import ListUserData
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
from app.worker.protocol.outcomes import (
    Changed,
    ClaimTable,
    FactChecks,
    Found,
    Matched,
    MatchesReranked,
    ModelChosen,
    PagePicture,
    Passages,
    Publishers,
    RatingsApplied,
    Ready,
    Rebuilt,
    Written,
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
    | UserData
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
    ListUserData: UserData,
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
