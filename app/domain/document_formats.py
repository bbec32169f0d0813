"""Readable kinds of documents and their file suffixes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """A kind of document: `key` as in `Document.format`, its name in messages about damaged files, and its file suffixes."""

    key: str
    name: str
    suffixes: tuple[str, ...]


SUPPORTED = (
    DocumentFormat("text", "Text and transcripts", (".txt", ".text", ".said", ".log")),
    DocumentFormat("markdown", "Markdown", (".md", ".markdown")),
    DocumentFormat("html", "Web pages", (".html", ".htm", ".xhtml", ".mhtml", ".mht")),
    DocumentFormat("xml", "Proceedings and other XML", (".xml", ".srv1", ".srv3")),
    DocumentFormat("pdf", "PDF", (".pdf",)),
    DocumentFormat("docx", "Word", (".docx", ".docm")),
    DocumentFormat("doc", "Word before 2007", (".doc", ".dot")),
    DocumentFormat("odt", "OpenDocument text", (".odt", ".ott", ".fodt")),
    DocumentFormat("epub", "E-books", (".epub",)),
    DocumentFormat("rtf", "Rich text", (".rtf",)),
    DocumentFormat("mail", "Mail", (".eml",)),
    DocumentFormat("srt", "SubRip subtitles", (".srt",)),
    DocumentFormat("vtt", "WebVTT captions", (".vtt",)),
    DocumentFormat("sbv", "SubViewer captions", (".sbv",)),
    DocumentFormat("lines", "MicroDVD, MPL2 and SubViewer captions", (".sub",)),
    DocumentFormat("sami", "SAMI captions", (".smi", ".sami")),
    DocumentFormat("ttml", "Timed text", (".ttml", ".dfxp")),
    DocumentFormat("ass", "SubStation subtitles", (".ass", ".ssa")),
    DocumentFormat("json", "Transcripts of speech recognisers", (".json", ".jsonl", ".ndjson")),
    DocumentFormat("xlsx", "Transcript table, workbook", (".xlsx",)),
    DocumentFormat("csv", "Transcript table, commas", (".csv",)),
    DocumentFormat("tsv", "Transcript table, tabs", (".tsv", ".tab")),
)
