"""Bounded in-memory access to zip-based documents, and XML parsing without entities, DTDs or network."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from app.errors import InputError
from app.ingest.documents.source import MAX_BYTES, damaged, too_large
from app.translation import tr

if TYPE_CHECKING:
    from lxml.etree import _Element

_MAX_PARTS = 20_000


class Archive:
    """The parts of a zip file by name. Every read is bounded; an encrypted or damaged part raises InputError."""

    def __init__(self, data: bytes, *, kind: str) -> None:
        self._kind = kind
        # One budget for all parts together, so that many small parts cannot unpack to more than the limit.
        self._left = MAX_BYTES
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise damaged(kind) from error
        self.names = self._zip.namelist()
        if len(self.names) > _MAX_PARTS:
            raise too_large()

    def __contains__(self, name: str) -> bool:
        return name in self._zip.NameToInfo

    def read(self, name: str) -> bytes:
        """Return the bytes of a part. Raises InputError `document-damaged`, `document-encrypted`, `document-too-large`."""
        info = self._zip.NameToInfo.get(name)
        if info is None:
            raise damaged(self._kind)
        # Bit 0 of the general purpose flags marks an encrypted part.
        if info.flag_bits & 1:
            raise encrypted()
        try:
            with self._zip.open(info) as part:
                # One byte more than allowed shows that the limit is exceeded, without unpacking the rest.
                data = part.read(self._left + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as error:
            raise damaged(self._kind) from error
        self._left -= len(data)
        if self._left < 0:
            raise too_large()
        return data

    def xml(self, name: str) -> _Element:
        """Return the root of an XML part. Raises InputError as `read`, and `document-damaged` for XML that does not parse."""
        return parse_xml(self.read(name), kind=self._kind)


def encrypted() -> InputError:
    """Return the error for a document that asks for a password."""
    return InputError("document-encrypted", tr("This document is protected with a password."), hint=tr("Save a copy without the password."))


def parse_xml(data: bytes, *, kind: str) -> _Element:
    """Return the root element. Entities stay unexpanded, nothing is fetched. Raises InputError `document-damaged`."""
    from lxml import etree

    # Entities and DTDs could read other files or grow without bound.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise damaged(kind) from error
    if root is None:
        raise damaged(kind)
    return root


def local(element: _Element) -> str:
    """Return the element's name without its namespace, "" for an entity reference, which is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: _Element, name: str) -> str:
    """Return an attribute's value by its local name, "" if it is absent."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def dublin_core(root: _Element) -> tuple[str, str]:
    """Return a document's title and language from its metadata (`dc:title`, `dc:language`), "" for each that is absent."""
    metadata = {"title": "", "language": ""}
    for element in root.iter():
        name = local(element)
        if name in metadata and not metadata[name] and "purl.org/dc" in str(element.tag):
            metadata[name] = " ".join((element.text or "").split())
    return metadata["title"], metadata["language"]
