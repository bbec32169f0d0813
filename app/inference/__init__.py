"""Adapters of the model ports (encoder, pair scorer, stance and others), on the processor or an accelerator."""

from __future__ import annotations

from app.inference.checkworthiness import load_checkworthiness_scorer
from app.inference.encoders.cached_encoder import CachedEncoder
from app.inference.encoders.loading import load_encoder, load_multilingual_encoder
from app.inference.encoders.openvino_encoder import OpenVinoEncoder
from app.inference.encoders.routed_encoder import RoutedEncoder
from app.inference.encoders.student_encoder import StudentEncoder
from app.inference.encoders.text_languages import TextLanguages
from app.inference.llm.gguf_file import GgufModel, open_gguf
from app.inference.llm.loading import open_language_model, validate_language_model
from app.inference.llm.model import LocalLanguageModel
from app.inference.manifest import ModelEntry, ModelFile, checked_model, list_models, verify_models
from app.inference.model_status import ModelStatus, device_words, model_statuses, verify_user_models
from app.inference.pairs.across import across_languages
from app.inference.pairs.prefilter import load_prefilter
from app.inference.pairs.trunk import Trunk
from app.inference.pairs.trunk_loading import load_trunk
from app.inference.pairs.trunk_scorers import load_answer_scorer, load_pair_scorer, load_stance_scorer
from app.inference.reading.loading import load_opinions, load_reader
from app.inference.reading.reader import PostOpinions, PostReader
from app.inference.running.devices import choose_backend, require_torch
from app.inference.syntax.parser import Parser, load_syntax
from app.inference.training.trainer import TorchEncoderTrainer
from app.inference.user_models.catalogue import OFFERED, Offered, offered
from app.inference.user_models.loading import load_user_encoder, load_user_pair_scorer, load_user_stance_scorer, validate_user_model
from app.inference.user_models.user_encoder import Prompts, prompted

__all__ = [
    "OFFERED",
    "CachedEncoder",
    "GgufModel",
    "LocalLanguageModel",
    "ModelEntry",
    "ModelFile",
    "ModelStatus",
    "Offered",
    "OpenVinoEncoder",
    "Parser",
    "PostOpinions",
    "PostReader",
    "Prompts",
    "RoutedEncoder",
    "StudentEncoder",
    "TextLanguages",
    "TorchEncoderTrainer",
    "Trunk",
    "across_languages",
    "checked_model",
    "choose_backend",
    "device_words",
    "list_models",
    "load_answer_scorer",
    "load_checkworthiness_scorer",
    "load_encoder",
    "load_multilingual_encoder",
    "load_opinions",
    "load_pair_scorer",
    "load_prefilter",
    "load_reader",
    "load_stance_scorer",
    "load_syntax",
    "load_trunk",
    "load_user_encoder",
    "load_user_pair_scorer",
    "load_user_stance_scorer",
    "model_statuses",
    "offered",
    "open_gguf",
    "open_language_model",
    "prompted",
    "require_torch",
    "validate_language_model",
    "validate_user_model",
    "verify_models",
    "verify_user_models",
]
