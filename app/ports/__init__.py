"""The ports: what the services need from models, indexes and the library, told without naming any technology.

Adapters live in `store` and `inference` and are built only in `bootstrap`. Every port has one contract suite in
`tests/contract`, which the real adapters and the fakes pass alike.
"""

from app.ports.arrays import FloatMatrix, IntMatrix, Mask
from app.ports.evidence import EvidenceIndex, EvidenceLibrary, PassageCutter
from app.ports.indexes import Field, Hits, LexicalIndex, LibrarySnapshot, VectorIndex
from app.ports.keeping import ProjectFile, VectorCache, VerificationFile
from app.ports.library import Library, LibraryChange, SearchPage
from app.ports.models import (
    CheckworthinessScorer,
    ModelIdentity,
    PairInput,
    PairScorer,
    Reader,
    Span,
    StanceScorer,
    TextEncoder,
    TokenEncoder,
)
from app.ports.posts import PostIndex, PostLibrary
from app.ports.training import EncoderTrainer, TrainingCost, TrainingPair, TrainingPlan

__all__ = [
    "CheckworthinessScorer",
    "EncoderTrainer",
    "EvidenceIndex",
    "EvidenceLibrary",
    "Field",
    "FloatMatrix",
    "Hits",
    "IntMatrix",
    "LexicalIndex",
    "Library",
    "LibraryChange",
    "LibrarySnapshot",
    "Mask",
    "ModelIdentity",
    "PairInput",
    "PairScorer",
    "PassageCutter",
    "PostIndex",
    "PostLibrary",
    "ProjectFile",
    "Reader",
    "SearchPage",
    "Span",
    "StanceScorer",
    "TextEncoder",
    "TokenEncoder",
    "TrainingCost",
    "TrainingPair",
    "TrainingPlan",
    "VectorCache",
    "VectorIndex",
    "VerificationFile",
]
