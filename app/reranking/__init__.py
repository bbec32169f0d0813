"""Reranks matches with a language model, which reads a claim together with its fact-checks."""

from app.reranking.listwise import listwise
from app.reranking.option import Reranked, RerankOptions, Way
from app.reranking.pointwise import pointwise
from app.reranking.pooling import pooling
from app.reranking.reading import Faults, read_order

__all__ = ["Faults", "RerankOptions", "Reranked", "Way", "listwise", "pointwise", "pooling", "read_order"]
