"""Read documents: a file or pasted text becomes a Document of sentences."""

from __future__ import annotations

from pathlib import Path

from app.domain.document import Document
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.errors import InputError
from app.ingest.documents.chat import read_chat
from app.ingest.documents.draft import Draft
from app.ingest.documents.encoding import declared_charset, decode
from app.ingest.documents.epub import read_epub
from app.ingest.documents.formats import archive_format, binary_format, looks_binary, not_text, suffix_format, text_format
from app.ingest.documents.inline_timestamps import strip_timestamps, unlink_timestamps
from app.ingest.documents.legacy_word import read_old_office
from app.ingest.documents.line_captions import read_line_captions
from app.ingest.documents.mail import looks_like_mail, read_mail
from app.ingest.documents.markdown import read_markdown
from app.ingest.documents.mhtml import read_mhtml
from app.ingest.documents.opendocument import read_flat_opendocument, read_opendocument
from app.ingest.documents.pdf import read_pdf
from app.ingest.documents.plain_text import clean_text, draft_of_text
from app.ingest.documents.proceedings import read_proceedings
from app.ingest.documents.recogniser import read_recogniser_json
from app.ingest.documents.rtf import read_rtf
from app.ingest.documents.sami import read_sami
from app.ingest.documents.sentences import cut_sentences
from app.ingest.documents.source import check_length, load
from app.ingest.documents.subrip import read_subrip
from app.ingest.documents.substation import read_substation
from app.ingest.documents.subviewer import read_subviewer
from app.ingest.documents.table import read_table
from app.ingest.documents.timedtext import read_timed_text
from app.ingest.documents.timestamped_text import read_timestamped_text
from app.ingest.documents.webpage import read_webpage
from app.ingest.documents.webvtt import read_webvtt
from app.ingest.documents.word import read_word
from app.ingest.documents.workbook import read_workbook
from app.ingest.documents.youtube_captions import read_youtube_captions
from app.ingest.language import detect_language, in_language
from app.translation import tr


def _draft_of_text(text: str, kind: str, *, cancel: CancelToken) -> Draft:
    captions = {
        "vtt": read_webvtt,
        "srt": read_subrip,
        "sbv": read_subviewer,
        "ttml": read_timed_text,
        "tubetext": read_youtube_captions,
        "ass": read_substation,
        "sami": read_sami,
        "lines": read_line_captions,
        "html": read_webpage,
        "xml": read_proceedings,
        "stamped": read_timestamped_text,
        "chat": read_chat,
        "json": read_recogniser_json,
    }
    if kind in captions:
        return captions[kind](text, cancel=cancel)
    if kind in ("csv", "tsv"):
        return read_table(text, kind=kind, cancel=cancel)
    return read_markdown(unlink_timestamps(text), cancel=cancel) if kind == "markdown" else _draft_of_plain(text, cancel=cancel)


def _draft_of_plain(text: str, *, cancel: CancelToken) -> Draft:
    stripped = strip_timestamps(text.split("\n"), cancel=cancel)
    draft = draft_of_text("\n".join(stripped.texts), cancel=cancel)
    stripped.add_times(draft)
    return draft


def _draft_of_archive(data: bytes, *, cancel: CancelToken) -> Draft:
    kind = archive_format(data)
    if kind == "docx":
        return read_word(data, cancel=cancel)
    if kind == "xlsx":
        return read_workbook(data, cancel=cancel)
    return read_epub(data, cancel=cancel) if kind == "epub" else read_opendocument(data, cancel=cancel)


def read_draft(data: bytes, name: str, *, cancel: CancelToken, progress: Progress) -> Draft:
    """Return the whole text of a file, not yet cut into sentences. `name` gives its suffix. Raises InputError as `read_document`."""
    kind = binary_format(data)
    if kind == "pdf":
        return read_pdf(data, cancel=cancel, progress=progress)
    readers = {"zip": _draft_of_archive, "ole": read_old_office, "rtf": read_rtf, "fodt": read_flat_opendocument, "mhtml": read_mhtml}
    if kind in readers:
        return readers[kind](data, cancel=cancel)
    if suffix_format(name) == "mail" and looks_like_mail(data):
        return read_mail(data, cancel=cancel)
    text, note = decode(data, declared=declared_charset(data))
    if looks_binary(text):
        raise not_text(name)
    # Soft hyphens are invisible to readers.
    text = clean_text(text).replace("\u00ad", "")
    if not text.strip():
        raise empty()
    draft = _draft_of_text(text, text_format(text, name), cancel=cancel)
    if note:
        draft.notes.append(note)
    return draft


def empty() -> InputError:
    """Return the error for a document without text."""
    return InputError("document-empty", tr("There is no text in this document."), hint=tr("Open a document with text in it."))


def _document(draft: Draft, *, title: str, source: str, user_language: str | None, cancel: CancelToken, progress: Progress) -> Document:
    check_length(draft.text)
    language = draft.language if user_language is None else user_language
    if user_language is None and not language:
        # Sixty paragraphs are enough.
        language = detect_language(" ".join(draft.text[span.start : span.end] for span in draft.spans[:60]))
    sentences = cut_sentences(draft, language, cancel=cancel, progress=progress)
    if not sentences:
        raise empty()
    document = Document(
        title=draft.title or title,
        text=draft.text,
        sentences=sentences,
        source=source,
        format=draft.format,
        language=language,
        date=draft.date,
        notes=tuple(draft.notes),
    )
    return in_language(document, language, cancel=cancel)


def read_document(path: Path, *, language: str | None = None, cancel: CancelToken, progress: Progress = no_progress) -> Document:
    """Read any supported file, recognised by its content before its suffix; gzipped files are unpacked.

    `language` is the document's if the user knows it ("" for unknown). Without it, the file's own language or a detected one is
    used.

    Raises InputError with the code `document-not-found`, `document-unreadable`, `document-unsupported`, `document-damaged`,
    `document-encrypted`, `document-no-text`, `document-empty` or `document-too-large`; Cancelled.
    """
    progress(ProgressUpdate(tr("Reading the document")))
    cancel.check()
    data, name = load(path, cancel=cancel)
    draft = read_draft(data, name, cancel=cancel, progress=progress)
    return _document(draft, title=Path(name).stem or name, source=str(path), user_language=language, cancel=cancel, progress=progress)


def read_text(text: str, *, title: str = "", cancel: CancelToken | None = None, progress: Progress = no_progress) -> Document:
    """Read pasted text. Captions, transcript tables and speaker labels are recognised, all else is plain text.

    Without `title` it is called pasted text. Raises InputError `document-empty` if it holds no text.
    """
    cancel = cancel or CancelToken()
    cleaned = clean_text(text).replace("\u00ad", "")
    draft = _draft_of_text(cleaned, text_format(cleaned, ""), cancel=cancel)
    return _document(draft, title=title or tr("Pasted text"), source="", user_language=None, cancel=cancel, progress=progress)
