"""Ports: interfaces of models, indexes and the library for the services, independent of any technology.

Adapters are in `store` and `inference` and are built only in `bootstrap`. Every port has one contract suite in `tests/contract`,
which the real adapters and the fakes both pass.
"""

from app.ports.arrays import FloatMatrix, IntMatrix, Mask
from app.ports.evidence import EvidenceIndex, EvidenceLibrary, PassageCutter
from app.ports.indexes import Field, Hits, LexicalIndex, LibrarySnapshot, VectorIndex
from app.ports.keeping import JudgementFile, ProjectFile, VectorCache, VerificationFile
from app.ports.library import Library, LibraryChange, SearchPage
from app.ports.llm import FREE, Completion, Ending, LanguageModel, Message, OutputForm, Pace, Speaker, asked
from app.ports.models import (
    CheckworthinessScorer,
    ClaimReader,
    ModelIdentity,
    PairInput,
    PairScorer,
    Reader,
    Span,
    StanceScorer,
    Successor,
    SyntaxReader,
    TextEncoder,
)
from app.ports.narratives import FoundNarratives, KeptNarratives, NarrativeFile, NeighbourGraph
from app.ports.posts import PostIndex, PostLibrary
from app.ports.training import EncoderTrainer, Teaching, TrainingCost, TrainingPair, TrainingPlan

__all__ = [
    "FREE",
    "CheckworthinessScorer",
    "ClaimReader",
    "Completion",
    "EncoderTrainer",
    "Ending",
    "EvidenceIndex",
    "EvidenceLibrary",
    "Field",
    "FloatMatrix",
    "FoundNarratives",
    "Hits",
    "IntMatrix",
    "JudgementFile",
    "KeptNarratives",
    "LanguageModel",
    "LexicalIndex",
    "Library",
    "LibraryChange",
    "LibrarySnapshot",
    "Mask",
    "Message",
    "ModelIdentity",
    "NarrativeFile",
    "NeighbourGraph",
    "OutputForm",
    "Pace",
    "PairInput",
    "PairScorer",
    "PassageCutter",
    "PostIndex",
    "PostLibrary",
    "ProjectFile",
    "Reader",
    "SearchPage",
    "Span",
    "Speaker",
    "StanceScorer",
    "Successor",
    "SyntaxReader",
    "Teaching",
    "TextEncoder",
    "TrainingCost",
    "TrainingPair",
    "TrainingPlan",
    "VectorCache",
    "VectorIndex",
    "VerificationFile",
    "asked",
]
