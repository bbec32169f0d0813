"""User-facing errors of the language model."""

from __future__ import annotations

from pathlib import Path

from app.errors import ModelError
from app.inference.llm.child import NOT_INSTALLED, WRONG_PROCESSOR
from app.inference.llm.gguf_file import GgufModel
from app.inference.llm.messages import Reply, Wrong
from app.inference.llm.process import ProcessEndedError
from app.paths import frozen
from app.translation import tr

_KILLED = -9
# The exit statuses of a process that met an instruction that the processor does not know: POSIX, Windows.
_ILLEGAL_INSTRUCTION = (-4, 0xC000001D)


def ended_early(error: ProcessEndedError, *, log: Path) -> ModelError:
    """Return the error for an ended process: `llm-missing` or `llm-processor` if it could not start, else `llm-stopped`."""
    if error.code == NOT_INSTALLED:
        return not_installed(error.words)
    if error.code == WRONG_PROCESSOR or error.code in _ILLEGAL_INSTRUCTION:
        return wrong_processor(lacks_avx2=error.code == WRONG_PROCESSOR)
    if error.code == _KILLED:
        reason = tr("the system ended it, most likely for want of memory")
    elif error.code < 0:
        reason = tr("signal {number}", number=-error.code)
    else:
        reason = tr("exit status {code}", code=error.code)
    message = tr("The language model stopped unexpectedly ({reason}); nothing you had is lost.", reason=reason)
    hint = tr("It starts anew when it is needed again; if memory is short, choose a smaller model. Details are in {file}.", file=log)
    return ModelError("llm-stopped", message, hint=hint)


def not_installed(words: str = "") -> ModelError:
    """Return the error `llm-missing`."""
    details = f" ({words})" if words else ""
    message = tr("The language model needs the package llama-cpp-python, which is not installed{details}.", details=details)
    hint = tr("Install it: pip install llama-cpp-python. Everything else works without it.")
    if frozen():
        hint = tr("Choose another Python that has it (Preferences, Python of the analysis). Everything else works without it.")
    return ModelError("llm-missing", message, hint=hint)


def wrong_processor(*, lacks_avx2: bool) -> ModelError:
    """Return the error `llm-processor`: llama.cpp was built for processors with more features."""
    if lacks_avx2:
        message = tr("The language model needs a processor with AVX2, which this computer's does not have.")
        return ModelError("llm-processor", message, hint=tr("Use it on another computer. Everything else works here without it."))
    message = tr("The package llama-cpp-python was built for another processor than this computer's.")
    return ModelError("llm-processor", message, hint=tr("Install it anew on this computer. Everything else works without it."))


def not_loaded(file: GgufModel, reason: str) -> ModelError:
    """Return the error `llm-failed` for a model that cannot be loaded."""
    message = tr("The language model “{name}” cannot be loaded ({reason}).", name=file.name, reason=reason or tr("no reason was given"))
    return ModelError("llm-failed", message, hint=tr("Choose another GGUF file, or run “priorcheck models use llm default”."))


def wrong_kind(file: GgufModel) -> ModelError:
    """Return the error `llm-ability`."""
    if file.ranks:
        message = tr("The language model “{name}” scores documents; it cannot speak.", name=file.name)
        return ModelError("llm-ability", message, hint=tr("Choose a model that was made for conversation, or the way “pooling”."))
    message = tr("The language model “{name}” speaks; it was not made to score documents.", name=file.name)
    return ModelError("llm-ability", message, hint=tr("Choose a GGUF file of a reranker, or the way “listwise” or “pointwise”."))


def not_done(file: GgufModel, reply: Reply, *, context: int, words: str = "") -> ModelError:
    """Return the error for an unsuccessful reply: `llm-context`, `llm-form`, `llm-ability` or `llm-failed`."""
    code, reason = (reply.code, reply.detail) if isinstance(reply, Wrong) else ("other", type(reply).__name__)
    if code == "context":
        message = tr("The text is too long for the language model, which has room for {tokens} tokens.", tokens=context)
        return ModelError("llm-context", message, hint=tr("Choose a model with a larger context, or a shorter text."))
    if code == "form":
        return ModelError("llm-form", tr("The language model cannot keep to the form of the answer ({reason}).", reason=reason))
    if code == "alike":
        message = tr("The language model “{name}” has no words of its own for the choices.", name=file.name)
        return ModelError("llm-ability", message, hint=tr("Choose another model, or the way “listwise”."))
    if code in {"load", "memory"}:
        return not_loaded(file, words or reason)
    message = tr("The language model “{name}” failed ({reason}).", name=file.name, reason=reason)
    return ModelError("llm-failed", message, hint=tr("Try again; if it happens again, choose another GGUF file."))
