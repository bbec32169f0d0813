"""Zip-based documents read in memory within limits, and XML parsed without entities, DTDs or network."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from app.errors import InputError
from app.ingest.documents.source import MOST_BYTES, damaged, too_large
from app.translation import tr

if TYPE_CHECKING:
    from lxml.etree import _Element

_MOST_PARTS = 20_000


class Archive:
    """The parts of a zip file by name; every read is bounded, what is encrypted or damaged is an InputError."""

    def __init__(self, data: bytes, *, kind: str) -> None:
        self._kind = kind
        self._left = MOST_BYTES
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise damaged(kind) from error
        self.names = self._zip.namelist()
        if len(self.names) > _MOST_PARTS:
            raise too_large()

    def __contains__(self, name: str) -> bool:
        return name in self._zip.NameToInfo

    def read(self, name: str) -> bytes:
        """The bytes of a part. Raises InputError `document-damaged`, `document-encrypted`, `document-too-large`."""
        info = self._zip.NameToInfo.get(name)
        if info is None:
            raise damaged(self._kind)
        if info.flag_bits & 1:
            raise encrypted()
        try:
            with self._zip.open(info) as part:
                data = part.read(self._left + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as error:
            raise damaged(self._kind) from error
        self._left -= len(data)
        if self._left < 0:
            raise too_large()
        return data

    def xml(self, name: str) -> _Element:
        """The root of an XML part. Raises InputError as `read`, and `document-damaged` for XML that does not parse."""
        return parse_xml(self.read(name), kind=self._kind)


def encrypted() -> InputError:
    """The error for a document that asks for a password."""
    return InputError("document-encrypted", tr("This document is protected with a password."), hint=tr("Save a copy without the password."))


def parse_xml(data: bytes, *, kind: str) -> _Element:
    """The root element. Entities stay unexpanded, nothing is fetched. Raises InputError `document-damaged`."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise damaged(kind) from error
    if root is None:
        raise damaged(kind)
    return root


def local(element: _Element) -> str:
    """The element's name without its namespace, "" for what is no element (an entity reference)."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: _Element, name: str) -> str:
    """An attribute's value by its local name, "" where there is none."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def dublin_core(root: _Element) -> tuple[str, str]:
    """Title and language of a document's metadata (`dc:title`, `dc:language`), "" for each that is absent."""
    found = {"title": "", "language": ""}
    for element in root.iter():
        name = local(element)
        if name in found and not found[name] and "purl.org/dc" in str(element.tag):
            found[name] = " ".join((element.text or "").split())
    return found["title"], found["language"]
