"""Read e-books (.epub): the chapters in spine order, without the table of contents."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.archive import Archive, attribute, dublin_core, local
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.encoding import decode
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.source import damaged
from app.ingest.documents.webpage import book_page, left_out_note, parse_html
from app.translation import tr, trn

if TYPE_CHECKING:
    from lxml.etree import _Element

_KIND = "e-book"
_MAX_CHAPTERS = 20_000


def _package_path(archive: Archive) -> str:
    for element in archive.xml("META-INF/container.xml").iter():
        if local(element) == "rootfile":
            return attribute(element, "full-path")
    raise damaged(_KIND)


def _chapters(package: _Element, folder: str) -> list[str]:
    """Return the paths of the chapters in reading order, each only once."""
    items = {attribute(item, "id"): item for item in package.iter() if local(item) == "item"}
    paths: list[str] = []
    for reference in package.iter():
        if len(paths) > _MAX_CHAPTERS:
            message = tr("This e-book lists more than {count} chapters.", count=_MAX_CHAPTERS)
            raise InputError("document-too-large", message, hint=tr("Split it, or save only its text."))
        item = items.get(attribute(reference, "idref")) if local(reference) == "itemref" else None
        # The navigation document is the table of contents.
        if item is not None and "nav" not in attribute(item, "properties").split():
            paths.append(posixpath.normpath(posixpath.join(folder, unquote(attribute(item, "href")))))
    return list(dict.fromkeys(paths))


def _locked_parts(archive: Archive) -> set[str]:
    """Return the encrypted parts: copy-protected chapters, and obfuscated fonts."""
    if "META-INF/encryption.xml" not in archive:
        return set()
    return {
        unquote(attribute(element, "URI"))
        for element in archive.xml("META-INF/encryption.xml").iter()
        if local(element) == "CipherReference"
    }


def _page(archive: Archive, path: str, cancel: CancelToken) -> tuple[list[Paragraph], int]:
    root = parse_html(decode(archive.read(path))[0])
    return ([], 0) if root is None else book_page(root, cancel=cancel)


def read_epub(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of the book. Raises InputError `document-damaged`, `document-encrypted`, `document-too-large`."""
    archive = Archive(data, kind=_KIND)
    path = _package_path(archive)
    package = archive.xml(path)
    chapters = _chapters(package, posixpath.dirname(path))
    # Obfuscated fonts are also listed as encrypted, and do not matter here.
    if _locked_parts(archive) & set(chapters):
        raise InputError("document-encrypted", tr("This e-book is copy-protected."), hint=tr("Use a copy without protection."))
    paragraphs: list[Paragraph] = []
    missing = left_out = 0
    for chapter in chapters:
        cancel.check()
        if chapter in archive:
            page, menus = _page(archive, chapter, cancel)
            paragraphs.extend(page)
            left_out += menus
        else:
            missing += 1
    draft = draft_of_paragraphs(paragraphs, kind="epub", cancel=cancel)
    draft.title, draft.language = dublin_core(package)
    draft.left_out = left_out
    draft.notes += left_out_note(left_out)
    if missing:
        draft.notes.append(
            trn(
                "One chapter that the book lists is not in the file.",
                "{count} chapters that the book lists are not in the file.",
                missing,
            )
        )
    return draft
